/** Any game on a plain accessible grid: words in cells, and the legal actions as a list. It knows no rules and no names. */
import type { Painter } from '../board/canvas';
import { t } from '../i18n';
import type { Looked, StateUpdate } from '../protocol';
import { parse } from '../screens/match/commands';
import type { BarAction, Cell, GameModule, Json, LogEntry, Play, PlayHost, Press, Summary } from './module';

/** So many actions are named in one answer; all of them stand in the list. */
const LISTED = 40;
const number = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** An action that names this cell, whatever its fields are called. */
function names(action: Json, [x, y]: Cell): boolean {
  if (action.x === x && action.y === y) return true;
  return Object.values(action).some(
    (value) => Array.isArray(value) && value.length === 2 && value[0] === x && value[1] === y,
  );
}

/** The first of them. */
function listed(notations: readonly string[]): string {
  const rest = notations.length > LISTED ? ['…'] : [];
  return [...notations.slice(0, LISTED), ...rest].join(' · ');
}

class GenericPlay implements Play {
  cursor: Cell = [0, 0];
  readonly #host: PlayHost;
  #view: Json = {};
  #legal: readonly Json[] = [];
  #looked: Looked | null = null;
  /** Only actions on this cell are listed. */
  #at: Cell | null = null;

  constructor(host: PlayHost) {
    this.#host = host;
  }

