/** The sounds of PixelsWars, and which of them a unit's voice or weapon, or a happening, has. */
import { hz } from './notes';
import type { Tone } from './voice';

/** A strike that dies away: boots, drums, hammers. */
const hit = (pitch: number, at: number, length: number, level: number, to = pitch): Tone => ({
  wave: 'noise',
  pitch,
  to,
  at,
  length,
  level,
  hold: 0.012,
});

/** A boot on soft ground. */
const step = (pitch: number, at: number): Tone => ({
  ...hit(pitch, at, 0.1, 0.9, 300),
  hold: 0.03,
  filter: { kind: 'lowpass' },
});

/** Something that turns: beats `rate` times a second. */
const engine = (
  pitch: number,
  to: number,
  length: number,
  level: number,
  more: { rate: number; faster: number; depth: number; open: number; opened: number },
): Tone => ({
  wave: 'sawtooth',
  pitch,
  to,
  at: 0,
  length,
  level,
  swell: 0.04,
  hold: length * 0.45,
  twin: 18,
  filter: { kind: 'lowpass', pitch: more.open, to: more.opened },
  beat: { rate: more.rate, to: more.faster, depth: more.depth },
});

/** Air that is cut or pushed away. */
const air = (
  pitch: number,
  to: number,
  length: number,
  level: number,
  beat: { rate: number; to: number; depth: number },
): Tone => ({
  wave: 'noise',
  pitch,
  to,
  at: 0,
  length,
  level,
  swell: 0.06,
  hold: length * 0.4,
  filter: { kind: 'bandpass', q: 1.2 },
  beat,
});

/** A trumpet, as far as two saws and a filter go. */
const horn = (name: string, at: number, length: number, level: number): Tone => ({
  wave: 'sawtooth',
  pitch: hz(name),
  at,
  length,
  level,
  swell: 0.025,
  hold: length * 0.55,
  twin: 7,
  filter: { kind: 'lowpass', pitch: hz(name) * 4.5, to: hz(name) * 2 },
});

const pipe = (name: string, at: number, length: number, level: number): Tone => ({
  wave: 'triangle',
  pitch: hz(name),
  at,
  length,
  level,
  swell: 0.012,
  hold: length * 0.4,
});

const bell = (name: string, at: number, length: number, level: number): Tone => ({
  wave: 'sine',
  pitch: hz(name),
  at,
  length,
  level,
  swell: 0.004,
});

/** The tones of a cue as loud as it should be beside the others, as measured by tests/browser/test_sound.py. */
const mixed = (level: number, tones: readonly Tone[]): readonly Tone[] =>
  tones.map((tone) => ({ ...tone, level: tone.level * level }));

