/** What somebody at their first turns of PixelsWars is told to do next. */
import { t } from '../i18n';
import { learning } from '../lessons';
import type { PixelsWarsPlay } from './pixelswars-play';

/** One sentence; null: nothing to teach. */
export function lesson(play: PixelsWarsPlay): string | null {
  const { position } = play;
  if (!learning('pixelswars') || !position.myTurn) return null;
  const unit = position.unit(play.unit);
  if (unit) {
    const capture = position.adviceOf(unit.id)?.capture;
    if (capture) return t(`pixelswars.lesson.${capture}`);
    return t(position.draft ? 'pixelswars.lesson.moved' : 'pixelswars.lesson.target');
  }
  if (position.waiting.length > 0)
    return t(position.view?.round === 1 ? 'pixelswars.lesson.choose' : 'pixelswars.lesson.more');
  const sells = (position.advice?.shops ?? []).some(({ offers }) => offers.some(({ why }) => why === null));
  return t(sells ? 'pixelswars.lesson.buy' : 'pixelswars.lesson.end');
}
