/** The pieces on a CellWar board as they are drawn, and the movement that turns one view into the next. */
import { easeOut, type Step } from '../board/animate';
import type { CellWarEffect, CellWarUnit, CellWarView } from '../protocol';
import type { Cell } from './module';

/** A piece somewhere on the board, perhaps between two cells. */
export interface Actor {
  unit: CellWarUnit;
  x: number;
  y: number;
  alpha: number;
  /** 1: as it is; less or more while it grows, is turned over or bursts. */
  scaleX: number;
  scaleY: number;
  /** As last seen, not as it is. */
  ghost: boolean;
  /** 0 to 1: how far a skull has risen over it. */
  skull: number;
}

export type Scene = Map<string, Actor>;

const MOVE = 220;
const ATTACK = 300;
const TURN_OVER = 240;
const GROW = 240;
const FADE = 160;

const key = (at: Cell) => `${at[0]},${at[1]}`;

function actor(unit: CellWarUnit, at: Cell, ghost = false): Actor {
  return { unit, x: at[0], y: at[1], alpha: 1, scaleX: 1, scaleY: 1, ghost, skull: 0 };
}

/** Every piece of a view, by cell. */
export function sceneOf(view: CellWarView): Scene {
  const scene: Scene = new Map();
  view.tiles.forEach((row, y) =>
    row.forEach((tile, x) => {
      if (tile.unit) scene.set(`${x},${y}`, actor(tile.unit, [x, y], tile.seen === 'last_known'));
    }),
  );
  return scene;
}

const between = (from: number, to: number, at: number) => from + (to - from) * at;

/** A piece leaves the board with a burst and a skull. */
function burst(dying: Actor, at: number): void {
  dying.alpha = 1 - at;
  dying.scaleX = dying.scaleY = 1 + 0.25 * at;
  dying.skull = at < 0.6 ? at / 0.6 : 1 - (at - 0.6) / 0.4;
}

/** The steps from `scene` on; they change `scene` itself when they are played, in order. */
export function stepsOf(scene: Scene, effects: readonly CellWarEffect[], next: CellWarView): Step[] {
  const steps: Step[] = [];
  for (let index = 0; index < effects.length; index++) {
    const effect = effects[index]!;
    const following = effects[index + 1];
    if (
      effect.kind === 'died' &&
      effect.at &&
      following?.kind === 'moved' &&
      following.to &&
      key(following.to) === key(effect.at)
    ) {
      steps.push(capture(scene, effect, following));
      index += 1;
    } else if (effect.kind === 'died' && effect.to && following?.kind === 'changed') {
      steps.push(repelled(scene, effect, following));
      index += 1;
    } else {
      const step = single(scene, effect);
      if (step) steps.push(step);
    }
  }
  steps.push(settle(scene, next));
  return steps;
}

function single(scene: Scene, effect: CellWarEffect): Step | null {
  switch (effect.kind) {
    case 'moved':
      return glide(scene, effect);
    case 'died':
      return die(scene, effect);
    case 'changed':
      return turnOver(scene, effect);
    case 'produced':
      return grow(scene, effect);
    case 'appeared':
      return fade(scene, effect, 'in');
    case 'vanished':
      return fade(scene, effect, 'out');
    case 'turn':
    case 'left':
      return null;
  }
}

function take(scene: Scene, at: Cell | undefined, unit: CellWarUnit | undefined): Actor | null {
  if (!at || !unit) return null;
  const found = scene.get(key(at)) ?? actor(unit, at);
  scene.set(key(at), found);
  return found;
}

/** Looks a piece up when the step begins, since earlier steps move it. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

function glide(scene: Scene, effect: CellWarEffect): Step {
  const mover = once(() => take(scene, effect.at, effect.was ?? effect.unit));
  return {
    ms: MOVE,
    cue: 'move',
    frame(at) {
      const piece = mover();
      if (!piece || !effect.at || !effect.to || !effect.unit) return;
      piece.unit = effect.unit;
      piece.x = between(effect.at[0], effect.to[0], easeOut(at));
      piece.y = between(effect.at[1], effect.to[1], easeOut(at));
      if (at === 1) rename(scene, effect.at, effect.to, piece);
    },
  };
}

function rename(scene: Scene, from: Cell, to: Cell, piece: Actor): void {
  scene.delete(key(from));
  scene.set(key(to), piece);
}

/** The attacker strikes, the target bursts, the attacker stands in its place. */
function capture(scene: Scene, died: CellWarEffect, moved: CellWarEffect): Step {
  const target = once(() => take(scene, died.at, died.unit));
  const mover = once(() => take(scene, moved.at, moved.was ?? moved.unit));
  return {
    ms: ATTACK,
    cue: 'attack',
    frame(at) {
      const victim = target();
      const piece = mover();
      if (!victim || !piece || !moved.at || !moved.to || !moved.unit) return;
      piece.unit = moved.unit;
      const reach = easeOut(at);
      piece.x = between(moved.at[0], moved.to[0], reach);
      piece.y = between(moved.at[1], moved.to[1], reach);
      burst(victim, Math.max(0, (at - 0.25) / 0.75));
      if (at === 1) rename(scene, moved.at, moved.to, piece);
    },
  };
}

