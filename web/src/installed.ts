/** Games that the server has beside those of the catalog: installed packages, played on the general board. */
import { api, type GameInfo } from './api';
import { entryOf } from './catalog';

export interface NumberOption {
  name: string;
  preset: number;
}

/** Those without an entry of their own; none when the server does not answer. */
export async function installedGames(): Promise<GameInfo[]> {
  const games = await api.games().catch(() => []);
  return Array.isArray(games) ? games.filter((game) => !entryOf(game.id)) : [];
}

interface Schema {
  $defs?: Record<string, { properties?: Record<string, { type?: unknown; default?: unknown }> }>;
}

/** The options of a game that are whole numbers, with their defaults; all others stay as they are. */
export function numberOptions(game: GameInfo): NumberOption[] {
  const known = (game.options as Schema).$defs?.Options?.properties ?? {};
  return Object.entries(known).flatMap(([name, { type, default: preset }]) =>
    type === 'integer' && typeof preset === 'number' ? [{ name, preset }] : [],
  );
}
