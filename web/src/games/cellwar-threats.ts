/** Whose reach is shown on the board: that of enemies that were picked, or of all. */
import type { CellWarThreat } from '../protocol';
import { same, type CellWarPosition } from './cellwar-position';
import type { Cell } from './module';

export class Threats {
  all = false;
  readonly #position: CellWarPosition;
  #picked: readonly Cell[] = [];

  constructor(position: CellWarPosition) {
    this.#position = position;
  }

  /** Something is shown until it is taken back. */
  get any(): boolean {
    return this.all || this.#picked.length > 0;
  }

  /** Picks an enemy, or lets it go. */
  pick(at: Cell): void {
    const others = this.#picked.filter((each) => !same(each, at));
    this.#picked = others.length < this.#picked.length ? others : [...this.#picked, at];
  }

  /** Cells that no enemy stands on any more are not picked. */
  tidy(): void {
    this.#picked = this.#picked.filter((at) => this.#position.enemyAt(at));
  }

  clear(): void {
    this.all = false;
    this.#picked = [];
  }

  /** Those that are shown, with the one that is pointed at. */
  shown(pointed: Cell | null): readonly CellWarThreat[] {
    const picked = (at: Cell) => this.#picked.some((each) => same(each, at)) || same(pointed, at);
    return (this.#position.advice?.threats ?? []).filter(({ at }) => this.all || picked(at));
  }

  /** Whether a cell is in such a reach. */
  reach(at: Cell): boolean {
    return this.any && this.shown(null).some((threat) => threat.range.some((cell) => same(cell, at)));
  }
}
