/** The board itself: columns with rounded edges and soft corners of shadow, its frame, and where squares lie in space. */
import {
  BufferGeometry,
  CanvasTexture,
  Color,
  ExtrudeGeometry,
  Float32BufferAttribute,
  Path,
  PlaneGeometry,
  Shape,
  SRGBColorSpace,
} from 'three';

/** Height of a square that is at 0, and of every level above. */
export const BASE = 0.42;
export const LEVEL = 0.34;
/** The top of the frame and of the ways out. */
export const FRAME_TOP = 0.34;
/** Width of the frame beside the board, and beyond the ways out. */
const RIM = 0.62;
const UNDER = -0.3;

export interface Size {
  width: number;
  height: number;
}

/** Where a square's middle is: columns go right, rows away from who sits at row 1. */
export const spaceX = (x: number, { width }: Size): number => x - (width - 1) / 2;
export const spaceZ = (y: number, { height }: Size): number => (height - 1) / 2 - y;

export type Heights = readonly string[];

/** The top of a square; of one beyond the edge: of the frame. */
export function topAt(heights: Heights, x: number, y: number): number {
  const digit = heights[y]?.[x];
  return digit === undefined ? FRAME_TOP : BASE + LEVEL * Number(digit);
}

/** The ground between squares, for what moves. */
export function groundAt(heights: Heights, x: number, y: number): number {
  const [x0, y0] = [Math.floor(x), Math.floor(y)];
  const [fx, fy] = [x - x0, y - y0];
  const at = (dx: number, dy: number) => topAt(heights, x0 + dx, y0 + dy);
  if (fx === 0 && fy === 0) return at(0, 0);
  // Over an edge as over a step: the higher one counts as soon as it is near.
  const mix = (a: number, b: number, f: number) =>
    a + (b - a) * Math.min(1, Math.max(0, b > a ? f * 2.2 : f * 2.2 - 1.2));
  if (fy === 0) return mix(at(0, 0), at(1, 0), fx);
  if (fx === 0) return mix(at(0, 0), at(0, 1), fy);
  return Math.max(mix(at(0, 0), at(1, 0), fx), mix(at(0, 1), at(1, 1), fx));
}

const HALF = 0.492;
const ROUND = 0.05;
const BEVEL = 0.032;

/** A square with round corners, anticlockwise from above. */
function outline(half: number, round: number, steps: number): [number, number][] {
  const points: [number, number][] = [];
  const inner = half - round;
  for (let corner = 0; corner < 4; corner++)
    for (let i = 0; i <= steps; i++) {
      const at = (corner + i / steps) * (Math.PI / 2);
      const [cx, cz] = [
        [inner, inner],
        [-inner, inner],
        [-inner, -inner],
        [inner, -inner],
      ][corner]!;
      points.push([cx! + Math.cos(at) * round, cz! + Math.sin(at) * round]);
    }
  return points;
}

