/** What stands on a PixelsWars board as it is drawn: units perhaps between two cells, buildings, flashes, labels. */
import type { PixelsWarsBuilding, PixelsWarsUnit, PixelsWarsView } from '../protocol';
import type { Cell } from './module';

export type Facing = 'left' | 'right';

/** A unit somewhere on the board. */
export interface Actor {
  unit: PixelsWarsUnit;
  x: number;
  y: number;
  alpha: number;
  /** 1: as large as it is. */
  scale: number;
  facing: Facing;
  /** 0 to 1: how white it is from a hit. */
  struck: number;
}

/** Something short on top of the units. */
export interface Flash {
  kind:
    'muzzle' | 'tracer' | 'shell' | 'missile' | 'explosion' | 'smoke' | 'capture' | 'heal' | 'ring' | 'dust';
  x: number;
  y: number;
  /** Where it flies, or points to. */
  to: Cell | null;
  /** 0 to 1. */
  at: number;
}

/** A building as it looks while others still move. */
export type Building = { -readonly [K in keyof PixelsWarsBuilding]: PixelsWarsBuilding[K] };

/** A label that rises from a cell and stays a while. */
export interface Float {
  text: string;
  at: Cell;
  tone: 'good' | 'bad' | 'plain';
  /** performance.now() when it was made. */
  born: number;
}

/** Milliseconds that a label is seen. */
export const FLOAT_LIFE = 2400;

export interface Scene {
  actors: Map<number, Actor>;
  buildings: Building[];
  flashes: Flash[];
  floats: Float[];
  /** Who is being shot at. */
  target: Cell | null;
}

export function emptyScene(): Scene {
  return { actors: new Map(), buildings: [], flashes: [], floats: [], target: null };
}

/** Sides look at each other until they move. */
const facingOf = (owner: number): Facing => (owner === 1 ? 'right' : 'left');

export function actorOf(unit: PixelsWarsUnit, facing: Facing = facingOf(unit.owner)): Actor {
  return { unit, x: unit.x, y: unit.y, alpha: 1, scale: 1, facing, struck: 0 };
}

/** Everything as the view says; who looks where, and labels, remain. */
export function settle(scene: Scene, view: PixelsWarsView, units: readonly PixelsWarsUnit[]): void {
  const before = scene.actors;
  scene.actors = new Map(units.map((unit) => [unit.id, actorOf(unit, before.get(unit.id)?.facing)]));
  scene.buildings = view.buildings.map((building) => ({ ...building }));
  scene.flashes = [];
  scene.target = null;
}

export function buildingAt(scene: Scene, at: Cell | undefined): Building | undefined {
  return at && scene.buildings.find((building) => building.x === at[0] && building.y === at[1]);
}

/** Labels that are still seen at this time. */
export function pruned(floats: readonly Float[], now: number): Float[] {
  return floats.filter((float) => now - float.born < FLOAT_LIFE);
}

export function addFloat(scene: Scene, text: string, at: Cell, tone: Float['tone']): void {
  const now = performance.now();
  scene.floats = pruned(scene.floats, now).filter((float) => float.at[0] !== at[0] || float.at[1] !== at[1]);
  scene.floats.push({ text, at, tone, born: now });
}
