/** Materials from finishes, as rich as the quality allows; made once for each and let go together. */
import {
  DataTexture,
  LinearMipmapLinearFilter,
  MeshLambertMaterial,
  MeshPhongMaterial,
  MeshPhysicalMaterial,
  MeshStandardMaterial,
  RepeatWrapping,
  RGBAFormat,
  SRGBColorSpace,
  Vector2,
  Color,
  LinearFilter,
  type Material,
  type Texture,
} from 'three';
import type { Level } from './quality';
import type { Finish, Surface } from './skins';
import { normalsOf, pixelsOf, type Pixels } from './surfaces';

/** How strong the light of the room is on metal, and on everything else. */
const ROOM = { metal: 1.05, other: 0.42, ground: 0.3 };

function textureOf(data: Uint8Array<ArrayBuffer>, size: number, colour: boolean): Texture {
  const texture = new DataTexture(data, size, size, RGBAFormat);
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.generateMipmaps = true;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.magFilter = LinearFilter;
  texture.anisotropy = size > 64 ? 4 : 1;
  if (colour) texture.colorSpace = SRGBColorSpace;
  texture.needsUpdate = true;
  return texture;
}

export class Materials {
  readonly #level: Level;
  readonly #room: Texture | null;
  readonly #textures: Texture[] = [];
  readonly #made: Material[] = [];

  /** `room`: what shining things mirror. */
  constructor(level: Level, room: Texture | null) {
    this.#level = level;
    this.#room = room;
  }

  of(finish: Finish): Material {
    const pixels = finish.surface && pixelsOf(finish.surface, this.#level.surface);
    const material = this.#level.mirrors ? this.#rich(finish, pixels) : this.#plain(finish, pixels);
    this.#made.push(material);
    return material;
  }

  #keep(texture: Texture): Texture {
    this.#textures.push(texture);
    return texture;
  }

  #maps(pixels: Pixels | undefined, glow: boolean) {
    if (!pixels) return {};
    return {
      map: this.#keep(textureOf(pixels.colour, pixels.size, true)),
      ...(glow ? { emissiveMap: this.#keep(textureOf(pixels.glow, pixels.size, true)) } : {}),
    };
  }

  #light({ colour, glow, surface }: Finish) {
    if (!glow) return {};
    return { emissive: new Color(surface ? '#ffffff' : colour), emissiveIntensity: glow };
  }

  #rich(finish: Finish, pixels: Pixels | undefined): Material {
    const { colour, metal, rough, coat = 0, glow = 0, surface } = finish;
    const depth = surface?.depth ?? 0;
    const options = {
      color: pixels ? '#ffffff' : colour,
      metalness: metal,
      // The picture holds half of it, so that it can also be rougher than the finish.
      roughness: pixels ? Math.min(1, rough * 2) : rough,
      envMap: this.#room,
      envMapIntensity: metal > 0.5 ? ROOM.metal : ROOM.other,
      ...this.#maps(pixels, glow > 0),
      ...this.#light(finish),
      ...(pixels ? this.#finishMaps(pixels) : {}),
      ...(pixels && depth > 0
        ? {
            normalMap: this.#keep(textureOf(normalsOf(pixels, depth), pixels.size, false)),
            normalScale: new Vector2(1, 1),
          }
        : {}),
    };
    if (!this.#level.varnish || coat === 0) return new MeshStandardMaterial(options);
    return new MeshPhysicalMaterial({ ...options, clearcoat: coat, clearcoatRoughness: 0.12 });
  }

  #finishMaps(pixels: Pixels) {
    const texture = this.#keep(textureOf(pixels.finish, pixels.size, false));
    return { roughnessMap: texture, metalnessMap: texture };
  }

  /** Light that is painted, for machines without a graphics card. */
  #plain(finish: Finish, pixels: Pixels | undefined): Material {
    const { colour, metal, rough, coat = 0, glow = 0 } = finish;
    const shine = Math.max(coat * 0.6, metal, 1 - rough) * 0.55;
    const specular =
      metal > 0.5 ? new Color(colour).multiplyScalar(0.9) : new Color('#ffffff').multiplyScalar(shine);
    return new MeshPhongMaterial({
      color: pixels ? '#ffffff' : colour,
      specular,
      shininess: 12 + 90 * (1 - rough) ** 2,
      ...this.#maps(pixels, glow > 0),
      ...this.#light(finish),
    });
  }

  /** Of the board: coloured by its corners; where the machine can, with a light grain. */
  ground(surface: Surface): Material {
    const material = this.#level.mirrors
      ? this.#richGround(surface)
      : new MeshLambertMaterial({ vertexColors: true });
    this.#made.push(material);
    return material;
  }

  #richGround(surface: Surface): Material {
    const pixels = pixelsOf(surface, this.#level.surface);
    return new MeshStandardMaterial({
      vertexColors: true,
      map: this.#keep(textureOf(pixels.colour, pixels.size, true)),
      roughness: 0.78,
      envMap: this.#room,
      envMapIntensity: ROOM.ground,
      normalMap: this.#keep(textureOf(normalsOf(pixels, surface.depth ?? 0), pixels.size, false)),
    });
  }

  dispose(): void {
    for (const each of [...this.#textures, ...this.#made]) each.dispose();
    this.#textures.length = this.#made.length = 0;
  }
}
