/**
 * One seat and its board with a host made by hand: how long what others do is shown, hints with their level, what is
 * said when the computer failed, and with which budget it plays.
 */
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { GameInfo } from '../src/api';
import { TURNS, learning, relearn } from '../src/lessons';
import type { CellWarEffect, CellWarUnit, HostMessage, StateUpdate } from '../src/protocol';
import Actions from '../src/screens/match/Actions.svelte';
import Hint from '../src/screens/match/Hint.svelte';
import Log from '../src/screens/match/Log.svelte';
import TurnBar from '../src/screens/match/TurnBar.svelte';
import { SeatTable } from '../src/screens/match/seat';
import { resetSettings, settings, type Speed } from '../src/settings';
import { MemoryTransport } from '../src/transport/memory';
import LevelChoice from '../src/ui/LevelChoice.svelte';

const server = vi.hoisted(() => ({ games: [] as GameInfo[] }));
vi.mock('../src/titles.svelte', () => ({
  gamesTold: () => Promise.resolve(server.games),
  gameOf: (game: string) => server.games.find(({ id }) => id === game),
  titleOf: (game: string) => game,
}));

const mine: CellWarUnit = { id: 1, owner: 1, type: 'infantry', counter: 0 };
const theirs: CellWarUnit = { id: 2, owner: 2, type: 'infantry', counter: 0 };
const seats = [
  { player: 1, name: 'Ada', kind: 'human' as const, bot: null },
  { player: 2, name: 'Bob', kind: 'computer' as const, bot: 'hard' },
];

/** A row of five: mine at the left, theirs at `x`. */
function update(
  seq: number,
  current: number,
  x: number,
  effects: readonly CellWarEffect[] = [],
): StateUpdate {
  const at = (column: number) => (column === 0 ? mine : column === x ? theirs : null);
  const tiles = [0, 1, 2, 3, 4].map((column) => {
    const unit = at(column);
    return { seen: 'visible', ...(unit ? { unit } : {}) };
  });
  const action = { unit_id: 1, dx: 1, dy: 0 };
  const view = {
    ...{ player_id: 1, width: 5, height: 1, players: 2, tiles: [tiles], round: 1, max_rounds: null },
    my_units: [{ ...mine, x: 0, y: 0, acted: false, blocked: false, valid_actions: [{ dx: 1, dy: 0 }] }],
    ...{ current_player: current, left: [], winner: null, reason: null },
  };
  const legal = current === 1 ? [action] : [];
  return { type: 'StateUpdate', seq, view, legal, effects: effects as never, resync: seq === 1 };
}

const MOVED: CellWarEffect = { kind: 'moved', unit: theirs, at: [3, 0], to: [2, 0] };

let line: MemoryTransport;
let table: SeatTable;
let match = 0;

/** A seat that has been shown its first view. */
function sit(current = 1): void {
  line = new MemoryTransport(() => undefined);
  table = new SeatTable('cellwar', `m${++match}`, 1, line);
  const rest = { version: 1, options: {}, player: 1, seats, hidden: true, protocol: 1 };
  tell({ type: 'Welcome', match_id: 'm', game: 'cellwar', seq: 0, ...rest });
  tell(update(1, current, 3));
  table.activate(true);
}

const tell = (message: HostMessage) => line.deliver(message);
const said = () => table.log.map(({ text }) => text);

beforeEach(() => {
  server.games = [];
  resetSettings();
  settings.language = 'en';
  settings.sound = false;
  vi.useFakeTimers();
});
afterEach(() => {
  table?.close();
  vi.restoreAllMocks();
  vi.useRealTimers();
  document.body.innerHTML = '';
});

/** How long a step of the other's is shown. */
function shownFor(): number {
  sit(2);
  let painted = 0;
  table.paint = () => (painted += 1);
  tell(update(2, 1, 2, [MOVED]));
  const began = performance.now();
  for (let frame = 0; frame < 1000 && !table.settled; frame++) vi.advanceTimersByTime(16);
  expect(table.settled).toBe(true);
  expect(painted > 0).toBe(performance.now() > began);
  return performance.now() - began;
}

it('shows for longer or shorter what others do, as the setting says, whatever the own speed is', () => {
  const times: number[] = [];
  for (const own of ['slow', 'instant'] as const)
    for (const others of ['slow', 'normal', 'fast', 'instant'] satisfies Speed[]) {
      Object.assign(settings, { speed: own, speedOthers: others });
      times.push(shownFor());
      table.close();
    }
  const [slow, normal, fast, instant] = times as [number, number, number, number];
  expect(slow).toBeGreaterThan(normal * 1.4);
  expect(normal).toBeGreaterThan(fast * 1.4);
  expect(fast).toBeGreaterThan(50);
  expect(instant).toBe(0);
  expect(times.slice(4)).toEqual(times.slice(0, 4));
  Object.assign(settings, { speed: 'slow', speedOthers: 'same' });
  expect(shownFor()).toBe(slow);
});

