/** A PixelsWars seat for tests: two small armies, advice made by hand, and a host that remembers what it was told. */
import type { Step } from '../src/board/animate';
import type { Json, PlayHost } from '../src/games/module';
import { PixelsWarsPlay } from '../src/games/pixelswars-play';
import type {
  Looked,
  PixelsWarsAdvice,
  PixelsWarsEffect,
  PixelsWarsForecast,
  PixelsWarsTables,
  PixelsWarsUnit,
  PixelsWarsUnitAdvice,
  PixelsWarsView,
  StateUpdate,
} from '../src/protocol';

export const kind = (
  name: string,
  hp: number,
  captures: boolean,
  at: 'army_base' | 'airport' = 'army_base',
) => ({
  kind: name,
  price: 7,
  hp,
  movement: 9,
  attacks: 2,
  attack: 11,
  defence: 3,
  range: [1, 1] as [number, number],
  captures,
  domain: 'ground' as const,
  built_at: at,
  voice: 'tank' as const,
  weapon: 'cannon' as const,
  pause: 10,
  multipliers: {},
});

export const TABLES: PixelsWarsTables = {
  units: [kind('tank', 90, false), kind('infantry', 60, true)],
  ground: [
    { ground: 'grass', letter: 'g', cost: 2, air_cost: 1, defence: 0 },
    { ground: 'forest', letter: 'f', cost: 3, air_cost: 1, defence: 5 },
    { ground: 'city', letter: 'C', cost: 2, air_cost: 1, defence: 6 },
    { ground: 'army_base', letter: 'B', cost: 2, air_cost: 1, defence: 6 },
  ],
  maps: [],
  capture_points: 20,
  captured_each_time: 10,
  income: 5,
  healing: 8,
};

export const unit = (
  id: number,
  owner: number,
  name: string,
  x: number,
  y: number,
  hp: number,
): PixelsWarsUnit => ({
  id,
  owner,
  kind: name,
  x,
  y,
  hp,
  movement: 9,
  attacks: 2,
  captures: name === 'infantry' ? 1 : 0,
});

/** 5 x 3: my tank at 1,1, my infantry on a city at 0,0, enemies at 3,1 and 4,2, my base at 0,2. */
export const UNITS = [
  unit(0, 1, 'tank', 1, 1, 71),
  unit(1, 1, 'infantry', 0, 0, 60),
  unit(2, 2, 'tank', 3, 1, 90),
  unit(3, 2, 'infantry', 4, 2, 60),
];

export function update(units = UNITS, effects: readonly PixelsWarsEffect[] = [], turn = true): StateUpdate {
  const view: PixelsWarsView = {
    player_id: 1,
    map: 0,
    width: 5,
    height: 3,
    grid: ['Cgggg', 'ggfgg', 'Bgggg'],
    buildings: [
      { kind: 'city', x: 0, y: 0, owner: 2, points: 10 },
      { kind: 'army_base', x: 0, y: 2, owner: 1, points: 20 },
    ],
    units,
    next_id: 4,
    funds: [6, 0],
    current_player: turn ? 1 : 2,
    turn: 1,
    round: 1,
    max_rounds: null,
    left: [],
    winner: null,
    reason: null,
  };
  const legal = turn ? [{ end_turn: true }] : [];
  return {
    type: 'StateUpdate',
    seq: 1,
    view: { ...view },
    legal,
    effects: effects.map((each) => ({ ...each })),
  };
}

export const forecast = (hp: number, own: number): PixelsWarsForecast => ({
  damage: 90 - hp,
  hp,
  answered: own < 71,
  answer_damage: 71 - own,
  own_hp: own,
});

export const advised = (id: number, at: [number, number], more: Partial<PixelsWarsUnitAdvice> = {}) => ({
  id,
  at,
  movement: 9,
  attacks: 2,
  captures: 0,
  reach: [],
  shots: [],
  capture: null,
  capture_why: 'cannot' as const,
  can_act: true,
  range: [],
  ...more,
});

/** The tank at 1,1 can go to 2,1 (with the enemy at 3,1 then in range), 1,0 and 1,2; the infantry can capture. */
export function advice(
  tank: Partial<PixelsWarsUnitAdvice> = {},
  at: [number, number] = [1, 1],
): PixelsWarsAdvice {
  return {
    units: [
      advised(0, at, {
        reach: [
          { to: [1, 0], cost: 2, via: [1, 1] },
          { to: [2, 1], cost: 3, via: [1, 1] },
          { to: [1, 2], cost: 2, via: [1, 1] },
        ],
        shots: [
          { origin: [2, 1], target: 2, at: [3, 1], forecast: forecast(40, 60) },
          { origin: [1, 2], target: 2, at: [3, 1], forecast: forecast(40, 50) },
        ],
        ...tank,
      }),
      advised(1, [0, 0], { captures: 1, capture: 'capture', capture_why: null }),
    ],
    threats: [
      { id: 2, at: [3, 1], range: [[2, 1]], threat: [[1, 1], [2, 1]], targets: [0] },
      { id: 3, at: [4, 2], range: [[3, 2]], threat: [[3, 2]], targets: [] },
    ],
    shops: [{ at: [0, 2], kind: 'army_base', offers: [
      { kind: 'infantry', price: 6, why: null, missing: 0 },
      { kind: 'tank', price: 7, why: 'funds', missing: 1 },
    ] }],
    waiting: [0, 1],
  }; // prettier-ignore
}

export const looked = (found: PixelsWarsAdvice): Looked => ({
  type: 'Looked',
  request: 1,
  seq: 1,
  advice: { ...found },
  grid: [],
  text: '',
  notations: [],
});

/** After the tank has been led to 2,1. */
export const THERE = advice(
  {
    movement: 6,
    reach: [{ to: [1, 1], cost: 2, via: [2, 1] }],
    shots: [{ origin: [2, 1], target: 2, at: [3, 1], forecast: forecast(40, 60) }],
  },
  [2, 1],
);

/** `shown`: it has been told how things stand. */
export function table(shown = true) {
  const log = { sent: [] as unknown[], said: [] as string[], spoken: [] as string[] };
  let busy = false;
  const host: PlayHost = {
    player: 1,
    busy: () => busy,
    playerName: (player) => ['', 'Anna', 'Bob'][player] ?? '',
    act: (action: Json) => log.sent.push(action),
    sketch: (action: Json) => log.sent.push({ sketch: action }),
    commit: (then?: Json) => log.sent.push({ commit: then ?? null }),
    discard: () => log.sent.push('discard'),
    animate: (steps: readonly Step[]) => steps.forEach((step) => step.frame(1)),
    endTurn: () => log.sent.push('end'),
    changed: () => undefined,
    pointed: () => undefined,
    say: (text) => log.said.push(text),
    announce: (text) => log.spoken.push(text),
    cue: () => undefined,
  };
  const play = new PixelsWarsPlay(host);
  if (shown) {
    play.show(update());
    play.advise(looked(advice()));
  }
  return { play, ...log, wait: (yes: boolean) => (busy = yes) };
}
