/** One seat at a CellWar board: what is selected, chosen and pointed at, and what gestures do with it. */
import { steer, type Vector } from '../board/keys';
import type { Painter } from '../board/canvas';
import type { Step } from '../board/animate';
import { t } from '../i18n';
import { settings } from '../settings';
import type {
  CellWarChoice,
  CellWarEffect,
  CellWarMove,
  CellWarMyUnit,
  CellWarView,
  Looked,
  StateUpdate,
} from '../protocol';
import { bar } from './cellwar-bar';
import { answer } from './cellwar-command';
import { paint, type Picture } from './cellwar-paint';
import { lesson } from './cellwar-lesson';
import { CellWarPosition, same } from './cellwar-position';
import { Rest } from './cellwar-rest';
import { Threats } from './cellwar-threats';
import { sceneOf, stepsOf, type Scene } from './cellwar-scene';
import {
  cellName,
  facts,
  forecast,
  kindName,
  place,
  tell,
  type CellNotes,
  type Reader,
} from './cellwar-words';
import { directionName } from '../screens/match/commands';
import type { BarAction, Cell, Json, LogEntry, Play, PlayHost, Press, Suggestion, Summary } from './module';

/** The first pointer is a finger. */
const touching = () => typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches;

export class CellWarPlay implements Play {
  readonly host: PlayHost;
  readonly reader: Reader;
  readonly position: CellWarPosition;
  cursor: Cell = [0, 0];
  #scene: Scene = new Map();
  #selected: number | null = null;
  #vector: Vector | null = null;
  #hovered: Cell | null = null;
  /** Where Tab stands among those that wait. */
  #order = -1;
  /** Where the last one went that was told what to do here; the next is looked for from there. */
  #acted: Cell | null = null;
  /** What is selected was not chosen by a person. */
  #byItself = false;
  readonly #rest: Rest;
  readonly #threats: Threats;

  constructor(host: PlayHost) {
    this.host = host;
    this.position = new CellWarPosition(host.player);
    this.#rest = new Rest(this.position);
    this.#threats = new Threats(this.position);
    this.reader = { player: host.player, name: (player) => host.playerName(player) };
  }

  get width(): number {
    return this.position.view?.width ?? 1;
  }

  get height(): number {
    return this.position.view?.height ?? 1;
  }

  get currentPlayer(): number {
    return this.position.currentPlayer;
  }

  get round(): number {
    return this.position.view?.round ?? 0;
  }

  get waiting(): number {
    return this.canEndTurn ? 0 : this.position.waiting().length;
  }

  get canEndTurn(): boolean {
    return this.position.canEndTurn;
  }

  get steering(): boolean {
    return this.#selected !== null;
  }

  // ---- what is shown

