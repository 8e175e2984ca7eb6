/** `play(cue)`: a sound of the page, if the person wants sounds and has touched the page before. */
import { settings, watchSettings } from '../settings';
import { CUES, type Cue } from './cues';
import { Synth } from './synth';

export type { Cue } from './cues';

let context: AudioContext | null = null;
let synth: Synth | null = null;

/** Browsers let a page sound only after a gesture, so nothing is made before one. */
function wake(): void {
  if (typeof AudioContext === 'undefined') return;
  if (!context) {
    context = new AudioContext();
    synth = new Synth(context);
  }
  if (context.state === 'suspended') void context.resume().catch(() => undefined); // next gesture, next try
}

/** Listens for gestures; returns the way to stop. */
export function startSound(): () => void {
  addEventListener('pointerdown', wake, { passive: true });
  addEventListener('keydown', wake);
  const stopWatching = watchSettings(() => {
    if (!settings.sound) synth?.silence();
  });
  return () => {
    removeEventListener('pointerdown', wake);
    removeEventListener('keydown', wake);
    stopWatching();
    void context?.close();
    context = null;
    synth = null;
  };
}

export function play(cue: Cue): void {
  if (!settings.sound || settings.volume === 0) return;
  if (!synth || context?.state !== 'running') return;
  synth.play(CUES[cue], settings.volume);
}
