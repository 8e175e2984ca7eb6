/** A small synthesizer on the browser's audio clock: tones in, at most two heard at once. */
import type { Tone } from './cues';

const VOICES = 2;
const FADE = 0.012;
const ATTACK = 0.005;

interface Voice {
  start: number;
  end: number;
  gain: GainNode;
  source: AudioScheduledSourceNode;
}

export class Synth {
  private voices: Voice[] = [];
  private readonly master: GainNode;
  private noise: AudioBuffer | null = null;

  constructor(private readonly context: AudioContext) {
    this.master = context.createGain();
    this.master.connect(context.destination);
  }

  /** Schedules the tones from now on. */
  play(tones: readonly Tone[], volume: number): void {
    const now = this.context.currentTime;
    this.master.gain.setValueAtTime(volume, now);
    this.voices = this.voices.filter((voice) => voice.end > now);
    for (const tone of tones) this.schedule(tone, now + tone.at);
  }

  /** Fades everything out at once. */
  silence(): void {
    for (const voice of this.voices) this.cut(voice, this.context.currentTime);
    this.voices = [];
  }

  private schedule(tone: Tone, start: number): void {
    const end = start + tone.length;
    const sounding = this.voices.filter((voice) => voice.start < end && voice.end > start);
    // The oldest makes room, so that what has just happened is heard.
    for (const voice of sounding.slice(0, Math.max(0, sounding.length - VOICES + 1))) this.cut(voice, start);

    const gain = this.context.createGain();
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(tone.level, start + ATTACK);
    gain.gain.exponentialRampToValueAtTime(0.001, end);
    gain.connect(this.master);
    const source =
      tone.wave === 'noise' ? this.rush(tone, start, gain) : this.hum(tone, start, gain, tone.wave);
    source.start(start);
    source.stop(end);
    this.voices.push({ start, end, gain, source });
  }

  private hum(tone: Tone, start: number, into: AudioNode, wave: OscillatorType): OscillatorNode {
    const oscillator = this.context.createOscillator();
    oscillator.type = wave;
    this.slide(oscillator.frequency, tone, start);
    oscillator.connect(into);
    return oscillator;
  }

  private rush(tone: Tone, start: number, into: AudioNode): AudioBufferSourceNode {
    const source = this.context.createBufferSource();
    source.buffer = this.noise ??= this.makeNoise();
    source.loop = true;
    const filter = this.context.createBiquadFilter();
    filter.type = 'bandpass';
    this.slide(filter.frequency, tone, start);
    source.connect(filter);
    filter.connect(into);
    return source;
  }

  private slide(pitch: AudioParam, tone: Tone, start: number): void {
    pitch.setValueAtTime(tone.pitch, start);
    if (tone.to !== undefined) pitch.exponentialRampToValueAtTime(tone.to, start + tone.length);
  }

  private cut(voice: Voice, at: number): void {
    const now = this.context.currentTime;
    const moment = Math.max(now, at - FADE);
    voice.gain.gain.cancelScheduledValues(moment);
    voice.gain.gain.setTargetAtTime(0, moment, FADE / 3);
    voice.source.stop(Math.max(moment + FADE, voice.start));
    voice.end = Math.min(voice.end, at);
  }

  /** Half a second of white noise, the same every time. */
  private makeNoise(): AudioBuffer {
    const rate = this.context.sampleRate;
    const buffer = this.context.createBuffer(1, Math.floor(rate / 2), rate);
    const data = buffer.getChannelData(0);
    let seed = 1;
    for (let index = 0; index < data.length; index++) {
      seed = (seed * 48271) % 2147483647;
      data[index] = (seed / 2147483647) * 2 - 1;
    }
    return buffer;
  }
}