  show(update: StateUpdate): void {
    const first = this.position.view === null;
    const view = this.position.take(update);
    this.#scene = sceneOf(view);
    this.#threats.tidy();
    if (this.#selected !== null && !this.position.ready().includes(this.#selected)) this.#select(null);
    if (first) {
      const unit = view.my_units[0];
      this.cursor = unit ? [unit.x, unit.y] : [0, 0];
    }
    if (this.#rest.running) this.#stayNext();
    else this.#selectNext();
    this.host.changed();
  }

  /** After one has acted the nearest that can act is selected, when that is wished and nothing else was done. */
  #selectNext(): void {
    const from = this.#acted;
    this.#acted = null;
    if (!from || !settings.autoNext || this.#selected !== null) return;
    const away = (id: number) => {
      const at = this.position.cellOf(id) ?? from;
      return Math.max(Math.abs(at[0] - from[0]), Math.abs(at[1] - from[1]));
    };
    const next = this.position
      .round()
      .reduce<number | null>((best, id) => (best === null || away(id) < away(best) ? id : best), null);
    if (next === null) return;
    this.#select(next, true);
    this.host.announce(this.cellName(this.cursor));
  }

  #stayNext(): void {
    const action = this.#rest.next();
    if (action) this.host.act({ ...action });
  }

  refused(): void {
    this.#rest.stop();
    this.#acted = null;
  }

  advise(looked: Looked | null): void {
    this.position.advise(looked);
    if (this.#vector && !this.#chosen()) this.#vector = null;
    this.host.changed();
  }

  steps(update: StateUpdate): Step[] {
    if (!this.position.view || update.resync) return [];
    // The ground opens at once, the pieces follow; a gesture meanwhile hurries them to their place first.
    const next = this.position.take(update);
    this.#hovered = null;
    this.#vector = null;
    if (this.#rest.running) return []; // many stay: nobody wants to watch each of them
    return stepsOf(this.#scene, update.effects as unknown as readonly CellWarEffect[], next);
  }

  tell(update: StateUpdate): LogEntry[] {
    return tell(update.effects as unknown as readonly CellWarEffect[], this.reader);
  }

  paint(painter: Painter): void {
    if (this.position.view) paint(painter, this.#picture(this.position.view));
  }

  #picture(view: CellWarView): Picture {
    const ready = this.position.ready();
    const mine = (units: readonly CellWarMyUnit[]) => units.map((unit): Cell => [unit.x, unit.y]);
    const myTurn = this.currentPlayer === this.host.player;
    const advised = this.position.advice?.units ?? [];
    const here = view.my_units;
    const threats = this.#threats.shown(this.#selected === null ? this.#hovered : null);
    return {
      view,
      scene: this.#scene,
      ready: mine(here.filter((unit) => ready.includes(unit.id))),
      acted: myTurn ? mine(here.filter((unit) => unit.acted || !ready.includes(unit.id))) : [],
      endangered: advised
        .filter((unit) => unit.in_danger_from.length > 0 && here.some(({ id }) => id === unit.id))
        .map((unit) => unit.at),
      dying: this.position.dying(),
      selected: this.#selectedCell(),
      choices: this.#choices(),
      chosen: this.#chosen() ?? this.#hoveredChoice(),
      hovered: this.#hovered,
      threatened: threats.flatMap((threat) => threat.range),
      threatening: threats.map((threat) => threat.at),
    };
  }

  // ---- looking things up

  #selectedCell(): Cell | null {
    return this.position.cellOf(this.#selected);
  }

  #choices(): readonly CellWarChoice[] {
    return this.position.choicesOf(this.#selected);
  }

  #choiceAt(at: Cell): CellWarChoice | null {
    return this.#choices().find((choice) => same(choice.to, at)) ?? null;
  }

  #chosen(): CellWarChoice | null {
    const vector = this.#vector;
    if (!vector) return null;
    return this.#choices().find(({ action }) => action.dx === vector[0] && action.dy === vector[1]) ?? null;
  }

  #hoveredChoice(): CellWarChoice | null {
    const choice = this.#hovered && this.#choiceAt(this.#hovered);
    return choice && choice.kind !== 'stay' ? choice : null;
  }

  // ---- gestures

  press(cell: Cell, how: Press): void {
    this.#rest.stop();
    if (this.#byItself && same(cell, this.#selectedCell())) return this.#takeOver();
    const choice = this.#choiceAt(cell);
    const unit = this.position.unitAt(cell);
    if (choice) this.#choose(choice);
    else if (unit && this.position.isReady(unit)) this.#select(unit.id);
    else if (this.position.enemyAt(cell)) this.inspect(cell);
    else if (unit || how !== 'secondary') this.#select(null);
    this.host.changed();
  }

  /** The first time shows what would happen, the second does it. */
  #choose(choice: CellWarChoice): void {
    const again = this.#chosen() === choice;
    const atOnce = settings.confirm === 'one-step' && choice.kind !== 'stay' && !this.#byItself;
    this.#vector = [choice.action.dx, choice.action.dy];
    if (again || atOnce) return this.confirm();
    this.host.cue('tick');
    this.#announceChoice(choice);
  }

  #announceChoice(choice: CellWarChoice): void {
    const lines = forecast(choice, this.reader).map((fact) => fact.value);
    this.host.announce([...lines, t('board.press_again')].join('. '));
  }

  #select(id: number | null, byItself = false): void {
    if (id !== null && id !== this.#selected && !byItself) this.host.cue('select');
    this.#selected = id;
    this.#byItself = byItself;
    this.#vector = null;
    if (id === null) return;
    const at = this.#selectedCell();
    if (at) this.cursor = at;
    const index = this.position.round().indexOf(id);
    if (index >= 0) this.#order = index;
  }

