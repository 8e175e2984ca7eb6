/** Messages handed over inside the page: for tests, and for a host that runs here. */
import type { ClientMessage, HostMessage } from '../protocol';
import type { Transport, TransportEvents } from './index';

export class MemoryTransport implements Transport {
  #events: TransportEvents | null = null;
  readonly #out: (message: ClientMessage, answer: (message: HostMessage) => void) => void;

  /** `out` is the host: it gets every message with the way to answer. */
  constructor(out: (message: ClientMessage, answer: (message: HostMessage) => void) => void) {
    this.#out = out;
  }

  start(events: TransportEvents): void {
    this.#events = events;
    events.opened();
  }

  send(message: ClientMessage): void {
    this.#out(structuredClone(message), (answer) => this.deliver(answer));
  }

  /** A message from the host. */
  deliver(message: HostMessage): void {
    this.#events?.message(structuredClone(message));
  }

  again(): void {
    this.#events?.lost();
    this.#events?.opened();
  }

  close(): void {
    this.#events = null;
  }
}
