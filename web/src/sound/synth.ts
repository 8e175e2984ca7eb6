/** A small synthesizer on the browser's audio clock: cues in, at most two heard at once. */
import { sound, stop, type Tone, type Voice } from './voice';

const AT_ONCE = 2;
/** Seconds within which the same cue again would only be the same, louder. */
const SAME = 0.03;
const FADE = 0.012;

interface Playing {
  tones: readonly Tone[];
  start: number;
  end: number;
  out: GainNode;
  voices: Voice[];
}

export class Synth {
  private playing: Playing[] = [];
  private readonly master: GainNode;

  constructor(
    private readonly context: BaseAudioContext,
    into: AudioNode,
  ) {
    this.master = context.createGain();
    this.master.connect(into);
  }

  /** Has the cue sound from now on. */
  play(tones: readonly Tone[], volume: number): void {
    const now = this.context.currentTime;
    this.master.gain.setValueAtTime(volume, now);
    this.playing = this.playing.filter((cue) => cue.end > now);
    if (this.playing.some((cue) => cue.tones === tones && now - cue.start < SAME)) return;
    // The oldest makes room, so that what has just happened is heard.
    for (const cue of this.playing.splice(0, Math.max(0, this.playing.length - AT_ONCE + 1))) this.stop(cue);
    const out = this.context.createGain();
    out.connect(this.master);
    const voices = tones.map((tone) => sound(this.context, tone, now + tone.at, out));
    this.playing.push({ tones, start: now, end: Math.max(...voices.map((voice) => voice.end)), out, voices });
  }

  /** Fades everything out at once. */
  silence(): void {
    for (const cue of this.playing) this.stop(cue);
    this.playing = [];
  }

  private stop(cue: Playing): void {
    const now = this.context.currentTime;
    cue.out.gain.setTargetAtTime(0, now, FADE / 3);
    for (const voice of cue.voices) stop(voice, now + FADE);
  }
}
