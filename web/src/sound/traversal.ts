/** The sounds of Traversal: turned pieces of wood and stone set down on a board, struck, and gone over the edge. */
import { hz } from './notes';
import type { Tone } from './voice';

/** A dry knock on wood or stone. */
const knock = (pitch: number, at: number, level: number, length = 0.09): Tone => ({
  wave: 'sine',
  pitch,
  to: pitch * 0.72,
  at,
  length,
  level,
});

/** The tip of the knock: what the ear takes for the material. */
const tip = (pitch: number, at: number, level: number): Tone => ({
  wave: 'noise',
  pitch,
  at,
  length: 0.04,
  level,
  filter: { kind: 'bandpass', q: 1.6 },
});

const glass = (name: string, at: number, length: number, level: number): Tone => ({
  wave: 'sine',
  pitch: hz(name),
  at,
  length,
  level,
  swell: 0.004,
});

export const TRAVERSAL = {
  'traversal.select.explorer': [tip(3200, 0, 0.25), glass('E6', 0, 0.14, 0.22)],
  'traversal.select.vanguard': [tip(2400, 0, 0.25), glass('A5', 0, 0.16, 0.26)],
  'traversal.select.sentinel': [tip(1600, 0, 0.28), glass('D5', 0, 0.2, 0.32)],
  'traversal.move.explorer': [tip(2600, 0.07, 0.4), knock(420, 0.07, 0.4)],
  'traversal.move.vanguard': [tip(1900, 0.07, 0.4), knock(300, 0.07, 0.5)],
  'traversal.move.sentinel': [tip(1300, 0.07, 0.45), knock(190, 0.07, 0.65, 0.13)],
  'traversal.capture': [
    tip(2200, 0, 0.6),
    knock(240, 0, 0.6, 0.14),
    { wave: 'noise', pitch: 900, to: 300, at: 0.045, length: 0.095, level: 0.3 },
    knock(330, 0.145, 0.42),
    knock(360, 0.215, 0.3),
  ],
  'traversal.exit': [
    glass('A4', 0, 0.17, 0.3),
    glass('E5', 0.09, 0.17, 0.3),
    glass('A5', 0.18, 0.18, 0.3),
    glass('C#6', 0.27, 0.5, 0.26),
  ],
  'traversal.skip': [glass('D5', 0, 0.16, 0.28), glass('D4', 0.13, 0.28, 0.3)],
  'traversal.turn': [knock(520, 0, 0.22, 0.07), glass('A5', 0.03, 0.22, 0.2)],
} as const satisfies Readonly<Record<string, readonly Tone[]>>;
