/** The one transform between cells and pixels of a board: fit, zoom about a point, pan, never out of sight. */

/** A finger needs at least this much of a cell. */
export const TOUCHABLE = 28;
const COMFORTABLE = 40;
const LARGEST = 120;

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
  #fitted = true;

  /** The scale at which the whole board is seen, in whole device pixels. */
  get fitScale(): number {
    const room = Math.min(this.viewWidth / this.width, this.viewHeight / this.height, LARGEST);
    return Math.max(1, Math.floor(room * this.ratio)) / this.ratio;
  }

  get maxScale(): number {
    return Math.max(this.fitScale, COMFORTABLE * 1.5);
  }

  /** Whether the whole board is in view. */
  get fits(): boolean {
    return this.scale <= this.fitScale + 0.01;
  }

  /** Whether it would be worth zooming: cells are too small for a finger when all are seen. */
  get crowded(): boolean {
    return this.fitScale < TOUCHABLE;
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
    this.scale = COMFORTABLE;
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

  pan(dx: number, dy: number): void {
    this.x += dx;
    this.y += dy;
    this.#settle();
  }

  /** Move just enough that this cell and its neighbours are seen. */
  reveal(cellX: number, cellY: number): void {
    const left = this.x + (cellX - 1) * this.scale;
    const top = this.y + (cellY - 1) * this.scale;
    const size = 3 * this.scale;
    if (left < 0) this.x -= left;
    else if (left + size > this.viewWidth) this.x -= left + size - this.viewWidth;
    if (top < 0) this.y -= top;
    else if (top + size > this.viewHeight) this.y -= top + size - this.viewHeight;
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
    const place = (at: number, size: number, room: number) =>
      snap(size <= room ? (room - size) / 2 : Math.min(0, Math.max(room - size, at)));
    this.x = place(this.x, this.width * this.scale, this.viewWidth);
    this.y = place(this.y, this.height * this.scale, this.viewHeight);
  }
}
