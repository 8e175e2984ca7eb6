/** CellWar's page module: names of cells, log lines, gestures; and that the page knows none of its rules. */
import { relearn, turnLearned, TURNS } from '../src/lessons';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tell } from '../src/games/cellwar-words';
import { CellWarPlay } from '../src/games/cellwar-play';
import type { PlayHost } from '../src/games/module';
import type {
  CellWarAdvice,
  CellWarChoice,
  CellWarEffect,
  CellWarUnit,
  CellWarView,
  Looked,
  StateUpdate,
} from '../src/protocol';
import { settings } from '../src/settings';

beforeEach(() => {
  settings.language = 'en';
});
afterEach(() => {
  settings.language = 'system';
  settings.confirm = 'two-step';
});

const mine: CellWarUnit = { id: 1, owner: 1, type: 'infantry', counter: 0 };
const factory: CellWarUnit = { id: 3, owner: 1, type: 'factory', counter: 0 };
const theirs: CellWarUnit = { id: 2, owner: 2, type: 'fortification', counter: 2 };

/** 4 x 3: mine at 1,1, theirs at 2,1, an own factory at 0,2, fog on the right. */
function update(acted = false): StateUpdate {
  const units = new Map([['1,1', mine], ['2,1', theirs], ['0,2', factory]]); // prettier-ignore
  const tiles: CellWarView['tiles'] = [0, 1, 2].map((y) =>
    [0, 1, 2, 3].map((x) => {
      if (x === 3) return { seen: 'fog' as const };
      const unit = units.get(`${x},${y}`);
      return { seen: 'visible' as const, ...(unit ? { unit } : {}) };
    }),
  );
  const view: CellWarView = {
    player_id: 1,
    width: 4,
    height: 3,
    players: 2,
    tiles,
    my_units: [
      { ...mine, x: 1, y: 1, acted, blocked: false, valid_actions: [] },
      { ...factory, x: 0, y: 2, acted: false, blocked: false, valid_actions: [] },
    ],
    current_player: 1,
    round: 4,
    max_rounds: null,
    left: [],
    winner: null,
    reason: null,
  };
  const legal = acted ? [] : choices().map((choice) => ({ ...choice.action }));
  return { type: 'StateUpdate', seq: 1, view: { ...view }, legal, effects: [] };
}

function choice(
  dx: number,
  dy: number,
  kind: CellWarChoice['kind'],
  changes: CellWarChoice['changes'] = [],
): CellWarChoice {
  return { action: { unit_id: 1, dx, dy }, to: [1 + dx, 1 + dy], kind, cost: 1, via: null, changes };
}

function choices(): CellWarChoice[] {
  return [
    choice(0, 0, 'stay'),
    choice(0, -1, 'move'),
    choice(1, 0, 'attack', [
      { what: 'dies', unit: mine, at: [1, 1] },
      { what: 'becomes', unit: theirs, at: [2, 1], becomes: { ...theirs, type: 'infantry', counter: 0 } },
    ]),
  ];
}

function looked(): Looked {
  const advice: CellWarAdvice = {
    units: [
      { id: 1, at: [1, 1], why: null, choices: choices(), sight: 1, in_danger_from: [[2, 1]] },
      { id: 3, at: [0, 2], why: 'waits_for_fighters', choices: [], sight: 1, in_danger_from: [] },
    ],
    threats: [{ unit: theirs, at: [2, 1], range: [[1, 1], [1, 0]] }],
    dying: [],
    waiting: [1, 3],
  }; // prettier-ignore
  return { type: 'Looked', request: 1, seq: 1, advice: { ...advice }, grid: [], text: '', notations: [] };
}

function table() {
  const log = { acts: [] as unknown[], said: [] as string[], spoken: [] as string[] };
  const host: PlayHost = {
    player: 1,
    playerName: (player) => ['', 'Anna', 'Bob'][player] ?? '',
    act: (action) => log.acts.push(action),
    busy: () => false,
    sketch: () => undefined,
    commit: () => undefined,
    discard: () => undefined,
    animate: () => undefined,
    endTurn: () => log.acts.push('end'),
    changed: () => undefined,
    pointed: () => undefined,
    say: (text) => log.said.push(text),
    announce: (text) => log.spoken.push(text),
    cue: () => undefined,
  };
  const play = new CellWarPlay(host);
  play.show(update());
  play.advise(looked());
  return { play, ...log };
}

describe('names of cells', () => {
  it('say whose, where and what it can do', () => {
    const { play } = table();
    expect(play.cellName([1, 1])).toBe('your infantry, column 1, row 1, can act, in danger');
    expect(play.cellName([2, 1])).toBe('fortification 2 of Bob, column 2, row 1');
    expect(play.cellName([0, 2])).toBe(
      'your factory, column 0, row 2, waits until infantry and fortifications have acted',
    );
    expect(play.cellName([0, 0])).toBe('empty, column 0, row 0');
    expect(play.cellName([3, 0])).toBe('fog, column 3, row 0');
  });

  it('say what the selected unit can do there', () => {
    const { play } = table();
    play.press([1, 1], 'primary');
    expect(play.cellName([1, 0])).toBe('empty, column 1, row 0, can move here');
    expect(play.cellName([2, 1])).toContain('can be attacked');
  });
});

