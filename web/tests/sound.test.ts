/** Sounds: silent before a gesture and when muted, never more than two voices at once. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { resetSettings, settings } from '../src/settings';
import { CUES, type Cue } from '../src/sound/cues';
import { play, startSound } from '../src/sound';
import { Synth } from '../src/sound/synth';

const param = () => ({
  value: 0,
  setValueAtTime: vi.fn(),
  linearRampToValueAtTime: vi.fn(),
  exponentialRampToValueAtTime: vi.fn(),
  setTargetAtTime: vi.fn(),
  cancelScheduledValues: vi.fn(),
});

class Source {
  type = 'sine';
  buffer: unknown = null;
  loop = false;
  from = NaN;
  until = NaN;
  frequency = param();
  connect = vi.fn();
  start = (when: number) => (this.from = when);
  stop = (when: number) => (this.until = when);
}

let made: FakeContext[] = [];

class FakeContext {
  currentTime = 0;
  sampleRate = 8000;
  state: AudioContextState = 'running';
  destination = {};
  sources: Source[] = [];
  gains: { gain: ReturnType<typeof param>; connect: ReturnType<typeof vi.fn> }[] = [];
  constructor() {
    made.push(this);
  }
  createGain() {
    const node = { gain: param(), connect: vi.fn() };
    this.gains.push(node);
    return node;
  }
  private source() {
    const source = new Source();
    this.sources.push(source);
    return source;
  }
  createOscillator = () => this.source();
  createBufferSource = () => this.source();
  createBiquadFilter = () => ({ type: '', frequency: param(), connect: vi.fn() });
  createBuffer = (_: number, length: number) => ({ getChannelData: () => new Float32Array(length) });
  resume = vi.fn(() => Promise.resolve());
  close = vi.fn(() => Promise.resolve());
}

/** The most sources that sound at one moment (a cut voice fades for 12 ms beside its successor). */
function mostAtOnce(sources: Source[]): number {
  const moments = sources.map((source) => source.from + 0.013);
  return Math.max(
    ...moments.map(
      (moment) => sources.filter((source) => source.from <= moment && source.until > moment).length,
    ),
  );
}

beforeEach(() => {
  made = [];
  vi.stubGlobal('AudioContext', FakeContext);
  resetSettings();
});
afterEach(() => vi.unstubAllGlobals());

describe('the synthesizer', () => {
  it.each(Object.keys(CUES) as Cue[])('plays %s with at most two voices, ending by itself', (cue) => {
    const context = new FakeContext();
    new Synth(context as unknown as AudioContext).play(CUES[cue], 0.5);
    expect(context.sources).toHaveLength(CUES[cue].length);
    for (const source of context.sources) expect(source.until).toBeGreaterThan(source.from);
    expect(mostAtOnce(context.sources)).toBeLessThanOrEqual(2);
  });

  it('cuts the oldest voice when cues come fast', () => {
    const context = new FakeContext();
    const synth = new Synth(context as unknown as AudioContext);
    for (const cue of ['victory', 'die', 'attack', 'turn', 'move'] as const) {
      synth.play(CUES[cue], 1);
      context.currentTime += 0.03;
    }
    expect(mostAtOnce(context.sources)).toBeLessThanOrEqual(2);
  });
});

describe('play', () => {
  it('makes nothing before the first gesture, then sounds at the chosen volume', () => {
    const stop = startSound();
    play('turn');
    expect(made).toHaveLength(0);
    dispatchEvent(new Event('pointerdown'));
    settings.volume = 0.25;
    play('turn');
    expect(made[0]?.sources).toHaveLength(CUES.turn.length);
    expect(made[0]?.gains[0]?.gain.setValueAtTime).toHaveBeenLastCalledWith(0.25, 0);
    stop();
  });

  it('is silent when muted, and mute stops what sounds', () => {
    const stop = startSound();
    dispatchEvent(new Event('keydown'));
    play('victory');
    const before = made[0]!.sources.map((source) => source.until);
    settings.sound = false;
    made[0]!.sources.forEach((source, index) => expect(source.until).toBeLessThanOrEqual(before[index]!));
    expect(made[0]!.sources[0]!.until).toBeLessThan(0.05);
    play('turn');
    expect(made[0]!.sources).toHaveLength(CUES.victory.length);
    stop();
  });
});
