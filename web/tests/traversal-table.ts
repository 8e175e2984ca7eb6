/** A small Traversal match of made-up numbers: Light's explorer on b3 can take c3, leave, or go down to b2. */
import { TraversalPlay } from '../src/games/traversal-play';
import type { PlayHost } from '../src/games/module';
import type {
  Looked,
  StateUpdate,
  TraversalAdvice,
  TraversalAttack,
  TraversalChoice,
  TraversalEffect,
  TraversalPiece,
  TraversalTables,
  TraversalView,
} from '../src/protocol';

export const TABLES: TraversalTables = {
  pieces: [
    { kind: 'explorer', letter: 'E', budget: 5, strength: 1 },
    { kind: 'vanguard', letter: 'V', budget: 4, strength: 2 },
    { kind: 'sentinel', letter: 'S', budget: 3, strength: 3 },
  ],
  size: 4,
  exit_rows: [3, 0],
  highest: 4,
  max_moves: 200,
  exits_to_end: 2,
};

export const scout: TraversalPiece = { id: 0, owner: 1, kind: 'explorer', x: 1, y: 2 };
export const guard: TraversalPiece = { id: 2, owner: 1, kind: 'sentinel', x: 0, y: 0 };
export const foe: TraversalPiece = { id: 6, owner: 2, kind: 'vanguard', x: 2, y: 2 };

export const won: TraversalAttack = {
  attack: 2,
  defence: 1,
  attack_terms: [
    { why: 'strength', value: 1, piece: 0 },
    { why: 'higher', value: 1 },
  ],
  defence_terms: [{ why: 'defender', value: 1, piece: 6 }],
  success: true,
};
export const lost: TraversalAttack = { ...won, attack: 0, success: false };

export function choices(attack: TraversalAttack): TraversalChoice[] {
  return [
    {
      action: attack.success ? { piece: 0, to: [2, 2] } : null,
      kind: 'attack',
      to: [2, 2],
      cost: 2,
      path: [[1, 2], [2, 2]], // prettier-ignore
      heights: [3, 2],
      attack,
    },
    { action: { exit: 0 }, kind: 'exit', to: null, cost: 3, path: [[1, 2], [1, 3]], heights: [3, 4], points: 1 }, // prettier-ignore
    { action: { piece: 0, to: [1, 1] }, kind: 'move', to: [1, 1], cost: 1, path: [[1, 2], [1, 1]], heights: [3, 3] }, // prettier-ignore
  ];
}

export function update(effects: TraversalEffect[] = []): StateUpdate {
  const view: TraversalView = {
    player_id: 1,
    width: 4,
    height: 4,
    heights: ['0123', '1332', '2324', '4444'],
    seed: 7,
    pieces: [scout, guard, foe],
    exited: [{ id: 7, owner: 2, kind: 'explorer' }],
    captured: [{ id: 8, owner: 2, kind: 'explorer' }],
    score: [0, 1],
    final_score: null,
    current_player: 1,
    round: 5,
    moves: 4,
    max_moves: 200,
    exits_to_end: 2,
    adjacency: 4,
    base_defence: 'zero',
    specials_attack: true,
    exit_cost: 1,
    skipped: 0,
    left: [],
    winner: null,
    reason: null,
  };
  const legal = choices(won).map(({ action }) => ({ ...action }));
  return {
    type: 'StateUpdate',
    seq: 1,
    view: { ...view },
    legal,
    effects: effects.map((effect) => ({ ...effect })),
  };
}

export function looked(attack = won): Looked {
  const advice: TraversalAdvice = {
    pieces: [
      { id: 0, owner: 1, at: [1, 2], choices: choices(attack), in_danger_from: [6] },
      { id: 2, owner: 1, at: [0, 0], choices: [], in_danger_from: [] },
      { id: 6, owner: 2, at: [2, 2], choices: [], in_danger_from: [] },
    ],
    waiting: [0],
  };
  return {
    type: 'Looked',
    seq: 1,
    text: '',
    grid: [],
    notations: [],
    advice: { ...advice },
  } as unknown as Looked;
}

export function open(attack = won, player = 1) {
  const acted: unknown[] = [];
  const said: string[] = [];
  const host: PlayHost = {
    player,
    playerName: (player) => ['', 'Ada', 'Bob'][player] ?? '',
    busy: () => false,
    act: (action) => acted.push(action),
    sketch: () => undefined,
    commit: () => undefined,
    discard: () => undefined,
    animate: () => undefined,
    endTurn: () => undefined,
    changed: () => undefined,
    pointed: () => undefined,
    say: (text) => said.push(text),
    announce: (text) => said.push(text),
    cue: () => undefined,
  };
  const play = new TraversalPlay(host);
  play.show(update());
  play.advise(looked(attack));
  return { play, acted, said };
}

/** Cells of the grid, which has a row beyond either edge: row 1 is the last but one. */
export const SCOUT = [1, 2] as const;
export const FOE = [2, 2] as const;
export const OUT = [1, 0] as const;
