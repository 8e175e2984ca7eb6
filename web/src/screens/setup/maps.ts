/** The battlefields of a game that has some, as the map choice shows, sorts and addresses them. */
import { locale } from '../../i18n';
import type { PixelsWarsBuilding, PixelsWarsMap, PixelsWarsTables, PixelsWarsView } from '../../protocol';

export const SIZES = ['small', 'medium', 'large'] as const;
export type Size = (typeof SIZES)[number];
/** Cells up to which a board is small, or medium. */
const SMALL = 100;
const MEDIUM = 169;

export function sizeOf(map: PixelsWarsMap): Size {
  const cells = map.grid.length * (map.grid[0]?.length ?? 0);
  return cells <= SMALL ? 'small' : cells <= MEDIUM ? 'medium' : 'large';
}

/** Whether some cell has the ground of this name. */
export function has(map: PixelsWarsMap, ground: string, tables: PixelsWarsTables): boolean {
  const letter = tables.ground.find((each) => each.ground === ground)?.letter;
  return letter !== undefined && map.grid.some((row) => row.includes(letter));
}

/** How many units each side begins with. */
export function armyOf(map: PixelsWarsMap): number {
  return map.units.filter((unit) => unit.player === 1).length;
}

/** A name or description in the reader's language. */
export const inWords = (texts: Readonly<Record<string, string>>): string => texts[locale()] ?? texts.en ?? '';

/** The map that an address means: its number, with or without zeros in front. */
export function mapOf(part: string, tables: PixelsWarsTables): PixelsWarsMap | undefined {
  return /^\d{1,4}$/.test(part) ? tables.maps.find((map) => map.id === Number(part)) : undefined;
}

const BUILDINGS: readonly string[] = ['city', 'army_base', 'hospital', 'airport'];

/** The map before the first action, as a view. */
export function viewOf(map: PixelsWarsMap, tables: PixelsWarsTables): PixelsWarsView {
  const kinds = new Map(tables.ground.map(({ letter, ground }) => [letter, ground as string]));
  const buildings = map.grid.flatMap((row, y) =>
    [...row].flatMap((letter, x): PixelsWarsBuilding[] => {
      const kind = kinds.get(letter) ?? '';
      if (!BUILDINGS.includes(kind)) return [];
      return [{ kind: kind as PixelsWarsBuilding['kind'], x, y, owner: 0, points: tables.capture_points }];
    }),
  );
  const units = map.units.map(({ kind, player, at }, id) => {
    const facts = tables.units.find((unit) => unit.kind === kind);
    const [x, y] = at as [number, number];
    const { hp = 1, movement = 0, attacks = 0, captures = false } = facts ?? {};
    return { id, owner: player, kind, x, y, hp, movement, attacks, captures: captures ? 1 : 0 };
  });
  return {
    player_id: 0,
    map: map.id,
    width: map.grid[0]?.length ?? 0,
    height: map.grid.length,
    grid: map.grid,
    buildings,
    units,
    next_id: units.length,
    funds: map.funds,
    current_player: 1,
    turn: 1,
    round: 1,
    max_rounds: null,
    left: [],
    winner: null,
    reason: null,
  };
}
