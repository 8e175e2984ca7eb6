/** Small living pictures of skins: two pieces of either side, drawn by the board's own materials. */
import {
  NeutralToneMapping,
  Color,
  DirectionalLight,
  Group,
  HemisphereLight,
  Mesh,
  PerspectiveCamera,
  PMREMGenerator,
  Scene,
  Vector3,
  WebGLRenderer,
  type Texture,
} from 'three';
import { RoomEnvironment } from 'three/addons/environments/RoomEnvironment.js';
import { Materials } from './materials';
import { figureOf } from './pieces';
import { LEVELS, type Quality } from './quality';
import { skinOf } from './skins';

/** Draws every skin of the list onto the canvas that `into` gives for it, one after the other; returns the way to stop. */
export function drawSkins(
  ids: readonly string[],
  into: (id: string) => HTMLCanvasElement | null,
  quality: Quality,
): () => void {
  const level = { ...LEVELS[quality], surface: 64, segments: 28 };
  let renderer: WebGLRenderer;
  try {
    renderer = new WebGLRenderer({ antialias: true, alpha: true });
  } catch {
    return () => undefined; // the names are enough
  }
  renderer.toneMapping = NeutralToneMapping;
  const scene = new Scene();
  let room: Texture | null = null;
  if (level.mirrors) {
    const generator = new PMREMGenerator(renderer);
    room = generator.fromScene(new RoomEnvironment(), 0.03).texture;
    generator.dispose();
  }
  const key = new DirectionalLight('#fff3df', 2.4);
  key.position.set(-3, 5, 4);
  scene.add(key, new HemisphereLight('#ffffff', '#7b6d5c', level.mirrors ? 0.5 : 1.5));
  const camera = new PerspectiveCamera(26, 1.5, 0.1, 20);
  camera.position.set(0, 1.5, 4.2);
  camera.lookAt(new Vector3(0, 0.5, 0));
  const figures = [figureOf('vanguard', level.segments), figureOf('sentinel', level.segments)] as const;
  let stopped = false;
  const rest = [...ids];

  function next(): void {
    const id = rest.shift();
    if (stopped || id === undefined) return end();
    const canvas = into(id);
    if (canvas) draw(canvas, id);
    setTimeout(next, 0); // the page stays alive in between
  }

  function draw(canvas: HTMLCanvasElement, id: string): void {
    const ratio = Math.min(2, devicePixelRatio || 1);
    canvas.width = Math.round((canvas.clientWidth || 132) * ratio);
    canvas.height = Math.round((canvas.clientHeight || 88) * ratio);
    const skin = skinOf(id);
    const materials = new Materials(level, room);
    const group = new Group();
    [skin.light, skin.dark].forEach((side, index) => {
      const figure = figures[index]!;
      const piece = new Group();
      piece.add(
        new Mesh(figure.body, materials.of(side.body)),
        new Mesh(figure.inset, materials.of(side.inset)),
        new Mesh(figure.accent, materials.of(side.accent)),
      );
      piece.position.x = index === 0 ? -0.48 : 0.48;
      piece.rotation.y = index === 0 ? 0.7 : 0.3;
      group.add(piece);
    });
    scene.add(group);
    scene.background = new Color(skin.backdrop[0]);
    renderer.setSize(canvas.width, canvas.height, false);
    camera.aspect = canvas.width / canvas.height;
    camera.updateProjectionMatrix();
    renderer.render(scene, camera);
    canvas.getContext('2d')?.drawImage(renderer.domElement, 0, 0);
    scene.remove(group);
    materials.dispose();
  }

  function end(): void {
    stopped = true;
    for (const figure of figures)
      for (const part of ['body', 'inset', 'accent'] as const) figure[part].dispose();
    room?.dispose();
    renderer.dispose();
    renderer.forceContextLoss();
  }

  setTimeout(next, 0);
  return () => (stopped = true);
}
