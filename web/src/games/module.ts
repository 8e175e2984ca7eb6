/** What the match screen and the board ask of a game's page module; nothing here knows a game. */
import type { Component } from 'svelte';
import type { Looked, StateUpdate } from '../protocol';
import type { Painter } from '../board/canvas';
import type { Step } from '../board/animate';
import type { Grain, Window } from '../board/camera';
import type { Cue } from '../sound';

export type Cell = readonly [x: number, y: number];
export type Json = Readonly<Record<string, unknown>>;

/** How a cell was pressed: left button or tap of a pen, finger, right button. */
export type Press = 'primary' | 'touch' | 'secondary';

/** What a game's module may do to the match around it. */
export interface PlayHost {
  /** Who sits here. */
  readonly player: number;
  /** Others play at this screen too; left out: nobody does. */
  readonly shared?: boolean;
  playerName(player: number): string;
  /** Something that was sent is not answered yet; nothing more can be committed. */
  busy(): boolean;
  /** Sends an action. */
  act(action: Json): void;
  /** Tries an action out: the next advice is on what it leads to, but nothing is sent. */
  sketch(action: Json): void;
  /** Sends what has been tried out, in order, and then this. */
  commit(then?: Json): void;
  /** Forgets what has been tried out. */
  discard(): void;
  /** Shows movement that no message brings. */
  animate(steps: readonly Step[]): void;
  endTurn(): void;
  /** Something that is drawn or said has changed. */
  changed(): void;
  /** Only what the pointer is on has changed: repaint, and read the summary again. */
  pointed(): void;
  /** An answer for the reader: shown in the log and spoken. */
  say(text: string): void;
  /** Spoken only: what sighted players see on the board. */
  announce(text: string): void;
  cue(cue: Cue): void;
}

/** One line of the status panel. */
export interface Fact {
  label: string;
  value: string;
  bad?: boolean;
  /** Two of these stand side by side. */
  short?: boolean;
}

export interface Summary {
  title: string;
  /** The player whose mark stands beside the title; 0: none. */
  owner: number;
  facts: readonly Fact[];
  hint: string | null;
  /** The hint is for somebody at their first turns: it comes before the facts where there is no room for both. */
  taught?: boolean;
}

/** A button of the action bar. */
export interface BarAction {
  id: string;
  label: string;
  enabled: boolean;
  pressed?: boolean;
  primary?: boolean;
  run(): void;
}

/** What a hint comes to on the board: in words, and the actions that carry it out. */
export interface Suggestion {
  text: string;
  actions: readonly Json[];
}

/** The same, shown: on which level the computer would do it. */
export interface Hint extends Suggestion {
  level: string;
}

export interface LogEntry {
  text: string;
  /** The player it is about; 0: nobody. */
  owner: number;
  /** Something of the reader's was lost, or similarly grave. */
  bad?: boolean;
  /** Only says whose turn begins: left out where there is little room. */
  turn?: boolean;
}

/** Something that can be bought. */
export interface Offer {
  /** Names it in `buy`. */
  id: string;
  name: string;
  price: string;
  /** One line of what it can do. */
  about: string;
  /** Why it cannot be bought now; null: it can. */
  why: string | null;
  /** Draws it, as large as the canvas is. */
  draw(canvas: HTMLCanvasElement): void;
}

/** A place that sells, opened. */
export interface Shop {
  title: string;
  owner: number;
  /** What there is to spend, in words. */
  funds: string;
  offers: readonly Offer[];
  buy(id: string): void;
  close(): void;
}

/** What a small map of the whole board shows of a cell. */
export interface Speck {
  /** The colour of the ground. */
  ground: string;
  /** Whose place this is, such as a building; 0: nobody's. */
  place: number;
  /** Whose piece stands there; 0: none. */
  piece: number;
}

/** Names of columns and rows; an empty one is not written. */
export interface Edges {
  column(x: number): string;
  row(y: number): string;
}

/** One seat's board: what is shown, selected, previewed and said. */
export interface Play {
  readonly width: number;
  readonly height: number;
  /** The cell the keyboard is on. */
  cursor: Cell;
  /** What a board larger than its place opens on; left out, or null: the cursor. */
  home?(): Cell | null;
  /** Whose turn the shown view says it is; 0: nobody's. */
  readonly currentPlayer: number;
  readonly round: number;
  /** How many must still act before the turn can end; 0 also when it is not this seat's turn. */
  readonly waiting: number;
  readonly canEndTurn: boolean;
  /** How many could still act though the turn may end; left out: ending it forgets nothing. */
  readonly idle?: number;
  /** What stands beside a player's name, such as their money; null: nothing. */
  standing?(player: number): string | null;
  /** Something is selected, so that arrows steer it. */
  readonly steering: boolean;
  /** Left out: any scale will do. */
  readonly grain?: Grain;
  /** What stands at the edges; left out: numbers from 0. */
  readonly edges?: Edges;
  /** What the board is called; left out: by its size. */
  readonly label?: string;
  /** A turn is so short that no banner says whose begins. */
  readonly brief?: boolean;
  /** It marks itself what happened last, so that a replay need not. */
  readonly marksLast?: boolean;

