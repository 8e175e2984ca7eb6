/** Addresses and screens: which means which, and that inner links do not load the page anew. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { href, navigate, parse, route, startRouter } from '../src/router';

describe('parse', () => {
  it.each([
    ['/', { name: 'home' }],
    ['', { name: 'home' }],
    ['/new/cellwar', { name: 'setup', game: 'cellwar' }],
    ['/new/pixelswars/3', { name: 'setup', game: 'pixelswars', part: '3' }],
    ['/new/pixelswars/3/4', { name: 'notfound' }],
    ['/play/12/', { name: 'play', part: '12' }],
    ['/play/nowhere', { name: 'play', part: 'nowhere' }],
    ['/play', { name: 'notfound' }],
    ['/help/pixelswars', { name: 'help', game: 'pixelswars' }],
    ['/legal', { name: 'legal' }],
    ['/match/aB3_-x', { name: 'match', id: 'aB3_-x' }],
    ['/match/aB3_-x/', { name: 'match', id: 'aB3_-x' }],
    ['/replay/file-0a1b', { name: 'replay', id: 'file-0a1b' }],
    ['/replay', { name: 'notfound' }],
    ['/replay/a/b', { name: 'notfound' }],
    ['/settings', { name: 'settings' }],
    ['/help', { name: 'help' }],
    ['/about', { name: 'about' }],
    ['/new', { name: 'notfound' }],
    ['/new/Cell%20War', { name: 'notfound' }],
    ['/match', { name: 'notfound' }],
    ['/match/a/b', { name: 'notfound' }],
    ['/match/..%2f..', { name: 'notfound' }],
    ['/settings/more', { name: 'notfound' }],
    ['/nothing', { name: 'notfound' }],
  ])('%s', (path, expected) => expect(parse(path)).toEqual(expected));
});

describe('what follows the question mark', () => {
  it('belongs to the choice of a match, and to nothing else', () => {
    expect(parse('/play/3', '?ai=hard&seed=7')).toEqual({ name: 'play', part: '3', query: 'ai=hard&seed=7' });
    expect(parse('/new/pixelswars/3', '?online=1')).toMatchObject({ query: 'online=1' });
    expect(parse('/help', '?ai=hard')).toEqual({ name: 'help' });
  });
});

describe('navigation', () => {
  let stop: () => void;
  beforeEach(() => {
    stop = startRouter();
    navigate('/', { replace: true });
  });
  afterEach(() => {
    stop();
    document.body.innerHTML = '';
  });

  /** Clicks a link; true when the router took it. */
  function click(html: string, init: MouseEventInit = {}): boolean {
    document.body.innerHTML = html;
    let taken = false;
    const last = (event: Event) => {
      taken = event.defaultPrevented;
      event.preventDefault(); // the test's browser cannot leave the page
    };
    addEventListener('click', last, { once: true });
    const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...init });
    document.querySelector('a')!.firstChild!.dispatchEvent(event);
    return taken;
  }

  it('goes to a path and back', async () => {
    navigate('/help');
    expect(route()).toEqual({ name: 'help' });
    expect(location.pathname).toBe(href('/help'));
    const back = new Promise((done) => addEventListener('popstate', done, { once: true }));
    history.back();
    await back;
    expect(route()).toEqual({ name: 'home' });
  });

  it('takes clicks on inner links', () => {
    expect(click('<a href="/settings"><b>x</b></a>')).toBe(true);
    expect(route()).toEqual({ name: 'settings' });
  });

  it.each([
    ['another site', '<a href="https://example.org/help"><b>x</b></a>', {}],
    ['a new tab', '<a href="/help" target="_blank"><b>x</b></a>', {}],
    ['a download', '<a href="/help" download><b>x</b></a>', {}],
    ['Ctrl', '<a href="/help"><b>x</b></a>', { ctrlKey: true }],
    ['the middle button', '<a href="/help"><b>x</b></a>', { button: 1 }],
    ['a jump within the page', '<a href="#main"><b>x</b></a>', {}],
  ])('leaves %s to the browser', (_, html, init) => {
    expect(click(html, init)).toBe(false);
    expect(route()).toEqual({ name: 'home' });
  });
});
