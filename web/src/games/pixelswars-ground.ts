/** The ground of a PixelsWars board: joined terrain painted once at its own size, and a paler world around it. */
import type { Atlas } from '../art/atlas';
import { layersAt, type GroundAt, type GroundKind } from '../art/ground';
import type { Painter } from '../board/canvas';
import type { PixelsWarsView } from '../protocol';
import { atlas, TILE } from './pixelswars-sprites';
import { groundFacts } from './pixelswars-tables';

/** Tall things stand out over their cell by at most so many of its pixels. */
const OVER = 12;
/** Farther than any board is wide. */
const FAR = 600;

/** What is no ground of its own is a building's. */
const PLAIN = ['grass', 'road', 'water', 'forest', 'mountain'] as const;

function letter(grid: readonly string[], x: number, y: number): GroundKind | null {
  const found = grid[y]?.[x];
  if (found === undefined) return null;
  const ground = groundFacts(found)?.ground;
  return PLAIN.find((plain) => plain === ground) ?? 'building';
}

function draw(
  art: Atlas,
  ctx: CanvasRenderingContext2D,
  at: GroundAt,
  cells: { x0: number; y0: number; x1: number; y1: number },
  place: (x: number, y: number) => readonly [number, number],
  scale: number,
  frame: 0 | 1,
  wanted: (x: number, y: number) => boolean = () => true,
): void {
  const tall: (() => void)[] = [];
  for (let y = cells.y0; y < cells.y1; y++)
    for (let x = cells.x0; x < cells.x1; x++) {
      if (!wanted(x, y)) continue;
      const layers = layersAt(at, x, y, frame);
      const [left, top] = place(x, y);
      for (const name of layers.flat) art.draw(name, ctx, left, top, scale);
      for (const name of layers.tall) tall.push(() => art.draw(name, ctx, left, top, scale));
    }
  for (const one of tall) one();
}

const painted = new Map<string, HTMLCanvasElement>();
/** Boards whose ground is kept; a match needs two, one for each picture of the water. */
const KEPT = 8;

/** The ground of a whole board at one pixel a pixel, with room above for what stands out. */
function groundOf(art: Atlas, grid: readonly string[], frame: 0 | 1): HTMLCanvasElement {
  const key = `${frame} ${grid.join('/')}`;
  let canvas = painted.get(key);
  if (canvas) return canvas;
  canvas = document.createElement('canvas');
  const [width, height] = [grid[0]?.length ?? 1, grid.length];
  canvas.width = width * TILE;
  canvas.height = height * TILE + OVER;
  const ctx = canvas.getContext('2d');
  const at: GroundAt = (x, y) => letter(grid, x, y);
  if (ctx)
    draw(
      art,
      ctx,
      at,
      { x0: 0, y0: 0, x1: width, y1: height },
      (x, y) => [x * TILE, y * TILE + OVER],
      1,
      frame,
    );
  if (painted.size >= KEPT) painted.delete(painted.keys().next().value!);
  painted.set(key, canvas);
  return canvas;
}

/** `frame`: which of the two pictures of the water. */
export function paintGround(painter: Painter, view: PixelsWarsView, frame: 0 | 1): void {
  const art = atlas();
  if (!art) return;
  const { ctx, box } = painter;
  const first = box(0, 0);
  const last = box(view.width - 1, view.height - 1);
  const scale = first.size / TILE;
  const over = OVER * scale;
  ctx.imageSmoothingEnabled = false;
  ctx.drawImage(
    groundOf(art, view.grid, frame),
    first.x,
    first.y - over,
    last.x + last.size - first.x,
    last.y + last.size - first.y + over,
  );
}

export const hasWater = (view: PixelsWarsView): boolean =>
  view.grid.some((row) => [...row].some((each) => groundFacts(each)?.ground === 'water'));

/** Beyond the edge the same land goes on, mirrored and pale: nobody can go there. */
export function paintSurround(painter: Painter, view: PixelsWarsView): void {
  const art = atlas();
  if (!art) return;
  painter.layer(`surround:${view.grid.join('/')}`, (ctx) => {
    const { box, ink, width, height, ratio } = painter;
    const first = box(0, 0);
    const mirror = (value: number, size: number) => {
      const period = ((value % (2 * size)) + 2 * size) % (2 * size);
      return period < size ? period : 2 * size - 1 - period;
    };
    // Cells are counted from far away, so that none has a negative number.
    const at: GroundAt = (farX, farY) => {
      const [x, y] = [farX - FAR, farY - FAR];
      const kind = letter(view.grid, mirror(x, width), mirror(y, height));
      const outside = x < 0 || y < 0 || x >= width || y >= height;
      return outside && kind === 'building' ? 'grass' : kind;
    };
    const cells = {
      x0: FAR - Math.ceil(first.x / first.size),
      y0: FAR - Math.ceil(first.y / first.size),
      x1: FAR + Math.ceil((ctx.canvas.width - first.x) / first.size),
      y1: FAR + Math.ceil((ctx.canvas.height - first.y) / first.size) + 1,
    };
    const place = (x: number, y: number) =>
      [first.x + (x - FAR) * first.size, first.y + (y - FAR) * first.size] as const;
    const outside = (x: number, y: number) => x < FAR || y < FAR || x >= FAR + width || y >= FAR + height;
    draw(art, ctx, at, cells, place, first.size / TILE, 0, outside);
    ctx.fillStyle = ink.ground;
    ctx.globalAlpha = 0.66;
    ctx.fillRect(0, 0, ctx.canvas.width, ctx.canvas.height);
    ctx.globalAlpha = 1;
    const last = box(width - 1, height - 1);
    const edge = Math.max(1, Math.round(2 * ratio));
    ctx.fillStyle = ink.theme === 'light' ? '#2b3a24' : '#0a0d12';
    ctx.fillRect(
      first.x - edge,
      first.y - edge,
      last.x + last.size - first.x + 2 * edge,
      last.y + last.size - first.y + 2 * edge,
    );
  });
}
