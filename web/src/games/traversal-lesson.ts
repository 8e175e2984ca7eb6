/** What somebody at their first turns of Traversal is told to do next. */
import { t } from '../i18n';
import { learning } from '../lessons';
import type { TraversalPlay } from './traversal-play';

/** One sentence; null: nothing to teach. */
export function lesson(play: TraversalPlay): string | null {
  if (!learning('traversal') || play.position.legal.length === 0) return null;
  if (play.chosen === null) return t('traversal.lesson.choose');
  return t(play.choice ? 'traversal.lesson.confirm' : 'traversal.lesson.target');
}
