/**
 * One player's end of a match: numbers, the current view, the pending command, recovery after any loss.
 * The twin of client.py. It knows no game.
 */
import type {
  ClientMessage,
  Faltered,
  GameOver,
  Hinted,
  HostMessage,
  Looked,
  PlayerPresence,
  Refused,
  Rematch,
  Seat,
  SeatsChanged,
  Sequenced,
  StateUpdate,
  Thinking,
  Welcome,
} from './protocol';
import { PROTOCOL } from './protocol';
import type { Transport } from './transport';

export type Json = Readonly<Record<string, unknown>>;

/** connecting: no answer yet; live; reconnecting: was live; replaced: another tab has the seat; refused: the host said no. */
export type Status = 'connecting' | 'live' | 'reconnecting' | 'replaced' | 'refused';

/** What a session tells: every sequenced message once and in order, and the answers. */
export interface SessionEvents {
  sequenced(message: Sequenced): void;
  looked(message: Looked): void;
  refused(message: Refused): void;
  /** Status, seats or the pending command have changed. */
  changed(): void;
}

export interface Clock {
  after(ms: number, call: () => void): () => void;
}

const realClock: Clock = {
  after(ms, call) {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
};

const RESEND = 2_000;
const PING = 8_000;
/** Pings without any answer before the connection is given up. */
const PATIENCE = 2;

type Command = Extract<ClientMessage, { type: 'action' | 'end_turn' | 'leave' }>;
const stamp = () => Array.from(crypto.getRandomValues(new Uint32Array(2)), (n) => n.toString(36)).join('');

export class Session {
  readonly player: number | null;
  status: Status = 'connecting';
  /** Refused because the server is of a newer version than this page. */
  outdated = false;
  welcome: Welcome | null = null;
  seats: readonly Seat[] = [];
  /** Who is connected, as far as the server has said. */
  presence: readonly PlayerPresence[] = [];
  /** A computer player thinks. */
  thinking: Thinking | null = null;
  /** A computer player failed and was replaced in its last turn; whoever has shown it sets it to null. */
  faltered: Faltered | null = null;
  /** What the computer would do on `update`; null: nobody has asked, or it has not come. */
  hinted: Hinted | null = null;
  /** A hint is asked for and has not come. */
  hinting = false;
  /** Somebody has begun another match and asks for this player. */
  rematch: Rematch | null = null;
  /** The last message taken. */
  seq = 0;
  /** The StateUpdate that choices are made on. */
  stateSeq = 0;
  update: StateUpdate | null = null;
  over: GameOver | null = null;
  /** Advice on `update` and the draft; null until it has come. */
  advice: Looked | null = null;
  pending: Command | null = null;
  /** Own actions that are only tried: advice is on the view after them; the host knows nothing of them. */
  draft: readonly Json[] = [];

  readonly #transport: Transport;
  readonly #events: SessionEvents;
  readonly #clock: Clock;
  readonly #prefix = stamp();
  readonly #early = new Map<number, Sequenced>();
  #commands = 0;
  #requests = 0;
  /** Below 0, so that a refusal is not taken for one of a look. */
  #hints = 0;
  /** To be sent one by one, each on the state that the one before led to. */
  #next: Json[] = [];
  /** The number that the last accepted command led to. */
  #due = 0;
  /** The number of what told the seats. */
  #seatsSeq = 0;
  #silent = 0;
  #closed = false;
  /** The number at the first unanswered hello; null: all are answered. Only then may numbers fall. */
  #greeted: number | null = null;
  #stops = new Map<string, () => void>();

  constructor(transport: Transport, player: number | null, events: SessionEvents, clock: Clock = realClock) {
    this.#transport = transport;
    this.player = player;
    this.#events = events;
    this.#clock = clock;
  }

  start(): void {
    this.#transport.start({
      opened: () => this.#greet(),
      message: (message) => this.#receive(message),
      lost: () => this.#lost(),
    });
  }

  close(): void {
    this.#closed = true;
    for (const stop of this.#stops.values()) stop();
    this.#stops.clear();
    this.#transport.close();
  }

  /** Whether a command awaits its answer, or another one its turn. */
  get busy(): boolean {
    return this.pending !== null || this.#next.length > 0;
  }

  /** Sends a command; false when one is still unanswered. */
  act(action: Json): boolean {
    return this.#command({ type: 'action', action, command_id: this.#id(), seq: this.stateSeq });
  }

  endTurn(): boolean {
    return this.#command({ type: 'end_turn', command_id: this.#id(), seq: this.stateSeq });
  }

  leave(): boolean {
    return this.#command({ type: 'leave', command_id: this.#id() });
  }

  /** Asks for advice on the current view after a draft of own actions. */
  look(draft: readonly Json[] = []): void {
    this.draft = draft;
    this.advice = null; // it was on another draft
    this.#requests += 1;
    this.#askAgain();
  }

  /** Tries one more own action. */
  sketch(action: Json): void {
    this.look([...this.draft, action]);
  }

  /** Takes back what was only tried. */
  discard(): void {
    this.look();
  }

  /** Sends what was tried, in order, and `then`; a refusal drops the rest. False while a command is under way. */
  commit(then?: Json): boolean {
    return this.perform(then === undefined ? this.draft : [...this.draft, then]);
  }

  /** Sends these, in order; a refusal drops the rest. False while a command is under way. */
  perform(actions: readonly Json[]): boolean {
    if (this.busy) return false;
    this.#next = [...actions];
    this.draft = [];
    this.#goOn();
    return true;
  }

  /** Asks what the computer would do on the present view. */
  hint(): void {
    this.hinted = null;
    this.hinting = true;
    this.#send({ type: 'hint', request: --this.#hints });
    this.#events.changed();
  }

  /** The computer player who thinks shall act now. */
  hurry(): void {
    this.#send({ type: 'hurry' });
  }

  /** Sends the next of several, once the one before has been answered and its state has come. */
  #goOn(): void {
    if (this.pending || this.seq < this.#due) return;
    const action = this.#next.shift();
    if (!action) return;
    if ('end_turn' in action) this.endTurn();
    else this.act(action);
  }

  /** Takes the seat back from another tab, or tries once more after a refusal. */
  again(): void {
    this.status = 'reconnecting';
    this.#events.changed();
    this.start();
  }

  #id(): string {
    return `${this.#prefix}-${++this.#commands}`;
  }

  #command(message: Command): boolean {
    if (this.pending) return false;
    this.pending = message;
    this.#repeat();
    this.#events.changed();
    return true;
  }

  #repeat(): void {
    if (!this.pending) return;
    this.#send(this.pending);
    this.#timer('command', RESEND, () => this.#repeat());
  }

  #askAgain(): void {
    this.#timer('look', RESEND, () => this.#askAgain()); // first: the answer may be here at once
    this.#send({ type: 'look', request: this.#requests, draft: [...this.draft] });
  }

  #greet(): void {
    if (this.#closed) return;
    this.#greeted ??= this.seq;
    this.#send({ type: 'hello', player: this.player, token: null, after: this.seq, protocol: PROTOCOL });
    this.#timer('hello', RESEND, () => this.#greet());
  }

  #lost(): void {
    this.#stop('ping');
    this.#stop('hello');
    if (this.status === 'live') this.status = 'reconnecting';
    this.#events.changed();
  }

  #ping(): void {
    if (++this.#silent > PATIENCE) {
      this.#silent = 0;
      this.#transport.again();
      return;
    }
    this.#send({ type: 'ping' });
    this.#timer('ping', PING, () => this.#ping());
  }

  #receive(message: HostMessage): void {
    if (this.#closed) return;
    this.#silent = 0;
    switch (message.type) {
      case 'Welcome':
        return this.#welcomed(message);
      case 'Accepted':
        if (this.pending?.command_id === message.command_id) {
          this.#due = message.seq;
          this.#answered();
        }
        this.#reach(message.seq);
        return this.#goOn();
      case 'Refused':
        return this.#refused(message);
      case 'Looked':
        if (message.request !== this.#requests) return; // asked on an older view
        if (message.seq > this.seq) return this.#reach(message.seq); // on a newer one that is still missing
        this.#stop('look');
        this.advice = message;
        return this.#events.looked(message);
      case 'Hinted':
        if (message.request !== this.#hints) return;
        this.hinting = false;
        if (message.seq <= this.stateSeq) this.hinted = message;
        return this.#events.changed();
      case 'Thinking':
        if (this.update && this.update.view.current_player !== message.player) return;
        this.thinking = message;
        return this.#events.changed();
      case 'Faltered':
        this.faltered = message;
        return this.#events.changed();
      case 'Synced':
      case 'Pong':
        return this.#reach(message.seq);
      case 'Replaced':
        return this.#end('replaced');
      case 'Presence':
        this.presence = message.players;
        return this.#events.changed();
      case 'Rematch':
        this.rematch = message;
        return this.#events.changed();
      default:
        this.#sequenced(message);
        return this.#goOn();
    }
  }

  #welcomed(message: Welcome): void {
    this.#stop('hello');
    this.welcome = message;
    // A host that counts from a lower number has taken the match up anew: it sends the whole view next.
    if (this.#greeted !== null && message.seq < this.#greeted) {
      this.seq = this.stateSeq = this.#due = this.#seatsSeq = 0;
      this.#early.clear();
    }
    this.#sit(message);
    this.#greeted = null;
    this.status = 'live';
    this.#timer('ping', PING, () => this.#ping());
    this.#repeat();
    if (this.update && !this.advice) this.#askAgain();
    this.#events.changed();
  }

  #refused(message: Refused): void {
    if (message.request != null && message.request < 0) {
      if (message.request !== this.#hints) return;
      this.hinting = false;
      return this.#events.refused(message);
    }
    if (message.request != null) {
      if (message.error === 'TooManyRequests') {
        // It may be possible: it is asked again when that is allowed.
        const wait = 1000 * Number(message.values?.seconds ?? 1);
        if (message.request === this.#requests) this.#timer('look', wait, () => this.#askAgain());
        return;
      }
      this.#stop('look');
      if (message.request === this.#requests && this.draft.length > 0) this.discard(); // not possible (any more)
      return;
    }
    const mine = message.command_id !== null && this.pending?.command_id === message.command_id;
    for (const missed of message.missed ?? []) this.#sequenced(missed);
    if (mine) {
      this.#next = [];
      this.#answered();
    } else if (message.command_id === null && this.status !== 'live') {
      this.outdated = message.error === 'OldPage';
      this.#end('refused');
    }
    this.#events.refused(message);
  }

  #answered(): void {
    this.pending = null;
    this.#stop('command');
    this.#events.changed();
  }

  #end(status: Status): void {
    for (const stop of this.#stops.values()) stop();
    this.#stops.clear();
    this.pending = null;
    this.#next = [];
    this.status = status;
    this.#transport.close();
    this.#events.changed();
  }

  /** The host has sent up to `seq`: ask for what is missing. */
  #reach(seq: number): void {
    if (seq > this.seq) this.#sync();
    else if (this.#early.size === 0) this.#stop('gap');
  }

  #sync(): void {
    this.#send({ type: 'sync', after: this.seq });
    this.#timer('gap', RESEND, () => this.#sync());
  }

  #sequenced(message: Sequenced): void {
    if (message.type === 'StateUpdate' && message.resync) {
      if (message.seq < this.seq || (message.seq === this.seq && this.update)) return;
      for (const early of this.#early.keys()) if (early <= message.seq) this.#early.delete(early);
      this.#take(message);
    } else if (message.seq === this.seq + 1) this.#take(message);
    else if (message.seq > this.seq) {
      this.#early.set(message.seq, message);
      if (!this.#stops.has('gap')) this.#sync();
      return;
    } else return;
    for (let next = this.#early.get(this.seq + 1); next; next = this.#early.get(this.seq + 1)) {
      this.#early.delete(next.seq);
      this.#take(next);
    }
    if (this.#early.size === 0) this.#stop('gap');
  }

  #take(message: Sequenced): void {
    this.seq = message.seq;
    if (message.type === 'StateUpdate') {
      this.update = message;
      this.stateSeq = message.seq;
      this.advice = null;
      this.hinted = null;
      this.hinting = false;
      this.#hints -= 1; // what was asked on an older view is not awaited any more
      if (this.thinking && message.view.current_player !== this.thinking.player) this.thinking = null;
    } else if (message.type === 'GameOver') {
      this.over = message;
      this.thinking = null;
    } else if (message.type === 'SeatsChanged') this.#sit(message);
    this.#events.sequenced(message);
    if (message.type === 'StateUpdate') this.look(this.draft); // what is being tried stays, if it still can be done
    if (message.type === 'SeatsChanged') this.#events.changed();
  }

  /** Who sits where; after a Welcome come messages of old, which know less than it does. */
  #sit(message: Welcome | SeatsChanged): void {
    if (message.seq < this.#seatsSeq) return;
    this.seats = message.seats;
    this.#seatsSeq = message.seq;
  }

  #send(message: ClientMessage): void {
    this.#transport.send(message);
  }

  #timer(name: string, ms: number, call: () => void): void {
    this.#stop(name);
    this.#stops.set(
      name,
      this.#clock.after(ms, () => {
        this.#stops.delete(name);
        if (!this.#closed) call();
      }),
    );
  }

  #stop(name: string): void {
    this.#stops.get(name)?.();
    this.#stops.delete(name);
  }
}
