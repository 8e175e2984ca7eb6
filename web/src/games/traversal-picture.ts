/** Everything of a Traversal match that is to be seen, on whichever board; squares count as the rules count them. */
import type { TraversalChoice, TraversalView } from '../protocol';
import type { Cell } from './module';
import type { Actor, Burst } from './traversal-scene';

/** Somewhere the shown piece could go; `fails`: only an attack that would not succeed. */
export interface Mark {
  kind: TraversalChoice['kind'] | 'fails';
  /** Of an exit: beyond the edge. */
  at: Cell;
}

export interface Picture {
  view: TraversalView;
  /** Seen from the highest row. */
  far: boolean;
  actors: readonly Actor[];
  bursts: readonly Burst[];
  /** The last move. */
  last: { from: Cell; to: Cell } | null;
  selected: Cell | null;
  /** The shown piece is the reader's. */
  own: boolean;
  marks: readonly Mark[];
  /** Of what is pointed at: the route, its own square first. */
  path: readonly Cell[];
  pathHeights: readonly number[];
  choice: { kind: TraversalChoice['kind']; at: Cell; lines: readonly string[]; bad: boolean } | null;
  cursor: Cell;
  hovered: Cell | null;
  /** Ids of own pieces that can move now. */
  movable: readonly number[];
  endangered: readonly Cell[];
  threats: readonly { from: Cell; to: Cell }[];
}
