/** Keys of a board: what a key means, and how arrows steer a vector on the 3 x 3 around a unit. */

export type Vector = readonly [dx: number, dy: number];

const ARROWS: Readonly<Record<string, Vector>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/** Letters that steer, by where they lie on the keyboard. */
const STEERING: Readonly<Record<'azerty' | 'qwerty', string>> = { azerty: 'zsqd', qwerty: 'wsad' };
const WAYS: readonly Vector[] = [
  [0, -1],
  [0, 1],
  [-1, 0],
  [1, 0],
];

/** Where a letter steers; null: nowhere. */
export function steered(key: string, layout: 'azerty' | 'qwerty'): Vector | null {
  return (key.length === 1 && WAYS[STEERING[layout].indexOf(key.toLowerCase())]) || null;
}

export type Intent =
  | { do: 'arrow'; dx: number; dy: number }
  | { do: 'confirm' | 'cancel' | 'end' | 'threats' | 'recap' | 'hint' }
  | { do: 'cycle' | 'anywhere'; by: 1 | -1 };

const LETTERS: Readonly<Record<string, Intent>> = {
  e: { do: 'end' },
  t: { do: 'threats' },
  r: { do: 'recap' },
  h: { do: 'hint' },
};

type KeyPress = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** What a key pressed on the board means; null: nothing to us. */
export function intentOf(event: KeyPress, letters: boolean): Intent | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const arrow = ARROWS[event.key];
  if (arrow) return { do: 'arrow', dx: arrow[0], dy: arrow[1] };
  if (event.key === 'Enter' || event.key === ' ') return { do: 'confirm' };
  if (event.key === 'Escape') return { do: 'cancel' };
  if (event.key === 'Tab') return { do: 'cycle', by: event.shiftKey ? -1 : 1 };
  const key = event.key.toLowerCase();
  if (!letters) return null;
  if (key === 'n') return { do: 'anywhere', by: event.shiftKey ? -1 : 1 };
  return LETTERS[key] ?? null;
}

/**
 * The vector after an arrow: on from the present one (or from the unit itself) in the arrow's direction, over what
 * cannot be chosen, to the first that can. When there is none straight on, the nearest one further in that direction,
 * so that every choice can be reached; unchanged when there is none at all.
 */
export function steer(current: Vector | null, arrow: Vector, choices: readonly Vector[]): Vector | null {
  const [x, y] = current ?? [0, 0];
  const [ax, ay] = arrow;
  let best: Vector | null = current;
  let least = Infinity;
  for (const choice of choices) {
    const ahead = (choice[0] - x) * ax + (choice[1] - y) * ay;
    const aside = Math.abs((choice[0] - x) * ay) + Math.abs((choice[1] - y) * ax);
    if (ahead > 0 && aside * 3 + ahead < least) {
      least = aside * 3 + ahead;
      best = choice;
    }
  }
  return best;
}
