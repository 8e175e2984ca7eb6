/** Settings: kept, checked when read, and usable where storage is blocked. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  COOKIE,
  DEFAULTS,
  load,
  reducedMotion,
  resetSettings,
  settings,
  speedOf,
  theme,
  watchSettings,
  type Settings,
} from '../src/settings';

const store = (text: string) => (document.cookie = `${COOKIE}=${text}; path=/`);

beforeEach(() => {
  resetSettings();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('settings', () => {
  it('start with the defaults', () => expect(load()).toEqual(DEFAULTS));

  it('have sounds at half, and music softly but off', () =>
    expect(DEFAULTS).toMatchObject({ sound: true, volume: 0.5, music: false, musicVolume: 0.125 }));

  it('are stored when written and found again', () => {
    settings.language = 'de';
    settings.volume = 0.3;
    settings.music = true;
    settings.keyboard = 'qwerty';
    settings.speedOthers = 'fast';
    settings.autoEnd = true;
    const chosen = { language: 'de', volume: 0.3, music: true, keyboard: 'qwerty', speedOthers: 'fast' };
    expect(load()).toEqual({ ...DEFAULTS, ...chosen, autoEnd: true });
  });

  it('are one cookie, until the browser is closed, that other sites do not send along', () => {
    const written = vi.spyOn(document, 'cookie', 'set');
    settings.musicVolume = 0.5;
    settings.keyboard = 'qwerty';
    const text = encodeURIComponent(JSON.stringify({ musicVolume: 0.5, keyboard: 'qwerty' }));
    expect(written).toHaveBeenLastCalledWith(`${COOKIE}=${text}; path=/; SameSite=Lax`);
  });

  it.each([
    'no JSON',
    '[]',
    'null',
    '7',
    '%E0%A4%A',
    JSON.stringify({ language: 'tlh', volume: 7, sound: 'yes', speed: 3, palette: null, extra: 1 }),
    JSON.stringify({ music: 'on', musicVolume: -0.1, keyboard: 'dvorak', speedOthers: 'warp', confirm: 2 }),
    JSON.stringify({ musicVolume: '0.5', volume: null, motion: true }),
  ])('fall back to defaults where the cookie holds %s', (stored) => {
    store(stored.startsWith('%') ? stored : encodeURIComponent(stored));
    expect(load()).toEqual(DEFAULTS);
  });

  it('keep the good part of a damaged cookie', () => {
    store(encodeURIComponent(JSON.stringify({ theme: 'dark', volume: -1 })));
    expect(load()).toEqual({ ...DEFAULTS, theme: 'dark' });
  });

  it('work while cookies are blocked', () => {
    const refuse = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
    Object.defineProperty(document, 'cookie', { configurable: true, get: refuse, set: refuse });
    settings.theme = 'dark';
    dispatchEvent(new Event('focus'));
    expect(settings.theme).toBe('dark');
    expect(load()).toEqual(DEFAULTS);
    Reflect.deleteProperty(document, 'cookie');
  });

  it('refuse a value that is none', () => {
    const loose = settings as unknown as Record<keyof Settings, unknown>;
    expect(() => (loose.speed = 'warp')).toThrow(TypeError);
    expect(() => (loose.volume = 2)).toThrow(TypeError);
    expect(settings.speed).toBe(DEFAULTS.speed);
  });

  it('tell those who watch, until they stop', () => {
    const heard = vi.fn();
    const stop = watchSettings(heard);
    settings.sound = false;
    expect(heard).toHaveBeenCalledTimes(1);
    stop();
    settings.sound = true;
    expect(heard).toHaveBeenCalledTimes(1);
  });

  it('follow a change made in another tab, once this one is looked at', () => {
    const heard = vi.fn();
    const stop = watchSettings(heard);
    store(encodeURIComponent(JSON.stringify({ palette: 'colour-blind' })));
    dispatchEvent(new Event('focus'));
    expect(settings.palette).toBe('colour-blind');
    dispatchEvent(new Event('focus'));
    expect(heard).toHaveBeenCalledTimes(1);
    stop();
  });
});

describe('what is in effect', () => {
  it('is one speed for all, or another for what others do', () => {
    settings.speed = 'slow';
    expect([speedOf(true), speedOf(false)]).toEqual(['slow', 'slow']);
    settings.speedOthers = 'instant';
    expect([speedOf(true), speedOf(false)]).toEqual(['slow', 'instant']);
  });

  it('is the choice when there is one', () => {
    settings.theme = 'dark';
    settings.motion = 'reduced';
    expect([theme(), reducedMotion()]).toEqual(['dark', true]);
    settings.theme = 'light';
    settings.motion = 'full';
    expect([theme(), reducedMotion()]).toEqual(['light', false]);
  });

  it('is the system’s wish where nothing is chosen, also when that changes meanwhile', async () => {
    const wishes = new Map<string, EventTarget & { matches: boolean }>();
    vi.stubGlobal('matchMedia', (query: string) => {
      const wish = Object.assign(new EventTarget(), { matches: true });
      wishes.set(query, wish);
      return wish;
    });
    vi.resetModules();
    const fresh = await import('../src/settings');
    expect([fresh.settings.motion, fresh.settings.theme]).toEqual(['system', 'system']);
    expect([fresh.reducedMotion(), fresh.theme()]).toEqual([true, 'dark']);
    const heard = vi.fn();
    const stop = fresh.watchSettings(heard);
    for (const query of ['(prefers-reduced-motion: reduce)', '(prefers-color-scheme: dark)']) {
      wishes.get(query)!.matches = false;
      wishes.get(query)!.dispatchEvent(new Event('change'));
    }
    expect(heard).toHaveBeenCalledTimes(2);
    expect([fresh.reducedMotion(), fresh.theme()]).toEqual([false, 'light']);
    fresh.settings.motion = 'reduced';
    expect(fresh.reducedMotion()).toBe(true);
    stop();
  });
});
