/** PixelsWars's page module: names of cells, gestures and their drafts, keys, words; and that the page knows none of its numbers. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { steered } from '../src/board/keys';
import { parse } from '../src/games/pixelswars-command';
import type { PixelsWarsPlay } from '../src/games/pixelswars-play';
import { setTables } from '../src/games/pixelswars-tables';
import { tell } from '../src/games/pixelswars-words';
import { relearn, TURNS, turnLearned } from '../src/lessons';
import type { PixelsWarsUnit } from '../src/protocol';
import { settings } from '../src/settings';
import { advice, forecast, looked, table, TABLES, THERE, unit, UNITS, update } from './pixelswars-table';

beforeEach(() => {
  settings.language = 'en';
  setTables(TABLES);
});
afterEach(() => {
  settings.language = 'system';
  settings.confirm = 'two-step';
  settings.keyboard = 'azerty';
});

describe('names of cells', () => {
  it('say whose, how well, where, on what ground, and what it can do', () => {
    const { play } = table();
    expect(play.cellName([1, 1])).toBe('your tank, 71 of 90 health, column 1, row 1, grass, can move');
    expect(play.cellName([0, 0])).toBe(
      'your infantry, 60 of 60 health, column 0, row 0, city of Bob, 10 of 20 points, can capture',
    );
    expect(play.cellName([4, 2])).toBe('Bob’s infantry, 60 of 60 health, column 4, row 2, grass');
    expect(play.cellName([0, 2])).toBe('army base, yours, column 0, row 2, sells units');
  });

  it('tell what the selected unit can reach, and what its shot would do from where', () => {
    const { play } = table();
    play.press([1, 1], 'primary');
    expect(play.cellName([2, 1])).toBe('forest, column 2, row 1, within reach, cost 3');
    expect(play.cellName([3, 1])).toContain(
      'target from column 2, row 1, Bob’s tank: −50, 40 left. It fires back: −11, 60 left.',
    );
  });
});

describe('the panel', () => {
  it('says once what a building lets a unit do', () => {
    const { play } = table();
    play.press([0, 0], 'primary');
    expect(play.summary()?.facts).toContainEqual({ label: 'Capture', value: 'possible here' });
  });
});

describe('the first turns', () => {
  it('are taught, beside what the panel says, until a few have ended', () => {
    relearn();
    const { play } = table();
    const said = () => play.summary()?.hint;
    expect(said()).toContain('Choose one of your units');
    play.press([0, 0], 'primary');
    expect(said()).toContain('Press Capture');
    play.press([1, 1], 'primary');
    expect(play.summary()).toMatchObject({ title: 'Tank', taught: true });
    expect(said()).toContain('Diamonds are where');
    play.hover([3, 1]);
    expect(said()).not.toContain('Diamonds are where'); // what is asked about comes first
    play.hover(null);
    play.press([2, 1], 'primary');
    expect(said()).toContain('take the move back');
    for (let turn = 0; turn < TURNS; turn++) turnLearned('pixelswars');
    expect(play.summary()?.taught).toBeUndefined();
  });

  it('lead to a purchase, and to the end of the turn', () => {
    relearn();
    const { play } = table();
    play.advise(looked({ ...advice(), waiting: [] }));
    expect(play.summary()?.hint).toContain('afford a unit');
    play.advise(looked({ ...advice(), waiting: [], shops: [] }));
    expect(play.summary()?.hint).toContain('end your turn');
  });
});

describe('a draft', () => {
  it('is shown at once, and taken back by cancel', () => {
    const { play, sent } = table();
    play.press([1, 1], 'primary');
    play.press([2, 1], 'primary');
    expect(sent).toEqual([{ sketch: { move: 0, to: [2, 1] } }]);
    expect(play.cellName([2, 1])).toContain('your tank');
    expect(play.scene.actors.get(0)).toMatchObject({ x: 2, y: 1 });
    expect(play.cancel()).toBe(true);
    expect(sent.at(-1)).toBe('discard');
    expect(play.cellName([1, 1])).toContain('your tank');
    expect(play.scene.actors.get(0)).toMatchObject({ x: 1, y: 1 });
    expect(play.unit).toBeNull();
  });

  it.each([
    ['confirm', (play: PixelsWarsPlay) => play.confirm(), null],
    ['another unit', (play: PixelsWarsPlay) => play.press([0, 0], 'primary'), null],
    ['a production building', (play: PixelsWarsPlay) => play.press([0, 2], 'primary'), null],
    ['a shot', (play: PixelsWarsPlay) => play.press([3, 1], 'primary'), { attack: 0, target: 2 }],
  ])('is sent by %s', (_, act, then) => {
    const { play, sent } = table();
    play.press([1, 1], 'primary');
    play.press([2, 1], 'primary');
    play.advise(looked(THERE));
    act(play);
    expect(sent.slice(1)).toEqual([{ commit: then }]);
    // What the host tells then is no news, and is not moved again.
    const moved = UNITS.map((each) => (each.id === 0 ? { ...each, x: 2, movement: 6 } : each));
    const told = update(moved, [{ kind: 'moved', unit: moved[0]!, path: [[1, 1], [2, 1]] }]); // prettier-ignore
    expect(play.steps(told)).toEqual([]);
    play.show(told);
    expect(play.position.draft).toBeNull();
    expect(sent.slice(2)).toEqual([]);
  });

  it('keeps the last cell while its moves are told one by one', () => {
    const { play } = table();
    play.press([1, 1], 'primary');
    play.press([2, 1], 'primary');
    play.advise(looked(THERE));
    play.press([1, 1], 'primary');
    play.confirm();
    const moved = UNITS.map((each) => (each.id === 0 ? { ...each, x: 2 } : each));
    play.show(update(moved, [{ kind: 'moved', unit: moved[0]!, path: [[1, 1], [2, 1]] }])); // prettier-ignore
    expect(play.cellName([1, 1])).toContain('your tank');
  });

  it('is given up when the host says it cannot be, or when something else happens', () => {
    for (const end of ['refused', 'told'] as const) {
      const { play, sent } = table();
      play.press([1, 1], 'primary');
      play.press([2, 1], 'primary');
      if (end === 'refused') play.advise(looked(advice()));
      else play.show(update());
      expect(play.position.draft).toBeNull();
      expect(sent.at(-1)).toBe('discard');
      expect(play.scene.actors.get(0)).toMatchObject({ x: 1, y: 1 });
    }
  });

  it('waits while something is on its way', () => {
    const { play, sent, wait } = table();
    play.press([1, 1], 'primary');
    wait(true);
    play.press([2, 1], 'primary');
    expect(sent).toEqual([]);
  });
});

describe('a shot', () => {
  it('is aimed by the first tap and fired by the second; a click that could be foreseen fires at once', () => {
    const { play, sent } = table();
    play.show(update(UNITS.map((each) => (each.id === 0 ? { ...each, x: 2 } : each))));
    play.advise(looked(THERE));
    play.press([2, 1], 'touch');
    play.press([3, 1], 'touch');
    expect(sent).toEqual([]);
    expect(play.bar()[0]).toMatchObject({ id: 'attack', enabled: true });
    expect(play.summary()?.facts.map(({ value }) => value)).toEqual([
      'Bob’s tank: −50, 40 left.',
      'It fires back: −11, 60 left.',
    ]);
    play.press([3, 1], 'touch');
    expect(sent).toEqual([{ commit: { attack: 0, target: 2 } }]);
  });

  it('is fired by one tap for those who want that', () => {
    settings.confirm = 'one-step';
    const { play, sent } = table();
    play.show(update(UNITS.map((each) => (each.id === 0 ? { ...each, x: 2 } : each))));
    play.advise(looked(THERE));
    play.press([2, 1], 'touch');
    play.press([3, 1], 'touch');
    expect(sent).toEqual([{ commit: { attack: 0, target: 2 } }]);
  });

  it('at somebody in reach leads to the best cell first, and only aims', () => {
    const { play, sent } = table();
    play.press([1, 1], 'primary');
    play.press([3, 1], 'primary');
    expect(sent).toEqual([{ sketch: { move: 0, to: [2, 1] } }]); // where the answer costs less
    expect(play.aim).toBe(2);
    play.advise(looked(THERE));
    play.press([3, 1], 'primary');
    expect(sent.at(-1)).toEqual({ commit: { attack: 0, target: 2 } });
  });

  it('at somebody out of reach is none: the enemy is inspected, and what was tried stays', () => {
    const { play, sent } = table();
    play.press([1, 1], 'primary');
    play.press([2, 1], 'primary');
    play.advise(looked(THERE));
    play.press([4, 2], 'primary');
    expect(play.inspected).toBe(3);
    expect(play.position.draft).not.toBeNull();
    play.press([4, 2], 'primary');
    expect(play.inspected).toBeNull();
    expect(sent).toHaveLength(1);
  });

  it.each(['primary', 'touch'] as const)(
    'at somebody who could be hit after one more move is none while a move can be taken back (%s)',
    (how) => {
      const { play, sent } = table();
      play.press([1, 1], how);
      play.press([1, 0], how);
      const tried = play.position.draft;
      const further = { to: [2, 1] as [number, number], cost: 4, via: [2, 0] as [number, number] };
      const shot = {
        origin: further.to,
        target: 2,
        at: [3, 1] as [number, number],
        forecast: forecast(40, 60),
      };
      play.advise(looked(advice({ movement: 7, reach: [further], shots: [shot] }, [1, 0])));
      play.hover([3, 1]);
      expect(play.shot).toBeNull(); // nor is a shot promised
      play.press([3, 1], how);
      expect([play.inspected, play.aim, play.unit]).toEqual([2, null, 0]);
      expect([sent, play.position.draft]).toEqual([[{ sketch: { move: 0, to: [1, 0] } }], tried]);
      play.press([3, 1], how);
      expect(play.inspected).toBeNull();
      expect([sent.length, play.position.draft]).toEqual([1, tried]);
      // Taken back, the same click leads there.
      play.cancel();
      play.advise(looked(advice()));
      play.press([1, 1], how);
      play.press([3, 1], how);
      expect([sent.at(-1), play.aim]).toEqual([{ sketch: { move: 0, to: [2, 1] } }, 2]);
    },
  );
});

describe('a press that comes before the answer', () => {
  it('is done as soon as it is known what can be done', () => {
    const { play, sent } = table();
    play.press([1, 1], 'primary');
    play.press([2, 1], 'primary');
    play.press([3, 1], 'primary'); // the advice of where it stood says nothing about this
    expect([sent.length, play.inspected]).toEqual([1, null]);
    play.advise(looked(THERE));
    expect(sent.at(-1)).toEqual({ commit: { attack: 0, target: 2 } });
  });

  it('is forgotten by Escape', () => {
    const { play, sent } = table();
    play.press([1, 1], 'primary');
    play.press([2, 1], 'primary');
    play.press([3, 1], 'primary');
    play.cancel();
    play.advise(looked(THERE));
    expect(sent).toEqual([{ sketch: { move: 0, to: [2, 1] } }, 'discard']);
  });
});

describe('Escape', () => {
  it('closes the shop, then the aim, then the inspection, then takes the selection back', () => {
    const { play } = table();
    play.openShop([0, 2]);
    expect(play.cancel()).toBe(true);
    expect(play.shop()).toBeNull();
    play.press([1, 1], 'primary');
    play.press([4, 2], 'primary');
    play.aim = 2;
    play.cancel();
    expect([play.aim, play.inspected, play.unit]).toEqual([null, 3, 0]);
    play.cancel();
    expect([play.inspected, play.unit]).toEqual([null, 0]);
    play.cancel();
    expect(play.unit).toBeNull();
    expect(play.cancel()).toBe(false);
  });
});

describe('keys', () => {
  it('steer by where the letters lie', () => {
    expect(['z', 'q', 's', 'd'].map((key) => steered(key, 'azerty'))).toEqual([[0, -1], [-1, 0], [0, 1], [1, 0]]); // prettier-ignore
    expect(['w', 'a', 's', 'd'].map((key) => steered(key, 'qwerty'))).toEqual([[0, -1], [-1, 0], [0, 1], [1, 0]]); // prettier-ignore
    expect([steered('w', 'azerty'), steered('z', 'qwerty'), steered('Enter', 'azerty')]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('go step by step, the next as soon as it is known what can be reached', () => {
    const { play, sent } = table();
    play.press([1, 1], 'primary');
    play.arrow(1, 0);
    play.key('q');
    expect(sent).toEqual([{ sketch: { move: 0, to: [2, 1] } }]);
    play.advise(looked(THERE));
    expect(sent.at(-1)).toEqual({ sketch: { move: 0, to: [1, 1] } });
  });

  it('aim at who stands in the way, or go through the targets with Tab', () => {
    const { play, sent } = table();
    play.show(update(UNITS.map((each) => (each.id === 0 ? { ...each, x: 2 } : each))));
    play.advise(looked(THERE));
    play.press([2, 1], 'primary');
    play.arrow(1, 0);
    expect(play.aim).toBe(2);
    play.cancel();
    expect(play.cycle(1, false)).toBe(true);
    expect(play.aim).toBe(2);
    play.confirm();
    expect(sent).toEqual([{ commit: { attack: 0, target: 2 } }]);
  });

  it('capture with Space, and say when there is nothing to', () => {
    const { play, sent, spoken } = table();
    play.press([1, 1], 'primary');
    play.key(' ');
    expect(spoken.at(-1)).toBe('There is nothing it can capture here');
    play.press([0, 0], 'primary');
    play.key(' ');
    expect(sent).toEqual([{ commit: { capture: 1 } }]);
  });

  it('N visits all that can act and comes round again', () => {
    const { play } = table();
    const visited = [1, 2, 3].map(() => (play.cycle(1, true), play.unit));
    expect(visited[0]).not.toBe(visited[1]);
    expect(visited[2]).toBe(visited[0]);
  });
});

describe('buying', () => {
  it('offers what the advice offers, with the reason when something is not for sale now', () => {
    const { play, sent } = table();
    play.press([0, 2], 'primary');
    const shop = play.shop();
    expect(shop?.offers.map(({ name, price, why }) => [name, price, why])).toEqual([
      ['Infantry', '6$', null],
      ['Tank', '7$', 'You are 1$ short'],
    ]);
    shop?.buy('infantry');
    expect(sent).toEqual([{ buy: 'infantry', at: [0, 2] }]);
    play.show(
      update(UNITS, [{ kind: 'bought', unit: unit(4, 1, 'infantry', 0, 2, 60), at: [0, 2], price: 6 }]),
    );
    expect(play.shop()).toBeNull();
  });
});

describe('the command box', () => {
  it('understands both the reader’s words and English ones', () => {
    expect(parse('move 3,2 5,2')).toEqual({ do: 'move', at: [3, 2], to: [5, 2] });
    expect(parse('what is at 3,2?')).toEqual({ do: 'at', at: [3, 2] });
    expect(parse('4, 1')).toEqual({ do: 'at', at: [4, 1] });
    expect(parse('attack 3,2')).toEqual({ do: 'unknown', why: 'two_places' });
    expect(parse('buy tank 1,1')).toEqual({ do: 'buy', kind: 'tank', at: [1, 1] });
    expect(parse('buy 1,1')).toEqual({ do: 'unknown', why: 'kind' });
    settings.language = 'fr';
    expect(parse('acheter char 1,1')).toEqual({ do: 'buy', kind: 'tank', at: [1, 1] });
    expect(parse('attaquer 3,2 4,2')).toEqual({ do: 'attack', at: [3, 2], to: [4, 2] });
    settings.language = 'de';
    expect(parse('ziehe 3,2 5,2')).toEqual({ do: 'move', at: [3, 2], to: [5, 2] });
    expect(parse('einnehmen 3,2')).toEqual({ do: 'capture', at: [3, 2] });
  });

  it('plays', () => {
    const { play, sent, said } = table();
    play.command('move 1,1 2,1');
    expect(sent).toEqual([{ sketch: { move: 0, to: [2, 1] } }]);
    play.advise(looked(THERE));
    play.command('attack 2,1 4,2');
    expect(said.at(-1)).toBe('Not that one. It can attack: 3,1.');
    play.command('attack 2,1 3,1');
    expect(sent.at(-1)).toEqual({ commit: { attack: 0, target: 2 } });
  });

  it('tells about both armies, dangers and places', () => {
    const { play, said } = table();
    for (const line of ['units', 'enemies', 'threats', 'at 2,1', 'at 9,9', 'nonsense']) play.command(line);
    expect(said.map((line) => line.slice(0, 24))).toEqual([
      'You have 2 units: your t',
      '2 enemies are known: Bob',
      'Tank at 1,1 can be attac',
      'forest, column 2, row 1.',
      '9,9 is beyond the edge o',
      '“nonsense” means nothing',
    ]);
  });
});

describe('the log', () => {
  it('tells a fight, a capture and what a turn brings', () => {
    const [mine, , theirs] = UNITS as [PixelsWarsUnit, PixelsWarsUnit, PixelsWarsUnit];
    const reader = { player: 1, name: (player: number) => ['', 'Anna', 'Bob'][player] ?? '' };
    const lines = tell(
      [
        { kind: 'moved', unit: mine, path: [[0, 1], [1, 1]] },
        { kind: 'shot', unit: mine, target: theirs, at: [1, 1], to: [3, 1], damage: 50, hp: 40 },
        { kind: 'answered', unit: theirs, target: mine, at: [3, 1], to: [1, 1], damage: 71, hp: 0 },
        { kind: 'died', unit: mine, at: [1, 1] },
        { kind: 'turn', player: 1, round: 2 },
        { kind: 'income', player: 1, at: [0, 0], amount: 5 },
        { kind: 'income', player: 1, at: [4, 0], amount: 5 },
      ],
      reader,
    ); // prettier-ignore
    expect(lines.map(({ text }) => text)).toEqual([
      'Your tank moves to 1,1.',
      'Your tank fires: Bob’s tank −50, 40 left.',
      'Bob’s tank fires back: your tank −71, 0 left.',
      'Your tank is lost.',
      'Round 2: it is your turn.',
      'Anna: +10$ from 2 cities.',
    ]);
    expect(lines[3]?.bad).toBe(true);
  });
});

describe('the page knows none of its numbers', () => {
  it('no unit’s name stands in the module: kinds come from the tables', () => {
    const folder = join(import.meta.dirname, '../src/games');
    const kinds = /['"`](infantry|rocket|sniper|jeep|tank|artillery|anti_air|helicopter|plane)['"`]/;
    const guilty = readdirSync(folder)
      .filter((file) => file.startsWith('pixelswars'))
      .filter((file) => kinds.test(readFileSync(join(folder, file), 'utf8')));
    expect(guilty).toEqual(['pixelswars-cues.ts']); // the voice of a kind that has none
  });

  it('no price, strength, range or cost is written down or compared with a number', () => {
    const names = 'price|hp|movement|attacks?|defence|cost|range|income|healing|points|multipliers?';
    const rule = new RegExp(`\\b(${names})['"]?\\s*(:|[=!]==?|=|[<>]=?)\\s*\\[?(?![01]\\b)\\d.*`, 'g');
    expect(
      ['attack: 40,', 'range = [2, 3]', 'if (hp < 100)'].map((line) => line.match(rule)?.length),
    ).toEqual([1, 1, 1]);
    const root = join(import.meta.dirname, '../src');
    const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((file) => /^(games.pixelswars|screens|board|art).*\.(ts|svelte)$/.test(file))
      .filter((file) => !file.endsWith('.test.ts'));
    expect(sources.length).toBeGreaterThan(60);
    for (const file of sources)
      expect([file, readFileSync(join(root, file), 'utf8').match(rule)]).toEqual([file, null]);
  });
});

describe('a hint', () => {
  it('is tried on the board: the unit goes there, and aims as soon as that is known', () => {
    const { play, sent } = table();
    const told = play.suggest([{ move: 0, to: [2, 1] }, { attack: 0, target: 2 }, { end_turn: true }]);
    expect(told?.text).toBe('Tank from 1,1 to 2,1, then attack Bob’s tank (3,1).');
    expect(told?.actions).toEqual([
      { move: 0, to: [2, 1] },
      { attack: 0, target: 2 },
    ]);
    expect([sent, play.unit, play.aim]).toEqual([[{ sketch: { move: 0, to: [2, 1] } }], 0, null]);
    play.advise(looked(THERE));
    expect(play.aim).toBe(2);
    while (play.cancel());
    expect([sent.at(-1), play.unit, play.aim]).toEqual(['discard', null, null]);
  });

  it('captures, buys, and leaves the end of the turn to others', () => {
    const { play } = table();
    expect(play.suggest([{ capture: 1 }])?.text).toBe('Infantry at 0,0: capture.');
    expect(play.suggest([{ buy: 'infantry', at: [0, 2] }])?.text).toBe('Buy Infantry at 0,2.');
    expect([play.shop(), play.cursor, play.hinted]).toEqual([null, [0, 2], [0, 2]]); // nothing lies over the hint
    expect([play.cancel(), play.hinted, play.cancel()]).toEqual([true, null, false]);
    expect(play.suggest([{ end_turn: true }])).toBeNull();
    expect(play.suggest([{ attack: 99, target: 2 }])).toBeNull();
  });
});
