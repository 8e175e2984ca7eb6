/** An audio context that sounds nothing and remembers everything. */
import { vi } from 'vitest';

type Call = readonly [value: number, at: number];

export class Param {
  value = 0;
  readonly set: Call[] = [];
  readonly ramps: Call[] = [];
  setValueAtTime = (value: number, at: number) => void this.set.push([value, at]);
  linearRampToValueAtTime = (value: number, at: number) => void this.ramps.push([value, at]);
  exponentialRampToValueAtTime(): void {}
  setTargetAtTime(): void {}
  cancelScheduledValues(): void {}
}

const node = { connect: () => undefined };

export class Source {
  type = 'sine';
  buffer: unknown = null;
  loop = false;
  from = NaN;
  until = NaN;
  frequency = new Param();
  detune = new Param();
  connect = node.connect;
  start = (when: number) => (this.from = when);
  stop = (when: number) => (this.until = when);
}

export class Gain {
  gain = new Param();
  into: unknown[] = [];
  connect = (other: unknown) => this.into.push(other);
  disconnect = () => (this.into = []);
}

export class FakeContext {
  static made: FakeContext[] = [];
  currentTime = 0;
  sampleRate = 8000;
  state: AudioContextState = 'running';
  destination = {};
  sources: Source[] = [];
  gains: Gain[] = [];
  constructor() {
    FakeContext.made.push(this);
  }
  get real(): AudioContext {
    return this as unknown as AudioContext;
  }
  get out(): AudioNode {
    return this.destination as AudioNode;
  }
  createGain() {
    const gain = new Gain();
    this.gains.push(gain);
    return gain;
  }
  private source() {
    const source = new Source();
    this.sources.push(source);
    return source;
  }
  createOscillator = () => this.source();
  createBufferSource = () => this.source();
  createBiquadFilter = () => ({ type: '', frequency: new Param(), Q: new Param(), connect: node.connect });
  createWaveShaper = () => ({ curve: null, connect: node.connect });
  createBuffer = (_: number, length: number) => ({ getChannelData: () => new Float32Array(length) });
  resume = vi.fn(() => Promise.resolve());
  close = vi.fn(() => Promise.resolve());

  /** Sources that sound or will, after this moment. */
  after(moment: number): Source[] {
    return this.sources.filter((source) => source.until > moment && source.until > source.from);
  }
}
