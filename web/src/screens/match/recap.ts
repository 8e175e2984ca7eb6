/** What the others did in their last turns, once more and step by step, at a pace of its own. */
import type { Animator } from '../../board/animate';
import type { LogEntry, Play } from '../../games/module';
import type { StateUpdate } from '../../protocol';

export const PACES = [1, 2, 4] as const;
export type Pace = (typeof PACES)[number];
/** Milliseconds to read by, at pace 1, between a step's movement and the next one. */
const PAUSE = 700;

export class Recap {
  /** So many steps are shown. */
  at = 0;
  readonly length: number;
  /** What the step shown last did. */
  lines: readonly LogEntry[] = [];
  playing = true;
  pace: Pace = 1;

  readonly #before: StateUpdate;
  readonly #updates: readonly StateUpdate[];
  readonly #play: Play;
  readonly #animator: Animator;
  readonly #changed: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    before: StateUpdate,
    updates: readonly StateUpdate[],
    play: Play,
    animator: Animator,
    changed: () => void,
  ) {
    this.#before = before;
    this.#updates = updates.filter((update) => update.effects.length > 0);
    this.length = this.#updates.length;
    this.#play = play;
    this.#animator = animator;
    this.#changed = changed;
    play.show(before);
    this.next();
  }

  /** Drops everything that moves or waits. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#animator.stop();
  }

  /** What moves now is finished at once, and the next step begins. */
  next(): void {
    this.#settle();
    const update = this.#updates[this.at];
    if (!update) return this.#rest();
    this.lines = this.#play.tell(update);
    const steps = this.#play.steps(update).map((step) => ({ ...step, ms: step.ms / this.pace }));
    this.at += 1;
    const done = () => {
      this.#play.show(update);
      if (this.at < this.length && this.playing)
        this.#timer = setTimeout(() => this.next(), PAUSE / this.pace);
      else this.#rest();
    };
    this.#animator.play(steps, false, done, false);
    this.#changed();
  }

  /** As it was before the step shown last. */
  back(): void {
    this.#settle();
    this.playing = false;
    this.at = Math.max(0, this.at - 1);
    const shown = (at: number) => (at === 0 ? this.#before : this.#updates[at - 1]!);
    // What the step before told is told from where it began.
    this.#play.show(shown(Math.max(0, this.at - 1)));
    this.lines = this.at === 0 ? [] : this.#play.tell(shown(this.at));
    this.#play.show(shown(this.at));
    this.#changed();
  }

  toggle(): void {
    this.playing = !this.playing;
    if (this.playing) {
      if (this.at === this.length) this.#again();
      this.next();
    } else clearTimeout(this.#timer);
    this.#changed();
  }

  set(pace: Pace): void {
    this.pace = pace;
    this.#changed();
  }

  #again(): void {
    this.#settle();
    this.at = 0;
    this.#play.show(this.#before);
  }

  #settle(): void {
    clearTimeout(this.#timer);
    this.#animator.skip();
    clearTimeout(this.#timer); // the end of what moved has set it
  }

  #rest(): void {
    this.playing = false;
    this.#changed();
  }
}
