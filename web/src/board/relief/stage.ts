/** The scene of a board in relief: renderer, light, board and pieces; drawn only when something has changed. */
import {
  BasicShadowMap,
  Box3,
  Color,
  Group,
  HemisphereLight,
  LinearToneMapping,
  Mesh,
  MeshBasicMaterial,
  NeutralToneMapping,
  PCFShadowMap,
  PerspectiveCamera,
  PMREMGenerator,
  Raycaster,
  RingGeometry,
  Scene,
  SRGBColorSpace,
  Vector2,
  Vector3,
  WebGLRenderer,
  type BufferGeometry,
  type DirectionalLight,
  type Material,
  type Texture,
} from 'three';
import { RoomEnvironment } from 'three/addons/environments/RoomEnvironment.js';
import type { Cell } from '../../games/module';
import type { Picture } from '../../games/traversal-picture';
import type { Actor } from '../../games/traversal-scene';
import { Finisher } from './finish';
import { COLOURS, Marks } from './marks';
import { Materials } from './materials';
import { Orbit } from './orbit';
import { figureOf, type Figure } from './pieces';
import { LEVELS, Pace, type Level, type Quality } from './quality';
import { boardOf, floor, keyLight, lettering, rimLight, type BoardWords } from './scenery';
import type { Skin } from './skins';
import * as terrain from './terrain';

/** Pieces are turned for a smaller square than they stand on. */
const LARGER = 1.13;
const ASIDE = 0.5;
/** Milliseconds: a tick of the screen; a picture that is slow; a pause that is none; between two looks at a picture. */
const TICK = 17;
const BUSY = 45;
const TOGETHER = 400;
const POLL = 8;
/** After so long without another frame the board rests. */
const REST = 450;

interface Body {
  group: Group;
  kind: string;
  owner: number;
}

export class Stage {
  readonly canvas: HTMLCanvasElement;
  readonly orbit: Orbit;
  readonly pace = new Pace();
  readonly quality: Quality;
  /** The context is gone. */
  onlost: () => void = () => undefined;
  /** Something was drawn. */
  ondrawn: () => void = () => undefined;
  /** It has come to rest after movement that was too slow even at the least resolution. */
  ontired: () => void = () => undefined;
  /** The keyboard is on the board. */
  cursor = false;
  readonly #level: Level;
  readonly #renderer: WebGLRenderer;
  readonly #scene = new Scene();
  readonly #camera = new PerspectiveCamera(30, 1, 1, 140);
  readonly #size: terrain.Size;
  readonly #words: BoardWords;
  readonly #highest: number;
  readonly #key: DirectionalLight;
  readonly #sky: HemisphereLight;
  readonly #materials: Materials;
  readonly #marks: Marks;
  readonly #figures = new Map<string, Figure>();
  readonly #bodies = new Map<number, Body>();
  readonly #rings: Mesh[] = [];
  #skin: Skin;
  #sides: { body: Material; inset: Material; accent: Material }[] = [];
  #board = new Group();
  #heights = '';
  #picture: Picture | null = null;
  #room: Texture | null = null;
  #finisher: Finisher | null = null;
  #frame = 0;
  #last = -Infinity;
  /** When what was drawn last was done (0: not yet), and what looks for it. */
  #probe: ReturnType<typeof setTimeout> | undefined;
  #ticked = 0;
  #view = { width: 1, height: 1, ratio: 1 };
  #sharp: ReturnType<typeof setTimeout> | undefined;
  #lost = false;
  /** What is seen was drawn as well as the level can. */
  #resting = false;

