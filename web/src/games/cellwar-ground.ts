/** The table under CellWar's pieces: lit cells, remembered cells, and fog that lies on them like a cloth. */
import type { Painter } from '../board/canvas';
import type { CellWarView } from '../protocol';

type Ctx = CanvasRenderingContext2D;

/** A small picture of even noise, the same every time. */
function noise(size: number, strength: number, light: boolean): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = size;
  const ctx = canvas.getContext('2d');
  if (!ctx) return canvas;
  let seed = 7;
  const chance = () => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) / 0x7fffffff;
  const colour = light ? '255 255 255' : '0 0 0';
  for (let blot = 0; blot < 70; blot++) {
    const [x, y, r] = [chance() * size, chance() * size, (0.06 + chance() * 0.22) * size];
    const strong = strength * (0.4 + chance() * 0.6);
    // Drawn at all the places where it wraps round, so that the pattern has no seam.
    for (const dx of [0, -size, size])
      for (const dy of [0, -size, size]) {
        const soft = ctx.createRadialGradient(x + dx, y + dy, 0, x + dx, y + dy, r);
        soft.addColorStop(0, `rgb(${colour} / ${strong})`);
        soft.addColorStop(1, `rgb(${colour} / 0)`);
        ctx.fillStyle = soft;
        ctx.fillRect(x + dx - r, y + dy - r, 2 * r, 2 * r);
      }
  }
  return canvas;
}

const patterns = new Map<string, HTMLCanvasElement>();
function pattern(ctx: Ctx, ratio: number, light: boolean): CanvasPattern | null {
  const size = Math.round(420 * ratio);
  const key = `${size}${light}`;
  let picture = patterns.get(key);
  if (!picture) {
    picture = noise(size, light ? 0.08 : 0.08, light);
    patterns.set(key, picture);
  }
  return ctx.createPattern(picture, 'repeat');
}

/** Each view's ground, for the cache: one letter per cell. */
export function groundKey(view: CellWarView): string {
  return view.tiles.map((row) => row.map((tile) => tile.seen[0]).join('')).join('');
}

export function paintGround(ctx: Ctx, painter: Painter, view: CellWarView): void {
  const { ratio, ink, width, height, box } = painter;
  const first = box(0, 0);
  const last = box(width - 1, height - 1);
  const size = { w: last.x + last.size - first.x, h: last.y + last.size - first.y };
  table(ctx, painter, first.x, first.y, size.w, size.h);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const seen = view.tiles[y]?.[x]?.seen;
      const cell = box(x, y);
      ctx.fillStyle = seen === 'visible' ? ink.grounds.visible : ink.grounds.remembered;
      ctx.fillRect(cell.x, cell.y, cell.size, cell.size);
      if ((x + y) % 2) {
        ctx.fillStyle = ink.theme === 'light' ? 'rgb(90 60 20 / 0.035)' : 'rgb(255 255 255 / 0.02)';
        ctx.fillRect(cell.x, cell.y, cell.size, cell.size);
      }
    }
  lines(ctx, painter);
  edges(ctx, painter, view);
  fog(ctx, painter, view);
  ctx.lineWidth = Math.max(1, Math.round(2 * ratio));
  ctx.strokeStyle = ink.theme === 'light' ? '#8f8166' : '#5b6a82';
  ctx.strokeRect(
    first.x - ctx.lineWidth / 2,
    first.y - ctx.lineWidth / 2,
    size.w + ctx.lineWidth,
    size.h + ctx.lineWidth,
  );
}

function table(ctx: Ctx, { ratio, ink }: Painter, x: number, y: number, w: number, h: number): void {
  ctx.save();
  ctx.shadowColor = ink.theme === 'light' ? 'rgb(60 50 30 / 0.35)' : 'rgb(0 0 0 / 0.7)';
  ctx.shadowBlur = 14 * ratio;
  ctx.shadowOffsetY = 4 * ratio;
  ctx.fillStyle = ink.grounds.fog;
  ctx.fillRect(x, y, w, h);
  ctx.restore();
}

function lines(ctx: Ctx, { ratio, ink, width, height, box }: Painter): void {
  const thick = Math.max(1, Math.round(ratio));
  const first = box(0, 0);
  const last = box(width - 1, height - 1);
  ctx.fillStyle = ink.grounds.line;
  ctx.globalAlpha = 0.75;
  for (let x = 1; x < width; x++) ctx.fillRect(box(x, 0).x, first.y, thick, last.y + last.size - first.y);
  for (let y = 1; y < height; y++) ctx.fillRect(first.x, box(0, y).y, last.x + last.size - first.x, thick);
  ctx.globalAlpha = 1;
}