  /** Show this view now; movement belongs to `steps`, called before. */
  show(update: StateUpdate): void;
  advise(looked: Looked | null): void;
  /** How the shown view becomes the next one, to be played before `show`. */
  steps(update: StateUpdate): Step[];
  /** What happened, in words. */
  tell(update: StateUpdate): LogEntry[];
  paint(painter: Painter): void;

  press(cell: Cell, how: Press): void;
  hover(cell: Cell | null): void;
  /** Long press or Enter on something that is not one's own: tell about it. */
  inspect(cell: Cell): void;
  /** An arrow key. */
  arrow(dx: number, dy: number): void;
  confirm(): void;
  /** Takes back the preview, then the selection; false when there was nothing to take back. */
  cancel(): boolean;
  /** Selects the next (1) or previous (-1) that can act; false past the last, unless it wraps round. */
  cycle(by: 1 | -1, wrap: boolean): boolean;
  toggleThreats(): void;

  /**
   * Shows what the computer would do as if it had been planned here: its next actions, the first one legal now. Left out,
   * or null: there is no way to show it, and the words of the host serve.
   */
  suggest?(actions: readonly Json[]): Suggestion | null;
  /** A key of the game's own (a letter only when letters act); false: it means nothing here. */
  key?(key: string): boolean;
  /** What was sent or tried is not possible: nothing is tried any more. */
  refused?(): void;
  /** The place that is open for buying; null: none is. */
  shop?(): Shop | null;

  /** The accessible name of a cell. */
  cellName(cell: Cell): string;
  selected(cell: Cell): boolean;
  summary(): Summary | null;
  bar(): BarAction[];
  /** Everything that may be done now, for games that are played from a list; empty: played on the board. */
  list(): { label: string; run(): void }[];
  /** A cell on a small map of the whole board; left out: there is no such map. */
  speck?(cell: Cell): Speck;
  /** A line typed into the command box. */
  command(line: string): void;
  /** What stands in the empty command box: an example. */
  readonly commandHint?: string;
}

/** How a side is drawn beside words, in a box of 24 x 24. */
export interface SideMark {
  path: string;
  colour: string;
  outline: string;
}

export interface PictureOptions {
  /** CSS pixels per cell; left out: what fits the canvas. */
  cell?: number;
  /** Leave out the frame and the numbers at the edges. */
  bare?: boolean;
}

/** What a board is given by the screen around it. */
export interface BoardProps {
  play: Play;
  /** Rises whenever something drawn or said has changed. */
  tick: number;
  /** Rises when only the pointer has moved to something else. */
  pointed: number;
  /** Hurry movement to its end; called before every gesture. */
  hurry(): void;
  onend(): void;
  onrecap(): void;
  /** Gives the parent the ways to paint during movement, to bring cells into view, and what the reader has. */
  onready(paint: () => void, reveal: (cells: readonly Cell[]) => void, home?: () => void): void;
  /** Another part of the board is seen. */
  onwindow?: (window: Window) => void;
}

/** What the screen asks of a board. */
export interface BoardHandle {
  keydown(event: KeyboardEvent): void;
  focus(): void;
  /** Moves a point of the board (shares of the whole) into the middle. */
  lookAt(x: number, y: number): void;
}

export type BoardComponent = Component<BoardProps, BoardHandle>;

export interface GameModule {
  readonly id: string;
  /** Fetches what the game's pictures are made of, once; `share` runs from 0 to 1. Throws what a fetch throws. */
  prepare?(share?: (share: number) => void): Promise<void>;
  open(host: PlayHost): Play;
  /** Every match has new ground, so that another one is worth a button. */
  readonly renews?: boolean;
  /** Its turns are single moves, and are counted as such. */
  readonly moves?: boolean;
  /** What stands beside words about a side and its pieces; left out: the player's colour and shape. */
  mark?(player: number): SideMark;
  /** Fetches a board of the game's own; left out: the flat canvas. */
  board?(): Promise<BoardComponent>;
  /** A still picture of a view: home page, preview of a set-up, help. */
  drawPicture(canvas: HTMLCanvasElement, view: Json, options?: PictureOptions): void;
}