  /** A person chooses what was selected already. */
  #takeOver(): void {
    this.#select(this.#selected);
    this.host.announce(this.cellName(this.cursor));
    this.host.changed();
  }

  hover(cell: Cell | null): void {
    if (same(cell, this.#hovered) || cell === this.#hovered) return;
    this.#hovered = cell;
    this.host.pointed();
  }

  inspect(cell: Cell): void {
    this.cursor = cell;
    if (this.position.enemyAt(cell)) this.#threats.pick(cell);
    const summary = this.#summaryOf(cell);
    if (summary)
      this.host.announce(
        [summary.title, ...summary.facts.map((fact) => `${fact.label}: ${fact.value}`)].join('. '),
      );
    this.host.changed();
  }

  arrow(dx: number, dy: number): void {
    this.#rest.stop();
    if (this.#selected === null) {
      const clamp = (value: number, size: number) => Math.min(size - 1, Math.max(0, value));
      this.cursor = [clamp(this.cursor[0] + dx, this.width), clamp(this.cursor[1] + dy, this.height)];
    } else {
      const vectors = this.#choices().map(({ action }): Vector => [action.dx, action.dy]);
      this.#vector = steer(this.#vector, [dx, dy], vectors);
      const chosen = this.#chosen();
      if (chosen) this.#announceChoice(chosen);
    }
    this.host.changed();
  }

  confirm(): void {
    const chosen = this.#chosen();
    if (this.#rest.asked) {
      this.#select(null);
      this.#rest.begin();
      this.#stayNext();
    } else if (this.#selected === null) {
      const unit = this.position.unitAt(this.cursor);
      if (unit && this.position.isReady(unit)) {
        this.#select(unit.id);
        this.host.announce(t('board.selected_hint'));
      } else this.inspect(this.cursor);
    } else if (chosen) {
      this.cursor = chosen.to;
      this.send(chosen.action);
      this.#acted = chosen.to;
    } else this.host.announce(t('board.choose_direction'));
    this.host.changed();
  }

  send(action: CellWarMove): void {
    this.#selected = null;
    this.#vector = null;
    this.host.act({ ...action });
  }

  cancel(): boolean {
    if (this.#rest.stop()) {
      this.host.changed();
      return true;
    }
    const something = this.#vector !== null || this.#selected !== null || this.#threats.any;
    if (this.#vector) this.#vector = null;
    else if (this.#selected !== null) this.#select(null);
    else this.#threats.clear();
    this.host.changed();
    return something;
  }

  cycle(by: 1 | -1, wrap: boolean): boolean {
    const round = this.position.round();
    if (round.length === 0) return false;
    this.#rest.stop();
    if (this.#byItself && by === 1) {
      this.#takeOver();
      return true;
    }
    const here = this.#selected ?? this.position.unitAt(this.cursor)?.id ?? -1;
    const index = round.indexOf(here);
    let next: number;
    if (index >= 0) next = this.#selected === null && by === 1 ? index : index + by;
    else if (by === 1) next = this.#order >= 0 && this.#order < round.length ? this.#order : 0;
    else next = Math.min(this.#order, round.length) - 1;
    if (next < 0 || next >= round.length) {
      if (!wrap) {
        this.#select(null);
        this.#order = -1;
        this.host.changed();
        return false;
      }
      next = by === 1 ? 0 : round.length - 1;
    }
    this.#select(round[next]!);
    this.host.announce(this.cellName(this.cursor));
    this.host.changed();
    return true;
  }

  toggleThreats(): void {
    this.#threats.all = !this.#threats.all;
    const count = this.position.advice?.threats.length ?? 0;
    if (this.#threats.all) this.host.announce(count > 0 ? t('board.threats_on') : t('board.threats_none'));
    this.host.changed();
  }

  key(key: string): boolean {
    if (key !== 's') return false;
    const stay = this.#choices().find((choice) => choice.kind === 'stay');
    if (stay) this.#stay(stay);
    return true;
  }

  suggest([first]: readonly Json[]): Suggestion | null {
    const move = first && 'unit_id' in first ? (first as unknown as CellWarMove) : null;
    const unit = move && this.position.view?.my_units.find(({ id }) => id === move.unit_id);
    if (!move || !unit) return null;
    this.#select(unit.id);
    this.#vector = [move.dx, move.dy];
    const direction = directionName(move.dx, move.dy);
    const text = t('hint.move', { unit: kindName(unit), at: place([unit.x, unit.y]), direction });
    return { text, actions: [{ ...move }] };
  }

  command(line: string): void {
    answer(this, line);
  }

  // ---- words

  #notes(at: Cell): CellNotes {
    const unit = this.position.unitAt(at);
    const choice = this.#choiceAt(at);
    return {
      advice: unit ? this.position.adviceOf(unit.id) : null,
      ready: this.position.isReady(unit),
      dying: this.position.dying().some((cell) => same(cell, at)),
      choice,
      chosen: choice !== null && this.#chosen() === choice,
      threatened: this.#threats.reach(at),
    };
  }

  cellName(cell: Cell): string {
    return this.position.view ? cellName(this.position.view, cell, this.reader, this.#notes(cell)) : '';
  }

  selected(cell: Cell): boolean {
    return same(this.#selectedCell(), cell);
  }

  summary(): Summary | null {
    if (this.position.view && this.position.view.my_units.length === 0 && this.currentPlayer !== 0)
      return {
        title: t('cellwar.out.title'),
        owner: this.host.player,
        facts: [],
        hint: t('cellwar.out.text'),
      };
    if (this.#rest.asked)
      return {
        title: t('cellwar.rest.title'),
        owner: this.host.player,
        facts: this.#rest.facts(),
        hint: t(touching() ? 'board.tap_again' : 'board.press_again'),
      };
    const selected = this.#selectedCell();
    const chosen = this.#chosen() ?? this.#hoveredChoice();
    const taught = lesson(this.position, this.host.player, this.#selected, this.#chosen() !== null);
    if (selected) {
      const summary = this.#summaryOf(selected);
      if (!summary) return null;
      if (!chosen)
        return { ...summary, ...(taught ? { facts: [] } : {}), hint: taught ?? t('board.selected_hint') };
      const confirmable = this.#chosen() !== null;
      return {
        ...summary,
        facts: forecast(chosen, this.reader),
        hint: confirmable ? (taught ?? t(touching() ? 'board.tap_again' : 'board.press_again')) : null,
      };
    }
    const pointed = this.#hovered && this.#summaryOf(this.#hovered);
    if (taught && (!pointed || pointed.owner === this.host.player))
      return { title: t('cellwar.lesson.title'), owner: this.host.player, facts: [], hint: taught };
    return pointed ?? this.#summaryOf(this.cursor);
  }

  #summaryOf(at: Cell): Summary | null {
    const tile = this.position.tile(at);
    if (!tile?.unit) return null;
    return {
      title: kindName(tile.unit),
      owner: tile.unit.owner,
      facts: facts(tile, at, this.reader, this.#notes(at)),
      hint: null,
    };
  }

  bar(): BarAction[] {
    const stay = this.#choices().find((choice) => choice.kind === 'stay');
    const runs = {
      confirm: () => this.confirm(),
      cancel: () => void this.cancel(),
      stay: () => stay && this.#stay(stay),
      next: () => void this.cycle(1, true),
      threats: () => this.toggleThreats(),
      rest: () => this.host.announce(this.stayAll() ?? ''),
    };
    const moment = {
      selected: this.#selected !== null,
      chosen: this.#chosen() !== null,
      canStay: stay !== undefined,
      others: this.position.round().some((id) => id !== this.#selected),
      rest: this.#rest.moment(),
      threats: this.#threats.all,
    };
    return bar(moment, (id) => runs[id]);
  }

  list(): { label: string; run(): void }[] {
    return [];
  }

  /** Once shows what would become of all that have yet to act, twice does it; in words; null: nothing can stay. */
  stayAll(): string | null {
    const facts = this.#rest.facts();
    if (facts.length === 0) return null;
    const told = [t('cellwar.rest.title'), ...facts.map((fact) => fact.value)].join('. ');
    if (this.#rest.asked) {
      this.confirm();
      return told;
    }
    this.#vector = null;
    this.#rest.ask();
    this.host.changed();
    return `${told}. ${t('cellwar.rest.again')}`;
  }

  /** Like a cell: once shows, twice does it. */
  #stay(choice: CellWarChoice): void {
    if (this.#chosen() === choice) return this.confirm();
    this.#vector = [choice.action.dx, choice.action.dy];
    this.#announceChoice(choice);
    this.host.changed();
  }
}
