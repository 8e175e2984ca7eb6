/** Whether somebody is still at their first turns of a game in this browser, and is told what to do next. */
const KEY = 'outflank.lessons';
/** By then the first infantry of CellWar can have become a factory, and that factory have produced. */
export const TURNS = 5;

/** Turns that have ended, of each game. */
let ended = read();

function read(): Record<string, number> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    if (typeof kept === 'number') return { cellwar: kept }; // so it was written while only one game had lessons
    return kept && typeof kept === 'object' ? (kept as Record<string, number>) : {};
  } catch {
    return {};
  }
}

export function learning(game: string): boolean {
  return !((ended[game] ?? 0) >= TURNS);
}

/** One more turn of a person has ended. */
export function turnLearned(game: string): void {
  if (!learning(game)) return;
  ended[game] = (ended[game] ?? 0) + 1;
  try {
    localStorage.setItem(KEY, JSON.stringify(ended));
  } catch {
    // The next visit begins with the lessons again.
  }
}

/** The lessons begin again. */
export function relearn(): void {
  ended = {};
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}
