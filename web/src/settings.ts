/**
 * What this person has chosen, kept in one cookie until the browser is closed. Reading `settings.x` inside a
 * component or an effect follows later changes; plain code (canvas, sound) uses `watchSettings`.
 */
import { createSubscriber } from 'svelte/reactivity';

export const LANGUAGES = ['en', 'fr', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];
/** `pseudo` is English made longer and accented: tests find clipped and forgotten texts with it. It is never offered. */
export type ShownLanguage = Language | 'pseudo';

const SPEEDS = ['slow', 'normal', 'fast', 'instant'] as const;
export type Speed = (typeof SPEEDS)[number];

export interface Settings {
  language: 'system' | ShownLanguage;
  theme: 'system' | 'light' | 'dark';
  sound: boolean;
  /** Of effects; 0 to 1. */
  volume: number;
  /** Heard only while `sound` is on. */
  music: boolean;
  /** 0 to 1. */
  musicVolume: number;
  /** Of everything that moves on a board. */
  speed: Speed;
  /** Of what the other players do. */
  speedOthers: 'same' | Speed;
  motion: 'system' | 'reduced' | 'full';
  palette: 'standard' | 'colour-blind';
  /** Where the letters lie that steer like arrows: ZQSD or WASD. */
  keyboard: 'azerty' | 'qwerty';
  /** Single letters act on the board. */
  letterKeys: boolean;
  /** After one has acted the next is selected. */
  autoNext: boolean;
  /** The turn ends by itself once everything has acted. */
  autoEnd: boolean;
  /** Ask before a turn ends in which something could still act. */
  warnIdle: boolean;
  /** What the others did is shown once more, step by step, when one's own turn begins. */
  autoRecap: boolean;
  /** Cover the board between two people at one screen. */
  curtain: boolean;
  /** On touch: first tap shows, second does it; or one tap does it. */
  confirm: 'two-step' | 'one-step';
  /** Of games that have both: the board in relief, or the flat one. */
  board: 'relief' | 'flat';
  /** What the pieces of the board in relief are made of; one that is not known is the first one. */
  skin: string;
  /** How fast the board in relief is drawn is written on it. */
  readout: boolean;
}

export const COOKIE = 'outflank-settings';

export const DEFAULTS: Readonly<Settings> = {
  language: 'system',
  theme: 'system',
  sound: true,
  volume: 0.5,
  music: false,
  musicVolume: 0.125,
  speed: 'normal',
  speedOthers: 'same',
  motion: 'system',
  palette: 'standard',
  keyboard: 'azerty',
  letterKeys: true,
  autoNext: true,
  autoEnd: false,
  warnIdle: true,
  autoRecap: false,
  curtain: true,
  confirm: 'two-step',
  board: 'relief',
  skin: '',
  readout: false,
};

const CHOICES: { readonly [K in keyof Settings]?: readonly Settings[K][] } = {
  language: ['system', ...LANGUAGES, 'pseudo'],
  theme: ['system', 'light', 'dark'],
  speed: SPEEDS,
  speedOthers: ['same', ...SPEEDS],
  motion: ['system', 'reduced', 'full'],
  palette: ['standard', 'colour-blind'],
  keyboard: ['azerty', 'qwerty'],
  confirm: ['two-step', 'one-step'],
  board: ['relief', 'flat'],
};

function valid(key: keyof Settings, value: unknown): boolean {
  if (typeof value !== typeof DEFAULTS[key]) return false;
  if (key === 'volume' || key === 'musicVolume') return (value as number) >= 0 && (value as number) <= 1;
  const choices = CHOICES[key] as readonly unknown[] | undefined;
  return choices === undefined || choices.includes(value);
}

/** What the cookie holds; null: there is none, or it may not be read. */
function kept(): string | null {
  try {
    const found = document.cookie.split('; ').find((each) => each.startsWith(`${COOKIE}=`));
    return found?.slice(COOKIE.length + 1) ?? null;
  } catch {
    return null;
  }
}

/** What is stored, with a default for everything missing or damaged. */
export function load(): Settings {
  const result: Record<string, unknown> = { ...DEFAULTS };
  let stored: unknown = null;
  try {
    stored = JSON.parse(decodeURIComponent(kept() ?? 'null'));
  } catch {
    // Damaged: the defaults serve.
  }
  if (typeof stored === 'object' && stored !== null)
    for (const key of Object.keys(DEFAULTS) as (keyof Settings)[]) {
      const value = (stored as Record<string, unknown>)[key];
      if (valid(key, value)) result[key] = value;
    }
  return result as unknown as Settings;
}

/** Only what differs from the defaults, because a cookie travels with every request. */
function save(): void {
  const chosen = Object.entries(current).filter(([key, value]) => value !== DEFAULTS[key as keyof Settings]);
  const text = encodeURIComponent(JSON.stringify(Object.fromEntries(chosen)));
  try {
    document.cookie = `${COOKIE}=${text}; path=${import.meta.env.BASE_URL}; SameSite=Lax`;
  } catch {
    // The choice then lasts until the page is closed.
  }
}

let current: Settings = load();
const listeners = new Set<() => void>();
const notify = () => listeners.forEach((listener) => listener());
const follow = createSubscriber((update) => watchSettings(update));

/** Calls `listener` after every change, also of the system's theme or motion; returns the way to stop it. */
export function watchSettings(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The live settings. Writing stores; a value that is none is a mistake of the program and throws. */
export const settings: Settings = new Proxy({} as Settings, {
  get(_, key: string) {
    follow();
    return current[key as keyof Settings];
  },
  set(_, key: string, value: unknown) {
    if (!valid(key as keyof Settings, value))
      throw new TypeError(`no value for setting ${key}: ${String(value)}`);
    current = { ...current, [key]: value };
    save();
    notify();
    return true;
  },
});

export function resetSettings(): void {
  current = { ...DEFAULTS };
  save();
  notify();
}

const media = (query: string): MediaQueryList | null =>
  typeof matchMedia === 'function' ? matchMedia(query) : null;
const dark = media('(prefers-color-scheme: dark)');
const still = media('(prefers-reduced-motion: reduce)');
dark?.addEventListener('change', notify);
still?.addEventListener('change', notify);
if (typeof addEventListener === 'function')
  addEventListener('focus', () => {
    if (kept() === null) return;
    const found = load(); // perhaps changed in another tab
    if (JSON.stringify(found) === JSON.stringify(current)) return;
    current = found;
    notify();
  });

/** The theme in effect. */
export function theme(): 'light' | 'dark' {
  const chosen = settings.theme;
  return chosen === 'system' ? (dark?.matches ? 'dark' : 'light') : chosen;
}

/** How fast a board shows what this person does, or what others do. */
export function speedOf(own: boolean): Speed {
  const others = settings.speedOthers;
  return own || others === 'same' ? settings.speed : others;
}

/** Whether things must jump instead of move. */
export function reducedMotion(): boolean {
  const chosen = settings.motion;
  return chosen === 'system' ? (still?.matches ?? false) : chosen === 'reduced';
}
