/** The last lines of each seat's log, kept in this tab, so that a reload does not lose them. */
import type { LogEntry } from '../../games/module';

const KEPT = 60;

export class KeptLog {
  readonly #key: string;

  /** Nobody is shown another seat's lines: each has a place of its own. */
  constructor(match: string, player: number) {
    this.#key = `outflank.log.${match}.${player}`;
  }

  read(): LogEntry[] {
    try {
      const stored: unknown = JSON.parse(sessionStorage.getItem(this.#key) ?? '[]');
      return Array.isArray(stored) ? stored.filter(isEntry) : [];
    } catch {
      return []; // blocked or damaged storage: the log begins now
    }
  }

  write(lines: readonly LogEntry[]): void {
    const kept = lines.slice(-KEPT).map(({ text, owner, bad, turn }) => ({ text, owner, bad, turn }));
    try {
      sessionStorage.setItem(this.#key, JSON.stringify(kept));
    } catch {
      // The log then lasts until the page is reloaded.
    }
  }
}

function isEntry(value: unknown): value is LogEntry {
  const entry = value as LogEntry | null;
  return typeof entry?.text === 'string' && typeof entry.owner === 'number';
}
