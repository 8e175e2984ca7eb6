/** What a PixelsWars board draws: which sprites on which cells and which words, labels, panel; and a unit more. */
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadAtlas, TABLE } from '../src/art/atlas';
import type { Ink, Painter } from '../src/board/canvas';
import { heartbeat } from '../src/games/pixelswars-paint';
import type { PixelsWarsPlay } from '../src/games/pixelswars-play';
import { emptyScene, settle } from '../src/games/pixelswars-scene';
import { loadSprites } from '../src/games/pixelswars-sprites';
import { stepsOf } from '../src/games/pixelswars-steps';
import { setTables } from '../src/games/pixelswars-tables';
import type { PixelsWarsEffect, PixelsWarsUnit, PixelsWarsView } from '../src/protocol';
import Army from '../src/screens/help/PixelsWarsArmy.svelte';
import Matchups from '../src/screens/help/PixelsWarsMatchups.svelte';
import ShopDialog from '../src/screens/match/Shop.svelte';
import { settings } from '../src/settings';
import { advice, kind, looked, table, TABLES, THERE, UNITS, update } from './pixelswars-table';

/** Device pixels of a cell; twice as large as it is drawn. */
const CELL = 48;
const SCALE = CELL / TABLE.tile;
const image = {} as CanvasImageSource;
const names = new Map(
  Object.entries(TABLE.frames).map(([name, [x, y, , , left, top]]) => [`${x},${y}`, { name, left, top }]),
);

interface Drawn {
  /** "icon/reach/blue 2,1": a sprite and the cell whose corner it was drawn for. */
  sprites: string[];
  words: string[];
  /** Widths of boxes, by colour. */
  boxes: Record<string, number[]>;
  /** When it wants to be painted again, in milliseconds. */
  again: number;
}

function draw(play: PixelsWarsPlay): Drawn {
  const drawn: Drawn = { sprites: [], words: [], boxes: {}, again: Infinity };
  const own = {
    fillStyle: '',
    font: '16px sans-serif',
    canvas: { width: 5 * CELL, height: 3 * CELL },
    measureText: () => ({ width: 10 }),
    fillText: (text: string) => drawn.words.push(text),
    fillRect: (_x: number, _y: number, width: number) => (drawn.boxes[own.fillStyle] ??= []).push(width),
    drawImage(from: unknown, sx: number, sy: number, ...to: number[]) {
      const found = from === image ? names.get(`${sx},${sy}`) : undefined;
      if (!found) return;
      const [x, y] = [to[2]! + found.left * SCALE, to[3]! + found.top * SCALE];
      drawn.sprites.push(`${found.name} ${x / CELL},${y / CELL}`);
    },
  };
  const ctx = new Proxy(own, {
    get: (target, name) => (name in target ? target[name as keyof typeof own] : () => undefined),
    set: (target, name, value) => Reflect.set(target, name, value),
  }) as unknown as CanvasRenderingContext2D;
  const painter: Painter = {
    ctx,
    ratio: 1,
    ink: {} as Ink,
    width: play.width,
    height: play.height,
    box: (x, y) => ({ x: x * CELL, y: y * CELL, size: CELL }),
    layer: () => undefined,
    again: (ms) => (drawn.again = Math.min(drawn.again, ms)),
  };
  play.paint(painter);
  return drawn;
}

/** The cells for which a sprite of this name was drawn, in reading order. */
const cells = ({ sprites }: Drawn, name: string): string[] =>
  sprites.flatMap((each) => (each.startsWith(`${name} `) ? [each.slice(name.length + 1)] : [])).sort();

beforeAll(async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('12345678')));
  vi.stubGlobal('createImageBitmap', () => Promise.resolve(image));
  await loadSprites();
  expect(await loadAtlas()).toBeTruthy();
  HTMLCanvasElement.prototype.getContext = (() => null) as typeof HTMLCanvasElement.prototype.getContext;
});
beforeEach(() => {
  settings.language = 'en';
  settings.motion = 'reduced';
  setTables(TABLES);
});
afterEach(() => {
  settings.language = settings.motion = 'system';
  vi.restoreAllMocks();
});

