import { afterEach, describe, expect, it, vi } from 'vitest';
import { Taps } from '../src/board/taps';

const at = (timeStamp: number) => ({ timeStamp }) as PointerEvent;

afterEach(() => vi.useRealTimers());

describe('a finger', () => {
  it('that stays is told of once, and was long', () => {
    vi.useFakeTimers();
    const [taps, held] = [new Taps(), vi.fn()];
    taps.down(at(1000), held);
    vi.advanceTimersByTime(2000);
    expect(held).toHaveBeenCalledOnce();
    expect(taps.wasLong(at(1600))).toBe(true);
  });

  it('that was lifted in time was a tap, also if a busy page hears of it late', () => {
    vi.useFakeTimers();
    const [taps, held] = [new Taps(), vi.fn()];
    taps.down(at(1000), held);
    vi.advanceTimersByTime(900); // nothing came through
    expect(held).toHaveBeenCalledOnce();
    expect(taps.wasLong(at(1040))).toBe(false);
  });

  it('that moves away or is lifted is not waited for', () => {
    vi.useFakeTimers();
    const [taps, held] = [new Taps(), vi.fn()];
    taps.down(at(0), held);
    taps.stop();
    vi.advanceTimersByTime(2000);
    expect(held).not.toHaveBeenCalled();
  });

  it('that slips taps twice at once on the same cell, and only the first is meant', () => {
    const taps = new Taps();
    expect(taps.meant(at(1000), [1, 1])).toBe(true);
    expect(taps.meant(at(1200), [1, 1])).toBe(false);
    expect(taps.meant(at(1300), [2, 1])).toBe(true);
    expect(taps.meant(at(1900), [2, 1])).toBe(true);
  });
});
