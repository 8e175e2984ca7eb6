/** The choices of a set-up, and how they become a match with its seats taken. */
import { api, ApiError, type NewMatch, type SeatWish } from './api';
import { refusalText, t } from './i18n';
import { levelsTold, usualLevel } from './levels';
import { keepInvitations } from './online/invitation';

/** friend: at this screen; link: wherever the invitation is opened. */
export type SeatKind = 'you' | 'friend' | 'link' | 'computer';

export interface SeatChoice {
  kind: SeatKind;
  /** Of a computer; left out or '': the usual one. */
  level?: string;
  /** As typed; empty: the default name. */
  name: string;
}

export const MOST_PLAYERS = 8;
export const NAME_LENGTH = 24;

/** Somebody at this screen. */
export const human = (seat: SeatChoice): boolean => seat.kind === 'you' || seat.kind === 'friend';

/** What a set-up has decided so far. */
export interface Plan {
  /** The options that shape the board at the start. */
  board: Readonly<Record<string, string | number | boolean>>;
  /** All others. */
  rules: NewMatch['options'];
  seats: readonly SeatChoice[];
  /** Nothing is wrong that the page can see. */
  ready: boolean;
}

/** What was refused, and at which seat (0: not about a seat). */
export interface Failure {
  player: number;
  text: string;
}

/** What somebody is called who has typed no name. */
export function defaultName(seats: readonly SeatChoice[], player: number): string {
  if (human(seats[player - 1]!)) return t('player.number', { player });
  const computers = seats.filter((each) => !human(each)).length;
  return computers > 1 ? t('player.computer', { player }) : t('player.computer_alone');
}

/** What is wrong with a round limit as typed; null: nothing. */
export function roundsProblem(typed: string): string | null {
  const limit = whole(typed);
  if (!Number.isNaN(limit) && limit !== 0) return null;
  const values = { least: 1, most: 100000 };
  return refusalText({ error: 'BadOptions', detail: 'bad_max_rounds', message: '', values });
}

/** A change of one seat; only one seat is "you": choosing it elsewhere swaps the two. */
export function withKind(
  seats: readonly SeatChoice[],
  index: number,
  kind: SeatKind,
  level?: string,
): SeatChoice[] {
  const before = seats[index]?.kind;
  return seats.map((seat, at) => {
    if (at === index) return { ...seat, kind, level };
    if (kind === 'you' && seat.kind === 'you')
      return { ...seat, kind: before ?? 'friend', level: seats[index]?.level };
    return seat;
  });
}

/** Computers have no names to type, so each kind keeps to what the server needs. */
function wish(seat: SeatChoice, fallback: string, usual: string): SeatWish {
  if (seat.kind === 'link') return { kind: 'open' };
  const name = seat.name.trim() || fallback;
  return seat.kind === 'you' || seat.kind === 'friend'
    ? { kind: 'human', name }
    : { kind: 'computer', name: fallback, ...(seat.level || usual ? { bot: seat.level || usual } : {}) };
}

/** A whole number as typed; null: the field is empty; NaN: it is none. */
export function whole(text: string): number | null {
  const typed = text.trim();
  if (typed === '') return null;
  return /^\d{1,7}$/.test(typed) ? Number(typed) : NaN;
}

/** What went wrong, and at which seat (0: not about a seat). */
export class SeatRefused extends Error {
  constructor(
    readonly player: number,
    readonly reason: ApiError,
  ) {
    super(reason.message);
  }
}

/** Creates the match, keeps its invitations and takes every seat of a person here, in order; the id of the match. Throws ApiError or SeatRefused. */
export async function begin(
  game: string,
  options: NewMatch['options'],
  seats: readonly SeatChoice[],
  fallbackName: (player: number, seat: SeatChoice) => string,
  seed: number | null = null,
): Promise<string> {
  const unsaid = seats.some(({ kind, level }) => kind === 'computer' && !level);
  const usual = usualLevel(unsaid ? await levelsTold(game) : []);
  const players = seats.map((seat, index) => wish(seat, fallbackName(index + 1, seat), usual));
  const { game_id: id, invitations = {} } = await api.create({
    game,
    options,
    players,
    ...(seed === null ? {} : { seed }),
  });
  const open = Object.entries(invitations).filter(([player]) => players[Number(player) - 1]?.kind === 'open');
  if (open.length > 0) keepInvitations(id, Object.fromEntries(open));
  for (const [index, seat] of players.entries()) {
    if (seat.kind !== 'human') continue;
    const player = index + 1;
    try {
      await api.join(id, { player, ...(seat.name === undefined ? {} : { name: seat.name }) });
    } catch (reason) {
      throw reason instanceof ApiError ? new SeatRefused(player, reason) : reason;
    }
  }
  return id;
}

// ---- matches of two

/** watch: two computers play, and one looks on. */
export type Against = 'computer' | 'friend' | 'link' | 'watch';

/** The seats of two: oneself as player `mine`, and the other; `levels`: per player that of a computer. */
export function duel(
  against: Against,
  mine: 1 | 2,
  names: readonly [string, string],
  levels: readonly [string, string] = ['', ''],
): SeatChoice[] {
  const other = against === 'watch' ? 'computer' : against;
  return ([1, 2] as const).map((player) => ({
    kind: player === mine && against !== 'watch' ? 'you' : other,
    name: names[player - 1] ?? '',
    ...(levels[player - 1] ? { level: levels[player - 1]! } : {}),
  }));
}

/** Nobody plays but computers, so that everybody here looks on. */
export const watched = (seats: readonly SeatChoice[]): boolean =>
  seats.every(({ kind }) => kind === 'computer');
