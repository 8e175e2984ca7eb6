/** The board in relief without a screen: skins, surfaces, quality, camera, geometry. */
import { PerspectiveCamera } from 'three';
import { mount, unmount, flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import SkinMenu from '../src/board/relief/SkinMenu.svelte';
import { Materials } from '../src/board/relief/materials';
import { LIMITS, Orbit } from '../src/board/relief/orbit';
import { figureOf } from '../src/board/relief/pieces';
import { ReliefPointer } from '../src/board/relief/pointer';
import { askedQuality, chosenQuality, LEVELS, Pace } from '../src/board/relief/quality';
import {
  addSkin,
  contrastOf,
  LEAST_CONTRAST,
  removeSkin,
  skinIdOf,
  skinIds,
  skinOf,
  SkinRefused,
  type Skin,
} from '../src/board/relief/skins';
import { normalsOf, pixelsOf } from '../src/board/relief/surfaces';
import { columns, groundAt, topAt } from '../src/board/relief/terrain';
import { resetSettings, settings } from '../src/settings';

const SEVEN = ['wood', 'obsidian', 'marble', 'jade', 'chrome', 'bronze', 'neon'];

afterEach(() => {
  removeSkin('amber');
  resetSettings();
});

/** An eighth skin: warm amber against coal. */
function eighth(): Skin {
  const { board, backdrop } = skinOf('wood');
  const finish = (colour: string) => ({ colour, metal: 0, rough: 0.3 });
  return {
    name: 'Amber',
    light: { body: finish('#f0b030'), inset: finish('#604010'), accent: finish('#ffffff') },
    dark: { body: finish('#201810'), inset: finish('#f0b030'), accent: finish('#808080') },
    board,
    backdrop,
  };
}

describe('skins', () => {
  it('are the seven of the game, the first being the one without a choice', () => {
    expect(skinIds()).toEqual(SEVEN);
    expect([skinIdOf(''), skinIdOf('gone'), skinIdOf('neon')]).toEqual(['wood', 'wood', 'neon']);
  });

  it.each(SEVEN)('%s: sides are told apart in grey', (id) =>
    expect(contrastOf(skinOf(id))).toBeGreaterThanOrEqual(LEAST_CONTRAST),
  );

  it('whose sides are too alike are refused', () => {
    const alike = { ...eighth(), dark: eighth().light };
    expect(() => addSkin('amber', alike)).toThrow(SkinRefused);
    expect(skinIds()).toEqual(SEVEN);
  });

  it('an eighth is found everywhere: by id, in the menu, as materials, as a setting that stays', () => {
    addSkin('amber', eighth());
    expect(skinIds()).toEqual([...SEVEN, 'amber']);
    settings.skin = 'amber';
    expect(skinOf(settings.skin).name).toBe('Amber');
    const target = document.createElement('div');
    HTMLDialogElement.prototype.showModal ??= vi.fn();
    const menu = mount(SkinMenu, { target, props: { open: true } });
    flushSync();
    const choices = [...target.querySelectorAll<HTMLInputElement>('input[name=skin]')];
    expect(choices.map(({ value }) => value)).toEqual([...SEVEN, 'amber']);
    expect(choices.find(({ checked }) => checked)?.value).toBe('amber');
    expect(target.textContent).toContain('Amber');
    void unmount(menu);
    for (const level of Object.values(LEVELS)) {
      const materials = new Materials({ ...level, surface: 8 }, null);
      for (const side of ['light', 'dark'] as const)
        for (const part of ['body', 'inset', 'accent'] as const)
          expect(materials.of(skinOf('amber')[side][part])).toBeTruthy();
      materials.dispose();
    }
  });
});

describe('surfaces', () => {
  const surfaces = SEVEN.flatMap((id) =>
    [skinOf(id).light.body, skinOf(id).dark.body].flatMap(({ surface }) => (surface ? [surface] : [])),
  );

  it('are the same every time and differ from one another', () => {
    const prints = surfaces.map((surface) => pixelsOf(surface, 16).colour.join());
    expect(prints).toEqual(surfaces.map((surface) => pixelsOf(surface, 16).colour.join()));
    expect(new Set(prints).size).toBe(surfaces.length);
  });

  it.each(surfaces.map((surface) => [surface.kind, surface] as const))(
    '%s closes round a piece',
    (_, surface) => {
      const size = 64;
      const { height } = pixelsOf(surface, size);
      const step = (a: number, b: number) => {
        let sum = 0;
        for (let y = 0; y < size; y++) sum += Math.abs(height[y * size + a]! - height[y * size + b]!);
        return sum / size;
      };
      const inside = Array.from({ length: size - 1 }, (_, x) => step(x, x + 1));
      expect(step(size - 1, 0)).toBeLessThanOrEqual(Math.max(...inside) * 1.5 + 0.02);
    },
  );

  it('have normals that stand up', () => {
    const normals = normalsOf(pixelsOf(surfaces[0]!, 16), 0.3);
    for (let at = 2; at < normals.length; at += 4) expect(normals[at]).toBeGreaterThan(128);
  });
});

describe('quality', () => {
  it('is what the address says, else what the machine can', () => {
    expect([askedQuality('?quality=high'), askedQuality('?quality=auto'), askedQuality('')]).toEqual([
      'high',
      null,
      null,
    ]);
    expect(chosenQuality('Google SwiftShader', false)).toBe('low');
    expect(chosenQuality('Adreno 640', true)).toBe('medium');
    expect(chosenQuality('NVIDIA GeForce', false)).toBe('high');
  });

  it('goes down while frames are slow, not below its limit, and comes back', () => {
    const pace = new Pace();
    const frames = (ms: number, count: number) =>
      Array.from({ length: count }, () => pace.note(ms)).some(Boolean);
    expect(frames(20, 24)).toBe(false);
    expect(frames(120, 6)).toBe(true);
    frames(120, 60);
    expect(pace.scale).toBe(0.5);
    expect(pace.hopeless).toBe(true);
    frames(8, 60);
    expect(pace.scale).toBe(1);
    expect(pace.ms).toBe(8);
  });
});

describe('camera', () => {
  const orbit = () => new Orbit(new PerspectiveCamera(30, 1.3, 1, 80), { x: 5.6, z: 6.6 });

  it('keeps within its limits and comes home', () => {
    const camera = orbit();
    const first = { ...camera.pose };
    camera.turnBy(300, 5000);
    camera.zoomBy(100);
    expect(camera.pose.tilt).toBe(LIMITS.tilt[0]);
    expect(camera.pose.distance).toBe(LIMITS.distance[0]);
    camera.moveBy(1e6, 1e6, 600);
    expect(Math.abs(camera.pose.x)).toBeLessThanOrEqual(5.6);
    camera.reset(true);
    expect(camera.pose.distance).toBeCloseTo(first.distance);
    expect(Math.cos(camera.pose.turn)).toBeCloseTo(1);
  });

  it('shows the whole board of any view, from either side', () => {
    for (const aspect of [0.46, 1, 1.3, 2.2])
      for (const home of [0, Math.PI]) {
        const lens = new PerspectiveCamera(30, aspect, 1, 80);
        const camera = new Orbit(lens, { x: 5.6, z: 6.6 });
        camera.home = home;
        camera.pose = camera.first();
        camera.fit();
        camera.place();
        for (const [x, z] of [
          [5.6, 6.6],
          [-5.6, 6.6],
          [5.6, -6.6],
          [-5.6, -6.6],
        ] as const) {
          const point = lens.position.clone().set(x, 0, z).project(lens);
          expect(Math.abs(point.x)).toBeLessThanOrEqual(1);
          expect(Math.abs(point.y)).toBeLessThanOrEqual(1.02);
        }
      }
  });
});

describe('geometry', () => {
  const heights = ['013', '224', '400'];

  it('has a column for every square, as high as its digit says', () => {
    const body = columns(heights, { width: 3, height: 3 }, '#000000', '#ffffff', 4, false);
    body.computeBoundingBox();
    expect(body.boundingBox?.max.y).toBeCloseTo(topAt(heights, 2, 1));
    const normals = body.getAttribute('normal').array;
    expect([...normals].every(Number.isFinite)).toBe(true);
    expect(groundAt(heights, 0.5, 0)).toBeGreaterThanOrEqual(topAt(heights, 0, 0));
    expect(topAt(heights, 0, -1)).toBe(topAt(heights, 2, 3));
  });

  it.each(['explorer', 'vanguard', 'sentinel', 'something else'])(
    '%s stands on its square and within it',
    (kind) => {
      const { body, inset, accent, height } = figureOf(kind, 24);
      for (const part of [body, inset, accent]) {
        part.computeBoundingBox();
        const { min, max } = part.boundingBox!;
        expect(min.y).toBeGreaterThanOrEqual(-0.001);
        expect(max.y).toBeLessThanOrEqual(height + 0.05);
        expect(Math.max(max.x, -min.x)).toBeLessThan(0.45);
        expect([...part.getAttribute('position').array].every(Number.isFinite)).toBe(true);
      }
    },
  );
});

describe('pointer', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  function board() {
    const element = document.createElement('div');
    element.setPointerCapture = () => undefined;
    Object.defineProperty(element, 'clientHeight', { value: 600 });
    const orbit = new Orbit(new PerspectiveCamera(30, 1.3, 1, 80), { x: 5.6, z: 6.6 });
    const log: string[] = [];
    let moves = 0;
    const pointer = new ReliefPointer(element, orbit, {
      pick: (x, y) => [Math.floor(x / 50), Math.floor(y / 50)],
      press: (cell, how) => log.push(`${how} ${cell.join()}`),
      hover: () => undefined,
      inspect: (cell) => log.push(`inspect ${cell.join()}`),
      moved: () => (moves += 1),
    });
    const send = (type: string, kind: string, x: number, y: number, more: object = {}) => {
      const event = new MouseEvent(`pointer${type}`, { clientX: x, clientY: y, ...more });
      const { id = 1, at = 0 } = more as { id?: number; at?: number };
      Object.defineProperties(event, {
        pointerType: { value: kind },
        pointerId: { value: id },
        timeStamp: { value: at },
      });
      element.dispatchEvent(event);
    };
    return { element, orbit, log, send, pointer, moves: () => moves };
  }

  it.each([
    ['mouse', 'primary'],
    ['touch', 'touch'],
    ['pen', 'touch'],
  ])('a press of a %s is meant as %s', (kind, how) => {
    const { log, send } = board();
    send('down', kind, 120, 70, { at: 1000 });
    send('move', kind, 122, 71);
    send('up', kind, 122, 71, { at: 1080 });
    expect(log).toEqual([`${how} 2,1`]);
  });

  it.each(['mouse', 'touch', 'pen'])(
    'a drag of a %s turns the board within its limits and is no press',
    (kind) => {
      const { orbit, log, send, moves } = board();
      const { turn, distance } = orbit.pose;
      send('down', kind, 120, 70, { at: 1000 });
      send('move', kind, 160, 70);
      send('move', kind, 160, 5000);
      send('up', kind, 160, 5000, { at: 1080 });
      expect(orbit.pose.turn).not.toBe(turn);
      expect([orbit.pose.tilt, orbit.pose.distance]).toEqual([LIMITS.tilt[0], distance]);
      expect([log, moves()]).toEqual([[], 2]);
    },
  );

  it('two fingers zoom where they part and move the board where they go, and neither presses', () => {
    const { orbit, log, send } = board();
    const first = { ...orbit.pose };
    send('down', 'touch', 100, 100, { id: 1 });
    send('down', 'touch', 200, 100, { id: 2 });
    send('move', 'touch', 300, 100, { id: 2 });
    expect(orbit.pose.distance).toBeLessThan(first.distance);
    const near = { ...orbit.pose };
    for (const id of [1, 2]) send('move', 'touch', id === 1 ? 100 : 300, 160, { id });
    expect([orbit.pose.z, orbit.pose.x]).not.toEqual([near.z, near.x]);
    expect(orbit.pose.turn).toBe(first.turn);
    for (const id of [1, 2]) send('up', 'touch', 300, 160, { id, at: 90 });
    expect(log).toEqual([]);
  });

  it('the other button moves the board, the wheel zooms, and a finger that stays asks', () => {
    const { element, orbit, log, send } = board();
    const first = { ...orbit.pose };
    send('down', 'mouse', 120, 70, { button: 2 });
    send('move', 'mouse', 180, 70, { button: 2 });
    send('up', 'mouse', 180, 70, { button: 2 });
    expect([orbit.pose.turn, orbit.pose.x === first.x]).toEqual([first.turn, false]);
    element.dispatchEvent(new WheelEvent('wheel', { deltaY: -200, cancelable: true }));
    expect(orbit.pose.distance).toBeLessThan(first.distance);
    send('down', 'touch', 20, 20, { at: 2000 });
    vi.advanceTimersByTime(600);
    send('up', 'touch', 20, 20, { at: 2600 });
    expect(log).toEqual(['inspect 0,0']);
  });
});
