/** The moments of a replay from the server, fetched in pieces and a piece ahead. */
import type { Frame } from '../api';

export const PIECE = 100;
/** So many cells are fetched at once at most, so that great boards come in smaller pieces. */
const CELLS = 60_000;
/** So many pieces are kept, so that a long match on a great board does not fill the memory. */
export const KEPT = 16;

export function pieceFor(cells: number): number {
  return Math.max(5, Math.min(PIECE, Math.floor(CELLS / Math.max(1, cells))));
}

export class Frames {
  #length: number;
  readonly #piece: number;
  readonly #fetch: (from: number, to: number) => Promise<readonly Frame[]>;
  readonly #pieces = new Map<number, Promise<readonly Frame[]>>();
  readonly #here = new Map<number, readonly Frame[]>();

  constructor(length: number, piece: number, fetch: (from: number, to: number) => Promise<readonly Frame[]>) {
    this.#length = length;
    this.#piece = piece;
    this.#fetch = fetch;
  }

  /** There are more moments now; the last piece is fetched again when it was not whole. */
  grow(length: number): void {
    const last = Math.floor(this.#length / this.#piece);
    this.#pieces.delete(last);
    this.#length = length;
  }

  /** A moment, if it is here. */
  peek(moment: number): Frame | undefined {
    return this.#here.get(Math.floor(moment / this.#piece))?.[moment % this.#piece];
  }

  /** A moment; what follows is fetched meanwhile. Throws ApiError. */
  async get(moment: number): Promise<Frame> {
    const number = Math.floor(moment / this.#piece);
    const piece = await this.#load(number);
    if ((number + 1) * this.#piece <= this.#length) this.#load(number + 1).catch(() => undefined); // asked for again when it is needed
    const frame = piece[moment % this.#piece];
    if (!frame) throw new Error(`moment ${moment} is not in the replay`);
    return frame;
  }

  #load(number: number): Promise<readonly Frame[]> {
    let piece = this.#pieces.get(number);
    if (!piece) {
      const from = number * this.#piece;
      piece = this.#fetch(from, Math.min(from + this.#piece - 1, this.#length)).then(
        (frames) => {
          this.#here.set(number, frames);
          this.#forget(number);
          return frames;
        },
        (reason: unknown) => {
          this.#pieces.delete(number);
          throw reason;
        },
      );
      this.#pieces.set(number, piece);
    }
    return piece;
  }

  /** Of too many pieces those go that are the farthest from this one. */
  #forget(near: number): void {
    while (this.#here.size > KEPT) {
      const away = (number: number) => Math.abs(number - near);
      const far = [...this.#here.keys()].reduce((most, each) => (away(each) > away(most) ? each : most));
      this.#here.delete(far);
      this.#pieces.delete(far);
    }
  }
}
