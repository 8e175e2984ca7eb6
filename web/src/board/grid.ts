/** The board as an accessible grid of the DOM, exactly over the canvas: what is read, focused and pressed. */
import type { Camera } from './camera';
import { GUTTER } from './canvas';

export interface GridWords {
  label: string;
  name(x: number, y: number): string;
  selected(x: number, y: number): boolean;
}

export class Grid {
  readonly element: HTMLElement;
  #cells: HTMLElement[] = [];
  #width = 0;
  #height = 0;
  #current: HTMLElement | null = null;
  #sized = '';

  constructor(element: HTMLElement) {
    this.element = element;
    element.setAttribute('role', 'grid');
    element.classList.add('cells');
  }

  setSize(width: number, height: number): void {
    if (width === this.#width && height === this.#height) return;
    this.#width = width;
    this.#height = height;
    this.#cells = [];
    this.#current = null;
    const rows = document.createDocumentFragment();
    for (let y = 0; y < height; y++) {
      const row = document.createElement('div');
      row.setAttribute('role', 'row');
      row.setAttribute('aria-rowindex', String(y + 1));
      for (let x = 0; x < width; x++) {
        const cell = document.createElement('div');
        cell.setAttribute('role', 'gridcell');
        cell.setAttribute('aria-colindex', String(x + 1));
        cell.dataset.cell = `${x},${y}`;
        cell.tabIndex = -1;
        row.append(cell);
        this.#cells.push(cell);
      }
      rows.append(row);
    }
    this.element.replaceChildren(rows);
    this.element.setAttribute('aria-rowcount', String(height));
    this.element.setAttribute('aria-colcount', String(width));
  }

  /** Names and marks as they are now; only what changed touches the page. */
  write(words: GridWords): void {
    this.element.setAttribute('aria-label', words.label);
    this.#cells.forEach((cell, index) => {
      const [x, y] = [index % this.#width, Math.floor(index / this.#width)];
      const name = words.name(x, y);
      if (cell.getAttribute('aria-label') !== name) cell.setAttribute('aria-label', name);
      const selected = String(words.selected(x, y));
      if (cell.getAttribute('aria-selected') !== selected) cell.setAttribute('aria-selected', selected);
    });
  }

  /** Lies over the board as the camera shows it. */
  place(camera: Camera): void {
    const size = `${camera.width * camera.scale}px,${camera.height * camera.scale}px`;
    if (size !== this.#sized) {
      const [width, height] = size.split(',') as [string, string];
      this.element.style.width = width;
      this.element.style.height = height;
      this.#sized = size;
    }
    this.element.style.transform = `translate(${camera.x + GUTTER}px, ${camera.y + GUTTER}px)`;
  }

  /** The one cell that Tab reaches. */
  setCurrent(x: number, y: number, focus: boolean): void {
    const cell = this.#cells[y * this.#width + x];
    if (!cell) return;
    if (cell !== this.#current) {
      if (this.#current) this.#current.tabIndex = -1;
      cell.tabIndex = 0;
      this.#current = cell;
    }
    if (focus && document.activeElement !== cell) cell.focus({ preventScroll: true });
  }

  /** After a press of a pointer the focus needs no frame of its own: the board marks what was pressed. */
  set byPointer(yes: boolean) {
    this.element.classList.toggle('by-pointer', yes);
  }

  get focused(): boolean {
    return this.element.contains(document.activeElement);
  }

  /** Whether the focus goes elsewhere on the page: who comes back by Tab is shown where, whatever was pressed before. */
  left({ relatedTarget }: FocusEvent): boolean {
    return document.hasFocus() && !(relatedTarget instanceof Node && this.element.contains(relatedTarget));
  }

  /** The cell an event happened on. */
  static cellOf(target: EventTarget | null): readonly [number, number] | null {
    const cell = target instanceof Element ? target.closest<HTMLElement>('[data-cell]') : null;
    const [x, y] = (cell?.dataset.cell ?? '').split(',').map(Number);
    return x === undefined || y === undefined || Number.isNaN(x) ? null : [x, y];
  }
}
