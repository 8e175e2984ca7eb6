/** The moments of a replay: where turns begin, which comes next, and how long each is shown. */

/** even: every moment equally long; real: as long as it took. */
export type Pace = 'even' | 'real';
export const SPEEDS = [0.5, 1, 2, 4] as const;
export type Speed = (typeof SPEEDS)[number];

/** Milliseconds between two moments at an even pace. */
export const STEP = 900;
/** Nobody wants to wait for those who were waited for before the match began. */
export const FIRST = 2000;
/** Marks on the bar that can still be told apart. */
const MARKS = 60;

export class Timeline {
  constructor(
    readonly length: number,
    /** The moments at which a turn begins, 0 first. */
    readonly turns: readonly number[],
    /** Per event the milliseconds since the start. */
    readonly times: readonly number[],
  ) {}

  clamp(moment: number): number {
    return Number.isFinite(moment) ? Math.max(0, Math.min(Math.trunc(moment), this.length)) : 0;
  }

  /** The beginning of this turn, or of the one before when this is one. */
  turnBefore(moment: number): number {
    return this.turns.findLast((turn) => turn < moment) ?? 0;
  }

  turnAfter(moment: number): number {
    return this.turns.find((turn) => turn > moment) ?? this.length;
  }

  /** The moments of the turn that is shown: after its beginning, up to and with `moment`. */
  turnOf(moment: number): { start: number; number: number } {
    const index = Math.max(
      0,
      this.turns.findLastIndex((turn) => turn < moment),
    );
    return { start: this.turns[index] ?? 0, number: index + 1 };
  }

  /** Milliseconds between this moment and the next. */
  gap(moment: number, pace: Pace, speed: Speed): number {
    const at = (each: number) => (each > 0 ? (this.times[each - 1] ?? 0) : 0);
    const real = Math.max(0, at(moment + 1) - at(moment));
    const ms = pace === 'even' ? STEP : moment === 0 ? Math.min(real, FIRST) : real;
    return ms / speed;
  }

  /** Where turns are marked on the bar, as parts of it; thinned out until they can be told apart. */
  marks(): number[] {
    const every = Math.ceil(this.turns.length / MARKS);
    return this.turns
      .filter((_, index) => index > 0 && index % every === 0)
      .filter((turn) => turn < this.length)
      .map((turn) => turn / this.length);
  }
}
