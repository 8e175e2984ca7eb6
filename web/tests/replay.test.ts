/** The player of replays: turns, gaps, pieces fetched ahead, and what is marked; then all of it together under a clock. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api, ApiError, type Frame, type ReplayInfo } from '../src/api';
import { Frames, KEPT, PIECE, pieceFor } from '../src/replay/frames';
import { marksOf } from '../src/replay/marks';
import { ReplayPlayer } from '../src/replay/player';
import { FIRST, STEP, Timeline } from '../src/replay/timeline';
import { settings } from '../src/settings';

const frame = (moment: number): Frame => ({
  moment,
  view: { round: 1, current_player: 1 },
  effects: moment ? [{ text: `event ${moment}`, player: 1, at: [0, 0] }] : [],
  player: moment ? 1 : null,
  what: moment ? 'Action' : null,
  grid: [['a']],
});
const frames = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => frame(from + index));

describe('the timeline', () => {
  const line = new Timeline(
    10,
    [0, 3, 6, 9],
    [5000, 5500, 6000, 9000, 9000, 9100, 20_000, 20_001, 20_002, 21_000],
  );

  it('keeps to the moments there are', () =>
    expect([-3, 0, 4.9, 10, 11, NaN, Infinity].map((each) => line.clamp(each))).toEqual([
      0, 0, 4, 10, 10, 0, 0,
    ]));

  it('goes by turns', () => {
    expect([0, 1, 3, 4, 10].map((each) => line.turnBefore(each))).toEqual([0, 0, 0, 3, 9]);
    expect([0, 2, 3, 8, 9, 10].map((each) => line.turnAfter(each))).toEqual([3, 3, 6, 9, 10, 10]);
  });

  it('waits as long as it took, at the speed that is wished', () => {
    expect([1, 2, 3, 4, 5].map((each) => line.gap(each, 'real', 1))).toEqual([500, 500, 3000, 0, 100]);
    expect([0.5, 2, 4].map((speed) => line.gap(3, 'real', speed as 2))).toEqual([6000, 1500, 750]);
    expect(line.gap(0, 'real', 1)).toBe(FIRST);
    expect([line.gap(0, 'even', 1), line.gap(6, 'even', 2)]).toEqual([STEP, STEP / 2]);
  });

  it('never waits for a clock that went backwards', () =>
    expect(new Timeline(2, [0], [900, 400]).gap(1, 'real', 1)).toBe(0));

  it('marks turns that can be told apart', () => {
    expect(line.marks()).toEqual([0.3, 0.6, 0.9]);
    const long = new Timeline(
      2000,
      Array.from({ length: 900 }, (_, turn) => turn * 2),
      [],
    );
    expect(long.marks().length).toBeLessThanOrEqual(60);
    expect(new Timeline(0, [0], []).marks()).toEqual([]);
  });
});

describe('frames', () => {
  it('keeps only so many pieces, and fetches the others again', async () => {
    const asked: number[] = [];
    const source = new Frames(10 * KEPT * 3, 10, (from, to) => {
      asked.push(from);
      return Promise.resolve(frames(from, to));
    });
    for (let piece = 0; piece < KEPT * 2; piece++)
      expect((await source.get(piece * 10)).moment).toBe(piece * 10);
    const here = Array.from({ length: KEPT * 3 }, (_, piece) => source.peek(piece * 10)).filter(Boolean);
    expect(here).toHaveLength(KEPT);
    expect(source.peek((KEPT * 2 - 1) * 10)?.moment).toBe((KEPT * 2 - 1) * 10);
    expect(source.peek(0)).toBeUndefined();
    expect((await source.get(3)).moment).toBe(3);
    expect(asked.filter((from) => from === 0)).toHaveLength(2);
  });

  it('come a hundred at a time, the next piece ahead, each once', async () => {
    const asked: string[] = [];
    const source = new Frames(250, PIECE, (from, to) => {
      asked.push(`${from}-${to}`);
      return Promise.resolve(frames(from, to));
    });
    expect(source.peek(120)).toBeUndefined();
    expect((await source.get(120)).moment).toBe(120);
    expect((await source.get(199)).moment).toBe(199);
    expect((await source.get(250)).moment).toBe(250);
    expect(source.peek(120)?.moment).toBe(120);
    expect(asked).toEqual(['100-199', '200-250']);
  });

  it('that failed are asked for again', async () => {
    let fails = true;
    const source = new Frames(5, PIECE, (from, to) =>
      fails ? Promise.reject(new Error('away')) : Promise.resolve(frames(from, to)),
    );
    await expect(source.get(1)).rejects.toThrow('away');
    fails = false;
    expect((await source.get(1)).moment).toBe(1);
  });

  it('of great boards come in smaller pieces', () => {
    expect([100, 600, 4096, 1e9].map(pieceFor)).toEqual([100, 100, 14, 5]);
    expect(pieceFor(0)).toBe(100);
  });
});

it('marks the cells that effects name, and nothing else', () => {
  expect(
    marksOf([
      { kind: 'moved', at: [1, 2], to: [2, 2] },
      { kind: 'changed', at: [3, 3] },
      { kind: 'turn', player: 2 },
      { at: 'a1', to: [1] },
      { at: [0.5, 1] },
    ]),
  ).toEqual([
    { from: [1, 2], to: [2, 2] },
    { from: null, to: [3, 3] },
  ]);
});

describe('the player', () => {
  const info: ReplayInfo = {
    replay_id: 'r',
    match_id: 'm',
    game: 'crossing',
    options: {},
    seats: [
      { player: 1, name: 'Ada', kind: 'human', bot: null },
      { player: 2, name: '', kind: 'human', bot: null },
    ],
    started_at: 0,
    ended_at: 0,
    winner: 1,
    reason: 'elimination',
    length: 4,
    turns: [0, 2],
    times: [100, 400, 4000, 4100],
  };
  let player: ReplayPlayer;
  const settle = () => vi.advanceTimersByTimeAsync(0);

  beforeEach(async () => {
    vi.useFakeTimers();
    settings.speed = 'instant';
    settings.language = 'en';
    vi.spyOn(api, 'frames').mockImplementation((_, from, to) => Promise.resolve(frames(from, to)));
    player = new ReplayPlayer(info);
    player.see(0);
    await settle();
  });
  afterEach(() => {
    player.stop();
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('goes on where computers still play, waits at the end, and plays what has come since', async () => {
    player.grow({ ...info, length: 4, running: true });
    player.seek(4);
    await settle();
    player.playing = true;
    player.setSpeed(1);
    await vi.advanceTimersByTimeAsync(5 * STEP);
    expect([player.moment, player.playing]).toEqual([4, true]);
    expect(player.tell().map((line) => line.text)).toEqual(['event 4']); // nobody has won yet
    player.grow({ ...info, length: 6, turns: [0, 2, 5], times: [...info.times, 4200, 4300], running: false });
    await vi.advanceTimersByTimeAsync(5 * STEP);
    expect([player.moment, player.playing, player.timeline.turns.length]).toEqual([6, false, 3]);
    expect(player.tell().map((line) => line.text)).toEqual(['event 6', 'Ada wins']);
  });

  it('steps, and tells each moment in words', async () => {
    expect(player.tell().map((line) => line.text)).toEqual(['The match begins.']);
    player.step(1);
    await settle();
    expect(player.tell().map((line) => line.text)).toEqual(['event 1']);
    player.seek(99);
    await settle();
    expect(player.tell().map((line) => line.text)).toEqual(['event 4', 'Ada wins']);
    player.turn(-1);
    player.step(-1);
    await settle();
    expect(player.shown?.moment).toBe(1);
  });

  it('asks for a game without pictures in words, and for the eyes of a player who exists', async () => {
    expect(api.frames).toHaveBeenLastCalledWith('r', 0, 4, 0, true);
    player.see(2);
    await settle();
    expect(api.frames).toHaveBeenLastCalledWith('r', 0, 4, 2, true);
    player.see(7);
    expect(player.eyes).toBe(0);
  });

  it('plays in real time, faster when asked, and stops at the end', async () => {
    player.setPace('real');
    player.toggle();
    await vi.advanceTimersByTimeAsync(100);
    expect(player.moment).toBe(1);
    await vi.advanceTimersByTimeAsync(300);
    expect(player.moment).toBe(2);
    player.setSpeed(4);
    await vi.advanceTimersByTimeAsync(800);
    expect(player.moment).toBe(2);
    await vi.advanceTimersByTimeAsync(200);
    expect([player.moment, player.playing]).toEqual([4, false]);
    player.toggle();
    await settle();
    expect([player.moment, player.playing]).toEqual([0, true]);
  });

  it('pauses, and says what went wrong', async () => {
    player.toggle();
    await vi.advanceTimersByTimeAsync(STEP + 10);
    expect(player.moment).toBe(1);
    player.toggle();
    await vi.advanceTimersByTimeAsync(10 * STEP);
    expect(player.moment).toBe(1);
    vi.mocked(api.frames).mockRejectedValue(new ApiError(0, 'Offline', '', ''));
    player.see(1);
    await settle();
    expect(player.problem).toContain('cannot be reached');
    vi.mocked(api.frames).mockImplementation((_, from, to) => Promise.resolve(frames(from, to)));
    player.retry();
    await settle();
    expect([player.problem, player.shown?.moment]).toEqual([null, 1]);
  });
});
