/** Every word of the page in the reader's language. `t` called in a component follows a change of language. */
import de from '@i18n/de.json';
import en from '@i18n/en.json';
import fr from '@i18n/fr.json';
import { LANGUAGES, settings, type Language, type ShownLanguage } from './settings';

export type Key = keyof typeof en;
/** The common part of a pair `<key>.one` / `<key>.other`. */
export type PluralKey = Key extends infer K ? (K extends `${infer Base}.other` ? Base : never) : never;
export type Params = Readonly<Record<string, string | number>>;

const TEXTS: Readonly<Record<Language, Readonly<Record<string, string>>>> = { en, fr, de };

/** Each language in its own words. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  fr: 'Français',
  de: 'Deutsch',
};

const asked = typeof location === 'undefined' ? null : new URLSearchParams(location.search).get('lang');

function isShown(value: string | null): value is ShownLanguage {
  return value === 'pseudo' || (LANGUAGES as readonly (string | null)[]).includes(value);
}

/** The first of the browser's languages that exists here, else English. */
export function preferred(languages: readonly string[]): Language {
  for (const tag of languages) {
    const short = tag.slice(0, 2).toLowerCase();
    const found = LANGUAGES.find((language) => language === short);
    if (found) return found;
  }
  return 'en';
}

/** The language in effect: the setting, else `?lang=`, else the browser's. */
export function language(): ShownLanguage {
  const chosen = settings.language;
  if (isShown(asked) && chosen === 'system') return asked;
  if (chosen !== 'system') return chosen;
  return preferred(typeof navigator === 'undefined' ? [] : navigator.languages);
}

/** A language tag for `lang`, numbers and plurals. */
export function locale(): Language {
  const shown = language();
  return shown === 'pseudo' ? 'en' : shown;
}

const ACCENTS: Readonly<Record<string, string>> = {
  a: 'á', b: 'ƀ', c: 'ç', d: 'đ', e: 'é', f: 'ƒ', g: 'ĝ', h: 'ĥ', i: 'í', j: 'ĵ', k: 'ķ', l: 'ĺ', m: 'ɱ',
  n: 'ñ', o: 'ö', p: 'þ', q: 'ǫ', r: 'ŕ', s: 'š', t: 'ţ', u: 'û', v: 'ṽ', w: 'ŵ', x: 'ẋ', y: 'ý', z: 'ž',
}; // prettier-ignore

/** English, accented, in brackets and 40 % longer. */
export function pseudo(text: string): string {
  const accented = text.replace(/\{\w+\}|[a-z]/g, (part) => ACCENTS[part] ?? part);
  // In pieces, since real words of this length can be wrapped too.
  const more = '~'.repeat(Math.ceil(text.length * 0.4)).replace(/~{9}(?=~)/g, '~~~~~~~~ ');
  return `[${accented}${more}]`;
}

/** French says « d’Ada », « qu’Émile ». */
const ELIDED = /\b(d|qu)e (?=\{(\w+)\})/gi;
const VOWEL = /^[aeiouàâäéèêëîïôöùûü]/i;

function fill(text: string, params: Params): string {
  const spoken =
    locale() === 'fr'
      ? text.replace(ELIDED, (found, start: string, name: string) =>
          VOWEL.test(String(params[name] ?? '')) ? `${start}’` : found,
        )
      : text;
  return spoken.replace(/\{(\w+)\}/g, (blank, name: string) => String(params[name] ?? blank));
}

function look(key: string): string | undefined {
  const shown = language();
  return shown === 'pseudo' ? TEXTS.en[key] && pseudo(TEXTS.en[key]) : (TEXTS[shown][key] ?? TEXTS.en[key]);
}

/** The text of `key` with its blanks filled. */
export function t(key: Key, params: Params = {}): string {
  return fill(look(key) ?? key, params);
}

/** The text for `count` things; the blank `{count}` is filled. */
export function tn(key: PluralKey, count: number, params: Params = {}): string {
  const form = new Intl.PluralRules(locale()).select(count) === 'one' ? 'one' : 'other';
  return fill(look(`${key}.${form}`) ?? key, { count, ...params });
}

/** A text whose key is put together while running (`error.*`, names of units); null when there is none. */
export function maybe(key: string, params: Params = {}): string | null {
  const text = look(key);
  return text === undefined ? null : fill(text, params);
}

/** What server and host say when they do not do something. */
export interface RefusalLike {
  error: string;
  detail?: string;
  message: string;
  values?: Params;
}

/**
 * A refusal as a sentence in the reader's language; its own English sentence when it is a new one
 * (for an action a game's own sentence says more than a translation of its code).
 */
export function refusalText(refusal: RefusalLike): string {
  const values = refusal.values ?? {};
  const reason = refusal.detail ? maybe(`error.${refusal.detail}`, values) : null;
  const own = refusal.error === 'InvalidAction' ? refusal.message : '';
  return reason ?? (own || maybe(`error.${refusal.error}`, values) || refusal.message);
}
