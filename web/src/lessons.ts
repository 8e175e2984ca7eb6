/** Whether somebody is still at their first turns in this browser, and is told what to do next. */
const KEY = 'outflank.lessons';
/** By then the first infantry can have become a factory, and that factory have produced. */
export const TURNS = 5;

let ended = read();

function read(): number {
  try {
    return Number(localStorage.getItem(KEY)) || 0;
  } catch {
    return 0;
  }
}

export function learning(): boolean {
  return ended < TURNS;
}

/** One more turn of a person has ended. */
export function turnLearned(): void {
  if (!learning()) return;
  ended += 1;
  try {
    localStorage.setItem(KEY, String(ended));
  } catch {
    // The next visit begins with the lessons again.
  }
}

/** The lessons begin again. */
export function relearn(): void {
  ended = 0;
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}
