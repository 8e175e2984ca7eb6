/** What lies on the squares of a board in relief: destinations by kind, routes, frames, signs of danger, rings. */
import {
  CanvasTexture,
  CatmullRomCurve3,
  ConeGeometry,
  Group,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  SRGBColorSpace,
  Sprite,
  SpriteMaterial,
  TubeGeometry,
  Vector3,
  type BufferGeometry,
  type Texture,
} from 'three';
import type { Picture } from '../../games/traversal-picture';
import { spaceX, spaceZ, topAt, type Size } from './terrain';

const SIDE = 128;

export const COLOURS = {
  move: '#49b3ff',
  attack: '#ff5348',
  exit: '#3fdc86',
  fails: '#b9bcc4',
  select: '#ffd24a',
  hover: '#ffffff',
  last: '#f4e6b8',
  danger: '#ff5348',
} as const;
export type MarkKind = keyof typeof COLOURS;

/** A dark rim keeps every mark apart from light ground. */
const RIM = 'rgb(10 14 20 / 0.65)';

type Draw = (ctx: CanvasRenderingContext2D, colour: string) => void;

const circle = (ctx: CanvasRenderingContext2D, radius: number) => {
  ctx.beginPath();
  ctx.arc(SIDE / 2, SIDE / 2, radius, 0, 7);
};
const square = (ctx: CanvasRenderingContext2D, inset: number, round: number) => {
  ctx.beginPath();
  ctx.roundRect(inset, inset, SIDE - 2 * inset, SIDE - 2 * inset, round);
};
const stroke = (ctx: CanvasRenderingContext2D, colour: string, width: number) => {
  ctx.strokeStyle = RIM;
  ctx.lineWidth = width + 5;
  ctx.stroke();
  ctx.strokeStyle = colour;
  ctx.lineWidth = width;
  ctx.stroke();
};

const DRAW: Readonly<Record<MarkKind, Draw>> = {
  move(ctx, colour) {
    square(ctx, 8, 14);
    ctx.globalAlpha = 0.3;
    ctx.fillStyle = colour;
    ctx.fill();
    ctx.globalAlpha = 1;
    circle(ctx, 21);
    ctx.fillStyle = RIM;
    ctx.fill();
    circle(ctx, 18);
    ctx.fillStyle = colour;
    ctx.fill();
  },
  attack(ctx, colour) {
    square(ctx, 8, 14);
    ctx.globalAlpha = 0.42;
    ctx.fillStyle = colour;
    ctx.fill();
    ctx.globalAlpha = 1;
    circle(ctx, 47);
    stroke(ctx, colour, 8);
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      ctx.beginPath();
      ctx.moveTo(64 + dx * 36, 64 + dy * 36);
      ctx.lineTo(64 + dx * 60, 64 + dy * 60);
      stroke(ctx, colour, 8);
    }
  },
  exit(ctx, colour) {
    square(ctx, 6, 14);
    ctx.globalAlpha = 0.5;
    ctx.fillStyle = colour;
    ctx.fill();
    ctx.globalAlpha = 1;
    ctx.lineJoin = ctx.lineCap = 'round';
    for (const off of [0, 34]) {
      ctx.beginPath();
      ctx.moveTo(34, 64 + off);
      ctx.lineTo(64, 34 + off);
      ctx.lineTo(94, 64 + off);
      stroke(ctx, colour, 12);
    }
  },
  fails(ctx, colour) {
    ctx.lineCap = 'round';
    for (const way of [1, -1]) {
      ctx.beginPath();
      ctx.moveTo(64 - 44, 64 - 44 * way);
      ctx.lineTo(64 + 44, 64 + 44 * way);
      stroke(ctx, colour, 8);
    }
  },
  select(ctx, colour) {
    circle(ctx, 54);
    ctx.globalAlpha = 0.3;
    ctx.fillStyle = colour;
    ctx.fill();
    ctx.globalAlpha = 1;
    circle(ctx, 52);
    stroke(ctx, colour, 9);
  },
  hover(ctx, colour) {
    square(ctx, 8, 12);
    stroke(ctx, colour, 5);
  },
  last(ctx, colour) {
    square(ctx, 9, 12);
    ctx.globalAlpha = 0.85;
    ctx.setLineDash([16, 12]);
    stroke(ctx, colour, 5);
  },
  danger(ctx, colour) {
    ctx.beginPath();
    ctx.moveTo(64, 18);
    ctx.lineTo(112, 104);
    ctx.lineTo(16, 104);
    ctx.closePath();
    ctx.lineJoin = 'round';
    stroke(ctx, '#ffffff', 12);
    ctx.fillStyle = colour;
    ctx.fill();
    ctx.fillStyle = '#ffffff';
    ctx.font = '700 64px "Atkinson Hyperlegible", sans-serif';
    ctx.textAlign = 'center';
    ctx.fillText('!', 64, 98);
  },
};

