/** The map choice and the recap, without a browser: what a map counts as, whose seats are whose, steps of the past. */
import { describe, expect, it, vi } from 'vitest';
import type { Animator } from '../src/board/animate';
import type { Play } from '../src/games/module';
import type { PixelsWarsMap, PixelsWarsTables, StateUpdate } from '../src/protocol';
import { armyOf, has, mapOf, sizeOf, viewOf } from '../src/screens/setup/maps';
import { Recap } from '../src/screens/match/recap';
import { duel } from '../src/setup';

const map = (id: number, width: number, height: number, row = 'g'.repeat(width)): PixelsWarsMap => ({
  id,
  name: { en: `Map ${id}` },
  about: { en: '' },
  grid: Array.from({ length: height }, () => row),
  units: [
    { kind: 'tank', player: 1, at: [0, 0] },
    { kind: 'tank', player: 2, at: [1, 0] },
  ],
  funds: [0, 100],
});
const tables = {
  units: [{ kind: 'tank', hp: 180, movement: 6, attacks: 2, captures: false }],
  ground: [
    { ground: 'grass', letter: 'g' },
    { ground: 'water', letter: 'w' },
    { ground: 'city', letter: 'C' },
  ],
  maps: [map(1, 8, 8), map(2, 12, 10)],
  capture_points: 20,
} as unknown as PixelsWarsTables;

describe('maps', () => {
  it.each([
    [8, 8, 'small'],
    [10, 10, 'small'],
    [14, 10, 'medium'],
    [16, 16, 'large'],
  ] as const)('%i by %i is %s', (width, height, size) => expect(sizeOf(map(1, width, height))).toBe(size));

  it('are found by number only', () => {
    expect(['1', '02', '2'].map((part) => mapOf(part, tables)?.id)).toEqual([1, 2, 2]);
    for (const part of ['0', '3', '-1', '1.0', 'one', '']) expect(mapOf(part, tables)).toBeUndefined();
  });

  it('know what is on them, and how they look at the start', () => {
    const wet = map(3, 4, 2, 'gwCg');
    expect([has(wet, 'water', tables), has(wet, 'airport', tables), armyOf(wet)]).toEqual([true, false, 1]);
    const view = viewOf(wet, tables);
    expect(view).toMatchObject({ width: 4, height: 2, map: 3, funds: [0, 100], next_id: 2 });
    expect(view.buildings).toEqual([
      { kind: 'city', x: 2, y: 0, owner: 0, points: 20 },
      { kind: 'city', x: 2, y: 1, owner: 0, points: 20 },
    ]);
    expect(view.units[1]).toMatchObject({ id: 1, owner: 2, hp: 180, movement: 6, captures: 0 });
  });
});

describe('the seats of two', () => {
  it('are oneself and whoever was chosen, on the chosen side', () => {
    const kinds = (...wanted: Parameters<typeof duel>) => duel(...wanted).map(({ kind }) => kind);
    expect(kinds('computer', 2, ['', 'Ada'])).toEqual(['computer', 'you']);
    expect(kinds('computer', 1, ['Ada', ''])).toEqual(['you', 'computer']);
    expect(kinds('friend', 1, ['Ada', 'Ben'])).toEqual(['you', 'friend']);
    expect(kinds('link', 1, ['Ada', ''])).toEqual(['you', 'link']);
  });
});

describe('a recap', () => {
  const update = (seq: number, effects = 1) =>
    ({ seq, effects: Array.from({ length: effects }, () => ({})) }) as unknown as StateUpdate;

  function begun() {
    vi.useFakeTimers();
    const shown: number[] = [];
    let done: (() => void) | null = null;
    const end = () => {
      const call = done;
      done = null;
      call?.();
    };
    const animator = {
      play: (_: unknown, __: boolean, call: () => void) => void (done = call),
      skip: end,
      stop: () => void (done = null),
    } as unknown as Animator;
    const play = {
      show: ({ seq }: StateUpdate) => shown.push(seq),
      steps: () => [],
      tell: ({ seq }: StateUpdate) => [{ text: `step ${seq}`, owner: 1 }],
    } as unknown as Play;
    const recap = new Recap(
      update(0),
      [update(1), update(2, 0), update(3), update(4)],
      play,
      animator,
      () => undefined,
    );
    return { recap, shown, end };
  }

  it('goes through what had effects, by itself, with time to read', () => {
    const { recap, shown, end } = begun();
    expect([recap.length, recap.at, recap.lines[0]?.text, shown]).toEqual([3, 1, 'step 1', [0]]);
    end();
    vi.advanceTimersByTime(699);
    expect(recap.at).toBe(1);
    vi.advanceTimersByTime(1);
    expect([recap.at, shown]).toEqual([2, [0, 1]]);
    recap.set(4);
    end();
    vi.advanceTimersByTime(175);
    end();
    expect([recap.at, recap.playing, shown.at(-1)]).toEqual([3, false, 4]);
    vi.useRealTimers();
  });

  it('steps back and on, and stops for good', () => {
    const { recap, shown } = begun();
    recap.next();
    recap.next();
    expect([recap.at, shown]).toEqual([3, [0, 1, 3]]);
    recap.back();
    expect([recap.at, recap.lines[0]?.text, shown.at(-1), recap.playing]).toEqual([2, 'step 3', 3, false]);
    recap.back();
    recap.back();
    recap.back();
    expect([recap.at, recap.lines, shown.at(-1)]).toEqual([0, [], 0]);
    recap.toggle();
    expect([recap.at, recap.playing]).toEqual([1, true]);
    recap.stop();
    vi.advanceTimersByTime(10_000);
    expect(recap.at).toBe(1);
    vi.useRealTimers();
  });
});
