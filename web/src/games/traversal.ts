/** Traversal's page module: its boards, and still pictures of it. */
import { boxes, inkOf, type Painter } from '../board/canvas';
import type { TraversalView } from '../protocol';
import type { GameModule, PictureOptions } from './module';
import { paint } from './traversal-paint';
import { TraversalPlay } from './traversal-play';
import { BEYOND } from './traversal-position';
import { emptyScene, settle } from './traversal-scene';
import { sideMark } from './traversal-shapes';
import { loadTables } from './traversal-tables';

/** A still picture of a view, as large as the canvas is on the page. */
function drawPicture(canvas: HTMLCanvasElement, view: TraversalView, options: PictureOptions = {}): void {
  const ratio = globalThis.devicePixelRatio || 1;
  const rows = view.height + 2 * BEYOND;
  const cssWidth = canvas.clientWidth || view.width * (options.cell ?? 32);
  const cssHeight = canvas.clientHeight || rows * (options.cell ?? 32);
  canvas.width = Math.round(cssWidth * ratio);
  canvas.height = Math.round(cssHeight * ratio);
  const ctx = canvas.getContext('2d');
  if (!ctx) return;
  const room = options.cell ?? Math.min(cssWidth / view.width, cssHeight / rows);
  const cell = Math.floor(room * ratio) / ratio;
  const painter: Painter = {
    ctx,
    ratio,
    ink: inkOf(canvas),
    width: view.width,
    height: rows,
    box: boxes((cssWidth - cell * view.width) / 2, (cssHeight - cell * rows) / 2, cell, ratio),
    layer: (_, draw) => draw(ctx),
    again: () => undefined,
  };
  const scene = emptyScene();
  settle(scene, view);
  paint(painter, {
    view,
    far: false,
    actors: [...scene.actors.values()],
    bursts: [],
    last: null,
    selected: null,
    own: true,
    marks: [],
    path: [],
    pathHeights: [],
    choice: null,
    cursor: [0, 0],
    hovered: null,
    movable: [],
    endangered: [],
    threats: [],
  });
}

export const traversal: GameModule = {
  id: 'traversal',
  renews: true,
  moves: true,
  mark: sideMark,
  prepare: async () => void (await loadTables()),
  open: (host) => new TraversalPlay(host),
  board: async () => (await import('../board/relief/Relief.svelte')).default,
  drawPicture: (canvas, view, options) => drawPicture(canvas, view as unknown as TraversalView, options),
};
