/** A WebSocket that is closed, lost and come back. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocketTransport } from '../src/transport/websocket';

const all: FakeSocket[] = [];

class FakeSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  readyState = FakeSocket.CONNECTING;
  /** How often it was closed, and how often before it was open, of which browsers complain. */
  closed = 0;
  early = 0;
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;

  constructor(readonly address: string) {
    all.push(this);
  }

  open(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }

  close(): void {
    this.closed += 1;
    if (this.readyState === FakeSocket.CONNECTING) this.early += 1;
    this.readyState = 3;
  }

  /** The connection is gone, or could not be made. */
  lose(): void {
    this.readyState = 3;
    this.onclose?.();
  }
}

describe('a transport', () => {
  const events = { opened: vi.fn(), message: vi.fn(), lost: vi.fn() };
  let transport: WebSocketTransport;

  beforeEach(() => {
    vi.stubGlobal('WebSocket', FakeSocket);
    vi.useFakeTimers();
    vi.clearAllMocks();
    all.length = 0;
    transport = new WebSocketTransport('ws://here/');
    transport.start(events);
  });

  afterEach(() => {
    transport.close();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('left before it is open is closed when it is', () => {
    transport.close();
    expect(all[0]!.closed).toBe(0);
    all[0]!.open();
    expect([all[0]!.closed, all[0]!.early]).toEqual([1, 0]);
    all[0]!.lose();
    vi.runAllTimers();
    expect([all.length, events.opened.mock.calls.length, events.lost.mock.calls.length]).toEqual([1, 0, 0]);
  });

  it('left before it is open and never let in tries no more', () => {
    transport.close();
    all[0]!.lose();
    vi.runAllTimers();
    expect([all.length, events.lost.mock.calls.length]).toEqual([1, 0]);
  });

  it('left when open is closed at once', () => {
    all[0]!.open();
    transport.close();
    expect(all[0]!.closed).toBe(1);
  });

  it('comes back after a loss, each time a little later', () => {
    all[0]!.open();
    for (const wait of [250, 500, 1000]) {
      const tries = all.length;
      all.at(-1)!.lose();
      vi.advanceTimersByTime(wait - 1);
      expect(all.length).toBe(tries);
      vi.advanceTimersByTime(1);
      expect(all.length).toBe(tries + 1);
    }
    expect(events.lost).toHaveBeenCalledTimes(3);
  });

  it('asked to try again does not wait for one that hangs', () => {
    transport.again();
    expect([all.length, all[0]!.closed]).toEqual([2, 1]);
    all[0]!.lose();
    all[1]!.open();
    expect([events.lost.mock.calls.length, events.opened.mock.calls.length]).toEqual([1, 1]);
  });
});
