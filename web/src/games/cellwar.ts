/** CellWar's page module: its board, and still pictures of it. */
import { boxes, inkOf, type Painter } from '../board/canvas';
import type { CellWarView } from '../protocol';
import { paint } from './cellwar-paint';
import { CellWarPlay } from './cellwar-play';
import { sceneOf } from './cellwar-scene';
import type { GameModule, Json, PictureOptions } from './module';

/** A still picture of a view, as large as the canvas is on the page. Call it again when theme or size change. */
export function drawPicture(
  canvas: HTMLCanvasElement,
  view: CellWarView,
  options: PictureOptions = {},
): void {
  const ratio = globalThis.devicePixelRatio || 1;
  const margin = options.bare ? 0 : 6;
  const cssWidth = canvas.clientWidth || view.width * (options.cell ?? 32) + 2 * margin;
  const cssHeight = canvas.clientHeight || view.height * (options.cell ?? 32) + 2 * margin;
  canvas.width = Math.round(cssWidth * ratio);
  canvas.height = Math.round(cssHeight * ratio);
  const ctx = canvas.getContext('2d');
  if (!ctx) return;
  const room = Math.min((cssWidth - 2 * margin) / view.width, (cssHeight - 2 * margin) / view.height);
  const cell = Math.floor((options.cell ?? room) * ratio) / ratio;
  const left = (cssWidth - cell * view.width) / 2;
  const top = (cssHeight - cell * view.height) / 2;
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
  const nothing = {
    ready: [],
    acted: [],
    endangered: [],
    dying: [],
    choices: [],
    threatened: [],
    threatening: [],
  };
  paint(painter, { view, scene: sceneOf(view), selected: null, chosen: null, hovered: null, ...nothing });
}

export const cellwar: GameModule = {
  id: 'cellwar',
  open: (host) => new CellWarPlay(host),
  drawPicture: (canvas, view: Json, options) => drawPicture(canvas, view as unknown as CellWarView, options),
};
