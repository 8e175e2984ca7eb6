/** What one player knows of a CellWar match now: the view, what is legal, and the advice on it; and how to look things up. */
import type {
  CellWarAdvice,
  CellWarChoice,
  CellWarEndTurn,
  CellWarMove,
  CellWarMyUnit,
  CellWarTile,
  CellWarUnitAdvice,
  CellWarView,
  Looked,
  StateUpdate,
} from '../protocol';
import type { Cell } from './module';

export const same = (a: Cell | null, b: Cell | null): boolean => !!a && !!b && a[0] === b[0] && a[1] === b[1];

export class CellWarPosition {
  readonly player: number;
  view: CellWarView | null = null;
  legal: readonly (CellWarMove | CellWarEndTurn)[] = [];
  /** On the view, or on the one before it while the new advice is on its way. */
  advice: CellWarAdvice | null = null;
  #fresh = false;

  constructor(player: number) {
    this.player = player;
  }

  take(update: StateUpdate): CellWarView {
    this.view = update.view as unknown as CellWarView;
    this.legal = update.legal as unknown as readonly (CellWarMove | CellWarEndTurn)[];
    this.#fresh = false;
    return this.view;
  }

  advise(looked: Looked | null): void {
    this.#fresh = looked !== null;
    if (looked) this.advice = looked.advice as unknown as CellWarAdvice;
  }

  /** Whose turn it is; 0 when the match is over. */
  get currentPlayer(): number {
    return this.view?.winner == null ? (this.view?.current_player ?? 0) : 0;
  }

  get canEndTurn(): boolean {
    return this.legal.some((action) => 'end_turn' in action);
  }

  isLegal(id: number, dx: number, dy: number): boolean {
    return this.legal.some(
      (action) => 'unit_id' in action && action.unit_id === id && action.dx === dx && action.dy === dy,
    );
  }

  tile(at: Cell): CellWarTile | undefined {
    return this.view?.tiles[at[1]]?.[at[0]];
  }

  unitAt(at: Cell): CellWarMyUnit | null {
    return this.view?.my_units.find((unit) => unit.x === at[0] && unit.y === at[1]) ?? null;
  }

  enemyAt(at: Cell): boolean {
    const owner = this.tile(at)?.unit?.owner;
    return owner !== undefined && owner !== this.player;
  }

  cellOf(id: number | null): Cell | null {
    const unit = this.view?.my_units.find((each) => each.id === id);
    return unit ? [unit.x, unit.y] : null;
  }

  adviceOf(id: number): CellWarUnitAdvice | null {
    return (this.#fresh ? this.advice?.units.find((unit) => unit.id === id) : null) ?? null;
  }

  choicesOf(id: number | null): readonly CellWarChoice[] {
    return id === null ? [] : (this.adviceOf(id)?.choices ?? []);
  }

  /** Own units with a legal action now. */
  ready(): number[] {
    return [...new Set(this.legal.flatMap((action) => ('unit_id' in action ? [action.unit_id] : [])))];
  }

  isReady(unit: CellWarMyUnit | null): boolean {
    return unit !== null && this.legal.some((action) => 'unit_id' in action && action.unit_id === unit.id);
  }

  /** All that must act before the turn can end, in the order Tab visits them. */
  waiting(): readonly number[] {
    if (this.#fresh && this.advice) return this.advice.waiting;
    if (this.legal.length === 0) return [];
    return (this.view?.my_units ?? []).filter((unit) => !unit.acted && !unit.blocked).map((unit) => unit.id);
  }

  /** What Tab visits: those that wait and may act now. */
  round(): number[] {
    const ready = this.ready();
    return this.waiting().filter((id) => ready.includes(id));
  }

  /** Own factories that die if the turn ends as it is now. */
  dying(): readonly Cell[] {
    return (this.advice?.dying ?? []).filter((at) => this.unitAt(at)?.type === 'factory');
  }
}
