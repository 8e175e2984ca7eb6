/** What a board larger than its place shows of itself: what the reader has at first, then whatever is selected. */
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import Board from '../src/board/Board.svelte';
import type { BoardProps, Cell } from '../src/games/module';
import { setTables } from '../src/games/pixelswars-tables';
import { resetSettings, settings } from '../src/settings';
import { table, TABLES, unit, update } from './pixelswars-table';

const SIDE = 130;
let resized: () => void;
let home: () => void;
let reveal: (cells: readonly Cell[]) => void;
let target: HTMLElement;
let board: { focus(): void; lookAt(x: number, y: number): void };

beforeEach(() => {
  resetSettings();
  settings.language = 'en';
  settings.motion = 'reduced';
  setTables(TABLES);
  HTMLCanvasElement.prototype.getContext = (() => null) as typeof HTMLCanvasElement.prototype.getContext;
  vi.stubGlobal('ResizeObserver', function (call: () => void) {
    resized = call;
    return { observe: () => undefined, disconnect: () => undefined };
  });
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(SIDE);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(SIDE);
  target = document.createElement('div');
  document.body.append(target);
});
afterEach(() => {
  void unmount(board);
  target.remove();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A board in a place with room for two of its cells both ways, and what its screen tells it. */
function open(play: ReturnType<typeof table>['play']) {
  const props: BoardProps = $state({
    ...{ play, tick: 0, pointed: 0 },
    hurry: () => undefined,
    onend: () => undefined,
    onrecap: () => undefined,
    onready: (_: () => void, show: typeof reveal, back?: () => void) => {
      reveal = show;
      home = back!;
    },
  });
  board = mount(Board, { target, props }) as unknown as typeof board;
  flushSync();
  resized();
  return () => {
    props.tick += 1;
    flushSync();
  };
}

/** Whether the middle of a cell is in view. */
function seen(x: number, y: number): boolean {
  const { width, transform } = target.querySelector<HTMLElement>('.cells')!.style;
  const [left, top] = /translate\((.*)px, (.*)px\)/.exec(transform)!.slice(1).map(Number) as [number, number];
  const cell = parseFloat(width) / 5;
  const within = (from: number, at: number) => {
    const middle = from + (at + 0.5) * cell;
    return middle > 0 && middle < SIDE;
  };
  return within(left, x) && within(top, y);
}

/** My tank at the far corner, my infantry at the near one. */
const APART = [unit(1, 1, 'infantry', 0, 0, 60), unit(0, 1, 'tank', 4, 2, 71), unit(2, 2, 'tank', 2, 0, 90)];

it('opens on an own unit, also when the board comes before what stands on it', () => {
  const { play } = table(false);
  const changed = open(play);
  play.show(update([unit(2, 2, 'tank', 0, 0, 90), unit(0, 1, 'tank', 4, 2, 71)]));
  changed();
  expect(seen(4, 2)).toBe(true);
  expect(seen(0, 0)).toBe(false);
});

it('comes back from where the others have moved, to an own unit or else a building', () => {
  const { play } = table();
  const changed = open(play);
  play.show(update([unit(0, 1, 'tank', 4, 2, 71)]));
  changed();
  reveal([[0, 0]]);
  expect(seen(4, 2)).toBe(false);
  home();
  expect(seen(4, 2)).toBe(true);
  play.show(update([]));
  expect(play.home()).toEqual([0, 2]);
});

it('shows the unit that the cursor is on already, once it is selected', () => {
  const { play } = table();
  const changed = open(play);
  play.show(update([unit(0, 1, 'tank', 4, 2, 71), unit(2, 2, 'tank', 2, 0, 90)]));
  play.cursor = [4, 2];
  changed();
  board.lookAt(0, 0);
  changed();
  expect(seen(4, 2)).toBe(false);
  play.cycle(1, true);
  changed();
  expect(seen(4, 2)).toBe(true);
});

it('shows what has been selected without a press on it, wherever the focus is', () => {
  const { play } = table();
  const changed = open(play);
  play.show(update(APART));
  changed();
  board.lookAt(0, 0);
  expect(seen(4, 2)).toBe(false);
  play.select(0);
  changed();
  expect(seen(4, 2)).toBe(true);
  board.lookAt(0, 0);
  changed();
  expect(seen(4, 2), 'whoever has looked elsewhere stays there').toBe(false);
  board.focus();
  expect(seen(4, 2), 'the same one, by its button').toBe(true);
});
