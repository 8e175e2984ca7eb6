/**
 * The two pieces of PixelsWars as patterns: blue calm and resolute, red driving.
 *
 * A bar is one text of signs with spaces, all of one length: a note (`F#4`), a tone of the bar's chord (`1` is its
 * bass, `3` `5` `7` `8` lie above, `=` are all), a drum (`x` loud, `o` soft), `-` goes on, `.` is silence. A part with
 * fewer bars than its section begins again.
 */
import type { InstrumentName } from './instruments';

export interface Section {
  /** One a bar. */
  chords: string;
  parts: { readonly [Name in InstrumentName]?: readonly string[] };
}

export interface Piece {
  /** Beats a minute; a bar has four. */
  tempo: number;
  /** How loud it is as a whole, so that no piece drowns the other. */
  level: number;
  sections: Readonly<Record<string, Section>>;
  /** The order of the sections; then it begins again. */
  form: readonly string[];
}

const REST = '. . . .';

// ---- blue: D major, a slow march that knows where it goes

const BLUE_STEADY = {
  strings: ['= - - -'],
  bass: ['1 - - 1 5 - 1 -', '1 - - 1 5 - 8 -'],
  kick: ['x . . . o . . .'],
  brush: ['. . x . . . x o'],
  hat: ['. . . o . . . o'],
} as const;

const BLUE_HARP = ['1 5 8 5 3 5 8 5'];

/** A drum roll on the last bar of eight. */
const roll = (bar: string, last: string): readonly string[] => [...Array<string>(7).fill(bar), last];

const BLUE: Piece = {
  tempo: 92,
  level: 0.63,
  sections: {
    opening: {
      chords: 'D A/C# Bm G D Em A A',
      parts: {
        reed: [
          'F#4 - - E4 D4 - A4 -',
          'E4 - - - - - C#4 E4',
          'D4 - - E4 F#4 - B4 -',
          'B4 - A4 G4 - - . .',
          'A4 - - F#4 D4 - F#4 -',
          'G4 - F#4 - E4 - B3 -',
          'C#4 - - E4 A4 - G4 -',
          'E4 - - - - - . .',
        ],
        strings: ['= - - -'],
        bass: ['1 - - - 5 - - -'],
        harp: BLUE_HARP,
        brush: roll(REST, '. . . . o o x x'),
      },
    },
    theme: {
      chords: 'D A/C# Bm G Em A D D',
      parts: {
        ...BLUE_STEADY,
        reed: [
          'F#4 - - E4 D4 - A4 -',
          'E4 - - F#4 E4 - C#4 E4',
          'D4 - - E4 F#4 - B4 -',
          'D5 - C#5 B4 - - A4 -',
          'G4 - - F#4 E4 - G4 -',
          'A4 - G4 - E4 - C#4 -',
          'D4 - - - F#4 - - E4',
          'D4 - - - - - . .',
        ],
        flute: [
          'A3 - - -',
          'A3 - - -',
          'F#3 - - -',
          'G3 - B3 -',
          'B3 - - -',
          'C#4 - - -',
          'A3 - - -',
          'F#3 - - .',
        ],
        snare: roll(REST, '. . . . . . . . o . o o x o x x'),
      },
    },
    rise: {
      chords: 'G A F#m Bm G Em Asus A',
      parts: {
        ...BLUE_STEADY,
        harp: BLUE_HARP,
        reed: [
          'D5 - - B4 G4 - B4 -',
          'C#5 - - A4 E4 - A4 -',
          'A4 - - C#5 F#4 - A4 -',
          'B4 - - - - - A4 B4',
          'D5 - C#5 - B4 - G4 -',
          'B4 - A4 - G4 - E4 -',
          'A4 - - B4 D5 - E5 -',
          'C#5 - - - A4 - . .',
        ],
        flute: [
          'B4 - G4 -',
          'A4 - E4 -',
          'F#4 - - -',
          'F#4 - D4 -',
          'G4 - - -',
          'E4 - - -',
          'D4 - - -',
          'E4 - C#4 .',
        ],
        snare: roll('. . o . . . o .', '. . . . . . . . o . o . x o x o'),
      },
    },
    far: {
      chords: 'Bm F#m G D Bm E7 A A7',
      parts: {
        strings: ['= - - -'],
        harp: ['1 3 5 8 5 3 5 3'],
        bass: ['1 - - -'],
        flute: [
          '. . F#5 - D5 - B4 -',
          'C#5 - - A4 F#4 - - -',
          '. . G4 - B4 - D5 -',
          'A4 - - F#4 D4 - - -',
          '. . D5 - C#5 - B4 -',
          'G#4 - B4 - E5 - D5 -',
          'C#5 - - - B4 - A4 -',
          'G4 - - - E4 - - -',
        ],
        tom: roll('x . . . . . . .', 'x . . . x . x x'),
      },
    },
  },
  form: ['opening', 'theme', 'rise', 'theme', 'far'],
};

