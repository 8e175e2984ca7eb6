/** One cell of a PixelsWars board as a picture: a unit on grass, or the ground alone. */
import type {
  PixelsWarsGroundFacts,
  PixelsWarsTables,
  PixelsWarsUnitFacts,
  PixelsWarsView,
} from '../../protocol';
import { capital, groundName, kindName } from '../../games/pixelswars-words';
import { viewOf } from '../setup/maps';

function cell(tables: PixelsWarsTables, letter: string, kind?: string): PixelsWarsView {
  const units = kind === undefined ? [] : [{ kind, player: 1, at: [0, 0] as [number, number] }];
  const texts = {};
  return viewOf({ id: 0, name: texts, about: texts, grid: [letter], units, funds: [0, 0] }, tables);
}

export const pictureOfUnit = (tables: PixelsWarsTables, unit: PixelsWarsUnitFacts): PixelsWarsView =>
  cell(tables, tables.ground.find((each) => each.ground === 'grass')?.letter ?? '', unit.kind);

export const pictureOfGround = (tables: PixelsWarsTables, ground: PixelsWarsGroundFacts): PixelsWarsView =>
  cell(tables, ground.letter);

/** The army as a table lists it: what walks or drives first, the cheap before the dear. */
export function armyOf(tables: PixelsWarsTables): PixelsWarsUnitFacts[] {
  const flies = (unit: PixelsWarsUnitFacts) => Number(unit.domain === 'air');
  return [...tables.units].sort((a, b) => flies(a) - flies(b) || a.price - b.price);
}

/** A name at the start of a line. */
export const unitTitle = (unit: PixelsWarsUnitFacts): string => capital(kindName(unit.kind));
export const groundTitle = (ground: string): string => capital(groundName(ground));
