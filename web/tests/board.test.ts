/** Arrows on the 3 x 3, keys, the right button, and the one transform of the board. */
import { describe, expect, it } from 'vitest';
import { Camera } from '../src/board/camera';
import { intentOf, steer, type Vector } from '../src/board/keys';
import { BoardPointer } from '../src/board/pointer';
import type { Orbit } from '../src/board/relief/orbit';
import { ReliefPointer } from '../src/board/relief/pointer';

const ALL: Vector[] = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx): Vector => [dx, dy]));
const UP: Vector = [0, -1];
const RIGHT: Vector = [1, 0];
const LEFT: Vector = [-1, 0];

describe('steering', () => {
  it('begins at the unit and walks the 3 x 3', () => {
    expect(steer(null, RIGHT, ALL)).toEqual([1, 0]);
    expect(steer([1, 0], UP, ALL)).toEqual([1, -1]);
    expect(steer([1, -1], LEFT, ALL)).toEqual([0, -1]);
    expect(steer([0, -1], [0, 1], ALL)).toEqual([0, 0]);
  });

  it('stays at the edge', () => {
    expect(steer([1, 0], RIGHT, ALL)).toEqual([1, 0]);
    expect(steer(null, RIGHT, [[0, 0]])).toBeNull();
  });

  it('goes over what cannot be chosen', () => {
    const noStay = ALL.filter(([dx, dy]) => dx !== 0 || dy !== 0);
    expect(steer([-1, 0], RIGHT, noStay)).toEqual([1, 0]);
    expect(
      steer(
        [-1, -1],
        RIGHT,
        ALL.filter(([dx, dy]) => !(dx === 0 && dy === -1)),
      ),
    ).toEqual([1, -1]);
  });

  it('is never moved to what cannot be chosen', () => {
    const only: Vector[] = [[-1, 1]];
    for (const start of [null, ...only])
      for (const arrow of [UP, RIGHT, LEFT]) {
        const after = steer(start, arrow, only);
        expect(after === null || only.some(([dx, dy]) => dx === after[0] && dy === after[1])).toBe(true);
      }
  });
});

describe('keys', () => {
  const press = (key: string, more: Partial<KeyboardEvent> = {}) => ({
    key,
    shiftKey: false,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    ...more,
  });

  it('keep their hands off the browser and, when wished, off letters', () => {
    expect(intentOf(press('r', { ctrlKey: true }), true)).toBeNull();
    expect(intentOf(press('e'), false)).toBeNull();
    expect(intentOf(press('n'), false)).toBeNull();
    expect(intentOf(press('Enter'), false)).toEqual({ do: 'confirm' });
  });

  it('cycle backwards with shift', () => {
    expect(intentOf(press('Tab', { shiftKey: true }), true)).toEqual({ do: 'cycle', by: -1 });
    expect(intentOf(press('N', { shiftKey: true }), true)).toEqual({ do: 'anywhere', by: -1 });
  });
});

describe('the right button', () => {
  const nothing = () => undefined;
  const heard = { press: nothing, hover: nothing, inspect: nothing, moved: nothing };

  it.each([
    ['flat', (at: HTMLElement) => new BoardPointer(at, new Camera(), heard)],
    ['in relief', (at: HTMLElement) => new ReliefPointer(at, {} as Orbit, { ...heard, pick: () => null })],
  ])('opens no menu of the browser on a board, %s, and again once the board is gone', (_, open) => {
    const frame = document.createElement('div');
    const cell = frame.appendChild(document.createElement('i'));
    const menu = () =>
      cell.dispatchEvent(new MouseEvent('contextmenu', { button: 2, bubbles: true, cancelable: true }));
    const pointer = open(frame);
    expect(menu()).toBe(false);
    pointer.stop();
    expect(menu()).toBe(true);
  });
});

