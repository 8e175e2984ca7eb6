/** On which levels the computer plays a game, as the server says, and what people are told of them. */
import type { GameInfo } from './api';
import { maybe } from './i18n';
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

/** Whether this server lets the computer think less, because its rules are not compiled. */
export const thinksLess = (game: string): boolean => gameOf(game)?.budget === 'light';

/** The level that is chosen before anybody chooses: the second one; '' while none is known. */
export const usualLevel = (levels: readonly string[]): string => levels[Math.min(1, levels.length - 1)] ?? '';

/** What a level is called. */
export const levelName = (level: string): string => maybe(`level.${level}`) ?? level;

/** What the computer does on a level, in a sentence or two; null: nobody has written that. */
export const levelAbout = (game: string, level: string): string | null =>
  maybe(`level.about.${game}.${level}`) ?? maybe(`level.about.${level}`);
