/** Patterns of wood, stone and metal, computed pixel by pixel; every one closes at its edges, so it goes round a piece. */
import type { Surface } from './skins';

/** What a surface is, pixel by pixel, row by row from v = 0. */
export interface Pixels {
  size: number;
  /** RGBA, for screens. */
  colour: Uint8Array<ArrayBuffer>;
  /** Green: how rough, blue: how metallic, each a share of what the finish says. */
  finish: Uint8Array<ArrayBuffer>;
  /** 0 to 1: how high. */
  height: Float32Array;
  /** RGBA: its own light. */
  glow: Uint8Array<ArrayBuffer>;
}

type Noise = (u: number, v: number, across: number, along: number) => number;

/** Smooth noise between 0 and 1 that repeats after `across` by `along` lattice points. */
function noiseOf(seed: number): Noise {
  const hash = (x: number, y: number) => {
    let h = Math.imul(x, 374761393) ^ Math.imul(y, 668265263) ^ Math.imul(seed, 2246822519);
    h = Math.imul(h ^ (h >>> 13), 1274126177);
    return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
  };
  const smooth = (t: number) => t * t * (3 - 2 * t);
  return (u, v, across, along) => {
    const x = u * across;
    const y = v * along;
    const [x0, y0] = [Math.floor(x), Math.floor(y)];
    const [fx, fy] = [smooth(x - x0), smooth(y - y0)];
    const at = (dx: number, dy: number) => hash((x0 + dx) % across, (y0 + dy) % along);
    const top = at(0, 0) + (at(1, 0) - at(0, 0)) * fx;
    const low = at(0, 1) + (at(1, 1) - at(0, 1)) * fx;
    return top + (low - top) * fy;
  };
}

/** Noise of several sizes on top of each other. */
function cloudy(noise: Noise, u: number, v: number, across: number, along: number, octaves: number): number {
  let [sum, level, whole] = [0, 1, 0];
  for (let octave = 0; octave < octaves; octave++) {
    sum += level * noise(u, v, across << octave, along << octave);
    whole += level;
    level /= 2;
  }
  return sum / whole;
}

/** Lines where noise passes its middle: 0 to 1. */
const ridge = (value: number, thin: number): number => Math.max(0, 1 - Math.abs(value - 0.5) * 2 * thin);
const between = (from: number, to: number, value: number): number => {
  const at = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return at * at * (3 - 2 * at);
};

/** At one point: how much of the second and third colour, how high, rough and metallic (shares), how luminous. */
interface Point {
  second: number;
  third: number;
  height: number;
  rough: number;
  metal: number;
  glow: number;
}

type Pattern = (noise: Noise, u: number, v: number, scale: number) => Point;

