/** The command box understands the reader's language, and English in every one. */
import { afterEach, describe, expect, it } from 'vitest';
import { t } from '../src/i18n';
import { directionName, parse, plain, type Command } from '../src/screens/match/commands';
import { LANGUAGES, settings, type Language } from '../src/settings';

afterEach(() => {
  settings.language = 'system';
});

describe('what the help page tells to type', () => {
  it.each(LANGUAGES)('means the same in %s', (language) => {
    settings.language = language;
    expect(parse(t('help.say_units'))).toEqual({ do: 'units' });
    expect(parse(t('help.say_enemies'))).toEqual({ do: 'enemies' });
    expect(parse(t('help.say_at'))).toEqual({ do: 'at', x: 3, y: 2 });
    expect(parse(t('help.say_act'))).toEqual({ do: 'act', x: 3, y: 2, dx: 1, dy: 0 });
    expect(parse(t('help.say_threats'))).toEqual({ do: 'threats' });
    expect(parse(t('help.say_end'))).toEqual({ do: 'end' });
  });
});

const act = (x: number, y: number, dx: number, dy: number): Command => ({ do: 'act', x, y, dx, dy });
const at = (x: number, y: number): Command => ({ do: 'at', x, y });

const SAID: Readonly<Record<Language, [string, Command][]>> = {
  en: [
    ['units', { do: 'units' }],
    ['Enemies!', { do: 'enemies' }],
    ['what is at 3,2?', at(3, 2)],
    ["What's at 3, 2", at(3, 2)],
    ['at 3,2', at(3, 2)],
    ['3,2', at(3, 2)],
    ['act 3,2 right', act(3, 2, 1, 0)],
    ['act 3,2 down-left', act(3, 2, -1, 1)],
    ['move 3,2 up right', act(3, 2, 1, -1)],
    ['3,2 stay', act(3, 2, 0, 0)],
    ['threats', { do: 'threats' }],
    ['end turn', { do: 'end' }],
    ['help', { do: 'help' }],
  ],
  fr: [
    ['unités', { do: 'units' }],
    ['unites', { do: 'units' }],
    ['Qu’y a-t-il en 3,2 ?', at(3, 2)],
    ['agir 3,2 droite', act(3, 2, 1, 0)],
    ['agir 3,2 bas-gauche', act(3, 2, -1, 1)],
    ['agir 3,2 rester', act(3, 2, 0, 0)],
    ['menaces', { do: 'threats' }],
    ['fin', { do: 'end' }],
    ['aide', { do: 'help' }],
  ],
  de: [
    ['Einheiten', { do: 'units' }],
    ['Was ist auf 3,2?', at(3, 2)],
    ['ziehe 3,2 rechts', act(3, 2, 1, 0)],
    ['ziehe 3,2 unten links', act(3, 2, -1, 1)],
    ['zieh 3,2 bleiben', act(3, 2, 0, 0)],
    ['Gefahren', { do: 'threats' }],
    ['Zug beenden', { do: 'end' }],
    ['hilfe', { do: 'help' }],
  ],
};

describe.each(LANGUAGES)('in %s', (language) => {
  it.each(SAID[language])('%s', (line, command) => {
    settings.language = language;
    expect(parse(line)).toEqual(command);
  });

  it.each(SAID.en)('English: %s', (line, command) => {
    settings.language = language;
    expect(parse(line)).toEqual(command);
  });

  it('reads back every direction it names', () => {
    settings.language = language;
    for (const dx of [-1, 0, 1])
      for (const dy of [-1, 0, 1])
        expect(parse(`act 4,5 ${directionName(dx, dy)}`)).toEqual(act(4, 5, dx, dy));
  });
});

describe('what is not understood', () => {
  it.each([
    ['', 'words'],
    ['dance', 'words'],
    ['dance 3,2', 'words'],
    ['act', 'place'],
    ['act here', 'place'],
    ['act 3,2', 'direction'],
    ['act 3,2 sideways', 'direction'],
    ['act 3,2 up up', 'direction'],
    ['act 3,2 up down', 'direction'],
    ['act 3,2 left left up', 'direction'],
  ])('%s', (line, why) => {
    expect(parse(line)).toEqual({ do: 'unknown', why });
  });

  it('is read without accents and capitals', () => {
    expect(plain('  Où EST   l’Unité ?')).toBe('ou est l unite');
  });
});
