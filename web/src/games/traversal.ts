/** Traversal's page module: its boards, and still pictures of it. */
import type { TraversalView } from '../protocol';
import type { GameModule } from './module';
import { TraversalPlay } from './traversal-play';
import { drawStill } from './traversal-still';
import { loadTables } from './traversal-tables';

export const traversal: GameModule = {
  id: 'traversal',
  renews: true,
  prepare: async () => void (await loadTables()),
  open: (host) => new TraversalPlay(host),
  board: async () => (await import('../board/relief/Relief.svelte')).default,
  drawPicture: (canvas, view, options) => drawStill(canvas, view as unknown as TraversalView, options?.cell),
};
