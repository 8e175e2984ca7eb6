/** Paints a Traversal position flat: heights as shades and digits, ways out, what may be done, pieces. */
import type { Box, Painter } from '../board/canvas';
import type { Cell } from './module';
import type { Mark, Picture } from './traversal-picture';
import { BEYOND, cellOf, type Lie } from './traversal-position';
import { drawPiece, SIDES } from './traversal-shapes';
import { leaverAt, tables } from './traversal-tables';

const READ = '"Atkinson Hyperlegible", sans-serif';

/** From the lowest ground to the highest. */
const GROUND = {
  light: ['#8fa7ad', '#aebfb4', '#cfcfae', '#e2d6b4', '#f6ecd2'],
  dark: ['#22343c', '#33504f', '#54664f', '#7c7a54', '#a89668'],
} as const;
const MARKS = { move: '#1f6fb8', attack: '#c22f2f', exit: '#1f8048', fails: '#6b6b6b' } as const;
const MARKS_DARK = { move: '#7cc4ff', attack: '#ff8a80', exit: '#7be0a2', fails: '#c4c4c4' } as const;

export function paint(painter: Painter, picture: Picture): void {
  const lie = lieOf(picture);
  painter.layer(`ground:${picture.far} ${picture.view.heights.join()}`, (ctx) =>
    ground({ ...painter, ctx }, picture),
  );
  const box = (square: Cell): Box => {
    const [x, y] = cellOf(square, lie);
    return painter.box(x, y);
  };
  if (picture.last)
    for (const square of [picture.last.from, picture.last.to])
      frame(painter, box(square), painter.ink.quiet, 0.05);
  const colours = painter.ink.theme === 'dark' ? MARKS_DARK : MARKS;
  for (const mark of picture.marks) fillMark(painter, box(mark.at), mark, colours[mark.kind], picture.own);
  route(painter, picture, box, colours);
  for (const { id, x, y } of picture.actors.map((actor) => ({ ...actor, id: actor.piece.id })))
    if (picture.movable.includes(id)) ready(painter, box([x, y]), colours.move);
  if (picture.selected) frame(painter, box(picture.selected), painter.ink.accent, 0.1);
  for (const actor of picture.actors) {
    const at = box([actor.x, actor.y]);
    const { ctx } = painter;
    ctx.save();
    ctx.globalAlpha = actor.alpha;
    ctx.translate(at.x + at.size / 2, at.y + at.size / 2);
    ctx.rotate((actor.fallen * Math.PI) / 2);
    const size = at.size * (0.74 + actor.lift * 0.25);
    drawPiece(
      ctx,
      actor.piece.kind,
      actor.piece.owner,
      -size / 2,
      -size / 2 - actor.lift * at.size * 0.2,
      size,
    );
    ctx.restore();
  }
  for (const mark of picture.marks)
    if (mark.kind !== 'move') over(painter, box(mark.at), mark, colours[mark.kind]);
  for (const square of picture.endangered) danger(painter, box(square));
  for (const { from, to } of picture.threats) arrow(painter, box(from), box(to), painter.ink.bad);
  if (picture.hovered) frame(painter, box(picture.hovered), painter.ink.ink, 0.035);
  for (const burst of picture.bursts)
    spread(painter, box([burst.x, burst.y]), burst.at, burst.kind === 'exit' ? colours.exit : colours.attack);
  if (picture.choice) tag(painter, box(picture.choice.at), picture);
}

const lieOf = ({ view: { width, height }, far }: Picture): Lie => ({ width, height, far });

// ---- ground

