/** Positions for still pictures: a scene from a real match for the home screen, small sketches for the rules. */
import type { Listed } from './catalog';
import type { CellWarTile, CellWarUnit, CellWarView } from './protocol';
import cellwar from './scenes/cellwar.json';
import pixelswars from './scenes/pixelswars.json';
import traversal from './scenes/traversal.json';

export type Scene = readonly Readonly<{ width: number; height: number }>[];

/** Consecutive views of one match per game (tools/home_scene.py plays them). */
const SCENES: Readonly<Record<Listed, Scene>> = { cellwar, pixelswars, traversal };

export function sceneOf(game: string): Scene {
  return game in SCENES ? SCENES[game as Listed] : [];
}

/** What the letters of a sketch stand for, after the number of the owner. */
const KINDS: Readonly<Record<string, Pick<CellWarUnit, 'type' | 'counter'>>> = {
  I: { type: 'infantry', counter: 0 },
  F: { type: 'fortification', counter: 1 },
  G: { type: 'fortification', counter: 2 },
  A: { type: 'factory', counter: 0 },
};

/** One cell: `.` empty, `,` remembered, `?` fog, `1I` a unit, `2F,` a remembered one. */
function tile(word: string): CellWarTile {
  if (word === '?') return { seen: 'fog' };
  const seen = word.endsWith(',') ? 'last_known' : 'visible';
  const kind = KINDS[word[1] ?? ''];
  if (!kind) return { seen };
  return { seen, unit: { id: 0, owner: Number(word[0]), ...kind } };
}

/** A view from rows of words such as `1I . 2F`. */
export function sketch(...rows: string[]): CellWarView {
  const tiles = rows.map((row) => row.split(' ').map(tile));
  return {
    player_id: 1,
    width: tiles[0]?.length ?? 0,
    height: tiles.length,
    players: 2,
    tiles,
    my_units: [],
    current_player: 1,
    round: 1,
    left: [],
    max_rounds: null,
    winner: null,
    reason: null,
  };
}
