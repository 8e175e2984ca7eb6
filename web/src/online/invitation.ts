/** Invitations: links and codes that lead to a seat, read from whatever somebody pasted, and kept by whoever may give them away. */
import { href } from '../router';

export interface Invitation {
  /** null: the server is to be asked which one the code is to. */
  match: string | null;
  /** Takes one seat, once; null: whichever seat is open. */
  code: string | null;
  /** The server of a link to another one than this page's; null: this one. */
  elsewhere: string | null;
}

const ID = /^[a-z0-9]{8,64}$/;
const CODE = /^[\w-]{8,64}$/;
/** A code as it is made, or typed with whatever looks like its letters and digits. */
const SHORT = /^[0-9A-Z]{12}$/;

/** The code in the part of an address that is never sent to a server. */
export function codeOf(hash: string): string | null {
  const code = new URLSearchParams(hash.replace(/^#/, '')).get('seat');
  return code !== null && CODE.test(code) ? code : null;
}

/** The address that takes a seat. What stands behind # gets into no server's log. */
export function invitationLink(match: string, code: string, origin: string = location.origin): string {
  return `${origin}${href(`/match/${match}`)}#seat=${code}`;
}

/** The same in short, to be typed or read aloud. */
export const invitationCode = (match: string, code: string): string =>
  SHORT.test(code) ? `${code.slice(0, 4)}-${code.slice(4, 8)}-${code.slice(8)}` : `${match}#${code}`;

/** A link, a code, or the bare name of a match, as pasted; null: it is none of these. */
export function readInvitation(text: string, origin: string = location.origin): Invitation | null {
  const typed = text.trim();
  if (/^https?:\/\//i.test(typed)) return readLink(typed, origin);
  const short = typed.toUpperCase().replace(/[-\s]/g, '');
  if (SHORT.test(short) && !typed.includes('#')) return { match: null, code: short, elsewhere: null };
  const found = /^(?:\/?match\/)?([a-z0-9]+)(?:[#\s]+(?:seat=)?([\w-]+))?$/.exec(typed);
  const [, match, code] = found ?? [];
  if (match === undefined || !ID.test(match) || (code !== undefined && !CODE.test(code))) return null;
  return { match, code: code ?? null, elsewhere: null };
}

function readLink(link: string, origin: string): Invitation | null {
  let url: URL;
  try {
    url = new URL(link);
  } catch {
    return null;
  }
  const match = /\/match\/([a-z0-9]+)\/?$/.exec(url.pathname)?.[1];
  if (match === undefined || !ID.test(match)) return null;
  return { match, code: codeOf(url.hash), elsewhere: url.origin === origin ? null : url.href };
}

/** Whether only this computer can open addresses with this host. */
export function onlyHere(host: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(host);
}

// ---- the codes of the matches that were begun in this browser

const KEY = 'outflank.invitations';
const KEPT = 12;
type Codes = Readonly<Record<string, string>>;

function stored(): [match: string, codes: Codes][] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(found) ? found.filter((entry) => Array.isArray(entry) && entry.length === 2) : [];
  } catch {
    return []; // Blocked or damaged storage.
  }
}

/** Keeps the codes of a match's open seats, by player, for reloads. */
export function keepInvitations(match: string, codes: Codes): void {
  try {
    const others = stored().filter(([other]) => other !== match);
    localStorage.setItem(KEY, JSON.stringify([[match, codes], ...others].slice(0, KEPT)));
  } catch {
    // Whoever reloads loses the links; the match and its open seats stay.
  }
}

/** The codes of a match that this browser knows, by player. */
export function invitationsOf(match: string): Codes {
  return stored().find(([other]) => other === match)?.[1] ?? {};
}