describe('camera', () => {
  function camera(width: number, height: number, viewWidth: number, viewHeight: number): Camera {
    const made = new Camera();
    made.setWorld(width, height);
    made.setView(viewWidth, viewHeight, 2);
    return made;
  }

  it('shows the whole board in whole device pixels, in the middle', () => {
    const it = camera(10, 10, 705, 601);
    expect(it.scale).toBe(60);
    expect(it.x).toBeCloseTo(52.5, 0);
    expect(it.fits).toBe(true);
    expect(it.cellAt(it.x + 1, it.y + 1)).toEqual([0, 0]);
    expect(it.cellAt(it.x - 1, it.y + 1)).toBeNull();
    expect(it.cellAt(it.x + 599, it.y + 599)).toEqual([9, 9]);
  });

  it('makes cells of a large board touchable on a phone', () => {
    const it = camera(20, 20, 362, 420);
    expect(it.crowded).toBe(true);
    it.approach(18, 18);
    expect(it.scale).toBeGreaterThanOrEqual(28);
    expect(it.cellAt(it.x + 18.5 * it.scale, it.y + 18.5 * it.scale)).toEqual([18, 18]);
    expect(it.x + 20 * it.scale).toBeCloseTo(362, 0); // no gap beside the board
  });

  it('zooms about the point under the finger', () => {
    const it = camera(20, 20, 400, 400);
    it.zoom(200, 200, 2);
    const before = [(200 - it.x) / it.scale, (150 - it.y) / it.scale];
    it.zoom(200, 150, 1.3);
    expect((200 - it.x) / it.scale).toBeCloseTo(before[0]!, 1);
    expect((150 - it.y) / it.scale).toBeCloseTo(before[1]!, 1);
  });

  it('never leaves the board, however it is pushed', () => {
    const it = camera(20, 12, 300, 300);
    it.zoom(10, 10, 3);
    for (const [dx, dy] of [[-9999, 0], [9999, 9999], [0, -9999]] as const) {
      it.pan(dx, dy);
      expect(it.x).toBeLessThanOrEqual(0);
      expect(it.x + it.width * it.scale).toBeGreaterThanOrEqual(300 - 0.5);
      expect(it.cellAt(150, 150)).not.toBeNull();
    } // prettier-ignore
  });

  it.each([1, 1.25, 1.5, 1.75, 2, 2.625, 3])(
    'keeps pictures of pixels crisp at %s device pixels a pixel, fitted, near, stepped and pinched',
    (ratio) => {
      const grain = { pixels: 24, least: 44 };
      for (const [cells, view] of [[8, 900], [14, 700], [18, 362], [18, 1400]] as const) {
        const it = new Camera();
        it.setGrain(grain);
        it.setWorld(cells, cells);
        it.setView(view, view, ratio);
        const crisp = () => {
          const pixels = it.scale * ratio;
          // Where not even one pixel a pixel fits, all is seen but small.
          if (pixels >= grain.pixels - 0.01) expect(pixels / grain.pixels).toBeCloseTo(Math.round(pixels / grain.pixels), 6);
          for (const at of [it.x, it.y]) expect(at * ratio).toBeCloseTo(Math.round(at * ratio), 6);
        };
        crisp();
        if (it.fitScale * ratio < grain.pixels) expect(it.crowded).toBe(true);
        it.approach(3, 3);
        crisp();
        expect(it.scale).toBeGreaterThanOrEqual(Math.min(it.fitScale, 44));
        for (const by of [1, -1, -1, 1] as const) {
          it.step(50, 60, by);
          crisp();
        }
        it.zoom(40, 40, 1.37);
        it.settle(40, 40);
        crisp();
      }
    },
  ); // prettier-ignore

  it('brings a cell and its neighbours into view', () => {
    const it = camera(20, 20, 300, 300);
    it.approach(2, 2);
    it.reveal(15, 15);
    expect(it.x + 17 * it.scale).toBeLessThanOrEqual(301);
    expect(it.y + 14 * it.scale).toBeGreaterThanOrEqual(-1);
  });

  it.each([
    [14, 362, 420],
    [14, 362, 362],
    [8, 362, 390],
    [8, 362, 600],
    [18, 820, 300],
    [18, 500, 400],
  ])('lets no cell stay under the controls in its corner: %s cells in %s x %s', (cells, width, height) => {
    const it = new Camera();
    it.controls = { width: 104, height: 56 };
    it.setGrain({ pixels: 24, least: 44 });
    it.setWorld(cells, cells);
    it.setView(width, height, 3);
    expect(it.crowded).toBe(true);
    const [right, bottom] = [() => it.x + cells * it.scale, () => it.y + cells * it.scale];
    const free = () => right() <= width - 104 + 0.5 || bottom() <= height - 56 + 0.5;
    expect(it.fits).toBe(true);
    expect(free(), 'all in view').toBe(true);
    it.approach(0, 0);
    for (let size = 0; size < 4; size++) {
      it.reveal(0, 0);
      it.reveal(cells - 1, cells - 1);
      expect(free(), `at ${it.scale} a cell`).toBe(true);
      it.reveal(0, 0);
      expect(it.cellAt(0, 0) ?? it.cellAt(width / 2, height / 2)).not.toBeNull();
      it.step(width / 2, height / 2, -1);
    }
  });
});
