/** Plays steps of movement one after another; anything may hurry it to the end. */
import type { Cell } from '../games/module';
import type { Cue } from '../sound';
import { reducedMotion, speedOf, type Speed } from '../settings';

/** One piece of movement. */
export interface Step {
  /** At normal speed. */
  ms: number;
  cue?: Cue;
  /** Cells that should be seen while it is played. */
  focus?: readonly Cell[];
  /** `at` runs from 0 to 1; the last call is always 1. */
  frame(at: number): void;
}

const FACTOR: Readonly<Record<Speed, number>> = { slow: 1.8, normal: 1, fast: 0.5, instant: 0 };
/** With reduced motion a step shows its end and stays this part of its time, so that it can be seen. */
const STILL = 0.6;

const asked = typeof location === 'undefined' ? null : new URLSearchParams(location.search).get('speed');

/** The speed in effect for what this person does, or others do: `?speed=` of the address wins over the settings. */
export function speed(own: boolean): Speed {
  return asked !== null && asked in FACTOR ? (asked as Speed) : speedOf(own);
}

export function easeOut(at: number): number {
  return 1 - (1 - at) ** 3;
}

export class Animator {
  #steps: Step[] = [];
  #done: (() => void) | null = null;
  #frame = 0;
  #started = 0;
  #own = true;
  readonly #paint: () => void;
  readonly #cue: (cue: Cue) => void;
  readonly #reveal: (cells: readonly Cell[]) => void;

  constructor(
    paint: () => void,
    cue: (cue: Cue) => void,
    reveal: (cells: readonly Cell[]) => void = () => undefined,
  ) {
    this.#paint = paint;
    this.#cue = cue;
    this.#reveal = reveal;
  }

  get running(): boolean {
    return this.#done !== null;
  }

  /**
   * Plays the steps, then calls `done` (at once when nothing is to be seen moving, or in a `hurry`). `own`: they show
   * what this person did.
   */
  play(steps: readonly Step[], hurry: boolean, done: () => void, own = true): void {
    this.skip();
    this.#own = own;
    this.#steps = [...steps];
    this.#done = done;
    if (hurry || FACTOR[speed(own)] === 0 || document.visibilityState === 'hidden' || steps.length === 0) {
      const cue = steps.find((step) => step.cue)?.cue;
      if (cue) this.#cue(cue);
      this.skip();
      return;
    }
    this.#next();
  }

  /** Jump to the end. */
  skip(): void {
    cancelAnimationFrame(this.#frame);
    const done = this.#done;
    if (!done) return;
    for (const step of this.#steps) step.frame(1);
    this.#steps = [];
    this.#done = null;
    done();
  }

  /** Drop everything without calling anybody. */
  stop(): void {
    cancelAnimationFrame(this.#frame);
    this.#steps = [];
    this.#done = null;
  }

  #next(): void {
    const step = this.#steps[0];
    if (!step) return this.skip();
    if (step.cue) this.#cue(step.cue);
    if (step.focus) this.#reveal(step.focus);
    this.#started = performance.now();
    const still = reducedMotion();
    const ms = Math.max(1, step.ms * FACTOR[speed(this.#own)] * (still ? STILL : 1));
    const tick = () => {
      const at = Math.min(1, (performance.now() - this.#started) / ms);
      step.frame(still ? 1 : at);
      this.#paint();
      if (at < 1) this.#frame = requestAnimationFrame(tick);
      else {
        this.#steps.shift();
        this.#next();
      }
    };
    tick();
  }
}
