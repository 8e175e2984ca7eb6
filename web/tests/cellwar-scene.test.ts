/** CellWar's movement: whatever happens is seen on its way, is heard, and ends as the next view says. */
import { describe, expect, it } from 'vitest';
import { sceneOf, stepsOf, type Scene } from '../src/games/cellwar-scene';
import type { CellWarEffect, CellWarUnit, CellWarView } from '../src/protocol';
import type { Cue } from '../src/sound';

type Placed = Readonly<Record<string, CellWarUnit>>;

const unit = (id: number, owner: number, type: CellWarUnit['type'], counter = 0): CellWarUnit => ({
  id,
  owner,
  type,
  counter,
});
const mine = unit(1, 1, 'infantry');
const theirs = unit(2, 2, 'infantry');
const wall = unit(2, 2, 'fortification', 2);
const forge = unit(3, 1, 'factory');

/** Four by three, all of it in sight; units by their cell, "column,row". */
function board(placed: Placed): CellWarView {
  const tiles = [0, 1, 2].map((y) =>
    [0, 1, 2, 3].map((x) => {
      const found = placed[`${x},${y}`];
      return { seen: 'visible' as const, ...(found ? { unit: found } : {}) };
    }),
  );
  return { tiles } as Partial<CellWarView> as CellWarView;
}

/** What stands where, and how it looks, without what can no longer be seen. */
const picture = (scene: Scene) =>
  JSON.stringify(
    [...scene.values()]
      .filter((actor) => actor.alpha > 0)
      .map(({ unit: { id, type, counter }, ...look }) => ({ id, type, counter, ...look }))
      .sort((a, b) => a.id - b.id),
  );

interface Happening {
  before: Placed;
  effects: CellWarEffect[];
  after: Placed;
  cue: Cue;
}

const HAPPENINGS: Record<string, Happening> = {
  'a move': {
    before: { '1,1': mine },
    effects: [{ kind: 'moved', at: [1, 1], to: [2, 1], unit: mine }],
    after: { '2,1': mine },
    cue: 'move',
  },
  'an attack that takes': {
    before: { '1,1': mine, '2,1': theirs },
    effects: [
      { kind: 'died', at: [2, 1], unit: theirs },
      { kind: 'moved', at: [1, 1], to: [2, 1], unit: mine },
    ],
    after: { '2,1': mine },
    cue: 'attack',
  },
  'an attack that breaks on a fortification': {
    before: { '1,1': mine, '2,1': wall },
    effects: [
      { kind: 'died', at: [1, 1], to: [2, 1], unit: mine },
      { kind: 'changed', at: [2, 1], was: wall, unit: theirs },
    ],
    after: { '2,1': theirs },
    cue: 'attack',
  },
  production: {
    before: { '1,1': forge },
    effects: [{ kind: 'produced', at: [1, 1], to: [2, 1], unit: mine }],
    after: { '1,1': forge, '2,1': mine },
    cue: 'produce',
  },
  'becoming a fortification': {
    before: { '1,1': mine },
    effects: [{ kind: 'changed', at: [1, 1], was: mine, unit: unit(1, 1, 'fortification', 1) }],
    after: { '1,1': unit(1, 1, 'fortification', 1) },
    cue: 'fortify',
  },
  'becoming a factory': {
    before: { '1,1': unit(1, 1, 'fortification', 2) },
    effects: [
      { kind: 'changed', at: [1, 1], was: unit(1, 1, 'fortification', 2), unit: unit(1, 1, 'factory') },
    ],
    after: { '1,1': unit(1, 1, 'factory') },
    cue: 'factory',
  },
  'a death': {
    before: { '1,1': forge, '3,2': theirs },
    effects: [{ kind: 'died', at: [1, 1], unit: forge }],
    after: { '3,2': theirs },
    cue: 'die',
  },
};

describe('movement', () => {
  it.each(Object.entries(HAPPENINGS))('of %s', (_, { before, effects, after, cue }) => {
    const scene = sceneOf(board(before));
    const [from, to] = [picture(scene), picture(sceneOf(board(after)))];
    const steps = stepsOf(scene, effects, board(after));
    const telling = steps.filter((step) => step.cue !== undefined);
    expect(telling.map((step) => step.cue)).toEqual([cue]);
    for (const step of steps) {
      step.frame(0.3);
      if (step === telling[0]) {
        expect(step.ms).toBeGreaterThan(100);
        expect([from, to]).not.toContain(picture(scene));
      }
      step.frame(1);
    }
    expect(picture(scene)).toBe(to);
  });

  it('shows what comes into sight and goes out of it', () => {
    const scene = sceneOf(board({ '1,1': mine, '2,1': theirs }));
    const next = board({ '1,1': mine, '3,2': wall });
    const steps = stepsOf(
      scene,
      [
        { kind: 'vanished', at: [2, 1], unit: theirs },
        { kind: 'appeared', at: [3, 2], unit: wall },
      ],
      next,
    );
    for (const step of steps) {
      step.frame(0.5);
      step.frame(1);
    }
    expect(picture(scene)).toBe(picture(sceneOf(next)));
  });
});
