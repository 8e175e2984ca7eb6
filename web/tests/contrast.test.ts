/** Colours: text reaches 4.5:1, marks and pieces 3:1, in both themes and palettes. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { GROUNDS, playerLook, type Palette, type Theme } from '../src/players';

const css = readFileSync('src/styles/tokens.css', 'utf8');

/** The colour tokens of a theme as written in tokens.css. */
function tokens(theme: Theme): Record<string, string> {
  const block = new RegExp(`\\[data-theme='${theme}'\\] \\{([^}]*)\\}`).exec(css)?.[1] ?? '';
  return Object.fromEntries([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map((m) => [m[1], m[2]]));
}

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

const THEMES: Theme[] = ['light', 'dark'];
const PALETTES: Palette[] = ['standard', 'colour-blind'];
const PLAYERS = [1, 2, 3, 4, 5, 6, 7, 8];

describe.each(THEMES)('%s theme', (theme) => {
  const token = tokens(theme);
  const pair = (front: string, back: string) => contrast(token[front]!, token[back]!);

  it('has all tokens', () => expect(Object.keys(token)).toHaveLength(16));

  it.each(['ink', 'quiet', 'accent', 'good', 'bad'])('%s reads on every surface', (front) => {
    for (const back of ['ground', 'panel']) expect(pair(front, back)).toBeGreaterThanOrEqual(4.5);
  });

  it.each([
    ['ink', 'sunk'],
    ['quiet', 'sunk'],
    ['on-accent', 'accent'],
    ['on-accent', 'accent-strong'],
    ['ink', 'accent-soft'],
    ['ink', 'good-soft'],
    ['ink', 'bad-soft'],
    ['bad', 'bad-soft'],
    ['accent', 'accent-soft'],
  ])('%s reads on %s', (front, back) => expect(pair(front, back)).toBeGreaterThanOrEqual(4.5));

  it.each(['edge', 'focus'])('%s is seen on every surface', (front) => {
    for (const back of ['ground', 'panel', 'sunk']) expect(pair(front, back)).toBeGreaterThanOrEqual(3);
  });

  describe.each(PALETTES)('%s palette', (palette) => {
    it.each(PLAYERS)('player %i, outlined, is seen on every ground and panel', (player) => {
      const look = playerLook(player, theme, palette);
      const { visible, remembered, fog } = GROUNDS[theme];
      for (const ground of [visible, remembered, fog, token.panel!, token.ground!]) {
        // The outline parts the piece from the ground, and the colour parts from one of them too.
        expect(contrast(look.outline, ground)).toBeGreaterThanOrEqual(3);
        const parts = Math.max(contrast(look.colour, look.outline), contrast(look.colour, ground));
        expect(parts).toBeGreaterThanOrEqual(3);
      }
    });

    it('gives every player another colour and another shape', () => {
      expect(new Set(PLAYERS.map((player) => playerLook(player, theme, palette).colour)).size).toBe(8);
      expect(new Set(PLAYERS.map((player) => playerLook(player, theme, palette).shape)).size).toBe(8);
    });
  });

  it('tells the three grounds apart', () => {
    const { visible, remembered, fog } = GROUNDS[theme];
    expect(contrast(visible, remembered)).toBeGreaterThanOrEqual(1.3);
    expect(contrast(remembered, fog)).toBeGreaterThanOrEqual(1.25);
  });
});