describe('the board', () => {
  it('marks where the selected unit can go, its range, and whom it could shoot at after a move', () => {
    const { play } = table();
    play.advise(looked(advice({ range: [[2, 1], [1, 0]] }))); // prettier-ignore
    expect(cells(draw(play), 'icon/reach/blue')).toEqual([]);
    play.press([1, 1], 'primary');
    const drawn = draw(play);
    expect(cells(drawn, 'icon/reach/blue')).toEqual(['1,0', '1,2', '2,1']);
    expect(cells(drawn, 'icon/stripes/blue')).toEqual(['1,0', '2,1']);
    expect(drawn.boxes['#8dcbff']?.length).toBe(8); // each of the two cells is rimmed on its four sides
    expect(cells(drawn, 'icon/cursor/1')).toEqual(['1,1']);
    expect(new Set(cells(drawn, 'icon/crosshair/0'))).toEqual(new Set(['3,1'])); // from two cells
  });

  it('draws the way to where the pointer is, and what it costs', () => {
    const { play } = table();
    play.press([1, 1], 'primary');
    play.hover([2, 1]);
    const drawn = draw(play);
    expect(cells(drawn, 'icon/path/e')).toEqual(['1,1']);
    expect(cells(drawn, 'icon/path/head/e')).toEqual(['2,1']);
    expect(drawn.words).toContain('3');
  });

  it('writes what a shot would cost both, at each of them', () => {
    const { play } = table();
    play.show(update(UNITS.map((each) => (each.id === 0 ? { ...each, x: 2 } : each))));
    play.advise(looked(THERE));
    play.press([2, 1], 'primary');
    play.hover([3, 1]);
    const drawn = draw(play);
    expect(cells(drawn, 'icon/crosshair/0')).toEqual(['3,1']);
    for (const words of ['−50', '♥ 40', '−11', '♥ 60']) expect(drawn.words).toContain(words);
  });

  it('shows the range of an enemy that is looked at, and then no cells to go to', () => {
    const { play } = table();
    play.press([1, 1], 'primary');
    play.press([4, 2], 'primary');
    const drawn = draw(play);
    expect(cells(drawn, 'icon/stripes/red')).toEqual(['3,2']);
    expect(cells(drawn, 'icon/reach/blue')).toEqual([]);
  });

  it('shows where all enemies could strike, and warns at whom', () => {
    const { play } = table();
    const before = draw(play).boxes['#ffd24a']?.length ?? 0;
    play.toggleThreats();
    const drawn = draw(play);
    expect(cells(drawn, 'icon/stripes/red')).toEqual(['1,1', '2,1', '3,2']);
    expect(drawn.boxes['#ffd24a']?.length).toBeGreaterThan(before);
  });

  it('shows how much of a building is left, and whose it is', () => {
    const drawn = draw(table().play);
    expect(cells(drawn, 'building/city/red')).toEqual(['0,0']);
    expect(cells(drawn, 'building/army_base/blue')).toEqual(['0,2']);
    expect(drawn.boxes['#ffd24a']).toEqual([18]); // half of 36 pixels: 10 of 20 points
  });
});

describe('the palette for colour-blind eyes', () => {
  afterEach(() => void (settings.palette = 'standard'));

  /** A unit of one's own selected, then an enemy whose range is shown. */
  const painted = () => {
    const { play } = table();
    play.advise(looked(advice({ range: [[2, 1]] }))); // prettier-ignore
    play.press([1, 1], 'primary');
    const first = draw(play);
    play.press([4, 2], 'primary');
    return [first, draw(play)];
  };
  const sprites = (drawn: Drawn[]) => drawn.flatMap((each) => each.sprites);
  const rims = (drawn: Drawn[], colour: string) => drawn.map(({ boxes }) => boxes[colour]?.length ?? 0);

  it('paints orange all that was red, at the same places, and leaves the rest', () => {
    const before = painted();
    settings.palette = 'colour-blind';
    const after = painted();
    const red = sprites(before).filter((each) => each.includes('/red'));
    for (const kind of ['unit/tank', 'unit/infantry', 'building/city', 'icon/team', 'icon/stripes'])
      expect(red.filter((each) => each.startsWith(kind))).not.toEqual([]);
    expect(sprites(after)).toEqual(sprites(before).map((each) => each.replace('/red', '/orange')));
    expect([rims(before, '#ffb3b1'), rims(after, '#ffb3b1')]).toEqual([[0, 4], [0, 0]]); // prettier-ignore
    expect([rims(before, '#ffcf9e'), rims(after, '#ffcf9e')]).toEqual([[0, 0], [0, 4]]); // prettier-ignore
    expect([rims(before, '#8dcbff'), rims(after, '#8dcbff')]).toEqual([[4, 0], [4, 0]]); // prettier-ignore
  });
});

