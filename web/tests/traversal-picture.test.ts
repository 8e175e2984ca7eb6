/** What the flat Traversal board draws: heights as digits and shades, ways out, pieces, marks of what may be done. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Ink, Painter } from '../src/board/canvas';
import type { TraversalPlay } from '../src/games/traversal-play';
import { SIDES } from '../src/games/traversal-shapes';
import { setTables } from '../src/games/traversal-tables';
import { resetSettings, settings } from '../src/settings';
import { FOE, lost, open, OUT, SCOUT, TABLES } from './traversal-table';

/** Device pixels of a cell. */
const CELL = 100;
const [LIGHT, DARK] = SIDES;

interface Shape {
  how: 'fill' | 'stroke';
  style: string;
  alpha: number;
  /** The cell in which it begins: "2,1". */
  cell: string;
  /** "moveTo,lineTo,lineTo". */
  parts: string;
  /** Where its parts are, in cells from the corner of its own. */
  points: [number, number][];
  /** Of pieces: their outline. */
  outline?: string;
}

interface Drawn {
  shapes: Shape[];
  /** Whole cells, by colour. */
  filled: { style: string; alpha: number; cell: string }[];
  /** Frames inside a cell, by colour. */
  framed: { style: string; cell: string }[];
  words: { text: string; cell: string }[];
}

const at = (cell: readonly number[]) => cell.join();
const cellOf = (x: number, y: number) => `${Math.floor(x / CELL)},${Math.floor(y / CELL)}`;

/** Ink whose colours are called by their names. */
const ink = (theme: Ink['theme']) =>
  new Proxy({ theme }, { get: (own, key) => (key === 'theme' ? own.theme : key) });

function draw(play: TraversalPlay, theme: Ink['theme'] = 'light'): Drawn {
  const drawn: Drawn = { shapes: [], filled: [], framed: [], words: [] };
  let parts: [string, number, number][] = [];
  let [left, top] = [0, 0];
  const saved: [number, number][] = [];
  const part =
    (name: string) =>
    (x: number, y: number): void =>
      void parts.push([name, x, y]);
  const shape = (how: Shape['how'], style: string, path?: Path2D) => {
    const [, x, y] = path ? ['', left, top] : (parts[0] ?? ['', NaN, NaN]);
    const corner = [Math.floor(x / CELL), Math.floor(y / CELL)] as const;
    drawn.shapes.push({
      ...{ how, style, alpha: own.globalAlpha, cell: cellOf(x, y) },
      parts: path ? 'outline' : parts.map(([name]) => name).join(),
      points: parts.map(([, px, py]) => [px / CELL - corner[0], py / CELL - corner[1]]),
      ...(path ? { outline: (path as unknown as { data: string }).data } : {}),
    });
  };
  const own = {
    fillStyle: '',
    strokeStyle: '',
    globalAlpha: 1,
    canvas: { width: play.width * CELL, height: play.height * CELL },
    measureText: (text: string) => ({ width: text.length * 8 }),
    save: () => void saved.push([left, top]),
    restore: () => void ([left, top] = saved.pop() ?? [0, 0]),
    translate: (x: number, y: number) => void ([left, top] = [left + x, top + y]),
    beginPath: () => void (parts = []),
    moveTo: part('moveTo'),
    lineTo: part('lineTo'),
    arc: part('arc'),
    ellipse: part('ellipse'),
    roundRect: part('roundRect'),
    fill: (path?: Path2D) => shape('fill', own.fillStyle, path),
    stroke: (path?: Path2D) => shape('stroke', own.strokeStyle, path),
    fillRect(x: number, y: number, width: number, height: number) {
      if (width === CELL && height === CELL)
        drawn.filled.push({ style: own.fillStyle, alpha: own.globalAlpha, cell: cellOf(x, y) });
    },
    strokeRect: (x: number, y: number) =>
      void drawn.framed.push({ style: own.strokeStyle, cell: cellOf(x, y) }),
    fillText: (text: string, x: number, y: number) => void drawn.words.push({ text, cell: cellOf(x, y) }),
  };
  const ctx = new Proxy(own, {
    get: (target, name) => (name in target ? target[name as keyof typeof own] : () => undefined),
    set: (target, name, value) => Reflect.set(target, name, value),
  }) as unknown as CanvasRenderingContext2D;
  const painter: Painter = {
    ctx,
    ratio: 1,
    ink: ink(theme) as unknown as Ink,
    width: play.width,
    height: play.height,
    box: (x, y) => ({ x: x * CELL, y: y * CELL, size: CELL }),
    layer: (_, paint) => paint(ctx),
    again: () => undefined,
  };
  play.paint(painter);
  return drawn;
}