  constructor(
    canvas: HTMLCanvasElement,
    quality: Quality,
    size: terrain.Size,
    highest: number,
    skin: Skin,
    words: BoardWords,
  ) {
    this.canvas = canvas;
    this.quality = quality;
    this.#level = LEVELS[quality];
    this.#size = size;
    this.#highest = highest;
    this.#words = words;
    this.#skin = skin;
    const level = this.#level;
    this.#renderer = new WebGLRenderer({
      canvas,
      antialias: level.smoothEdges && !level.finish,
      powerPreference: 'high-performance',
    });
    const renderer = this.#renderer;
    renderer.shadowMap.enabled = true;
    // Soft edges, highlights that keep their colour and a second light are most of a frame without a graphics card.
    renderer.shadowMap.type = level.mirrors ? PCFShadowMap : BasicShadowMap;
    renderer.shadowMap.autoUpdate = false;
    renderer.toneMapping = level.mirrors ? NeutralToneMapping : LinearToneMapping;
    renderer.toneMappingExposure = level.mirrors ? 1 : 0.92;
    renderer.outputColorSpace = SRGBColorSpace;
    canvas.addEventListener('webglcontextlost', this.#gone);
    if (level.mirrors) {
      const generator = new PMREMGenerator(renderer);
      const room = new RoomEnvironment();
      this.#room = generator.fromScene(room, 0.03).texture;
      room.dispose();
      generator.dispose();
    }
    this.#key = keyLight(level, size);
    this.#scene.add(this.#key);
    if (level.mirrors) this.#scene.add(rimLight());
    this.#sky = new HemisphereLight('#ffffff', '#7b6d5c', level.mirrors ? 0.45 : 1.65);
    this.#scene.add(this.#sky);
    this.#materials = new Materials(level, this.#room);
    this.#marks = new Marks(size);
    this.#scene.add(this.#marks.group, this.#board);
    this.orbit = new Orbit(this.#camera, terrain.reach(size));
    if (level.finish) this.#finisher = new Finisher(renderer, this.#scene, this.#camera);
    this.wear(skin);
  }

  // ---- what is there

  /** Other materials for everything; false: they are as they were. */
  wear(skin: Skin): boolean {
    if (skin === this.#skin && this.#sides.length > 0) return false;
    this.#skin = skin;
    this.#materials.dispose();
    this.#sides = [skin.light, skin.dark].map(({ body, inset, accent }) => ({
      body: this.#materials.of(body),
      inset: this.#materials.of(inset),
      accent: this.#materials.of(accent),
    }));
    for (const [id, { group }] of this.#bodies) {
      this.#scene.remove(group);
      this.#bodies.delete(id);
    }
    this.#heights = '';
    if (this.#picture) this.show(this.#picture);
    return true;
  }

  show(picture: Picture): void {
    this.#picture = picture;
    const heights = picture.view.heights.join();
    if (heights !== this.#heights) {
      this.#heights = heights;
      this.#build(picture.view.heights);
    }
    this.#pieces(picture);
    this.#marks.show(picture, this.cursor);
    this.#burst(picture);
    this.#renderer.shadowMap.needsUpdate = true;
    this.ask();
  }

  #build(heights: terrain.Heights): void {
    clear(this.#board);
    const [size, skin, level] = [this.#size, this.#skin, this.#level];
    this.#board.add(
      ...boardOf(heights, size, this.#highest, skin, level, this.#materials, this.#room),
      lettering(size, skin, this.#words, level),
      ...floor(size, skin, level),
    );
    this.#scene.background = new Color(skin.backdrop[1]);
  }

  #pieces({ view, actors }: Picture): void {
    const gone = new Set(this.#bodies.keys());
    for (const actor of actors) {
      const { piece } = actor;
      gone.delete(piece.id);
      let body = this.#bodies.get(piece.id);
      if (!body) {
        body = this.#body(piece.kind, piece.owner);
        this.#bodies.set(piece.id, body);
        this.#scene.add(body.group);
      }
      this.#stand(body, actor, view.heights, piece.id);
    }
    for (const id of gone) {
      this.#scene.remove(this.#bodies.get(id)!.group);
      this.#bodies.delete(id);
    }
  }

  #body(kind: string, owner: number): Body {
    let figure = this.#figures.get(kind);
    if (!figure) this.#figures.set(kind, (figure = figureOf(kind, this.#level.segments)));
    const side = this.#sides[owner - 1] ?? this.#sides[0]!;
    const group = new Group();
    for (const part of ['body', 'inset', 'accent'] as const) {
      const mesh = new Mesh(figure[part], side[part]);
      mesh.castShadow = mesh.receiveShadow = true;
      group.add(mesh);
    }
    return { group, kind, owner };
  }

  #stand(
    { group, owner }: Body,
    { x, y, lift, alpha, fallen }: Actor,
    heights: terrain.Heights,
    id: number,
  ): void {
    const picked = this.#picture?.own && this.#picture.selected && same(this.#picture.selected, x, y);
    const ground = terrain.groundAt(heights, x, y);
    group.position.set(
      terrain.spaceX(x, this.#size),
      ground + lift + (picked ? 0.07 : 0),
      terrain.spaceZ(y, this.#size),
    );
    // Everybody looks towards the way out, a little aside, so that crests are seen; two of a kind not quite alike.
    group.rotation.set(0, (owner === 1 ? Math.PI : 0) - ASIDE + ((id % 3) - 1) * 0.05, 0);
    if (fallen > 0) group.rotateX((-fallen * Math.PI) / 2.2);
    // Sinking and shrinking instead of fading keeps the materials solid.
    group.scale.setScalar(alpha <= 0 ? 0.001 : LARGER * (0.25 + 0.75 * alpha));
  }

  #burst({ bursts, view }: Picture): void {
    bursts.forEach(({ kind, x, y, at }, index) => {
      let ring = this.#rings[index];
      if (!ring) {
        const material = new MeshBasicMaterial({ transparent: true, depthWrite: false, toneMapped: false });
        ring = new Mesh(new RingGeometry(0.82, 1, 48).rotateX(-Math.PI / 2), material);
        this.#rings.push(ring);
        this.#scene.add(ring);
      }
      const material = ring.material as MeshBasicMaterial;
      material.color.set(COLOURS[kind === 'exit' ? 'exit' : 'attack']);
      material.opacity = 1 - at;
      ring.scale.setScalar(0.2 + at * 0.75);
      ring.position.set(
        terrain.spaceX(x, this.#size),
        terrain.topAt(view.heights, x, y) + 0.08 + at * 0.25,
        terrain.spaceZ(y, this.#size),
      );
      ring.visible = true;
    });
    for (let i = bursts.length; i < this.#rings.length; i++) this.#rings[i]!.visible = false;
  }

  // ---- drawing

  resize(width: number, height: number, ratio: number): void {
    this.#view = { width: Math.max(1, width), height: Math.max(1, height), ratio };
    this.#camera.aspect = this.#view.width / this.#view.height;
    this.#camera.updateProjectionMatrix();
    this.orbit.fit();
    this.#scaled(this.pace.scale);
    this.now();
  }

  /** Sets the inner resolution, as a share of the best. */
  #scaled(share: number): void {
    const { width, height, ratio } = this.#view;
    const best = Math.min(ratio, this.#level.ratio);
    this.#renderer.setPixelRatio(best * share);
    this.#renderer.setSize(width, height, false);
    this.#finisher?.resize(width * best * share, height * best * share);
  }

  /** Draw before the next frame is shown. */
  ask(): void {
    if (this.#frame || this.#lost) return;
    this.#frame = requestAnimationFrame(() => this.now());
  }

  now(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    if (this.#lost || document.visibilityState === 'hidden') return;
    const began = performance.now();
    this.orbit.advance(began);
    this.orbit.place();
    const since = began - this.#last;
    // Quick frames tell how long one takes only when they follow each other; a slow one tells it by itself.
    const waited = this.#ticked - this.#last;
    const busy = this.#ticked > 0 && waited > BUSY && since < waited + TOGETHER;
    const together = since < Infinity && (busy || this.#ticked === 0 || began - this.#ticked < TICK);
    const changed = together && this.pace.note(busy ? waited : since);
    if (!together) this.pace.rest();
    if (changed || this.#resting) this.#scaled(this.pace.scale);
    this.#last = began;
    this.#resting = false;
    if (this.#finisher) this.#finisher.render();
    else this.#renderer.render(this.#scene, this.#camera);
    this.#follow();
    this.ondrawn();
    this.#sharpen();
    if (this.orbit.easing) this.ask();
  }

  /** Learns when the picture is done: the ticks of the screen need not wait for it. */
  #follow(): void {
    clearTimeout(this.#probe);
    this.#ticked = 0;
    const gl = this.#renderer.getContext() as WebGL2RenderingContext;
    const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    if (!fence) return;
    gl.flush();
    const look = () => {
      if (gl.getSyncParameter(fence, gl.SYNC_STATUS) !== gl.SIGNALED && !this.#lost)
        return void (this.#probe = setTimeout(look, POLL));
      gl.deleteSync(fence);
      this.#ticked = performance.now();
    };
    this.#probe = setTimeout(look, POLL);
  }

  /** What rests is drawn once more as well as the level can. */
  #sharpen(): void {
    clearTimeout(this.#sharp);
    if (this.pace.scale >= 1) return;
    this.#sharp = setTimeout(() => {
      // A frame that is wanted already says that it moves on.
      if (this.#frame || this.#lost || document.visibilityState === 'hidden') return;
      this.#scaled(1);
      if (this.#finisher) this.#finisher.render();
      else this.#renderer.render(this.#scene, this.#camera);
      this.#last = -Infinity;
      this.ondrawn();
      this.#resting = true;
      if (this.pace.hopeless) this.ontired();
    }, REST);
  }

  /** What was drawn, in pixels. */
  get pixels(): readonly [number, number] {
    return [this.canvas.width, this.canvas.height];
  }

  /** The size that the picture is made for, in CSS pixels. */
  get size(): readonly [number, number] {
    return [this.#view.width, this.#view.height];
  }

  // ---- where things are

  /** The square under a point of the view (CSS pixels), beyond the edge as well; null: none. */
  pick(px: number, py: number): Cell | null {
    if (!this.#picture) return null;
    const { width, height } = this.#view;
    const caster = new Raycaster();
    caster.setFromCamera(new Vector2((px / width) * 2 - 1, 1 - (py / height) * 2), this.#camera);
    const { view, actors } = this.#picture;
    let best: Cell | null = null;
    let least = Infinity;
    const hit = new Vector3();
    const box = new Box3();
    const test = (square: Cell, x: number, z: number, half: number, from: number, to: number) => {
      box.min.set(x - half, from, z - half);
      box.max.set(x + half, to, z + half);
      const found = caster.ray.intersectBox(box, hit);
      if (!found) return;
      const away = found.distanceTo(caster.ray.origin);
      if (away < least) [least, best] = [away, square];
    };
    // A way out that is marked is drawn over everything, and so it is picked before everything.
    for (const { kind, at } of this.#picture.marks)
      if (kind === 'exit')
        test(
          at,
          terrain.spaceX(at[0], this.#size),
          terrain.spaceZ(at[1], this.#size),
          0.48,
          terrain.FRAME_TOP,
          terrain.FRAME_TOP + 0.02,
        );
    if (best) return best;
    for (let y = -1; y <= view.height; y++)
      for (let x = 0; x < view.width; x++)
        test(
          [x, y],
          terrain.spaceX(x, this.#size),
          terrain.spaceZ(y, this.#size),
          0.5,
          terrain.FLOOR,
          terrain.topAt(view.heights, x, y),
        );
    for (const { piece, x, y } of actors) {
      const top = terrain.groundAt(view.heights, x, y);
      const tall = LARGER * (this.#figures.get(piece.kind)?.height ?? 1);
      test(
        [Math.round(x), Math.round(y)],
        terrain.spaceX(x, this.#size),
        terrain.spaceZ(y, this.#size),
        0.22,
        top,
        top + tall * 0.95,
      );
    }
    return best;
  }

  /** Where a square is in the view (CSS pixels): its top, and `above` over it. */
  project([x, y]: Cell, above = 0): readonly [number, number] {
    const heights = this.#picture?.view.heights ?? [];
    const point = new Vector3(
      terrain.spaceX(x, this.#size),
      terrain.topAt(heights, x, y) + above,
      terrain.spaceZ(y, this.#size),
    ).project(this.#camera);
    return [((point.x + 1) / 2) * this.#view.width, ((1 - point.y) / 2) * this.#view.height];
  }

  #gone = (event: Event): void => {
    event.preventDefault();
    if (this.#lost) return;
    this.#lost = true;
    this.stop();
    this.onlost();
  };

  get lost(): boolean {
    return this.#lost;
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#probe);
    clearTimeout(this.#sharp);
    this.#frame = 0;
  }

  dispose(): void {
    this.stop();
    this.canvas.removeEventListener('webglcontextlost', this.#gone);
    clear(this.#board);
    for (const figure of this.#figures.values())
      for (const part of ['body', 'inset', 'accent'] as const) figure[part].dispose();
    for (const ring of this.#rings) {
      ring.geometry.dispose();
      (ring.material as Material).dispose();
    }
    this.#materials.dispose();
    this.#marks.dispose();
    this.#room?.dispose();
    this.#finisher?.dispose();
    this.#key.dispose();
    this.#sky.dispose();
    this.#renderer.dispose();
  }
}

const same = (a: Cell, x: number, y: number): boolean => a[0] === x && a[1] === y;

function clear(group: Group): void {
  for (const each of [...group.children]) {
    group.remove(each);
    if (!(each instanceof Mesh)) continue;
    (each.geometry as BufferGeometry).dispose();
    const material = each.material as Material & { map?: Texture | null };
    material.map?.dispose();
    material.dispose();
  }
}

/** The name of what draws, as far as the browser tells. */
export function rendererName(): string | null {
  const canvas = document.createElement('canvas');
  const gl = canvas.getContext('webgl2');
  if (!gl) return null;
  const about = gl.getExtension('WEBGL_debug_renderer_info');
  const name = about ? String(gl.getParameter(about.UNMASKED_RENDERER_WEBGL)) : '';
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return name;
}
