/** Notes and chords by name: `hz('A4')` is 440, `chord('Bm/D')` tells which notes it has. */

const STEPS: Readonly<Record<string, number>> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 };
const SIGNS: Readonly<Record<string, number>> = { '#': 1, b: -1 };

/** Semitones above C, 0 to 11. */
function stepOf(letter: string, sign: string | undefined): number {
  return (STEPS[letter]! + (sign ? SIGNS[sign]! : 0) + 12) % 12;
}

/** The number of a note, as MIDI counts: A4 is 69. */
export function note(name: string): number {
  const found = /^([A-G])([#b]?)(\d)$/.exec(name);
  if (!found) throw new RangeError(`no note: ${name}`);
  return stepOf(found[1]!, found[2]) + 12 * (Number(found[3]) + 1);
}

export const hertz = (number: number): number => 440 * 2 ** ((number - 69) / 12);
export const hz = (name: string): number => hertz(note(name));

export interface Chord {
  /** Semitones above C, 0 to 11, of the lowest note. */
  bass: number;
  /** The others above C, root first, going up from it: root, third, fifth, and the seventh where there is one. */
  tones: readonly number[];
}

/** `C`, `F#m`, `A7`, `Bm7`, `Dsus` and with another bass `D/F#`. */
export function chord(name: string): Chord {
  const found = /^([A-G])([#b]?)(m|sus)?(7)?(?:\/([A-G])([#b]?))?$/.exec(name);
  if (!found) throw new RangeError(`no chord: ${name}`);
  const root = stepOf(found[1]!, found[2]);
  const third = found[3] === 'm' ? 3 : found[3] === 'sus' ? 5 : 4;
  const tones = [0, third, 7, ...(found[4] ? [10] : [])].map((above) => root + above);
  return { bass: found[5] ? stepOf(found[5], found[6]) : root, tones };
}
