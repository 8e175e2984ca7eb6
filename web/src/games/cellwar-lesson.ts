/** What somebody at their first turns of CellWar is told to do next. */
import { t } from '../i18n';
import { learning } from '../lessons';
import type { CellWarPosition } from './cellwar-position';

/** One sentence; null: nothing to teach. */
export function lesson(
  position: CellWarPosition,
  player: number,
  selected: number | null,
  chosen: boolean,
): string | null {
  if (!learning('cellwar') || position.currentPlayer !== player) return null;
  if (position.canEndTurn) return t('cellwar.lesson.end');
  const units = position.view?.my_units ?? [];
  const unit = units.find(({ id }) => id === selected);
  if (!unit) return t(position.view?.round === 1 ? 'cellwar.lesson.choose' : 'cellwar.lesson.more');
  if (chosen) return t('cellwar.lesson.confirm');
  return t(unit.type === 'factory' ? 'cellwar.lesson.factory' : 'cellwar.lesson.target');
}
