/** What is drawn on the ground and over the units of a PixelsWars board to be read: reach, way, ranges, targets, forecast. */
import type { Box, Painter } from '../board/canvas';
import type { PixelsWarsShot } from '../protocol';
import type { Cell } from './module';
import { atlas, sideOf, TILE } from './pixelswars-sprites';

type Ctx = CanvasRenderingContext2D;

/** Light and dark of an area's outline, by side. */
const OUTLINES: Readonly<Record<string, readonly [string, string]>> = {
  blue: ['#8dcbff', '#174a70'],
  red: ['#ffb3b1', '#792d3a'],
  orange: ['#ffcf9e', '#7a3c0c'],
  sky: ['#b5e6ff', '#1d5b80'],
};

const key = (x: number, y: number): string => `${x},${y}`;

/** Stripes in the team's colour, and an outline of one pixel round the whole area. */
export function paintRange(painter: Painter, cells: readonly Cell[], player: number): void {
  const art = atlas();
  if (!art || cells.length === 0) return;
  const { ctx, box } = painter;
  const side = sideOf(player);
  const area = new Map(cells.map((cell) => [key(...cell), cell]));
  const [light, dark] = OUTLINES[side] ?? OUTLINES.blue!;
  for (const [x, y] of area.values()) {
    const cell = box(x, y);
    art.draw(`icon/stripes/${side}`, ctx, cell.x, cell.y, cell.size / TILE);
  }
  const sides = (colour: string, inset: number) => {
    ctx.fillStyle = colour;
    for (const [x, y] of area.values()) {
      const { x: left, y: top, size } = box(x, y);
      const thick = Math.max(1, Math.round(size / TILE));
      const at = inset * thick;
      const open = (dx: number, dy: number) => !area.has(key(x + dx, y + dy));
      if (open(0, -1)) ctx.fillRect(left, top + at, size, thick);
      if (open(0, 1)) ctx.fillRect(left, top + size - at - thick, size, thick);
      if (open(-1, 0)) ctx.fillRect(left + at, top, thick, size);
      if (open(1, 0)) ctx.fillRect(left + size - at - thick, top, thick, size);
    }
  };
  sides(light, 1);
  sides(dark, 0);
}

export function paintReach(painter: Painter, cells: readonly Cell[], player: number): void {
  const art = atlas();
  if (!art) return;
  for (const [x, y] of cells) {
    const cell = painter.box(x, y);
    art.draw(`icon/reach/${sideOf(player)}`, painter.ctx, cell.x, cell.y, cell.size / TILE);
  }
}

const letterOf = (from: Cell, to: Cell): string =>
  to[1] < from[1] ? 'n' : to[0] > from[0] ? 'e' : to[1] > from[1] ? 's' : 'w';
const BACK: Readonly<Record<string, string>> = { n: 's', e: 'w', s: 'n', w: 'e' };
const ORDER = 'nesw';

/** The arrow along a way. */
export function paintPath(painter: Painter, path: readonly Cell[]): void {
  const art = atlas();
  if (!art || path.length < 2) return;
  path.forEach((at, index) => {
    const cell = painter.box(...at);
    const before = path[index - 1];
    const after = path[index + 1];
    const out = after && letterOf(at, after);
    const back = before && BACK[letterOf(before, at)];
    const name = !back
      ? `icon/path/${out}`
      : !out
        ? `icon/path/head/${BACK[back]}`
        : `icon/path/${joined(art.has(`icon/path/${back}${out}`) ? back + out : out + back)}`;
    if (art.has(name)) art.draw(name, painter.ctx, cell.x, cell.y, cell.size / TILE);
  });
}

/** "ns", "ew" and the like are named clockwise, except that west comes last but for "sw". */
const joined = (ends: string): string =>
  ends.length === 2 && ORDER.indexOf(ends[0]!) > ORDER.indexOf(ends[1]!) ? ends[1]! + ends[0]! : ends;

export function paintIcon(painter: Painter, name: string, at: Cell, alpha = 1): void {
  const art = atlas();
  if (!art?.has(name)) return;
  const cell = painter.box(...at);
  painter.ctx.globalAlpha = alpha;
  art.draw(name, painter.ctx, cell.x, cell.y, cell.size / TILE);
  painter.ctx.globalAlpha = 1;
}

