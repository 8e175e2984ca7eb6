/** Paints a PixelsWars position: ground, buildings, what may be done, units with their marks, flashes, labels. */
import type { Box, Painter } from '../board/canvas';
import { reducedMotion } from '../settings';
import type { PixelsWarsBuilding, PixelsWarsUnit, PixelsWarsView } from '../protocol';
import type { Cell } from './module';
import { paintFlash, paintFloats } from './pixelswars-flash';
import { hasWater, paintGround, paintSurround } from './pixelswars-ground';
import {
  fontOf,
  paintForecast,
  paintIcon,
  paintPath,
  paintRange,
  paintReach,
  paintTag,
  paintWarning,
  rimmed,
  type Forecast,
} from './pixelswars-overlay';
import type { Actor, Scene } from './pixelswars-scene';
import { atlas, drawUnit, sideOf, TABLE, TILE } from './pixelswars-sprites';
import { fullHp, tables, unitFacts } from './pixelswars-tables';

/** Everything that is to be seen; all of it comes from the view and its advice. */
export interface Picture {
  view: PixelsWarsView;
  scene: Scene;
  /** Who looks. */
  player: number;
  /** Whose turn it is; 0: nobody's. */
  current: number;
  selected: Cell | null;
  /** Own units that can do nothing more. */
  spent: ReadonlySet<number>;
  reach: readonly Cell[];
  path: readonly Cell[];
  cost: number | null;
  ranges: readonly { player: number; cells: readonly Cell[] }[];
  /** Who can be shot at from here, and who from a cell that can be reached. */
  targets: readonly Cell[];
  farTargets: readonly Cell[];
  inspected: Cell | null;
  /** Where a hint would buy. */
  hinted: Cell | null;
  /** Own units that the enemies whose ranges are shown could shoot at. */
  endangered: readonly Cell[];
  hovered: Cell | null;
  forecast: Forecast | null;
}

/** Cells smaller than this many device pixels of art get bars instead of numbers. */
const LEGIBLE = 40;

export function paint(painter: Painter, picture: Picture): void {
  const { view, scene } = picture;
  const still = reducedMotion();
  const now = performance.now();
  const frame = (period: number) => (still ? 0 : Math.floor(now / period) % 2) as 0 | 1;
  paintSurround(painter, view);
  paintGround(painter, view, frame(TABLE.shimmer));
  for (const building of scene.buildings) paintBuilding(painter, building);
  for (const { cells, player } of picture.ranges) paintRange(painter, cells, player);
  if (picture.current > 0) paintReach(painter, picture.reach, picture.player);
  if (picture.hovered) paintIcon(painter, 'icon/cursor/0', picture.hovered, 0.8);
  if (picture.selected) paintIcon(painter, 'icon/cursor/1', picture.selected);
  if (picture.hinted) paintIcon(painter, 'icon/cursor/1', picture.hinted);
  if (picture.inspected) paintIcon(painter, 'icon/cursor/1', picture.inspected);
  paintPath(painter, picture.path);
  const actors = [...scene.actors.values()].sort((a, b) => a.y - b.y || a.x - b.x);
  for (const actor of actors) paintActor(painter, picture, actor, frame(TABLE.idle));
  for (const at of picture.farTargets) paintIcon(painter, 'icon/crosshair/0', at, 0.45);
  for (const at of picture.targets) paintIcon(painter, 'icon/crosshair/0', at);
  if (scene.target) paintIcon(painter, 'icon/crosshair/1', scene.target);
  for (const actor of actors) paintMarks(painter, picture, actor, still ? 0 : now);
  for (const at of picture.endangered) paintWarning(painter, at);
  for (const flash of scene.flashes) paintFlash(painter, flash);
  if (picture.forecast) paintForecast(painter, picture.forecast);
  else if (picture.cost !== null && picture.path.length > 1)
    paintTag(painter, picture.path.at(-1)!, [{ text: String(picture.cost), colour: '#ffe08a' }]);
  paintFloats(painter, scene, now, still);
  if (!still) keepAlive(painter, view, now);
}

/** Two slow pictures of every unit, and of the water: nothing is painted in between. */
function keepAlive(painter: Painter, view: PixelsWarsView, now: number): void {
  painter.again(TABLE.idle - (now % TABLE.idle));
  if (hasWater(view)) painter.again(TABLE.shimmer - (now % TABLE.shimmer));
}

function paintBuilding(painter: Painter, building: PixelsWarsBuilding): void {
  const art = atlas();
  const name = `building/${building.kind}/${sideOf(building.owner)}`;
  if (!art?.has(name)) return;
  const { ctx, box } = painter;
  const cell = box(building.x, building.y);
  const scale = cell.size / TILE;
  art.draw(name, ctx, cell.x, cell.y, scale);
  if (building.owner > 0)
    art.draw(`icon/team/${sideOf(building.owner)}`, ctx, cell.x + 15 * scale, cell.y - 2 * scale, scale);
  const known = tables();
  if (known && building.points < known.capture_points)
    points(painter, cell, building.points / known.capture_points);
}

/** How much of a building is left to be taken. */
function points({ ctx }: Painter, cell: Box, share: number): void {
  const px = Math.max(1, Math.round(cell.size / TILE));
  const [left, top, width, height] = [cell.x + 3 * px, cell.y + cell.size - 4 * px, 18 * px, 3 * px];
  ctx.fillStyle = '#14161d';
  ctx.fillRect(left - px, top - px, width + 2 * px, height + 2 * px);
  ctx.fillStyle = '#5b5f6b';
  ctx.fillRect(left, top, width, height);
  ctx.fillStyle = '#ffd24a';
  ctx.fillRect(left, top, Math.round(width * share), height);
}

