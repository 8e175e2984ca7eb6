/** Paints a CellWar position: pieces, what may be chosen, what would happen, where danger is. */
import type { Box, Painter } from '../board/canvas';
import type { CellWarChange, CellWarChoice, CellWarUnit, CellWarView } from '../protocol';
import { drawSkull, pieceImage, type Manner } from './cellwar-icons';
import { groundKey, paintGround } from './cellwar-ground';
import type { Actor, Scene } from './cellwar-scene';
import type { Cell } from './module';

type Ctx = CanvasRenderingContext2D;

/** Everything that is to be seen; all of it comes from the view and its advice. */
export interface Picture {
  view: CellWarView;
  scene: Scene;
  /** Own units that can act now. */
  ready: readonly Cell[];
  /** Own units that have nothing more to do this turn. */
  acted: readonly Cell[];
  endangered: readonly Cell[];
  dying: readonly Cell[];
  selected: Cell | null;
  choices: readonly CellWarChoice[];
  chosen: CellWarChoice | null;
  hovered: Cell | null;
  /** Cells enemies can reach or attack, and those enemies. */
  threatened: readonly Cell[];
  threatening: readonly Cell[];
}

const has = (cells: readonly Cell[], x: number, y: number) => cells.some(([cx, cy]) => cx === x && cy === y);

export function paint(painter: Painter, picture: Picture): void {
  const { ctx } = painter;
  painter.layer(`ground:${groundKey(picture.view)}`, (inner) => paintGround(inner, painter, picture.view));
  threats(painter, picture);
  choices(painter, picture);
  const actors = [...picture.scene.values()].sort((a, b) => Number(b.ghost) - Number(a.ghost) || a.y - b.y);
  for (const actor of actors) glow(painter, picture, actor);
  for (const actor of actors) piece(painter, picture, actor);
  for (const actor of actors) badges(painter, picture, actor);
  for (const cell of picture.dying) skullOn(ctx, painter.box(...cell), 0.62);
  frames(painter, picture);
  if (picture.selected && picture.chosen) preview(painter, picture.selected, picture.chosen);
}

/** The piece as the chosen action would leave it, when it stays where it is. */
function unitOf(picture: Picture, actor: Actor): CellWarUnit {
  const change = picture.chosen?.changes.find(
    ({ what, at, to }) => what === 'becomes' && !to && at[0] === actor.x && at[1] === actor.y,
  );
  return change?.becomes ?? actor.unit;
}

function manner(picture: Picture, actor: Actor): Manner {
  if (actor.ghost) return 'ghost';
  return has(picture.acted, actor.x, actor.y) ? 'acted' : 'plain';
}

function piece(painter: Painter, picture: Picture, actor: Actor): void {
  const { ctx } = painter;
  const cell = painter.box(actor.x, actor.y);
  const how = manner(picture, actor);
  const size = Math.max(8, Math.round(cell.size * 0.94));
  const image = pieceImage(unitOf(picture, actor), size, how);
  ctx.save();
  ctx.globalAlpha = actor.alpha * (how === 'ghost' ? 0.5 : how === 'acted' ? 0.5 : 1);
  ctx.translate(cell.x + cell.size / 2, cell.y + cell.size / 2);
  if (actor.scaleX !== 1 || actor.scaleY !== 1) ctx.scale(actor.scaleX, actor.scaleY);
  ctx.drawImage(image, -Math.round(size / 2), -Math.round(size / 2));
  ctx.restore();
  if (how === 'ghost') lastSeen(painter, cell);
  if (actor.skull > 0) {
    const side = cell.size * 0.55;
    drawSkull(
      ctx,
      cell.x + (cell.size - side) / 2,
      cell.y + (cell.size - side) / 2 - cell.size * 0.25 * actor.skull,
      side,
      actor.skull,
    );
  }
}