export const PIXELSWARS = {
  'pixelswars.select.infantry': mixed(0.76, [
    hit(1900, 0, 0.05, 0.5),
    hit(1500, 0.09, 0.06, 0.5),
    pipe('A4', 0.09, 0.16, 0.3),
  ]),
  'pixelswars.select.jeep': mixed(0.51, [
    engine(72, 128, 0.42, 0.5, { rate: 24, faster: 38, depth: 0.6, open: 480, opened: 1500 }),
    hit(900, 0, 0.06, 0.3),
  ]),
  'pixelswars.select.tank': mixed(0.52, [
    engine(44, 58, 0.55, 0.6, { rate: 13, faster: 19, depth: 0.75, open: 260, opened: 520 }),
    hit(420, 0, 0.12, 0.5, 200),
  ]),
  'pixelswars.select.artillery': mixed(0.85, [
    {
      wave: 'square',
      pitch: 208,
      to: 330,
      at: 0,
      length: 0.34,
      level: 0.2,
      swell: 0.03,
      hold: 0.2,
      filter: { kind: 'lowpass', pitch: 1100 },
      beat: { rate: 30, depth: 0.35 },
    },
    hit(1300, 0.3, 0.09, 0.5, 500),
  ]),
  'pixelswars.select.helicopter': mixed(0.81, [
    air(420, 620, 0.62, 0.9, { rate: 12, to: 17, depth: 0.95 }),
    engine(82, 98, 0.62, 0.3, { rate: 12, faster: 17, depth: 0.7, open: 420, opened: 700 }),
  ]),
  'pixelswars.select.plane': mixed(0.65, [
    engine(146, 232, 0.58, 0.3, { rate: 44, faster: 62, depth: 0.4, open: 900, opened: 2100 }),
    air(1200, 2600, 0.58, 0.3, { rate: 44, to: 62, depth: 0.3 }),
  ]),

  'pixelswars.move.foot': mixed(1.2, [step(900, 0), step(760, 0.13), step(900, 0.26)]),
  'pixelswars.move.wheels': mixed(0.45, [
    engine(96, 150, 0.36, 0.38, { rate: 34, faster: 48, depth: 0.5, open: 600, opened: 1100 }),
    air(500, 900, 0.36, 0.22, { rate: 9, to: 14, depth: 0.4 }),
  ]),
  'pixelswars.move.tracks': mixed(0.52, [
    engine(52, 46, 0.42, 0.5, { rate: 18, faster: 22, depth: 0.8, open: 380, opened: 300 }),
    air(950, 700, 0.42, 0.3, { rate: 18, to: 22, depth: 0.9 }),
  ]),
  'pixelswars.move.rotor': mixed(1.6, [air(340, 480, 0.46, 0.9, { rate: 16, to: 20, depth: 0.9 })]),
  'pixelswars.move.wings': mixed(1, [air(700, 2200, 0.5, 0.55, { rate: 7, to: 11, depth: 0.2 })]),

  'pixelswars.shot.gun': mixed(1.1, [
    hit(2600, 0, 0.09, 0.8, 700),
    hit(2400, 0.1, 0.09, 0.8, 650),
    hit(2600, 0.2, 0.14, 0.8, 500),
    { wave: 'square', pitch: 190, to: 70, at: 0, length: 0.09, level: 0.2 },
    { wave: 'square', pitch: 180, to: 70, at: 0.1, length: 0.09, level: 0.2 },
    { wave: 'square', pitch: 190, to: 60, at: 0.2, length: 0.12, level: 0.2 },
  ]),
  'pixelswars.shot.cannon': mixed(0.56, [
    {
      wave: 'noise',
      pitch: 2400,
      to: 160,
      at: 0,
      length: 0.45,
      level: 0.7,
      filter: { kind: 'lowpass' },
    },
    { wave: 'sine', pitch: 150, to: 42, at: 0, length: 0.36, level: 0.55, hold: 0.03 },
  ]),
  'pixelswars.shot.missile': mixed(0.83, [
    {
      wave: 'noise',
      pitch: 600,
      to: 3200,
      at: 0,
      length: 0.62,
      level: 0.8,
      swell: 0.1,
      hold: 0.22,
      filter: { kind: 'bandpass', q: 1.4 },
    },
    {
      wave: 'sawtooth',
      pitch: 150,
      to: 420,
      at: 0,
      length: 0.6,
      level: 0.22,
      swell: 0.06,
      hold: 0.2,
      twin: 25,
      filter: { kind: 'lowpass', pitch: 700, to: 1900 },
    },
  ]),
  'pixelswars.explosion': mixed(0.73, [
    {
      wave: 'noise',
      pitch: 1500,
      to: 70,
      at: 0,
      length: 0.95,
      level: 0.75,
      hold: 0.08,
      filter: { kind: 'lowpass' },
      beat: { rate: 23, to: 9, depth: 0.4 },
    },
    { wave: 'sine', pitch: 92, to: 30, at: 0, length: 0.75, level: 0.5, hold: 0.05 },
  ]),

  'pixelswars.capture': mixed(0.72, [
    { wave: 'triangle', pitch: 240, to: 520, at: 0, length: 0.14, level: 0.4, hold: 0.06 },
    hit(700, 0.15, 0.07, 0.6),
    pipe('D5', 0.17, 0.2, 0.3),
  ]),
  'pixelswars.captured': mixed(0.48, [
    horn('C5', 0, 0.13, 0.34),
    horn('C5', 0.14, 0.1, 0.34),
    horn('F5', 0.25, 0.2, 0.34),
    horn('C5', 0.46, 0.12, 0.34),
    horn('A5', 0.59, 0.5, 0.32),
    horn('F4', 0.59, 0.5, 0.28),
  ]),
  'pixelswars.secured': mixed(0.41, [
    horn('F4', 0, 0.13, 0.34),
    horn('A4', 0.14, 0.13, 0.34),
    horn('C5', 0.28, 0.4, 0.32),
    horn('F4', 0.28, 0.4, 0.28),
  ]),
  'pixelswars.recruit': mixed(0.64, [
    hit(1700, 0, 0.07, 0.55),
    hit(1500, 0.12, 0.05, 0.35),
    hit(1500, 0.18, 0.05, 0.35),
    hit(1700, 0.24, 0.07, 0.55),
    hit(1700, 0.48, 0.07, 0.55),
    hit(1500, 0.6, 0.05, 0.35),
    hit(1700, 0.72, 0.09, 0.55),
    pipe('G4', 0, 0.22, 0.36),
    pipe('B4', 0.24, 0.12, 0.36),
    pipe('D5', 0.36, 0.12, 0.36),
    pipe('B4', 0.48, 0.12, 0.36),
    pipe('D5', 0.6, 0.12, 0.36),
    pipe('G5', 0.72, 0.3, 0.36),
  ]),
  'pixelswars.build': mixed(0.89, [
    hit(2900, 0, 0.03, 0.5),
    hit(2900, 0.07, 0.03, 0.5),
    hit(2900, 0.14, 0.03, 0.5),
    hit(1100, 0.26, 0.1, 0.6, 700),
    { wave: 'square', pitch: 311, at: 0.26, length: 0.14, level: 0.16 },
    hit(1100, 0.42, 0.1, 0.6, 700),
    { wave: 'square', pitch: 294, at: 0.42, length: 0.18, level: 0.16 },
    engine(60, 96, 0.26, 0.26, { rate: 22, faster: 30, depth: 0.6, open: 500, opened: 900 }),
  ]),
  'pixelswars.heal': mixed(0.8, [
    { ...bell('E5', 0, 0.28, 0.34), swell: 0.04, waver: { rate: 6, cents: 14 } },
    { ...bell('A5', 0.14, 0.3, 0.34), swell: 0.04, waver: { rate: 6, cents: 14 } },
    { ...bell('C#6', 0.29, 0.45, 0.3), swell: 0.04, waver: { rate: 6, cents: 14 } },
  ]),
  'pixelswars.income': mixed(0.53, [
    { wave: 'triangle', pitch: 1865, at: 0, length: 0.07, level: 0.34, hold: 0.02 },
    { wave: 'triangle', pitch: 2489, at: 0.07, length: 0.3, level: 0.34, hold: 0.03 },
    { wave: 'sine', pitch: 4978, at: 0.07, length: 0.18, level: 0.1 },
  ]),
  'pixelswars.turn': mixed(0.51, [
    horn('D4', 0, 0.16, 0.34),
    hit(320, 0, 0.12, 0.6, 150),
    horn('A4', 0.17, 0.38, 0.34),
    hit(320, 0.17, 0.14, 0.6, 150),
  ]),
  'pixelswars.victory': mixed(0.6, [
    horn('G4', 0, 0.15, 0.3),
    horn('C5', 0.16, 0.15, 0.3),
    horn('E5', 0.32, 0.15, 0.3),
    horn('G5', 0.48, 0.3, 0.3),
    horn('E5', 0.8, 0.15, 0.3),
    horn('F5', 0.96, 0.15, 0.3),
    horn('G5', 1.12, 0.8, 0.28),
    horn('C4', 0, 0.48, 0.24),
    horn('E4', 0.48, 0.32, 0.24),
    horn('F4', 0.8, 0.32, 0.24),
    horn('C4', 1.12, 0.8, 0.24),
  ]),
  'pixelswars.defeat': mixed(0.51, [
    horn('D4', 0, 0.34, 0.3),
    horn('C4', 0.36, 0.34, 0.3),
    horn('Bb3', 0.72, 0.34, 0.3),
    horn('A3', 1.08, 0.8, 0.3),
    horn('D3', 0, 0.7, 0.24),
    horn('G3', 0.72, 0.34, 0.24),
    horn('D3', 1.08, 0.8, 0.24),
  ]),
} as const satisfies Readonly<Record<string, readonly Tone[]>>;

