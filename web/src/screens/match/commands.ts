/** Reads a line of the command box: verbs, places and directions in the reader's language, English always understood. */
import { maybe, t, type Key } from '../../i18n';

export type Command =
  | { do: 'units' | 'enemies' | 'threats' | 'rest' | 'end' | 'help' }
  | { do: 'at'; x: number; y: number }
  | { do: 'act'; x: number; y: number; dx: number; dy: number }
  | { do: 'unknown'; why: 'words' | 'place' | 'direction' };

const VERBS = ['units', 'enemies', 'threats', 'rest', 'end', 'help'] as const;
const DIRECTIONS = {
  up: [0, -1],
  down: [0, 1],
  left: [-1, 0],
  right: [1, 0],
  stay: [0, 0],
} as const;

type Direction = keyof typeof DIRECTIONS;
const NAMES = Object.keys(DIRECTIONS) as Direction[];

/** Without accents, capitals and signs that say nothing, so that people may type as they like. */
export function plain(words: string): string {
  return words
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]/g, ' ')
    .replace(/[?!.:;"«»]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

const ENGLISH: Readonly<Record<string, string>> = {
  units: 'units|u',
  enemies: 'enemies',
  threats: 'threats',
  rest: 'all stay|stay all|dig in',
  end: 'end|end turn',
  hint: 'hint|tip|advice',
  help: 'help',
  at: "at|what is at|what's at|look at",
  act: 'act|move',
  up: 'up|north|n',
  down: 'down|south|s',
  left: 'left|west|w',
  right: 'right|east|e',
  stay: 'stay|here',
};

/** All ways to say a word: those of the reader's language and the English ones. */
function ways(word: string): string[] {
  const own = maybe(`command.words.${word}`) ?? '';
  return [...own.split('|'), ...(ENGLISH[word] ?? '').split('|')].map(plain).filter(Boolean);
}

function direction(words: string): readonly [number, number] | null {
  const parts = words.split(/[\s-]+/).filter(Boolean);
  if (parts.length === 0 || parts.length > 2) return null;
  let [dx, dy] = [0, 0];
  for (const part of parts) {
    const name = NAMES.find((candidate) => ways(candidate).includes(part));
    if (!name || (name === 'stay' && parts.length > 1)) return null;
    dx += DIRECTIONS[name][0];
    dy += DIRECTIONS[name][1];
  }
  const twice = parts.length === 2 && (dx === 0 || dy === 0);
  return twice ? null : [dx, dy];
}

/** Whether this line asks for a hint, in any game. */
export const asksHint = (line: string): boolean => ways('hint').includes(plain(line));

export function parse(line: string): Command {
  const words = plain(line);
  const verb = VERBS.find((candidate) => ways(candidate).includes(words));
  if (verb) return { do: verb };
  const place = /(\d+)\s*,\s*(\d+)/.exec(words);
  if (!place) {
    const asksForPlace = ['at', 'act'].some((word) =>
      ways(word).some((way) => words === way || words.startsWith(`${way} `)),
    );
    return { do: 'unknown', why: asksForPlace ? 'place' : 'words' };
  }
  const [x, y] = [Number(place[1]), Number(place[2])];
  const before = words.slice(0, place.index).trim();
  const after = words.slice(place.index + place[0].length).trim();
  if (after === '') {
    if (before === '' || ways('at').includes(before)) return { do: 'at', x, y };
    return { do: 'unknown', why: ways('act').includes(before) ? 'direction' : 'words' };
  }
  if (before !== '' && !ways('act').includes(before)) return { do: 'unknown', why: 'words' };
  const vector = direction(after);
  return vector ? { do: 'act', x, y, dx: vector[0], dy: vector[1] } : { do: 'unknown', why: 'direction' };
}

/** A direction in words, such as "down-left". */
export function directionName(dx: number, dy: number): string {
  if (dx === 0 && dy === 0) return t('board.direction.stay');
  const rows = ['up', '', 'down'] as const;
  const columns = ['left', '', 'right'] as const;
  const name = [rows[dy + 1], columns[dx + 1]].filter(Boolean).join('_');
  return t(`board.direction.${name}` as Key);
}