/** All columns as one body: colours by height and checker, darker where a higher neighbour stands. */
export function columns(
  heights: Heights,
  size: Size,
  low: string,
  high: string,
  highest: number,
  fine: boolean,
): BufferGeometry {
  const position: number[] = [];
  const normal: number[] = [];
  const colour: number[] = [];
  const uv: number[] = [];
  const index: number[] = [];
  const [from, to] = [new Color(low), new Color(high)];
  const tone = new Color();
  const corner = fine ? 4 : 2;
  const bevels = fine ? 3 : 1;
  const ends = outline(HALF, ROUND, corner);
  const around = ends.length;
  for (let y = 0; y < size.height; y++)
    for (let x = 0; x < size.width; x++) {
      const top = topAt(heights, x, y);
      const [sx, sz] = [spaceX(x, size), spaceZ(y, size)];
      const share = Number(heights[y]?.[x] ?? 0) / Math.max(1, highest);
      tone.lerpColors(from, to, 0.08 + 0.84 * share);
      const checker = (x + y) % 2 === 0 ? 0.86 : 1.06;
      // A little different each, as pieces of one material are.
      const own = 1 + (((x * 7 + y * 13) % 9) / 9 - 0.5) * 0.07;
      const shade = (px: number, pz: number) => {
        // Neighbours that are higher take light away near them.
        let light = 1;
        for (let dy = -1; dy <= 1; dy++)
          for (let dx = -1; dx <= 1; dx++) {
            if (dx === 0 && dy === 0) continue;
            const by = topAt(heights, x + dx, y + dy) - top;
            if (by <= 0.01) continue;
            const away = Math.hypot(
              Math.max(0, Math.abs(px - dx) - 0.5),
              Math.max(0, Math.abs(pz + dy) - 0.5),
            );
            light -= Math.min(0.24, by * 0.3) * Math.max(0, 1 - away / 0.42) ** 1.5;
          }
        return Math.max(0.45, light);
      };
      const push = (
        px: number,
        py: number,
        pz: number,
        nx: number,
        ny: number,
        nz: number,
        light: number,
      ) => {
        position.push(sx + px, py, sz + pz);
        normal.push(nx, ny, nz);
        colour.push(
          tone.r * checker * own * light,
          tone.g * checker * own * light,
          tone.b * checker * own * light,
        );
        const flat = ny > 0.5;
        uv.push((sx + px + (flat ? 0 : py)) * 0.5 + x * 0.37, (flat ? sz + pz : py + pz) * 0.5 + y * 0.23);
        return position.length / 3 - 1;
      };
      const rings: number[] = [];
      const ringAt = (
        inset: number,
        py: number,
        out: number,
        up: number,
        light: (px: number, pz: number) => number,
      ) => {
        rings.push(position.length / 3);
        for (const [px, pz] of ends) {
          const length = Math.hypot(px, pz);
          // Corner normals point outwards from the corner's own centre.
          const [nx, nz] = normalOf(px, pz);
          const k = 1 - inset / length;
          push(px * k, py, pz * k, nx * out, up, nz * out, light(px * k, pz * k));
        }
      };
      ringAt(0, -0.05, 1, 0, () => 0.42);
      ringAt(0, Math.max(0, top - 0.5), 1, 0, () => 0.72);
      ringAt(0, top - BEVEL, 1, 0, () => 0.96);
      for (let i = 1; i <= bevels; i++) {
        const at = (i / bevels) * (Math.PI / 2);
        ringAt(
          BEVEL * (1 - Math.cos(at)),
          top - BEVEL + BEVEL * Math.sin(at),
          Math.cos(at),
          Math.sin(at),
          (px, pz) => shade(px, pz) * 1.03,
        );
      }
      ringAt(0.16, top, 0, 1, shade);
      ringAt(0.32, top, 0, 1, shade);
      for (let r = 0; r < rings.length - 1; r++)
        for (let i = 0; i < around; i++) {
          const [a, b] = [rings[r]! + i, rings[r]! + ((i + 1) % around)];
          const [c, d] = [rings[r + 1]! + i, rings[r + 1]! + ((i + 1) % around)];
          index.push(a, c, b, b, c, d);
        }
      const middle = push(0, top, 0, 0, 1, 0, shade(0, 0));
      const last = rings.at(-1)!;
      for (let i = 0; i < around; i++) index.push(last + i, middle, last + ((i + 1) % around));
    }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(position, 3));
  geometry.setAttribute('normal', new Float32BufferAttribute(normal, 3));
  geometry.setAttribute('color', new Float32BufferAttribute(colour, 3));
  geometry.setAttribute('uv', new Float32BufferAttribute(uv, 2));
  geometry.setIndex(index);
  return geometry;
}

/** Outwards on the outline. */
function normalOf(px: number, pz: number): [number, number] {
  const inner = HALF - ROUND;
  const [dx, dz] = [
    Math.max(0, Math.abs(px) - inner) * Math.sign(px),
    Math.max(0, Math.abs(pz) - inner) * Math.sign(pz),
  ];
  const length = Math.hypot(dx, dz) || 1;
  return [dx / length, dz / length];
}

const halfWidth = ({ width }: Size): number => width / 2 + RIM;
/** The frame is longer, because the ways out belong to it. */
const halfDepth = ({ height }: Size): number => height / 2 + 1 + RIM;
export const reach = (size: Size): { x: number; z: number } => ({ x: halfWidth(size), z: halfDepth(size) });

/** The frame round the board, with the ways out at both ends. */
export function frame(size: Size): BufferGeometry {
  const [w, d] = [halfWidth(size) - 0.05, halfDepth(size) - 0.05];
  const shape = new Shape();
  const round = 0.22;
  shape.moveTo(-w + round, -d);
  shape.lineTo(w - round, -d);
  shape.quadraticCurveTo(w, -d, w, -d + round);
  shape.lineTo(w, d - round);
  shape.quadraticCurveTo(w, d, w - round, d);
  shape.lineTo(-w + round, d);
  shape.quadraticCurveTo(-w, d, -w, d - round);
  shape.lineTo(-w, -d + round);
  shape.quadraticCurveTo(-w, -d, -w + round, -d);
  const hole = new Path();
  const [hw, hd] = [size.width / 2 + 0.03, size.height / 2 + 0.03];
  hole.moveTo(-hw, -hd);
  hole.lineTo(-hw, hd);
  hole.lineTo(hw, hd);
  hole.lineTo(hw, -hd);
  shape.holes.push(hole);
  const bevel = 0.05;
  return new ExtrudeGeometry(shape, {
    depth: FRAME_TOP - UNDER - 2 * bevel,
    bevelEnabled: true,
    bevelThickness: bevel,
    bevelSize: bevel,
    bevelSegments: 3,
  })
    .rotateX(-Math.PI / 2)
    .translate(0, UNDER + bevel, 0);
}

