/** Which screen an address means, and going to another without loading the page again. */
import { createSubscriber } from 'svelte/reactivity';

export type Route =
  | { name: 'home' }
  /** `part`: which of the game's boards; `query`: what else the address says. */
  | { name: 'setup'; game: string; part?: string; query?: string }
  /** Starts at once on this board of the game that has such short addresses. */
  | { name: 'play'; part: string; query?: string }
  | { name: 'match'; id: string }
  | { name: 'replay'; id: string }
  | { name: 'settings' }
  /** `game`: which one's page of the help. */
  | { name: 'help'; game?: string }
  | { name: 'about' }
  | { name: 'legal' }
  | { name: 'notfound' };

const BASE = import.meta.env.BASE_URL.replace(/\/$/, '');

const GAME = /^[a-z][a-z0-9_-]*$/;
const PART = /^[a-z0-9_-]{1,32}$/i;

/** The screen of a path (without the folder the page is served from) and of what follows its question mark. */
export function parse(path: string, search = ''): Route {
  const parts = path.split('/').filter(Boolean);
  const [first, second, third] = parts;
  const query = search.replace(/^\?/, '') || undefined;
  if (first === undefined) return { name: 'home' };
  if (first === 'new' && second !== undefined && GAME.test(second)) {
    if (parts.length === 2) return { name: 'setup', game: second, ...(query ? { query } : {}) };
    if (parts.length === 3 && PART.test(third ?? ''))
      return { name: 'setup', game: second, part: third, query };
  }
  if (parts.length === 2 && second !== undefined) {
    if (first === 'play' && PART.test(second)) return { name: 'play', part: second, query };
    if (first === 'help' && GAME.test(second)) return { name: 'help', game: second };
    if (first === 'replay' && /^[\w-]{1,64}$/.test(second)) return { name: 'replay', id: second };
    if (first === 'match' && /^[\w-]{1,64}$/.test(second)) return { name: 'match', id: second };
  }
  if (
    parts.length === 1 &&
    (first === 'settings' || first === 'help' || first === 'about' || first === 'legal')
  )
    return { name: first };
  return { name: 'notfound' };
}

const listeners = new Set<() => void>();
const notify = () => listeners.forEach((listener) => listener());
const follow = createSubscriber((update) => {
  listeners.add(update);
  return () => listeners.delete(update);
});

/** The path of the address bar without the folder. */
function here(): string {
  const path = location.pathname;
  return path.startsWith(BASE) ? path.slice(BASE.length) || '/' : path;
}

/** The route now; in a component it follows navigation. */
export function route(): Route {
  follow();
  return parse(here(), location.search);
}

/** The address of a path, for `href`. */
export function href(path: string): string {
  return BASE + path;
}

/** Go to a path such as `/match/abc`. */
export function navigate(path: string, { replace = false } = {}): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', href(path));
  notify();
}

/** Follows the browser's own buttons and clicks on inner links; returns the way to stop. */
export function startRouter(): () => void {
  const click = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element).closest?.('a[href]') as HTMLAnchorElement | null;
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (!link.pathname.startsWith(`${BASE}/`)) return;
    if (link.hash && link.pathname === location.pathname) return; // a jump within the page
    event.preventDefault();
    navigate(link.pathname.slice(BASE.length) + link.search + link.hash);
  };
  document.addEventListener('click', click);
  addEventListener('popstate', notify);
  return () => {
    document.removeEventListener('click', click);
    removeEventListener('popstate', notify);
  };
}
