/** What games are called: ours in our texts, others by what they say themselves, once the server has told. */
import { api, type GameInfo, type Words } from './api';
import { entryOf } from './catalog';
import { locale, t } from './i18n';

const told = $state<{ games: readonly GameInfo[] }>({ games: [] });
let asked = false;

/** Words in the reader's language, else English; `otherwise` where there are none. */
export function inWords(words: Words | undefined, otherwise: string): string {
  return words?.[locale()] ?? words?.en ?? otherwise;
}

/** A game's name. Its id while nobody has said more. */
export function titleOf(game: string): string {
  const entry = entryOf(game);
  if (entry) return t(entry.title);
  if (!asked) {
    asked = true;
    void api.games().then(
      (games) => (told.games = games),
      () => (asked = false),
    );
  }
  return inWords(told.games.find(({ id }) => id === game)?.title, game);
}