export type PixelsWarsCue = keyof typeof PIXELSWARS;

/** By a unit's `voice` in the game's tables. */
const SELECT = {
  infantry: 'pixelswars.select.infantry',
  jeep: 'pixelswars.select.jeep',
  tank: 'pixelswars.select.tank',
  artillery: 'pixelswars.select.artillery',
  helicopter: 'pixelswars.select.helicopter',
  plane: 'pixelswars.select.plane',
} as const;

/** By a unit's `voice`. */
const MOVE: Readonly<Record<keyof typeof SELECT, PixelsWarsCue>> = {
  infantry: 'pixelswars.move.foot',
  jeep: 'pixelswars.move.wheels',
  tank: 'pixelswars.move.tracks',
  artillery: 'pixelswars.move.tracks',
  helicopter: 'pixelswars.move.rotor',
  plane: 'pixelswars.move.wings',
};

/** By a unit's `voice`: people come marching, machines are built. */
const BUY: Readonly<Record<keyof typeof SELECT, PixelsWarsCue>> = {
  infantry: 'pixelswars.recruit',
  jeep: 'pixelswars.build',
  tank: 'pixelswars.build',
  artillery: 'pixelswars.build',
  helicopter: 'pixelswars.build',
  plane: 'pixelswars.build',
};

/** By a unit's `weapon`. */
const SHOT = {
  gun: 'pixelswars.shot.gun',
  cannon: 'pixelswars.shot.cannon',
  missile: 'pixelswars.shot.missile',
} as const;

/** What sounds: `CUE_OF.select[unit.voice]`, `CUE_OF.shot[unit.weapon]`, `CUE_OF.effect.died`. */
export const CUE_OF = {
  select: SELECT,
  move: MOVE,
  shot: SHOT,
  buy: BUY,
  /** By the kind of effect, for those that are the same for every unit. */
  effect: {
    died: 'pixelswars.explosion',
    capturing: 'pixelswars.capture',
    captured: 'pixelswars.captured',
    secured: 'pixelswars.secured',
    turn: 'pixelswars.turn',
    income: 'pixelswars.income',
    healed: 'pixelswars.heal',
  },
} as const;
