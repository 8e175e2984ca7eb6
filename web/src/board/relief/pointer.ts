/** Mouse, pen and fingers on a board in relief: drags move the camera, and only what is no drag is a press. */
import type { Cell, Press } from '../../games/module';
import { Taps } from '../taps';
import type { Orbit } from './orbit';

export interface ReliefEvents {
  /** The cell under a point (CSS pixels of the board); null: none. */
  pick(x: number, y: number): Cell | null;
  press(cell: Cell, how: Press): void;
  hover(cell: Cell | null): void;
  inspect(cell: Cell): void;
  /** The camera was moved. */
  moved(): void;
}

const SLOP = { mouse: 5, touch: 10 } as const;

interface Finger {
  x: number;
  y: number;
}

export class ReliefPointer {
  readonly #element: HTMLElement;
  readonly #orbit: Orbit;
  readonly #events: ReliefEvents;
  readonly #fingers = new Map<number, Finger>();
  #start: Finger | null = null;
  #dragging = false;
  #button = 0;
  /** A long press has been answered. */
  #held = false;
  readonly #taps = new Taps();
  #hovering = 0;
  readonly #abort = new AbortController();

  constructor(element: HTMLElement, orbit: Orbit, events: ReliefEvents) {
    this.#element = element;
    this.#orbit = orbit;
    this.#events = events;
    const on = <K extends keyof HTMLElementEventMap>(
      type: K,
      call: (event: HTMLElementEventMap[K]) => void,
      passive = true,
    ) => element.addEventListener(type, call, { signal: this.#abort.signal, passive });
    on('pointerdown', (event) => this.#down(event));
    on('pointermove', (event) => this.#move(event));
    on('pointerup', (event) => this.#up(event));
    on('pointercancel', (event) => this.#gone(event));
    on('pointerleave', (event) => event.pointerType === 'mouse' && this.#leave());
    on('contextmenu', (event) => event.preventDefault(), false);
    on('wheel', (event) => this.#wheel(event), false);
  }

  stop(): void {
    this.#taps.stop();
    cancelAnimationFrame(this.#hovering);
    this.#abort.abort();
  }

  #at(event: MouseEvent): Finger {
    const box = this.#element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  #down(event: PointerEvent): void {
    const at = this.#at(event);
    this.#fingers.set(event.pointerId, at);
    this.#element.setPointerCapture(event.pointerId);
    this.#taps.stop();
    if (this.#fingers.size > 1) {
      this.#dragging = true;
      return;
    }
    this.#start = at;
    this.#button = event.button;
    this.#dragging = false;
    this.#held = false;
    if (event.pointerType === 'mouse') return;
    this.#taps.down(event, () => {
      const cell = this.#events.pick(at.x, at.y);
      if (!cell || this.#dragging) return;
      this.#held = true;
      this.#events.inspect(cell);
    });
  }

  #move(event: PointerEvent): void {
    const at = this.#at(event);
    const before = this.#fingers.get(event.pointerId);
    if (!before) {
      if (event.pointerType === 'mouse') this.#hover(at);
      return;
    }
    if (this.#fingers.size === 2) this.#pinch(event.pointerId, before, at);
    else if (!this.#dragging) {
      const slop = event.pointerType === 'mouse' ? SLOP.mouse : SLOP.touch;
      if (!this.#start || Math.hypot(at.x - this.#start.x, at.y - this.#start.y) <= slop) return;
      this.#taps.stop();
      this.#dragging = true;
      this.#drag(at.x - this.#start.x, at.y - this.#start.y);
    } else this.#drag(at.x - before.x, at.y - before.y);
    this.#fingers.set(event.pointerId, at);
  }

  #drag(dx: number, dy: number): void {
    if (this.#button === 0) this.#orbit.turnBy(dx, dy);
    else this.#orbit.moveBy(dx, dy, this.#element.clientHeight);
    this.#events.moved();
  }

  #pinch(moved: number, before: Finger, at: Finger): void {
    const other = [...this.#fingers].find(([id]) => id !== moved)?.[1];
    if (!other) return;
    const spread = (finger: Finger) => Math.max(10, Math.hypot(finger.x - other.x, finger.y - other.y));
    this.#orbit.zoomBy(spread(at) / spread(before));
    this.#orbit.moveBy((at.x - before.x) / 2, (at.y - before.y) / 2, this.#element.clientHeight);
    this.#events.moved();
  }

  #up(event: PointerEvent): void {
    const known = this.#fingers.has(event.pointerId);
    const dragged = this.#dragging || (this.#held && this.#taps.wasLong(event));
    this.#gone(event);
    if (!known || dragged || this.#fingers.size > 0) return;
    const at = this.#at(event);
    const cell = this.#events.pick(at.x, at.y);
    if (!cell) return;
    if (event.pointerType === 'mouse') {
      if (event.button === 0 || event.button === 2)
        this.#events.press(cell, event.button === 2 ? 'secondary' : 'primary');
      return;
    }
    if (this.#taps.meant(event, cell)) this.#events.press(cell, 'touch');
  }

  #gone(event: PointerEvent): void {
    this.#taps.stop();
    this.#fingers.delete(event.pointerId);
    if (this.#fingers.size === 0) this.#start = null;
  }

  /** Once a frame is often enough to look what is under the pointer. */
  #hover(at: Finger): void {
    cancelAnimationFrame(this.#hovering);
    this.#hovering = requestAnimationFrame(() => this.#events.hover(this.#events.pick(at.x, at.y)));
  }

  #leave(): void {
    cancelAnimationFrame(this.#hovering);
    this.#events.hover(null);
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault();
    this.#orbit.zoomBy(Math.exp(-event.deltaY / 600));
    this.#events.moved();
  }
}
