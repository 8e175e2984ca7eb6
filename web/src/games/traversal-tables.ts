/** Traversal's own numbers, asked for once: the page has none of its own. */
import { api } from '../api';
import type { TraversalPieceFacts, TraversalTables } from '../protocol';

let known: TraversalTables | null = null;
let asked: Promise<TraversalTables> | null = null;

/** Throws ApiError; the next call then asks again. */
export function loadTables(): Promise<TraversalTables> {
  asked ??= api.tables<TraversalTables>('traversal').then(
    (answer) => (known = answer),
    (reason: unknown) => {
      asked = null;
      throw reason;
    },
  );
  return asked;
}

/** For tests, and for whoever has them already. */
export function setTables(tables: TraversalTables): void {
  known = tables;
  asked = Promise.resolve(tables);
}

/** Null until they have come. */
export function tables(): TraversalTables | null {
  return known;
}

export function pieceFacts(kind: string): TraversalPieceFacts | null {
  return known?.pieces.find((piece) => piece.kind === kind) ?? null;
}

/** The player who leaves beyond a row; 0: nobody. */
export function leaverAt(row: number): number {
  return (known?.exit_rows.indexOf(row) ?? -1) + 1;
}
