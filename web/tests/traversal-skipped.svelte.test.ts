/** Over the board of a running Traversal match it is announced who has just been passed over, and only then. */
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import Relief from '../src/board/relief/Relief.svelte';
import { setTables } from '../src/games/traversal-tables';
import { resetSettings, settings } from '../src/settings';
import { open, TABLES, update } from './traversal-table';

/** A ResizeObserver for which nothing ever changes. */
class Still {
  observe = () => undefined;
  unobserve = () => undefined;
  disconnect = () => undefined;
}

beforeEach(() => {
  settings.language = 'en';
  settings.board = 'flat';
  setTables(TABLES);
  vi.stubGlobal('ResizeObserver', Still);
  HTMLDialogElement.prototype.showModal ??= vi.fn();
  HTMLCanvasElement.prototype.getContext = () => null;
});
afterEach(() => {
  resetSettings();
  vi.unstubAllGlobals();
});

it('is a banner with the name, from the turn that was passed over to the next one', () => {
  const { play } = open();
  const nothing = () => undefined;
  const props = $state({
    ...{ play, tick: 0, pointed: 0 },
    ...{ hurry: nothing, onend: nothing, onrecap: nothing, onready: nothing },
  });
  const target = document.createElement('div');
  const board = mount(Relief, { target, props });
  const shown = (skipped: number) => {
    const next = update();
    play.show({ ...next, view: { ...next.view, skipped } });
    props.tick += 1;
    flushSync();
    return target.querySelector('.skipped')?.textContent?.trim();
  };
  expect(shown(0)).toBeUndefined();
  expect(shown(2)).toBe('Bob cannot move and is passed over');
  expect(target.querySelector('.skipped')?.getAttribute('role')).toBe('status');
  expect(shown(0)).toBeUndefined();
  void unmount(board);
});
