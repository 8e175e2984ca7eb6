/** What the server tells of its games, asked once: what they are called, and on which levels the computer plays. */
import { api, type GameInfo, type Words } from './api';
import { entryOf } from './catalog';
import { locale, t } from './i18n';

const told = $state<{ games: readonly GameInfo[] }>({ games: [] });
let asked: Promise<readonly GameInfo[]> | null = null;

/** All of them; none when the server does not answer, which is asked again the next time. */
export function gamesTold(): Promise<readonly GameInfo[]> {
  asked ??= api.games().then((games) => {
    if (!Array.isArray(games)) return again();
    told.games = games;
    return games;
  }, again);
  return asked;
}

function again(): readonly GameInfo[] {
  asked = null;
  return [];
}

/** What is known of one; undefined while nobody has said more. In a component it follows. */
export function gameOf(game: string): GameInfo | undefined {
  void gamesTold();
  return told.games.find(({ id }) => id === game);
}

/** Words in the reader's language, else English; `otherwise` where there are none. */
export function inWords(words: Words | undefined, otherwise: string): string {
  return words?.[locale()] ?? words?.en ?? otherwise;
}

/** A game's name. Its id while nobody has said more. */
export function titleOf(game: string): string {
  const entry = entryOf(game);
  return entry ? t(entry.title) : inWords(gameOf(game)?.title, game);
}
