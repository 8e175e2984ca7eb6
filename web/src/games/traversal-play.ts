/** One seat at a Traversal board: what is selected and pointed at, and what gestures do with it. */
import type { Step } from '../board/animate';
import type { Painter } from '../board/canvas';
import { touching } from '../board/touching';
import { t } from '../i18n';
import { settings } from '../settings';
import type { Looked, StateUpdate, TraversalChoice, TraversalEffect, TraversalPiece } from '../protocol';
import type { Json, BarAction, Cell, LogEntry, Play, PlayHost, Press, Suggestion, Summary } from './module';
import { answer } from './traversal-command';
import * as cues from './traversal-cues';
import { paint } from './traversal-paint';
import { barOf, cellNameOf, pictureOf, standingOf, summaryOf } from './traversal-panel';
import type { Picture } from './traversal-picture';
import {
  actionOf,
  BEYOND,
  cellOf,
  columnName,
  rowName,
  same,
  squareName,
  squareOn,
  TraversalPosition,
  type Lie,
} from './traversal-position';
import { emptyScene, settle, stepsOf } from './traversal-scene';
import { attackWords, choiceWords, kindName, sideName, tell, type Reader } from './traversal-words';
import { leaverAt, pieceFacts, tables } from './traversal-tables';

/** CSS pixels of a square that are enough for a finger; a mouse is content with any board. */
const LEAST = 44;

const squareAt = (piece: TraversalPiece): Cell => [piece.x, piece.y];

export class TraversalPlay implements Play {
  readonly host: PlayHost;
  readonly reader: Reader;
  readonly position: TraversalPosition;
  readonly scene = emptyScene();
  readonly grain = touching() ? { pixels: 1, least: LEAST } : undefined;
  readonly waiting = 0;
  readonly canEndTurn = false;
  /** A turn is one move: no banner says each time whose it is. */
  readonly brief = true;
  readonly marksLast = true;
  /** On the grid, which has one more row beyond either edge. */
  cursor: Cell = [0, BEYOND];
  /** The piece that gestures are for. */
  chosen: number | null = null;
  /** The destination that a finger has shown, or the keyboard; null: what the pointer is on. */
  aim: Cell | null = null;
  hovered: Cell | null = null;
  /** Another piece whose destinations are shown. */
  inspected: number | null = null;
  allThreats = false;
  /** Who has just been passed over; 0: nobody. */
  skipped = 0;
  /** By so many quarters the board is seen turned to the right, which arrows follow. */
  quarters = 0;

  constructor(host: PlayHost) {
    this.host = host;
    this.position = new TraversalPosition(host.player);
    this.reader = { player: host.player, name: (player) => host.playerName(player) };
  }

  get width(): number {
    return this.position.width;
  }

  get height(): number {
    return this.position.height + 2 * BEYOND;
  }

  readonly edges = {
    column: (x: number) => columnName(this.square([x, 0])[0]),
    row: (y: number) => {
      const [, row] = this.square([0, y]);
      return row < 0 || row >= this.position.height ? '' : rowName(row);
    },
  };

  get label(): string {
    return t('traversal.board', { columns: this.width, rows: this.position.height });
  }

  get currentPlayer(): number {
    return this.position.currentPlayer;
  }

  get round(): number {
    return this.position.view?.round ?? 0;
  }

  get steering(): boolean {
    return this.chosen !== null;
  }

  /** Something can be asked of the own pieces now. */
  get ready(): boolean {
    return this.position.myTurn && !this.host.busy();
  }

  square(cell: Cell): Cell {
    return squareOn(cell, this.lie);
  }

  get lie(): Lie {
    return { width: this.width, height: this.position.height, far: this.far };
  }

  standing(player: number): string | null {
    return standingOf(this, player);
  }

  // ---- what is shown

  show(update: StateUpdate): void {
    const first = this.position.view === null;
    const view = this.position.take(update);
    settle(this.scene, view, update.effects as unknown as readonly TraversalEffect[]);
    this.skipped = view.skipped;
    this.#letGo();
    this.inspected = null;
    if (first) {
      const piece = view.pieces.find(({ owner }) => owner === this.host.player) ?? view.pieces[0];
      if (piece) this.cursor = this.cell(squareAt(piece));
    }
    this.host.changed();
  }

  advise(looked: Looked | null): void {
    this.position.advise(looked);
    this.host.changed();
  }

  refused(): void {
    this.#letGo();
    this.host.changed();
  }

  steps(update: StateUpdate): Step[] {
    if (!this.position.view || update.resync) return [];
    this.hovered = null;
    this.#letGo();
    const effects = update.effects as unknown as readonly TraversalEffect[];
    return stepsOf(this.scene, effects, this.position.height, cues);
  }