const PATTERNS: Readonly<Record<Surface['kind'], Pattern>> = {
  grain(noise, u, v, scale) {
    const bend = cloudy(noise, u, v, 4, 1, 3);
    const ring = 0.5 + 0.5 * Math.sin(2 * Math.PI * (u * scale + bend * 1.9));
    const fibre = noise(u, v, 128, 5);
    const second = between(0.25, 0.95, ring) * 0.75 + fibre * 0.2;
    return {
      second,
      third: between(0.9, 1, ring) * 0.55 + between(0.8, 1, fibre) * 0.3,
      height: 1 - second,
      rough: 0.85 + 0.3 * fibre,
      metal: 1,
      glow: 0,
    };
  },
  veins(noise, u, v, scale) {
    const warp = cloudy(noise, v, u, 2, 2, 3);
    const cloud = cloudy(noise, (u + warp * 0.12) % 1, v, scale, scale, 5);
    const fine = cloudy(noise, v, (u + warp * 0.2) % 1, scale + 1, scale + 2, 5);
    const vein = ridge(cloud, 26) ** 1.4;
    const hair = ridge(fine, 40) * 0.55;
    const third = Math.min(1, vein + hair);
    return {
      second: between(0.35, 0.7, cloud),
      third,
      height: 1 - third * 0.6,
      rough: 1 + third * 0.5,
      metal: 1,
      glow: third,
    };
  },
  clouds(noise, u, v, scale) {
    const warp = cloudy(noise, v, u, 2, 3, 4);
    const cloud = cloudy(noise, (u + warp * 0.35) % 1, (v + warp * 0.2) % 1, scale, scale, 5);
    const streak = ridge(cloudy(noise, (v + warp * 0.2) % 1, u, 2, 4, 4), 12) ** 2;
    return {
      second: between(0.3, 0.72, cloud),
      third: streak * 0.65,
      height: 0.5 + cloud * 0.2,
      rough: 0.9 + cloud * 0.3,
      metal: 1,
      glow: 0,
    };
  },
  brushed(noise, u, v, scale) {
    const line = noise(u, v, 4 * scale, 160) * 0.6 + noise(v, u, 200, 3) * 0.4;
    return { second: line, third: 0, height: 0.5 + line * 0.12, rough: 0.7 + line * 0.7, metal: 1, glow: 0 };
  },
  patina(noise, u, v, scale) {
    const cloud = cloudy(noise, u, v, scale, scale, 5);
    const speck = cloudy(noise, v, u, scale * 6, scale * 6, 3);
    // It gathers low, and where nobody touches it.
    const third = between(0.55, 0.72, cloud * 0.75 + speck * 0.25 + (0.5 - v) * 0.12);
    return {
      second: between(0.3, 0.7, speck),
      third,
      height: 0.6 + third * 0.4 - speck * 0.15,
      rough: 0.8 + third * 1.2 + speck * 0.3,
      metal: 1 - third * 0.85,
      glow: 0,
    };
  },
  traces(noise, u, v, scale) {
    const [across, along] = [scale * 2, scale * 3];
    const [x, y] = [u * across, v * along];
    const [cx, cy] = [Math.floor(x), Math.floor(y)];
    const [fx, fy] = [x - cx - 0.5, y - cy - 0.5];
    const pick = (dx: number, dy: number) =>
      noise(((cx + dx + across) % across) / across, ((cy + dy + along) % along) / along, across, along);
    const here = pick(0, 0);
    const width = 0.085;
    let lit = 0;
    // A trace runs from a node to a neighbour when both agree.
    if (here > 0.42) {
      const line = (off: number) => between(width, width * 0.35, Math.abs(off));
      if (fy >= 0 && pick(0, 1) > 0.42) lit = Math.max(lit, line(fx));
      if (fy <= 0 && pick(0, -1) > 0.42) lit = Math.max(lit, line(fx));
      if (fx >= 0 && pick(1, 0) > 0.5 && here > 0.5) lit = Math.max(lit, line(fy));
      if (fx <= 0 && pick(-1, 0) > 0.5 && here > 0.5) lit = Math.max(lit, line(fy));
      if (here > 0.68) lit = Math.max(lit, between(0.26, 0.2, Math.hypot(fx, fy)));
    }
    const panel = between(0.46, 0.5, Math.max(Math.abs(fx), Math.abs(fy)));
    return {
      second: panel,
      third: lit,
      height: 0.6 - panel * 0.3 + lit * 0.3,
      rough: 1 - lit * 0.3,
      metal: 1 - lit,
      glow: lit,
    };
  },
};

function rgb(colour: string): readonly [number, number, number] {
  const value = parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** A surface as pictures, `size` by `size`. */
export function pixelsOf({ kind, colours, scale, seed }: Surface, size: number): Pixels {
  const noise = noiseOf(seed);
  const pattern = PATTERNS[kind];
  const [first, second, third] = [colours[0], colours[1], colours[2] ?? colours[1]].map(rgb) as [
    ReturnType<typeof rgb>,
    ReturnType<typeof rgb>,
    ReturnType<typeof rgb>,
  ];
  const pixels: Pixels = {
    size,
    colour: new Uint8Array(size * size * 4),
    finish: new Uint8Array(size * size * 4),
    height: new Float32Array(size * size),
    glow: new Uint8Array(size * size * 4),
  };
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const point = pattern(noise, x / size, y / size, scale);
      const at = y * size + x;
      for (let c = 0; c < 3; c++) {
        const base = first[c]! + (second[c]! - first[c]!) * Math.min(1, point.second);
        pixels.colour[at * 4 + c] = base + (third[c]! - base) * Math.min(1, point.third);
        pixels.glow[at * 4 + c] = third[c]! * Math.min(1, point.glow);
      }
      pixels.finish[at * 4 + 1] = Math.min(1, point.rough / 2) * 255;
      pixels.finish[at * 4 + 2] = Math.min(1, point.metal) * 255;
      pixels.colour[at * 4 + 3] = pixels.glow[at * 4 + 3] = pixels.finish[at * 4 + 3] = 255;
      pixels.height[at] = point.height;
    }
  return pixels;
}

/** The slopes of a surface as a picture of normals. */
export function normalsOf({ size, height }: Pixels, depth: number): Uint8Array<ArrayBuffer> {
  const normals = new Uint8Array(size * size * 4);
  const at = (x: number, y: number) => height[((y + size) % size) * size + ((x + size) % size)]!;
  const strength = depth * size * 0.06;
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const dx = (at(x - 1, y) - at(x + 1, y)) * strength;
      const dy = (at(x, y - 1) - at(x, y + 1)) * strength;
      const length = Math.hypot(dx, dy, 1);
      const into = (y * size + x) * 4;
      normals[into] = (dx / length + 1) * 127.5;
      normals[into + 1] = (dy / length + 1) * 127.5;
      normals[into + 2] = (1 / length + 1) * 127.5;
      normals[into + 3] = 255;
    }
  return normals;
}
