/**
 * What one player knows of a PixelsWars match now: the view, the advice on it, and one unit's moves that are only
 * tried; and how to look things up as they would be after these.
 */
import type {
  Looked,
  PixelsWarsAdvice,
  PixelsWarsBuilding,
  PixelsWarsEffect,
  PixelsWarsShop,
  PixelsWarsShot,
  PixelsWarsStep,
  PixelsWarsThreat,
  PixelsWarsUnit,
  PixelsWarsUnitAdvice,
  PixelsWarsView,
  StateUpdate,
} from '../protocol';
import type { Cell, Json } from './module';

export const same = (a: Cell | null | undefined, b: Cell | null | undefined): boolean =>
  !!a && !!b && a[0] === b[0] && a[1] === b[1];

/** One unit's moves since it was selected or last did something for good. */
export interface Draft {
  unit: number;
  /** Where it stood before. */
  from: Cell;
  /** Where it has been led, in order. */
  moves: readonly Cell[];
  /** What it has left. */
  movement: number;
}

export class PixelsWarsPosition {
  readonly player: number;
  view: PixelsWarsView | null = null;
  legal: readonly Json[] = [];
  /** On the view and the draft, or on what was before while the new advice is on its way. */
  advice: PixelsWarsAdvice | null = null;
  draft: Draft | null = null;
  #fresh = false;

  constructor(player: number) {
    this.player = player;
  }

  take(update: StateUpdate): PixelsWarsView {
    this.view = update.view as unknown as PixelsWarsView;
    this.legal = update.legal;
    this.#fresh = false;
    return this.view;
  }

  advise(looked: Looked | null): void {
    this.#fresh = looked !== null;
    if (looked) this.advice = looked.advice as unknown as PixelsWarsAdvice;
  }

  /** The unit goes there, as far as this page is concerned; `step` is where the advice says it can go. */
  sketch(unit: PixelsWarsUnitAdvice, step: PixelsWarsStep): void {
    const before = this.draft?.unit === unit.id ? this.draft : null;
    this.draft = {
      unit: unit.id,
      from: before?.from ?? unit.at,
      moves: [...(before?.moves ?? []), step.to],
      movement: unit.movement - step.cost,
    };
    this.#fresh = false;
  }

  /** The draft is on its way to the host: what comes next is advice on something newer. */
  sent(): void {
    this.#fresh = false;
  }

  /** Takes what really happened off the draft; false: it had to be given up, since something else happened. */
  follow(effects: readonly PixelsWarsEffect[]): boolean {
    const { draft } = this;
    if (!draft) return true;
    const moved = effects.find(({ kind, unit }) => kind === 'moved' && unit?.id === draft.unit);
    const [done, ...moves] = draft.moves;
    const followed = !!done && same(moved?.path?.at(-1), done);
    this.draft = followed && moves.length > 0 ? { ...draft, from: done, moves } : null;
    return followed;
  }

  /** The advice knows nothing of the draft: it is not possible. */
  get refuted(): boolean {
    const { draft } = this;
    const found = draft && this.#fresh && this.advice?.units.find(({ id }) => id === draft.unit);
    return !!found && !same(found.at, draft.moves.at(-1));
  }

  /** Forgets the draft; the advice on it is of no use any more. */
  discard(): void {
    if (this.draft) this.#fresh = false;
    this.draft = null;
  }

  get myTurn(): boolean {
    return this.currentPlayer === this.player && this.legal.length > 0;
  }

  /** Whose turn it is; 0 when the match is over. */
  get currentPlayer(): number {
    return this.view?.winner == null ? (this.view?.current_player ?? 0) : 0;
  }

  get canEndTurn(): boolean {
    return this.legal.some((action) => 'end_turn' in action);
  }