/** The attacker breaks on a fortification, which loses its walls. */
function repelled(scene: Scene, died: CellWarEffect, changed: CellWarEffect): Step {
  const attacker = once(() => take(scene, died.at, died.unit));
  const wall = once(() => take(scene, changed.at, changed.was));
  return {
    ms: ATTACK * 1.3,
    cue: 'attack',
    frame(at) {
      const piece = attacker();
      const held = wall();
      if (!piece || !held || !died.at || !died.to) return;
      const strike = at < 0.4 ? easeOut(at / 0.4) * 0.6 : 0.6;
      piece.x = between(died.at[0], died.to[0], strike);
      piece.y = between(died.at[1], died.to[1], strike);
      if (at >= 0.4) burst(piece, (at - 0.4) / 0.6);
      if (at >= 0.4) over(held, changed.unit, (at - 0.4) / 0.6);
      if (at === 1) scene.delete(key(died.at));
    },
  };
}

function die(scene: Scene, effect: CellWarEffect): Step {
  const dying = once(() => take(scene, effect.at, effect.unit));
  return {
    ms: ATTACK,
    cue: 'die',
    frame(at) {
      const piece = dying();
      if (!piece || !effect.at) return;
      burst(piece, at);
      if (at === 1) scene.delete(key(effect.at));
    },
  };
}

/** Turned over like a card: one kind goes, the other comes. */
function over(piece: Actor, unit: CellWarUnit | undefined, at: number): void {
  piece.scaleX = Math.abs(1 - 2 * at);
  if (at >= 0.5 && unit) piece.unit = unit;
}

function turnOver(scene: Scene, effect: CellWarEffect): Step {
  const piece = once(() => take(scene, effect.at, effect.was));
  return {
    ms: TURN_OVER,
    cue: effect.unit?.type === 'factory' ? 'factory' : 'fortify',
    frame(at) {
      const turning = piece();
      if (turning) over(turning, effect.unit, at);
    },
  };
}

function grow(scene: Scene, effect: CellWarEffect): Step {
  const born = once(() => take(scene, effect.to, effect.unit));
  const from = effect.at ?? effect.to;
  return {
    ms: GROW,
    cue: 'produce',
    frame(at) {
      const piece = born();
      if (!piece || !from || !effect.to) return;
      piece.x = between(from[0], effect.to[0], easeOut(at));
      piece.y = between(from[1], effect.to[1], easeOut(at));
      piece.scaleX = piece.scaleY = between(0.3, 1, easeOut(at));
    },
  };
}

function fade(scene: Scene, effect: CellWarEffect, way: 'in' | 'out'): Step {
  const piece = once(() => take(scene, effect.at, effect.unit));
  return {
    ms: FADE,
    ...(way === 'in' ? { cue: 'move' as const } : {}),
    frame(at) {
      const fading = piece();
      if (fading) fading.alpha = way === 'in' ? at : 1 - at;
      if (way === 'out' && at === 1 && effect.at) scene.delete(key(effect.at));
    },
  };
}

/** What comes into sight or goes out of it without having moved. */
function settle(scene: Scene, next: CellWarView): Step {
  const target = once(() => sceneOf(next));
  const arriving = once(() => [...target()].filter(([cell]) => !scene.has(cell)));
  const leaving = once(() => [...scene].filter(([cell]) => !target().has(cell)));
  return {
    ms: 60,
    frame(at) {
      for (const [cell, piece] of arriving()) scene.set(cell, { ...piece, alpha: at });
      for (const [, piece] of leaving()) piece.alpha = 1 - at;
    },
  };
}
