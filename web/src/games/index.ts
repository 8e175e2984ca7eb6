/** The games with a page module of their own: one line each. All others are played on the generic grid. */
import { cellwar } from './cellwar';
import { pixelswars } from './pixelswars';
import { generic } from './generic';
import type { GameModule } from './module';
import { traversal } from './traversal';

const MODULES: readonly GameModule[] = [cellwar, pixelswars, traversal];

export function moduleOf(game: string): GameModule {
  return MODULES.find((module) => module.id === game) ?? generic;
}