function paintActor(painter: Painter, picture: Picture, actor: Actor, frame: 0 | 1): void {
  const { ctx, box } = painter;
  const cell = box(actor.x, actor.y);
  const scale = cell.size / TILE;
  const spent = picture.spent.has(actor.unit.id);
  // Neighbours do not breathe in step; who is done stands still.
  const beat = spent ? 0 : (((frame + actor.unit.id) % 2) as 0 | 1);
  ctx.save();
  ctx.globalAlpha = actor.alpha;
  if (actor.scale !== 1) {
    ctx.translate(cell.x + cell.size / 2, cell.y + cell.size);
    ctx.scale(actor.scale, actor.scale);
    ctx.translate(-cell.x - cell.size / 2, -cell.y - cell.size);
  }
  const look = { frame: beat, facing: actor.facing };
  drawUnit(ctx, actor.unit, cell.x, cell.y, scale, { ...look, tint: spent ? 'spent' : 'plain' });
  if (actor.struck > 0) {
    ctx.globalAlpha = actor.struck * actor.alpha;
    drawUnit(ctx, actor.unit, cell.x, cell.y, scale, { ...look, tint: 'struck' });
  }
  ctx.restore();
}

/** Milliseconds of a heart's beat, of two pictures: 2 s for a whole unit, as much less as is lost, at least 0.2 s. */
export const heartbeat = (share: number): number => Math.max(200, 2000 * share);

/** Hearts of many speeds are painted together: a picture comes up to so many milliseconds late, which does not add up. */
const TOGETHER = 250;
/** So it is with those who beat faster than that. */
const FAST = 50;

function paintHeart(painter: Painter, { x, y, size }: Box, share: number, now: number): void {
  const half = heartbeat(share) / 2;
  const beats = Math.floor(now / half);
  const beat = beats % 2;
  const scale = size / TILE;
  // Who is nearly lost has a heart that beats harder as well.
  const name = `icon/heart/${share > 0.25 ? beat : 2 * beat}`;
  atlas()?.draw(name, painter.ctx, x - scale, y - scale, scale);
  const grid = half < TOGETHER ? FAST : TOGETHER;
  if (now > 0) painter.again(Math.ceil(((beats + 1) * half) / grid) * grid - now);
}

/** `now`: 0 where nothing shall move. */
function paintMarks(painter: Painter, picture: Picture, actor: Actor, now: number): void {
  const art = atlas();
  if (!art || actor.alpha < 1 || actor.scale < 1) return;
  const { ctx, box } = painter;
  const { unit } = actor;
  const cell = box(actor.x, actor.y);
  const scale = cell.size / TILE;
  if (cell.size < LEGIBLE * Math.min(1, painter.ratio)) {
    bar(painter, cell, unit);
    return;
  }
  art.draw(`icon/team/${sideOf(unit.owner)}`, ctx, cell.x - scale, cell.y + 15 * scale, scale);
  const share = unit.hp / fullHp(unit.kind, unit.hp);
  if (share < 1) paintHeart(painter, cell, share, now);
  health(painter, cell, unit, share);
  const mine = unit.owner === picture.player && picture.current === picture.player;
  if (mine && !picture.spent.has(unit.id))
    spentMarks(unit).forEach((what, index) =>
      art.draw(`icon/mark/${what}/spent`, ctx, cell.x + (15 - 8 * index) * scale, cell.y - 2 * scale, scale),
    );
}

/** What it has used up this turn. */
function spentMarks(unit: PixelsWarsUnit): string[] {
  const facts = unitFacts(unit.kind);
  return [
    ...(unit.movement === 0 ? ['move'] : []),
    ...(unit.attacks === 0 ? ['attack'] : []),
    ...(facts?.captures && unit.captures === 0 ? ['capture'] : []),
  ];
}

const colourOf = (share: number): string => (share > 0.6 ? '#ffffff' : share > 0.3 ? '#ffe08a' : '#ff9c92');

function health(painter: Painter, cell: Box, unit: PixelsWarsUnit, share: number): void {
  const { ctx, ratio } = painter;
  ctx.save();
  ctx.font = fontOf(painter, cell, 13);
  ctx.textAlign = 'right';
  ctx.textBaseline = 'alphabetic';
  rimmed(
    ctx,
    String(unit.hp),
    cell.x + cell.size - ratio,
    cell.y + cell.size - ratio,
    colourOf(share),
    3 * ratio,
  );
  ctx.restore();
}

function bar({ ctx }: Painter, cell: Box, unit: PixelsWarsUnit): void {
  const share = unit.hp / fullHp(unit.kind, unit.hp);
  const thick = Math.max(2, Math.round(cell.size / 9));
  ctx.fillStyle = '#14161d';
  ctx.fillRect(cell.x, cell.y + cell.size - thick - 1, cell.size, thick + 1);
  ctx.fillStyle = share > 0.6 ? '#7fe08a' : share > 0.3 ? '#ffd24a' : '#ff6d63';
  ctx.fillRect(
    cell.x + 1,
    cell.y + cell.size - thick,
    Math.max(1, Math.round((cell.size - 2) * share)),
    thick - 1,
  );
}
