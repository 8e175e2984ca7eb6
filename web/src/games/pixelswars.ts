/** PixelsWars's page module: its board, and still pictures of it. */
import { boxes, inkOf, type Painter } from '../board/canvas';
import type { PixelsWarsView } from '../protocol';
import type { GameModule, Json, PictureOptions } from './module';
import { paint } from './pixelswars-paint';
import { PixelsWarsPlay } from './pixelswars-play';
import { emptyScene, settle } from './pixelswars-scene';
import { loadSprites, TILE } from './pixelswars-sprites';
import { loadTables } from './pixelswars-tables';

async function prepare(share?: (share: number) => void): Promise<void> {
  await Promise.all([loadSprites(share), loadTables()]);
}

/** A still picture of a view in the middle of the canvas, in whole pixels. */
export function drawPicture(
  canvas: HTMLCanvasElement,
  view: PixelsWarsView,
  options: PictureOptions = {},
): void {
  const ratio = globalThis.devicePixelRatio || 1;
  const cssWidth = canvas.clientWidth || view.width * (options.cell ?? TILE);
  const cssHeight = canvas.clientHeight || view.height * (options.cell ?? TILE);
  canvas.width = Math.round(cssWidth * ratio);
  canvas.height = Math.round(cssHeight * ratio);
  const ctx = canvas.getContext('2d');
  if (!ctx) return;
  const room = options.cell ?? Math.min(cssWidth / view.width, cssHeight / view.height);
  // Smaller than one pixel a pixel there is no crisp picture: then it is only small.
  const whole = Math.floor((room * ratio) / TILE) * TILE;
  const cell = (whole > 0 ? whole : room * ratio) / ratio;
  const left = Math.round(((cssWidth - cell * view.width) / 2) * ratio) / ratio;
  const top = Math.round(((cssHeight - cell * view.height) / 2) * ratio) / ratio;
  const painter: Painter = {
    ctx,
    ratio,
    ink: inkOf(canvas),
    width: view.width,
    height: view.height,
    box: boxes(left, top, cell, ratio),
    layer: (_, draw) => draw(ctx),
    again: () => undefined,
  };
  const scene = emptyScene();
  settle(scene, view, view.units);
  paint(painter, {
    view,
    scene,
    player: 0,
    current: 0,
    selected: null,
    spent: new Set(),
    reach: [],
    path: [],
    cost: null,
    ranges: [],
    targets: [],
    farTargets: [],
    inspected: null,
    hinted: null,
    endangered: [],
    hovered: null,
    forecast: null,
  });
}

export const pixelswars: GameModule = {
  id: 'pixelswars',
  prepare,
  open: (host) => new PixelsWarsPlay(host),
  drawPicture: (canvas, view: Json, options) =>
    drawPicture(canvas, view as unknown as PixelsWarsView, options),
};
