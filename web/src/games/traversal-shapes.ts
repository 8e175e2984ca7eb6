/** The pieces of Traversal seen from the front, flat: outlines in a box of 24 x 24, told apart without any colour. */

import type { SideMark } from './module';

/** Body, and lines cut into it. */
interface Outline {
  body: string;
  cut: string;
}

const OUTLINES: Readonly<Record<string, Outline>> = {
  // A slender staff with a four-pointed star.
  explorer: {
    body: 'M12 1.5L13.4 5.6L17.5 7L13.4 8.4L13 9.6L14.6 17H16.5V19H18V22H6V19H7.5V17H9.4L11 9.6L10.6 8.4L6.5 7L10.6 5.6z',
    cut: 'M7.5 19H16.5M10.4 12.5H13.6',
  },
  // A helmet whose crest points forward.
  vanguard: {
    body: 'M4.5 9.5C6 4.5 10 2 14.5 2.5L21 4L18 6.5C18.6 8 18.5 9.5 18 11L15.5 13.5L16.5 18H18V22H5V18H7L8 13.5L5.5 12.5z',
    cut: 'M8.5 9.5C10 7 13 6 17.5 6.8M7 18H16.5M9 13.5H15',
  },
  // A broad tower with battlements.
  sentinel: {
    body: 'M3.5 2H7.5V4.5H10V2H14V4.5H16.5V2H20.5V8.5L18 10.5V17H20V22H4V17H6V10.5L3.5 8.5z',
    cut: 'M5 8.5H19M6 17H18M12 11.5V14.5',
  },
};

const UNKNOWN: Outline = { body: 'M5 3H19V22H5z', cut: '' };

/** How a side is drawn flat: told apart in black and white as well. */
export const SIDES = [
  { fill: '#f7efdc', line: '#2a2118', cut: '#8a7550' },
  { fill: '#2b2530', line: '#f3ead8', cut: '#a894b0' },
] as const;

/** Beside words: a tower in the tone of the side. */
export function sideMark(player: number): SideMark {
  const { fill, line } = SIDES[player - 1] ?? SIDES[0];
  return { path: OUTLINES.sentinel!.body, colour: fill, outline: line };
}

const paths = new Map<string, Path2D>();

function pathOf(data: string): Path2D {
  let path = paths.get(data);
  if (!path) paths.set(data, (path = new Path2D(data)));
  return path;
}

/** Draws a piece into a square of the canvas. */
export function drawPiece(
  ctx: CanvasRenderingContext2D,
  kind: string,
  owner: number,
  x: number,
  y: number,
  size: number,
): void {
  const { body, cut } = OUTLINES[kind] ?? UNKNOWN;
  const side = SIDES[owner - 1] ?? SIDES[0];
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(size / 24, size / 24);
  ctx.lineJoin = 'round';
  ctx.lineCap = 'round';
  // A rim of the other tone keeps both sides apart from every ground.
  ctx.strokeStyle = side.line;
  ctx.lineWidth = 2.6;
  ctx.stroke(pathOf(body));
  ctx.fillStyle = side.fill;
  ctx.fill(pathOf(body));
  ctx.strokeStyle = side.cut;
  ctx.lineWidth = 1;
  if (cut) ctx.stroke(pathOf(cut));
  ctx.restore();
}