  get #grid(): readonly (readonly string[])[] {
    return this.#looked?.grid ?? [];
  }

  get width(): number {
    return Math.max(1, ...this.#grid.map((row) => row.length));
  }

  get height(): number {
    return Math.max(1, this.#grid.length);
  }

  get currentPlayer(): number {
    return this.#over ? 0 : number(this.#view.current_player);
  }

  get #over(): boolean {
    return this.#view.winner != null;
  }

  /** An action as an example. */
  get commandHint(): string {
    return `/ ${this.#looked?.notations[0] ?? t('command.general_hint')}`;
  }

  get round(): number {
    return number(this.#view.round);
  }

  readonly waiting = 0;
  readonly canEndTurn = false;
  readonly steering = false;

  show(update: StateUpdate): void {
    this.#view = update.view;
    this.#legal = update.legal;
    this.#at = null;
    this.#host.changed();
  }

  advise(looked: Looked | null): void {
    if (looked) this.#looked = looked;
    this.#host.changed();
  }

  steps(): [] {
    return [];
  }

  tell(update: StateUpdate): LogEntry[] {
    return update.effects.flatMap((effect) =>
      typeof effect.text === 'string' ? [{ text: effect.text, owner: number(effect.player) }] : [],
    );
  }

  paint({ ctx, ink, ratio, box, width, height }: Painter): void {
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const cell = box(x, y);
        ctx.fillStyle = (x + y) % 2 ? ink.grounds.remembered : ink.grounds.visible;
        ctx.fillRect(cell.x, cell.y, cell.size, cell.size);
        const marked = this.#at?.[0] === x && this.#at[1] === y;
        if (marked || (this.#at ? this.#between([x, y]) : this.#on([x, y])).length > 0) {
          ctx.strokeStyle = ink.accent;
          ctx.lineWidth = (marked ? 4 : 1.5) * ratio;
          ctx.strokeRect(
            cell.x + 3 * ratio,
            cell.y + 3 * ratio,
            cell.size - 6 * ratio,
            cell.size - 6 * ratio,
          );
        }
        const word = this.#grid[y]?.[x] ?? '';
        const size = Math.min(cell.size * 0.5, (cell.size * 1.5) / Math.max(1, word.length));
        ctx.font = `700 ${size}px "Atkinson Hyperlegible", sans-serif`;
        ctx.textAlign = 'center';
        ctx.textBaseline = 'middle';
        ctx.fillStyle = ink.ink;
        ctx.fillText(word, cell.x + cell.size / 2, cell.y + cell.size / 2);
      }
  }

  /** Numbers of the legal actions on a cell. */
  #on(cell: Cell): number[] {
    return this.#legal.flatMap((action, index) => (names(action, cell) ? [index] : []));
  }

  /** Numbers of the legal actions on a cell that are on the chosen cell as well: from here to there. */
  #between(cell: Cell): number[] {
    const at = this.#at;
    if (!at || at.join() === cell.join()) return [];
    return this.#on(cell).filter((index) => names(this.#legal[index]!, at));
  }

  press(cell: Cell, _how: Press): void {
    const between = this.#between(cell);
    const actions = between.length === 1 ? between : this.#on(cell);
    const only = actions.length === 1 ? this.#legal[actions[0]!] : undefined;
    const certain = between.length === 1 || this.#at?.join() === cell.join();
    if (only && (certain || actions.length === this.#legal.length)) {
      this.#host.act(only);
      this.#at = null;
    } else this.#at = actions.length > 0 ? cell : null;
    this.#host.changed();
  }

  hover(): void {
    // Nothing is known about a cell that is not written on it.
  }

  inspect(cell: Cell): void {
    this.#host.announce(this.cellName(cell));
  }

  arrow(dx: number, dy: number): void {
    const clamp = (value: number, size: number) => Math.min(size - 1, Math.max(0, value));
    this.cursor = [clamp(this.cursor[0] + dx, this.width), clamp(this.cursor[1] + dy, this.height)];
    this.#host.changed();
  }

  confirm(): void {
    this.press(this.cursor, 'primary');
  }

  cancel(): boolean {
    const something = this.#at !== null;
    this.#at = null;
    this.#host.changed();
    return something;
  }

  cycle(by: 1 | -1, wrap: boolean): boolean {
    const cells: Cell[] = [];
    for (let y = 0; y < this.height; y++)
      for (let x = 0; x < this.width; x++) if (this.#on([x, y]).length > 0) cells.push([x, y]);
    const here = cells.findIndex((cell) => cell.join() === this.cursor.join());
    let next = here < 0 ? (by === 1 ? 0 : cells.length - 1) : here + by;
    if (wrap && cells.length > 0) next = (next + cells.length) % cells.length;
    const cell = cells[next];
    if (!cell) return false;
    this.cursor = cell;
    this.#host.changed();
    return true;
  }

  toggleThreats(): void {
    // Danger is a matter of rules.
  }

  cellName(cell: Cell): string {
    const word = this.#grid[cell[1]]?.[cell[0]]?.trim() || t('board.empty');
    const can = this.#on(cell).length > 0 ? [t('board.can_choose')] : [];
    return [word, t('board.spot', { x: cell[0], y: cell[1] }), ...can].join(', ');
  }

  selected(cell: Cell): boolean {
    return this.#at?.join() === cell.join();
  }

  summary(): Summary | null {
    const told = (title: string, hint: string) => ({ title, owner: 0, facts: [], hint });
    if (this.#legal.length > 0) return told(t('match.general'), t('match.general_hint'));
    if (this.#over) return told(t('match.over'), t('match.general_over'));
    return told(t('match.wait'), t('match.general_wait'));
  }

  bar(): BarAction[] {
    return [];
  }

  list(): { label: string; run(): void }[] {
    const shown = this.#at ? this.#on(this.#at) : this.#legal.map((_, index) => index);
    return shown.map((index) => ({
      label: this.#looked?.notations[index] ?? JSON.stringify(this.#legal[index]),
      run: () => this.#host.act(this.#legal[index]!),
    }));
  }

  command(line: string): void {
    const words = line.trim().toLowerCase();
    const known = this.#looked?.notations ?? [];
    const action = this.#legal[known.findIndex((notation) => notation.toLowerCase() === words)];
    if (action) return this.#host.act(action);
    const asks = words === '' || words === '?' || parse(line).do === 'help';
    if (asks) this.#host.say(this.#looked?.text ?? '');
    if (this.#over) this.#host.say(t('command.over'));
    else if (this.#legal.length === 0) this.#host.say(t('command.not_your_turn'));
    else this.#host.say(t('command.list', { actions: listed(known) }));
  }
}

export const generic: GameModule = {
  id: '',
  open: (host) => new GenericPlay(host),
  drawPicture: () => undefined,
};
