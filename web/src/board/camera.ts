/** The one transform between cells and pixels of a board: fit, zoom about a point, pan, never out of sight. */

/** A finger needs at least this much of a cell. */
export const TOUCHABLE = 28;
const COMFORTABLE = 40;
const LARGEST = 120;

/** How a board wants to be scaled. */
export interface Grain {
  /** A cell is always a whole multiple of so many device pixels: pictures made of pixels stay crisp. 1: any scale will do. */
  pixels: number;
  /** CSS pixels that a cell should have at least before the board is moved about instead of made smaller. */
  least: number;
}

/** What is seen of a board, as shares of the whole; `all`: nothing is hidden. */
export interface Window {
  left: number;
  top: number;
  width: number;
  height: number;
  all: boolean;
}

const FREE: Grain = { pixels: 1, least: TOUCHABLE };

export class Camera {
  /** CSS pixels per cell. */
  scale = 1;
  /** Where the corner of cell (0, 0) is, in CSS pixels of the viewport. */
  x = 0;
  y = 0;
  width = 1;
  height = 1;
  viewWidth = 1;
  viewHeight = 1;
  ratio = 1;
  /** CSS pixels of the lower right corner that controls take while the board is crowded: no cell must stay under them. */
  controls = { width: 0, height: 0 };
  #grain = FREE;
  #fitted = true;

  /** The scale at which the whole board is seen, in whole device pixels. */
  get fitScale(): number {
    const scale = this.#fitting(this.viewHeight);
    return this.#slack(scale) > 0 ? this.#fitting(this.viewHeight - this.controls.height) : scale;
  }

