/** One seat of a match in this browser: its session, its board, its log, and movement in the right order. */
import { Animator, type Step } from '../../board/animate';
import { moduleOf } from '../../games';
import type { Cell, Hint, LogEntry, Play, PlayHost } from '../../games/module';
import { refusalText, t } from '../../i18n';
import { turnLearned } from '../../lessons';
import { budgetWords, levelName, levelsTold } from '../../levels';
import type { GameOver, Refused, Seat, Sequenced, StateUpdate } from '../../protocol';
import { Session, type Json } from '../../session';
import { settings } from '../../settings';
import { cueOf, play as sound, type Cue } from '../../sound';
import type { Transport } from '../../transport';
import { KeptLog } from './kept';
import { Recap } from './recap';

export interface LogLine extends LogEntry {
  id: number;
  /** An answer to the command box. */
  answer: boolean;
}

const KEPT = 300;
const END_TURN: Json = { end_turn: true };

export class SeatTable {
  readonly player: number;
  readonly session: Session;
  readonly play: Play;
  log: LogLine[] = [];
  /** What was refused last, in words; until the next gesture. */
  problem: string | null = null;
  /** What nobody here can help, in words; until the next gesture. */
  notice: string | null = null;
  /** The end, once everything before it has been shown. */
  over: GameOver | null = null;
  /** Spoken, not written. */
  spoken = '';
  /** Called after every change; `pointer`: only of what the pointer is on. */
  onchange: (pointer: boolean) => void = () => undefined;
  /** Paints the board at once, during movement. */
  paint: () => void = () => undefined;
  /** Brings cells of the board into view. */
  reveal: (cells: readonly Cell[]) => void = () => undefined;
  /** Brings what this player has into view. */
  home: () => void = () => undefined;

  /** The others' last turns are being shown once more. */
  recapping: Recap | null = null;
  /** The turn was to end, but something could still act: whoever sits here is asked. */
  asking = false;

  /** What the computer would do here, shown on the board until something else is done. */
  hint: Hint | null = null;

  /** This player has left the match for good. */
  gone = false;

  readonly #game: string;
  readonly #shared: boolean;
  readonly #animator: Animator;
  readonly #kept: KeptLog;
  #leaving = false;
  #queue: Sequenced[] = [];
  #active = false;
  #hurry = false;
  /** What is shown now makes no sound: it has made it for another seat. */
  #seen = false;
  #shown: StateUpdate | null = null;
  /** A turn of this player has been shown. */
  #begun = false;
  #lines = 0;
  #next: Json | null = null;
  /** What was shown when this player's last turn ended, and all that came since. */
  #recap: { before: StateUpdate; updates: StateUpdate[] } | null = null;
  /** Nothing has been done since the others' turns. */
  #fresh = false;
  /** What was shown last. */
  #last: Sequenced['type'] | null = null;
  /** The running turn was taken back; whose it was comes next. */
  #undone = false;
  /** Who has left, and nobody has been told yet. */
  #leavers: { player: number; undone: boolean }[] = [];

  /** `shared`: others play at this screen too. */
  constructor(game: string, match: string, player: number, transport: Transport, shared = false) {
    this.player = player;
    this.#shared = shared;
    this.#game = game;
    this.#kept = new KeptLog(match, player);
    this.log = this.#kept.read().map((entry) => ({ ...entry, id: ++this.#lines, answer: false }));
    this.#animator = new Animator(
      () => this.paint(),
      (cue) => this.#cue(cue),
      (cells) => this.reveal(cells),
    );
    this.session = new Session(transport, player, {
      sequenced: (message) => this.#arrived(message),
      looked: () => this.#advise(),
      refused: (message) => this.#refused(message),
      changed: () => this.#changed(),
    });
    this.play = moduleOf(game).open(this.#host());
    this.session.start();
  }

  close(): void {
    this.recapping?.stop();
    this.#animator.stop();
    this.session.close();
  }

  /** It is this seat's turn, as the host says, whatever is shown yet. */
  get toMove(): boolean {
    return !this.gone && this.session.over === null && (this.session.update?.legal.length ?? 0) > 0;
  }