  tell(update: StateUpdate): LogEntry[] {
    return tell(update.effects as unknown as readonly TraversalEffect[], this.position, this.reader);
  }

  paint(painter: Painter): void {
    const picture = this.picture();
    if (picture) paint(painter, picture);
  }

  /** All that is to be seen, for whichever board. */
  picture(): Picture | null {
    return pictureOf(this);
  }

  /** The reader's side sits at the highest row; two at one screen look from row 1, as the first of them. */
  get far(): boolean {
    return !this.host.shared && tables()?.exit_rows[this.host.player - 1] === 0;
  }

  cell(square: Cell): Cell {
    return cellOf(square, this.lie);
  }

  /** What is written at the ways out: beyond the highest row, and beyond row 1. */
  get outs(): readonly [string, string] {
    return [sideName(leaverAt(this.position.height - 1)), sideName(leaverAt(0))];
  }

  // ---- what is meant

  /** The destination that is shown in all its terms: aimed at, or under the pointer. */
  get choice(): TraversalChoice | null {
    const cell = this.aim ?? this.hovered;
    return cell ? this.position.choiceTo(this.subject, this.square(cell)) : null;
  }

  /** Whose destinations are shown. */
  get subject(): number | null {
    return this.chosen ?? this.inspected;
  }

  // ---- gestures

  press(cell: Cell, how: Press): void {
    this.cursor = cell;
    const square = this.square(cell);
    const piece = this.position.pieceAt(square);
    if (how === 'secondary') {
      if (piece && piece.owner !== this.host.player) this.#inspect(piece.id);
      else this.cancel();
    } else if (!this.#toward(cell, square, how)) {
      if (piece?.owner === this.host.player && this.position.myTurn) this.#pressOwn(piece);
      else if (piece) this.#inspect(piece.id);
      else this.#letGo();
    }
    this.host.changed();
  }

