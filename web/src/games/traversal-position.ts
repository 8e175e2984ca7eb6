/**
 * What one player knows of a Traversal match now: the view and the advice on it, and where squares lie on the board's
 * grid, which has one more row beyond either edge, for those who leave.
 */
import type {
  Looked,
  StateUpdate,
  TraversalAdvice,
  TraversalChoice,
  TraversalGone,
  TraversalPiece,
  TraversalPieceAdvice,
  TraversalView,
} from '../protocol';
import type { Cell, Json } from './module';
import { pieceFacts } from './traversal-tables';

export const same = (a: Cell | null | undefined, b: Cell | null | undefined): boolean =>
  !!a && !!b && a[0] === b[0] && a[1] === b[1];

/** Rows of the grid: row 1 of the board is the last but one, beyond it and beyond the highest row lies one each. */
export const BEYOND = 1;

/** The cell of the grid that shows a square, and the square that a cell shows: row 1 is at the bottom. */
/** What a grid is of: how large the board is, and whether it is seen from the highest row. */
export interface Lie {
  width: number;
  height: number;
  far: boolean;
}

/** The cell of the grid on which a square lies: a side's own rows are the lower ones. */
export const cellOf = ([x, y]: Cell, { width, height, far }: Lie): Cell =>
  far ? [width - 1 - x, y + BEYOND] : [x, height - 1 - y + BEYOND];

/** The square that lies on a cell of the grid. */
export const squareOn = ([x, y]: Cell, { width, height, far }: Lie): Cell =>
  far ? [width - 1 - x, y - BEYOND] : [x, height - 1 - y + BEYOND];

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

export const columnName = (x: number): string => LETTERS[x] ?? String(x + 1);
export const rowName = (y: number): string => String(y + 1);
/** "c4". */
export const squareName = ([x, y]: Cell): string => columnName(x) + rowName(y);

/** The square of a name such as "c4"; null: it is none. */
export function squareOf(name: string): Cell | null {
  const found = /^([a-z])(\d{1,2})$/.exec(name);
  const x = found ? LETTERS.indexOf(found[1]!) : -1;
  return x < 0 ? null : [x, Number(found![2]) - 1];
}

const at = (piece: TraversalPiece): Cell => [piece.x, piece.y];

export class TraversalPosition {
  readonly player: number;
  view: TraversalView | null = null;
  legal: readonly Json[] = [];
  advice: TraversalAdvice | null = null;
  #fresh = false;

  constructor(player: number) {
    this.player = player;
  }

  take(update: StateUpdate): TraversalView {
    this.view = update.view as unknown as TraversalView;
    this.legal = update.legal;
    this.#fresh = false;
    return this.view;
  }

  advise(looked: Looked | null): void {
    this.#fresh = looked !== null;
    if (looked) this.advice = looked.advice as unknown as TraversalAdvice;
  }

  get width(): number {
    return this.view?.width ?? 1;
  }

  /** Rows of the board itself. */
  get height(): number {
    return this.view?.height ?? 1;
  }

  get myTurn(): boolean {
    return this.currentPlayer === this.player && this.legal.length > 0;
  }

  /** Whose turn it is; 0 when the match is over. */
  get currentPlayer(): number {
    return this.view?.reason == null ? (this.view?.current_player ?? 0) : 0;
  }

  get pieces(): readonly TraversalPiece[] {
    return this.view?.pieces ?? [];
  }

  piece(id: number | null): TraversalPiece | null {
    return id === null ? null : (this.pieces.find((piece) => piece.id === id) ?? null);
  }

  pieceAt(square: Cell): TraversalPiece | null {
    return this.pieces.find((piece) => same(at(piece), square)) ?? null;
  }

  heightAt([x, y]: Cell): number {
    return Number(this.view?.heights[y]?.[x] ?? 0);
  }

  onBoard([x, y]: Cell): boolean {
    return x >= 0 && y >= 0 && x < this.width && y < this.height;
  }

  /** What is advised for a piece; null while the advice is on its way. */
  adviceOf(id: number | null): TraversalPieceAdvice | null {
    const piece = this.piece(id);
    const found = this.#fresh ? this.advice?.pieces.find((each) => each.id === id) : undefined;
    return piece && found && same(found.at, at(piece)) ? found : null;
  }

  choices(id: number | null): readonly TraversalChoice[] {
    return this.adviceOf(id)?.choices ?? [];
  }

  /** What a piece would do if it were told to go to a square; beyond its exit row it leaves, whatever the column. */
  choiceTo(id: number | null, square: Cell): TraversalChoice | null {
    if (this.onBoard(square)) return this.choices(id).find(({ to }) => same(to, square)) ?? null;
    const exit = this.exitOf(id);
    const last = exit?.path.at(-1);
    return exit && last && beyond(last, this.height) === square[1] ? exit : null;
  }

  exitOf(id: number | null): TraversalChoice | null {
    return this.choices(id).find(({ kind }) => kind === 'exit') ?? null;
  }

  /** Own pieces that can move, in the order in which they are visited. */
  get waiting(): readonly number[] {
    return this.myTurn && this.#fresh ? (this.advice?.waiting ?? []) : [];
  }

  /** Own pieces that could be captured now. */
  get endangered(): readonly TraversalPieceAdvice[] {
    if (!this.#fresh) return [];
    return (this.advice?.pieces ?? []).filter(
      ({ owner, in_danger_from }) => owner === this.player && in_danger_from.length > 0,
    );
  }

  /** Everything that has ever been on the board, ascending by id. */
  get everyone(): readonly (TraversalPiece | TraversalGone)[] {
    const { view } = this;
    if (!view) return [];
    return [...view.pieces, ...view.exited, ...view.captured].sort((a, b) => a.id - b.id);
  }

  /** "S2": the letter of the class, and which one of the side's it is. */
  shortName(piece: TraversalPiece | TraversalGone): string {
    const alike = this.everyone.filter((each) => each.owner === piece.owner && each.kind === piece.kind);
    const number = alike.findIndex(({ id }) => id === piece.id) + 1;
    return (pieceFacts(piece.kind)?.letter ?? piece.kind.charAt(0).toUpperCase()) + String(number);
  }

  /** The piece of that short name, of one player. */
  named(name: string, owner: number): TraversalPiece | null {
    const wanted = name.toUpperCase();
    return this.pieces.find((piece) => piece.owner === owner && this.shortName(piece) === wanted) ?? null;
  }
}

/** The row beyond the edge next to an exit row's square. */
export function beyond(last: Cell, height: number): number {
  return last[1] === 0 ? -1 : height;
}

/** The action as the rules want it, which is how legal ones are compared. */
export const actionOf = (choice: TraversalChoice): Json | null =>
  choice.action === null ? null : (choice.action as unknown as Json);
