/** Shows a replay moment by moment: what is wanted, what is here, and when the next one is due. */
import { Animator } from '../board/animate';
import { moduleOf } from '../games';
import type { Cell, LogEntry, Play } from '../games/module';
import { refusalText, t } from '../i18n';
import { api, asRefusal, type Frame, type ReplayInfo } from '../api';
import type { StateUpdate } from '../protocol';
import { play as sound } from '../sound';
import { Frames, pieceFor } from './frames';
import { marksOf, paintMarks, type Mark } from './marks';
import { Timeline, type Pace, type Speed } from './timeline';

/** Who watches is none of the players: nothing on the board is "yours". */
const NOBODY = -1;

export interface Told extends LogEntry {
  id: number;
  moment: number;
}

export class ReplayPlayer {
  info: ReplayInfo;
  timeline: Timeline;
  readonly play: Play;
  /** Called after every change. */
  onchange: () => void = () => undefined;
  /** Paints the board at once, during movement. */
  paint: () => void = () => undefined;
  /** Brings cells of the board into view. */
  reveal: (cells: readonly Cell[]) => void = () => undefined;

  /** The moment that is asked for; shown as soon as it is here. */
  moment = 0;
  shown: Frame | null = null;
  /** 0: everything is seen. */
  eyes = 0;
  playing = false;
  pace: Pace = 'even';
  speed: Speed = 1;
  /** When the next moment is due, as milliseconds since 1970; 0: none is. */
  due = 0;
  loading = true;
  problem: string | null = null;

  #frames: Frames;
  #marks: Mark[] = [];
  #update: StateUpdate | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;
  /** When the shown moment was begun. */
  #since = 0;
  readonly #animator: Animator;

  constructor(info: ReplayInfo) {
    this.info = info;
    this.timeline = new Timeline(info.length, info.turns, info.times);
    this.#animator = new Animator(
      () => this.paint(),
      (cue) => sound(cue),
      (cells) => this.reveal(cells),
    );
    const nothing = () => undefined;
    this.play = moduleOf(info.game).open({
      player: NOBODY,
      busy: () => false,
      playerName: (player) => this.name(player),
      act: nothing,
      sketch: nothing,
      commit: nothing,
      discard: nothing,
      animate: nothing,
      endTurn: nothing,
      changed: () => this.onchange(),
      pointed: nothing,
      say: nothing,
      announce: nothing,
      cue: nothing,
    });
    // The same board as in a match, and on top of it what the last event touched.
    const board = this.play.paint.bind(this.play);
    this.play.paint = (painter) => {
      board(painter);
      if (this.play.marksLast) return;
      if (this.shown?.player && !this.#animator.running) paintMarks(painter, this.#marks, this.shown.player);
    };
    this.#frames = this.#framesOf(0);
  }

  name(player: number): string {
    return this.info.seats.find((seat) => seat.player === player)?.name || t('player.number', { player });
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#asked += 1;
    this.#animator.stop();
  }

  see(eyes: number): void {
    this.eyes = this.info.seats.some((seat) => seat.player === eyes) ? eyes : 0;
    this.#frames = this.#framesOf(this.eyes);
    void this.#show(false);
  }

  seek(moment: number): void {
    const next = this.timeline.clamp(moment);
    const step = next === this.moment + 1;
    this.moment = next;
    if (next === this.timeline.length && !this.info.running) this.playing = false;
    void this.#show(step);
  }

  step(by: 1 | -1): void {
    this.seek(this.moment + by);
  }

  turn(by: 1 | -1): void {
    this.seek(by === 1 ? this.timeline.turnAfter(this.moment) : this.timeline.turnBefore(this.moment));
  }

  toggle(): void {
    this.playing = !this.playing;
    if (this.playing && this.moment === this.timeline.length) this.seek(0);
    else this.#anew();
    this.onchange();
  }

