/** Which sprites lie on a cell of a PixelsWars board, from the bottom up: roads, shores and woods that join. */
export type GroundKind = 'grass' | 'road' | 'water' | 'forest' | 'mountain' | 'building';

/** What lies at a cell; null beyond the edge of the board. */
export type GroundAt = (x: number, y: number) => GroundKind | null;

const DIRECTIONS = [
  [0, -1, 1],
  [1, 0, 2],
  [0, 1, 4],
  [-1, 0, 8],
] as const;

const CORNERS = [
  ['ne', 1, -1, 3],
  ['se', 1, 1, 6],
  ['sw', -1, 1, 12],
  ['nw', -1, -1, 9],
] as const;

/** How often each picture of grass comes: flowers and stones are rare. */
const MEADOW = [0, 0, 1, 2, 2, 4, 0, 1, 2, 4, 0, 1, 2, 3, 4, 5];

const VARIANTS = { forest: 4, mountain: 3, wave: 4 };

/** 0..255, always the same for a cell: which picture it shows. */
function pickAt(x: number, y: number): number {
  let value = Math.imul(x, 374761393) + Math.imul(y, 668265263);
  value = Math.imul(value ^ (value >>> 13), 1274126177);
  return (value ^ (value >>> 16)) & 255;
}

/** 'h' or 'v' where a road crosses water. */
export function bridgeAt(at: GroundAt, x: number, y: number): 'h' | 'v' | null {
  if (at(x, y) !== 'road') return null;
  if (at(x, y - 1) === 'water' && at(x, y + 1) === 'water') return 'h';
  return at(x - 1, y) === 'water' && at(x + 1, y) === 'water' ? 'v' : null;
}

export interface Layers {
  /** Flat on the ground; may be drawn for all cells in any order. */
  flat: string[];
  /** Stands out over its cell: drawn after all that is flat, row by row. */
  tall: string[];
}

/** The sprites below a cell's building and unit; `frame` 0 or 1 of the water. */
export function layersAt(at: GroundAt, x: number, y: number, frame: 0 | 1 = 0): Layers {
  const kind = at(x, y);
  const pick = pickAt(x, y);
  const flat = [`terrain/grass/${MEADOW[pick % MEADOW.length]}`];
  const tall: string[] = [];
  const maskOf = (joins: (x: number, y: number) => boolean) =>
    DIRECTIONS.reduce((mask, [dx, dy, bit]) => mask + (joins(x + dx, y + dy) ? bit : 0), 0);
  const wet = (cx: number, cy: number) => {
    const there = at(cx, cy);
    return there === 'water' || there === null || bridgeAt(at, cx, cy) !== null;
  };
  const bridge = bridgeAt(at, x, y);
  if (kind === 'water' || bridge) {
    const mask = maskOf(wet);
    flat.push(`terrain/water/${mask}/${frame}`);
    const wave = pick % (VARIANTS.wave + 1);
    if (mask === 15 && wave < VARIANTS.wave) flat.push(`terrain/water/wave/${wave}/${frame}`);
    for (const [corner, dx, dy, bits] of CORNERS) {
      if ((mask & bits) === bits && !wet(x + dx, y + dy))
        flat.push(`terrain/water/corner/${corner}/${frame}`);
    }
    if (bridge) flat.push(`terrain/bridge/${bridge}`);
  } else if (kind === 'road') {
    const mask = maskOf((cx, cy) => at(cx, cy) === 'road' || at(cx, cy) === 'building');
    flat.push(`terrain/road/${mask}`);
    for (const [corner, dx, dy] of CORNERS) {
      const around = [at(x + dx, y), at(x, y + dy), at(x + dx, y + dy)];
      if (around.every((there) => there === 'road')) flat.push(`terrain/road/plaza/${corner}`);
    }
  } else if (kind === 'building') {
    const mask = maskOf((cx, cy) => at(cx, cy) === 'road');
    if (mask) flat.push(`terrain/road/${mask}`);
  } else if (kind === 'forest' || kind === 'mountain') {
    if (at(x, y - 1) === kind) tall.push(`terrain/${kind}/link/n`);
    if (at(x - 1, y) === kind) tall.push(`terrain/${kind}/link/w`);
    tall.push(`terrain/${kind}/${pick % VARIANTS[kind]}`);
  }
  return { flat, tall };
}