it('counts its own turns that ended, for the lessons of its game, and nobody else’s', () => {
  relearn();
  sit(2);
  Object.assign(settings, { speed: 'instant', speedOthers: 'instant' });
  for (let ended = 0; ended < TURNS; ended++) {
    tell(update(2 * ended + 2, 1, 3));
    expect(learning('cellwar')).toBe(true);
    tell(update(2 * ended + 3, 2, 3));
  }
  expect([learning('cellwar'), learning('traversal')]).toEqual([false, true]);
  relearn();
});

describe('a hint', () => {
  it('says whose advice it is, in the log and beside the board', () => {
    sit();
    table.session.hint();
    tell({
      type: 'Hinted',
      request: -2,
      seq: 1,
      level: 'hard',
      actions: [{ unit_id: 1, dx: 1, dy: 0 }],
      said: '',
    });
    expect(table.hint).toMatchObject({ level: 'Hard' });
    expect(said().at(-1)).toMatch(/^Hint of the level “Hard”: /);
    const target = document.body;
    const nothing = () => undefined;
    for (const [language, words] of [
      ['en', '“Hard” would play:'],
      ['fr', '«\u202fHard\u202f» jouerait\u202f:'],
      ['de', '„Hard“ würde spielen:'],
    ] as const) {
      settings.language = language;
      const props = { suggestion: table.hint!, busy: false, onplay: nothing, onclose: nothing };
      const shown = mount(Hint, { target, props });
      flushSync();
      expect(target.textContent).toContain(words);
      expect(target.textContent).toContain(table.hint!.text);
      void unmount(shown);
    }
  });
});

/** The buttons, and what stands beside them. */
function beside() {
  const nothing = () => undefined;
  const rest = { actions: [], myTurn: true, waiting: 0, canEnd: false, idle: 0, busy: false, thinking: null };
  const on = { onhurry: nothing, onend: nothing, onnext: nothing };
  const props = { ...rest, ...on, problem: table.problem, notice: table.notice };
  const shown = mount(Actions, { target: document.body, props });
  flushSync();
  return shown;
}

describe('somebody who has left', () => {
  const LEFT = { kind: 'left', player: 2 } as const;
  const GONE = 'Bob has left the match.';
  const TAKEN_BACK = 'A player left in the middle of a turn: that turn is taken back.';

  beforeEach(() => {
    settings.speed = 'instant';
  });

  it.each([
    ['en', 'Bob has left in the middle of a turn: that turn is taken back.'],
    ['fr', 'Bob a quitté la partie en plein tour\u00a0: ce tour est annulé.'],
    ['de', 'Bob hat die Partie mitten im Zug verlassen: Dieser Zug wird zurückgenommen.'],
  ] as const)(
    'in their turn is told beside the buttons, where a log may be folded: %s',
    (language, words) => {
      settings.language = language;
      sit(2);
      tell({ type: 'Rollback', seq: 2 });
      tell({ type: 'PlayerDisconnected', seq: 3, player_id: 2 });
      expect(table.notice).toBeNull(); // first the board as it was before
      tell(update(4, 1, 3, [LEFT]));
      expect([table.notice, table.problem]).toEqual([words, null]);
      const shown = beside();
      expect(document.querySelector('.notice')!.textContent).toBe(words);
      void unmount(shown);
      table.hurry();
      tell(update(5, 2, 3));
      expect(table.notice).toBeNull();
    },
  );

  it('is read out with the log, once each, also while that is folded', () => {
    Element.prototype.scrollTo = vi.fn();
    sit(2);
    tell({ type: 'Rollback', seq: 2 });
    tell({ type: 'PlayerDisconnected', seq: 3, player_id: 2 });
    tell(update(4, 1, 3, [LEFT]));
    expect(said().filter((text) => [GONE, TAKEN_BACK].includes(text))).toEqual([TAKEN_BACK, GONE]);
    const props = { lines: table.log, open: false, hint: '', oncommand: () => undefined };
    const shown = mount(Log, { target: document.body, props });
    flushSync();
    const read = document.querySelector('[role=log][aria-live=polite]')!.textContent;
    expect([TAKEN_BACK, GONE].filter((text) => !read.includes(text))).toEqual([]);
    void unmount(shown);
  });

  it('between turns takes nothing back, and is logged where the game has no word for it', () => {
    sit();
    tell({ type: 'PlayerDisconnected', seq: 2, player_id: 2 });
    tell(update(3, 1, 3));
    expect(table.notice).toBe(GONE);
    expect(said().filter((text) => text.includes('left'))).toEqual([GONE]);
  });

  it('and was this very player is told so', () => {
    sit();
    tell({ type: 'Rollback', seq: 2 });
    tell({ type: 'PlayerDisconnected', seq: 3, player_id: 1 });
    tell(update(4, 2, 3));
    expect(table.notice).toBe('You have left this match.');
  });

  it('is told after the turns that are shown once more of themselves', () => {
    settings.autoRecap = true;
    sit(2);
    tell(update(2, 2, 2, [MOVED]));
    tell({ type: 'Rollback', seq: 3 });
    tell({ type: 'PlayerDisconnected', seq: 4, player_id: 2 });
    tell(update(5, 1, 3, [LEFT]));
    expect([table.recapping === null, table.notice]).toEqual([false, null]);
    table.hurry();
    expect(table.notice).toContain('Bob has left in the middle of a turn');
  });
});

