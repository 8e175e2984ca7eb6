/** The REST client: what it sends, and that every failure becomes an error with a stable code and a sentence. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api, ApiError, asRefusal } from '../src/api';
import { refusalText } from '../src/i18n';
import { invitationsOf } from '../src/online/invitation';
import {
  finishedMatches,
  forgetFinished,
  forgetMatch,
  recentMatches,
  rememberMatch,
  runningMatches,
} from '../src/recent';
import { begin, human, SeatRefused, whole, withKind, type SeatChoice } from '../src/setup';

type Answer = { status?: number; body?: unknown } | Error;
let asked: { method: string; url: string; body: unknown }[] = [];

function answers(...list: Answer[]): void {
  const left = [...list];
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    asked.push({ method: init.method!, url, body: init.body ? JSON.parse(String(init.body)) : undefined });
    const next = left.length > 1 ? left.shift()! : left[0]!;
    if (next instanceof Error) return Promise.reject(next);
    const body = typeof next.body === 'string' ? next.body : JSON.stringify(next.body ?? {});
    return Promise.resolve(new Response(body, { status: next.status ?? 200 }));
  });
}

beforeEach(() => {
  asked = [];
  localStorage.clear();
});
afterEach(() => vi.unstubAllGlobals());

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => {
      throw new Error('it went well');
    },
    (reason: unknown) => reason as ApiError,
  );

describe('requests', () => {
  it('ask for a preview with the options in the address', async () => {
    answers({ body: { view: { width: 8, height: 9 } } });
    const answer = await api.preview('cellwar', { width: 8, height: 9, player_count: 2 });
    expect(answer.view).toEqual({ width: 8, height: 9 });
    expect(asked[0]?.url).toBe('/api/game/preview?game=cellwar&width=8&height=9&player_count=2');
  });

  it('never let an id leave its place in the address', async () => {
    answers({ body: {} });
    await api.match('../../etc?x');
    expect(asked[0]?.url).toBe('/api/game/..%2F..%2Fetc%3Fx');
  });
});

describe('failures', () => {
  it('carry what the server said', async () => {
    const body = {
      error: 'BadOptions',
      detail: 'bad_width',
      message: 'width must be ...',
      values: { least: 1, most: 64 },
    };
    answers({ status: 422, body });
    const error = await failure(api.create({ game: 'cellwar', options: {}, players: [] }));
    expect(error).toMatchObject({ status: 422, ...body });
    expect(refusalText(error)).toBe('The width must be a whole number from 1 to 64.');
  });

  it.each([
    ['a proxy’s page', { status: 502, body: '<html>Bad Gateway</html>' }, 'ServerError', '502'],
    ['JSON that says nothing', { status: 500, body: { oops: true } }, 'ServerError', '500'],
    ['a success that is no JSON', { status: 200, body: '<html></html>' }, 'ServerError', '200'],
    ['no connection', new TypeError('Failed to fetch'), 'Offline', 'cannot be reached'],
  ] as const)('%s', async (_, answer, code, part) => {
    answers(answer);
    const error = await failure(api.health());
    expect(error).toBeInstanceOf(ApiError);
    expect(error.error).toBe(code);
    expect(refusalText(error)).toContain(part);
  });

  it('that nobody foresaw still have a sentence', () => {
    expect(refusalText(asRefusal(new Error('x')))).toContain('unexpected');
    expect(refusalText({ error: 'Brand_new', detail: 'brand_new', message: 'From the server.' })).toBe(
      'From the server.',
    );
  });
});

describe('recent matches', () => {
  const info = (finished: boolean, mine = [1]) => ({ body: { game: 'cellwar', seats: [], finished, mine } });

  it('come newest first, each once, a dozen at most', () => {
    for (let at = 0; at < 20; at++) rememberMatch(`m${at % 15}`, 'cellwar', at);
    const list = recentMatches();
    expect(list).toHaveLength(12);
    expect(list[0]).toEqual({ id: 'm4', game: 'cellwar', at: 19 });
    forgetMatch('m4');
    expect(recentMatches()[0]?.id).toBe('m3');
  });

  it('survive a damaged store', () => {
    localStorage.setItem('outflank.recent', '[{"id":1},{"id":"a","game":"cellwar","at":2},null]');
    expect(recentMatches()).toEqual([{ id: 'a', game: 'cellwar', at: 2 }]);
  });

  it('that are over, unknown or not ours are forgotten', async () => {
    ['a', 'b', 'c', 'd'].forEach((id, at) => rememberMatch(id, 'cellwar', at));
    answers(info(true), { status: 404, body: { error: 'GameNotFound' } }, info(false), info(false, []));
    const running = await runningMatches();
    expect(running.map((each) => each.recent.id)).toEqual(['b']);
    expect(recentMatches().map((each) => each.id)).toEqual(['b']);
    expect(finishedMatches()).toEqual([{ id: 'd', game: 'cellwar', at: 3 }]);
    forgetFinished('d');
    expect(finishedMatches()).toEqual([]);
  });

  it('are kept while the server is away', async () => {
    rememberMatch('a', 'cellwar', 1);
    answers(new TypeError('Failed to fetch'));
    expect(await runningMatches()).toEqual([]);
    expect(recentMatches()).toHaveLength(1);
  });
});

describe('set-up', () => {
  const seats: SeatChoice[] = [
    { kind: 'you', name: ' Ada ' },
    { kind: 'computer', level: 'greedy', name: 'left over' },
    { kind: 'friend', name: '' },
  ];
  const name = (player: number, seat: SeatChoice) => `${human(seat) ? 'Player' : 'Computer'} ${player}`;

  it('creates the match and takes the seats of people in order', async () => {
    answers({ body: { game_id: 'x1' } });
    expect(await begin('cellwar', { width: 8 }, seats, name)).toBe('x1');
    expect(asked.map((each) => each.url)).toEqual([
      '/api/game/create',
      '/api/game/x1/join',
      '/api/game/x1/join',
    ]);
    expect(asked[0]?.body).toEqual({
      game: 'cellwar',
      options: { width: 8 },
      players: [
        { kind: 'human', name: 'Ada' },
        { kind: 'computer', bot: 'greedy', name: 'Computer 2' },
        { kind: 'human', name: 'Player 3' },
      ],
    });
    expect(asked[2]?.body).toEqual({ player: 3, name: 'Player 3' });
  });

  it('keeps the invitations to the seats of friends elsewhere, and takes none of them', async () => {
    answers({ body: { game_id: 'x1', invitations: { 1: 'mine', 2: 'theirs' } } });
    const wanted: SeatChoice[] = [
      { kind: 'you', name: '' },
      { kind: 'link', name: 'left over' },
    ];
    await begin('cellwar', {}, wanted, name);
    expect(asked.map((each) => each.url)).toEqual(['/api/game/create', '/api/game/x1/join']);
    expect(asked[0]?.body).toMatchObject({ players: [{ kind: 'human' }, { kind: 'open' }] });
    expect(invitationsOf('x1')).toEqual({ 2: 'theirs' });
  });

  it('says whose seat was refused', async () => {
    const refused = { status: 422, body: { error: 'BadName', message: 'no' } };
    answers({ body: { game_id: 'x1' } }, { body: { player_id: 1 } }, refused);
    const error = await failure(begin('cellwar', {}, seats, name));
    expect(error).toBeInstanceOf(SeatRefused);
    expect((error as unknown as SeatRefused).player).toBe(3);
  });

  it('has one "you": choosing it elsewhere swaps', () => {
    expect(withKind(seats, 1, 'you').map((seat) => seat.kind)).toEqual(['computer', 'you', 'friend']);
    const levels = withKind(seats, 2, 'computer', 'hard').map((seat) => [seat.kind, seat.level]);
    expect(levels).toEqual([
      ['you', undefined],
      ['computer', 'greedy'],
      ['computer', 'hard'],
    ]);
  });

  it.each([
    ['', null],
    [' 12 ', 12],
    ['0', 0],
    ['-3', NaN],
    ['1.5', NaN],
    ['1e3', NaN],
    ['twelve', NaN],
    ['99999999', NaN],
  ])('reads %j as %d', (text, number) => expect(whole(text)).toBe(number));
});