describe('lessons', () => {
  it('say what to do next, in place of what is known', () => {
    relearn();
    const { play } = table();
    expect(play.summary()).toMatchObject({ title: 'Your first turns', facts: [] });
    play.hover([2, 1]);
    expect(play.summary()!.title).toBe('Fortification 2');
    play.hover(null);
    play.press([1, 1], 'primary');
    expect(play.summary()!.hint).toContain('Choose a dot');
    play.press([1, 0], 'primary');
    expect(play.summary()!.hint).toContain('what would happen');
    for (let turn = 0; turn < TURNS; turn++) turnLearned('cellwar');
    expect(play.summary()!.hint).toContain('Press again');
  });
});

describe('the status panel', () => {
  const lines = (play: CellWarPlay) => play.summary()!.facts.map(({ label, value }) => `${label}: ${value}`);

  it('tells of an own unit its kind, place, sight, danger and every vector', () => {
    for (let turn = 0; turn < TURNS; turn++) turnLearned('cellwar');
    const { play } = table();
    play.press([1, 1], 'primary');
    expect(play.summary()).toMatchObject({ title: 'Infantry', owner: 1 });
    expect(lines(play)).toEqual([
      'Where: column 1, row 1',
      'Sight: 1 cell around',
      'Can go: stay, up, right',
      'In danger: from 2,1',
    ]);
    const free = looked();
    const around = [-1, 0, 1].flatMap((dy) =>
      [-1, 0, 1].map((dx) => choice(dx, dy, dx || dy ? 'move' : 'stay')),
    );
    Object.assign((free.advice as unknown as CellWarAdvice).units[0]!, { choices: around });
    play.advise(free);
    expect(lines(play)).toContain('Can go: ↖ ↑ ↗ ← • → ↙ ↓ ↘');
    play.cancel();
    play.hover([0, 2]);
    expect(lines(play)).toContain('State: waits until infantry and fortifications have acted');
  });

  it('tells of an enemy what is known, and since when', () => {
    const { play } = table();
    play.hover([2, 1]);
    expect(play.summary()).toMatchObject({ title: 'Fortification 2', owner: 2 });
    expect(lines(play)).toEqual(['Where: column 2, row 1', 'Known: in sight']);
    const later = update();
    const tiles = later.view.tiles as CellWarView['tiles'];
    Object.assign(tiles[0]![2]!, {
      seen: 'last_known',
      since: 3,
      unit: { ...theirs, id: 9, type: 'factory', counter: 0 },
    });
    play.show(later);
    play.hover([2, 0]);
    expect(play.summary()).toMatchObject({ title: 'Factory', owner: 2 });
    expect(lines(play)).toEqual(['Where: column 2, row 0', 'Known: last seen in round 3']);
  });
});

describe('gestures', () => {
  it('show first and act second, by left, right or touch', () => {
    for (const how of ['primary', 'secondary', 'touch'] as const) {
      const { play, acts, spoken } = table();
      play.press([1, 1], 'primary');
      play.press([2, 1], how);
      expect(acts).toEqual([]);
      expect(spoken.at(-1)).toContain('Your infantry is destroyed');
      play.press([2, 1], how);
      expect(acts).toEqual([{ unit_id: 1, dx: 1, dy: 0 }]);
    }
  });

  it('act at once when wished, but never stay by a second tap on the unit alone', () => {
    settings.confirm = 'one-step';
    const { play, acts } = table();
    play.press([1, 1], 'touch');
    play.press([1, 1], 'touch');
    expect(acts).toEqual([]);
    play.press([1, 0], 'touch');
    expect(acts).toEqual([{ unit_id: 1, dx: 0, dy: -1 }]);
  });

  it('deselect on an empty cell and with Escape', () => {
    const { play } = table();
    play.press([1, 1], 'primary');
    play.press([0, 0], 'primary');
    expect(play.steering).toBe(false);
    play.press([1, 1], 'primary');
    play.press([1, 0], 'primary');
    expect(play.cancel()).toBe(true);
    expect(play.steering).toBe(true);
    expect(play.cancel()).toBe(true);
    expect(play.steering).toBe(false);
    expect(play.cancel()).toBe(false);
  });

  it('move the cursor with nothing selected and steer with something', () => {
    const { play, acts } = table();
    play.arrow(0, -1);
    expect(play.cursor).toEqual([1, 0]);
    play.arrow(0, 1);
    play.confirm();
    play.arrow(1, 0);
    play.confirm();
    expect(acts).toEqual([{ unit_id: 1, dx: 1, dy: 0 }]);
  });

  it('never select what has acted or waits, and never end the turn by the next-unit key', () => {
    const { play, acts } = table();
    play.press([0, 2], 'primary');
    expect(play.steering).toBe(false);
    for (let count = 0; count < 5; count++) play.cycle(1, true);
    expect(play.selected([1, 1])).toBe(true);
    expect(acts).toEqual([]);
  });

  it('leave the round past the last', () => {
    const { play } = table();
    expect(play.cycle(1, false)).toBe(true);
    expect(play.cycle(1, false)).toBe(false);
    expect(play.steering).toBe(false);
  });

  it('count all that must act, also those that wait', () => {
    expect(table().play.waiting).toBe(2);
  });
});

