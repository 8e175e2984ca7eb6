/** CellWar's pieces, drawn by code in a box of 64 x 64: a coin with a sword, a numbered shield, a gear. */
import { playerLook } from '../players';
import type { CellWarUnit } from '../protocol';

export const SIDE = 64;
const TAU = Math.PI * 2;

function polygon(points: readonly (readonly [number, number])[]): Path2D {
  const path = new Path2D();
  points.forEach(([x, y], index) => (index ? path.lineTo(x, y) : path.moveTo(x, y)));
  path.closePath();
  return path;
}

function circle(x: number, y: number, r: number): Path2D {
  const path = new Path2D();
  path.arc(x, y, r, 0, TAU);
  return path;
}

function gear(): Path2D {
  const path = new Path2D();
  const teeth = 8;
  for (let tooth = 0; tooth < teeth; tooth++) {
    const at = (tooth / teeth) * TAU - TAU / 4;
    const spot = (turn: number, r: number): [number, number] => [
      32 + Math.cos(at + turn) * r,
      32 + Math.sin(at + turn) * r,
    ];
    if (tooth === 0) path.moveTo(...spot(-0.27, 19.5));
    path.lineTo(...spot(-0.21, 26.5));
    path.lineTo(...spot(0.21, 26.5));
    path.lineTo(...spot(0.27, 19.5));
    path.arc(32, 32, 19.5, at + 0.27, at + TAU / teeth - 0.27);
  }
  path.closePath();
  return path;
}

/** Made at the first drawing: without a canvas (in tests) there is no Path2D. */
const shapes = lazy(() => ({
  coin: circle(32, 32, 21),
  shield: new Path2D(
    'M32 6.5C39 11.5 46.5 13.5 54 13.5C54.6 17 55 23 54.5 29C53.4 43 44.5 52.5 32 58.5C19.5 52.5 10.6 43 9.5 29C9 23 9.4 17 10 13.5C17.5 13.5 25 11.5 32 6.5Z',
  ),
  gear: gear(),
  blade: polygon([
    [32, 3],
    [36.6, 9.5],
    [36, 39],
    [28, 39],
    [27.4, 9.5],
  ]),
  edge: polygon([
    [32, 3],
    [36.6, 9.5],
    [36, 39],
    [32, 39],
  ]),
  hilt: new Path2D('M20.5 38h23a2.6 2.6 0 0 1 0 5.2h-8v8.3a4.6 4.6 0 1 1-7 0v-8.3h-8a2.6 2.6 0 0 1 0-5.2z'),
  skull: new Path2D(
    'M32 10C20 10 11.5 18 11.5 29C11.5 36 15 41 19.5 43.5V51Q19.5 54 22.5 54H41.5Q44.5 54 44.5 51V43.5C49 41 52.5 36 52.5 29C52.5 18 44 10 32 10Z',
  ),
  face: new Path2D(
    'M24 25.5a5.6 5.6 0 1 0 .01 0zM40 25.5a5.6 5.6 0 1 0 .01 0zM32 36l3.4 5.6h-6.8zM26.6 46.5h1.9v7.5h-1.9zM31 46.5h1.9v7.5H31zM35.5 46.5h1.9v7.5h-1.9z',
  ),
}));

function lazy<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** plain · acted: pale, nothing more to do · ghost: as last seen, a dashed outline. */
export type Manner = 'plain' | 'acted' | 'ghost';

interface Look {
  outline: string;
  colour: string;
  /** The player's shape in a box of 24. */
  mark: string;
}

/** Mixes a colour with white (above 0) or black (below). */
export function shade(hex: string, by: number): string {
  const target = by > 0 ? 255 : 0;
  const part = (at: number) => {
    const value = parseInt(hex.slice(at, at + 2), 16);
    return Math.round(value + (target - value) * Math.abs(by));
  };
  return `rgb(${part(1)} ${part(3)} ${part(5)})`;
}

function body(ctx: CanvasRenderingContext2D, path: Path2D, look: Look): void {
  ctx.lineJoin = 'round';
  ctx.lineWidth = 6;
  ctx.strokeStyle = look.outline;
  ctx.stroke(path);
  const fill = ctx.createLinearGradient(16, 6, 44, 60);
  fill.addColorStop(0, shade(look.colour, 0.28));
  fill.addColorStop(0.45, look.colour);
  fill.addColorStop(1, shade(look.colour, -0.3));
  ctx.fillStyle = fill;
  ctx.fill(path);
  ctx.save();
  ctx.clip(path);
  ctx.lineWidth = 5;
  ctx.strokeStyle = 'rgb(255 255 255 / 0.3)';
  ctx.stroke(path);
  ctx.restore();
}

function emblem(ctx: CanvasRenderingContext2D, path: Path2D, look: Look, fill = '#fffdf8'): void {
  ctx.lineJoin = 'round';
  ctx.lineWidth = 4.5;
  ctx.strokeStyle = shade(look.colour, -0.68);
  ctx.stroke(path);
  ctx.fillStyle = fill;
  ctx.fill(path);
}

