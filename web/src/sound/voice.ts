/** One tone: all that can be said of it, and the audio nodes that make it sound. */

export interface Tone {
  wave: 'sine' | 'triangle' | 'square' | 'sawtooth' | 'noise';
  /** Hertz. Noise: the pitch of its filter. */
  pitch: number;
  /** Where the pitch has slid to at the end. */
  to?: number;
  /** Seconds after the cue begins. */
  at: number;
  /** Seconds, the fading included. */
  length: number;
  /** 0 to 1. */
  level: number;
  /** Seconds until it is loud. */
  swell?: number;
  /** Seconds it then stays loud; after them it fades. */
  hold?: number;
  /** Cents between it and a second one that sounds along. */
  twin?: number;
  /** Without a pitch, at the tone's own. Noise always has one, a band unless told otherwise. */
  filter?: { kind: 'lowpass' | 'highpass' | 'bandpass'; pitch?: number; to?: number; q?: number };
  /** Loudness that beats, as of a rotor or an engine: times a second, and which part of it goes (0 to 1). */
  beat?: { rate: number; to?: number; depth: number };
  /** Pitch that wavers: times a second, and cents to both sides. */
  waver?: { rate: number; cents: number };
}

const SWELL = 0.005;

/** A tone on its way to the loudspeaker. */
export interface Voice {
  start: number;
  end: number;
  sources: AudioScheduledSourceNode[];
}

/** Has the tone sound from `start` on, on the clock of the context. */
export function sound(context: BaseAudioContext, tone: Tone, start: number, into: AudioNode): Voice {
  const end = start + tone.length;
  const swelled = start + (tone.swell ?? SWELL);
  const gain = context.createGain();
  gain.gain.value = 0; // or the first sample may come before the envelope, at full strength
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(tone.level, swelled);
  if (tone.hold !== undefined) gain.gain.setValueAtTime(tone.level, swelled + tone.hold);
  gain.gain.exponentialRampToValueAtTime(0.001, end);
  gain.connect(into);

  const sources: AudioScheduledSourceNode[] = [];
  const inner = filtered(context, tone, start, beaten(context, tone, start, gain, sources));
  if (tone.wave === 'noise') {
    const source = context.createBufferSource();
    source.buffer = noiseOf(context);
    source.loop = true;
    source.connect(inner);
    sources.push(source);
  } else
    for (const cents of tone.twin === undefined ? [0] : [-tone.twin / 2, tone.twin / 2])
      sources.push(hum(context, tone, tone.wave, cents, start, inner));
  if (tone.waver) waver(context, tone.waver, sources);
  for (const source of sources) {
    source.start(start);
    source.stop(end);
  }
  return { start, end, sources };
}

/** No more of the voice from `at` on; whoever calls has faded it out until then. */
export function stop(voice: Voice, at: number): void {
  if (voice.end <= at) return;
  for (const source of voice.sources) source.stop(Math.max(at, voice.start));
  voice.end = at;
}

function slide(param: AudioParam, from: number, to: number | undefined, start: number, length: number): void {
  param.setValueAtTime(from, start);
  if (to !== undefined) param.exponentialRampToValueAtTime(to, start + length);
}

function hum(
  context: BaseAudioContext,
  tone: Tone,
  wave: OscillatorType,
  cents: number,
  start: number,
  into: AudioNode,
): OscillatorNode {
  const oscillator = context.createOscillator();
  oscillator.type = wave;
  oscillator.detune.setValueAtTime(cents, start);
  slide(oscillator.frequency, tone.pitch, tone.to, start, tone.length);
  oscillator.connect(into);
  return oscillator;
}

function filtered(context: BaseAudioContext, tone: Tone, start: number, into: AudioNode): AudioNode {
  const wanted = tone.filter ?? (tone.wave === 'noise' ? { kind: 'bandpass' as const } : null);
  if (!wanted) return into;
  const filter = context.createBiquadFilter();
  filter.type = wanted.kind;
  if (wanted.q !== undefined) filter.Q.setValueAtTime(wanted.q, start);
  const own = wanted.pitch === undefined;
  slide(filter.frequency, own ? tone.pitch : wanted.pitch!, own ? tone.to : wanted.to, start, tone.length);
  filter.connect(into);
  return filter;
}

/** A slow sine moves a second gain up and down. */
function beaten(
  context: BaseAudioContext,
  tone: Tone,
  start: number,
  into: AudioNode,
  sources: AudioScheduledSourceNode[],
): AudioNode {
  if (!tone.beat) return into;
  const { rate, to, depth } = tone.beat;
  const beating = context.createGain();
  beating.gain.setValueAtTime(1 - depth / 2, start);
  const swing = context.createGain();
  swing.gain.setValueAtTime(depth / 2, start);
  const clock = context.createOscillator();
  slide(clock.frequency, rate, to, start, tone.length);
  clock.connect(swing);
  swing.connect(beating.gain);
  beating.connect(into);
  sources.push(clock);
  return beating;
}

function waver(
  context: BaseAudioContext,
  { rate, cents }: { rate: number; cents: number },
  sources: AudioScheduledSourceNode[],
): void {
  const clock = context.createOscillator();
  clock.frequency.value = rate;
  const swing = context.createGain();
  swing.gain.value = cents;
  clock.connect(swing);
  for (const source of sources) if ('detune' in source) swing.connect((source as OscillatorNode).detune);
  sources.push(clock);
}

const noises = new WeakMap<BaseAudioContext, AudioBuffer>();

/** Half a second of white noise, the same every time. */
function noiseOf(context: BaseAudioContext): AudioBuffer {
  const known = noises.get(context);
  if (known) return known;
  const rate = context.sampleRate;
  const buffer = context.createBuffer(1, Math.floor(rate / 2), rate);
  const data = buffer.getChannelData(0);
  let seed = 1;
  for (let index = 0; index < data.length; index++) {
    seed = (seed * 48271) % 2147483647;
    data[index] = (seed / 2147483647) * 2 - 1;
  }
  noises.set(context, buffer);
  return buffer;
}
