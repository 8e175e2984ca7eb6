/** All that have yet to act stay where they are: asked for, shown, confirmed, then sent one after another. */
import { t } from '../i18n';
import type { CellWarMove, CellWarMyUnit } from '../protocol';
import type { CellWarPosition } from './cellwar-position';
import { kindName } from './cellwar-words';
import type { Fact } from './module';

export class Rest {
  readonly #position: CellWarPosition;
  #asked = false;
  /** Ids of those that have yet to be told. */
  #left: number[] = [];

  constructor(position: CellWarPosition) {
    this.#position = position;
  }

  /** What would happen is shown, and waits to be confirmed. */
  get asked(): boolean {
    return this.#asked && this.units().length > 0;
  }

  /** It is being done. */
  get running(): boolean {
    return this.#left.length > 0;
  }

  /** Who would stay. */
  units(): CellWarMyUnit[] {
    return (this.#position.view?.my_units ?? []).filter(({ id }) => this.#position.isLegal(id, 0, 0));
  }

  /** How its button is. */
  moment(): { possible: boolean; asked: boolean; running: boolean } {
    return { possible: this.units().length > 0, asked: this.asked, running: this.running };
  }

  ask(): void {
    this.#asked = true;
  }

  begin(): void {
    this.#asked = false;
    this.#left = this.units().map(({ id }) => id);
  }

  /** No question any more, and what is not done yet is not done; whether there was anything. */
  stop(): boolean {
    const something = this.asked || this.running;
    this.#asked = false;
    this.#left = [];
    return something;
  }

  /** The next to be sent; null: all is done, or cannot be done any more. */
  next(): CellWarMove | null {
    const id = this.#left.shift();
    if (id !== undefined && this.#position.isLegal(id, 0, 0)) return { unit_id: id, dx: 0, dy: 0 };
    this.#left = [];
    return null;
  }

  /** How many of each kind become what, as the advice says. */
  facts(): Fact[] {
    const counted = new Map<string, number>();
    for (const unit of this.units()) {
      const kind = kindName(unit);
      const stay = this.#position.choicesOf(unit.id).find((choice) => choice.kind === 'stay');
      const becomes = stay?.changes.find((change) => change.what === 'becomes')?.becomes;
      const line = becomes ? t('cellwar.rest.becomes', { kind, becomes: kindName(becomes) }) : kind;
      counted.set(line, (counted.get(line) ?? 0) + 1);
    }
    return [...counted].map(([line, count]) => ({
      label: t('board.fact.forecast'),
      value: `${count} × ${line}`,
    }));
  }
}
