/** The server's REST interface: one function per request; every failure is an ApiError with a stable code. */
import type { Params, RefusalLike } from './i18n';

export class ApiError extends Error implements RefusalLike {
  constructor(
    /** 0: the server was not reached. */
    readonly status: number,
    readonly error: string,
    readonly detail: string,
    message: string,
    readonly values: Params = {},
  ) {
    super(message);
  }
}

export interface SeatInfo {
  player: number;
  name: string;
  kind: 'human' | 'computer' | 'open';
  bot: string | null;
}

/** Per language. */
export type Words = Readonly<Record<string, string>>;

export interface GameInfo {
  id: string;
  /** What people call it; empty: it does not say. */
  title: Words;
  version: number;
  /** JSON Schema with defaults. */
  options: unknown;
  /** What its options are called, as far as it says. */
  labels: Readonly<Record<string, Words>>;
  /** How many play, unless an option says otherwise. */
  players: number;
  /** How the computer plays, the weakest first, the nodes it may spend here, and where the rules are compiled. */
  levels: readonly { name: string; nodes: number; full: number }[];
  /** light: the rules are not compiled here, so that the computer thinks less. */
  budget: 'full' | 'light';
}

export interface MatchInfo {
  game_id: string;
  game: string;
  options: Record<string, unknown>;
  seats: SeatInfo[];
  started: boolean;
  finished: boolean;
  /** The players this browser holds. */
  mine: number[];
}

export interface SeatWish {
  kind: 'human' | 'computer' | 'open';
  name?: string;
  bot?: string;
}

export interface NewMatch {
  game: string;
  options: Record<string, unknown>;
  players: SeatWish[];
  /** Makes what is left to chance the same again, in games that hide nothing. */
  seed?: number;
}

/** What a player of replays shows around the board. */
export interface ReplayInfo {
  replay_id: string;
  match_id: string;
  game: string;
  options: Record<string, unknown>;
  seats: SeatInfo[];
  /** Milliseconds since 1970. */
  started_at: number;
  ended_at: number;
  /** 0: a draw; null: nobody was left. */
  winner: number | null;
  reason: string | null;
  /** Events; there is one moment more. */
  length: number;
  turns: number[];
  times: number[];
  /** Only computers play, and they still do. */
  running?: boolean;
}

/** A moment at which a turn begins; `player` moved before it (0: nobody). */
export interface CoursePoint {
  moment: number;
  round: number;
  player: number;
  values: number[];
  /** Per player, from -100 (lost) to 100 (won). */
  shares: number[];
}

/** How a match went. */
export interface Course {
  points: CoursePoint[];
  /** The turns that changed the most, in their order. */
  turning: { start: number; end: number; round: number; player: number; shares: number[] }[];
}

/** The board after `moment` events. */
export interface Frame {
  moment: number;
  view: Record<string, unknown>;
  effects: Record<string, unknown>[];
  player: number | null;
  what: string | null;
  grid: string[][] | null;
}

const WAIT = 15_000;

