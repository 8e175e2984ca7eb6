/** The sprites of PixelsWars: loads the atlas once, and draws its pictures by name in whole pixels. */
import table from './pixelswars.json';
import url from './pixelswars.png';

/** Where a picture lies in the atlas, and which of its pixels lies on the corner of its cell. */
export type Frame = readonly [x: number, y: number, width: number, height: number, left: number, top: number];

export interface Table {
  readonly tile: number;
  /** Milliseconds that each of the two pictures of a unit is shown. */
  readonly idle: number;
  /** Milliseconds that each of the two pictures of the water is shown. */
  readonly shimmer: number;
  readonly frames: Readonly<Record<string, Frame>>;
}

export const TABLE: Table = {
  tile: table.tile,
  idle: table.idle,
  shimmer: table.shimmer,
  frames: table.frames as unknown as Record<string, Frame>,
};

export const TILE = TABLE.tile;

/** The share of health left, as the picture that shows it: 0 healthy ... 4 critical. */
export function stageOf(share: number): number {
  return share > 0.8 ? 0 : share > 0.6 ? 1 : share > 0.4 ? 2 : share > 0.2 ? 3 : 4;
}

/** The largest whole number of screen pixels per pixel of art with which so many cells fit; at least one. */
export function scaleFor(cells: number, screenPixels: number): number {
  return Math.max(1, Math.floor(screenPixels / (cells * TILE)));
}

export class Atlas {
  constructor(
    private readonly image: CanvasImageSource,
    private readonly table: Table = TABLE,
  ) {}

  has(name: string): boolean {
    return Object.hasOwn(this.table.frames, name);
  }

  frame(name: string): Frame {
    const frame = this.has(name) ? this.table.frames[name] : undefined;
    if (!frame) throw new Error(`no sprite named ${name}`);
    return frame;
  }

  /**
   * Draws a sprite for the cell, or at the point, whose upper left corner is (x, y), each of its pixels as a square of
   * `scale` screen pixels. Mirrored, it looks left and stays on its cell.
   */
  draw(
    name: string,
    ctx: CanvasRenderingContext2D,
    x: number,
    y: number,
    scale: number,
    { mirrored = false }: { mirrored?: boolean } = {},
  ): void {
    const [sx, sy, width, height, left, top] = this.frame(name);
    const w = width * scale;
    const h = height * scale;
    const to = Math.round(y) - top * scale;
    ctx.imageSmoothingEnabled = false;
    if (!mirrored) {
      ctx.drawImage(this.image, sx, sy, width, height, Math.round(x) - left * scale, to, w, h);
      return;
    }
    const from = Math.round(x) - (width - left - this.table.tile) * scale;
    ctx.save();
    ctx.translate(from + w, to);
    ctx.scale(-1, 1);
    ctx.drawImage(this.image, sx, sy, width, height, 0, 0, w, h);
    ctx.restore();
  }

  /** Draws a sprite alone, fitted as large as whole pixels allow into a square picture of that many screen pixels. */
  icon(name: string, ctx: CanvasRenderingContext2D, size: number): void {
    const [sx, sy, width, height] = this.frame(name);
    const scale = Math.max(1, Math.floor(size / Math.max(width, height)));
    const [w, h] = [width * scale, height * scale];
    ctx.imageSmoothingEnabled = false;
    ctx.drawImage(this.image, sx, sy, width, height, (size - w) >> 1, (size - h) >> 1, w, h);
  }
}

let loading: Promise<Atlas> | null = null;

/** Loads the atlas, once for all who ask; `progress` is told the share that has arrived. A failure may be tried again. */
export function loadAtlas(progress?: (share: number) => void): Promise<Atlas> {
  loading ??= load(progress).catch((reason: unknown) => {
    loading = null;
    throw reason;
  });
  return loading.then((atlas) => {
    progress?.(1);
    return atlas;
  });
}

async function load(progress?: (share: number) => void): Promise<Atlas> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the pictures could not be loaded (${response.status})`);
  const total = Number(response.headers.get('content-length')) || 0;
  const parts: BlobPart[] = [];
  let received = 0;
  for (const reader = response.body?.getReader(); reader;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    received += value.length;
    if (total > 0) progress?.(Math.min(0.99, received / total));
  }
  return new Atlas(await createImageBitmap(new Blob(parts, { type: 'image/png' })));
}