/** A dashed ring: it stood here, it may be gone. */
function lastSeen({ ctx, ratio, ink }: Painter, cell: Box): void {
  ctx.save();
  ctx.setLineDash([cell.size * 0.09, cell.size * 0.07]);
  ctx.lineWidth = Math.max(1.5, 1.8 * ratio);
  ctx.strokeStyle = ink.quiet;
  ctx.beginPath();
  ctx.arc(cell.x + cell.size / 2, cell.y + cell.size / 2, cell.size * 0.43, 0, Math.PI * 2);
  ctx.stroke();
  ctx.restore();
}

/** What can act stands in light. */
function glow({ ctx, box, ink, ratio }: Painter, picture: Picture, actor: Actor): void {
  if (actor.ghost || !has(picture.ready, actor.x, actor.y)) return;
  const cell = box(actor.x, actor.y);
  const [x, y] = [cell.x + cell.size / 2, cell.y + cell.size / 2];
  const light = ctx.createRadialGradient(x, y, cell.size * 0.2, x, y, cell.size * 0.56);
  light.addColorStop(0, ink.theme === 'light' ? 'rgb(255 196 64 / 0.95)' : 'rgb(255 190 90 / 0.8)');
  light.addColorStop(0.72, ink.theme === 'light' ? 'rgb(255 196 64 / 0.55)' : 'rgb(255 190 90 / 0.4)');
  light.addColorStop(1, 'rgb(255 190 80 / 0)');
  ctx.fillStyle = light;
  ctx.fillRect(cell.x, cell.y, cell.size, cell.size);
  // A second mark besides the light: a chip on the cell's upper edge.
  const w = cell.size * 0.3;
  ctx.fillStyle = ink.accent;
  ctx.beginPath();
  ctx.roundRect(
    x - w / 2,
    cell.y + 2 * ratio,
    w,
    Math.max(3, Math.min(4 * ratio, cell.size * 0.06)),
    2 * ratio,
  );
  ctx.fill();
}

function badges(painter: Painter, picture: Picture, actor: Actor): void {
  if (actor.ghost || !has(picture.endangered, actor.x, actor.y)) return;
  const { ctx, box } = painter;
  const cell = box(actor.x, actor.y);
  const s = cell.size * 0.3;
  const [x, y] = [cell.x + cell.size * 0.04, cell.y + cell.size * 0.06];
  ctx.save();
  ctx.lineJoin = 'round';
  ctx.beginPath();
  ctx.moveTo(x + s / 2, y);
  ctx.lineTo(x + s, y + s * 0.9);
  ctx.lineTo(x, y + s * 0.9);
  ctx.closePath();
  ctx.lineWidth = s * 0.24;
  ctx.strokeStyle = '#1d2129';
  ctx.stroke();
  ctx.fillStyle = '#ffd24a';
  ctx.fill();
  ctx.fillStyle = '#1d2129';
  ctx.fillRect(x + s * 0.44, y + s * 0.3, s * 0.12, s * 0.3);
  ctx.fillRect(x + s * 0.44, y + s * 0.68, s * 0.12, s * 0.12);
  ctx.restore();
}

function skullOn(ctx: Ctx, cell: Box, part: number): void {
  const side = cell.size * part;
  drawSkull(ctx, cell.x + (cell.size - side) / 2, cell.y + (cell.size - side) / 2, side);
}

