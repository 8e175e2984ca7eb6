/** The banner over the board: whose turn begins, for a moment, and not again for the same turn. */
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import TurnBanner from '../src/screens/match/TurnBanner.svelte';
import { resetSettings, settings } from '../src/settings';

beforeEach(() => {
  vi.useFakeTimers();
  resetSettings();
  settings.language = 'en';
});
afterEach(() => vi.useRealTimers());

const target = document.createElement('div');
function show(player: number, mine: boolean, shared = false, past = false) {
  const banner = mount(TurnBanner, {
    target,
    props: { game: 'cellwar', player, round: 3, mine, shared, name: 'Bob', past },
  });
  flushSync();
  return { told: target.textContent?.replace(/\s+/g, ' ').trim(), close: () => void unmount(banner) };
}

it('tells whose turn it is, and in which round, and goes', () => {
  const mine = show(1, true);
  expect(mine.told).toBe('Your turn Round 3');
  vi.advanceTimersByTime(1300);
  flushSync();
  expect(target.textContent?.trim()).toBe('');
  mine.close();
  const again = show(1, true);
  expect(again.told).toBe('');
  again.close();
  const theirs = show(2, false);
  expect(theirs.told).toContain('Bob');
  theirs.close();
});

it('calls the player by name where two sit at one screen, and is not there where nothing shall move', () => {
  const first = show(1, true, true);
  expect(first.told).toContain('Bob');
  first.close();
  settings.speed = 'instant';
  const none = show(2, true);
  expect(none.told).toBe('');
  none.close();
});

it('is not there while what has been is shown once more, and forgets nothing by that', () => {
  const recap = show(2, true, false, true);
  expect(recap.told).toBe('');
  recap.close();
  const turn = show(2, true);
  expect(turn.told).toContain('Your turn');
  turn.close();
});

it('counts moves where a turn is one move', () => {
  const banner = mount(TurnBanner, {
    target,
    props: { game: 'traversal', player: 1, round: 7, mine: true, shared: false, name: 'Bob' },
  });
  flushSync();
  expect(target.textContent).toContain('Move 7');
  unmount(banner);
});
