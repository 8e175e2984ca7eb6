/** One seat at a PixelsWars board: what is selected, tried and pointed at, and what gestures do with it. */
import type { Step } from '../board/animate';
import type { Painter } from '../board/canvas';
import { steered } from '../board/keys';
import { touching } from '../board/touching';
import { t } from '../i18n';
import { settings } from '../settings';
import type { Looked, PixelsWarsEffect, PixelsWarsShot, PixelsWarsUnit, StateUpdate } from '../protocol';
import type {
  BarAction,
  Cell,
  Json,
  LogEntry,
  Play,
  PlayHost,
  Press,
  Shop,
  Speck,
  Suggestion,
  Summary,
} from './module';
import { answer } from './pixelswars-command';
import * as cues from './pixelswars-cues';
import { speckOf } from './pixelswars-overview';
import { paint } from './pixelswars-paint';
import { barOf, cellNameOf, pictureOf, shopOf, summaryOf } from './pixelswars-panel';
import { PixelsWarsPosition, same } from './pixelswars-position';
import { emptyScene, settle } from './pixelswars-scene';
import { TILE } from './pixelswars-sprites';
import { journey, stepsOf } from './pixelswars-steps';
import { suggested } from './pixelswars-hint';
import { forecastText, place, tell, type Reader } from './pixelswars-words';

/** So many arrows wait while advice is on its way. */
const QUEUED = 12;
/** CSS pixels of a cell that are enough for a finger, and for a mouse. */
const LEAST = { coarse: 44, fine: 32 } as const;

export class PixelsWarsPlay implements Play {
  readonly host: PlayHost;
  readonly reader: Reader;
  readonly position: PixelsWarsPosition;
  readonly scene = emptyScene();
  readonly grain = { pixels: TILE, least: touching() ? LEAST.coarse : LEAST.fine };
  readonly waiting = 0;
  cursor: Cell = [0, 0];
  /** The own unit that gestures are for. */
  unit: number | null = null;
  /** The enemy that is to be shot at, once that is confirmed. */
  aim: number | null = null;
  hovered: Cell | null = null;
  /** The enemy whose range is shown. */
  inspected: number | null = null;
  allThreats = false;
  /** Whom a hint wants shot at, as soon as it is known what can be from there. */
  #later: number | null = null;
  /** The place where a hint would buy. */
  hinted: Cell | null = null;
  #shopAt: Cell | null = null;
  #arrows: [number, number][] = [];
  /** A press that came before it was known what the selected unit can do. */
  #early: { cell: Cell; how: Press } | null = null;
  /** The last own action has been for good: a unit that can do no more is let go. */
  #acted = false;

  constructor(host: PlayHost) {
    this.host = host;
    this.position = new PixelsWarsPosition(host.player);
    this.reader = { player: host.player, name: (player) => host.playerName(player) };
  }

  get width(): number {
    return this.position.view?.width ?? 1;
  }

  get height(): number {
    return this.position.view?.height ?? 1;
  }

  /** Where the cursor's unit stands, or another own one, or else an own building. */
  home(): Cell | null {
    const { view } = this.position;
    const mine = ({ owner }: { owner: number }) => owner === this.host.player;
    const here = this.position.unitAt(this.cursor);
    const found = here && mine(here) ? here : (this.position.units.find(mine) ?? view?.buildings.find(mine));
    return found ? [found.x, found.y] : null;
  }

  get currentPlayer(): number {
    return this.position.currentPlayer;
  }

  get round(): number {
    return this.position.view?.round ?? 0;
  }

  get idle(): number {
    return this.position.waiting.length;
  }

  get canEndTurn(): boolean {
    return this.position.canEndTurn;
  }

  standing(player: number): string | null {
    const amount = this.position.view?.funds[player - 1];
    return amount === undefined ? null : t('pixelswars.money', { amount });
  }

  get steering(): boolean {
    return this.unit !== null;
  }

