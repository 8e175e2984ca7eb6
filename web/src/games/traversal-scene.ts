/** What stands on a Traversal board as it is drawn, perhaps between two squares; and how effects move it. */
import type { Step } from '../board/animate';
import { easeOut } from '../board/animate';
import type { Cue } from '../sound';
import type { TraversalEffect, TraversalPiece, TraversalView } from '../protocol';
import type { Cell } from './module';
import { beyond } from './traversal-position';

/** A piece somewhere on the board, or beyond its edge. */
export interface Actor {
  piece: TraversalPiece;
  x: number;
  y: number;
  /** How high it hops above the ground under it: 0 to 1. */
  lift: number;
  alpha: number;
  /** 0 to 1: how far it is knocked over. */
  fallen: number;
}

/** A ring that spreads from a square and goes. */
export interface Burst {
  kind: 'capture' | 'exit';
  x: number;
  y: number;
  /** 0 to 1. */
  at: number;
}

export interface Scene {
  actors: Map<number, Actor>;
  bursts: Burst[];
  /** The square that was left last, and where that piece went. */
  last: { from: Cell; to: Cell } | null;
}

export const emptyScene = (): Scene => ({ actors: new Map(), bursts: [], last: null });

const actorOf = (piece: TraversalPiece): Actor => ({
  piece,
  x: piece.x,
  y: piece.y,
  lift: 0,
  alpha: 1,
  fallen: 0,
});

/** Everything as the view says; what the effects say happened last is remembered. */
export function settle(scene: Scene, view: TraversalView, effects: readonly TraversalEffect[] = []): void {
  scene.actors = new Map(view.pieces.map((piece) => [piece.id, actorOf(piece)]));
  scene.bursts = [];
  const path = effects.find((effect) => effect.path)?.path;
  const [from, last] = [path?.[0], path?.at(-1)];
  if (!from || !last) return;
  const out = effects.some(({ kind }) => kind === 'exited');
  scene.last = { from, to: out ? [last[0], beyond(last, view.height)] : last };
}

/** Milliseconds at normal speed. */
const HOP = 190;
const LEAP = 320;
/** So much longer is a hop onto somebody. */
const STRIKE = 110;
const RING = 260;
const LEAVE = 460;

/** How high a hop goes. */
const HIGH = { hop: 0.3, leap: 0.75 };

export interface Cues {
  move(kind: string): Cue;
  capture: Cue;
  exit: Cue;
  skip: Cue;
}

/** The steps from `scene` on; they change it when they are played, in order. */
export function stepsOf(
  scene: Scene,
  effects: readonly TraversalEffect[],
  height: number,
  cues: Cues,
): Step[] {
  const steps: Step[] = [];
  const captured = effects.find(({ kind }) => kind === 'captured');
  for (const effect of effects) {
    const { kind, piece, path, special } = effect;
    if (kind === 'moved' && piece && path) steps.push(...journey(scene, piece, path, special, cues));
    else if (kind === 'attacked' && piece && path) {
      const target = effect.target ?? captured?.piece;
      steps.push(...journey(scene, piece, path, special, cues, target));
    } else if (kind === 'exited' && piece && path) {
      if (path.length > 1) steps.push(...journey(scene, piece, path, special, cues));
      steps.push(leave(scene, piece, path.at(-1)!, height, cues.exit));
    } else if (kind === 'skipped') steps.push({ ms: 260, cue: cues.skip, frame: () => undefined });
  }
  return steps;
}

/** Along a route, hop by hop; the first square is its own. What stands on the last one falls. */
function journey(
  scene: Scene,
  piece: TraversalPiece,
  path: readonly Cell[],
  special: boolean | undefined,
  cues: Cues,
  target?: TraversalPiece,
): Step[] {
  const legs = path.length - 1;
  if (legs < 1) return [];
  const [from, to] = [path[0]!, path[legs]!];
  const steps: Step[] = [];
  for (let leg = 0; leg < legs; leg++) {
    const [a, b] = [path[leg]!, path[leg + 1]!];
    const last = leg === legs - 1;
    const victim = last ? target : undefined;
    steps.push({
      ms: (special ? LEAP : HOP) + (victim ? STRIKE : 0),
      cue: cues.move(piece.kind),
      ...(leg === 0 ? { focus: [from, to] } : {}),
      frame(at) {
        const actor = scene.actors.get(piece.id);
        if (!actor) return;
        actor.x = a[0] + (b[0] - a[0]) * at;
        actor.y = a[1] + (b[1] - a[1]) * at;
        actor.lift = Math.sin(Math.PI * at) * (special ? HIGH.leap : HIGH.hop);
        if (victim) knock(scene, victim, Math.max(0, (at - 0.4) / 0.6));
        if (at < 1) return;
        [actor.x, actor.y, actor.lift] = [b[0], b[1], 0];
        actor.piece = { ...piece, x: b[0], y: b[1] };
      },
    });
  }
  if (target) steps.push(ring(scene, target, to, cues.capture));
  return steps;
}

function knock(scene: Scene, victim: TraversalPiece, done: number): void {
  const actor = scene.actors.get(victim.id);
  if (!actor) return;
  actor.fallen = easeOut(done);
  actor.alpha = 1 - done * done;
}

function ring(scene: Scene, target: TraversalPiece, at: Cell, cue: Cue): Step {
  return {
    ms: RING,
    cue,
    frame(done) {
      scene.actors.delete(target.id);
      scene.bursts = done < 1 ? [{ kind: 'capture', x: at[0], y: at[1], at: done }] : [];
    },
  };
}

/** Over the edge, and away. */
function leave(scene: Scene, piece: TraversalPiece, last: Cell, height: number, cue: Cue): Step {
  const out = beyond(last, height);
  return {
    ms: LEAVE,
    cue,
    focus: [last],
    frame(done) {
      const actor = scene.actors.get(piece.id);
      scene.bursts = done < 1 ? [{ kind: 'exit', x: last[0], y: out, at: done }] : [];
      if (!actor) return;
      const along = Math.min(1, done * 1.6);
      actor.y = last[1] + (out - last[1]) * along;
      actor.lift = Math.sin(Math.PI * along) * HIGH.hop + Math.max(0, done - 0.62) * 2;
      actor.alpha = 1 - Math.max(0, done - 0.62) / 0.38;
      if (done === 1) scene.actors.delete(piece.id);
    },
  };
}