/** Stripes and an outline round everything that can be hit. */
function threats(painter: Painter, picture: Picture): void {
  const { ctx, ratio, ink, box } = painter;
  if (picture.threatened.length === 0) return;
  ctx.save();
  ctx.beginPath();
  for (const at of picture.threatened) {
    const cell = box(...at);
    ctx.rect(cell.x, cell.y, cell.size, cell.size);
  }
  ctx.save();
  ctx.clip();
  ctx.fillStyle = ink.bad;
  ctx.globalAlpha = 0.12;
  ctx.fill();
  ctx.globalAlpha = 0.42;
  ctx.strokeStyle = ink.bad;
  ctx.lineWidth = 2.5 * ratio;
  const gap = 11 * ratio;
  const { width, height } = ctx.canvas;
  ctx.beginPath();
  for (let at = -height; at < width; at += gap) {
    ctx.moveTo(at, height);
    ctx.lineTo(at + height, 0);
  }
  ctx.stroke();
  ctx.restore();
  ctx.strokeStyle = ink.bad;
  ctx.lineWidth = 3 * ratio;
  ctx.lineCap = 'round';
  ctx.beginPath();
  for (const [x, y] of picture.threatened) {
    const { x: left, y: top, size } = box(x, y);
    const side = (dx: number, dy: number, from: Cell, to: Cell) => {
      if (has(picture.threatened, x + dx, y + dy)) return;
      ctx.moveTo(left + from[0] * size, top + from[1] * size);
      ctx.lineTo(left + to[0] * size, top + to[1] * size);
    };
    side(0, -1, [0, 0], [1, 0]);
    side(0, 1, [0, 1], [1, 1]);
    side(-1, 0, [0, 0], [0, 1]);
    side(1, 0, [1, 0], [1, 1]);
  }
  ctx.stroke();
  for (const at of picture.threatening) corners(painter, box(...at), ink.bad, 3);
  ctx.restore();
}

function choices({ ctx, ratio, ink, box }: Painter, picture: Picture): void {
  for (const choice of picture.choices) {
    if (choice.kind === 'stay' || choice === picture.chosen) continue;
    const cell = box(...choice.to);
    const [x, y] = [cell.x + cell.size / 2, cell.y + cell.size / 2];
    ctx.save();
    ctx.fillStyle = ink.accent;
    ctx.globalAlpha = 0.1;
    ctx.fillRect(cell.x, cell.y, cell.size, cell.size);
    ctx.globalAlpha = 1;
    ctx.strokeStyle = choice.kind === 'attack' ? ink.bad : ink.accent;
    ctx.lineWidth = 3 * ratio;
    ctx.lineCap = 'round';
    ctx.beginPath();
    if (choice.kind === 'move') {
      ctx.arc(x, y, cell.size * 0.11, 0, Math.PI * 2);
      ctx.fill();
      ctx.lineWidth = 2 * ratio;
      ctx.strokeStyle = ink.panel;
    } else if (choice.kind === 'produce') {
      const arm = cell.size * 0.15;
      ctx.moveTo(x - arm, y);
      ctx.lineTo(x + arm, y);
      ctx.moveTo(x, y - arm);
      ctx.lineTo(x, y + arm);
    } else ctx.arc(x, y, cell.size * 0.46, 0, Math.PI * 2);
    ctx.stroke();
    ctx.restore();
  }
}

/** Four corners round a cell. */
function corners({ ctx, ratio, ink }: Painter, cell: Box, colour: string, thick: number): void {
  const inset = 2 * ratio;
  const [left, top] = [cell.x + inset, cell.y + inset];
  const side = cell.size - 2 * inset;
  const arm = side * 0.28;
  const trace = () => {
    ctx.beginPath();
    for (const [cx, cy] of [[0, 0], [1, 0], [1, 1], [0, 1]] as const) {
      const [x, y] = [left + cx * side, top + cy * side];
      ctx.moveTo(x + (cx ? -arm : arm), y);
      ctx.lineTo(x, y);
      ctx.lineTo(x, y + (cy ? -arm : arm));
    } // prettier-ignore
    ctx.stroke();
  };
  ctx.save();
  ctx.lineCap = 'round';
  ctx.lineJoin = 'round';
  ctx.strokeStyle = ink.theme === 'light' ? '#fffdf8' : '#14181f';
  ctx.lineWidth = (thick + 3) * ratio;
  trace();
  ctx.strokeStyle = colour;
  ctx.lineWidth = thick * ratio;
  trace();
  ctx.restore();
}

function frames(painter: Painter, picture: Picture): void {
  const { ctx, ratio, ink, box } = painter;
  if (picture.hovered) {
    const cell = box(...picture.hovered);
    ctx.save();
    ctx.strokeStyle = ink.ink;
    ctx.globalAlpha = 0.55;
    ctx.lineWidth = 2 * ratio;
    ctx.strokeRect(cell.x + ratio, cell.y + ratio, cell.size - 2 * ratio, cell.size - 2 * ratio);
    ctx.restore();
  }
  if (picture.selected) corners(painter, box(...picture.selected), ink.accent, 4);
}

