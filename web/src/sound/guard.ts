/** The last node before the loudspeaker: much at once is rounded off instead of clipped. */

const POINTS = 2049;
/** What comes in is looked up between -REACH and REACH. */
const REACH = 4;
/** Up to here nothing is changed. */
const STRAIGHT = 0.8;

/** What becomes of a value. */
export function rounded(value: number): number {
  const size = Math.abs(value);
  if (size <= STRAIGHT) return value;
  const room = 1 - STRAIGHT;
  return Math.sign(value) * (STRAIGHT + room * Math.tanh((size - STRAIGHT) / room));
}

export function guard(context: BaseAudioContext): AudioNode {
  const into = context.createGain();
  into.gain.value = 1 / REACH;
  const shaper = context.createWaveShaper();
  const middle = (POINTS - 1) / 2;
  shaper.curve = Float32Array.from({ length: POINTS }, (_, at) => rounded(((at - middle) / middle) * REACH));
  into.connect(shaper);
  shaper.connect(context.destination);
  return into;
}