describe('commands', () => {
  it('play and answer', () => {
    const { play, acts, said } = table();
    play.command('act 1,1 right');
    expect(acts).toEqual([{ unit_id: 1, dx: 1, dy: 0 }]);
    play.command('act 1,1 left');
    play.command('act 0,2 up');
    play.command('act 0,0 up');
    play.command('enemies');
    play.command('threats');
    play.command('end');
    play.command('at 9,9');
    expect(said).toEqual([
      'Not possible: left. Possible: stay, up, right.',
      'Not now: your factory waits until infantry and fortifications have acted.',
      'You have no unit at 0,0.',
      '1 enemy is known: fortification 2 of Bob, column 2, row 1.',
      'Infantry at 1,1 can be attacked from 2,1.',
      '2 must act',
      '9,9 is beyond the edge of the board.',
    ]);
  });
});

describe('the log', () => {
  const reader = { player: 1, name: (player: number) => ['', 'Anna', 'Bob'][player] ?? '' };
  const lines = (...effects: CellWarEffect[]) => tell(effects, reader).map((entry) => entry.text);

  it('tells an attack in one line', () => {
    expect(
      lines(
        { kind: 'died', at: [2, 1], unit: { ...theirs, type: 'factory', counter: 0 } },
        { kind: 'moved', at: [1, 1], to: [2, 1], unit: mine },
      ),
    ).toEqual(['Your infantry destroys factory of Bob at 2,1.']);
    expect(
      lines(
        { kind: 'died', at: [1, 1], to: [2, 1], unit: mine },
        { kind: 'changed', at: [2, 1], was: theirs, unit: { ...theirs, type: 'infantry', counter: 0 } },
      ),
    ).toEqual([
      'Your infantry is destroyed attacking fortification 2 of Bob at 2,1, which becomes infantry.',
    ]);
  });

  it('tells everything else too, in every language', () => {
    const effects: CellWarEffect[] = [
      { kind: 'moved', at: [1, 1], to: [1, 2], unit: mine },
      { kind: 'appeared', at: [1, 1], unit: theirs },
      { kind: 'vanished', at: [1, 1], unit: theirs },
      { kind: 'died', at: [1, 1], unit: mine },
      { kind: 'changed', at: [1, 1], was: mine, unit: { ...mine, type: 'fortification', counter: 1 } },
      { kind: 'changed', at: [1, 1], was: mine, unit: factory },
      { kind: 'produced', at: [1, 1], to: [1, 2], unit: mine },
      { kind: 'produced', to: [1, 2], unit: theirs },
      { kind: 'turn', player: 1, round: 3 },
      { kind: 'turn', player: 2, round: 3 },
      { kind: 'left', player: 2 },
    ];
    for (const language of ['en', 'fr', 'de'] as const) {
      settings.language = language;
      const told = lines(...effects);
      expect(told).toHaveLength(effects.length);
      for (const line of told) expect(line).not.toMatch(/[{}]|undefined|cellwar\.|log\./);
    }
  });
});

describe('the page', () => {
  it('holds no rule of movement, sight or combat', () => {
    const folder = join(import.meta.dirname, '../src/games');
    const forbidden = [
      /Math\.abs\([^)]*d[xy]/, // distance of a move
      /(sight|range|radius|reach)\w*\s*=\s*\d/,
      /type\s*===\s*'(infantry|fortification|factory)'[^?]*(\?|&&)\s*\d/,
      /counter\s*(\+|>=|<)/,
    ];
    for (const file of readdirSync(folder).filter((name) => name.startsWith('cellwar'))) {
      const text = readFileSync(join(folder, file), 'utf8');
      for (const rule of forbidden) expect(rule.test(text), `${file} has ${rule}`).toBe(false);
    }
  });
});

describe('a hint', () => {
  it('is shown like a choice of one’s own, and does nothing by itself', () => {
    const { play, acts } = table();
    const told = play.suggest([{ unit_id: 1, dx: 1, dy: 0 }]);
    expect(told?.text).toContain('at 1,1: right');
    expect([play.selected([1, 1]), acts, told?.actions]).toEqual([true, [], [{ unit_id: 1, dx: 1, dy: 0 }]]);
    expect(play.summary()?.facts.length).toBeGreaterThan(0); // its forecast
    expect(play.suggest([{ end_turn: true }])).toBeNull();
    expect(play.suggest([{ unit_id: 77, dx: 0, dy: 0 }])).toBeNull();
  });
});
