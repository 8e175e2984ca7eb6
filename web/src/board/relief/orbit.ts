/** The camera of a board in relief: turned, tilted, zoomed and moved within limits, with easing; no events in here. */
import { Vector3, type PerspectiveCamera } from 'three';
import { easeOut } from '../animate';

export interface Pose {
  /** Radians round the board; 0: from row 1. */
  turn: number;
  /** Radians from straight above. */
  tilt: number;
  distance: number;
  /** What is looked at. */
  x: number;
  z: number;
}

export const LIMITS = { tilt: [0.06, 1.32], distance: [5, 80], beyond: 1.35 } as const;
/** Shares of the view that the board takes at most. */
const ROOM = { side: 0.97, height: 0.95 } as const;
const EASE = 320;
const TURNS = 0.0075;
const TILTS = 0.006;

const clamp = (value: number, [least, most]: readonly [number, number]): number =>
  Math.min(most, Math.max(least, value));

export class Orbit {
  pose!: Pose;
  readonly #camera: PerspectiveCamera;
  readonly #reach: { x: number; z: number };
  #from: Pose | null = null;
  #to: Pose | null = null;
  #began = 0;
  /** From which side it looks when nothing has been moved. */
  home = 0;
  #touched = false;
  /** From where the whole board is seen. */
  #whole: number = LIMITS.distance[1];

  constructor(camera: PerspectiveCamera, reach: { x: number; z: number }) {
    this.#camera = camera;
    this.#reach = reach;
    this.pose = this.first();
  }

  /** The whole board, as near as it fits, in the middle of the view. */
  first(): Pose {
    const tilt = this.#camera.aspect < 0.8 ? 0.42 : 0.68;
    const kept = this.pose;
    let pose: Pose = { turn: this.home, tilt, distance: 12, x: 0, z: 0 };
    const ahead = Math.cos(this.home);
    for (let round = 0; round < 5; round++) {
      let [near, far]: [number, number] = [...LIMITS.distance];
      for (let step = 0; step < 10; step++) {
        const distance = (near + far) / 2;
        const { side, top, bottom } = this.#extent({ ...pose, distance });
        if (side > ROOM.side || (top - bottom) / 2 > ROOM.height) near = distance;
        else far = distance;
      }
      pose = { ...pose, distance: far };
      const { top, bottom } = this.#extent(pose);
      // What is looked at goes where the middle of the picture is.
      const half = Math.tan(((this.#camera.fov / 2) * Math.PI) / 180) * pose.distance;
      pose.z -= (ahead * (((top + bottom) / 2) * half)) / Math.max(0.4, Math.cos(tilt));
    }
    this.pose = kept ?? pose;
    this.#whole = pose.distance;
    return pose;
  }

  /** How much of the view the board takes from a pose: shares of its half. */
  #extent(pose: Pose): { side: number; top: number; bottom: number } {
    this.pose = pose;
    this.place();
    const found = { side: 0, top: -Infinity, bottom: Infinity };
    const point = new Vector3();
    const { x, z } = this.#reach;
    for (const [px, py, pz] of [
      [x, 0, z],
      [x - 0.6, 2.4, z - 1.7],
    ] as const)
      for (const [sx, sz] of [
        [1, 1],
        [1, -1],
        [-1, 1],
        [-1, -1],
      ] as const) {
        point.set(px * sx, py, pz * sz).project(this.#camera);
        found.side = Math.max(found.side, Math.abs(point.x));
        found.top = Math.max(found.top, point.y);
        found.bottom = Math.min(found.bottom, point.y);
      }
    return found;
  }

  /** As another camera was placed. */
  take(pose: Pose): void {
    this.#touched = true;
    this.pose = pose;
  }

  /** The view has another shape: what nobody has moved is fitted again. */
  fit(): void {
    if (!this.#touched) this.pose = this.first();
  }

  reset(still: boolean): void {
    this.#touched = false;
    this.ease(this.first(), still);
  }

  ease(to: Pose, still: boolean): void {
    // The short way round.
    const turn =
      this.pose.turn +
      ((((to.turn - this.pose.turn + Math.PI) % (2 * Math.PI)) + 2 * Math.PI) % (2 * Math.PI)) -
      Math.PI;
    this.#to = { ...to, turn };
    this.#from = { ...this.pose };
    this.#began = performance.now();
    if (still) this.#stop();
  }

  #stop(): void {
    if (this.#to) this.pose = this.#to;
    this.#from = this.#to = null;
  }

  /** Moves on; false: nothing moves. */
  advance(now: number): boolean {
    const { pose } = this;
    if (this.#from && this.#to) {
      const at = easeOut(Math.min(1, (now - this.#began) / EASE));
      const mix = (key: keyof Pose) => this.#from![key] + (this.#to![key] - this.#from![key]) * at;
      this.pose = {
        turn: mix('turn'),
        tilt: mix('tilt'),
        distance: mix('distance'),
        x: mix('x'),
        z: mix('z'),
      };
      if (at >= 1) this.#stop();
    }
    return pose !== this.pose;
  }

  get easing(): boolean {
    return this.#to !== null;
  }

  #change(pose: Partial<Pose>): void {
    this.#stop();
    this.#touched = true;
    const next = { ...this.pose, ...pose };
    this.pose = {
      turn: next.turn,
      tilt: clamp(next.tilt, LIMITS.tilt),
      distance: clamp(next.distance, [LIMITS.distance[0], this.#whole * LIMITS.beyond]),
      x: clamp(next.x, [-this.#reach.x, this.#reach.x]),
      z: clamp(next.z, [-this.#reach.z, this.#reach.z]),
    };
  }

  /** By how many quarters the board is seen turned to the right, against how it is seen first. */
  get quarters(): number {
    const quarters = Math.round((this.pose.turn - this.home) / (Math.PI / 2));
    return ((quarters % 4) + 4) % 4;
  }

  /** A drag of so many pixels. */
  turnBy(dx: number, dy: number): void {
    this.#change({ turn: this.pose.turn - dx * TURNS, tilt: this.pose.tilt - dy * TILTS });
  }

  /** Larger than 1: nearer. */
  zoomBy(factor: number): void {
    this.#change({ distance: this.pose.distance / factor });
  }

  /** The board follows the fingers by so many pixels of a view that is so high. */
  moveBy(dx: number, dy: number, viewHeight: number): void {
    const { turn, tilt, distance } = this.pose;
    const unit = (2 * distance * Math.tan(((this.#camera.fov / 2) * Math.PI) / 180)) / viewHeight;
    const [right, ahead] = [-dx * unit, (-dy * unit) / Math.max(0.35, Math.cos(tilt))];
    this.#change({
      x: this.pose.x + Math.cos(turn) * right + Math.sin(turn) * ahead,
      z: this.pose.z - Math.sin(turn) * right + Math.cos(turn) * ahead,
    });
  }

  /** Puts the camera where the pose says. */
  place(): void {
    const { turn, tilt, distance, x, z } = this.pose;
    const flat = Math.sin(tilt) * distance;
    this.#camera.position.set(
      x + Math.sin(turn) * flat,
      Math.cos(tilt) * distance + 0.4,
      z + Math.cos(turn) * flat,
    );
    this.#camera.lookAt(new Vector3(x, 0.4, z));
    this.#camera.updateMatrixWorld();
  }
}
