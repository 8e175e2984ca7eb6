/** The one stage of the page: kept for a moment when its board goes, because the next player's board wants the same. */
import type { Quality } from './quality';
import type { Stage } from './stage';

/** It cannot be drawn here, or no longer. */
export type Trouble = 'missing' | 'lost';
/** For every board of the page, until somebody asks for the relief again. */
export const trouble: { why: Trouble | null } = { why: null };

/** The best that this machine has been found able to draw; null: nothing is known. */
export const best: { quality: Quality | null } = { quality: null };

/** Milliseconds that a stage without a board is kept. */
const KEPT = 1500;

let here: { key: string; stage: Stage } | null = null;
let leaving: ReturnType<typeof setTimeout> | undefined;

function drop(): void {
  clearTimeout(leaving);
  here?.stage.dispose();
  here?.stage.canvas.remove();
  here = null;
}

/** The stage of this key, made if there is none. Throws what making it throws. */
export function takeStage(key: string, make: () => Stage): Stage {
  clearTimeout(leaving);
  if (here && (here.key !== key || here.stage.lost)) drop();
  here ??= { key, stage: make() };
  return here.stage;
}

/** Its board has gone. */
export function leaveStage(stage: Stage): void {
  stage.stop();
  stage.onlost = stage.ondrawn = stage.ontired = () => undefined;
  if (here?.stage !== stage) return;
  clearTimeout(leaving);
  if (stage.lost) drop();
  else leaving = setTimeout(drop, KEPT);
}
