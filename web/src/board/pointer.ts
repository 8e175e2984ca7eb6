/** Mouse, pen and fingers on a board: presses, hovering, long presses, one transform for pinch, pan and wheel. */
import type { Press } from '../games/module';
import type { Camera } from './camera';
import { GUTTER } from './canvas';
import { Taps } from './taps';

export interface PointerEvents {
  press(cell: readonly [number, number], how: Press): void;
  hover(cell: readonly [number, number] | null): void;
  inspect(cell: readonly [number, number]): void;
  /** The camera was moved. */
  moved(): void;
}

const SLOP = 8;
/** So far must a wheel be turned for one more size. */
const NOTCH = 80;

interface Finger {
  x: number;
  y: number;
}

export class BoardPointer {
  readonly #element: HTMLElement;
  readonly #camera: Camera;
  readonly #events: PointerEvents;
  readonly #fingers = new Map<number, Finger>();
  #start: Finger | null = null;
  #dragging = false;
  /** The middle of two fingers that zoom. */
  #pinched: Finger | null = null;
  /** Turned so far since the last change of size. */
  #wheeled = 0;
  /** A long press has been answered. */
  #held = false;
  readonly #taps = new Taps();
  readonly #abort = new AbortController();

  constructor(element: HTMLElement, camera: Camera, events: PointerEvents) {
    this.#element = element;
    this.#camera = camera;
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
    on('pointerleave', (event) => event.pointerType === 'mouse' && this.#events.hover(null));
    on('contextmenu', (event) => event.preventDefault(), false);
    on('wheel', (event) => this.#wheel(event), false);
    on('click', (event) => this.#click(event));
  }

  stop(): void {
    this.#taps.stop();
    this.#abort.abort();
  }

  #at(event: MouseEvent): Finger {
    const box = this.#element.getBoundingClientRect();
    return { x: event.clientX - box.left - GUTTER, y: event.clientY - box.top - GUTTER };
  }

  #cell(at: Finger): readonly [number, number] | null {
    return this.#camera.cellAt(at.x, at.y);
  }

  #down(event: PointerEvent): void {
    const at = this.#at(event);
    this.#fingers.set(event.pointerId, at);
    this.#taps.stop();
    if (this.#fingers.size > 1) {
      this.#dragging = true;
      return;
    }
    this.#start = at;
    this.#dragging = false;
    this.#held = false;
    if (event.pointerType === 'mouse') return;
    this.#taps.down(event, () => {
      const cell = this.#cell(at);
      if (!cell || this.#dragging) return;
      this.#held = true;
      this.#events.inspect(cell);
    });
  }

  #move(event: PointerEvent): void {
    const at = this.#at(event);
    const before = this.#fingers.get(event.pointerId);
    if (!before) {
      if (event.pointerType === 'mouse') this.#events.hover(this.#cell(at));
      return;
    }
    if (this.#fingers.size === 2) this.#pinch(event.pointerId, before, at);
    else if (
      this.#start &&
      !this.#dragging &&
      Math.hypot(at.x - this.#start.x, at.y - this.#start.y) > SLOP
    ) {
      this.#taps.stop();
      this.#dragging = true;
    } else if (this.#dragging && !this.#camera.fits) {
      this.#camera.pan(at.x - before.x, at.y - before.y);
      this.#events.moved();
    }
    this.#fingers.set(event.pointerId, at);
  }

  #pinch(moved: number, before: Finger, at: Finger): void {
    const other = [...this.#fingers].find(([id]) => id !== moved)?.[1];
    if (!other) return;
    this.#pinched = { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 };
    const spread = (finger: Finger) => Math.max(10, Math.hypot(finger.x - other.x, finger.y - other.y));
    this.#camera.zoom((at.x + other.x) / 2, (at.y + other.y) / 2, spread(at) / spread(before));
    this.#camera.pan((at.x - before.x) / 2, (at.y - before.y) / 2);
    this.#events.moved();
  }

  #up(event: PointerEvent): void {
    const known = this.#fingers.has(event.pointerId);
    const dragged = this.#dragging || (this.#held && this.#taps.wasLong(event));
    this.#gone(event);
    if (!known || dragged || this.#fingers.size > 0) return;
    const cell = this.#cell(this.#at(event));
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
    if (this.#pinched && this.#fingers.size < 2) {
      this.#camera.settle(this.#pinched.x, this.#pinched.y);
      this.#pinched = null;
      this.#events.moved();
    }
  }

  #wheel(event: WheelEvent): void {
    if (!this.#camera.crowded && !event.ctrlKey) return;
    event.preventDefault();
    const at = this.#at(event);
    if (this.#camera.grained) this.#wheelBySizes(at, event.deltaY);
    else this.#camera.zoom(at.x, at.y, Math.exp(-event.deltaY / 400));
    this.#events.moved();
  }

  #wheelBySizes(at: Finger, turned: number): void {
    this.#wheeled = Math.sign(turned) === Math.sign(this.#wheeled) ? this.#wheeled + turned : turned;
    if (Math.abs(this.#wheeled) < NOTCH) return;
    this.#camera.step(at.x, at.y, this.#wheeled < 0 ? 1 : -1);
    this.#wheeled = 0;
  }

  /** A screen reader's press comes as a click without a pointer before it. */
  #click(event: MouseEvent): void {
    if (event.detail !== 0) return;
    const cell = (event.target as Element).closest<HTMLElement>('[data-cell]')?.dataset.cell;
    const [x, y] = (cell ?? '').split(',').map(Number);
    if (x !== undefined && y !== undefined) this.#events.press([x, y], 'primary');
  }
}
