/** The games that can be chosen on the home screen, each with what its card and its set-up say. */
import type { Key } from './i18n';

export interface Entry {
  id: string;
  title: Key;
  tagline: Key;
  /** For whom, how long, how: one short line each. */
  facts: readonly Key[];
  /** It is played on boards that are chosen: each begins at once under /play/<number>. */
  boards?: { another: Key; numbered: Key };
}

const LISTED = [
  {
    id: 'cellwar',
    title: 'game.cellwar.title',
    tagline: 'game.cellwar.tagline',
    facts: ['game.cellwar.fact_players', 'game.cellwar.fact_time', 'game.cellwar.fact_idea'],
  },
  {
    id: 'pixelswars',
    title: 'game.pixelswars.title',
    tagline: 'game.pixelswars.tagline',
    facts: ['game.pixelswars.fact_players', 'game.pixelswars.fact_maps', 'game.pixelswars.fact_idea'],
    boards: { another: 'pixelswars.maps.other', numbered: 'pixelswars.maps.number' },
  },
  {
    id: 'traversal',
    title: 'game.traversal.title',
    tagline: 'game.traversal.tagline',
    facts: ['game.traversal.fact_players', 'game.traversal.fact_time', 'game.traversal.fact_idea'],
  },
] as const satisfies readonly Entry[];

/** Their ids: a table with one line per game is not complete, and does not compile, without all of them. */
export type Listed = (typeof LISTED)[number]['id'];

export const CATALOG: readonly Entry[] = LISTED;

export function entryOf(game: string): Entry | undefined {
  return CATALOG.find((entry) => entry.id === game);
}

/** The game that the addresses /play/<number> begin. */
export function withBoards(): Entry | undefined {
  return CATALOG.find((entry) => entry.boards);
}
