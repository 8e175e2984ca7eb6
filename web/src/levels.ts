/** On which levels the computer plays a game, as the server says, and what people are told of them. */
import type { GameInfo } from './api';
import { maybe, t } from './i18n';
import { gameOf, gamesTold } from './titles.svelte';

/** The names of the levels, the weakest first; none until the server has told. In a component it follows. */
export function levelsOf(game: string): readonly string[] {
  return namesIn(gameOf(game));
}

/** The same, once the server has told; none when it does not answer. */
export async function levelsTold(game: string): Promise<readonly string[]> {
  return namesIn((await gamesTold()).find(({ id }) => id === game));
}

const namesIn = (info: GameInfo | undefined): readonly string[] =>
  (info?.levels ?? []).map(({ name }) => name);

/** Whether this server lets the computer think less on one of these levels, because its rules are not compiled. */
export const thinksLess = (game: string, ...levels: readonly string[]): boolean =>
  found(game, levels).some(({ nodes, full }) => nodes < full);

/** With which budget the computer plays here on these levels, in a sentence; null: the server has not said. */
export function budgetWords(game: string, ...levels: readonly string[]): string | null {
  if (found(game, levels).length === 0) return null;
  return t(thinksLess(game, ...levels) ? 'level.light' : 'level.full');
}

const found = (game: string, levels: readonly string[]) =>
  gameOf(game)?.levels.filter(({ name }) => levels.includes(name)) ?? [];

/** The level that is chosen before anybody chooses: the second one; '' while none is known. */
export const usualLevel = (levels: readonly string[]): string => levels[Math.min(1, levels.length - 1)] ?? '';

/** What a level is called. */
export const levelName = (level: string): string => maybe(`level.${level}`) ?? level;

/** What the computer does on a level, in a sentence or two; null: nobody has written that. */
export const levelAbout = (game: string, level: string): string | null =>
  maybe(`level.about.${game}.${level}`) ?? maybe(`level.about.${level}`);