describe('a computer that failed', () => {
  it('is told once, calmly, beside the buttons and in the log, until the next gesture', () => {
    sit(2);
    settings.speed = 'slow';
    tell(update(2, 1, 2, [MOVED]));
    tell({ type: 'Faltered', player: 2, lasting: false });
    expect(table.notice).toBeNull(); // first what it did is shown
    vi.advanceTimersByTime(20_000);
    const words = 'Bob had a problem: something simple was played in its place.';
    expect([table.notice, said().at(-1), table.problem]).toEqual([words, words, null]);
    const shown = beside();
    expect(document.body.textContent).toContain(words);
    expect(document.querySelector('[role=alert]')).toBeNull();
    void unmount(shown);
    table.hurry();
    tell({ type: 'Pong', seq: 2 });
    tell({ type: 'Presence', players: [] });
    expect(table.notice).toBeNull();
    expect(said().filter((text) => text === words)).toHaveLength(1);
  });

  it('and is replaced for good is told so', () => {
    sit();
    tell({ type: 'Faltered', player: 2, lasting: true });
    expect(table.notice).toBe('Bob took too long: from now on it plays at random.');
  });
});

describe('the budget', () => {
  const LIGHT = 'On this server the rules are not compiled: the computer thinks less and is weaker.';
  const FULL = 'The computer thinks with its full budget here.';
  const info = (nodes: number) =>
    ({
      ...{ id: 'cellwar', title: {}, version: 1, options: {}, labels: {}, players: 2 },
      levels: [
        { name: 'easy', nodes: 600, full: 600 },
        { name: 'hard', nodes, full: 24_000 },
      ],
      budget: nodes < 24_000 ? 'light' : 'full',
    }) as unknown as GameInfo;

  it.each([
    ['light', 3500, LIGHT, 'Hard, reduced'],
    ['full', 24_000, FULL, 'Hard'],
  ] as const)('is told in the match and where a level is chosen: %s', async (kind, nodes, words, short) => {
    server.games = [info(nodes)];
    sit();
    await vi.advanceTimersByTimeAsync(10);
    expect(said()).toContain(words);
    expect(said()).toContain('Bob plays at the level “Hard”.');
    expect(said()).not.toContain(kind === 'light' ? FULL : LIGHT);

    const target = document.body;
    const nobody = { standingOf: () => null, over: false, presence: [] };
    const bar = mount(TurnBar, {
      target,
      props: {
        game: 'cellwar',
        seats,
        mine: [1],
        current: 1,
        round: 1,
        viewer: 1,
        nameOf: String,
        ...nobody,
      },
    });
    flushSync();
    const level = target.querySelector<HTMLElement>('.level')!;
    expect(level.textContent).toBe(short);
    expect(level.title).toContain(words);
    void unmount(bar);

    for (const [chosen, less] of [['hard', kind === 'light'], ['easy', false]] as const) {
      const choice = mount(LevelChoice, { target, props: { game: 'cellwar', level: chosen } });
      flushSync();
      expect(target.textContent!.includes(LIGHT)).toBe(less); // Easy never thinks for longer
      void unmount(choice);
      target.innerHTML = '';
    } // prettier-ignore
  });
});

describe('what is in view', () => {
  it('is what this player has when their first turn begins, and then what happened last', () => {
    settings.speed = 'instant';
    sit(2);
    const home = (table.home = vi.fn());
    tell(update(2, 1, 2, [MOVED]));
    expect(home).toHaveBeenCalledTimes(1);
    tell(update(3, 2, 2));
    tell(update(4, 1, 2));
    expect(table.toMove).toBe(true);
    expect(home).toHaveBeenCalledTimes(1);
  });
});