/** A sign on the upper right of a cell: who stands there is in danger. */
export function paintWarning({ ctx, box }: Painter, at: Cell): void {
  const cell = box(...at);
  const px = Math.max(1, Math.round(cell.size / TILE));
  const rows = [
    '....#....',
    '...#o#...',
    '..#oxo#..',
    '..#oxo#..',
    '.#ooxoo#.',
    '.#ooooo#.',
    '#oooxooo#',
    '#########',
  ];
  const colours: Readonly<Record<string, string>> = { '#': '#14161d', o: '#ffd24a', x: '#14161d' };
  rows.forEach((row, y) =>
    [...row].forEach((pixel, x) => {
      const colour = colours[pixel];
      if (!colour) return;
      ctx.fillStyle = colour;
      ctx.fillRect(cell.x + (x + 14) * px, cell.y + (y - 2) * px, px, px);
    }),
  );
}

/** What is written on the board: large enough to be read, whatever the scale. */
export function fontOf({ ratio }: Painter, cell: Box, css = 14): string {
  const size = Math.round(Math.max(css * ratio, Math.min(cell.size * 0.3, 22 * ratio)));
  return `700 ${size}px "Atkinson Hyperlegible", sans-serif`;
}

/** A small dark plate with words in colours, above (or below, at the upper edge) a cell. */
export function paintTag(
  painter: Painter,
  at: Cell,
  words: readonly { text: string; colour: string }[],
  below = at[1] === 0,
): void {
  const { ctx, ratio } = painter;
  const cell = painter.box(...at);
  ctx.save();
  ctx.font = fontOf(painter, cell, 15);
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'left';
  const gap = Math.round(5 * ratio);
  const widths = words.map(({ text }) => ctx.measureText(text).width);
  const height = Math.round(Number.parseInt(ctx.font.split(' ')[1] ?? '16', 10) + 8 * ratio);
  const width = Math.round(widths.reduce((sum, each) => sum + each, 0) + gap * (words.length + 1));
  const middle = cell.x + cell.size / 2 - width / 2;
  const left = Math.round(Math.max(2 * ratio, Math.min(ctx.canvas.width - width - 2 * ratio, middle)));
  const top = Math.round(below ? cell.y + cell.size + 2 * ratio : cell.y - height - 2 * ratio);
  ctx.fillStyle = 'rgb(18 20 28 / 0.94)';
  ctx.fillRect(left, top, width, height);
  ctx.strokeStyle = '#f4e9c8';
  ctx.lineWidth = Math.max(1, Math.round(ratio));
  ctx.strokeRect(left + 0.5, top + 0.5, width - 1, height - 1);
  let x = left + gap;
  words.forEach(({ text, colour }, index) => {
    ctx.fillStyle = colour;
    ctx.fillText(text, x, top + height / 2 + ratio);
    x += widths[index]! + gap;
  });
  ctx.restore();
}

export interface Forecast {
  shot: PixelsWarsShot;
  /** Where the shooter would stand. */
  at: Cell;
  /** It is aimed at; else only pointed at. */
  sure: boolean;
}

const LOSS = '#ff9c92';
const REST = '#ffffff';
const DEAD = '#ffd24a';

/** What the shot would cost both, at each of them. */
export function paintForecast(painter: Painter, { shot, at }: Forecast): void {
  const { damage, hp, answered, answer_damage: answer, own_hp: own } = shot.forecast;
  const lines = (loss: number, left: number) => [
    { text: `−${loss}`, colour: LOSS },
    { text: left > 0 ? `♥ ${left}` : '✕', colour: left > 0 ? REST : DEAD },
  ];
  const under = shot.at[1] > at[1];
  paintTag(painter, shot.at, lines(damage, hp), shot.at[1] === 0 || under);
  if (answered) paintTag(painter, at, lines(answer, own), at[1] === 0 || !under);
}

/** Words with a dark rim, for the open board. */
export function rimmed(ctx: Ctx, text: string, x: number, y: number, colour: string, rim: number): void {
  ctx.lineJoin = 'round';
  ctx.lineWidth = rim;
  ctx.strokeStyle = '#14161d';
  ctx.strokeText(text, x, y);
  ctx.fillStyle = colour;
  ctx.fillText(text, x, y);
}
