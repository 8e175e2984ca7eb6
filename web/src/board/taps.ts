/** What a finger means by touching: a tap, a slip right after a tap, or a long press. */

const LONG = 500;
/** A second tap this soon is a slip of the finger, never a confirmation. */
const DOUBLE = 300;

export class Taps {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #downAt = 0;
  #last = { at: 0, cell: '' };

  /** A finger touches; `held` is called if it stays. */
  down(event: PointerEvent, held: () => void): void {
    clearTimeout(this.#timer);
    this.#downAt = event.timeStamp;
    this.#timer = setTimeout(held, LONG);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  /** Whether the finger that is lifted now was long on the glass. A page that was busy meanwhile hears of it late,
   *  so the event's own time counts, not the timer. */
  wasLong(event: PointerEvent): boolean {
    return event.timeStamp - this.#downAt >= LONG;
  }

  /** Whether this tap is meant, and no slip; call it once for each. */
  meant(event: PointerEvent, cell: readonly [number, number]): boolean {
    const name = cell.join();
    const slip = this.#last.cell === name && event.timeStamp - this.#last.at < DOUBLE;
    this.#last = { at: event.timeStamp, cell: name };
    return !slip;
  }
}
