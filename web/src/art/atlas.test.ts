/** The atlas: every picture is found, drawn in whole pixels, mirrored on its cell; grounds join their neighbours. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Atlas, loadAtlas, scaleFor, stageOf, TABLE, TILE, type Table } from './atlas';
import { bridgeAt, layersAt, type GroundKind } from './ground';

const image = {} as CanvasImageSource;

function context() {
  const calls: (string | number)[][] = [];
  const note =
    (name: string) =>
    (...numbers: unknown[]) =>
      calls.push([name, ...numbers.filter((value) => typeof value === 'number')]);
  const ctx = {
    imageSmoothingEnabled: true,
    drawImage: note('draw'),
    save: note('save'),
    restore: note('restore'),
    translate: note('translate'),
    scale: note('scale'),
  };
  return { ctx: ctx as unknown as CanvasRenderingContext2D, calls };
}

const small: Table = { tile: 24, idle: 1, shimmer: 1, frames: { thing: [10, 20, 32, 30, 2, 6] } };

describe('the table', () => {
  it('keeps every frame inside the picture', async () => {
    const { default: whole } = await import('./pixelswars.json');
    for (const [name, [x, y, width, height]] of Object.entries(TABLE.frames)) {
      expect([x >= 0, y >= 0, x + width <= whole.width, y + height <= whole.height], name).not.toContain(
        false,
      );
    }
  });
});

describe('drawing', () => {
  it('puts the anchor on the corner of the cell, unsmoothed', () => {
    const { ctx, calls } = context();
    new Atlas(image, small).draw('thing', ctx, 100.4, 50, 3);
    expect(calls).toEqual([['draw', 10, 20, 32, 30, 94, 32, 96, 90]]);
    expect(ctx.imageSmoothingEnabled).toBe(false);
  });

  it('mirrors about the middle of the cell', () => {
    const { ctx, calls } = context();
    new Atlas(image, small).draw('thing', ctx, 100, 50, 1, { mirrored: true });
    // Two pixels wider on the left and six on the right: mirrored, six on the left.
    expect(calls).toEqual([
      ['save'],
      ['translate', 94 + 32, 44],
      ['scale', -1, 1],
      ['draw', 10, 20, 32, 30, 0, 0, 32, 30],
      ['restore'],
    ]);
  });

  it('fits an icon in whole pixels', () => {
    const { ctx, calls } = context();
    new Atlas(image, small).icon('thing', ctx, 70);
    expect(calls).toEqual([['draw', 10, 20, 32, 30, 3, 5, 64, 60]]);
  });

  it('names a sprite that is not there', () => {
    expect(() => new Atlas(image).frame('unit/spoon')).toThrow('no sprite named unit/spoon');
    expect(new Atlas(image).has('constructor')).toBe(false);
  });

  it('chooses stages and scales', () => {
    expect([1, 0.81, 0.8, 0.6, 0.4, 0.2, 0.01].map(stageOf)).toEqual([0, 0, 1, 2, 3, 4, 4]);
    expect([scaleFor(10, 240), scaleFor(10, 479), scaleFor(10, 480), scaleFor(30, 100)]).toEqual([
      1, 1, 2, 1,
    ]);
    expect(TILE).toBe(24);
  });
});

describe('loading', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('may be tried again after a failure, tells its progress, and loads once', async () => {
    const answers = [
      new Response(null, { status: 503 }),
      new Response('12345678', { headers: { 'content-length': '8' } }),
    ];
    const fetched = vi.fn(() => Promise.resolve(answers.shift()));
    vi.stubGlobal('fetch', fetched);
    vi.stubGlobal('createImageBitmap', () => Promise.resolve(image));
    await expect(loadAtlas()).rejects.toThrow('503');
    const shares: number[] = [];
    const first = await loadAtlas((share) => shares.push(share));
    expect(await loadAtlas()).toBe(first);
    expect(shares).toEqual([0.99, 1]);
    expect(fetched).toHaveBeenCalledTimes(2);
  });
});

const LETTERS: Record<string, GroundKind> = {
  '.': 'grass',
  '=': 'road',
  '~': 'water',
  f: 'forest',
  '^': 'mountain',
  '#': 'building',
};

function board(...rows: string[]) {
  return (x: number, y: number): GroundKind | null => LETTERS[rows[y]?.[x] ?? ''] ?? null;
}

describe('the ground', () => {
  it('joins roads with roads and buildings', () => {
    const at = board('.#.', '==.', '...');
    expect(layersAt(at, 1, 1).flat).toContain('terrain/road/9');
    expect(layersAt(at, 1, 0).flat).toContain('terrain/road/4');
    expect(layersAt(board('==', '=='), 0, 0).flat).toContain('terrain/road/plaza/se');
  });

  it('ends water at the land and goes on beyond the board', () => {
    const at = board('~~', '~.');
    expect(layersAt(at, 0, 0, 1).flat.slice(1)).toEqual([
      'terrain/water/15/1',
      'terrain/water/wave/0/1',
      'terrain/water/corner/se/1',
    ]);
    expect(layersAt(at, 1, 0).flat[1]).toBe('terrain/water/11/0');
  });

  it('lays bridges where roads cross water', () => {
    const at = board('.~.', '===', '.~.');
    expect(bridgeAt(at, 1, 1)).toBe('h');
    expect(layersAt(at, 1, 1).flat.slice(1)).toEqual(['terrain/water/5/0', 'terrain/bridge/h']);
    expect(bridgeAt(board('.=.', '~=~', '.=.'), 1, 1)).toBe('v');
    expect(bridgeAt(at, 0, 1)).toBeNull();
  });

  it('names only sprites that exist', () => {
    const at = board('ff^^~~#.', 'ff^^~==#', '..==~=..', '#===~.~~');
    const atlas = new Atlas(image);
    const missing = [];
    for (let y = 0; y < 4; y++) {
      for (let x = 0; x < 8; x++) {
        const { flat, tall } = layersAt(at, x, y);
        missing.push(...[...flat, ...tall].filter((name) => !atlas.has(name)));
      }
    }
    expect(missing).toEqual([]);
    expect(layersAt(at, 1, 1).tall).toHaveLength(3);
  });
});
