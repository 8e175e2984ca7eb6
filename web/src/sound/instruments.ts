/** The instruments of the music: what each makes of a note. Levels are set against each other here. */
import { hertz } from './notes';
import type { Tone } from './voice';

interface Played {
  /** As MIDI counts: A4 is 69. Drums have none. */
  note: number;
  /** Seconds. */
  length: number;
  /** 1: as loud as the instrument plays. */
  accent: number;
}

export interface Instrument {
  /** The lowest note that a chord is laid on; 0 for drums and for melodies that name their notes. */
  low: number;
  tone(played: Played): Omit<Tone, 'at'>;
}

/** Held for most of its length, then let go a little beyond. */
const held = (length: number, swell: number) => ({
  swell: Math.min(swell, length / 3),
  hold: length * 0.55,
  length: length * 1.05,
});

const drum = (
  pitch: number,
  to: number,
  length: number,
  level: number,
  filter: NonNullable<Tone['filter']>,
): Instrument => ({
  low: 0,
  tone: ({ accent }) => ({ wave: 'noise', pitch, to, length, level: level * accent, swell: 0.003, filter }),
});

export const INSTRUMENTS = {
  /** A soft reed that carries a calm melody. */
  reed: {
    low: 0,
    tone: ({ note, length, accent }) => ({
      wave: 'triangle',
      pitch: hertz(note),
      level: 0.3 * accent,
      waver: { rate: 4.6, cents: 7 },
      ...held(length, 0.05),
    }),
  },
  /** Brass that pushes. */
  brass: {
    low: 0,
    tone: ({ note, length, accent }) => ({
      wave: 'sawtooth',
      pitch: hertz(note),
      level: 0.22 * accent,
      twin: 9,
      filter: { kind: 'lowpass', pitch: hertz(note) * 5, to: hertz(note) * 2 },
      ...held(length, 0.018),
    }),
  },
  /** A second line under the melody. */
  flute: {
    low: 0,
    tone: ({ note, length, accent }) => ({
      wave: 'sine',
      pitch: hertz(note),
      level: 0.14 * accent,
      ...held(length, 0.06),
    }),
  },
  strings: {
    low: 55,
    tone: ({ note, length, accent }) => ({
      wave: 'sawtooth',
      pitch: hertz(note),
      level: 0.042 * accent,
      twin: 14,
      filter: { kind: 'lowpass', pitch: 900 },
      swell: Math.min(0.35, length / 3),
      hold: length * 0.6,
      length: length * 1.08,
    }),
  },
  harp: {
    low: 57,
    tone: ({ note, accent }) => ({
      wave: 'triangle',
      pitch: hertz(note),
      level: 0.12 * accent,
      length: 0.7,
    }),
  },
  stab: {
    low: 52,
    tone: ({ note, length, accent }) => ({
      wave: 'square',
      pitch: hertz(note),
      level: 0.05 * accent,
      length: Math.min(length, 0.16),
      filter: { kind: 'lowpass', pitch: 1800, to: 700 },
    }),
  },
  bass: {
    low: 33,
    tone: ({ note, length, accent }) => ({
      wave: 'triangle',
      pitch: hertz(note),
      level: 0.34 * accent,
      swell: 0.012,
      hold: length * 0.4,
      length,
    }),
  },
  /** A bass with teeth. */
  engine: {
    low: 31,
    tone: ({ note, length, accent }) => ({
      wave: 'sawtooth',
      pitch: hertz(note),
      level: 0.24 * accent,
      twin: 10,
      length: length * 0.95,
      filter: { kind: 'lowpass', pitch: 900, to: 220, q: 2 },
    }),
  },
  kick: {
    low: 0,
    tone: ({ accent }) => ({ wave: 'sine', pitch: 135, to: 42, length: 0.2, level: 0.33 * accent }),
  },
  tom: {
    low: 0,
    tone: ({ accent }) => ({ wave: 'sine', pitch: 150, to: 82, length: 0.26, level: 0.25 * accent }),
  },
  snare: drum(1900, 1500, 0.13, 0.34, { kind: 'bandpass', q: 0.6 }),
  brush: drum(3200, 2600, 0.12, 0.13, { kind: 'bandpass', q: 0.5 }),
  hat: drum(7500, 7500, 0.045, 0.1, { kind: 'highpass' }),
} as const satisfies Readonly<Record<string, Instrument>>;

export type InstrumentName = keyof typeof INSTRUMENTS;
