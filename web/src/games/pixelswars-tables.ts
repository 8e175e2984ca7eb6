/** PixelsWars's own numbers, asked for once: the page has none of its own. */
import { api } from '../api';
import type { PixelsWarsGroundFacts, PixelsWarsTables, PixelsWarsUnitFacts } from '../protocol';

let known: PixelsWarsTables | null = null;
let asked: Promise<PixelsWarsTables> | null = null;

/** Throws ApiError; the next call then asks again. */
export function loadTables(): Promise<PixelsWarsTables> {
  asked ??= api.tables<PixelsWarsTables>('pixelswars').then(
    (answer) => (known = answer),
    (reason: unknown) => {
      asked = null;
      throw reason;
    },
  );
  return asked;
}

/** For tests, and for whoever has them already. */
export function setTables(tables: PixelsWarsTables): void {
  known = tables;
  asked = Promise.resolve(tables);
}

/** Null until they have come. */
export function tables(): PixelsWarsTables | null {
  return known;
}

export function unitFacts(kind: string): PixelsWarsUnitFacts | null {
  return known?.units.find((unit) => unit.kind === kind) ?? null;
}

/** The ground that a letter of a view's grid stands for. */
export function groundFacts(letter: string): PixelsWarsGroundFacts | null {
  return known?.ground.find((ground) => ground.letter === letter) ?? null;
}

/** What a unit of this kind has when it is whole; at least what it has now. */
export function fullHp(kind: string, hp: number): number {
  return Math.max(unitFacts(kind)?.hp ?? 0, hp, 1);
}
