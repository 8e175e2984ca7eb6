/** The sounds of the page, each a few tones; times in seconds, pitches in hertz. */
import type { Tone } from './voice';

const tone = (
  wave: Tone['wave'],
  pitch: number,
  at: number,
  length: number,
  level: number,
  to?: number,
): Tone => ({ wave, pitch, at, length, level, ...(to === undefined ? {} : { to }) });

export const CUES = {
  select: [tone('triangle', 660, 0, 0.07, 0.35)],
  move: [tone('noise', 900, 0, 0.06, 0.25), tone('sine', 180, 0.02, 0.09, 0.4, 140)],
  attack: [tone('noise', 2200, 0, 0.12, 0.5, 500), tone('square', 220, 0.01, 0.12, 0.18, 90)],
  capture: [tone('noise', 2600, 0, 0.1, 0.45, 700), tone('triangle', 294, 0.06, 0.2, 0.4, 98)],
  die: [tone('triangle', 330, 0, 0.28, 0.4, 80), tone('noise', 600, 0.04, 0.22, 0.22, 200)],
  fortify: [tone('square', 130, 0, 0.06, 0.22), tone('square', 196, 0.08, 0.1, 0.22)],
  factory: [
    tone('square', 131, 0, 0.08, 0.2),
    tone('square', 165, 0.09, 0.08, 0.2),
    tone('triangle', 262, 0.18, 0.2, 0.4),
  ],
  produce: [tone('sine', 392, 0, 0.07, 0.35), tone('sine', 523, 0.07, 0.12, 0.35)],
  appear: [tone('sine', 440, 0, 0.12, 0.25, 494)],
  refused: [tone('square', 150, 0, 0.07, 0.2), tone('square', 120, 0.09, 0.1, 0.2)],
  turn: [tone('sine', 523, 0, 0.12, 0.35), tone('sine', 784, 0.11, 0.24, 0.35)],
  victory: [
    tone('triangle', 523, 0, 0.14, 0.4),
    tone('triangle', 659, 0.14, 0.14, 0.4),
    tone('triangle', 784, 0.28, 0.14, 0.4),
    tone('triangle', 1047, 0.42, 0.5, 0.4),
    tone('sine', 523, 0.42, 0.5, 0.3),
  ],
  defeat: [
    tone('triangle', 392, 0, 0.2, 0.4),
    tone('triangle', 330, 0.2, 0.2, 0.4),
    tone('triangle', 262, 0.4, 0.5, 0.4, 247),
  ],
  tick: [tone('sine', 1200, 0, 0.025, 0.2)],
} as const satisfies Readonly<Record<string, readonly Tone[]>>;
