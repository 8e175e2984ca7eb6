/** A PixelsWars board seen from far: one colour per cell, and whose piece or building is there. */
import type { PixelsWarsBuilding, PixelsWarsUnit } from '../protocol';
import type { Speck } from './module';
import { groundFacts } from './pixelswars-tables';

/** About what the pictures of each ground look like from a distance. */
const COLOURS: Readonly<Record<string, string>> = {
  road: '#b9aea4',
  grass: '#74b04c',
  forest: '#2f7247',
  mountain: '#97939f',
  water: '#3f8ad9',
};
const BUILT = '#e9e4da';

export function speckOf(
  letter: string,
  unit: PixelsWarsUnit | null,
  building: PixelsWarsBuilding | null,
): Speck {
  const ground = COLOURS[groundFacts(letter)?.ground ?? ''] ?? BUILT;
  return { ground, place: building?.owner ?? 0, piece: unit?.owner ?? 0 };
}