/** Where the light ends, the lit cells throw a soft edge on what is only remembered. */
function edges(ctx: Ctx, { ink, width, height, box }: Painter, view: CellWarView): void {
  const lit = (x: number, y: number) => view.tiles[y]?.[x]?.seen === 'visible';
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (view.tiles[y]?.[x]?.seen !== 'last_known') continue;
      const cell = box(x, y);
      for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]] as const) {
        if (!lit(x + dx, y + dy)) continue;
        const deep = cell.size * 0.3;
        const from = { x: dx > 0 ? cell.x + cell.size : cell.x, y: dy > 0 ? cell.y + cell.size : cell.y };
        const soft = ctx.createLinearGradient(from.x, from.y, from.x - dx * deep, from.y - dy * deep);
        soft.addColorStop(0, ink.theme === 'light' ? 'rgb(70 55 25 / 0.2)' : 'rgb(0 0 0 / 0.35)');
        soft.addColorStop(1, 'rgb(0 0 0 / 0)');
        ctx.fillStyle = soft;
        ctx.fillRect(cell.x, cell.y, cell.size, cell.size);
      }
    } // prettier-ignore
}

function fog(ctx: Ctx, painter: Painter, view: CellWarView): void {
  const { ratio, ink } = painter;
  const cloth = document.createElement('canvas');
  cloth.width = ctx.canvas.width;
  cloth.height = ctx.canvas.height;
  const inner = cloth.getContext('2d');
  if (!inner) return;
  fogShape(inner, painter, view);
  inner.globalCompositeOperation = 'source-atop';
  for (const light of [true, false]) {
    const weave = pattern(inner, ratio, light);
    if (!weave) continue;
    inner.fillStyle = weave;
    inner.save();
    inner.translate(light ? 0 : 57 * ratio, light ? 0 : 31 * ratio);
    inner.fillRect(-100 * ratio, -100 * ratio, cloth.width + 200 * ratio, cloth.height + 200 * ratio);
    inner.restore();
  }
  ctx.save();
  const first = painter.box(0, 0);
  const last = painter.box(painter.width - 1, painter.height - 1);
  ctx.beginPath();
  ctx.rect(first.x, first.y, last.x + last.size - first.x, last.y + last.size - first.y);
  ctx.clip();
  ctx.shadowColor = ink.theme === 'light' ? 'rgb(60 45 20 / 0.55)' : 'rgb(0 0 0 / 0.85)';
  ctx.shadowBlur = first.size * 0.16;
  ctx.shadowOffsetY = first.size * 0.03;
  ctx.drawImage(cloth, 0, 0);
  ctx.restore();
}

/** All fog cells as one shape: outer corners rounded, inner ones filled in. */
function fogShape(ctx: Ctx, { ink, width, height, box }: Painter, view: CellWarView): void {
  const is = (x: number, y: number) => {
    const tile = view.tiles[Math.min(height - 1, Math.max(0, y))]?.[Math.min(width - 1, Math.max(0, x))];
    return tile?.seen === 'fog';
  };
  ctx.fillStyle = ink.grounds.fog;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const cell = box(x, y);
      const r = cell.size * 0.26;
      if (is(x, y)) {
        const round = (dx: number, dy: number) => (is(x + dx, y) || is(x, y + dy) ? 0 : r);
        ctx.beginPath();
        ctx.roundRect(cell.x, cell.y, cell.size, cell.size, [
          round(-1, -1),
          round(1, -1),
          round(1, 1),
          round(-1, 1),
        ]);
        ctx.fill();
        continue;
      }
      for (const [dx, dy] of [[-1, -1], [1, -1], [1, 1], [-1, 1]] as const) {
        if (!is(x + dx, y) || !is(x, y + dy)) continue;
        const corner = { x: dx < 0 ? cell.x : cell.x + cell.size, y: dy < 0 ? cell.y : cell.y + cell.size };
        ctx.beginPath();
        ctx.moveTo(corner.x, corner.y);
        ctx.lineTo(corner.x - dx * r, corner.y);
        ctx.quadraticCurveTo(corner.x, corner.y, corner.x, corner.y - dy * r);
        ctx.closePath();
        ctx.fill();
      } // prettier-ignore
    }
}
