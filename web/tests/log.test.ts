/** The log of a match: over the board it has a cross and goes with Escape, beside the board it stays. */
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import Log from '../src/screens/match/Log.svelte';
import { resetSettings, settings } from '../src/settings';

let target: HTMLElement;
let log: ReturnType<typeof show>;

function show() {
  const made = mount(Log, { target, props: { lines: [], open: true, hint: '', oncommand: () => undefined } });
  flushSync();
  return made;
}

const section = () => target.querySelector<HTMLElement>('.log')!;
const isOpen = () => (flushSync(), section().classList.contains('open'));

beforeEach(() => {
  resetSettings();
  settings.language = 'en';
  Element.prototype.scrollTo = vi.fn();
  target = document.createElement('div');
  document.body.append(target);
  log = show();
});
afterEach(() => {
  void unmount(log);
  target.remove();
});

it('is closed by its cross', () => {
  target.querySelector<HTMLElement>('[aria-label="Close"]')!.click();
  expect(isOpen()).toBe(false);
});

it('is closed by Escape where it lies over the board, and only there', () => {
  section().style.position = 'static';
  expect(log.escape()).toBe(false);
  expect(isOpen()).toBe(true);
  section().style.position = 'absolute';
  expect(log.escape()).toBe(true);
  expect(isOpen()).toBe(false);
  expect(log.escape()).toBe(false);
});