function ground(painter: Painter, picture: Picture): void {
  const { view, far } = picture;
  const lie = lieOf(picture);
  const { ctx, ink, ratio } = painter;
  const shades = GROUND[ink.theme];
  const highest = tables()?.highest ?? shades.length - 1;
  ctx.textAlign = 'right';
  ctx.textBaseline = 'top';
  for (let y = 0; y < view.height; y++)
    for (let x = 0; x < view.width; x++) {
      const [cx, cy] = cellOf([x, y], lie);
      const at = painter.box(cx, cy);
      const height = Number(view.heights[y]?.[x] ?? 0);
      ctx.fillStyle = shades[Math.round((height / highest) * (shades.length - 1))] ?? shades[0];
      ctx.fillRect(at.x, at.y, at.size, at.size);
      steps(painter, view.heights, [x, y], at, far ? -1 : 1);
      ctx.font = `700 ${Math.max(10 * ratio, at.size * 0.22)}px ${READ}`;
      ctx.fillStyle = ink.ink;
      ctx.globalAlpha = 0.78;
      ctx.fillText(String(height), at.x + at.size * 0.93, at.y + at.size * 0.07);
      ctx.globalAlpha = 1;
    }
  const [top, bottom] = far ? [0, view.height - 1] : [view.height - 1, 0];
  for (const [row, cy] of [
    [top, 0],
    [bottom, view.height + 2 * BEYOND - 1],
  ] as const)
    wayOut(painter, view.width, cy, leaverAt(row));
}

/** Lower neighbours begin with a shadow, so that the ground is seen to be stepped. */
function steps(
  { ctx, ratio }: Painter,
  heights: readonly string[],
  [x, y]: Cell,
  at: Box,
  turn: 1 | -1,
): void {
  const own = Number(heights[y]?.[x] ?? 0);
  const by = (dx: number, dy: number) => Number(heights[y + dy * turn]?.[x + dx * turn] ?? own) - own;
  const edge = Math.max(1, at.size * 0.035);
  const side = (by: number, rect: readonly [number, number, number, number]) => {
    if (by <= 0) return;
    ctx.fillStyle = `rgb(20 20 30 / ${0.16 + 0.12 * by})`;
    ctx.fillRect(...rect);
  };
  const wide = (by: number) => edge * (1 + by);
  side(by(0, 1), [at.x, at.y, at.size, wide(by(0, 1))]);
  side(by(0, -1), [at.x, at.y + at.size - wide(by(0, -1)), at.size, wide(by(0, -1))]);
  side(by(-1, 0), [at.x, at.y, wide(by(-1, 0)), at.size]);
  side(by(1, 0), [at.x + at.size - wide(by(1, 0)), at.y, wide(by(1, 0)), at.size]);
  ctx.strokeStyle = 'rgb(20 20 30 / 0.18)';
  ctx.lineWidth = ratio;
  ctx.strokeRect(at.x + ratio / 2, at.y + ratio / 2, at.size - ratio, at.size - ratio);
}

/** Where a side leaves: chevrons in its tone, pointing out. */
function wayOut(painter: Painter, width: number, cy: number, player: number): void {
  const { ctx, ink } = painter;
  const side = SIDES[player - 1] ?? SIDES[0];
  const up = cy === 0;
  for (let x = 0; x < width; x++) {
    const at = painter.box(x, cy);
    ctx.fillStyle = ink.panel;
    ctx.fillRect(at.x, at.y, at.size, at.size);
    const [middle, near, far] = [at.x + at.size / 2, up ? 0.66 : 0.34, up ? 0.34 : 0.66];
    ctx.lineCap = 'round';
    ctx.lineJoin = 'round';
    ctx.beginPath();
    ctx.moveTo(middle - at.size * 0.22, at.y + at.size * near);
    ctx.lineTo(middle, at.y + at.size * far);
    ctx.lineTo(middle + at.size * 0.22, at.y + at.size * near);
    ctx.strokeStyle = side.line;
    ctx.lineWidth = at.size * 0.17;
    ctx.stroke();
    ctx.strokeStyle = side.fill;
    ctx.lineWidth = at.size * 0.1;
    ctx.stroke();
  }
}

// ---- marks

function frame({ ctx, ratio }: Painter, at: Box, colour: string, share: number): void {
  const line = Math.max(ratio, at.size * share);
  ctx.strokeStyle = colour;
  ctx.lineWidth = line;
  ctx.strokeRect(at.x + line / 2, at.y + line / 2, at.size - line, at.size - line);
}

