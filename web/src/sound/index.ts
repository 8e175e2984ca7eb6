/**
 * The sounds of the page and the music of a match, if the person wants them and has touched the page before:
 * `play(cue)`, `playMusic(piece)`, and `leaveSound()` for whoever goes.
 */
import { settings, watchSettings } from '../settings';
import { CUES } from './cues';
import { guard } from './guard';
import { Music } from './music';
import { PIECES, type PieceName } from './pieces';
import { PIXELSWARS } from './pixelswars';
import { Synth } from './synth';
import { TRAVERSAL } from './traversal';

const ALL = { ...CUES, ...PIXELSWARS, ...TRAVERSAL } as const;

export type Cue = keyof typeof ALL;
export type { PieceName } from './pieces';

interface Sounding {
  context: AudioContext;
  synth: Synth;
  music: Music;
}

let here: Sounding | null = null;
/** What the match that is open wants to be heard, whether it can or not. */
let wanted: PieceName | null = null;

/** Browsers let a page sound only after a gesture, so nothing is made before one. */
function wake(): void {
  if (typeof AudioContext === 'undefined') return;
  if (!here) {
    const context = new AudioContext();
    const out = guard(context);
    here = { context, synth: new Synth(context, out), music: new Music(context, out) };
    refresh();
  }
  if (here.context.state === 'suspended') void here.context.resume().then(refresh, () => undefined); // next gesture, next try
}

/** Music as it is wanted now, or none: also when nobody looks at the page. */
function refresh(): void {
  if (!here) return;
  const on = settings.sound && settings.music && settings.musicVolume > 0;
  const heard = on && here.context.state === 'running' && document.visibilityState !== 'hidden';
  if (heard && wanted) here.music.play(wanted, settings.musicVolume);
  else here.music.stop();
}

/** Listens for gestures; returns the way to stop. */
export function startSound(): () => void {
  addEventListener('pointerdown', wake, { passive: true });
  addEventListener('keydown', wake);
  document.addEventListener('visibilitychange', refresh);
  const stopWatching = watchSettings(() => {
    if (!settings.sound) here?.synth.silence();
    refresh();
  });
  return () => {
    removeEventListener('pointerdown', wake);
    removeEventListener('keydown', wake);
    document.removeEventListener('visibilitychange', refresh);
    stopWatching();
    here?.music.dispose();
    void here?.context.close();
    here = null;
    wanted = null;
  };
}

export function play(cue: Cue): void {
  if (!settings.sound || settings.volume === 0) return;
  if (here?.context.state !== 'running') return;
  here.synth.play(ALL[cue], settings.volume);
}

/** From now on this piece, or none; what sounds gives way to it. */
export function playMusic(piece: PieceName | null): void {
  wanted = piece;
  refresh();
}

/** Nothing of a match is heard any more, at once. */
export function leaveSound(): void {
  wanted = null;
  here?.synth.silence();
  here?.music.stop();
}

/** What a game sounds for something that every game has: its own cue, where there is one. */
export function cueOf(game: string, cue: 'turn' | 'victory' | 'defeat'): Cue {
  const own = `${game}.${cue}`;
  return own in ALL ? (own as Cue) : cue;
}

/** The piece of the player whose turn it is; null where the game has none. */
export function musicOf(game: string, player: number): PieceName | null {
  const name = `${game}.${player}`;
  return name in PIECES ? (name as PieceName) : null;
}