  /** Something can be asked of the own units now. */
  get #ready(): boolean {
    return this.position.myTurn && !this.host.busy();
  }

  /** The advice is about how things stand now. */
  get #known(): boolean {
    return this.#ready && this.position.fresh;
  }

  #forget(): void {
    this.#arrows = [];
    this.#early = null;
  }

  // ---- what is shown

  show(update: StateUpdate): void {
    const first = this.position.view === null;
    const view = this.position.take(update);
    if (!this.position.follow(update.effects as unknown as readonly PixelsWarsEffect[])) this.host.discard();
    settle(this.scene, view, this.position.units);
    const mine = this.position.unit(this.unit);
    if (!this.position.myTurn || !mine) this.#letGo();
    if (!this.position.unit(this.aim)) this.aim = null;
    if (!this.position.unit(this.inspected)) this.inspected = null;
    if (!this.position.myTurn || update.effects.some(({ kind }) => kind === 'bought')) this.#shopAt = null;
    if (first) {
      const unit = view.units.find(({ owner }) => owner === this.host.player);
      this.cursor = unit ? [unit.x, unit.y] : [0, 0];
    }
    this.host.changed();
  }

  advise(looked: Looked | null): void {
    this.position.advise(looked);
    if (this.position.refuted && !this.host.busy()) this.refused();
    const advice = this.position.adviceOf(this.unit);
    if (this.#acted && advice && !this.position.draft) {
      this.#acted = false;
      if (!advice.can_act) this.#letGo();
    }
    this.#walk();
    if (this.#early && this.#known) this.press(this.#early.cell, this.#early.how);
    const later = this.position.draft && looked ? this.#later : null;
    if (later !== null && this.position.shotNow(this.unit, later)) {
      this.#later = null;
      this.#aimAt(later);
    }
    this.host.changed();
  }

  refused(): void {
    this.position.discard();
    this.#forget();
    this.aim = null;
    if (this.position.view) settle(this.scene, this.position.view, this.position.units);
    this.host.discard();
    this.host.changed();
  }

  steps(update: StateUpdate): Step[] {
    if (!this.position.view || update.resync) return [];
    this.hovered = null;
    const shown = this.position.draft?.unit ?? null;
    return stepsOf(this.scene, update.effects as unknown as readonly PixelsWarsEffect[], shown);
  }

  tell(update: StateUpdate): LogEntry[] {
    return tell(update.effects as unknown as readonly PixelsWarsEffect[], this.reader);
  }

  paint(painter: Painter): void {
    const picture = pictureOf(this);
    if (picture) paint(painter, picture);
  }

  // ---- what is meant

  /** The shot that would be fired at the aim, or at what the pointer is on: from here, or from the best cell. */
  get shot(): PixelsWarsShot | null {
    const pointed = this.hovered && this.position.unitAt(this.hovered);
    const target = this.aim ?? (pointed && pointed.owner !== this.host.player ? pointed.id : null);
    if (target === null || !this.#ready) return null;
    return this.position.shotNow(this.unit, target) ?? this.#approach(target);
  }

  /** The shot from where the unit would go for it; null once it has been led somewhere: there it stays. */
  #approach(target: number): PixelsWarsShot | null {
    return this.position.draft ? null : this.position.bestShot(this.unit, target);
  }

  // ---- gestures

  press(cell: Cell, how: Press): void {
    this.cursor = cell;
    this.#forget();
    const unit = this.position.unitAt(cell);
    if (how === 'secondary') this.#pressOther(unit);
    else if (unit?.owner === this.host.player && this.position.myTurn) this.#pressOwn(unit, cell);
    else if (this.unit !== null && this.position.myTurn && !this.#known) this.#early = { cell, how };
    else if (unit) this.#pressEnemy(unit, how);
    else this.#pressEmpty(cell);
    this.host.changed();
  }

  #pressOther(unit: PixelsWarsUnit | null): void {
    if (unit && unit.owner !== this.host.player) this.#inspect(unit.id);
    else this.cancel();
  }

  #pressOwn(unit: PixelsWarsUnit, cell: Cell): void {
    this.aim = null;
    if (unit.id !== this.unit) this.select(unit.id);
    else if (this.position.shopAt(cell)) this.openShop(cell);
  }

  /** In range: shoot. In reach, and not led anywhere yet: go where it can be shot at. Else tell about it. */
  #pressEnemy(unit: PixelsWarsUnit, how: Press): void {
    if (this.#ready && this.position.shotNow(this.unit, unit.id)) {
      const sure = this.aim === unit.id || how !== 'touch' || settings.confirm === 'one-step';
      if (sure) this.attack(unit.id);
      else this.#aimAt(unit.id);
      return;
    }
    const shot = this.inspected === unit.id ? null : this.#approach(unit.id);
    if (shot && this.travel(shot.origin)) this.#aimAt(unit.id, shot);
    else this.#inspect(unit.id);
  }

  #pressEmpty(cell: Cell): void {
    this.aim = null;
    if (this.inspected !== null) this.inspected = null;
    else if (this.travel(cell)) return;
    else if (this.position.shopAt(cell)) this.openShop(cell);
    else if (!this.position.draft) this.#letGo();
  }

  #aimAt(target: number, shot: PixelsWarsShot | null = this.position.shotNow(this.unit, target)): void {
    this.aim = target;
    this.inspected = null;
    this.host.cue('tick');
    const enemy = this.position.unit(target);
    if (enemy && shot)
      this.host.announce(`${forecastText(shot.forecast, enemy, this.reader)} ${t('board.press_again')}`);
  }

  #inspect(id: number): void {
    this.inspected = this.inspected === id ? null : id;
    const unit = this.position.unit(id);
    if (this.inspected !== null && unit) this.host.announce(this.cellName([unit.x, unit.y]));
  }

  /** Selects an own unit; what another one has tried is thereby done. */
  select(id: number | null): void {
    if (id === this.unit) return;
    if (this.position.draft && this.position.draft.unit !== id) this.#commit();
    this.#letGo();
    const unit = this.position.unit(id);
    if (!unit) return;
    this.unit = unit.id;
    this.#shopAt = null;
    this.inspected = null;
    this.cursor = [unit.x, unit.y];
    this.host.cue(cues.select(unit.kind));
  }

  #letGo(): void {
    this.#later = null;
    this.hinted = null;
    this.unit = null;
    this.aim = null;
    this.#forget();
  }

  /** The selected unit goes there, as long as nobody takes it back; false: it cannot. */
  travel(to: Cell): boolean {
    const advice = this.position.adviceOf(this.unit);
    const step = this.position.stepTo(this.unit, to);
    const unit = this.position.unit(this.unit);
    if (!advice || !step || !unit || !this.#ready) return false;
    const path = this.position.pathTo(unit.id, to);
    this.position.sketch(advice, step);
    this.cursor = to;
    this.aim = null;
    this.host.sketch({ move: unit.id, to });
    this.host.animate(journey(this.scene, unit, path));
    return true;
  }

  attack(target: number): void {
    if (this.unit !== null) this.#commit({ attack: this.unit, target });
  }

  /** Captures or secures; false: there is nothing to. */
  capture(): boolean {
    if (!this.position.adviceOf(this.unit)?.capture || !this.#ready) return false;
    this.#commit({ capture: this.unit });
    return true;
  }

  #commit(then?: Json): void {
    if (!this.#ready) return;
    this.aim = null;
    this.#forget();
    this.#acted = then !== undefined;
    this.position.sent();
    this.host.commit(then);
  }

  openShop(cell: Cell): void {
    if (this.position.draft) this.#commit();
    this.#letGo();
    this.#shopAt = cell;
    this.host.changed();
  }

  shop(): Shop | null {
    return this.#shopAt && shopOf(this, this.#shopAt);
  }

  buy(kind: string, at: Cell): void {
    if (this.#ready) this.host.act({ buy: kind, at });
  }

  closeShop(): void {
    this.#shopAt = null;
    this.host.changed();
  }

  hover(cell: Cell | null): void {
    if (cell === this.hovered || same(cell, this.hovered)) return;
    this.hovered = cell;
    this.host.pointed();
  }

  inspect(cell: Cell): void {
    this.cursor = cell;
    const unit = this.position.unitAt(cell);
    if (unit && unit.owner !== this.host.player) this.#inspect(unit.id);
    else this.host.announce(this.cellName(cell));
    this.host.changed();
  }

  arrow(dx: number, dy: number): void {
    if (this.unit !== null && this.position.myTurn) {
      this.#arrows = [...this.#arrows, [dx, dy] as [number, number]].slice(0, QUEUED);
      this.#walk();
    } else {
      const clamp = (value: number, size: number) => Math.min(size - 1, Math.max(0, value));
      this.cursor = [clamp(this.cursor[0] + dx, this.width), clamp(this.cursor[1] + dy, this.height)];
    }
    this.host.changed();
  }

  /** The next arrow, as soon as it is known what can be reached. */
  #walk(): void {
    const advice = this.position.adviceOf(this.unit);
    if (!advice || !this.#ready) return;
    const arrow = this.#arrows.shift();
    if (!arrow) return;
    const to: Cell = [advice.at[0] + arrow[0], advice.at[1] + arrow[1]];
    const enemy = this.position.unitAt(to);
    const step = this.position.stepTo(this.unit, to);
    if (enemy && this.position.shotNow(this.unit, enemy.id)) this.#aimAt(enemy.id);
    else if (step && same(step.via, advice.at)) {
      const left = this.#arrows;
      this.travel(to);
      this.#arrows = left;
      this.host.announce(
        t('pixelswars.say.moved', { at: place(to), left: this.position.draft?.movement ?? 0 }),
      );
    } else {
      this.#arrows = [];
      this.host.announce(t('pixelswars.say.blocked'));
    }
  }

  confirm(): void {
    if (this.unit === null) this.#confirmCursor();
    else if (this.aim !== null) {
      if (this.position.shotNow(this.unit, this.aim)) this.attack(this.aim);
    } else {
      if (this.position.draft) this.#commit();
      this.#letGo();
    }
    this.host.changed();
  }

  #confirmCursor(): void {
    const unit = this.position.unitAt(this.cursor);
    if (unit?.owner === this.host.player && this.position.myTurn) {
      this.select(unit.id);
      this.host.announce(t('pixelswars.hint.selected_keys'));
    } else if (!unit && this.position.shopAt(this.cursor)) this.openShop(this.cursor);
    else this.inspect(this.cursor);
  }

  cancel(): boolean {
    const { draft } = this.position;
    this.#early = null;
    if (this.#shopAt) this.#shopAt = null;
    else if (this.hinted) this.hinted = null;
    else if (this.aim !== null) this.aim = null;
    else if (this.inspected !== null) this.inspected = null;
    else if (this.unit !== null) {
      if (draft) this.#takeBack(draft.from);
      this.#letGo();
    } else if (this.allThreats) this.allThreats = false;
    else return false;
    this.host.changed();
    return true;
  }

  #takeBack(from: Cell): void {
    if (this.host.busy()) return;
    this.position.discard();
    this.cursor = from;
    if (this.position.view) settle(this.scene, this.position.view, this.position.units);
    this.host.discard();
  }

  /** Tab goes through the targets of the selected unit first. */
  cycle(by: 1 | -1, wrap: boolean): boolean {
    if (!wrap && this.#nextTarget(by)) return true;
    const { waiting } = this.position;
    const from = this.unit ?? this.position.unitAt(this.cursor)?.id ?? -1;
    const here = waiting.indexOf(from);
    let next = here + by;
    if (here < 0) next = by === 1 ? 0 : waiting.length - 1;
    else if (this.unit === null && by === 1) next = here;
    if (wrap) next = (next + waiting.length) % waiting.length;
    const id = waiting[next];
    if (id === undefined) return false;
    this.select(id);
    this.host.announce(this.cellName(this.cursor));
    this.host.changed();
    return true;
  }

  #nextTarget(by: 1 | -1): boolean {
    const shots = this.#ready ? this.position.shotsNow(this.unit) : [];
    const here = shots.findIndex(({ target }) => target === this.aim);
    const next = shots[here < 0 && by === -1 ? -1 : here + by];
    this.aim = null;
    if (!next) return false;
    this.#aimAt(next.target);
    this.host.changed();
    return true;
  }

  toggleThreats(): void {
    this.allThreats = !this.allThreats;
    if (this.allThreats) this.host.announce(t('pixelswars.say.threats'));
    this.host.changed();
  }

  key(key: string): boolean {
    if (key === ' ') {
      if (!this.capture()) this.host.announce(t('pixelswars.say.no_capture'));
      return true;
    }
    const way = steered(key, settings.keyboard);
    if (way) this.arrow(...way);
    return way !== null;
  }

  suggest(actions: readonly Json[]): Suggestion | null {
    const found = suggested(actions, this.position, this.reader);
    if (!found) return null;
    const { unit, to, target, shop, text } = found;
    if (shop) {
      this.#letGo(); // what is selected would hide what this is about
      this.cursor = this.hinted = shop;
    } else if (unit !== null) this.select(unit);
    const gone = to !== null && this.travel(to);
    if (target !== null && !gone) this.#aimAt(target);
    this.#later = gone ? target : null;
    return { text, actions: found.actions };
  }

  command(line: string): void {
    answer(this, line);
  }

  get commandHint(): string {
    return t('pixelswars.command.hint');
  }

  // ---- words

  cellName(cell: Cell): string {
    return cellNameOf(this, cell);
  }

  speck(cell: Cell): Speck {
    const { position } = this;
    return speckOf(position.letterAt(cell), position.unitAt(cell), position.buildingAt(cell));
  }

  selected(cell: Cell): boolean {
    const unit = this.position.unit(this.unit);
    return !!unit && same([unit.x, unit.y], cell);
  }

  summary(): Summary | null {
    return summaryOf(this);
  }

  bar(): BarAction[] {
    return barOf(this);
  }

  list(): { label: string; run(): void }[] {
    return [];
  }
}
