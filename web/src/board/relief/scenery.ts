/** What lies still around the pieces of a board in relief: the light, the board with its letters, and the floor. */
import {
  CanvasTexture,
  CircleGeometry,
  DirectionalLight,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  MeshStandardMaterial,
  PlaneGeometry,
  ShadowMaterial,
  SRGBColorSpace,
  type Texture,
} from 'three';
import type { Edges } from '../../games/module';
import type { Materials } from './materials';
import type { Level } from './quality';
import type { Skin } from './skins';
import * as terrain from './terrain';

export interface BoardWords {
  edges: Edges;
  /** [beyond the highest row, beyond row 1]. */
  outs: readonly [string, string];
}

/** The light that throws shadows. */
export function keyLight(level: Level, size: terrain.Size): DirectionalLight {
  const key = new DirectionalLight('#fff3df', level.mirrors ? 2 : 2.2);
  key.position.set(-5.5, 11, 5.5);
  key.castShadow = true;
  key.shadow.mapSize.setScalar(level.shadows);
  const { x, z } = terrain.reach(size);
  const half = Math.max(x, z) + 1;
  Object.assign(key.shadow.camera, { left: -half, right: half, top: half, bottom: -half, near: 1, far: 32 });
  key.shadow.bias = -0.0006;
  key.shadow.normalBias = 0.022;
  key.shadow.radius = 3.2;
  return key;
}

/** A colder one from behind. */
export function rimLight(): DirectionalLight {
  const rim = new DirectionalLight('#a9c8ff', 0.55);
  rim.position.set(7, 6, -8);
  return rim;
}

/** Columns and frame. `highest`: what a column can be; `room`: what shining things mirror. */
export function boardOf(
  heights: terrain.Heights,
  size: terrain.Size,
  highest: number,
  { board }: Skin,
  level: Level,
  materials: Materials,
  room: Texture | null,
): Mesh[] {
  const ground = new Mesh(
    terrain.columns(heights, size, board.low, board.high, highest, level.segments > 24),
    materials.ground(board.surface),
  );
  const rim = new Mesh(
    terrain.frame(size),
    level.mirrors
      ? new MeshStandardMaterial({ color: board.frame, roughness: 0.42, envMap: room, envMapIntensity: 0.45 })
      : new MeshLambertMaterial({ color: board.frame }),
  );
  for (const each of [ground, rim]) each.castShadow = each.receiveShadow = true;
  return [ground, rim];
}

/** A sheet over the frame: names of columns and rows, and of both ways out. */
export function lettering(size: terrain.Size, { board }: Skin, words: BoardWords, level: Level): Mesh {
  const [high, low] = words.outs;
  const texture = terrain.lettering(
    size,
    {
      ink: board.ink,
      ...words.edges,
      outs: [
        { words: high, fill: '#e9dfc8', line: '#3a3026' },
        { words: low, fill: '#2a2730', line: '#e9dfc8' },
      ],
    },
    level.segments > 24 ? 1536 : 1024,
    level.mirrors ? 8 : 1,
  );
  const sheet = new Mesh(
    terrain.sheet(size),
    new MeshLambertMaterial({
      map: texture,
      transparent: true,
      polygonOffset: true,
      polygonOffsetFactor: -1,
      polygonOffsetUnits: -2,
    }),
  );
  sheet.receiveShadow = true;
  return sheet;
}

/** A floor that fades into the distance, with the board's own soft shade on it. */
export function floor(size: terrain.Size, { backdrop: [near, far] }: Skin, level: Level): Mesh[] {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 512;
  const ctx = canvas.getContext('2d')!;
  const fade = ctx.createRadialGradient(256, 256, 30, 256, 256, 256);
  fade.addColorStop(0, near);
  fade.addColorStop(1, far);
  ctx.fillStyle = fade;
  ctx.fillRect(0, 0, 512, 512);
  const radius = 26;
  const { x, z } = terrain.reach(size);
  const unit = 512 / (2 * radius);
  ctx.shadowColor = 'rgb(0 0 0 / 0.75)';
  ctx.shadowBlur = 36;
  ctx.fillStyle = 'rgb(0 0 0 / 0.6)';
  ctx.fillRect(256 - x * unit, 256 - z * unit, 2 * x * unit, 2 * z * unit);
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  const ground = new Mesh(
    new CircleGeometry(radius, 64).rotateX(-Math.PI / 2).translate(0, terrain.FLOOR - 0.02, 0),
    new MeshBasicMaterial({ map: texture, toneMapped: false }),
  );
  const shade = new Mesh(
    new PlaneGeometry(40, 40).rotateX(-Math.PI / 2).translate(0, terrain.FLOOR, 0),
    new ShadowMaterial({ opacity: 0.3 }),
  );
  shade.receiveShadow = true;
  // The largest surface of all; without a graphics card the shade painted on the floor has to do.
  return level.mirrors ? [ground, shade] : [ground];
}