const said = ({ words }: Drawn, cell: string): string[] =>
  words.flatMap((each) => (each.cell === cell ? [each.text] : []));

/** The ground of the board, row by row as it is seen: a digit and a shade for every square. */
function ground(drawn: Drawn): { digit: string; shade: string }[][] {
  return Array.from({ length: 4 }, (_, y) =>
    Array.from({ length: 4 }, (_, x) => {
      const cell = `${x},${y + 1}`;
      const digit = said(drawn, cell).filter((text) => /^\d$/.test(text));
      expect(digit.length, `one height at ${cell}`).toBe(1);
      return { digit: digit[0]!, shade: drawn.filled.find((each) => each.cell === cell)!.style };
    }),
  );
}

/** How bright a colour such as #8fa7ad is. */
const bright = (colour: string): number =>
  [1, 3, 5].reduce(
    (sum, from, index) => sum + parseInt(colour.slice(from, from + 2), 16) * [0.3, 0.59, 0.11][index]!,
    0,
  );

/** Shapes of one kind in a cell. */
const shapes = ({ shapes: all }: Drawn, cell: string, parts: string): Shape[] =>
  all.filter((each) => each.cell === cell && each.parts === parts);

beforeEach(() => {
  settings.language = 'en';
  setTables(TABLES);
  vi.stubGlobal(
    'Path2D',
    class {
      constructor(readonly data: string) {}
    },
  );
});
afterEach(() => {
  resetSettings();
  vi.unstubAllGlobals();
});

describe('the ground', () => {
  const digits = (drawn: Drawn) => ground(drawn).map((row) => row.map(({ digit }) => digit).join(''));

  it('has the height of every square in figures, row 1 at the bottom; for Dark the other way round', () => {
    expect(digits(draw(open().play))).toEqual(['4444', '2324', '1332', '0123']);
    expect(digits(draw(open(undefined, 2).play))).toEqual(['3210', '2331', '4232', '4444']);
  });

  it.each(['light', 'dark'] as const)('has one shade for each height, brighter the higher (%s)', (theme) => {
    const shades = new Map<string, Set<string>>();
    for (const { digit, shade } of ground(draw(open().play, theme)).flat())
      shades.set(digit, (shades.get(digit) ?? new Set()).add(shade));
    const levels = ['0', '1', '2', '3', '4'].map((height) => [...(shades.get(height) ?? [])]);
    expect(levels.map(({ length }) => length)).toEqual([1, 1, 1, 1, 1]);
    const lights = levels.map(([shade]) => bright(shade!));
    expect(lights).toEqual([...lights].sort((a, b) => a - b));
    expect(new Set(lights).size).toBe(5);
  });

  it('has a way out of each side beyond the edge, pointing away from the board in the tone of the side', () => {
    const drawn = draw(open().play);
    for (const x of [0, 1, 2, 3])
      for (const [y, side] of [
        [0, LIGHT],
        [5, DARK],
      ] as const) {
        const chevron = shapes(drawn, `${x},${y}`, 'moveTo,lineTo,lineTo');
        expect(chevron.map(({ style }) => style)).toEqual([side.line, side.fill]);
        const [[, end], [, tip]] = chevron[0]!.points as [[number, number], [number, number]];
        expect(Math.sign(tip - end)).toBe(y === 0 ? -1 : 1);
      }
  });
});

