/** The waiting room: what it gives away for each open seat, as a link, as a code, and through the device's share sheet. */
import { flushSync, mount, tick, unmount } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { MatchInfo } from '../src/api';
import { invitationLink, keepInvitations, readInvitation } from '../src/online/invitation';
import Waiting from '../src/screens/Waiting.svelte';
import { resetSettings, settings } from '../src/settings';

vi.mock('../src/transport/websocket', async () => {
  const { MemoryTransport } = await import('../src/transport/memory');
  class WebSocketTransport extends MemoryTransport {
    constructor() {
      super(() => undefined);
    }
  }
  return { WebSocketTransport, socketAddress: String };
});
vi.mock('../src/titles.svelte', () => ({
  gamesTold: () => Promise.resolve([]),
  gameOf: () => undefined,
  titleOf: () => 'CellWar',
}));

const MATCH = '05f91b180f87b636';
const CODES = { 2: '7K2MQ9XTB4HE', 3: 'AB3DEFGH4JKM' };
const seat = (player: number, name: string | null) => ({
  ...{ player, name, kind: name ? 'human' : 'open', bot: null },
});
const info = {
  ...{ game: 'cellwar', game_id: MATCH, mine: [1], options: {}, started: false },
  seats: [seat(1, 'Ada'), seat(2, null), seat(3, null)],
} as unknown as MatchInfo;

let room: Record<string, unknown>;

async function open(): Promise<void> {
  room = mount(Waiting, {
    target: document.body,
    props: { info, onbegun: () => undefined, onanother: () => undefined },
  });
  for (let turn = 0; turn < 5; turn++) await tick();
  flushSync();
}

const all = <E extends HTMLElement = HTMLElement>(selector: string) => [
  ...document.querySelectorAll<E>(selector),
];
const button = (text: string) => all('button').filter((each) => each.textContent.trim() === text);
const links = () => all<HTMLInputElement>('.share input').map(({ value }) => value);

beforeEach(() => {
  resetSettings();
  settings.language = 'en';
  localStorage.clear();
  keepInvitations(MATCH, CODES);
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}')));
});
afterEach(async () => {
  await unmount(room);
  Reflect.deleteProperty(navigator, 'share');
  vi.unstubAllGlobals();
});

it('shows the code of each open seat, which is read as the same seat as its link', async () => {
  await open();
  expect(all('.code').map(({ textContent }) => textContent)).toEqual(['7K2M-Q9XT-B4HE', 'AB3D-EFGH-4JKM']);
  expect(all('.code').map(({ textContent }) => readInvitation(textContent, location.origin)?.code)).toEqual(
    links().map((link) => readInvitation(link, location.origin)?.code),
  );
});

it('hands a link to the share sheet', async () => {
  const share = vi.fn((_: ShareData) => Promise.resolve());
  Object.assign(navigator, { share });
  await open();
  button('Share')[1]!.click();
  const url = invitationLink(MATCH, CODES[3], location.origin);
  expect(share.mock.calls).toEqual([[{ title: 'Play CellWar with me', url }]]);
  expect(links()).toContain(url);
});

it('offers no share sheet where there is none', async () => {
  await open();
  expect([button('Copy').length, button('Share').length]).toEqual([2, 0]);
});
