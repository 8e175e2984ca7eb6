/** A crisp canvas under a camera: sized in device pixels, painted when something changed. */
import type { Edges } from '../games/module';
import { GROUNDS, OUTLINE, type Grounds, type Theme } from '../players';
import { theme } from '../settings';
import type { Camera } from './camera';

/** Room for the numbers of columns and rows, in CSS pixels. */
export const GUTTER = 20;
/** Room on the other two sides, for the frame and its shadow. */
export const MARGIN = 8;

/** The frame's colours that a board needs. */
export interface Ink {
  theme: Theme;
  grounds: Grounds;
  outline: string;
  ink: string;
  quiet: string;
  panel: string;
  ground: string;
  accent: string;
  bad: string;
}

/** A square on the canvas, in device pixels. */
export interface Box {
  x: number;
  y: number;
  size: number;
}

/** What a game's module paints with. */
export interface Painter {
  ctx: CanvasRenderingContext2D;
  /** Device pixels per CSS pixel. */
  ratio: number;
  ink: Ink;
  width: number;
  height: number;
  /** The square of a cell; whole pixels for whole cells, so that neighbours meet without a seam. */
  box(x: number, y: number): Box;
  /** Something that stays the same until `key` changes is painted once and kept. */
  layer(key: string, paint: (ctx: CanvasRenderingContext2D) => void): void;
  /** What was painted looks different after so many milliseconds: paint again then (0: in the next frame). */
  again(ms: number): void;
}

export function inkOf(element: Element): Ink {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(name).trim() || '#888';
  const now = theme();
  return {
    theme: now,
    grounds: GROUNDS[now],
    outline: OUTLINE[now],
    ink: token('--ink'),
    quiet: token('--quiet'),
    panel: token('--panel'),
    ground: token('--ground'),
    accent: token('--accent'),
    bad: token('--bad'),
  };
}

/** Squares of a board whose cell (0, 0) starts at (x, y), all in CSS pixels. */
export function boxes(x: number, y: number, scale: number, ratio: number): Painter['box'] {
  return (cellX, cellY) => {
    const exact = (at: number, start: number) => (start + at * scale) * ratio;
    const whole = (at: number, start: number) =>
      Number.isInteger(at) ? Math.round(exact(at, start)) : exact(at, start);
    const left = whole(cellX, x);
    const top = whole(cellY, y);
    const size = Number.isInteger(cellX) ? whole(cellX + 1, x) - left : scale * ratio;
    return { x: left, y: top, size };
  };
}

export class BoardCanvas {
  readonly #canvas: HTMLCanvasElement;
  readonly #camera: Camera;
  readonly #paint: (painter: Painter) => void;
  readonly #kept = new Map<string, { key: string; canvas: HTMLCanvasElement }>();
  #asked = 0;
  #later: ReturnType<typeof setTimeout> | undefined;
  #ink: Ink | null = null;
  /** What stands at the edges; null: numbers from 0. */
  edges: Edges | null = null;

  constructor(canvas: HTMLCanvasElement, camera: Camera, paint: (painter: Painter) => void) {
    this.#canvas = canvas;
    this.#camera = camera;
    this.#paint = paint;
  }

  resize(width: number, height: number, ratio: number): void {
    this.#canvas.width = Math.max(1, Math.round(width * ratio));
    this.#canvas.height = Math.max(1, Math.round(height * ratio));
    this.#camera.setView(Math.max(1, width - GUTTER - MARGIN), Math.max(1, height - GUTTER - MARGIN), ratio);
  }

  /** Colours have changed. */
  recolour(): void {
    this.#ink = null;
    this.#kept.clear();
    this.ask();
  }

  /** Paint before the next frame is shown. */
  ask(): void {
    if (this.#asked) return;
    this.#asked = requestAnimationFrame(() => this.now());
  }

  stop(): void {
    cancelAnimationFrame(this.#asked);
    clearTimeout(this.#later);
    this.#asked = 0;
  }

  now(): void {
    this.stop();
    const ctx = this.#canvas.getContext('2d');
    if (!ctx) return;
    const camera = this.#camera;
    const { ratio } = camera;
    const ink = (this.#ink ??= inkOf(this.#canvas));
    const { width, height } = this.#canvas;
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.clearRect(0, 0, width, height);
    const place = `${camera.x},${camera.y},${camera.scale},${ratio},${width},${height},${ink.theme}`;
    let again = Infinity;
    ctx.save();
    if (!camera.fits) {
      const gutter = GUTTER * ratio;
      const rest = (GUTTER + MARGIN) * ratio;
      ctx.beginPath();
      ctx.rect(gutter, gutter, width - rest, height - rest);
      ctx.clip();
    }
    this.#paint({
      ctx,
      ratio,
      ink,
      width: camera.width,
      height: camera.height,
      box: boxes(camera.x + GUTTER, camera.y + GUTTER, camera.scale, ratio),
      layer: (key, paint) => this.#layer(ctx, `${place}|${key}`, key.split(':')[0] ?? '', paint),
      again: (ms) => (again = Math.min(again, ms)),
    });
    ctx.restore();
    this.#numbers(ctx, ink);
    if (again <= 0) this.ask();
    else if (again < Infinity) this.#later = setTimeout(() => this.ask(), again);
  }

  #layer(
    ctx: CanvasRenderingContext2D,
    key: string,
    name: string,
    paint: (ctx: CanvasRenderingContext2D) => void,
  ): void {
    let kept = this.#kept.get(name);
    if (!kept || kept.key !== key) {
      const canvas = kept?.canvas ?? document.createElement('canvas');
      canvas.width = this.#canvas.width;
      canvas.height = this.#canvas.height;
      const inner = canvas.getContext('2d');
      if (inner) paint(inner);
      kept = { key, canvas };
      this.#kept.set(name, kept);
    }
    ctx.drawImage(kept.canvas, 0, 0);
  }

  /** Column and row names along the edges, in view wherever the board has been moved to. */
  #numbers(ctx: CanvasRenderingContext2D, ink: Ink): void {
    const { ratio, scale, x, y, width, height, viewWidth, viewHeight } = this.#camera;
    const step = scale < 15 ? 5 : scale < 22 ? 2 : 1;
    ctx.fillStyle = ink.quiet;
    ctx.font = `${Math.round(12 * ratio)}px "Atkinson Hyperlegible", sans-serif`;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    const left = (Math.max(0, x) + GUTTER / 2) * ratio;
    const top = (Math.max(0, y) + GUTTER / 2) * ratio;
    ctx.lineWidth = 4 * ratio;
    ctx.lineJoin = 'round';
    ctx.strokeStyle = ink.ground;
    // Whatever a game has painted there, they can be read.
    const write = (text: string, x: number, y: number) => {
      ctx.strokeText(text, x, y);
      ctx.fillText(text, x, y);
    };
    for (let column = 0; column < width; column += step) {
      const at = x + (column + 0.5) * scale;
      if (at >= 0 && at <= viewWidth)
        write(this.edges?.column(column) ?? String(column), (at + GUTTER) * ratio, top);
    }
    for (let row = 0; row < height; row += step) {
      const at = y + (row + 0.5) * scale;
      if (at >= 0 && at <= viewHeight)
        write(this.edges?.row(row) ?? String(row), left, (at + GUTTER) * ratio);
    }
  }
}
