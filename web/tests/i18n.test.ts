/** Texts: three languages with the same keys and blanks, every key used and every used key there. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import de from '@i18n/de.json';
import en from '@i18n/en.json';
import fr from '@i18n/fr.json';
import { language, locale, maybe, preferred, pseudo, refusalText, t, tn } from '../src/i18n';
import { resetSettings, settings } from '../src/settings';

const TEXTS: Record<string, Record<string, string>> = { en, fr, de };
const blanks = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();

function sources(folder: string, names: RegExp): string {
  return readdirSync(folder, { withFileTypes: true })
    .map((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return sources(path, names);
      return names.test(entry.name) ? readFileSync(path, 'utf8') : '';
    })
    .join('\n');
}
const page = sources('src', /(?<!\.test)\.(ts|svelte)$/);
const python = sources('../src/outflank', /\.py$/);

/** What stands before the part that varies, in keys put together while running: `error.${code}`, f"error.{code}". */
const dynamic = [
  ...[...page.matchAll(/`([a-z]\w*\.[\w.]*)\$\{/g)].map((match) => match[1]!),
  ...[...python.matchAll(/f"([a-z]\w*\.[\w.]*)\{/g)].map((match) => match[1]!),
];

beforeEach(() => resetSettings());
afterEach(() => resetSettings());

describe.each(['fr', 'de'])('%s', (other) => {
  const theirs = TEXTS[other]!;
  it('has the keys of English', () => expect(Object.keys(theirs).sort()).toEqual(Object.keys(en).sort()));

  it('has the blanks of English', () => {
    for (const [key, text] of Object.entries(en))
      expect([key, blanks(theirs[key] ?? '')]).toEqual([key, blanks(text)]);
  });

  it('leaves no text empty', () => {
    for (const [key, text] of Object.entries(theirs)) expect([key, text.trim()]).not.toEqual([key, '']);
  });
});

describe('keys', () => {
  it('come in pairs where they count', () => {
    for (const key of Object.keys(en))
      if (key.endsWith('.one')) expect(Object.keys(en)).toContain(key.replace(/one$/, 'other'));
  });

  it('that the page uses exist', () => {
    const used = [...page.matchAll(/\bt\(\s*'([^']+)'/g)].map((match) => match[1]!);
    expect(used.length).toBeGreaterThan(100);
    expect(used.filter((key) => !(key in en))).toEqual([]);
    const counted = [...page.matchAll(/\btn\(\s*'([^']+)'/g)].map((match) => match[1]!);
    expect(counted.filter((key) => !(`${key}.other` in en && `${key}.one` in en))).toEqual([]);
  });

  it('are all used', () => {
    const mentioned = new Set(
      [...`${page}\n${python}`.matchAll(/['"`]([a-z]\w*(?:\.\w+)+)['"`]/gi)].map((match) => match[1]!),
    );
    const unused = Object.keys(en).filter(
      (key) =>
        !mentioned.has(key) &&
        !mentioned.has(key.replace(/\.(one|other)$/, '')) &&
        !dynamic.some((prefix) => key.startsWith(prefix)),
    );
    expect(unused).toEqual([]);
  });

  it('have words for every refusal of the server', () => {
    // The arena is a command: like other commands it refuses in English.
    const told = python.replaceAll(sources('../src/outflank/arena', /\.py$/), '');
    const codes = [...told.matchAll(/\b(?:Refusal|Bad[A-Z]\w+|IllegalAction)\(\s*"([A-Z]\w+)"/g)].map(
      (match) => match[1]!,
    );
    expect(new Set(codes).size).toBeGreaterThan(15);
    expect(codes.filter((code) => maybe(`error.${code}`) === null)).toEqual([]);
  });

  it('have words for all the page itself can meet', () => {
    for (const code of ['Offline', 'Timeout', 'ServerError', 'Unexpected'])
      expect(maybe(`error.${code}`)).toBeTruthy();
  });
});

describe('language', () => {
  it.each([
    [['fr-CA', 'en'], 'fr'],
    [['nl', 'de-AT'], 'de'],
    [['ja'], 'en'],
    [[], 'en'],
  ] as const)('of a browser that wants %j is %s', (wanted, expected) =>
    expect(preferred(wanted)).toBe(expected),
  );

  it('is the chosen one', () => {
    settings.language = 'de';
    expect([language(), locale(), t('settings.title')]).toEqual(['de', 'de', 'Einstellungen']);
  });

  it('elides before a name in French, and only there', () => {
    settings.language = 'fr';
    expect(t('cellwar.their.infantry', { player: 'Émile' })).toBe('l’infanterie d’Émile');
    expect(t('cellwar.their.infantry', { player: 'Zoé' })).toBe('l’infanterie de Zoé');
    expect(t('match.curtain.text', { player: 'Ada' })).toContain('qu’Ada');
    settings.language = 'en';
    expect(t('cellwar.their.infantry', { player: 'Ada' })).toBe('infantry of Ada');
  });

  it('counts as each language does', () => {
    settings.language = 'fr';
    expect(tn('home.running', 0)).toBe(fr['home.running.one']);
    settings.language = 'en';
    expect(tn('home.running', 0)).toBe(en['home.running.other']);
  });

  it('fills blanks, also in the sentences of refusals', () => {
    settings.language = 'de';
    expect(t('player.number', { player: 3 })).toBe('Spieler 3');
    const refusal = { error: 'BadOptions', detail: 'bad_width', message: '', values: { least: 1, most: 64 } };
    expect(refusalText(refusal)).toBe('Die Breite muss eine ganze Zahl von 1 bis 64 sein.');
    expect(refusalText({ ...refusal, detail: 'something_new' })).toBe(de['error.BadOptions']);
    const own = {
      error: 'InvalidAction',
      detail: 'runner_steps',
      message: 'A runner goes forward.',
      values: {},
    };
    expect(refusalText(own)).toBe('A runner goes forward.');
    const unseen = { error: 'GameNotFound', detail: 'game_not_found', message: 'No such match.', values: {} };
    expect(refusalText(unseen)).toBe(de['error.GameNotFound']);
  });
});

describe('the pseudo-language', () => {
  it('is longer, accented and bracketed, with its blanks kept', () => {
    const text = pseudo('Player {player}');
    expect(text).toMatch(/^\[.*\{player\}.*\]$/);
    expect(text.length).toBeGreaterThan('Player {player}'.length * 1.4);
    settings.language = 'pseudo';
    expect(t('player.number', { player: 5 })).toContain('5');
    expect(t('settings.title')).toMatch(/^\[Séţţíñĝš~+\]$/);
    expect(locale()).toBe('en');
  });
});