  /** Every unit where it stands after the draft. */
  get units(): readonly PixelsWarsUnit[] {
    const units = this.view?.units ?? [];
    const { draft } = this;
    return draft ? units.map((unit) => (unit.id === draft.unit ? this.#drafted(unit, draft) : unit)) : units;
  }

  #drafted(unit: PixelsWarsUnit, draft: Draft): PixelsWarsUnit {
    const [x, y] = draft.moves.at(-1) ?? draft.from;
    return { ...unit, x, y, movement: draft.movement };
  }

  unit(id: number | null): PixelsWarsUnit | null {
    return id === null ? null : (this.units.find((unit) => unit.id === id) ?? null);
  }

  unitAt(at: Cell): PixelsWarsUnit | null {
    return this.units.find((unit) => unit.x === at[0] && unit.y === at[1]) ?? null;
  }

  buildingAt(at: Cell): PixelsWarsBuilding | null {
    return this.view?.buildings.find((building) => building.x === at[0] && building.y === at[1]) ?? null;
  }

  letterAt(at: Cell): string {
    return this.view?.grid[at[1]]?.[at[0]] ?? '';
  }

  /** What is advised for an own unit where it stands; null while the advice is on its way. */
  /** Whether the advice is about what is shown now. */
  get fresh(): boolean {
    return this.#fresh;
  }

  adviceOf(id: number | null): PixelsWarsUnitAdvice | null {
    if (id === null || !this.#fresh) return null;
    const unit = this.unit(id);
    const found = this.advice?.units.find((each) => each.id === id);
    return unit && found && same(found.at, [unit.x, unit.y]) ? found : null;
  }

  threatOf(id: number | null): PixelsWarsThreat | null {
    return (id !== null && this.advice?.threats.find((threat) => threat.id === id)) || null;
  }

  stepTo(id: number | null, to: Cell): PixelsWarsStep | null {
    return this.adviceOf(id)?.reach.find((step) => same(step.to, to)) ?? null;
  }

  /** The way to a cell it can reach, its own cell first. */
  pathTo(id: number, to: Cell): Cell[] {
    const advice = this.adviceOf(id);
    const path: Cell[] = [];
    let at: Cell = to;
    // As long as there are steps: a cell stands at most once on a cheapest path.
    for (let left = advice?.reach.length ?? 0; advice && left > 0 && !same(at, advice.at); left--) {
      const step = advice.reach.find((each) => same(each.to, at));
      if (!step) return [];
      path.unshift(at);
      at = step.via;
    }
    return advice && same(at, advice.at) ? [advice.at, ...path] : [];
  }

  /** The targets from where it stands. */
  shotsNow(id: number | null): readonly PixelsWarsShot[] {
    const advice = this.adviceOf(id);
    return advice ? advice.shots.filter((shot) => same(shot.origin, advice.at)) : [];
  }

  shotNow(id: number | null, target: number): PixelsWarsShot | null {
    return this.shotsNow(id).find((shot) => shot.target === target) ?? null;
  }

  /**
   * From where a target is best shot at after a move: where the unit keeps most, then does most, then where fewest
   * enemies can shoot at it, then the shortest way. Null: from nowhere.
   */
  bestShot(id: number | null, target: number): PixelsWarsShot | null {
    const advice = this.adviceOf(id);
    if (!advice || !this.advice) return null;
    const { threats } = this.advice;
    const rank = ({ origin, forecast }: PixelsWarsShot): readonly number[] => [
      -forecast.own_hp,
      forecast.hp,
      threats.filter((threat) => threat.id !== target && threat.threat.some((at) => same(at, origin))).length,
      advice.reach.find((step) => same(step.to, origin))?.cost ?? 0,
    ];
    let best: { shot: PixelsWarsShot; rank: readonly number[] } | null = null;
    for (const shot of advice.shots) {
      if (shot.target !== target) continue;
      const mine = rank(shot);
      if (!best || less(mine, best.rank)) best = { shot, rank: mine };
    }
    return best?.shot ?? null;
  }

  /** The own base or airport there, and what it sells. */
  shopAt(at: Cell): PixelsWarsShop | null {
    return (this.advice?.shops ?? []).find((shop) => same(shop.at, at)) ?? null;
  }

  /** Own units that can still act, in the order in which they are visited. */
  get waiting(): readonly number[] {
    return this.myTurn ? (this.advice?.waiting ?? []) : [];
  }
}

function less(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at >= 0 && a[at]! < b[at]!;
}
