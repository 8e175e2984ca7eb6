/** A piece as what is played when: its patterns read into one list for one time through. */
import { INSTRUMENTS, type InstrumentName } from './instruments';
import { chord, note, type Chord } from './notes';
import type { Piece } from './pieces';
import type { Tone } from './voice';

const BEATS = 4;
const SOFT = 0.55;
/** Off the beat it is a little softer. */
const OFF = 0.88;

export interface Score {
  /** Seconds of one time through; the next begins exactly then. */
  length: number;
  /** Seconds of one bar. */
  bar: number;
  bars: number;
  /** In the order of `at`, which is before `length`. */
  tones: readonly Tone[];
}

export function read(piece: Piece): Score {
  const bar = (60 / piece.tempo) * BEATS;
  const tones: Tone[] = [];
  let bars = 0;
  for (const name of piece.form) {
    const section = piece.sections[name];
    if (!section) throw new RangeError(`no section: ${name}`);
    const chords = section.chords.split(' ').map(chord);
    for (const [instrument, part] of Object.entries(section.parts) as [InstrumentName, readonly string[]][])
      chords.forEach((each, index) => {
        const text = part[index % part.length]!;
        tones.push(...readBar(text, instrument, each, (bars + index) * bar, bar, piece.level));
      });
    bars += chords.length;
  }
  tones.sort((one, other) => one.at - other.at);
  return { length: bars * bar, bar, bars, tones };
}

function readBar(
  text: string,
  name: InstrumentName,
  on: Chord,
  start: number,
  bar: number,
  level: number,
): Tone[] {
  const signs = text.split(' ');
  const step = bar / signs.length;
  const instrument = INSTRUMENTS[name];
  return signs.flatMap((sign, index) => {
    if (sign === '.' || sign === '-') return [];
    let steps = 1;
    while (signs[index + steps] === '-') steps += 1;
    const beat = (index * BEATS) % signs.length === 0;
    const accent = level * (sign === 'o' ? SOFT : 1) * (beat ? 1 : OFF);
    return notesOf(sign, on, instrument.low).map((each) => ({
      ...instrument.tone({ note: each, length: steps * step, accent }),
      at: start + index * step,
    }));
  });
}

const DEGREES: Readonly<Record<string, number>> = { 3: 1, 5: 2, 7: 3 };

/** The notes that a sign stands for; 0 is a drum's. */
function notesOf(sign: string, on: Chord, low: number): number[] {
  if (sign === 'x' || sign === 'o') return [0];
  if (low === 0) return [note(sign)];
  const up = (step: number, from: number) => from + ((((step - from) % 12) + 12) % 12);
  const bass = up(on.bass, low);
  if (sign === '1') return [bass];
  if (sign === '8') return [bass + 12];
  if (sign === '=') return on.tones.map((step) => up(step, low));
  const degree = DEGREES[sign];
  const step = degree === undefined ? undefined : on.tones[degree];
  if (step === undefined) throw new RangeError(`no sign of a bar: ${sign}`);
  return [up(step, bass)];
}