  get moving(): boolean {
    return this.#animator.running;
  }

  /** Whether everything that has arrived is shown. */
  get settled(): boolean {
    return this.#shown !== null && this.#queue.length === 0 && !this.#animator.running && !this.recapping;
  }

  get canRecap(): boolean {
    return this.settled && (this.#recap?.updates.length ?? 0) > 0;
  }

  /** How many steps of the others are new; 0: none, or something has been done since. */
  get news(): number {
    if (!this.#fresh || !this.canRecap || this.over || this.play.brief) return 0;
    return this.#recap?.updates.filter(({ effects }) => effects.length > 0).length ?? 0;
  }

  playerName(player: number): string {
    const seat = this.session.seats.find((each) => each.player === player);
    return seat?.name || t('player.number', { player });
  }

  /**
   * Only an active seat shows, moves and sounds; what arrives meanwhile waits. `seen`: it has been shown on this
   * screen already, to another seat.
   */
  activate(active: boolean, seen = false): void {
    this.#active = active;
    if (!active) return this.hurry();
    this.#seen = this.#hurry = seen;
    this.#pump();
    this.#seen = this.#hurry = false;
  }

  /** Hints are given where nobody else plays but computers. */
  get mayAsk(): boolean {
    const others = this.session.seats.filter(({ player }) => player !== this.player);
    return this.toMove && others.length > 0 && others.every(({ kind }) => kind === 'computer');
  }

  /** Asks what the computer would do; what is only tried is taken back. */
  askHint(): void {
    this.hurry();
    if (!this.mayAsk || this.session.busy || this.session.hinting || !this.settled) return;
    this.#dropHint();
    while (this.play.cancel());
    this.session.hint();
  }

  /** Does what the hint says. */
  takeHint(): void {
    const hint = this.hint;
    if (!hint || this.session.busy) return;
    this.#dropHint();
    while (this.play.cancel());
    this.#fresh = false;
    this.session.perform(hint.actions);
    this.#changed();
  }

  /** Takes the hint from the board. */
  closeHint(): void {
    this.#dropHint();
    while (this.play.cancel());
    this.#changed();
  }

  #dropHint(): void {
    this.hint = null;
    this.session.hinted = null;
  }

  /** Shows a hint as soon as it has come. */
  #suggest(): void {
    const told = this.session.hinted;
    if (!told || this.hint || !this.settled) return;
    this.session.hinted = null; // once: showing it is a change as well
    const shown = this.play.suggest?.(told.actions) ?? null;
    if (shown && this.play.steering) this.reveal([this.play.cursor]);
    const end = told.actions[0] !== undefined && 'end_turn' in told.actions[0];
    const level = levelName(told.level);
    this.hint = {
      level,
      ...(shown ?? { text: end ? t('hint.end_turn') : told.said, actions: told.actions.slice(0, 1) }),
    };
    this.#cue('tick');
    this.#write([{ text: t('hint.says', { level, hint: this.hint.text }), owner: 0 }], true);
  }

