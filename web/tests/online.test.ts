/** Invitations: what is read from pasted text, what is kept, who is there, and addresses given away without a clipboard. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  codeOf,
  invitationCode,
  invitationLink,
  invitationsOf,
  keepInvitations,
  onlyHere,
  readInvitation,
} from '../src/online/invitation';
import { presenceOf } from '../src/online/presence';
import { canShare, copy, share } from '../src/online/share';

const HERE = 'http://192.168.1.5:8000';
const MATCH = '05f91b180f87b636';
const CODE = 'GZ_el650qf6-ZUsU'; // as older servers made them
const SHORT = '7K2MQ9XTB4HE';

describe('an invitation', () => {
  it.each([
    [`${HERE}/match/${MATCH}#seat=${CODE}`, { match: MATCH, code: CODE, elsewhere: null }],
    [`  ${HERE}/match/${MATCH}/#seat=${CODE}\n`, { match: MATCH, code: CODE, elsewhere: null }],
    [`${HERE}/folder/match/${MATCH}?lang=de`, { match: MATCH, code: null, elsewhere: null }],
    [`${MATCH}#${CODE}`, { match: MATCH, code: CODE, elsewhere: null }],
    [`${MATCH} ${CODE}`, { match: MATCH, code: CODE, elsewhere: null }],
    [`/match/${MATCH}#seat=${CODE}`, { match: MATCH, code: CODE, elsewhere: null }],
    [MATCH, { match: MATCH, code: null, elsewhere: null }],
    ['7K2M-Q9XT-B4HE', { match: null, code: SHORT, elsewhere: null }],
    [' 7k2m q9xtb4he ', { match: null, code: SHORT, elsewhere: null }],
    ['7k2mq9xtb4he', { match: null, code: SHORT, elsewhere: null }],
    [`${MATCH}#${SHORT}`, { match: MATCH, code: SHORT, elsewhere: null }],
  ])('is read from %j', (text, expected) => expect(readInvitation(text, HERE)).toEqual(expected));

  it('of another server keeps its whole address', () => {
    const link = `https://play.example/match/${MATCH}#seat=${CODE}`;
    expect(readInvitation(link, HERE)).toEqual({ match: MATCH, code: CODE, elsewhere: link });
  });

  it.each([
    '',
    'hello there',
    'abc',
    'http://',
    'http://[',
    `${HERE}/settings`,
    `${HERE}/match/${MATCH}/replay`,
    `${MATCH}#x`,
    `${MATCH}#${CODE} and more`,
    `javascript:alert(1)//match/${MATCH}`,
    `ftp://host/match/${MATCH}`,
    '../../etc/passwd',
  ])('is none: %j', (text) => expect(readInvitation(text, HERE)).toBeNull());

  it('is written as it is read', () => {
    for (const text of [invitationLink(MATCH, CODE, HERE), invitationCode(MATCH, CODE)])
      expect(readInvitation(text, HERE)).toEqual({ match: MATCH, code: CODE, elsewhere: null });
  });

  it('is short as a code', () => {
    expect(invitationCode(MATCH, SHORT)).toBe('7K2M-Q9XT-B4HE');
    expect(readInvitation(invitationCode(MATCH, SHORT), HERE)?.code).toBe(SHORT);
  });

  it('has its code behind the # alone', () => {
    const url = new URL(invitationLink(MATCH, CODE, HERE));
    expect(url.pathname + url.search).not.toContain(CODE);
    expect(codeOf(url.hash)).toBe(CODE);
    expect([codeOf(''), codeOf('#seat='), codeOf('#seat=<script>'), codeOf('#main')]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});

it.each([
  ['localhost', true],
  ['outflank.localhost', true],
  ['127.0.0.1', true],
  ['127.3.2.1', true],
  ['[::1]', true],
  ['192.168.1.5', false],
  ['localhost.example', false],
  ['127.example.org', false],
])('%s works only here: %s', (host, expected) => expect(onlyHere(host)).toBe(expected));

describe('the codes of this browser', () => {
  beforeEach(() => localStorage.clear());

  it('outlive a reload, the last dozen of them', () => {
    for (let match = 0; match < 15; match++) keepInvitations(`match${match}`, { 2: `code${match}` });
    keepInvitations('match14', { 2: 'new' });
    expect(invitationsOf('match14')).toEqual({ 2: 'new' });
    expect(invitationsOf('match3')).toEqual({ 2: 'code3' });
    expect(invitationsOf('match0')).toEqual({});
  });

  it('may be damaged', () => {
    for (const text of ['{', '7', '[7, null, ["a"]]']) {
      localStorage.setItem('outflank.invitations', text);
      expect(invitationsOf('a')).toEqual({});
    }
  });
});

describe('presence', () => {
  const players = [
    { player: 1, connected: true, lost_at: null },
    { player: 2, connected: false, lost_at: 31_000 },
    { player: 3, connected: false, lost_at: null },
  ];
  it.each([
    [1, 1_000, { is: 'here' }],
    [2, 1_000, { is: 'leaving', seconds: 30 }],
    [2, 30_900, { is: 'leaving', seconds: 1 }],
    [2, 31_000, { is: 'away' }],
    [2, 99_000, { is: 'away' }],
    [3, 0, { is: 'away' }],
    [4, 0, { is: 'unknown' }],
  ] as const)('of player %i at %i', (player, now, expected) =>
    expect(presenceOf(players, player, now)).toEqual(expected),
  );
});

describe('giving an address away', () => {
  let field: HTMLInputElement;
  beforeEach(() => {
    document.body.innerHTML = '<input value="http://a/b" readonly />';
    field = document.querySelector('input')!;
  });
  afterEach(() => vi.unstubAllGlobals());

  it('uses the clipboard where there is one', async () => {
    const writeText = vi.fn(() => Promise.resolve());
    vi.stubGlobal('navigator', { clipboard: { writeText } });
    expect(await copy(field)).toBe(true);
    expect(writeText).toHaveBeenCalledWith('http://a/b');
    expect(canShare()).toBe(false);
  });

  it('opens the share sheet where there is one, and takes its being closed for no failure', async () => {
    let closed: Promise<void> = Promise.resolve();
    const sheet = vi.fn((_: ShareData) => closed);
    vi.stubGlobal('navigator', { share: sheet });
    expect(canShare()).toBe(true);
    await share('A match', 'http://a/b');
    expect(sheet).toHaveBeenCalledExactlyOnceWith({ title: 'A match', url: 'http://a/b' });
    closed = Promise.reject(new DOMException('closed', 'AbortError'));
    await share('A match', 'http://a/b');
    closed = Promise.reject(new TypeError('broken'));
    await expect(share('A match', 'http://a/b')).rejects.toThrow('broken');
  });

  it.each([true, false])('selects and tries the old way on plain http: %s', async (works) => {
    vi.stubGlobal('navigator', {});
    document.execCommand = () => works;
    expect(await copy(field)).toBe(works);
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, 10]);
  });
});
