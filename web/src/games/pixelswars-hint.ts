/** What a hint means in PixelsWars: whom it is about, where to, at whom, and how that is said. */
import { t } from '../i18n';
import type { Cell, Json, Suggestion } from './module';
import type { PixelsWarsPosition } from './pixelswars-position';
import { kindName, place, unitName, type Reader } from './pixelswars-words';

export interface Suggested extends Suggestion {
  unit: number | null;
  to: Cell | null;
  /** The unit that is to be shot at. */
  target: number | null;
  /** The place that is to sell. */
  shop: Cell | null;
}

const cellOf = (value: unknown): Cell | null =>
  Array.isArray(value) && value.length === 2 ? (value as unknown as Cell) : null;

/** The next action, and what the same unit does after having moved; null: nothing that can be shown. */
export function suggested(
  actions: readonly Json[],
  position: PixelsWarsPosition,
  reader: Reader,
): Suggested | null {
  const [first, second] = actions;
  if (!first) return null;
  const nothing = { unit: null, to: null, target: null, shop: null };
  const shop = 'buy' in first ? cellOf(first.at) : null;
  if (shop) {
    const text = t('hint.buy', { unit: kindName(String(first.buy)), at: place(shop) });
    return { ...nothing, shop, text, actions: [first] };
  }
  const id = first.move ?? first.attack ?? first.capture;
  const unit = typeof id === 'number' ? position.unit(id) : null;
  if (!unit) return null;
  const to = 'move' in first ? cellOf(first.to) : null;
  const then = to && second && (second.attack === id || second.capture === id) ? second : null;
  const last = then ?? first;
  const target = 'attack' in last ? Number(last.target) : null;
  const enemy = position.unit(target);
  const go = to ? 'go' : '';
  const does = 'attack' in last ? 'attack' : 'capture' in last ? 'capture' : '';
  const key = [go, does].filter(Boolean).join('_') as
    'go' | 'go_attack' | 'attack' | 'go_capture' | 'capture';
  const text = t(`hint.${key}`, {
    unit: kindName(unit.kind),
    at: place([unit.x, unit.y]),
    to: place(to ?? [unit.x, unit.y]),
    target: enemy ? `${unitName(enemy, reader)} (${place([enemy.x, enemy.y])})` : '',
  });
  return { ...nothing, unit: unit.id, to, target, text, actions: then ? [first, then] : [first] };
}
