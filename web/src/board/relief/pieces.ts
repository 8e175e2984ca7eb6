/** The pieces, turned on a lathe: profiles, and what is put on top of them, so that they are told apart from any side. */
import {
  BoxGeometry,
  BufferGeometry,
  ConeGeometry,
  ExtrudeGeometry,
  LatheGeometry,
  Shape,
  SphereGeometry,
  Vector2,
} from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';

/** The parts of a piece, one for each material. */
export interface Figure {
  body: BufferGeometry;
  inset: BufferGeometry;
  accent: BufferGeometry;
  /** How high it is. */
  height: number;
}

type Point = readonly [radius: number, y: number];

const FULL = 2 * Math.PI;

/** Between two sharp edges a profile is smooth; `round` puts points on a curve through them. */
function turn(points: readonly Point[], segments: number): BufferGeometry {
  return new LatheGeometry(
    points.map(([r, y]) => new Vector2(r, y)),
    segments,
  ).toNonIndexed();
}

/** A curve through the points. */
function curve(points: readonly Point[], steps = 6): Point[] {
  const out: Point[] = [];
  for (let i = 0; i < points.length - 1; i++) {
    const [a, b, c, d] = [
      points[i - 1] ?? points[i]!,
      points[i]!,
      points[i + 1]!,
      points[i + 2] ?? points[i + 1]!,
    ];
    for (let s = 0; s < steps; s++) {
      const t = s / steps;
      const mix = (k: 0 | 1) =>
        0.5 *
        (2 * b[k] +
          (c[k] - a[k]) * t +
          (2 * a[k] - 5 * b[k] + 4 * c[k] - d[k]) * t * t +
          (3 * b[k] - a[k] - 3 * c[k] + d[k]) * t * t * t);
      out.push([Math.max(0, mix(0)), mix(1)]);
    }
  }
  out.push(points.at(-1)!);
  return out;
}

/** A ring of this thickness round the axis. */
function ring(radius: number, y: number, thick: number, segments: number): BufferGeometry {
  const points: Point[] = [];
  for (let i = 0; i <= 10; i++) {
    const at = -Math.PI / 2 + (i / 10) * Math.PI;
    points.push([radius + Math.cos(at) * thick, y + Math.sin(at) * thick * 0.85]);
  }
  return turn(points, segments);
}

/** The foot that all have, as wide as the piece is strong. */
function foot(radius: number): Point[] {
  return [
    [radius * 0.97, 0],
    [radius, 0.018],
    [radius, 0.052],
    [radius * 0.965, 0.074],
  ];
}

const merge = (parts: BufferGeometry[]): BufferGeometry => mergeGeometries(parts);

/** A slender staff; a star of four points round its head, which is a cross seen from above. */
function explorer(segments: number): Figure {
  const star = [0, 1, 2, 3].map((quarter) =>
    new ConeGeometry(0.062, 0.17, 4)
      .rotateX(Math.PI / 2)
      .translate(0, 0.795, 0.185)
      .rotateY((quarter * Math.PI) / 2)
      .toNonIndexed(),
  );
  const body = [
    turn([...foot(0.265), [0.225, 0.1]], segments),
    turn(
      curve([
        [0.225, 0.1],
        [0.15, 0.15],
        [0.098, 0.27],
        [0.078, 0.43],
        [0.086, 0.56],
        [0.125, 0.62],
      ]),
      segments,
    ),
    new SphereGeometry(0.128, segments, segments / 2).translate(0, 0.795, 0).toNonIndexed(),
    turn(
      curve([
        [0.12, 0.655],
        [0.085, 0.68],
        [0.075, 0.7],
      ]),
      segments,
    ),
  ];
  const spire = new ConeGeometry(0.045, 0.17, segments / 2).translate(0, 0.985, 0).toNonIndexed();
  return {
    body: merge(body),
    inset: merge([ring(0.235, 0.088, 0.016, segments), ring(0.079, 0.42, 0.02, segments)]),
    accent: merge([...star, spire, ring(0.115, 0.638, 0.026, segments)]),
    height: 1.07,
  };
}

