/** Messages over a WebSocket that comes back by itself after a loss. */
import type { ClientMessage, HostMessage } from '../protocol';
import type { Transport, TransportEvents } from './index';

const FIRST_WAIT = 250;
const LONGEST_WAIT = 5_000;

/** The address of a match's socket, beside the page. */
export function socketAddress(match: string, base: string = import.meta.env.BASE_URL): string {
  const url = new URL(`${base.replace(/\/$/, '')}/ws/game/${encodeURIComponent(match)}/ws`, location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
}

export class WebSocketTransport implements Transport {
  readonly #address: string;
  #events: TransportEvents | null = null;
  #socket: WebSocket | null = null;
  #wait = FIRST_WAIT;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(address: string) {
    this.#address = address;
  }

  start(events: TransportEvents): void {
    this.#events = events;
    addEventListener('online', this.#now);
    document.addEventListener('visibilitychange', this.#shown);
    this.#connect();
  }

  send(message: ClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  again(): void {
    this.#drop();
    this.#events?.lost();
    this.#connect();
  }

  close(): void {
    removeEventListener('online', this.#now);
    document.removeEventListener('visibilitychange', this.#shown);
    this.#events = null;
    // One that is still on its way is closed when it arrives: closed before, the browser calls it a failure.
    if (this.#socket?.readyState === WebSocket.CONNECTING) this.#socket = null;
    this.#drop();
  }

  readonly #now = () => {
    if (this.#events && this.#socket === null) {
      this.#wait = FIRST_WAIT;
      this.#connect();
    }
  };

  /** A phone that wakes up should not wait for the next try. */
  readonly #shown = () => {
    if (document.visibilityState === 'visible') this.#now();
  };

  #drop(): void {
    clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #connect(): void {
    clearTimeout(this.#timer);
    const socket = new WebSocket(this.#address);
    this.#socket = socket;
    const current = () => this.#socket === socket;
    socket.onopen = () => {
      if (!current()) {
        socket.close();
        return;
      }
      this.#wait = FIRST_WAIT;
      this.#events?.opened();
    };
    socket.onmessage = (event: MessageEvent<unknown>) => {
      if (!current() || typeof event.data !== 'string') return;
      this.#events?.message(JSON.parse(event.data) as HostMessage);
    };
    socket.onclose = () => {
      if (!current()) return;
      this.#socket = null;
      if (!this.#events) return;
      this.#events.lost();
      this.#timer = setTimeout(() => this.#connect(), this.#wait);
      this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
    };
  }
}
