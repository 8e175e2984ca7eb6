/** A match on the screen, with a host made by hand: whose keys are whose. */
import { flushSync, mount, tick, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MatchInfo } from '../src/api';
import type { CellWarUnit, ClientMessage, StateUpdate } from '../src/protocol';
import { navigate } from '../src/router';
import Table from '../src/screens/match/Table.svelte';
import { resetSettings, settings } from '../src/settings';
import type { MemoryTransport } from '../src/transport/memory';

const host = vi.hoisted(() => ({ line: null as MemoryTransport | null, sent: [] as ClientMessage[] }));
vi.mock('../src/transport/websocket', async () => {
  const { MemoryTransport } = await import('../src/transport/memory');
  class WebSocketTransport extends MemoryTransport {
    constructor() {
      super((message) => host.sent.push(message));
      host.line = this;
    }
  }
  return { WebSocketTransport, socketAddress: String };
});
vi.mock('../src/titles.svelte', () => ({
  gamesTold: () => Promise.resolve([]),
  gameOf: () => undefined,
  titleOf: (game: string) => game,
}));

class Observer {
  observe = () => undefined;
  unobserve = () => undefined;
  disconnect = () => undefined;
}

const seats = [
  { player: 1, name: 'Ada', kind: 'human' as const, bot: null },
  { player: 2, name: 'Bob', kind: 'computer' as const, bot: 'hard' },
];
const mine: CellWarUnit = { id: 1, owner: 1, type: 'infantry', counter: 0 };
const tiles = [{ seen: 'visible', unit: mine }, { seen: 'visible' }, { seen: 'visible' }];
const view = {
  ...{ player_id: 1, width: 3, height: 1, players: 2, tiles: [tiles], round: 1, max_rounds: null },
  my_units: [{ ...mine, x: 0, y: 0, acted: false, blocked: false, valid_actions: [{ dx: 1, dy: 0 }] }],
  ...{ current_player: 1, left: [], winner: null, reason: null },
};
const first: StateUpdate = {
  ...{ type: 'StateUpdate', seq: 1, view, effects: [], resync: true },
  legal: [{ unit_id: 1, dx: 1, dy: 0 }],
};

let outside: HTMLElement;
let table: Record<string, unknown>;

const one = (selector: string) => document.querySelector<HTMLElement>(selector)!;
const threatsShown = () => (flushSync(), one('.action.threats').ariaPressed === 'true');
const hints = () => host.sent.filter(({ type }) => type === 'hint').length;

function press(at: HTMLElement, key: string): void {
  if (at !== document.body) at.focus();
  expect(document.activeElement).toBe(at);
  at.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
}

beforeEach(async () => {
  resetSettings();
  settings.language = 'en';
  settings.sound = false;
  host.sent = [];
  vi.stubGlobal('ResizeObserver', Observer);
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  Element.prototype.scrollTo = vi.fn();
  navigate('/match/m');
  outside = document.createElement('div');
  outside.innerHTML = '<header><a href="/">Home</a><button>Mute</button></header><main tabindex="-1"></main>';
  document.body.append(outside);
  const info = { game: 'cellwar', game_id: 'm', mine: [1], seats } as unknown as MatchInfo;
  table = mount(Table, { target: one('main'), props: { info } });
  const rest = { version: 1, options: {}, player: 1, seats, hidden: true, protocol: 1 };
  host.line!.deliver({ type: 'Welcome', match_id: 'm', game: 'cellwar', seq: 0, ...rest });
  host.line!.deliver(first);
  for (let turn = 0; turn < 10; turn++) await tick();
  flushSync();
});
afterEach(async () => {
  await unmount(table);
  outside.remove();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('letter keys of the board', () => {
  it.each(['header a', 'header button', '.action.threats', '.tools button', '[role=log]'])(
    'do nothing while %s has the focus',
    (control) => {
      press(one(control), 'h');
      press(one(control), 't');
      expect([hints(), threatsShown()]).toEqual([0, false]);
    },
  );

  it.each(['[role=gridcell][tabindex="0"]', 'body', 'main', 'h1'])(
    'act while it has the focus, or no control has it: %s',
    (place) => {
      one('h1').tabIndex = -1; // as the page leaves it where it begins to be read
      press(one(place), 't');
      expect(threatsShown()).toBe(true);
      press(one(place), 'h');
      expect(hints()).toBe(1);
    },
  );

  it('do nothing once they are switched off', () => {
    settings.letterKeys = false;
    press(document.body, 'h');
    press(document.body, 't');
    expect([hints(), threatsShown()]).toEqual([0, false]);
  });

  it('are N’s too, which comes back to the board from anywhere', () => {
    press(one('header button'), 'n');
    flushSync();
    expect(one('[aria-selected=true]').dataset.cell).toBe('0,0');
  });
});
