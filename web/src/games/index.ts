/** The games with a page module of their own: one line each. All others are played on the generic grid. */
import { cellwar } from './cellwar';
import { pixelswars } from './pixelswars';
import { generic } from './generic';
import type { GameModule } from './module';

const MODULES: readonly GameModule[] = [cellwar, pixelswars];

export function moduleOf(game: string): GameModule {
  return MODULES.find((module) => module.id === game) ?? generic;
}