  /** Says once what was shown is over that a computer player failed and was replaced. */
  #excuse(): void {
    const told = this.session.faltered;
    if (!told || !this.settled) return;
    this.session.faltered = null;
    const player = this.playerName(told.player);
    const text = t(told.lasting ? 'fault.lasting' : 'fault.once', { player });
    this.#notify(text);
    this.#write([{ text, owner: told.player }]);
  }

  /** Stands beside the buttons, because the log may be folded; the log tells it as well, and is read out. */
  #notify(text: string): void {
    this.notice = this.notice ? `${this.notice} ${text}` : text;
  }

  /** Says who has left, once what that changed has been shown. */
  #missing(): void {
    if (this.#last === 'PlayerDisconnected') return;
    for (const { player, undone } of this.#leavers.splice(0)) {
      const name = { player: this.playerName(player) };
      const text = t('log.left', name);
      const mine = player === this.player;
      this.#notify(mine ? t('error.you_have_left') : undone ? t('match.left_in_turn', name) : text);
      const same = (line: LogLine) => line.text.toLowerCase() === text.toLowerCase();
      if (!this.log.some(same)) this.#write([{ text, owner: player }]); // not every game tells it
    }
  }

  /** An answer for the reader. */
  say(text: string): void {
    this.#write([{ text, owner: 0 }], true);
  }

  /** The computer that thinks is to act now. */
  hurryComputer(): void {
    this.session.hurry();
  }

  /** Everything that still moves jumps to its end. */
  hurry(): void {
    this.problem = this.notice = null;
    this.endRecap();
    if (!this.#animator.running) return;
    this.#hurry = true;
    this.#animator.skip();
    this.#hurry = false;
  }

  /** Ends it, or asks first where something could still act. */
  endTurn(anyway = false): void {
    this.hurry();
    if (!this.play.canEndTurn || this.session.busy) return;
    this.asking = !anyway && settings.warnIdle && (this.play.idle ?? 0) > 0;
    if (this.asking) return this.#changed();
    this.#fresh = false;
    this.session.commit(END_TURN);
  }

  /** The question whether the turn shall end is answered with no. */
  stay(): void {
    this.asking = false;
    this.#changed();
  }

  leave(): void {
    if (!this.session.pending) this.#leaving = this.session.leave();
  }

  /** Shows the others' last turns once more, step by step. */
  recap(): void {
    this.hurry();
    const recap = this.#recap;
    if (!recap || !this.canRecap) return;
    this.#fresh = false;
    while (this.play.cancel()); // what is only tried is taken back first
    this.recapping = new Recap(recap.before, recap.updates, this.play, this.#animator, () =>
      this.onchange(false),
    );
    this.#changed();
  }

  /** Back to the present. */
  endRecap(): void {
    if (!this.recapping) return;
    this.#dropRecap();
    if (this.#shown) this.play.show(this.#shown);
    this.#pump();
    this.#changed();
  }

  #dropRecap(): void {
    this.recapping?.stop();
    this.recapping = null;
  }

  #host(): PlayHost {
    return {
      player: this.player,
      shared: this.#shared,
      busy: () => this.session.busy,
      playerName: (player) => this.playerName(player),
      act: (action) => this.#act(action),
      sketch: (action) => this.session.sketch(action),
      commit: (then) => this.#commit(then),
      discard: () => this.session.discard(),
      animate: (steps) => this.#animate(steps),
      endTurn: () => this.endTurn(),
      changed: () => this.#changed(),
      pointed: () => this.onchange(true),
      say: (text) => this.#write([{ text, owner: 0 }], true),
      announce: (text) => {
        this.spoken = text;
        this.onchange(true);
      },
      cue: (cue) => this.#cue(cue),
    };
  }

  /** One command at a time: the next one waits until the host has answered, if it is still legal then. */
  #act(action: Json): void {
    this.problem = null;
    this.#fresh = false;
    if (this.session.pending) this.#next = action;
    else this.session.act(action);
  }

  #commit(then?: Json): void {
    this.problem = null;
    this.#fresh = false;
    this.session.commit(then);
  }

  /** What this person does is shown at once; what has arrived meanwhile waits. */
  #animate(steps: readonly Step[]): void {
    this.hurry();
    this.#animator.play(steps, false, () => this.#pump());
  }

  #arrived(message: Sequenced): void {
    if (message.type === 'StateUpdate' && message.resync) {
      this.#dropRecap();
      this.#queue = [];
      this.#recap = null;
    }
    this.#queue.push(message);
    this.#pump();
    this.#changed();
  }

  #pump(): void {
    while (this.#active && !this.#animator.running && !this.recapping) {
      const message = this.#queue.shift();
      if (!message) return this.#drained();
      this.#last = message.type;
      if (message.type === 'StateUpdate') this.#update(message);
      else if (message.type === 'GameOver') this.#ended(message);
      else if (message.type === 'Rollback') this.#undo();
      else if (message.type === 'PlayerDisconnected') this.#left(message.player_id);
    }
  }

  #undo(): void {
    this.#undone = true;
    this.#write([{ text: t('log.rollback'), owner: 0 }]);
  }

  #left(player: number): void {
    this.#leavers.push({ player, undone: this.#undone });
    this.#undone = false;
  }

  #update(update: StateUpdate): void {
    const before = this.#shown;
    this.hint = null;
    if (!before && this.log.length === 0) this.#introduce();
    if (!update.resync || before === null) this.#write(this.play.tell(update));
    this.#remember(before, update);
    const done = () => {
      this.#shown = update;
      if (before?.legal.length && update.legal.length === 0) turnLearned(this.#game);
      this.play.show(update);
      if (update.legal.length > 0 && !before?.legal.length) {
        this.#fresh = true;
        if (!this.#begun) this.home();
        this.#begun = true;
        this.#cue(cueOf(this.#game, 'turn'));
      }
      this.#pump();
    };
    if (!before) return done();
    this.#animator.play(this.play.steps(update), this.#hurry, done, before.legal.length > 0);
  }

  /** The log begins with how well the computers play. */
  #introduce(): void {
    const computers = this.session.seats.filter(({ kind, bot }) => kind === 'computer' && bot);
    const line = ({ player, bot }: Seat) =>
      t('log.level', { player: this.playerName(player), level: levelName(bot ?? '') });
    this.#write(computers.map((seat) => ({ text: line(seat), owner: seat.player })));
    const levels = computers.map(({ bot }) => bot ?? '');
    void levelsTold(this.#game).then(() => {
      const text = budgetWords(this.#game, ...levels);
      if (text) this.#write([{ text, owner: 0 }]);
    });
  }

  #remember(before: StateUpdate | null, update: StateUpdate): void {
    if (!before || before.legal.length > 0)
      this.#recap = update.legal.length === 0 ? { before: update, updates: [] } : null;
    else this.#recap?.updates.push(update);
  }

  #ended(message: GameOver): void {
    this.over = message;
    this.#cue(cueOf(this.#game, message.winner === this.player ? 'victory' : 'defeat'));
  }

  #drained(): void {
    if (settings.autoRecap && this.news > 0) return this.recap();
    this.#advise();
    this.#missing();
    this.#sendNext();
    this.#changed();
  }

  #advise(): void {
    if (!this.#active || this.recapping || this.#queue.length > 0 || this.#animator.running) return;
    if (this.session.advice) this.play.advise(this.session.advice);
    if (settings.autoEnd && this.#allDone && !this.over) this.endTurn();
  }

  /** Nothing can act any more, and nothing is only tried that could be taken back. */
  get #allDone(): boolean {
    const told = this.session.advice !== null && this.session.draft.length === 0;
    return told && this.play.canEndTurn && !this.play.idle;
  }

  #sendNext(): void {
    const next = this.#next;
    if (!next || this.session.pending) return;
    this.#next = null;
    const wanted = JSON.stringify(next, Object.keys(next).sort());
    const legal = this.session.update?.legal ?? [];
    if (legal.some((action) => JSON.stringify(action, Object.keys(action).sort()) === wanted))
      this.session.act(next);
  }

  #refused(message: Refused): void {
    this.#next = null;
    this.problem = refusalText(message);
    this.play.refused?.();
    this.#cue('refused');
    this.#changed();
  }

  #write(entries: readonly LogEntry[], answer = false): void {
    for (const entry of entries) this.log.push({ ...entry, id: ++this.#lines, answer });
    this.log = this.log.slice(-KEPT);
    this.#kept.write(this.log.filter((line) => !line.answer));
    this.#changed();
  }

  #changed(): void {
    if (this.#leaving && !this.session.pending) {
      this.#leaving = false;
      this.gone = this.problem === null;
    }
    if (!this.session.pending && this.#queue.length === 0 && !this.#animator.running) this.#sendNext();
    this.#suggest();
    this.#excuse();
    this.onchange(false);
  }

  #cue(cue: Cue): void {
    if (this.#active && !this.#seen) sound(cue);
  }
}