  /** The selected piece goes there, or is shown going there; false: that is no destination. */
  #toward(cell: Cell, square: Cell, how: Press): boolean {
    const choice = this.position.choiceTo(this.chosen, square);
    if (!choice || this.chosen === null) return false;
    if (actionOf(choice) === null) this.#explain(cell, choice);
    else if (how !== 'touch' || settings.confirm === 'one-step' || same(this.aim, cell)) this.perform(choice);
    else this.#aimAt(cell, choice, 'board.tap_again');
    return true;
  }

  /** An attack that would fail: says why. */
  #explain(cell: Cell, choice: TraversalChoice): void {
    this.aim = cell;
    this.host.cue('refused');
    if (choice.attack) this.host.announce(attackWords(choice.attack));
  }

  #aimAt(cell: Cell, choice: TraversalChoice, then: 'board.tap_again' | 'board.press_again'): void {
    this.aim = cell;
    this.host.cue('tick');
    const budget = this.budget(this.chosen);
    this.host.announce(`${choiceWords(choice, budget, this.position)}. ${t(then)}`);
  }

  budget(id: number | null): number {
    return pieceFacts(this.position.piece(id)?.kind ?? '')?.budget ?? 0;
  }

  #pressOwn(piece: TraversalPiece): void {
    if (piece.id === this.chosen) this.#letGo();
    else this.select(piece.id);
  }

  select(id: number): void {
    const piece = this.position.piece(id);
    if (!piece) return;
    this.#letGo();
    this.inspected = null;
    this.chosen = id;
    this.cursor = this.cell(squareAt(piece));
    this.host.cue(cues.select(piece.kind));
  }

  /** Does what a choice says; false: not now. */
  perform(choice: TraversalChoice): boolean {
    const action = actionOf(choice);
    if (action === null || !this.ready) return false;
    this.#letGo();
    this.host.act(action);
    this.host.changed();
    return true;
  }

  #inspect(id: number): void {
    this.#letGo();
    this.inspected = this.inspected === id ? null : id;
    const piece = this.position.piece(this.inspected);
    if (piece) this.host.announce(this.cellName(this.cell(squareAt(piece))));
  }

  #letGo(): void {
    this.chosen = null;
    this.aim = null;
  }

  hover(cell: Cell | null): void {
    if (cell === this.hovered || same(cell, this.hovered)) return;
    this.hovered = cell;
    this.host.pointed();
  }

  inspect(cell: Cell): void {
    this.cursor = cell;
    const piece = this.position.pieceAt(this.square(cell));
    if (piece) this.#inspect(piece.id);
    else this.host.announce(this.cellName(cell));
    this.host.changed();
  }

  arrow(right: number, down: number): void {
    let [dx, dy] = [right, down];
    for (let quarter = 0; quarter < this.quarters; quarter++) [dx, dy] = [dy, -dx];
    const clamp = (value: number, size: number) => Math.min(size - 1, Math.max(0, value));
    this.cursor = [clamp(this.cursor[0] + dx, this.width), clamp(this.cursor[1] + dy, this.height)];
    // What is under the keyboard is explained as what is under the pointer.
    this.hovered = this.cursor;
    if (this.chosen !== null) this.aim = this.#destination(this.cursor) ? this.cursor : null;
    this.host.changed();
  }

  #destination(cell: Cell): boolean {
    return this.position.choiceTo(this.chosen, this.square(cell)) !== null;
  }

  confirm(): void {
    const before = this.chosen;
    this.press(this.cursor, 'primary');
    if (this.chosen !== null && this.chosen !== before) this.host.announce(t('traversal.hint.keys'));
  }

  cancel(): boolean {
    if (this.aim !== null) this.aim = null;
    else if (this.inspected !== null) this.inspected = null;
    else if (this.chosen !== null) this.#letGo();
    else if (this.allThreats) this.allThreats = false;
    else return false;
    this.host.changed();
    return true;
  }

  /** Tab goes through the destinations of the selected piece first. */
  cycle(by: 1 | -1, wrap: boolean): boolean {
    if (!wrap && this.chosen !== null) return this.#nextChoice(by);
    const { waiting } = this.position;
    const from = this.chosen ?? this.position.pieceAt(this.square(this.cursor))?.id ?? -1;
    const here = waiting.indexOf(from);
    let next = here + by;
    if (here < 0) next = by === 1 ? 0 : waiting.length - 1;
    else if (this.chosen === null && by === 1) next = here;
    if (wrap) next = (next + waiting.length) % waiting.length;
    const id = waiting[next];
    if (id === undefined) return false;
    this.select(id);
    this.host.announce(this.cellName(this.cursor));
    this.host.changed();
    return true;
  }

  #nextChoice(by: 1 | -1): boolean {
    const cells = this.position
      .choices(this.chosen)
      .filter((choice) => actionOf(choice) !== null)
      .map((choice) => this.goal(choice));
    const here = cells.findIndex((cell) => same(cell, this.aim));
    const next = cells[here < 0 && by === -1 ? cells.length - 1 : here + by];
    this.aim = null;
    if (!next) return false;
    const choice = this.position.choiceTo(this.chosen, this.square(next));
    this.cursor = next;
    this.hovered = next;
    if (choice) this.#aimAt(next, choice, 'board.press_again');
    this.host.changed();
    return true;
  }

  /** The cell of a destination; of an exit, the one beyond the last square of the route. */
  goal(choice: TraversalChoice): Cell {
    const { height } = this.position;
    if (choice.to) return this.cell(choice.to);
    const last = choice.path.at(-1) ?? [0, 0];
    const out = last[1] === 0 ? -1 : height;
    return this.cell([last[0], out]);
  }

  toggleThreats(): void {
    this.allThreats = !this.allThreats;
    if (this.allThreats) this.host.announce(t('traversal.say.threats'));
    this.host.changed();
  }

  suggest([first]: readonly Json[]): Suggestion | null {
    const id = first && ('piece' in first ? first.piece : first.exit);
    const piece = typeof id === 'number' ? this.position.piece(id) : null;
    if (!first || !piece) return null;
    this.select(piece.id);
    const wanted = JSON.stringify(first.to ?? null);
    const choice = this.position
      .choices(piece.id)
      .find(({ kind, to }) => ('exit' in first ? kind === 'exit' : JSON.stringify(to) === wanted));
    if (choice) this.aim = this.cursor = this.goal(choice);
    const goal = choice?.to;
    const enemy = goal ? this.position.pieceAt(goal) : null;
    const target = goal ? `${enemy ? `${kindName(enemy.kind)} ` : ''}${squareName(goal)}` : '';
    const kind = 'exit' in first ? 'leave' : choice?.attack ? 'attack' : 'go';
    const text = t(`hint.${kind}`, {
      ...{ unit: kindName(piece.kind), at: squareName(squareAt(piece)) },
      ...{ to: 'to' in first ? squareName(first.to as unknown as Cell) : '', target },
    });
    return { text, actions: [first] };
  }

  command(line: string): void {
    answer(this, line);
  }

  get commandHint(): string {
    return t('traversal.command.hint');
  }

  // ---- words

  cellName(cell: Cell): string {
    return cellNameOf(this, cell);
  }

  selected(cell: Cell): boolean {
    const piece = this.position.piece(this.chosen);
    return !!piece && same(squareAt(piece), this.square(cell));
  }

  summary(): Summary | null {
    return summaryOf(this);
  }

  bar(): BarAction[] {
    return barOf(this);
  }

  list(): [] {
    return [];
  }
}
