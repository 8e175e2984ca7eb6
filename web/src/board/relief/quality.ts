/** How much a board in relief asks of the machine: three levels, and an inner resolution that follows the frame times. */

export type Quality = 'low' | 'medium' | 'high';
export const QUALITIES: readonly Quality[] = ['low', 'medium', 'high'];

export interface Level {
  /** Physical materials that mirror a room; else painted light. */
  mirrors: boolean;
  /** Varnish. */
  varnish: boolean;
  smoothEdges: boolean;
  /** Side of the picture of shadows. */
  shadows: number;
  /** Side of a surface's pictures. */
  surface: number;
  /** Around a turned piece. */
  segments: number;
  /** A last pass over the picture: bloom and a darker rim. */
  finish: boolean;
  /** Device pixels per CSS pixel, at most. */
  ratio: number;
}

export const LEVELS: Readonly<Record<Quality, Level>> = {
  low: {
    mirrors: false,
    varnish: false,
    smoothEdges: false,
    shadows: 1024,
    surface: 64,
    segments: 20,
    finish: false,
    ratio: 1,
  },
  medium: {
    mirrors: true,
    varnish: false,
    smoothEdges: true,
    shadows: 1024,
    surface: 128,
    segments: 32,
    finish: false,
    ratio: 1.5,
  },
  high: {
    mirrors: true,
    varnish: true,
    smoothEdges: true,
    shadows: 2048,
    surface: 256,
    segments: 48,
    finish: true,
    ratio: 2,
  },
};

/** What the address asks for with `?quality=`; null: nothing, or that the page shall choose. */
export function askedQuality(search: string): Quality | null {
  const asked = new URLSearchParams(search).get('quality');
  return QUALITIES.find((each) => each === asked) ?? null;
}

/** What a machine is given that asks for nothing: little where a processor plays the graphics card. */
export function chosenQuality(renderer: string, touch: boolean): Quality {
  if (/swiftshader|llvmpipe|software|basic render/i.test(renderer)) return 'low';
  return touch ? 'medium' : 'high';
}

/** Milliseconds of a frame that are too many, and that leave room for more. */
const SLOW = 30;
const FAST = 14;
const LEAST_SCALE = 0.5;
/** So many frames are looked at together, or fewer that took so many milliseconds. */
const WINDOW = 6;
const LONG = 240;

/** The inner resolution, as a share of what the level allows, from the times of frames that follow each other. */
export class Pace {
  scale = 1;
  /** Of the last frames; 0: none yet. */
  ms = 0;
  #times: number[] = [];

  /** One frame took so long; true: the scale has changed. */
  note(ms: number): boolean {
    this.#times.push(ms);
    const spent = this.#times.reduce((sum, each) => sum + each, 0);
    if (this.#times.length < WINDOW && (spent < LONG || this.#times.length < 2)) return false;
    const sorted = this.#times.sort((a, b) => a - b);
    this.ms = sorted[Math.floor(sorted.length / 2)]!;
    this.#times = [];
    const before = this.scale;
    // A frame takes about as long as it has pixels: what is far too slow gets there in one step.
    if (this.ms > SLOW)
      this.scale = Math.max(LEAST_SCALE, this.scale * Math.min(0.85, Math.sqrt((2 * SLOW) / this.ms)));
    else if (this.ms < FAST) this.scale = Math.min(1, this.scale * 1.15);
    return Math.abs(this.scale - before) > 0.01;
  }

  /** Movement has stopped: what comes next is not compared with it. */
  rest(): void {
    this.#times = [];
  }

  /** Even the least resolution is too slow: a lower level would help. */
  get hopeless(): boolean {
    return this.scale <= LEAST_SCALE && this.ms > 2 * SLOW;
  }
}