function ready({ ctx }: Painter, at: Box, colour: string): void {
  ctx.fillStyle = colour;
  ctx.beginPath();
  ctx.ellipse(at.x + at.size / 2, at.y + at.size * 0.87, at.size * 0.34, at.size * 0.09, 0, 0, 7);
  ctx.fill();
}

/** Where it can go: a dot; attacks and ways out are filled. */
function fillMark({ ctx }: Painter, at: Box, mark: Mark, colour: string, own: boolean): void {
  ctx.globalAlpha = own ? 1 : 0.55;
  ctx.fillStyle = colour;
  if (mark.kind === 'move') {
    ctx.beginPath();
    ctx.arc(at.x + at.size / 2, at.y + at.size / 2, at.size * 0.15, 0, 7);
    ctx.fill();
  } else {
    ctx.globalAlpha *= mark.kind === 'fails' ? 0.2 : 0.35;
    ctx.fillRect(at.x, at.y, at.size, at.size);
  }
  ctx.globalAlpha = 1;
}

/** A crosshair over who can be attacked, a cross over who cannot, an arrow's ring over the way out. */
function over(painter: Painter, at: Box, mark: Mark, colour: string): void {
  const { ctx } = painter;
  const [x, y, r] = [at.x + at.size / 2, at.y + at.size / 2, at.size * 0.42];
  ctx.strokeStyle = colour;
  ctx.lineWidth = at.size * 0.07;
  ctx.lineCap = 'butt';
  ctx.beginPath();
  if (mark.kind === 'fails') {
    ctx.moveTo(x - r * 0.8, y - r * 0.8);
    ctx.lineTo(x + r * 0.8, y + r * 0.8);
    ctx.moveTo(x - r * 0.8, y + r * 0.8);
    ctx.lineTo(x + r * 0.8, y - r * 0.8);
  } else {
    ctx.arc(x, y, r, 0, 7);
    if (mark.kind === 'attack')
      for (const [dx, dy] of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ] as const) {
        ctx.moveTo(x + dx * r * 0.6, y + dy * r * 0.6);
        ctx.lineTo(x + dx * r * 1.2, y + dy * r * 1.2);
      }
  }
  ctx.stroke();
}

function danger({ ctx, ink, ratio }: Painter, at: Box): void {
  const size = at.size * 0.26;
  const [x, y] = [at.x + at.size * 0.04, at.y + at.size * 0.04];
  ctx.beginPath();
  ctx.moveTo(x + size / 2, y);
  ctx.lineTo(x + size, y + size);
  ctx.lineTo(x, y + size);
  ctx.closePath();
  ctx.fillStyle = ink.bad;
  ctx.strokeStyle = ink.panel;
  ctx.lineWidth = 2 * ratio;
  ctx.stroke();
  ctx.fill();
  ctx.fillStyle = ink.panel;
  ctx.font = `700 ${size * 0.78}px ${READ}`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'alphabetic';
  ctx.fillText('!', x + size / 2, y + size * 0.92);
}

function arrow({ ctx }: Painter, from: Box, to: Box, colour: string): void {
  const [ax, ay] = [from.x + from.size / 2, from.y + from.size / 2];
  const [bx, by] = [to.x + to.size / 2, to.y + to.size / 2];
  const turn = Math.atan2(by - ay, bx - ax);
  const head = from.size * 0.2;
  ctx.strokeStyle = ctx.fillStyle = colour;
  ctx.lineWidth = from.size * 0.06;
  ctx.beginPath();
  ctx.moveTo(ax, ay);
  ctx.lineTo(bx - Math.cos(turn) * head, by - Math.sin(turn) * head);
  ctx.stroke();
  ctx.beginPath();
  for (const by2 of [0, 2.6, -2.6])
    ctx.lineTo(
      bx - (by2 ? Math.cos(turn + by2 / 6) * head * 1.6 : 0),
      by - (by2 ? Math.sin(turn + by2 / 6) * head * 1.6 : 0),
    );
  ctx.fill();
}

