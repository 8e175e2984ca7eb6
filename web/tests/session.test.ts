/** However messages are lost, doubled or reordered, a session ends at the host's view, and every command happens once. */
import { describe, expect, it } from 'vitest';
import type { ClientMessage, HostMessage, Looked, Refused, Sequenced } from '../src/protocol';
import { Session, type Clock, type SessionEvents } from '../src/session';
import type { Transport, TransportEvents } from '../src/transport';
import { MemoryTransport } from '../src/transport/memory';

/** Even chances from a seed. */
function dice(seed: number): () => number {
  let state = seed * 2654435761 + 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

class FakeClock implements Clock {
  now = 0;
  #waiting: { at: number; call: () => void }[] = [];

  after(ms: number, call: () => void): () => void {
    const entry = { at: this.now + ms, call };
    this.#waiting.push(entry);
    return () => {
      this.#waiting = this.#waiting.filter((each) => each !== entry);
    };
  }

  pass(ms: number): void {
    const end = this.now + ms;
    for (;;) {
      const next = this.#waiting.filter((each) => each.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.#waiting = this.#waiting.filter((each) => each !== next);
      this.now = Math.max(this.now, next.at);
      next.call();
    }
    this.now = end;
  }
}

const REFUSED = {
  type: 'Refused',
  command_id: null,
  error: 'InvalidAction',
  detail: 'bad_action',
  message: 'no',
  values: {},
} as const satisfies HostMessage;

/** A host of one recipient: a number that commands and others raise. */
class FakeHost {
  value = 0;
  done: string[] = [];
  /** The commands that came, in order. */
  asked: string[] = [];
  /** The last draft that could be. */
  tried: readonly unknown[] = [];
  sent: Sequenced[] = [];
  stateSeq = 0;
  kept = 1000;
  #answers = new Map<string, HostMessage>();

  change(): Sequenced {
    this.value += 1;
    const message: Sequenced = {
      type: 'StateUpdate',
      seq: this.sent.length + 1,
      view: { value: this.value },
      legal: [{ add: 1 }],
      effects: [],
    };
    this.stateSeq = message.seq;
    this.sent.push(message);
    return message;
  }

  missed(after: number): HostMessage[] {
    const seq = this.sent.length;
    if (after === seq) return [{ type: 'Synced', seq }];
    if (after > 0 && after < seq && seq - after <= this.kept) return this.sent.slice(after);
    return [
      {
        type: 'StateUpdate',
        seq,
        view: { value: this.value },
        legal: [{ add: 1 }],
        effects: [],
        resync: true,
      },
    ];
  }

  receive(message: ClientMessage): HostMessage[] {
    const seq = this.sent.length;
    switch (message.type) {
      case 'hello':
        return [
          { type: 'Welcome', match_id: 'm', game: 'g', version: 1, options: {}, player: 1, seats: [], seq },
          ...this.missed(message.after ?? 0),
        ];
      case 'sync':
        return this.missed(message.after ?? 0);
      case 'ping':
        return [{ type: 'Pong', seq }];
      case 'look':
        if (message.draft?.some((action) => 'impossible' in action))
          return [{ ...REFUSED, request: message.request }];
        this.tried = message.draft ?? [];
        return [
          {
            type: 'Looked',
            request: message.request,
            seq: this.stateSeq,
            advice: { value: this.value },
            grid: [],
            text: '',
            notations: [],
          },
        ];
      case 'hint':
      case 'hurry':
        return [];
      default:
        return this.#command(message);
    }
  }

  #command(message: Extract<ClientMessage, { command_id?: string | null }>): HostMessage[] {
    const id = message.command_id ?? '';
    if (!this.#answers.has(id)) this.asked.push(message.type);
    const known = this.#answers.get(id);
    if (known) return [known];
    let answer: HostMessage;
    const out: HostMessage[] = [];
    if ('seq' in message && (message.seq ?? 0) < this.stateSeq) {
      const missed = this.missed(message.seq ?? 0).filter(
        (each): each is Sequenced => each.type !== 'Synced',
      );
      answer = {
        type: 'Refused',
        command_id: id,
        error: 'Stale',
        detail: 'stale',
        message: 'stale',
        values: {},
        missed,
      };
    } else {
      this.done.push(id);
      out.push(this.change());
      answer = { type: 'Accepted', command_id: id, seq: this.sent.length };
    }
    this.#answers.set(id, answer);
    return [...out, answer];
  }
}

interface Told extends SessionEvents {
  order: number[];
  answers: Looked[];
  refusals: Refused[];
}

function listener(): Told {
  const told: Told = {
    order: [],
    answers: [],
    refusals: [],
    sequenced: (message) => told.order.push(message.seq),
    looked: (message) => told.answers.push(message),
    refused: (message) => told.refusals.push(message),
    changed: () => undefined,
  };
  return told;
}

/** Both directions lose, double and delay. */
class BadLine implements Transport {
  events: TransportEvents | null = null;
  calm = false;
  #held: (() => void)[] = [];
  readonly #host: FakeHost;
  readonly #chance: () => number;
  readonly #loss: number;

  constructor(host: FakeHost, chance: () => number, loss: number) {
    this.#host = host;
    this.#chance = chance;
    this.#loss = loss;
  }

  start(events: TransportEvents): void {
    this.events = events;
    events.opened();
  }

  send(message: ClientMessage): void {
    this.#carry(() => this.#host.receive(message).forEach((answer) => this.tell(answer)));
  }

  tell(message: HostMessage): void {
    this.#carry(() => this.events?.message(structuredClone(message)));
  }

  #carry(deliver: () => void): void {
    if (this.calm) return deliver();
    if (this.#chance() < this.#loss) return;
    this.#held.push(deliver);
    if (this.#chance() < this.#loss) this.#held.push(deliver);
  }

  /** Lets what is under way arrive, in any order. */
  flow(): void {
    for (let turn = 0; turn < 60 && this.#held.length > 0; turn++) {
      const index = Math.floor(this.#chance() * this.#held.length);
      this.#held.splice(index, 1)[0]?.();
    }
  }

  /** Nothing that was under way on the old connection arrives any more. */
  again(): void {
    this.#held = [];
    this.events?.lost();
    this.events?.opened();
  }

  close(): void {
    this.events = null;
  }
}

/** A session with a host that can be reached at once. */
function calm(): { host: FakeHost; line: MemoryTransport; session: Session } {
  const host = new FakeHost();
  host.change();
  const line = new MemoryTransport((message, answer) => host.receive(message).forEach(answer));
  const session = new Session(line, 1, listener(), new FakeClock());
  session.start();
  return { host, line, session };
}

describe('session', () => {
  it('greets, takes the view and asks for advice on it', () => {
    const host = new FakeHost();
    host.change();
    const told = listener();
    const line = new MemoryTransport((message, answer) => host.receive(message).forEach(answer));
    const session = new Session(line, 1, told, new FakeClock());
    session.start();
    expect(session.status).toBe('live');
    expect(session.update?.view).toEqual({ value: 1 });
    expect(session.advice?.advice).toEqual({ value: 1 });
  });

  it('has one command at a time, and the next one after the answer', () => {
    const host = new FakeHost();
    host.change();
    const line = new BadLine(host, () => 0.99, 0.5);
    const session = new Session(line, 1, listener(), new FakeClock());
    session.start();
    line.flow();
    expect(session.act({ add: 1 })).toBe(true);
    expect(session.act({ add: 1 })).toBe(false);
    line.flow();
    expect(session.pending).toBeNull();
    expect(session.act({ add: 1 })).toBe(true);
  });

  it('sends a draft in order, each action on the state before it, and nothing before it is committed', () => {
    const { host, session } = calm();
    session.sketch({ add: 1 });
    session.sketch({ add: 2 });
    expect(host.done).toHaveLength(0);
    expect(host.tried).toEqual([{ add: 1 }, { add: 2 }]);
    expect(session.commit({ end_turn: true })).toBe(true);
    expect(session.draft).toEqual([]);
    expect(session.busy).toBe(false);
    expect(host.asked).toEqual(['action', 'action', 'end_turn']);
    expect(host.done).toHaveLength(3);
  });

  it('keeps a draft over a new view, and gives up one that cannot be', () => {
    const { host, line, session } = calm();
    session.sketch({ add: 1 });
    line.deliver(host.change());
    expect(session.draft).toEqual([{ add: 1 }]);
    session.sketch({ impossible: true });
    expect(session.draft).toEqual([]);
    expect(host.tried).toEqual([]);
  });

  it('keeps a draft that was one question too many, and asks again when it may', () => {
    const host = new FakeHost();
    host.change();
    const clock = new FakeClock();
    let often = true;
    const line = new MemoryTransport((message, answer) => {
      if (message.type !== 'look' || !often) host.receive(message).forEach(answer);
      else answer({ ...REFUSED, error: 'TooManyRequests', values: { seconds: 1 }, request: message.request });
    });
    const session = new Session(line, 1, listener(), clock);
    session.start();
    session.sketch({ add: 1 });
    clock.pass(900);
    often = false;
    expect([session.draft, session.advice]).toEqual([[{ add: 1 }], null]);
    clock.pass(200);
    expect([session.draft, session.advice?.advice]).toEqual([[{ add: 1 }], { value: 1 }]);
    expect(host.tried).toEqual([{ add: 1 }]);
  });

  it('drops the rest of a draft after a refusal', () => {
    const { host, session } = calm();
    session.sketch({ add: 1 });
    session.sketch({ add: 2 });
    host.change(); // not told: the command will be stale
    session.commit();
    expect(host.asked).toEqual(['action']);
    expect(session.busy).toBe(false);
  });

  it('takes a stale command back, shows what was missed and reports it', () => {
    const host = new FakeHost();
    host.change();
    const told = listener();
    const line = new MemoryTransport((message, answer) => host.receive(message).forEach(answer));
    const session = new Session(line, 1, told, new FakeClock());
    session.start();
    host.change(); // on its way, not here yet
    session.act({ add: 1 });
    expect(told.refusals.map((refusal) => refusal.error)).toEqual(['Stale']);
    expect(session.update?.view).toEqual({ value: 2 });
    expect(session.pending).toBeNull();
    expect(host.done).toEqual([]);
  });

  it('ends when another tab takes the seat, and takes it back when asked', () => {
    const host = new FakeHost();
    host.change();
    const line = new MemoryTransport((message, answer) => host.receive(message).forEach(answer));
    const session = new Session(line, 1, listener(), new FakeClock());
    session.start();
    line.deliver({ type: 'Replaced' });
    expect(session.status).toBe('replaced');
    host.change();
    session.again();
    expect(session.status).toBe('live');
    expect(session.update?.view).toEqual({ value: 2 });
  });

  it('starts over with a host that counts anew', () => {
    const line = new MemoryTransport((message, answer) => host.receive(message).forEach(answer));
    let host = new FakeHost();
    for (let count = 0; count < 5; count++) host.change();
    const session = new Session(line, 1, listener(), new FakeClock());
    session.start();
    host = new FakeHost();
    host.change();
    host.change();
    line.again();
    expect(session.update?.view).toEqual({ value: 2 });
    expect(session.seq).toBe(2);
  });

  it.each(Array.from({ length: 60 }, (_, seed) => seed))(
    'recovers from a line that loses and doubles (%i)',
    (seed) => {
      const chance = dice(seed);
      const host = new FakeHost();
      if (seed % 3 === 0) host.kept = 2; // so that whole views are sent again too
      host.change();
      const told = listener();
      const clock = new FakeClock();
      const line = new BadLine(host, chance, 0.3);
      const session = new Session(line, 1, told, clock);
      session.start();
      const wanted: string[] = [];
      for (let round = 0; round < 60; round++) {
        if (chance() < 0.3) line.tell(host.change());
        if (session.status === 'live' && session.act({ add: 1 })) wanted.push(session.pending!.command_id!);
        if (chance() < 0.05) line.again();
        line.flow();
        clock.pass(500);
      }
      line.flow();
      line.calm = true;
      clock.pass(60_000);
      expect(session.update?.view).toEqual({ value: host.value });
      expect(session.seq).toBe(host.sent.length);
      expect(session.pending).toBeNull();
      expect(session.advice?.advice).toEqual({ value: host.value });
      expect(told.order).toEqual([...told.order].sort((a, b) => a - b));
      expect(new Set(told.order).size).toBe(told.order.length);
      const refused = new Set(told.refusals.map((refusal) => refusal.command_id));
      expect(host.done).toEqual(wanted.filter((id) => !refused.has(id)));
    },
  );
});