function textureOf(kind: MarkKind): Texture {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = SIDE;
  const ctx = canvas.getContext('2d')!;
  DRAW[kind](ctx, COLOURS[kind]);
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 4;
  return texture;
}

export class Marks {
  readonly group = new Group();
  readonly #size: Size;
  readonly #plane: BufferGeometry = new PlaneGeometry(0.96, 0.96).rotateX(-Math.PI / 2);
  readonly #materials = new Map<MarkKind, MeshBasicMaterial>();
  readonly #sprite: SpriteMaterial;
  readonly #pool: Mesh[] = [];
  readonly #signs: Sprite[] = [];
  #used = 0;
  #route: Group | null = null;
  #routed = '';

  constructor(size: Size) {
    this.#size = size;
    for (const kind of Object.keys(COLOURS) as MarkKind[])
      this.#materials.set(
        kind,
        new MeshBasicMaterial({
          map: textureOf(kind),
          transparent: true,
          depthWrite: false,
          // The way out is a target even where high ground hides it.
          depthTest: kind !== 'exit',
          toneMapped: false,
          polygonOffset: true,
          polygonOffsetFactor: -2,
          polygonOffsetUnits: -4,
        }),
      );
    this.#sprite = new SpriteMaterial({ map: textureOf('danger'), depthTest: false, toneMapped: false });
  }

  show(picture: Picture, cursor: boolean): void {
    this.#used = 0;
    const { last, selected, marks, hovered, movable, endangered } = picture;
    if (last) for (const at of [last.from, last.to]) this.#lay('last', picture, at, 0.012);
    for (const { kind, at } of marks)
      this.#lay(kind, picture, at, 0.02, at[1] < 0 ? Math.PI : 0, picture.own ? 1 : 0.55);
    for (const { piece, x, y } of picture.actors)
      if (movable.includes(piece.id) && Number.isInteger(x) && Number.isInteger(y))
        this.#lay('select', picture, [x, y], 0.016, 0, 0.55);
    if (selected) this.#lay('select', picture, selected, 0.024);
    if (hovered) this.#lay('hover', picture, hovered, 0.028);
    if (cursor) this.#lay('hover', picture, picture.cursor, 0.03);
    for (let i = this.#used; i < this.#pool.length; i++) this.#pool[i]!.visible = false;
    this.#sign(picture, endangered);
    this.#showRoute(picture);
  }

  #lay(
    kind: MarkKind,
    { view }: Picture,
    [x, y]: readonly [number, number],
    above: number,
    turned = 0,
    strength = 1,
  ): void {
    let mesh = this.#pool[this.#used];
    if (!mesh) {
      mesh = new Mesh(this.#plane);
      this.#pool.push(mesh);
      this.group.add(mesh);
    }
    mesh.material = strength === 1 ? this.#materials.get(kind)! : this.#faint(kind);
    mesh.position.set(spaceX(x, this.#size), topAt(view.heights, x, y) + above, spaceZ(y, this.#size));
    mesh.rotation.y = turned;
    mesh.visible = true;
    mesh.renderOrder = this.#used + (kind === 'exit' ? 500 : 0);
    this.#used += 1;
  }

  readonly #fainted = new Map<MarkKind, MeshBasicMaterial>();
  #faint(kind: MarkKind): MeshBasicMaterial {
    let found = this.#fainted.get(kind);
    if (!found) {
      found = this.#materials.get(kind)!.clone();
      found.opacity = 0.55;
      this.#fainted.set(kind, found);
    }
    return found;
  }

  #sign({ view }: Picture, squares: Picture['endangered']): void {
    squares.forEach(([x, y], index) => {
      let sign = this.#signs[index];
      if (!sign) {
        sign = new Sprite(this.#sprite);
        sign.scale.setScalar(0.34);
        sign.renderOrder = 900;
        this.#signs.push(sign);
        this.group.add(sign);
      }
      sign.position.set(spaceX(x, this.#size) + 0.3, topAt(view.heights, x, y) + 1.12, spaceZ(y, this.#size));
      sign.visible = true;
    });
    for (let i = squares.length; i < this.#signs.length; i++) this.#signs[i]!.visible = false;
  }

  /** The route, and who threatens whom; made anew only when they change. */
  #showRoute({ view, path, choice, threats }: Picture): void {
    const key = JSON.stringify([view.heights, path, choice?.at, choice?.kind, choice?.bad, threats]);
    if (key === this.#routed) return;
    this.#routed = key;
    this.#drop();
    const group = new Group();
    if (choice && path.length > 0) {
      const colour = COLOURS[choice.bad ? 'fails' : choice.kind];
      const squares = choice.kind === 'exit' ? [...path, choice.at] : path;
      const points: Vector3[] = [];
      squares.forEach(([x, y], leg) => {
        const here = this.#point(view.heights, x, y, 0.12);
        const before = squares[leg - 1];
        if (before) {
          const back = this.#point(view.heights, before[0], before[1], 0.12);
          const leap = Math.hypot(x - before[0], y - before[1]) > 1.01 ? 0.5 : 0.16;
          const middle = back.clone().lerp(here, 0.5);
          middle.y = Math.max(back.y, here.y) + leap;
          points.push(middle);
        }
        points.push(here);
      });
      if (points.length > 1) group.add(tube(points, colour, 0.042));
    }
    for (const { from, to } of threats) {
      const [a, b] = [
        this.#point(view.heights, from[0], from[1], 1),
        this.#point(view.heights, to[0], to[1], 1),
      ];
      const middle = a.clone().lerp(b, 0.5);
      middle.y += 0.5;
      group.add(tube([a, middle, b], COLOURS.danger, 0.03));
    }
    this.#route = group;
    this.group.add(group);
  }

  #point(heights: readonly string[], x: number, y: number, above: number): Vector3 {
    return new Vector3(spaceX(x, this.#size), topAt(heights, x, y) + above, spaceZ(y, this.#size));
  }

  #drop(): void {
    if (!this.#route) return;
    this.group.remove(this.#route);
    this.#route.traverse((each) => {
      if (!(each instanceof Mesh)) return;
      (each.geometry as BufferGeometry).dispose();
      (each.material as MeshBasicMaterial).dispose();
    });
    this.#route = null;
  }

  dispose(): void {
    this.#drop();
    for (const material of [...this.#materials.values(), ...this.#fainted.values()]) {
      material.map?.dispose();
      material.dispose();
    }
    this.#sprite.map?.dispose();
    this.#sprite.dispose();
    this.#plane.dispose();
  }
}

/** A line through space with a head. */
function tube(points: Vector3[], colour: string, radius: number): Group {
  const group = new Group();
  const curve = new CatmullRomCurve3(points, false, 'catmullrom', 0.35);
  const material = new MeshBasicMaterial({ color: colour, toneMapped: false });
  group.add(new Mesh(new TubeGeometry(curve, points.length * 8, radius, 8), material));
  const head = new Mesh(new ConeGeometry(radius * 2.6, radius * 6, 12), material.clone());
  const end = points.at(-1)!;
  const ahead = curve.getTangent(1);
  head.position.copy(end);
  head.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), ahead);
  group.add(head);
  for (const each of group.children) each.renderOrder = 800;
  return group;
}
