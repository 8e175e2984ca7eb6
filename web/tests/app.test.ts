/** The page as a whole: what stands at an address, where reading goes on, and the way from a choice to a match. */
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import App from '../src/App.svelte';
import { navigate } from '../src/router';
import { resetSettings, settings } from '../src/settings';

const match = vi.hoisted(() => ({ broken: false, opened: 0 }));
vi.mock('../src/screens/Match.svelte', () => ({
  default: () => {
    match.opened += 1;
    if (match.broken) throw new Error('broken on purpose');
  },
}));

class Observer {
  observe = () => undefined;
  unobserve = () => undefined;
  disconnect = () => undefined;
}

const view = { width: 10, height: 10, tiles: [] };
const seat = { player: 1, name: 'Ada', kind: 'human', bot: null };
let asked: { url: string; body: unknown }[];
let answer: (url: string) => [number, unknown];
let app: Record<string, unknown>;

const settle = async () => {
  await new Promise((done) => setTimeout(done, 200));
  flushSync();
};
const one = <E extends Element = HTMLElement>(selector: string) => document.querySelector<E>(selector)!;
const button = (text: string) =>
  [...document.querySelectorAll('button')].find((each) => each.textContent!.trim() === text)!;
const choose = (label: string, value: string) => {
  const select = [...document.querySelectorAll('select')].find(
    (each) => each.labels[0]?.textContent === label || each.ariaLabel === label,
  )!;
  select.value = value;
  select.dispatchEvent(new Event('change', { bubbles: true }));
  flushSync();
};

const schema = { $defs: { Options: { properties: { width: { type: 'integer', default: 5 }, mode: {} } } } };
const level = (name: string) => ({ name, nodes: 1 });
const unnamed = {
  ...{ id: 'cellwar', title: {}, version: 1, options: schema, labels: {}, players: 2, budget: 'full' },
  levels: ['easy', 'medium', 'hard', 'expert'].map(level),
};
const crossing = {
  ...unnamed,
  id: 'crossing',
  title: { en: 'Crossing', fr: 'Le Passage' },
  labels: { width: { en: 'Columns' } },
  levels: ['random', 'greedy'].map(level),
};

beforeEach(() => {
  localStorage.clear();
  resetSettings();
  settings.language = 'en';
  asked = [];
  answer = (url) =>
    url.includes('preview')
      ? [200, { view }]
      : url.includes('create')
        ? [200, { game_id: 'abc' }]
        : url.endsWith('api/games')
          ? [200, [unnamed, crossing]]
          : [200, { player_id: 1 }];
  vi.stubGlobal('scrollTo', vi.fn());
  vi.stubGlobal('ResizeObserver', Observer);
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    asked.push({ url, body: init.body ? JSON.parse(String(init.body)) : undefined });
    const [status, body] = answer(url);
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  });
  navigate('/', { replace: true });
  app = mount(App, { target: document.body });
  flushSync();
});
afterEach(async () => {
  await unmount(app);
  vi.unstubAllGlobals();
});

describe('settings and help', () => {
  it('lie over a match that goes on, and lead back to it', async () => {
    navigate('/match/abc');
    await settle();
    const { opened } = match;
    for (const path of ['/settings', '/help', '/about']) {
      navigate(path);
      flushSync();
      expect(one('.back a').getAttribute('href')).toBe('/match/abc');
      expect(one('main > .match').inert || one('main > .match').hasAttribute('inert')).toBe(true);
      navigate('/match/abc');
      flushSync();
      expect(one('.back')).toBeNull();
    }
    expect(match.opened).toBe(opened);
    navigate('/');
    flushSync();
    navigate('/help');
    flushSync();
    expect(one('.back')).toBeNull();
  }, 20_000); // it loads every page of them
});

describe('the frame', () => {
  it('names every screen in the title and moves reading to its heading', async () => {
    expect(document.title).toBe('Outflank');
    for (const [path, title] of [
      ['/settings', 'Settings'],
      ['/help', 'How to play'],
      ['/about', 'About Outflank'],
      ['/new/cellwar', 'New match'],
      ['/new/chess', 'There is no such page'],
      ['/nowhere', 'There is no such page'],
    ] as const) {
      navigate(path);
      flushSync();
      await settle();
      expect(document.title).toBe(`${title} · Outflank`);
      expect(document.activeElement).toBe(one('h1'));
      if (path !== '/new/cellwar') expect(one('h1').textContent).toBe(title);
    }
  });

  it('keeps language, theme and motion of the document', () => {
    settings.language = 'fr';
    settings.theme = 'dark';
    settings.motion = 'reduced';
    flushSync();
    const { lang, dataset } = document.documentElement;
    expect([lang, dataset.theme, dataset.motion]).toEqual(['fr', 'dark', 'reduced']);
    expect(one('nav').getAttribute('aria-label')).toBe('Réglages rapides');
  });

  it('shows what to do when a screen breaks, and the next screen is whole again', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    match.broken = true;
    navigate('/match/abc');
    flushSync();
    await settle();
    expect(one('h1').textContent).toBe('Something went wrong');
    expect(one('pre').textContent).toContain('broken on purpose');
    expect(button('Reload the page')).toBeTruthy();
    expect(said).toHaveBeenCalled();
    match.broken = false;
    navigate('/settings');
    flushSync();
    expect(one('h1').textContent).toBe('Settings');
    said.mockRestore();
  });

  it('mutes with one click', () => {
    one<HTMLButtonElement>('[aria-label="Turn sound off"]').click();
    flushSync();
    expect(settings.sound).toBe(false);
    expect(one('[aria-label="Turn sound on"]')).toBeTruthy();
  });
});

