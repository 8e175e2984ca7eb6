/** A still picture of a Traversal position: the board seen at a slant, drawn flat, which is quick enough for any page. */
import { inkOf } from '../board/canvas';
import type { TraversalView } from '../protocol';
import { GROUND } from './traversal-paint';
import { drawPiece, SIDES } from './traversal-shapes';
import { leaverAt, tables } from './traversal-tables';

/** Shares of a square's width: how deep it looks, how high a level is, and the room at the top and bottom. */
const DEEP = 0.72;
const LEVEL = 0.2;
const BASE = 0.16;
const ABOVE = 1.15;
const OUT = 0.42;
const MARGIN = 0.3;

function mixed(colour: string, by: number): string {
  const value = parseInt(colour.slice(1), 16);
  const part = (shift: number) => Math.round(Math.min(255, ((value >> shift) & 255) * by));
  return `rgb(${part(16)} ${part(8)} ${part(0)})`;
}

export function drawStill(canvas: HTMLCanvasElement, view: TraversalView, cell?: number): void {
  const ratio = globalThis.devicePixelRatio || 1;
  const [across, down] = [view.width + 2 * MARGIN, view.height * DEEP + ABOVE + 2 * OUT + BASE + MARGIN];
  const cssWidth = canvas.clientWidth || across * (cell ?? 32);
  const cssHeight = canvas.clientHeight || down * (cell ?? 32);
  canvas.width = Math.round(cssWidth * ratio);
  canvas.height = Math.round(cssHeight * ratio);
  const ctx = canvas.getContext('2d');
  if (!ctx) return;
  const unit = (cell ?? Math.min(cssWidth / across, cssHeight / down)) * ratio;
  const left = (canvas.width - view.width * unit) / 2;
  const top = (canvas.height - down * unit) / 2 + (ABOVE + OUT) * unit;
  const ink = inkOf(canvas);
  const shades = GROUND[ink.theme];
  const highest = tables()?.highest ?? shades.length - 1;

  // The frame, and the ways out on it.
  ctx.fillStyle = ink.theme === 'dark' ? '#2a1d14' : '#5a3a24';
  ctx.beginPath();
  const depth = (view.height * DEEP + 2 * OUT) * unit;
  ctx.roundRect(
    left - 0.24 * unit,
    top - OUT * unit,
    (view.width + 0.48) * unit,
    depth + BASE * unit,
    0.2 * unit,
  );
  ctx.fill();
  for (const [row, y] of [
    [view.height - 1, top - OUT * unit],
    [0, top + view.height * DEEP * unit],
  ] as const)
    wayOut(ctx, left, y, view.width, unit, leaverAt(row), row > 0);

  const pieces = new Map(view.pieces.map((piece) => [`${piece.x},${piece.y}`, piece]));
  for (let y = view.height - 1; y >= 0; y--)
    for (let x = 0; x < view.width; x++) {
      const height = Number(view.heights[y]?.[x] ?? 0);
      const shade = shades[Math.round((height / highest) * (shades.length - 1))] ?? shades[0];
      const rise = (BASE + height * LEVEL) * unit;
      const [px, py] = [left + x * unit, top + (view.height - 1 - y) * DEEP * unit - rise];
      const checker = (x + y) % 2 === 0 ? 0.93 : 1.04;
      const gap = Math.max(1, unit * 0.02);
      ctx.fillStyle = mixed(shade, 0.62 * checker);
      ctx.fillRect(px + gap / 2, py + DEEP * unit - gap, unit - gap, rise + gap);
      ctx.fillStyle = mixed(shade, checker);
      ctx.fillRect(px + gap / 2, py, unit - gap, DEEP * unit - gap / 2);
      ctx.fillStyle = 'rgb(255 255 255 / 0.22)';
      ctx.fillRect(px + gap / 2, py, unit - gap, Math.max(1, unit * 0.025));
      shadow(ctx, view.heights, x, y, px, py, unit);
      const piece = pieces.get(`${x},${y}`);
      if (!piece) continue;
      ctx.fillStyle = 'rgb(10 10 20 / 0.35)';
      ctx.beginPath();
      ctx.ellipse(px + unit * 0.54, py + unit * 0.5, unit * 0.32, unit * 0.13, 0, 0, 7);
      ctx.fill();
      drawPiece(ctx, piece.kind, piece.owner, px + unit * 0.08, py + unit * (0.52 - 0.8), unit * 0.84);
    }
}

/** What stands higher on the left throws its shadow. */
function shadow(
  ctx: CanvasRenderingContext2D,
  heights: readonly string[],
  x: number,
  y: number,
  px: number,
  py: number,
  unit: number,
): void {
  const by = Number(heights[y]?.[x - 1] ?? 0) - Number(heights[y]?.[x] ?? 0);
  if (by <= 0) return;
  ctx.fillStyle = 'rgb(20 16 30 / 0.22)';
  ctx.fillRect(px, py, unit * Math.min(0.6, 0.16 * by), DEEP * unit);
}

function wayOut(
  ctx: CanvasRenderingContext2D,
  left: number,
  y: number,
  width: number,
  unit: number,
  player: number,
  up: boolean,
): void {
  const side = SIDES[player - 1] ?? SIDES[0];
  ctx.fillStyle = side.fill;
  ctx.fillRect(left, y + 0.05 * unit, width * unit, (OUT - 0.08) * unit);
  ctx.strokeStyle = side.line;
  ctx.lineWidth = unit * 0.05;
  ctx.lineJoin = 'round';
  for (let x = 0; x < width; x++) {
    const [middle, near, far] = [
      left + (x + 0.5) * unit,
      y + (up ? 0.29 : 0.16) * unit,
      y + (up ? 0.14 : 0.31) * unit,
    ];
    ctx.beginPath();
    ctx.moveTo(middle - unit * 0.16, near);
    ctx.lineTo(middle, far);
    ctx.lineTo(middle + unit * 0.16, near);
    ctx.stroke();
  }
}