async function request<T>(
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<T> {
  const timeout = AbortSignal.timeout(WAIT);
  let response: Response;
  try {
    response = await fetch(import.meta.env.BASE_URL + path, {
      method,
      credentials: 'same-origin',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(body === undefined
        ? {}
        : body instanceof Blob
          ? { body }
          : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
  } catch (reason) {
    if (signal?.aborted) throw reason;
    const late = timeout.aborted;
    throw new ApiError(
      0,
      late ? 'Timeout' : 'Offline',
      '',
      late ? 'The server did not answer in time.' : 'The server cannot be reached.',
    );
  }
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok && answer !== null) return answer as T;
  throw refusal(response.status, answer);
}

/** What the body of a failed answer says; proxies in between answer in their own ways. */
function refusal(status: number, answer: unknown): ApiError {
  const body = (typeof answer === 'object' && answer !== null ? answer : {}) as Record<string, unknown>;
  if (typeof body.error !== 'string')
    return new ApiError(status, 'ServerError', '', `The server answered ${status}.`, { status });
  return new ApiError(
    status,
    body.error,
    typeof body.detail === 'string' ? body.detail : '',
    typeof body.message === 'string' ? body.message : body.error,
    typeof body.values === 'object' && body.values !== null ? (body.values as Params) : {},
  );
}

const id = encodeURIComponent;

export const api = {
  /** `addresses`: where others find a server that listens on this machine's network. */
  health: () => request<{ status: string; version: string; addresses?: string[] }>('GET', 'api/health'),
  games: () => request<GameInfo[]>('GET', 'api/games'),
  /** The game's own numbers, for help and set-up. */
  tables: <Tables>(game: string, signal?: AbortSignal) =>
    request<Tables>('GET', `api/games/${id(game)}/tables`, undefined, signal),
  match: (match: string, signal?: AbortSignal) =>
    request<MatchInfo>('GET', `api/game/${id(match)}`, undefined, signal),
  create: (wish: NewMatch) =>
    request<{ game_id: string; invitations?: Record<string, string> }>('POST', 'api/game/create', wish),
  join: (match: string, seat: { player?: number; name?: string; code?: string } = {}) =>
    request<{ player_id: number }>('POST', `api/game/${id(match)}/join`, seat),
  /** Which match an invitation's code is to. */
  find: (code: string) => request<{ game_id: string }>('POST', 'api/game/find', { code }),
  /** Asks the others of a match that is over to another one; each is told only the own invitation. */
  rematch: (match: string, other: string, codes: Record<string, string>) =>
    request<Record<string, never>>('POST', `api/game/${id(match)}/rematch`, { match_id: other, codes }),
  /** The computer takes an open seat; without a level, as the server likes. */
  fill: (match: string, player: number, bot = '') =>
    request<MatchInfo>('POST', `api/game/${id(match)}/fill`, { player, ...(bot ? { bot } : {}) }),
  /** Calls off a match that has not begun. */
  cancel: (match: string) => request<Record<string, never>>('POST', `api/game/${id(match)}/cancel`),
  replay: (replay: string, signal?: AbortSignal) =>
    request<ReplayInfo>('GET', `api/replay/${id(replay)}`, undefined, signal),
  /** Moments as everybody (`eyes` 0) or one player sees them; `words`: the board in words as well. */
  frames: (replay: string, from: number, to: number, eyes: number, words: boolean) =>
    request<Frame[]>(
      'GET',
      `api/replay/${id(replay)}/frames?from=${from}&to=${to}${eyes ? `&eyes=${eyes}` : ''}${words ? '&words=1' : ''}`,
    ),
  /** How the match of a replay went; without points where the game does not judge positions. */
  course: (replay: string, signal?: AbortSignal) =>
    request<Course>('GET', `api/replay/${id(replay)}/evaluation`, undefined, signal),
  /** A replay file; it can be watched under the id in the answer. */
  bring: (file: Blob) => request<ReplayInfo>('POST', 'api/replay', file),
  /** The address of a match's replay file. */
  replayFile: (match: string) => `${import.meta.env.BASE_URL}api/game/${id(match)}/replay`,
  /** The start of a match with these options, everything visible. */
  preview: <View>(game: string, options: Record<string, string | number | boolean>, signal?: AbortSignal) =>
    request<{ view: View }>(
      'GET',
      `api/game/preview?${new URLSearchParams({ game, ...mapped(options) })}`,
      undefined,
      signal,
    ),
};

function mapped(options: Record<string, string | number | boolean>): Record<string, string> {
  return Object.fromEntries(Object.entries(options).map(([key, value]) => [key, String(value)]));
}

/** Any thrown thing as something `refusalText` can say. */
export function asRefusal(reason: unknown): RefusalLike {
  if (reason instanceof ApiError) return reason;
  return { error: 'Unexpected', message: reason instanceof Error ? reason.message : String(reason) };
}