describe('pieces', () => {
  const pieces = (drawn: Drawn) => drawn.shapes.filter(({ how, outline }) => how === 'fill' && outline);

  it('stand on their squares in the tone of their side, each class with an outline of its own', () => {
    const found = pieces(draw(open().play));
    expect(found.map(({ cell, style }) => [cell, style])).toEqual([
      [at(SCOUT), LIGHT.fill],
      ['0,4', LIGHT.fill],
      [at(FOE), DARK.fill],
    ]);
    expect(new Set(found.map(({ outline }) => outline)).size).toBe(3);
  });

  it('that can move have a mark under them, until one is selected', () => {
    const { play } = open();
    const marked = () => draw(play).shapes.flatMap(({ parts, cell }) => (parts === 'ellipse' ? [cell] : []));
    expect(marked()).toEqual([at(SCOUT)]);
    play.press(SCOUT, 'primary');
    expect(marked()).toEqual([]);
    expect(draw(play).framed).toContainEqual({ style: 'accent', cell: at(SCOUT) });
  });

  it('that could be captured have a warning', () => {
    const drawn = draw(open().play);
    expect(drawn.words.filter(({ text }) => text === '!').map(({ cell }) => cell)).toEqual([at(SCOUT)]);
    expect(shapes(drawn, at(SCOUT), 'moveTo,lineTo,lineTo').map(({ style }) => style)).toContain('bad');
  });

  it('are pointed at by arrows from whoever threatens them, once that is asked for', () => {
    const { play } = open();
    const arrows = () => shapes(draw(play), at(FOE), 'moveTo,lineTo').filter(({ style }) => style === 'bad');
    expect(arrows()).toEqual([]);
    play.toggleThreats();
    expect(arrows().length).toBe(1);
    const [[fromX], [toX]] = arrows()[0]!.points as [[number, number], [number, number]];
    expect(toX).toBeLessThan(fromX - 0.5); // from c3 to b3
  });
});

describe('destinations of the selected piece', () => {
  const CROSSHAIR = `arc,${Array(4).fill('moveTo,lineTo').join()}`;
  const CROSS = 'moveTo,lineTo,moveTo,lineTo';
  const STEP = '1,3';

  function selected(attack?: typeof lost): { play: TraversalPlay; drawn: Drawn } {
    const { play } = open(attack);
    play.press(SCOUT, 'primary');
    return { play, drawn: draw(play) };
  }

  it('are a dot to go to, a crosshair on whom it can take, a ring over the way out: no two alike', () => {
    const { drawn } = selected();
    const dot = shapes(drawn, STEP, 'arc').filter(({ how }) => how === 'fill');
    const crosshair = shapes(drawn, at(FOE), CROSSHAIR);
    const ring = shapes(drawn, at(OUT), 'arc');
    expect([dot.length, crosshair.length, ring.length]).toEqual([1, 1, 1]);
    const colours = [dot, crosshair, ring].map(([mark]) => mark!.style);
    expect(new Set(colours).size).toBe(3);
    // Who can be taken and the way out are tinted as well; where one only goes the ground stays as it is.
    const tints = drawn.filled.filter(({ alpha }) => alpha < 1);
    expect(tints.map(({ cell, style }) => [cell, style])).toEqual([
      [at(FOE), colours[1]],
      [at(OUT), colours[2]],
    ]);
  });

  it('cross out an attack that would fail, in a colour of its own', () => {
    const { drawn } = selected(lost);
    expect(shapes(drawn, at(FOE), CROSSHAIR)).toEqual([]);
    const [cross] = shapes(drawn, at(FOE), CROSS);
    const might = shapes(selected().drawn, at(FOE), CROSSHAIR)[0]!;
    expect(cross).toBeDefined();
    expect(cross!.style).not.toBe(might.style);
  });

  it('are fainter for a piece of the other side that is only looked at', () => {
    const dots = [1, 2].map((player) => {
      const { play } = open(undefined, player);
      play.press(play.cell([1, 2]), 'primary');
      return draw(play).shapes.find(({ how, parts }) => how === 'fill' && parts === 'arc')!;
    });
    expect(dots[0]!.alpha).toBe(1);
    expect(dots[1]!.alpha).toBeLessThan(1);
  });

  it.each([
    ['light', '#1f6fb8'],
    ['dark', '#7cc4ff'],
  ] as const)('have colours for the %s theme', (theme, colour) => {
    const { play } = selected();
    expect(shapes(draw(play, theme), STEP, 'arc')[0]!.style).toBe(colour);
  });

  it('that are pointed at have the route, each change of height on its step, and what it costs and brings', () => {
    const { play } = selected();
    play.hover(FOE);
    const attacked = draw(play).words.map(({ text }) => text);
    expect(attacked).toEqual(expect.arrayContaining(['▼1', '2 : 1', 'cost 2']));
    play.hover(OUT);
    const drawn = draw(play);
    const left = drawn.words.map(({ text }) => text);
    expect(left).toEqual(expect.arrayContaining(['▲1', '+1', 'cost 3']));
    expect(left).not.toContain('2 : 1');
    const routes = shapes(drawn, at(SCOUT), 'lineTo,lineTo,lineTo').filter(({ how }) => how === 'stroke');
    expect(routes.length).toBe(2); // and its rim
    expect(routes[0]!.points.map(([, y]) => y)).toEqual([0.5, -0.5, -1.5]); // over b4 and out
  });
});