/** What the chosen action would do: an arrow, the framed target, skulls, what becomes of whom. */
function preview(painter: Painter, from: Cell, choice: CellWarChoice): void {
  const { ctx, ratio, ink, box } = painter;
  const start = box(...from);
  const target = box(...choice.to);
  for (const change of choice.changes) become(painter, change);
  ctx.save();
  ctx.strokeStyle = ink.accent;
  ctx.lineWidth = 4 * ratio;
  ctx.strokeRect(
    target.x + 2 * ratio,
    target.y + 2 * ratio,
    target.size - 4 * ratio,
    target.size - 4 * ratio,
  );
  ctx.restore();
  if (choice.kind === 'stay') dot(painter, start);
  else arrow(painter, start, target);
  for (const change of choice.changes)
    if (change.what === 'dies' || change.what === 'dies_at_end') skullOn(ctx, box(...change.at), 0.6);
}

/** Where a piece would stand afterwards, pale; what would become of one that stays is ringed. */
function become({ ctx, box, ink, ratio }: Painter, change: CellWarChange): void {
  const at = change.what === 'made' ? change.at : change.to;
  if (at) {
    const cell = box(...at);
    const size = Math.round(cell.size * 0.94);
    ctx.save();
    ctx.globalAlpha = 0.5;
    ctx.drawImage(
      pieceImage(change.becomes ?? change.unit, size, 'plain'),
      cell.x + (cell.size - size) / 2,
      cell.y + (cell.size - size) / 2,
    );
    ctx.restore();
  } else if (change.what === 'becomes') {
    const cell = box(...change.at);
    ctx.save();
    ctx.strokeStyle = ink.accent;
    ctx.lineWidth = 3 * ratio;
    ctx.setLineDash([6 * ratio, 4 * ratio]);
    ctx.beginPath();
    ctx.arc(cell.x + cell.size / 2, cell.y + cell.size / 2, cell.size * 0.45, 0, Math.PI * 2);
    ctx.stroke();
    ctx.restore();
  }
}

function dot({ ctx, ink, ratio }: Painter, cell: Box): void {
  ctx.save();
  ctx.beginPath();
  ctx.arc(cell.x + cell.size / 2, cell.y + cell.size * 0.9, cell.size * 0.09, 0, Math.PI * 2);
  ctx.fillStyle = ink.accent;
  ctx.strokeStyle = ink.panel;
  ctx.lineWidth = 2.5 * ratio;
  ctx.stroke();
  ctx.fill();
  ctx.restore();
}

function arrow({ ctx, ink }: Painter, start: Box, target: Box): void {
  const centre = (cell: Box) => [cell.x + cell.size / 2, cell.y + cell.size / 2] as const;
  const [ax, ay] = centre(start);
  const [bx, by] = centre(target);
  const length = Math.hypot(bx - ax, by - ay);
  const [ux, uy] = [(bx - ax) / length, (by - ay) / length];
  const size = start.size;
  const at = (along: number, aside: number) =>
    [ax + ux * along - uy * aside, ay + uy * along + ux * aside] as const;
  const [w, head] = [size * 0.075, size * 0.22];
  const [tail, tip] = [size * 0.34, length - size * 0.18];
  const outline = [at(tail, w), at(tip - head, w), at(tip - head, head * 0.85), at(tip, 0), at(tip - head, -head * 0.85), at(tip - head, -w), at(tail, -w)]; // prettier-ignore
  ctx.save();
  ctx.beginPath();
  outline.forEach(([x, y], index) => (index ? ctx.lineTo(x, y) : ctx.moveTo(x, y)));
  ctx.closePath();
  ctx.lineJoin = 'round';
  ctx.lineWidth = size * 0.07;
  ctx.strokeStyle = ink.theme === 'light' ? '#fffdf8' : '#14181f';
  ctx.stroke();
  ctx.fillStyle = ink.accent;
  ctx.fill();
  ctx.restore();
}
