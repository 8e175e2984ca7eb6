/** The session does what tests/data/client/ says; the client in Python reads the same files. */
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import type { ClientMessage, HostMessage, Refused } from '../src/protocol';
import { Session, type Clock, type Json } from '../src/session';
import type { Transport, TransportEvents } from '../src/transport';

const FOLDER = resolve(import.meta.dirname, '../../tests/data/client');
const NEVER: Clock = { after: () => () => undefined };

interface Step {
  hear?: HostMessage;
  do?: 'connect' | 'lost' | 'act' | 'hint';
  action?: Json;
  then: Record<string, unknown>;
}

/** Keeps what was sent. */
class Wire implements Transport {
  events: TransportEvents | null = null;
  asked: number | null = null;
  greeted: number | null = null;
  sent: string[] = [];

  start(events: TransportEvents): void {
    this.events = events;
  }

  send(message: ClientMessage): void {
    if (message.type === 'sync') this.asked = message.after ?? 0;
    else if (message.type === 'hello') this.greeted = message.after ?? 0;
    else if (message.type === 'action') this.sent.push(message.command_id ?? '');
  }

  again(): void {}
  close(): void {}
}

/** A vector calls its commands "command 1", "command 2" ... */
class Told {
  readonly wire = new Wire();
  refused: Refused | null = null;
  readonly session = new Session(
    this.wire,
    1,
    {
      sequenced: () => undefined,
      looked: () => undefined,
      refused: (message) => (this.refused = message),
      changed: () => undefined,
    },
    NEVER,
  );

  constructor() {
    this.session.start();
  }

  get ids(): string[] {
    return [...new Set(this.wire.sent)];
  }

  step(step: Step): void {
    const { events } = this.wire;
    if (step.do === 'connect') events?.opened();
    else if (step.do === 'lost') events?.lost();
    else if (step.do === 'act') expect(this.session.act(step.action ?? {})).toBe(true);
    else if (step.do === 'hint') this.session.hint();
    else if (step.hear) events?.message(this.named(step.hear));
  }

  named(message: HostMessage): HostMessage {
    if (!('command_id' in message) || message.command_id === null) return message;
    const number = Number(message.command_id.replace('command ', ''));
    return { ...message, command_id: this.ids[number - 1] ?? 'of nobody' };
  }

  now(): Record<string, unknown> {
    const { session, wire } = this;
    return {
      seq: session.seq,
      state_seq: session.stateSeq,
      view: session.update?.view ?? null,
      legal: session.update?.legal.length ?? 0,
      pending: session.pending ? this.ids.indexOf(session.pending.command_id ?? '') + 1 : null,
      times: this.ids.map((id) => wire.sent.filter((each) => each === id).length),
      asked: wire.asked,
      greeted: wire.greeted,
      refused: this.refused?.error ?? null,
      winner: session.over?.winner ?? null,
      seats: session.seats.map((seat) => seat.name),
      present: session.presence.filter((each) => each.connected).map((each) => each.player),
      thinking: session.thinking?.spent ?? null,
      faltered: session.faltered?.lasting ?? null,
      hinted: session.hinted?.said ?? null,
      rematch: session.rematch?.match_id ?? null,
    };
  }
}

const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

it.each(files)('%s', (name) => {
  const { steps } = JSON.parse(readFileSync(resolve(FOLDER, name), 'utf8')) as { steps: Step[] };
  const told = new Told();
  for (const [number, step] of steps.entries()) {
    told.step(step);
    const now = told.now();
    const expected = Object.fromEntries(Object.keys(step.then).map((key) => [key, now[key]]));
    expect(expected, `step ${number}: ${JSON.stringify(step)}`).toEqual(step.then);
  }
});

it('has vectors to read', () => expect(files.length).toBeGreaterThan(9));
