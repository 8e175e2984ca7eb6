/** What a battlefield's card tells of the money that evens out who moves first. */
import { mount, unmount } from 'svelte';
import { expect, it } from 'vitest';
import type { PixelsWarsMap } from '../src/protocol';
import MapBadges from '../src/screens/setup/MapBadges.svelte';
import { settings } from '../src/settings';

function told(funds: [number, number]): string {
  settings.language = 'en';
  const map: PixelsWarsMap = {
    id: 1,
    name: { en: 'Map' },
    about: { en: '' },
    grid: ['gg', 'gg'],
    units: [
      { kind: 'tank', player: 1, at: [0, 0] },
      { kind: 'tank', player: 2, at: [1, 1] },
    ],
    funds,
  };
  const target = document.createElement('div');
  const badges = mount(MapBadges, { target, props: { map } });
  const words = target.querySelector('p')?.textContent ?? '';
  void unmount(badges);
  return words;
}

it.each([
  [[0, 800], /^Blue moves first; red begins with 800\W more\.$/],
  [[200, 600], /^Blue moves first; red begins with 400\W more\.$/],
  [[200, 0], /^Blue moves first and begins with 200\W more/],
  [[0, 0], /^$/],
] as [[number, number], RegExp][])('%o', (funds, words) => expect(told(funds)).toMatch(words));
