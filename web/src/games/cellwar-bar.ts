/** The buttons under a CellWar board: always the same six, so that nothing jumps under a finger. */
import { t } from '../i18n';
import type { BarAction } from './module';

/** What they depend on. */
export interface Moment {
  selected: boolean;
  /** An action is shown and waits to be confirmed. */
  chosen: boolean;
  canStay: boolean;
  /** Others than the selected one can act. */
  others: boolean;
  /** All the rest may stay; the question is asked; they are doing it. */
  rest: { possible: boolean; asked: boolean; running: boolean };
  threats: boolean;
}

export function bar(
  { selected, chosen, canStay, others, rest, threats }: Moment,
  run: (id: 'confirm' | 'cancel' | 'stay' | 'next' | 'threats' | 'rest') => () => void,
): BarAction[] {
  const certain = chosen || rest.asked;
  return [
    { id: 'confirm', label: t('match.confirm'), enabled: certain, primary: certain, run: run('confirm') },
    {
      id: 'cancel',
      label: t('match.cancel'),
      enabled: selected || rest.asked || rest.running,
      run: run('cancel'),
    },
    { id: 'stay', label: t('match.stay'), enabled: canStay, run: run('stay') },
    { id: 'next', label: t('match.next'), enabled: others, run: run('next') },
    { id: 'threats', label: t('match.threats'), enabled: true, pressed: threats, run: run('threats') },
    {
      id: 'rest',
      label: t('cellwar.rest.label'),
      enabled: rest.possible,
      pressed: rest.asked,
      run: run('rest'),
    },
  ];
}