describe('home', () => {
  it('offers to continue a match that still runs', async () => {
    localStorage.setItem('outflank.recent', JSON.stringify([{ id: 'run', game: 'cellwar', at: 1 }]));
    answer = () => [200, { game: 'cellwar', seats: [seat], finished: false, mine: [1] }];
    navigate('/help');
    flushSync();
    navigate('/');
    flushSync();
    await settle();
    expect(one('.running a').getAttribute('href')).toBe('/match/run');
    expect(one('.running').textContent).toContain('Ada');
  });
});

describe('a game that is installed on the server', () => {
  it('has a set-up with its numbers and as many players as it wants', async () => {
    navigate('/new/crossing');
    flushSync();
    await settle();
    expect(one('h1').textContent).toBe('New match of Crossing');
    expect(one('label').textContent).toBe('Columns');
    expect(one<HTMLInputElement>('input').value).toBe('5');
    expect(document.querySelectorAll('ol select')).toHaveLength(2);
    button('Start').click();
    await settle();
    expect(location.pathname).toBe('/match/abc');
    const [create, join] = asked.filter(({ body }) => body);
    expect(create?.body).toMatchObject({
      game: 'crossing',
      options: { width: 5 },
      players: [{}, { bot: 'greedy' }],
    });
    expect(join?.body).toMatchObject({ player: 1 });
    navigate('/');
    flushSync();
    await settle();
    expect(one('a[href$="/new/crossing"]').textContent).toContain('Crossing');
    expect(document.querySelectorAll('a[href$="/new/cellwar"]')).toHaveLength(1);
  });
});

describe('set-up', () => {
  beforeEach(async () => {
    navigate('/new/cellwar');
    flushSync();
    await settle();
  });

  it('starts a match against the computer with one click', async () => {
    button('Start').click();
    await settle();
    expect(location.pathname).toBe('/match/abc');
    const [create, join] = asked.filter(({ body }) => body);
    expect(create?.body).toMatchObject({
      game: 'cellwar',
      options: { width: 10, height: 10, player_count: 2, max_rounds: null, private_ids: false },
      players: [{ kind: 'human' }, { kind: 'computer', bot: 'medium' }],
    });
    expect(join?.url).toBe('/api/game/abc/join');
    expect(JSON.parse(localStorage.getItem('outflank.recent')!)[0]).toMatchObject({
      id: 'abc',
      game: 'cellwar',
    });
  });

  it('says beside the board what does not fit, and does not start it', async () => {
    const values = { players: 2, width: 4, height: 3 };
    answer = () => [422, { error: 'BadOptions', detail: 'starts_too_close', message: 'no', values }];
    one<HTMLInputElement>('input[type=radio]').click();
    flushSync();
    await settle();
    expect(one('[role=alert]').textContent).toContain('2 players do not fit on 4 × 3');
    expect(button('Start').disabled).toBe(true);
  });

  it('offers the levels that the server has, and says what each does', async () => {
    const offered = [...document.querySelectorAll('ol select')[1]!.querySelectorAll('option')];
    expect(offered.slice(3).map(({ textContent }) => textContent)).toEqual([
      'Computer: Easy',
      'Computer: Medium',
      'Computer: Hard',
      'Computer: Expert',
    ]);
    choose('Who plays as player 2', 'computer:expert');
    button('Start').click();
    await settle();
    const create = asked.find(({ body }) => body);
    expect(create?.body).toMatchObject({ players: [{ kind: 'human' }, { kind: 'computer', bot: 'expert' }] });
  });

  it('needs a person or only computers, and shows the curtain only between two', async () => {
    expect(document.body.textContent).not.toContain('Hand-over curtain');
    choose('Who plays as player 2', 'friend');
    expect(document.body.textContent).toContain('Hand-over curtain');
    choose('Who plays as player 1', 'computer:easy');
    choose('Who plays as player 2', 'link');
    expect(one('[role=alert]').textContent).toContain('Somebody has to play');
    expect(button('Invite').disabled).toBe(true);
    choose('Who plays as player 2', 'computer:hard');
    button('Watch').click();
    await settle();
    expect(location.pathname).toBe('/replay/abc');
  });

  it('shows a refused name at its seat and stays', async () => {
    const usual = answer;
    answer = (url) =>
      url.includes('join')
        ? [422, { error: 'BadName', detail: 'name_too_long', message: 'no', values: { most: 24 } }]
        : usual(url);
    button('Start').click();
    await settle();
    expect(location.pathname).toBe('/new/cellwar');
    expect(one('ol [role=alert]').textContent).toBe('A name may have at most 24 characters.');
    expect(button('Start').disabled).toBe(false);
  });

  it('says when the server is away and can be tried again', async () => {
    answer = () => {
      throw new TypeError('Failed to fetch');
    };
    navigate('/help');
    flushSync();
    navigate('/new/cellwar');
    flushSync();
    await settle();
    expect(one('.board').textContent).toContain('cannot be reached');
    answer = () => [200, { view }];
    button('Try again').click();
    await settle();
    expect(one('.board canvas')).toBeTruthy();
  });
});
