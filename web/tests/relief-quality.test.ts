/** What the levels of quality of the board in relief come to: what the renderer, its light and its last pass are asked for. */
import {
  DirectionalLight,
  Mesh,
  MeshPhysicalMaterial,
  PCFShadowMap,
  type Material,
  type MeshStandardMaterial,
  type Scene,
  type WebGLRenderTarget,
} from 'three';
import { beforeEach, expect, it, vi } from 'vitest';
import { LEVELS, QUALITIES, type Quality } from '../src/board/relief/quality';
import { skinOf } from '../src/board/relief/skins';
import { Stage } from '../src/board/relief/stage';
import { open, TABLES } from './traversal-table';
import { setTables } from '../src/games/traversal-tables';

/** What the renderers were made with, and what was asked of them since. */
const made = vi.hoisted(() => ({
  asked: { antialias: false },
  shadows: { enabled: false, type: -1 },
  ratio: 0,
  targets: [] as unknown[],
  scenes: [] as unknown[],
  mirrored: 0,
}));

vi.mock('three', async (original) => {
  const three = await original<typeof import('three')>();
  const still = (): unknown => undefined;
  const fallback = (own: object) =>
    new Proxy(own, { get: (has, key) => (key in has ? has[key as keyof typeof has] : still) });
  return {
    ...three,
    WebGLRenderer: function (options: { antialias: boolean }) {
      made.asked = options;
      return fallback({
        shadowMap: made.shadows,
        autoClear: true,
        capabilities: {},
        getContext: () => fallback({}),
        getPixelRatio: () => 1,
        getSize: (to: { set(x: number, y: number): unknown }) => to.set(1, 1),
        setPixelRatio: (ratio: number) => (made.ratio = ratio),
        setRenderTarget: (target: unknown) => void (target && made.targets.push(target)),
        render: (scene: unknown) => void made.scenes.push(scene),
      });
    },
    PMREMGenerator: function () {
      return { fromScene: () => ({ texture: (made.mirrored++, new three.Texture()) }), dispose: still };
    },
  };
});

interface Had {
  softShadows: boolean;
  shadowSide: number;
  smoothEdges: boolean;
  reflections: boolean;
  varnish: boolean;
  lastPass: boolean;
  ratio: number;
}

/** What a board of this quality has on a screen of three device pixels per CSS pixel. */
function had(quality: Quality): Had {
  Object.assign(made, { ratio: 0, targets: [], scenes: [], mirrored: 0 });
  Object.assign(made.shadows, { enabled: false, type: -1 });
  const size = { width: 4, height: 4 };
  const { play } = open();
  const canvas = document.createElement('canvas');
  const stage = new Stage(canvas, quality, size, 4, skinOf('wood'), play);
  stage.resize(400, 300, 3);
  made.scenes = [];
  made.targets = [];
  stage.show(play.picture()!);
  stage.now();
  const scene = (made.scenes as Scene[]).find((each) => each.isScene)!;
  const materials: Material[] = [];
  const lights: DirectionalLight[] = [];
  scene.traverse((each) => {
    if (each instanceof Mesh) materials.push(each.material as Material);
    if (each instanceof DirectionalLight && each.castShadow) lights.push(each);
  });
  const samples = (made.targets as WebGLRenderTarget[]).map((target) => target.samples);
  stage.dispose();
  return {
    softShadows: made.shadows.enabled && made.shadows.type === PCFShadowMap && lights[0]!.shadow.radius > 1,
    shadowSide: lights[0]!.shadow.mapSize.x,
    smoothEdges: made.asked.antialias || Math.max(0, ...samples) >= 4,
    reflections: made.mirrored > 0 && materials.some((each) => (each as MeshStandardMaterial).envMap),
    varnish: materials.some((each) => each instanceof MeshPhysicalMaterial && each.clearcoat > 0),
    lastPass: made.scenes.length > 1,
    ratio: made.ratio,
  };
}

beforeEach(() => {
  setTables(TABLES);
  const nothing = new Proxy(
    {},
    { get: () => () => ({ width: 1, addColorStop: () => undefined }), set: () => true },
  );
  HTMLCanvasElement.prototype.getContext = () => nothing as never;
});

it('high has soft shadows, reflections, varnish, smooth edges, a last pass and two pixels a pixel', () => {
  expect(had('high')).toEqual({
    softShadows: true,
    shadowSide: 2048,
    smoothEdges: true,
    reflections: true,
    varnish: true,
    lastPass: true,
    ratio: 2,
  });
});

it('low has none of them', () => {
  expect(had('low')).toEqual({
    softShadows: false,
    shadowSide: 1024,
    smoothEdges: false,
    reflections: false,
    varnish: false,
    lastPass: false,
    ratio: 1,
  });
});

it('medium lies between: it mirrors and is smooth, without varnish and without a last pass', () => {
  expect(had('medium')).toEqual({
    ...had('high'),
    shadowSide: 1024,
    varnish: false,
    lastPass: false,
    ratio: 1.5,
  });
});

it('a level asks for no less than the one below it', () => {
  const numbers = QUALITIES.map((each) => Object.values(LEVELS[each]).map(Number));
  for (const [index, level] of numbers.slice(1).entries())
    level.forEach((value, at) => expect(value).toBeGreaterThanOrEqual(numbers[index]![at]!));
});