// ---- red: E minor with a dark second step, on the front foot

const RED_MOTOR = {
  engine: ['1 . 1 1 . 1 1 . 1 . 1 1 5 . 8 .', '1 . 1 1 . 1 1 . 1 . 1 1 8 . 5 .'],
  kick: ['x . . . x . . . x . . . x . o .'],
  hat: ['. . x o . . x . . . x o . . x o'],
} as const;

const RED_SNARE = ['. . . . x . . . . . . . x . . o', '. . . . x . . o . . o . x . . .'];

const RED: Piece = {
  tempo: 138,
  level: 0.78,
  sections: {
    march: {
      chords: 'Em Em C D Em Em F B7',
      parts: {
        ...RED_MOTOR,
        stab: ['. . = . . = . .', '. . = . . = . ='],
        snare: roll('. . . . x . . .', '. . . . x . o . o o x o x x x x'),
        tom: [REST, '. . . . . . x x'],
        strings: ['= - - -'],
      },
    },
    charge: {
      chords: 'Em Em C D Em Em Am B',
      parts: {
        ...RED_MOTOR,
        snare: RED_SNARE,
        brass: [
          'E4 . E4 G4 . B4 - A4',
          'G4 - F#4 E4 . D4 E4 -',
          'E4 . G4 C5 . B4 - G4',
          'A4 - F#4 D4 . F#4 A4 -',
          'B4 . B4 D5 . E5 - D5',
          'B4 - A4 G4 . A4 B4 -',
          'C5 - B4 A4 . E4 A4 C5',
          'B4 - - F#4 D#4 - F#4 -',
        ],
        strings: ['= - - -'],
      },
    },
    pursuit: {
      chords: 'Am Em F Em Am Em B B7',
      parts: {
        ...RED_MOTOR,
        snare: RED_SNARE,
        stab: ['. = . = . . = .'],
        brass: [
          'A4 - C5 - E5 - D5 C5',
          'B4 - - G4 E4 - - -',
          'A4 - C5 - F5 - E5 C5',
          'B4 - - - G4 - E4 -',
          'A4 - C5 - E5 - G5 -',
          'E5 - D5 B4 G4 - B4 -',
          'F#4 - B4 - D#5 - F#5 -',
          'D#5 - - - B4 - . .',
        ],
        flute: [
          'E4 - - - C4 - - -',
          'E4 - - - B3 - - -',
          'F4 - - - C4 - - -',
          'E4 - - - B3 - - -',
          'E4 - - - C4 - - -',
          'G4 - - - E4 - - -',
          'D#4 - - - F#4 - - -',
          'F#4 - - - - - . .',
        ],
      },
    },
    siege: {
      chords: 'C D Em Em C D B B7',
      parts: {
        engine: ['1 - - - 1 - 1 -', '1 - - - 1 - 5 -'],
        strings: ['= - - -'],
        kick: ['x . . . . . x .'],
        snare: roll('. . . . x . . .', 'o . o . o . o . o o x o x x x x'),
        tom: ['. . . x . . . x', '. . . x . x x .'],
        brass: [
          'G4 - - - E4 - - -',
          'A4 - - - F#4 - - -',
          'B4 - - - - - G4 A4',
          'B4 - - - . . . .',
          'C5 - - - G4 - - -',
          'D5 - - - A4 - - -',
          'D#5 - - F#5 - - D#5 -',
          'B4 . B4 . B4 B4 B4 B4',
        ],
      },
    },
  },
  form: ['march', 'charge', 'pursuit', 'charge', 'siege', 'pursuit'],
};

/** By game and player. */
export const PIECES = { 'pixelswars.1': BLUE, 'pixelswars.2': RED } as const;
export type PieceName = keyof typeof PIECES;
