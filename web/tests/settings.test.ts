/** Settings: kept, checked when read, and usable where storage is blocked. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  DEFAULTS,
  load,
  reducedMotion,
  resetSettings,
  settings,
  theme,
  watchSettings,
  type Settings,
} from '../src/settings';

const KEY = 'outflank.settings';

beforeEach(() => {
  localStorage.clear();
  resetSettings();
});
afterEach(() => vi.restoreAllMocks());

describe('settings', () => {
  it('start with the defaults', () => expect(load()).toEqual(DEFAULTS));

  it('are stored when written and found again', () => {
    settings.language = 'de';
    settings.volume = 0.3;
    settings.autoEnd = true;
    expect(load()).toEqual({ ...DEFAULTS, language: 'de', volume: 0.3, autoEnd: true });
  });

  it.each([
    'no JSON',
    '[]',
    'null',
    '7',
    JSON.stringify({ language: 'tlh', volume: 7, sound: 'yes', speed: 3, palette: null, extra: 1 }),
  ])('fall back to defaults where the store holds %s', (stored) => {
    localStorage.setItem(KEY, stored);
    expect(load()).toEqual(DEFAULTS);
  });

  it('keep the good part of a damaged store', () => {
    localStorage.setItem(KEY, JSON.stringify({ theme: 'dark', volume: -1 }));
    expect(load()).toEqual({ ...DEFAULTS, theme: 'dark' });
  });

  it('work while storage is blocked', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    settings.theme = 'dark';
    expect(settings.theme).toBe('dark');
    expect(load()).toEqual(DEFAULTS);
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

  it('follow a change made in another tab', () => {
    localStorage.setItem(KEY, JSON.stringify({ palette: 'colour-blind' }));
    dispatchEvent(new StorageEvent('storage', { key: KEY }));
    expect(settings.palette).toBe('colour-blind');
  });
});

describe('what is in effect', () => {
  it('is the choice when there is one', () => {
    settings.theme = 'dark';
    settings.motion = 'reduced';
    expect([theme(), reducedMotion()]).toEqual(['dark', true]);
    settings.theme = 'light';
    settings.motion = 'full';
    expect([theme(), reducedMotion()]).toEqual(['light', false]);
  });
});