describe('a unit on the board', () => {
  const hurt = (hp: number, more: Partial<PixelsWarsUnit> = {}) => {
    const { play } = table();
    play.show(update(UNITS.map((each) => (each.id === 0 ? { ...each, hp, ...more } : each))));
    play.advise(looked(advice()));
    return draw(play);
  };

  it.each([
    [90, 0],
    [71, 1],
    [50, 2],
    [30, 3],
    [10, 4],
  ])('with %i of 90 has its picture of stage %i, and its health in figures', (hp, stage) => {
    const drawn = hurt(hp);
    expect(cells(drawn, `unit/tank/blue/${stage}/0`)).toEqual(['1,1']);
    expect(drawn.words).toContain(String(hp));
    expect(cells(drawn, 'icon/heart/0').length).toBe(hp < 90 ? 1 : 0);
  });

  it('shows what it has used up, as long as something is left to do', () => {
    const used = hurt(90, { movement: 0, attacks: 0 });
    expect(used.sprites.filter((each) => each.startsWith('icon/mark/')).length).toBe(2);
    expect(used.sprites.join()).toContain('icon/mark/move/spent');
    expect(used.sprites.join()).toContain('icon/mark/attack/spent');
    expect(hurt(90).sprites.join()).not.toContain('icon/mark/');
    const { play } = table();
    play.show(update(UNITS.map((each) => (each.id === 1 ? { ...each, captures: 0 } : each))));
    play.advise(looked(advice()));
    expect(draw(play).sprites.join()).toContain('icon/mark/capture/spent');
  });

  it.each([
    [1, 2000],
    [0.75, 1500],
    [0.5, 1000],
    [0.2, 400],
    [0.1, 200],
    [0.02, 200],
  ])('with a share of %f left has a heart that beats once in %i ms', (share, period) => {
    expect(heartbeat(share)).toBeCloseTo(period, 6);
  });

  it('has a heart that beats faster the less is left, and stands still for those who want no motion', () => {
    /** When its picture changes, if it is painted only when it asks for it. */
    const changes = (hp: number) => {
      const times: number[] = [];
      let [now, last] = [1, ''];
      while (now < 4000) {
        vi.spyOn(performance, 'now').mockReturnValue(now);
        const drawn = hurt(hp);
        const heart = drawn.sprites.find((each) => each.startsWith('icon/heart/'))?.split(' ')[0] ?? '';
        if (last && heart !== last) times.push(now);
        last = heart;
        expect(drawn.again).toBeGreaterThan(0);
        now += drawn.again;
      }
      return times;
    };
    settings.motion = 'full';
    // Half a beat: 1000 ms × 81 / 90, × 45 / 90, × 18 / 90, and never less than 100; on the next multiple of 250, of 50
    // where it beats faster than that.
    expect(changes(81)).toEqual([1000, 2000, 2750, 3750]);
    expect(changes(45)).toEqual([500, 1000, 1500, 2000, 2500, 3000, 3500]);
    expect(changes(70).slice(0, 3)).toEqual([1000, 1750, 2500]);
    expect(changes(18).slice(0, 3)).toEqual([200, 400, 600]);
    expect(changes(3).slice(0, 3)).toEqual([100, 200, 300]);
    expect([81, 18, 9, 3].map((hp) => changes(hp).length)).toEqual([4, 19, 39, 39]);
    settings.motion = 'reduced';
    vi.spyOn(performance, 'now').mockReturnValue(1100);
    expect(hurt(10).sprites.join()).toContain('icon/heart/0');
  });
});

