/** @vitest-environment jsdom
 * What stays in the browser: the lines of each seat's log, and how far the lessons have come. */
import { beforeEach, describe, expect, it } from 'vitest';
import { learning, relearn, turnLearned, TURNS } from '../src/lessons';
import { KeptLog } from '../src/screens/match/kept';

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  relearn();
});

describe('the log of a seat', () => {
  it('outlives a reload, and is never shown to another seat or match', () => {
    new KeptLog('m1', 1).write([{ text: 'Your infantry digs in.', owner: 1 }]);
    expect(new KeptLog('m1', 1).read()).toMatchObject([{ text: 'Your infantry digs in.', owner: 1 }]);
    expect(new KeptLog('m1', 2).read()).toEqual([]);
    expect(new KeptLog('m2', 1).read()).toEqual([]);
  });

  it('keeps the last lines only', () => {
    const lines = Array.from({ length: 200 }, (_, index) => ({ text: `line ${index}`, owner: 0 }));
    new KeptLog('m1', 1).write(lines);
    const kept = new KeptLog('m1', 1).read();
    expect(kept.length).toBeLessThan(100);
    expect(kept.at(-1)!.text).toBe('line 199');
  });

  it.each(['{', '3', '[null, 7, {"text": 4}]'])('begins now when %s is stored', (stored) => {
    sessionStorage.setItem('outflank.log.m1.1', stored);
    expect(new KeptLog('m1', 1).read()).toEqual([]);
  });
});

describe('the lessons', () => {
  it('end after the first turns of each game, and begin again when asked', () => {
    for (let turn = 0; turn < TURNS; turn++) {
      expect(learning('cellwar')).toBe(true);
      turnLearned('cellwar');
    }
    expect([learning('cellwar'), learning('traversal')]).toEqual([false, true]);
    expect(JSON.parse(localStorage.getItem('outflank.lessons')!)).toEqual({ cellwar: TURNS });
    relearn();
    expect(learning('cellwar')).toBe(true);
  });
});
