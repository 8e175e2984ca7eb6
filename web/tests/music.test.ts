/** Music: patterns that loop exactly, a scheduler that leaves nothing running, and who decides whether it is heard. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { resetSettings, settings } from '../src/settings';
import { leaveSound, musicOf, playMusic, startSound } from '../src/sound';
import { INSTRUMENTS } from '../src/sound/instruments';
import { Music } from '../src/sound/music';
import { chord, hz, note } from '../src/sound/notes';
import { PIECES, type Piece, type PieceName } from '../src/sound/pieces';
import { read } from '../src/sound/score';
import { FakeContext } from './audio';

const NAMES = Object.keys(PIECES) as PieceName[];
const [BLUE, RED] = NAMES as [PieceName, PieceName];
const LOOK = 100;

/** Lets the clock of the page and that of the sound run on together. */
function pass(context: FakeContext, seconds: number): void {
  for (let left = Math.round((seconds * 1000) / LOOK); left > 0; left--) {
    context.currentTime += LOOK / 1000;
    vi.advanceTimersByTime(LOOK);
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  FakeContext.made = [];
  vi.stubGlobal('AudioContext', FakeContext);
  resetSettings();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('notes and chords', () => {
  it('are what they are called', () => {
    expect([note('A4'), note('C4'), note('Bb3'), note('D#5')]).toEqual([69, 60, 58, 75]);
    expect(hz('A3')).toBeCloseTo(220);
    expect(chord('Am')).toEqual({ bass: 9, tones: [9, 12, 16] });
    expect(chord('E7/G#')).toEqual({ bass: 8, tones: [4, 8, 11, 14] });
    expect(() => note('H2')).toThrow(RangeError);
    expect(() => chord('Q')).toThrow(RangeError);
  });
});

describe.each(NAMES)('%s', (name) => {
  const piece: Piece = PIECES[name];
  const score = read(piece);

  it('is at least 32 bars, each within its loop, and always the same', () => {
    expect(score.bars).toBeGreaterThanOrEqual(32);
    expect(score.length).toBeCloseTo((score.bars * 4 * 60) / piece.tempo, 9);
    for (const tone of score.tones) {
      expect(tone.at).toBeGreaterThanOrEqual(0);
      expect(tone.at).toBeLessThan(score.length - 0.01);
      expect(tone.length).toBeGreaterThan(0.02);
      expect((tone.swell ?? 0) + (tone.hold ?? 0)).toBeLessThan(tone.length);
      for (const value of [tone.level, tone.pitch]) expect(Number.isFinite(value) && value > 0).toBe(true);
    }
    expect(read(piece)).toEqual(score);
  });

  it('fills every bar of every part', () => {
    for (const section of Object.values(piece.sections)) {
      const bars = section.chords.split(' ').length;
      for (const part of Object.values(section.parts)) {
        expect(bars % part.length).toBe(0);
        for (const bar of part) expect([4, 8, 16]).toContain(bar.split(' ').length);
      }
    }
  });

  it('has melody, bass and percussion', () => {
    const parts = new Set(Object.values(piece.sections).flatMap((section) => Object.keys(section.parts)));
    for (const family of [
      ['reed', 'brass'],
      ['bass', 'engine'],
      ['snare', 'kick'],
    ])
      expect(family.some((each) => parts.has(each))).toBe(true);
  });

  it('begins its melody notes on the beat with one of the chord', () => {
    for (const { chords, parts } of Object.values(piece.sections))
      chords.split(' ').forEach((each, index) => {
        for (const part of ['reed', 'brass', 'flute'] as const) {
          const line = parts[part];
          const first = line?.[index % line.length]!.split(' ')[0];
          if (!first || first === '.') continue;
          const steps = chord(each).tones.map((step) => step % 12);
          expect(steps, `${first} on ${each}`).toContain(note(first) % 12);
        }
      });
  });

  it('loops exactly: the second time through is the first, one length later', () => {
    const context = new FakeContext();
    const music = new Music(context.real, context.out);
    music.play(name, 1);
    pass(context, score.length * 2 + 3);
    music.dispose();
    const starts = context.sources.map((source) => source.from).sort((one, other) => one - other);
    const first = starts[0]!;
    const within = (loop: number) =>
      starts
        .map((start) => start - first - loop * score.length)
        .filter((at) => at > -1e-6 && at < score.length - 1e-3);
    const [once, again] = [within(0), within(1)];
    expect(once.length).toBeGreaterThan(score.tones.length - 1);
    expect(again).toHaveLength(once.length);
    again.forEach((at, index) => expect(at).toBeCloseTo(once[index]!, 6));
  });
});

it('has two pieces of different character', () => {
  expect(PIECES[RED].tempo).toBeGreaterThan(PIECES[BLUE].tempo * 1.3);
  const busy = (name: PieceName) => read(PIECES[name]).tones.length / read(PIECES[name]).length;
  expect(busy(RED)).toBeGreaterThan(busy(BLUE) * 1.2);
  expect(Object.keys(INSTRUMENTS).length).toBeGreaterThan(8);
});

describe('the scheduler', () => {
  const begin = () => {
    const context = new FakeContext();
    const music = new Music(context.real, context.out);
    music.play(BLUE, 0.125);
    return { context, music };
  };

  it('hands over what is due, a little ahead, and never late', () => {
    const { context, music } = begin();
    for (let second = 0; second < 20; second++) {
      const before = context.sources.length;
      const now = context.currentTime;
      pass(context, 1);
      const handed = context.sources.slice(before);
      expect(handed.length).toBeGreaterThan(0);
      for (const source of handed) expect(source.from).toBeGreaterThanOrEqual(now);
      for (const source of handed) expect(source.from).toBeLessThan(context.currentTime + 1);
    }
    music.dispose();
  });

  it('does not make up for what a page that stood still has missed', () => {
    const { context, music } = begin();
    pass(context, 1);
    const before = context.sources.length;
    context.currentTime += 30;
    vi.advanceTimersByTime(150);
    expect(context.sources.length - before).toBeLessThan(40);
    for (const source of context.sources.slice(before)) expect(source.from).toBeGreaterThanOrEqual(31);
    music.dispose();
  });

  it('leaves nothing running: no timer, no source, no connection', () => {
    const { context, music } = begin();
    pass(context, 3);
    music.play(RED, 0.125);
    pass(context, 0.5);
    expect(vi.getTimerCount()).toBe(1);
    music.dispose();
    expect(vi.getTimerCount()).toBe(0);
    expect(music.running).toBe(false);
    expect(context.after(context.currentTime + 0.05)).toEqual([]);
    const reached = context.gains.filter((gain) => gain.into.includes(context.destination));
    expect(reached).toEqual([]);
    const made = context.sources.length;
    pass(context, 5);
    expect(context.sources).toHaveLength(made);
  });

  it('crosses from one piece to the other and then plays only that', () => {
    const { context, music } = begin();
    pass(context, 2);
    const before = context.sources.length;
    music.play(RED, 0.125);
    pass(context, 3);
    const now = context.currentTime;
    const blue = context.sources.slice(0, before);
    expect(blue.filter((source) => source.until > now)).toEqual([]);
    const ramps = context.gains.flatMap((gain) => gain.gain.ramps);
    for (const to of [0, 1])
      expect(ramps.some(([value, at]) => value === to && Math.abs(at - 3.6) < 1e-6)).toBe(true);
    music.dispose();
  });

  it('goes on with the bar where it was stopped', () => {
    const { context, music } = begin();
    const { bar, tones } = read(PIECES[BLUE]);
    pass(context, bar * 3.5);
    music.stop();
    pass(context, 60);
    const before = context.sources.length;
    const now = context.currentTime;
    music.play(BLUE, 0.125);
    pass(context, bar);
    music.dispose();
    const third = tones.filter((tone) => tone.at > bar * 3 - 1e-6 && tone.at < bar * 3 + bar / 2);
    const starts = context.sources.slice(before).map((source) => source.from - now);
    for (const tone of third)
      expect(starts.some((start) => Math.abs(start - (tone.at - bar * 3) - 0.04) < 1e-6)).toBe(true);
  });
});

describe('music on the page', () => {
  const begin = () => {
    const stop = startSound();
    settings.music = true;
    playMusic(musicOf('pixelswars', 1));
    dispatchEvent(new Event('pointerdown'));
    return { stop, context: FakeContext.made[0]! };
  };
  const silent = (context: FakeContext) =>
    vi.getTimerCount() === 0 && context.after(context.currentTime + 0.05).length === 0;

  it('is of the player whose turn it is, where the game has any', () => {
    expect([1, 2, 3].map((player) => musicOf('pixelswars', player))).toEqual([BLUE, RED, null]);
    expect(musicOf('cellwar', 1)).toBeNull();
  });

  it('is off until it is wanted', () => {
    const stop = startSound();
    playMusic(BLUE);
    dispatchEvent(new Event('pointerdown'));
    const context = FakeContext.made[0]!;
    expect(silent(context)).toBe(true);
    settings.music = true;
    expect(silent(context)).toBe(false);
    settings.music = false;
    expect(silent(context)).toBe(true);
    stop();
  });

  it('stops with the sound, and comes back with it', () => {
    const { stop, context } = begin();
    pass(context, 1);
    expect(silent(context)).toBe(false);
    settings.sound = false;
    expect(silent(context)).toBe(true);
    expect(settings.music).toBe(true);
    settings.sound = true;
    expect(silent(context)).toBe(false);
    settings.musicVolume = 0;
    expect(silent(context)).toBe(true);
    stop();
  });

  it('stops while nobody looks', () => {
    const { stop, context } = begin();
    const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    expect(silent(context)).toBe(true);
    state.mockReturnValue('visible');
    document.dispatchEvent(new Event('visibilitychange'));
    expect(silent(context)).toBe(false);
    stop();
  });

  it('ends with the match, at once, and with the page', () => {
    const { stop, context } = begin();
    pass(context, 1);
    leaveSound();
    expect(silent(context)).toBe(true);
    settings.musicVolume = 0.4;
    expect(silent(context)).toBe(true);
    playMusic(RED);
    expect(silent(context)).toBe(false);
    stop();
    expect(silent(context)).toBe(true);
  });
});