export const FLOOR = UNDER;

/** What stands on the frame: names of columns and rows on all sides, and at either end the way out of a side. */
export interface Lettering {
  ink: string;
  column(x: number): string;
  row(y: number): string;
  /** [beyond the highest row, beyond row 1]: whose way out it is. */
  outs: readonly [Out, Out];
}
export interface Out {
  words: string;
  fill: string;
  line: string;
}

/** Letters are set this large and drawn smaller: of a font smaller than a pixel they would all stand on one spot. */
const LETTER = 64;

/** A sheet that lies on the frame. */
export function sheet(size: Size): BufferGeometry {
  const { x, z } = reach(size);
  return new PlaneGeometry(2 * x, 2 * z).rotateX(-Math.PI / 2).translate(0, FRAME_TOP + 0.004, 0);
}

export function lettering(
  size: Size,
  { ink, column, row, outs }: Lettering,
  pixels: number,
  anisotropy: number,
): CanvasTexture {
  const { x, z } = reach(size);
  const canvas = document.createElement('canvas');
  const scale = pixels / (2 * z);
  canvas.width = Math.round(2 * x * scale);
  canvas.height = pixels;
  const ctx = canvas.getContext('2d')!;
  ctx.scale(scale, scale);
  ctx.translate(x, z);
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  const write = (text: string, px: number, pz: number, turned: number, em = 0.36) => {
    ctx.save();
    ctx.translate(px, pz);
    ctx.rotate(turned);
    ctx.scale(em / LETTER, em / LETTER);
    ctx.font = `700 ${LETTER}px "Atkinson Hyperlegible", sans-serif`;
    ctx.fillStyle = ink;
    ctx.fillText(text, 0, 0);
    ctx.restore();
  };
  for (let i = 0; i < size.width; i++) {
    write(column(i), spaceX(i, size), z - RIM / 2, 0);
    write(column(i), spaceX(i, size), -z + RIM / 2, Math.PI);
  }
  for (let i = 0; i < size.height; i++) {
    write(row(i), -x + RIM / 2, spaceZ(i, size), 0);
    write(row(i), x - RIM / 2, spaceZ(i, size), 0);
  }
  outs.forEach((out, end) => {
    ctx.save();
    if (end === 1) ctx.rotate(Math.PI);
    const [near, far] = [-size.height / 2 - 0.06, -size.height / 2 - 1 + 0.04];
    ctx.fillStyle = out.fill;
    ctx.globalAlpha = 0.9;
    ctx.beginPath();
    ctx.roundRect(-size.width / 2, far, size.width, near - far, 0.12);
    ctx.fill();
    ctx.globalAlpha = 1;
    ctx.strokeStyle = ctx.fillStyle = out.line;
    ctx.lineWidth = 0.085;
    ctx.lineJoin = ctx.lineCap = 'round';
    for (let i = 0; i < size.width; i++) {
      const px = i - (size.width - 1) / 2;
      // In the middle stand the words.
      if (Math.abs(px) < 1.6) continue;
      for (const off of [0, 0.2]) {
        ctx.beginPath();
        ctx.moveTo(px - 0.24, (near + far) / 2 + 0.14 + off - 0.1);
        ctx.lineTo(px, (near + far) / 2 - 0.08 + off - 0.1);
        ctx.lineTo(px + 0.24, (near + far) / 2 + 0.14 + off - 0.1);
        ctx.stroke();
      }
    }
    ctx.translate(0, (near + far) / 2 + (end === 1 ? -0.02 : 0.02));
    ctx.rotate(end === 1 ? Math.PI : 0);
    ctx.scale(0.4 / LETTER, 0.4 / LETTER);
    ctx.font = `600 ${LETTER}px "Pixelify Sans", "Atkinson Hyperlegible", sans-serif`;
    ctx.fillText(out.words, 0, 0);
    ctx.restore();
  });
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = anisotropy;
  return texture;
}