function sword(ctx: CanvasRenderingContext2D, look: Look): void {
  const { blade, edge, hilt } = shapes();
  ctx.save();
  ctx.translate(32, 32);
  ctx.rotate(Math.PI / 4);
  ctx.translate(-32, -31);
  emblem(ctx, blade, look);
  ctx.fillStyle = '#c9cfd8';
  ctx.fill(edge);
  emblem(ctx, hilt, look, shade(look.colour, 0.55));
  ctx.restore();
}

function number(ctx: CanvasRenderingContext2D, text: string, look: Look): void {
  ctx.font = '700 34px "Atkinson Hyperlegible", sans-serif';
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.lineJoin = 'round';
  ctx.lineWidth = 6;
  ctx.strokeStyle = shade(look.colour, -0.68);
  ctx.strokeText(text, 32, 34);
  ctx.fillStyle = '#fffdf8';
  ctx.fillText(text, 32, 34);
}

function hub(ctx: CanvasRenderingContext2D, look: Look): void {
  emblem(ctx, circle(32, 32, 10.5), look);
  ctx.fillStyle = shade(look.colour, -0.55);
  ctx.fill(circle(32, 32, 5));
}

/** The player's shape, so that colour is never the only mark. */
function mark(ctx: CanvasRenderingContext2D, look: Look): void {
  ctx.save();
  ctx.translate(40.5, 40.5);
  ctx.scale(0.92, 0.92);
  const path = new Path2D(look.mark);
  ctx.lineJoin = 'round';
  ctx.lineWidth = 8;
  ctx.strokeStyle = look.outline;
  ctx.stroke(path);
  ctx.lineWidth = 3.4;
  ctx.strokeStyle = '#fffdf8';
  ctx.stroke(path);
  ctx.fillStyle = look.colour;
  ctx.fill(path);
  ctx.restore();
}

/** The whole piece at the origin, in a box of 64. */
function piece(ctx: CanvasRenderingContext2D, unit: CellWarUnit, look: Look): void {
  const { coin, shield, gear } = shapes();
  ctx.save();
  ctx.shadowColor = 'rgb(0 0 0 / 0.35)';
  ctx.shadowBlur = 4;
  ctx.shadowOffsetY = 2.5;
  ctx.fillStyle = look.outline;
  ctx.fill(unit.type === 'infantry' ? coin : unit.type === 'fortification' ? shield : gear);
  ctx.restore();
  if (unit.type === 'infantry') {
    body(ctx, coin, look);
    sword(ctx, look);
  } else if (unit.type === 'fortification') {
    body(ctx, shield, look);
    number(ctx, String(unit.counter), look);
  } else {
    body(ctx, gear, look);
    hub(ctx, look);
  }
  mark(ctx, look);
}

const drawn = new Map<string, HTMLCanvasElement>();

/** A picture of a piece `size` device pixels wide, kept for the next time. */
export function pieceImage(unit: CellWarUnit, size: number, manner: Manner): HTMLCanvasElement {
  const look = playerLook(unit.owner);
  const key = [unit.type, unit.counter, look.colour, look.outline, look.shape, size, manner].join();
  let canvas = drawn.get(key);
  if (canvas) return canvas;
  if (drawn.size > 400) drawn.clear();
  canvas = document.createElement('canvas');
  canvas.width = canvas.height = size;
  const ctx = canvas.getContext('2d');
  if (ctx) {
    ctx.scale(size / SIDE, size / SIDE);
    const colour = manner === 'plain' ? look.colour : faded(look.colour, manner);
    piece(ctx, unit, { outline: look.outline, colour, mark: look.path });
  }
  drawn.set(key, canvas);
  return canvas;
}

/** Acted and remembered pieces keep their hue but lose their strength. */
function faded(hex: string, manner: Manner): string {
  const by = manner === 'ghost' ? 0.55 : 0.35;
  const part = (at: number) => parseInt(hex.slice(at, at + 2), 16);
  const grey = 0.3 * part(1) + 0.59 * part(3) + 0.11 * part(5);
  return `#${[1, 3, 5]
    .map((at) => Math.round(part(at) + (grey - part(at)) * by))
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')}`;
}

/** The sign of death, in a box of 64. */
export function drawSkull(
  ctx: CanvasRenderingContext2D,
  x: number,
  y: number,
  size: number,
  alpha = 1,
): void {
  const { skull, face } = shapes();
  ctx.save();
  ctx.globalAlpha *= alpha;
  ctx.translate(x, y);
  ctx.scale(size / SIDE, size / SIDE);
  ctx.lineJoin = 'round';
  ctx.lineWidth = 9;
  ctx.strokeStyle = '#1d2129';
  ctx.stroke(skull);
  ctx.fillStyle = '#fffdf8';
  ctx.fill(skull);
  ctx.fillStyle = '#1d2129';
  ctx.fill(face);
  ctx.restore();
}
