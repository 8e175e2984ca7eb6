/** The matches begun or joined in this browser, newest first, so that they can be continued. */
import { api, ApiError, type MatchInfo } from './api';

export interface Recent {
  id: string;
  game: string;
  /** Milliseconds since 1970. */
  at: number;
}

const KEY = 'outflank.recent';
/** Those that are over, whose replays can be watched. */
const FINISHED = 'outflank.finished';
const KEPT = 12;

export function recentMatches(key: string = KEY): Recent[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.filter(
      (entry): entry is Recent =>
        typeof entry?.id === 'string' && typeof entry?.game === 'string' && typeof entry?.at === 'number',
    );
  } catch {
    return []; // Blocked or damaged storage: nothing to continue.
  }
}

function store(list: Recent[], key: string = KEY): void {
  try {
    localStorage.setItem(key, JSON.stringify(list.slice(0, KEPT)));
  } catch {
    // The match then cannot be found again from the home screen; its address still works.
  }
}

export function rememberMatch(id: string, game: string, at: number = Date.now()): void {
  store([{ id, game, at }, ...recentMatches().filter((entry) => entry.id !== id)]);
}

export function forgetMatch(id: string): void {
  store(recentMatches().filter((entry) => entry.id !== id));
}

/** Matches that were played in this browser and are over, newest first. */
export const finishedMatches = (): Recent[] => recentMatches(FINISHED);

/** A match is over: it cannot be continued, but its replay can be watched. */
export function finishMatch(id: string, game: string, at: number = Date.now()): void {
  forgetMatch(id);
  store([{ id, game, at }, ...finishedMatches().filter((entry) => entry.id !== id)], FINISHED);
}

/** Its replay is not there any more. */
export function forgetFinished(id: string): void {
  store(
    finishedMatches().filter((entry) => entry.id !== id),
    FINISHED,
  );
}

/** Those that still run, asked of the server; finished ones are put among the finished, unknown ones are forgotten, unreachable ones kept but not shown. */
export async function runningMatches(limit = 3): Promise<{ recent: Recent; info: MatchInfo }[]> {
  const running: { recent: Recent; info: MatchInfo }[] = [];
  for (const recent of recentMatches()) {
    if (running.length === limit) break;
    try {
      const info = await api.match(recent.id);
      if (info.mine.length === 0) forgetMatch(recent.id);
      else if (info.finished) finishMatch(recent.id, recent.game, recent.at);
      else running.push({ recent, info });
    } catch (reason) {
      if (reason instanceof ApiError && reason.status === 404) forgetMatch(recent.id);
      else break; // The server is away: asking for the others would only take longer.
    }
  }
  return running;
}