  #anew(): void {
    this.#since = Date.now();
    this.#schedule();
  }

  setSpeed(speed: Speed): void {
    this.speed = speed;
    this.#anew();
    this.onchange();
  }

  setPace(pace: Pace): void {
    this.pace = pace;
    this.#anew();
    this.onchange();
  }

  /** The match has gone on since. */
  grow(info: ReplayInfo): void {
    const more = info.length > this.info.length;
    this.info = info;
    this.timeline = new Timeline(info.length, info.turns, info.times);
    if (more) this.#frames.grow(info.length);
    if (!info.running && this.moment === info.length) this.playing = false;
    if (this.due === 0) this.#schedule();
    this.onchange();
  }

  retry(): void {
    void this.#show(false);
  }

  #framesOf(eyes: number): Frames {
    const { width, height } = this.info.options;
    const cells = typeof width === 'number' && typeof height === 'number' ? width * height : 100;
    const words = moduleOf(this.info.game).id === '';
    return new Frames(this.info.length, pieceFor(cells), (from, to) =>
      api.frames(this.info.replay_id, from, to, eyes, words),
    );
  }

  async #show(step: boolean): Promise<void> {
    clearTimeout(this.#timer);
    this.due = 0;
    const asked = (this.#asked += 1);
    this.#animator.skip();
    this.loading = this.#frames.peek(this.moment) === undefined;
    this.problem = null;
    this.onchange();
    try {
      const frame = await this.#frames.get(this.moment);
      if (asked === this.#asked) this.#take(frame, step);
    } catch (reason) {
      if (asked !== this.#asked) return;
      this.problem = refusalText(asRefusal(reason));
      this.playing = false;
      this.loading = false;
      this.onchange();
    }
  }

  #take(frame: Frame, step: boolean): void {
    const update: StateUpdate = {
      type: 'StateUpdate',
      seq: frame.moment,
      view: frame.view,
      legal: [],
      effects: frame.effects,
      resync: false,
    };
    const animated = step && this.shown !== null;
    const cursor = this.play.cursor;
    this.loading = false;
    this.#since = Date.now();
    this.#marks = marksOf(frame.effects);
    const done = () => {
      this.play.show(update);
      this.play.cursor = cursor;
      if (frame.grid)
        this.play.advise({
          type: 'Looked',
          request: 0,
          seq: frame.moment,
          advice: {},
          grid: frame.grid,
          text: '',
          notations: [],
        });
      this.shown = frame;
      this.#update = update;
      this.onchange();
      this.#schedule();
    };
    if (!animated) return done();
    this.#animator.play(this.play.steps(update), this.playing && this.speed === 4, done);
    this.onchange();
  }

  /** What happened at the shown moment: what the game tells, and what it has no words for. */
  tell(): Told[] {
    const frame = this.shown;
    const update = this.#update;
    if (!frame || !update) return [];
    const entries: LogEntry[] = [...this.play.tell(update)];
    const owner = frame.player ?? 0;
    if (frame.what === null) entries.unshift({ text: t('replay.start'), owner: 0 });
    else if (frame.what === 'Rollback') entries.unshift({ text: t('log.rollback'), owner: 0 });
    else if (entries.length === 0) {
      const player = this.name(owner);
      const key =
        frame.what === 'EndTurn'
          ? 'replay.turn_ended'
          : this.eyes !== 0
            ? 'replay.unseen'
            : 'replay.nothing_moved';
      entries.push({ text: t(key, { player }), owner });
    }
    if (frame.moment === this.timeline.length && !this.info.running) entries.push(this.#end());
    return entries.map((entry, index) => ({
      ...entry,
      id: frame.moment * 100 + index,
      moment: frame.moment,
    }));
  }

  #end(): LogEntry {
    const { winner } = this.info;
    return {
      text: winner ? t('match.over.winner', { player: this.name(winner) }) : t('match.over.nobody'),
      owner: winner ?? 0,
    };
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    this.due = 0;
    if (!this.playing || this.loading || this.#animator.running) return;
    if (this.moment >= this.timeline.length) return; // what comes next is still to be played
    // Movement is part of the time; after a pause or a change of speed it is counted anew.
    const gap = this.timeline.gap(this.moment, this.pace, this.speed);
    const wait = Math.max(0, this.#since + gap - Date.now());
    this.due = Date.now() + wait;
    this.#timer = setTimeout(() => this.step(1), wait);
  }
}
