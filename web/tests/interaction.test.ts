/**
 * Select, step, cancel, confirm at PixelsWars through a session's draft, against the real rules in Python and the data
 * of an independent program: the twin of tests/games/pixelswars/test_interaction.py.
 */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ClientMessage, HostMessage, PixelsWarsAdvice, PixelsWarsView } from '../src/protocol';
import { Session, type Json } from '../src/session';
import { MemoryTransport } from '../src/transport/memory';

const ROOT = join(import.meta.dirname, '..', '..');
const PYTHON = process.env.OUTFLANK_PYTHON ?? join(ROOT, '.venv', 'bin', 'python');

type Cell = [x: number, y: number];
type Unit = [number, string, number, number, number, number, number, number, number];
interface Digest {
  turn: number;
  side: number;
  winner: number | null;
  funds: number[];
  units: Unit[];
  buildings: number[][];
}
interface Step {
  o: [string, (number | string)?];
  res: boolean | null;
  selected: number | null;
  origin: { cell: number; movement: number } | null;
  production: number | null;
  d: Digest;
}
interface Sequence {
  board: number;
  line: string;
  start: { d: Digest };
  steps: Step[];
}

const data = (name: string): string =>
  readFileSync(join(ROOT, 'tests', 'data', 'pixelswars', `${name}.json`), 'utf8');
const SPELLED: Record<string, string> = {
  'infantry-rocket': 'rocket',
  'infantry-sniper': 'sniper',
  'anti-air': 'anti_air',
};
const kindOf = (told: string): string => SPELLED[told] ?? told;
const BOARDS = (JSON.parse(data('boards')) as { boards: { id: number; cols: number; grid: string[] }[] })
  .boards;
const SEQUENCES = (
  JSON.parse(data('interaction')) as { sequences: (Omit<Sequence, 'line'> & { start: { nextId: number } })[] }
).sequences;

/** The start of a sequence as a position line. */
function lineOf({ board, start: { d, nextId } }: (typeof SEQUENCES)[number]): string {
  const named = (x: number, y: number) => `${String.fromCharCode(97 + x)}${y + 1}`;
  const grid = BOARDS.find(({ id }) => id === board)!.grid.map((row) => row.replaceAll('F', 'B'));
  const units = d.units.map(
    ([id, name, owner, x, y, ...left]) => `${owner}${kindOf(name)}:${id}@${named(x, y)}=${left.join('/')}`,
  );
  const holds = d.buildings.map(([x, y, owner, points]) => `${named(x!, y!)}=${owner}:${points}`);
  return `pixelswars/1 ${grid.join('/')} ${d.turn} ${d.funds.join(',')} ${units.join(';')} ${holds.join(';') || '-'} ${nextId}`;
}

/** The rules, in a process of their own. */
class Host {
  readonly #python: ChildProcessWithoutNullStreams;
  readonly #lines: Interface;
  #waiting: { told: string[]; done: (told: string[]) => void }[] = [];
  #failed = '';

  constructor() {
    this.#python = spawn(PYTHON, ['-m', 'tests.lines'], { cwd: ROOT });
    this.#python.stderr.on('data', (text: Buffer) => (this.#failed += text.toString()));
    this.#python.on('exit', () => this.#waiting.splice(0).forEach(({ done }) => done([])));
    this.#lines = createInterface(this.#python.stdout);
    this.#lines.on('line', (line) => {
      const first = this.#waiting[0];
      if (line !== '{"done": true}') first?.told.push(line);
      else this.#waiting.shift()?.done(first!.told);
    });
  }

  async ask(what: unknown): Promise<string[]> {
    const told = await new Promise<string[]>((done) => {
      this.#waiting.push({ told: [], done });
      this.#python.stdin.write(`${JSON.stringify(what)}\n`);
    });
    expect(this.#failed).toBe('');
    return told;
  }

  close(): void {
    this.#lines.close();
    this.#python.kill();
  }
}

/** A player's hands: the twin of tests/games/pixelswars/table.py. */
class Table {
  selected: number | null = null;
  production: Cell | null = null;
  readonly session: Session;
  readonly #line: MemoryTransport;
  readonly #host: Host;
  readonly #player: number;
  #out: ClientMessage[] = [];
  #refused = false;

