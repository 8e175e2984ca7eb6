/** What carries messages between a session and a host, whatever lies between them. */
import type { ClientMessage, HostMessage } from '../protocol';

export interface TransportEvents {
  /** Messages can be sent now; the session greets. Called again after every reconnection. */
  opened(): void;
  message(message: HostMessage): void;
  /** The connection is gone; the transport is already trying again. */
  lost(): void;
}

export interface Transport {
  start(events: TransportEvents): void;
  /** Sends, or silently loses the message when there is no connection: the session repeats what matters. */
  send(message: ClientMessage): void;
  /** Give this connection up and make a new one, now. */
  again(): void;
  /** For good. */
  close(): void;
}