  #fitting(height: number): number {
    const room = Math.min(this.viewWidth / this.width, height / this.height, LARGEST) * this.ratio;
    const { pixels } = this.#grain;
    return Math.max(1, room < pixels ? Math.floor(room) : Math.floor(room / pixels) * pixels) / this.ratio;
  }

  /** How far the lower edge of a board of this scale is kept from that of the view, or can be moved above it. */
  #slack(scale: number): number {
    const beside = (this.viewWidth - this.width * scale) / 2 >= this.controls.width;
    return this.crowded && !beside ? this.controls.height : 0;
  }

  get maxScale(): number {
    return Math.max(this.fitScale, this.#coarse(this.#comfortable * 1.5));
  }

  /** A scale of the grain, at least as large. */
  #coarse(scale: number): number {
    const { pixels } = this.#grain;
    return pixels === 1 ? scale : (Math.ceil((scale * this.ratio) / pixels) * pixels) / this.ratio;
  }

  get #comfortable(): number {
    return this.#grain === FREE ? COMFORTABLE : this.#coarse(this.#grain.least);
  }

  /** Whether the whole board is in view. */
  get fits(): boolean {
    return this.scale <= this.fitScale + 0.01;
  }

  /** Whether it would be worth zooming: cells are too small for a finger when all are seen. */
  get crowded(): boolean {
    return this.#fitting(this.viewHeight) < this.#grain.least;
  }

  /** There are sizes, not any scale. */
  get grained(): boolean {
    return this.#grain.pixels > 1;
  }

  /** Undefined: any scale will do. */
  setGrain(grain: Grain | undefined): void {
    this.#grain = grain ?? FREE;
    if (this.#fitted) this.fit();
  }

  setWorld(width: number, height: number): void {
    if (width === this.width && height === this.height) return;
    this.width = width;
    this.height = height;
    this.fit();
  }

  setView(width: number, height: number, ratio: number): void {
    this.viewWidth = width;
    this.viewHeight = height;
    this.ratio = ratio;
    if (this.#fitted) this.fit();
    else this.#settle();
  }

  fit(): void {
    this.#fitted = true;
    this.scale = this.fitScale;
    this.#settle();
  }

  /** Close enough for fingers, with this cell in the middle; the whole board when that is close enough. */
  approach(cellX: number, cellY: number): void {
    if (!this.crowded) return this.fit();
    this.#fitted = false;
    this.scale = this.#comfortable;
    this.x = this.viewWidth / 2 - (cellX + 0.5) * this.scale;
    this.y = this.viewHeight / 2 - (cellY + 0.5) * this.scale;
    this.#settle();
  }

  /** Zoom so that what is under (px, py) stays there. */
  zoom(px: number, py: number, factor: number): void {
    const scale = Math.min(this.maxScale, Math.max(this.fitScale, this.scale * factor));
    const by = scale / this.scale;
    this.x = px - (px - this.x) * by;
    this.y = py - (py - this.y) * by;
    this.scale = scale;
    this.#fitted = this.fits;
    this.#settle();
  }

  /** One size larger or smaller, about a point. */
  step(px: number, py: number, by: 1 | -1): void {
    if (!this.grained) return this.zoom(px, py, by === 1 ? 1.4 : 1 / 1.4);
    const grain = this.#grain.pixels / this.ratio;
    const sizes = by === 1 ? Math.floor(this.scale / grain + 0.01) : Math.ceil(this.scale / grain - 0.01);
    this.zoom(px, py, ((sizes + by) * grain) / this.scale);
  }

  /** After a pinch: the nearest scale that is crisp. */
  settle(px: number, py: number): void {
    if (!this.grained || this.fits) return;
    const grain = this.#grain.pixels / this.ratio;
    this.zoom(px, py, (Math.max(1, Math.round(this.scale / grain)) * grain) / this.scale);
  }

  /** The part of the board that is seen, as shares of the whole. */
  get window(): Window {
    const share = (at: number, size: number, room: number) => {
      const from = Math.max(0, -at / size);
      return { from, length: Math.min(1 - from, room / size) };
    };
    const across = share(this.x, this.width * this.scale, this.viewWidth);
    const down = share(this.y, this.height * this.scale, this.viewHeight);
    return { left: across.from, top: down.from, width: across.length, height: down.length, all: this.fits };
  }

  /** Moves this point of the board (shares of the whole) into the middle. */
  lookAt(x: number, y: number): void {
    this.x = this.viewWidth / 2 - x * this.width * this.scale;
    this.y = this.viewHeight / 2 - y * this.height * this.scale;
    this.#settle();
  }

  pan(dx: number, dy: number): void {
    this.x += dx;
    this.y += dy;
    this.#settle();
  }

  /** How far it would have to be moved for these cells and their neighbours to be seen: [0, 0] when they are. */
  away(cells: readonly (readonly [number, number])[]): readonly [number, number] {
    const before = [this.x, this.y] as const;
    for (const [x, y] of [...cells].reverse()) this.reveal(x, y);
    const by = [this.x - before[0], this.y - before[1]] as const;
    [this.x, this.y] = before;
    return by;
  }

  /** Move just enough that this cell and its neighbours are seen. */
  reveal(cellX: number, cellY: number): void {
    const left = this.x + (cellX - 1) * this.scale;
    const top = this.y + (cellY - 1) * this.scale;
    const size = 3 * this.scale;
    const bottom = this.viewHeight - this.#slack(this.scale);
    if (left < 0) this.x -= left;
    else if (left + size > this.viewWidth) this.x -= left + size - this.viewWidth;
    if (top < 0) this.y -= top;
    else if (top + size > bottom) this.y -= top + size - bottom;
    this.#settle();
  }

  cellAt(px: number, py: number): readonly [number, number] | null {
    const x = Math.floor((px - this.x) / this.scale);
    const y = Math.floor((py - this.y) / this.scale);
    return x >= 0 && y >= 0 && x < this.width && y < this.height ? [x, y] : null;
  }

  /** Centre what is smaller than the viewport; let no gap open beside what is larger. */
  #settle(): void {
    const snap = (value: number) => Math.round(value * this.ratio) / this.ratio;
    const place = (at: number, size: number, room: number, slack = 0) =>
      snap(
        size + slack <= room
          ? Math.min((room - size) / 2, room - size - slack)
          : Math.min(0, Math.max(room - size - slack, at)),
      );
    this.x = place(this.x, this.width * this.scale, this.viewWidth);
    this.y = place(this.y, this.height * this.scale, this.viewHeight, this.#slack(this.scale));
  }
}