/** A helmet with a crest that points forward, which is an arrow seen from above. */
function vanguard(segments: number): Figure {
  const crest = new Shape();
  crest.moveTo(-0.25, 0.62);
  crest.quadraticCurveTo(-0.3, 0.86, -0.06, 0.985);
  crest.quadraticCurveTo(0.13, 1.06, 0.3, 0.93);
  crest.quadraticCurveTo(0.36, 0.87, 0.43, 0.76);
  crest.quadraticCurveTo(0.3, 0.83, 0.22, 0.8);
  crest.quadraticCurveTo(0.2, 0.7, 0.2, 0.6);
  crest.lineTo(-0.25, 0.62);
  const fin = new ExtrudeGeometry(crest, {
    depth: 0.05,
    bevelEnabled: true,
    bevelThickness: 0.018,
    bevelSize: 0.014,
    bevelSegments: 2,
    curveSegments: 8,
  })
    .translate(0, 0, -0.025)
    .rotateY(Math.PI / 2);
  const body = [
    turn([...foot(0.31), [0.262, 0.1]], segments),
    turn(
      curve([
        [0.262, 0.1],
        [0.205, 0.145],
        [0.158, 0.24],
        [0.15, 0.33],
        [0.185, 0.43],
        [0.205, 0.455],
      ]),
      segments,
    ),
    turn(
      curve([
        [0.195, 0.49],
        [0.226, 0.53],
        [0.238, 0.6],
        [0.225, 0.69],
        [0.175, 0.785],
        [0.095, 0.835],
        [0, 0.85],
      ]),
      segments,
    ),
  ];
  return {
    body: merge(body),
    inset: merge([ring(0.275, 0.09, 0.018, segments), ring(0.226, 0.585, 0.026, segments)]),
    accent: merge([fin, ring(0.185, 0.472, 0.034, segments)]),
    height: 1.03,
  };
}

/** A broad tower with battlements, which are a broken ring seen from above. */
function sentinel(segments: number): Figure {
  const merlons = Array.from({ length: 6 }, (_, i) =>
    new BoxGeometry(0.2, 0.13, 0.105)
      .translate(0, 0.985, 0.298)
      .rotateY((i / 6) * FULL + Math.PI / 6)
      .toNonIndexed(),
  );
  const body = [
    turn([...foot(0.365), [0.315, 0.105]], segments),
    turn(
      curve([
        [0.315, 0.105],
        [0.27, 0.15],
        [0.236, 0.28],
        [0.222, 0.46],
        [0.235, 0.58],
        [0.262, 0.64],
      ]),
      segments,
    ),
    turn(
      curve([
        [0.262, 0.69],
        [0.31, 0.735],
        [0.345, 0.78],
      ]),
      segments,
    ),
    turn(
      [
        [0.345, 0.78],
        [0.352, 0.8],
        [0.352, 0.905],
        [0.342, 0.92],
      ],
      segments,
    ),
    turn(
      [
        [0.342, 0.92],
        [0.26, 0.92],
      ],
      segments,
    ),
    ...merlons,
  ];
  const well = turn(
    [
      [0.26, 0.92],
      [0.25, 0.86],
      [0.0, 0.86],
    ],
    segments,
  );
  const gem = new SphereGeometry(0.13, segments, segments / 2, 0, FULL, 0, Math.PI / 2)
    .translate(0, 0.86, 0)
    .toNonIndexed();
  return {
    body: merge(body),
    inset: merge([well, ring(0.325, 0.092, 0.02, segments), ring(0.222, 0.43, 0.024, segments)]),
    accent: merge([gem, ring(0.255, 0.665, 0.034, segments), ring(0.35, 0.85, 0.016, segments)]),
    height: 1.06,
  };
}

const FIGURES: Readonly<Record<string, (segments: number) => Figure>> = { explorer, vanguard, sentinel };

/** A piece by its kind; one without a figure of its own is a plain tower. */
export function figureOf(kind: string, segments: number): Figure {
  return (FIGURES[kind] ?? sentinel)(segments);
}