describe('labels', () => {
  it('tell income, what was healed, and what was taken, secured or begun', () => {
    const scene = emptyScene();
    const { view } = update();
    settle(scene, view as unknown as PixelsWarsView, UNITS);
    const told = (...effects: PixelsWarsEffect[]) => {
      scene.floats = [];
      for (const step of stepsOf(scene, effects, null)) step.frame(1);
      return scene.floats.map(({ text, at }) => `${text} ${at.join()}`);
    };
    const mine = UNITS[1]!;
    expect(
      told(
        { kind: 'income', player: 1, at: [0, 2], amount: 5 },
        { kind: 'healed', unit: mine, at: [0, 0], amount: 8, hp: 60 },
      ),
    ).toEqual(['+5$ 0,2', '+8 HP 0,0']);
    expect(told({ kind: 'capturing', unit: mine, at: [0, 0], points: 10, player: 1 })).toEqual(['10/20 0,0']);
    expect(told({ kind: 'captured', unit: mine, at: [0, 0], player: 1 })).toEqual(['Captured! 0,0']);
    expect(told({ kind: 'secured', unit: mine, at: [0, 0], player: 1 })).toEqual(['Secured! 0,0']);
  });
});

describe('the panel', () => {
  const facts = (play: PixelsWarsPlay) =>
    Object.fromEntries((play.summary()?.facts ?? []).map(({ label, value }) => [label, value]));

  it('tells a unit, its ground and what it has left', () => {
    const { play } = table();
    play.advise(looked(advice({ range: [[3, 1]] }))); // prettier-ignore
    play.hover([1, 1]);
    expect(play.summary()?.title).toBe('Tank');
    expect(facts(play)).toMatchObject({
      Health: '71 of 90',
      Movement: '9 of 9',
      Shots: '2 of 2',
      Range: '1 (+1 here)', // as on a mountain
      Attack: '11',
      Defence: '3',
      Ground: 'Grass · cost 2 · cover 0',
    });
  });

  it('tells a cell: what it costs and covers, whose building it is and what that is good for', () => {
    const { play } = table();
    play.hover([2, 1]);
    expect(facts(play)).toEqual({ Ground: 'Forest · cost 3 · cover 5' });
    play.hover([0, 0]);
    expect(facts(play)).toMatchObject({ Owner: 'Bob · 10 of 20 points' });
    play.hover([0, 2]);
    expect(play.summary()?.title).toBe('Army base');
    expect(facts(play)).toMatchObject({ Owner: 'you · 20 of 20 points', Use: 'sells ground units' });
  });
});

describe('a unit more in the catalogue', () => {
  const more = {
    ...TABLES,
    units: [
      ...TABLES.units,
      { ...kind('mortar', 77, true), price: 8, multipliers: { tank: 120, mortar: 100 } },
    ],
  };

  it('is on sale in the dialog', () => {
    setTables(more);
    const { play } = table();
    const offers = [{ kind: 'mortar', price: 8, why: null, missing: 0 }];
    play.advise(looked({ ...advice(), shops: [{ at: [0, 2], kind: 'army_base', offers }] }));
    play.press([0, 2], 'primary');
    HTMLDialogElement.prototype.showModal ??= vi.fn();
    const target = document.createElement('div');
    const dialog = mount(ShopDialog, { target, props: { shop: play.shop()! } });
    flushSync();
    expect(target.querySelector('li')?.textContent).toContain('Mortar');
    expect(target.querySelector('li button')?.getAttribute('aria-label')).toBe('Buy Mortar for 8$');
    void unmount(dialog);
  });

  it('stands in both tables of the help, with its numbers and nothing that is no word', () => {
    const still = { observe: () => undefined, unobserve: () => undefined, disconnect: () => undefined };
    vi.stubGlobal('ResizeObserver', function () {
      return still;
    });
    const target = document.createElement('div');
    const shown = [
      mount(Army, { target, props: { tables: more } }),
      mount(Matchups, { target, props: { tables: more } }),
    ];
    flushSync();
    const rows = [...target.querySelectorAll('tbody tr')].filter((row) =>
      row.textContent?.includes('Mortar'),
    );
    expect(rows.length).toBe(2);
    expect(rows[0]!.textContent).toContain('77');
    expect([...rows[1]!.querySelectorAll('td')].map((cell) => cell.textContent?.trim())).toContain('1.2');
    expect(target.querySelectorAll('thead .target').length).toBe(3);
    expect(target.textContent).not.toContain('pixelswars.');
    for (const each of shown) void unmount(each);
  });
});
