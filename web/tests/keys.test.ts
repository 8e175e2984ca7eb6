/** Arrow keys steer over the eight neighbours: straight on first, and nothing that can be chosen is out of reach. */
import { describe, expect, it } from 'vitest';
import { steer, type Vector } from '../src/board/keys';

const AROUND: readonly Vector[] = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx): Vector => [dx, dy]));
const ARROWS: readonly Vector[] = [
  [0, -1],
  [0, 1],
  [-1, 0],
  [1, 0],
];

describe('steer', () => {
  it('goes straight on, over what cannot be chosen', () => {
    expect(steer(null, [1, 0], AROUND)).toEqual([1, 0]);
    expect(steer([-1, 1], [1, 0], [[1, 1], [0, 0], [-1, 1]])).toEqual([1, 1]); // prettier-ignore
    expect(steer([1, 0], [1, 0], AROUND)).toEqual([1, 0]);
  });

  it('turns aside when nothing is straight on', () => {
    expect(steer(null, [1, 0], [[1, 1]])).toEqual([1, 1]);
    expect(steer(null, [-1, 0], [[1, 1]])).toBeNull();
  });

  it('reaches every choice, whatever the choices are', () => {
    for (let set = 1; set < 2 ** AROUND.length; set++) {
      const choices = AROUND.filter((_, index) => set & (1 << index));
      const reached = new Map<string, Vector | null>([['null', null]]);
      for (const [, vector] of reached)
        for (const arrow of ARROWS) {
          const next = steer(vector, arrow, choices);
          reached.set(String(next), next);
        }
      for (const [dx, dy] of choices)
        if (dx !== 0 || dy !== 0)
          expect([...reached.keys()], `of ${choices.join(' ')}`).toContain(`${dx},${dy}`);
    }
  });
});