  constructor(host: Host, player: number) {
    this.#host = host;
    this.#player = player;
    this.#line = new MemoryTransport((message) => this.#out.push(message));
    const nothing = () => undefined;
    const refused = () => (this.#refused = true);
    this.session = new Session(
      this.#line,
      player,
      { sequenced: nothing, looked: nothing, refused, changed: nothing },
      { after: () => nothing },
    );
  }

  async sit(): Promise<void> {
    this.session.start();
    await this.#exchange();
  }

  async #exchange(): Promise<void> {
    for (let message = this.#out.shift(); message; message = this.#out.shift())
      for (const line of await this.#host.ask({ player: this.#player, message })) {
        const told = JSON.parse(line) as { player: number; message: HostMessage };
        if (told.player === this.#player) this.#line.deliver(told.message);
      }
    expect(this.#refused).toBe(false);
    expect(this.session.busy).toBe(false);
  }

  async #commit(then?: Json): Promise<void> {
    expect(this.session.commit(then)).toBe(true);
    await this.#exchange();
  }

  get view(): PixelsWarsView {
    return this.session.update!.view as unknown as PixelsWarsView;
  }

  get advice(): PixelsWarsAdvice {
    return this.session.advice!.advice as unknown as PixelsWarsAdvice;
  }

  get unit() {
    return this.advice.units.find(({ id }) => id === this.selected);
  }

  get origin(): { at: Cell; movement: number } | null {
    const unit = this.view.units.find(({ id }) => id === this.selected);
    return unit && this.selected !== null ? { at: [unit.x, unit.y], movement: unit.movement } : null;
  }

  async select(id: number): Promise<null> {
    if (id === this.selected || !this.advice.units.some((each) => each.id === id)) return null;
    await this.#commit();
    this.selected = id;
    this.production = null;
    return null;
  }

  async move(cell: Cell): Promise<boolean> {
    const unit = this.unit;
    if (!unit || Math.abs(unit.at[0] - cell[0]) + Math.abs(unit.at[1] - cell[1]) !== 1) return false;
    if (!unit.reach.some(({ to }) => to[0] === cell[0] && to[1] === cell[1])) return false;
    this.session.sketch({ move: this.selected, to: cell });
    await this.#exchange();
    return true;
  }

  async attack(target: number): Promise<boolean> {
    const unit = this.unit;
    const here = ({ origin }: { origin: readonly number[] }) =>
      origin[0] === unit?.at[0] && origin[1] === unit?.at[1];
    if (!unit?.shots.some((shot) => shot.target === target && here(shot))) return false;
    await this.#commit({ attack: this.selected, target });
    if (!this.unit) this.selected = null;
    return true;
  }

  async capture(): Promise<boolean> {
    if (!this.unit?.capture) return false;
    await this.#commit({ capture: this.selected });
    return true;
  }

  async open(cell: Cell): Promise<null> {
    if (!this.advice.shops.some(({ at }) => at[0] === cell[0] && at[1] === cell[1])) return null;
    if (this.production && this.production[0] === cell[0] && this.production[1] === cell[1]) {
      this.production = null;
      return null;
    }
    await this.#commit();
    this.selected = null;
    this.production = cell;
    return null;
  }

  async buy(kind: string): Promise<boolean> {
    const [x, y] = this.production ?? [-1, -1];
    const shop = this.advice.shops.find(({ at }) => at[0] === x && at[1] === y);
    if (!shop?.offers.some((offer) => offer.kind === kind && offer.why === null)) return false;
    await this.#commit({ buy: kind, at: shop.at });
    this.production = null;
    return true;
  }

  async cancel(): Promise<null> {
    if (this.selected !== null) {
      this.session.discard();
      await this.#exchange();
      this.selected = null;
    }
    return null;
  }

  async confirm(): Promise<null> {
    if (this.selected !== null) await this.#commit();
    this.selected = null;
    return null;
  }

  async end(): Promise<boolean> {
    await this.#commit({ end_turn: true });
    this.selected = this.production = null;
    return true;
  }

  /** The view as the data tells it, with the selected unit where it was tried. */
  digest(): Digest {
    const { view } = this;
    const tried = this.session.draft.length > 0 ? this.unit : undefined;
    return {
      turn: view.turn,
      side: view.current_player,
      winner: view.winner,
      funds: [...view.funds],
      units: view.units.map(({ id, kind, owner, x, y, hp, movement, attacks, captures }) =>
        id === tried?.id
          ? [id, kind, owner, tried.at[0], tried.at[1], hp, tried.movement, attacks, captures]
          : [id, kind, owner, x, y, hp, movement, attacks, captures],
      ),
      buildings: view.buildings
        .filter(({ owner, points }) => owner !== 0 || points !== 20)
        .map(({ x, y, owner, points }) => [x, y, owner, points]),
    };
  }
}

let host: Host;
beforeAll(() => {
  host = new Host();
});
afterAll(() => host.close());

it.each(SEQUENCES.map((sequence) => [sequence.board, sequence] as const))(
  'commits and takes back on board %i as the data says',
  async (board, sequence) => {
    const { cols } = BOARDS.find(({ id }) => id === board)!;
    const at = (cell: number): Cell => [cell % cols, Math.floor(cell / cols)];
    await host.ask({ begin: { game: 'pixelswars', position: lineOf(sequence) } });
    let side = 0;
    let table!: Table;
    for (const [number, step] of sequence.steps.entries()) {
      const before = number === 0 ? sequence.start.d.side : sequence.steps[number - 1]!.d.side;
      if (before !== side) {
        table = new Table(host, before); // whoever's turn it is sits down with nothing in hand
        await table.sit();
        side = before;
      }
      const [what, cell] = step.o;
      const told = `step ${number}: ${step.o.join(' ')}`;
      let result: boolean | null;
      if (what === 'move' || what === 'open') result = await table[what](at(cell as number));
      else if (what === 'buy') result = await table.buy(kindOf(cell as string));
      else if (what === 'select' || what === 'attack') result = await table[what](cell as number);
      else result = await table[what as 'capture' | 'cancel' | 'confirm' | 'end']();
      expect(result, told).toBe(step.res);
      expect(table.selected, told).toBe(step.selected);
      expect(table.origin, told).toEqual(
        step.origin && { at: at(step.origin.cell), movement: step.origin.movement },
      );
      expect(table.production, told).toEqual(step.production === null ? null : at(step.production));
      const units = step.d.units.map(([id, name, ...rest]): Unit => [id, kindOf(name), ...rest]);
      expect(table.digest(), told).toEqual({ ...step.d, units });
    }
  },
  120_000,
);
