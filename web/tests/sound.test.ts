/** Sounds: bounded, silent before a gesture and when muted, never more than two cues at once. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { resetSettings, settings } from '../src/settings';
import { cueOf, play, startSound, type Cue } from '../src/sound';
import { CUES } from '../src/sound/cues';
import { rounded } from '../src/sound/guard';
import { CUE_OF, PIXELSWARS } from '../src/sound/pixelswars';
import { TRAVERSAL } from '../src/sound/traversal';
import { Synth } from '../src/sound/synth';
import type { Tone } from '../src/sound/voice';
import { FakeContext, type Source } from './audio';

const ALL: Readonly<Record<Cue, readonly Tone[]>> = { ...CUES, ...PIXELSWARS, ...TRAVERSAL };
const NAMES = Object.keys(ALL) as Cue[];

/** The longest that a cue may take, in seconds; the end of a match may take its time. */
const LONGEST = { victory: 2, defeat: 2, other: 1.2 };

/** The most tones of a cue that sound at one moment. */
function mostAtOnce(tones: readonly Tone[]): number {
  return Math.max(
    ...tones.map(
      ({ at }) => tones.filter((tone) => tone.at <= at + 1e-6 && tone.at + tone.length > at + 1e-6).length,
    ),
  );
}

beforeEach(() => {
  FakeContext.made = [];
  vi.stubGlobal('AudioContext', FakeContext);
  resetSettings();
});
afterEach(() => vi.unstubAllGlobals());

describe('every cue', () => {
  it.each(NAMES)('%s is finite, short and soft', (name) => {
    const tones = ALL[name];
    const kind = name.split('.').at(-1)!;
    const longest = kind in LONGEST ? LONGEST[kind as keyof typeof LONGEST] : LONGEST.other;
    expect(Math.max(...tones.map((tone) => tone.at + tone.length))).toBeLessThanOrEqual(longest);
    for (const tone of tones) {
      const { at, length, level, pitch, to = pitch, swell = 0, hold = 0 } = tone;
      for (const value of [at, length, level, pitch, to]) expect(Number.isFinite(value)).toBe(true);
      expect(at).toBeGreaterThanOrEqual(0);
      expect(length).toBeGreaterThan(0.02);
      expect(swell + hold).toBeLessThan(length);
      // A filter takes the greater part of noise away.
      expect(level * (tone.wave === 'noise' ? 0.6 : 1)).toBeLessThanOrEqual(1);
      expect(level).toBeGreaterThan(0.02);
      for (const value of [pitch, to]) expect(value).toBeGreaterThanOrEqual(25);
      for (const value of [pitch, to]) expect(value).toBeLessThan(8000);
    }
    expect(mostAtOnce(tones)).toBeLessThanOrEqual(2);
  });

  it.each(NAMES)('%s ends by itself', (name) => {
    const context = new FakeContext();
    new Synth(context.real, context.out).play(ALL[name], 0.5);
    const end = Math.max(...ALL[name].map((tone) => tone.at + tone.length));
    expect(context.sources.length).toBeGreaterThanOrEqual(ALL[name].length);
    for (const source of context.sources) expect(source.until).toBeGreaterThan(source.from);
    expect(context.after(end + 1e-6)).toEqual([]);
  });
});

describe('the synthesizer', () => {
  const pair = (name: Cue) => {
    const context = new FakeContext();
    return { context, synth: new Synth(context.real, context.out), tones: ALL[name] };
  };

  it('lets two cues sound and cuts the oldest for a third', () => {
    const { context, synth } = pair('turn');
    const begun: Source[][] = [];
    for (const cue of [
      'victory',
      'pixelswars.explosion',
      'pixelswars.turn',
      'pixelswars.captured',
    ] as const) {
      const before = context.sources.length;
      synth.play(ALL[cue], 1);
      begun.push(context.sources.slice(before));
      context.currentTime += 0.05;
      const now = context.currentTime;
      const heard = begun.filter((sources) =>
        sources.some((each) => each.until > each.from && each.until > now),
      );
      expect(heard.length).toBeLessThanOrEqual(2);
      expect(heard).toContain(begun.at(-1));
    }
  });

  it('plays the same cue once when it is wanted several times at once', () => {
    const { context, synth, tones } = pair('pixelswars.income');
    for (let time = 0; time < 5; time++) synth.play(tones, 1);
    const once = context.sources.length;
    expect(once).toBe(tones.length);
    context.currentTime = 0.1;
    synth.play(tones, 1);
    expect(context.sources.length).toBe(2 * once);
  });

  it('makes rotors, pairs and wavering of as many sources as it takes, all stopped', () => {
    const { context, synth } = pair('turn');
    const plain = { wave: 'sawtooth', pitch: 100, at: 0, length: 1, level: 0.5 } as const;
    const tone = { ...plain, twin: 10, beat: { rate: 9, depth: 1 }, waver: { rate: 5, cents: 9 } };
    synth.play([tone], 1);
    expect(context.sources).toHaveLength(4);
    expect(context.sources.every((source) => source.until === 1)).toBe(true);
    context.currentTime = 0.5;
    synth.silence();
    expect(context.after(0.52)).toEqual([]);
  });

  it('rounds off what would be clipped, and nothing else', () => {
    for (const value of [-0.8, -0.3, 0, 0.5, 0.8]) expect(rounded(value)).toBe(value);
    for (const value of [1, 2, 4]) expect(rounded(value)).toBeLessThanOrEqual(1);
    expect(rounded(1.5)).toBeGreaterThan(rounded(1));
    expect(rounded(-2)).toBe(-rounded(2));
  });
});

describe('the cues of PixelsWars', () => {
  it('are all reached by a voice, a weapon or a happening', () => {
    const reached = Object.values(CUE_OF).flatMap((table) => Object.values(table));
    const ends = [cueOf('pixelswars', 'victory'), cueOf('pixelswars', 'defeat')];
    expect([...new Set([...reached, ...ends])].sort()).toEqual(Object.keys(PIXELSWARS).sort());
  });

  it('are there for every voice alike', () => {
    for (const table of [CUE_OF.move, CUE_OF.buy])
      expect(Object.keys(table)).toEqual(Object.keys(CUE_OF.select));
  });

  it('take the place of those that every game has', () => {
    expect(cueOf('pixelswars', 'turn')).toBe('pixelswars.turn');
    expect(cueOf('cellwar', 'turn')).toBe('turn');
  });
});

describe('play', () => {
  it('makes nothing before the first gesture, then sounds at the chosen volume', () => {
    const stop = startSound();
    play('turn');
    expect(FakeContext.made).toHaveLength(0);
    dispatchEvent(new Event('pointerdown'));
    settings.volume = 0.25;
    play('turn');
    const [made] = FakeContext.made;
    expect(made?.sources).toHaveLength(CUES.turn.length);
    expect(made?.gains.some((node) => node.gain.set.at(-1)?.[0] === 0.25)).toBe(true);
    stop();
    expect(made?.close).toHaveBeenCalled();
  });

  it('is silent when muted, and mute stops what sounds', () => {
    const stop = startSound();
    dispatchEvent(new Event('keydown'));
    play('victory');
    const made = FakeContext.made[0]!;
    expect(made.after(0.5)).not.toEqual([]);
    settings.sound = false;
    expect(made.after(0.02)).toEqual([]);
    play('turn');
    expect(made.sources).toHaveLength(CUES.victory.length);
    stop();
  });
});