type Colours = typeof MARKS | typeof MARKS_DARK;

/** The route, with every change of height on its step. */
function route(painter: Painter, picture: Picture, box: (square: Cell) => Box, colours: Colours): void {
  const { path, pathHeights, choice } = picture;
  if (!choice || path.length < 1) return;
  const { ctx, ink } = painter;
  const points = [...path.map(box), ...(choice.kind === 'exit' ? [box(choice.at)] : [])];
  const size = points[0]!.size;
  const middle = (at: Box) => [at.x + size / 2, at.y + size / 2] as const;
  ctx.lineJoin = 'round';
  ctx.lineCap = 'round';
  for (const [width, colour] of [
    [0.15, ink.panel],
    [0.085, choice.bad ? colours.fails : colours[choice.kind]],
  ] as const) {
    ctx.strokeStyle = colour;
    ctx.lineWidth = size * width;
    ctx.beginPath();
    for (const point of points) ctx.lineTo(...middle(point));
    ctx.stroke();
  }
  for (let leg = 1; leg < path.length; leg++) {
    const by = (pathHeights[leg] ?? 0) - (pathHeights[leg - 1] ?? 0);
    if (by === 0) continue;
    const [[ax, ay], [bx, by2]] = [middle(points[leg - 1]!), middle(points[leg]!)];
    label(painter, (ax + bx) / 2, (ay + by2) / 2, `${by > 0 ? '▲' : '▼'}${Math.abs(by)}`, size * 0.2);
  }
}

function label({ ctx, ink, ratio }: Painter, x: number, y: number, text: string, size: number): void {
  const px = Math.max(11 * ratio, size);
  ctx.font = `700 ${px}px ${READ}`;
  const width = ctx.measureText(text).width + px * 0.6;
  ctx.fillStyle = ink.panel;
  ctx.strokeStyle = ink.ink;
  ctx.lineWidth = ratio;
  ctx.beginPath();
  ctx.roundRect(x - width / 2, y - px * 0.68, width, px * 1.36, px * 0.4);
  ctx.fill();
  ctx.stroke();
  ctx.fillStyle = ink.ink;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillText(text, x, y + px * 0.04);
}

/** What the destination costs and brings, above it or, where there is no room, below. */
function tag(painter: Painter, at: Box, { choice }: Picture): void {
  if (!choice) return;
  const { ctx, ratio, ink } = painter;
  const px = Math.max(13 * ratio, Math.min(18 * ratio, at.size * 0.26));
  const line = px * 1.35;
  ctx.font = `700 ${px}px ${READ}`;
  const width = Math.max(...choice.lines.map((text) => ctx.measureText(text).width)) + px * 1.1;
  const height = line * choice.lines.length + px * 0.5;
  const x = Math.min(Math.max(at.x + at.size / 2, width / 2 + 2), ctx.canvas.width - width / 2 - 2);
  const above = at.y - height - px * 0.4;
  const y = above > 2 ? above : at.y + at.size + px * 0.4;
  ctx.fillStyle = ink.panel;
  ctx.strokeStyle = choice.bad ? ink.bad : ink.ink;
  ctx.lineWidth = 1.5 * ratio;
  ctx.beginPath();
  ctx.roundRect(x - width / 2, y, width, height, px * 0.4);
  ctx.fill();
  ctx.stroke();
  ctx.fillStyle = choice.bad ? ink.bad : ink.ink;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  choice.lines.forEach((text, index) => ctx.fillText(text, x, y + px * 0.25 + line * (index + 0.5)));
}

function spread({ ctx }: Painter, at: Box, done: number, colour: string): void {
  ctx.globalAlpha = 1 - done;
  ctx.strokeStyle = colour;
  ctx.lineWidth = at.size * 0.1 * (1 - done) + 1;
  ctx.beginPath();
  ctx.arc(at.x + at.size / 2, at.y + at.size / 2, at.size * (0.2 + 0.5 * done), 0, 7);
  ctx.stroke();
  ctx.globalAlpha = 1;
}
