/**
 * Plays the pieces on the audio clock: a timer looks a little ahead and hands over what is due soon. It runs only
 * while something sounds.
 */
import { PIECES, type PieceName } from './pieces';
import { read, type Score } from './score';
import { sound, stop, type Voice } from './voice';

/** Milliseconds between two looks. */
const LOOK = 120;
/** Seconds that a look hands over; more than a busy page lets the timer wait. */
const AHEAD = 0.5;
/** Seconds in which one piece gives way to another. */
const CROSS = 1.6;
/** Seconds in which music begins, and in which it stops when it must. */
const RISE = 0.6;
const CUT = 0.04;

/** One piece that sounds. */
interface Deck {
  score: Score;
  gain: GainNode;
  /** The gain goes from one value to another between two moments. */
  fade: { from: number; to: number; since: number; until: number };
  /** When the time through began that `next` belongs to. */
  origin: number;
  next: number;
  voices: Voice[];
}

export class Music {
  private readonly decks = new Map<PieceName, Deck>();
  /** Where a piece was left, in bars: it goes on from there. */
  private readonly left = new Map<PieceName, number>();
  private readonly scores = new Map<PieceName, Score>();
  private readonly master: GainNode;
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(
    private readonly context: BaseAudioContext,
    into: AudioNode,
  ) {
    this.master = context.createGain();
    this.master.connect(into);
  }

  /** Whether anything sounds or will. */
  get running(): boolean {
    return this.timer !== undefined;
  }

  /** From now on this piece; another that sounds gives way to it. */
  play(name: PieceName, volume: number): void {
    const now = this.context.currentTime;
    this.master.gain.setValueAtTime(volume, now);
    let others = false;
    for (const [each, deck] of this.decks)
      if (each !== name) {
        others = true;
        if (deck.fade.to > 0) this.fade(deck, 0, CROSS);
      }
    const deck = this.decks.get(name) ?? this.begin(name);
    if (deck.fade.to < 1) this.fade(deck, 1, others ? CROSS : RISE);
    this.timer ??= setInterval(() => this.look(), LOOK);
    this.look();
  }

  /** Nothing more, as fast as can be without a click; `play` goes on from here. */
  stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
    for (const [name, deck] of this.decks) this.end(name, deck);
  }

  dispose(): void {
    this.stop();
    this.master.disconnect();
  }

  private scoreOf(name: PieceName): Score {
    let score = this.scores.get(name);
    if (!score) this.scores.set(name, (score = read(PIECES[name])));
    return score;
  }

  private begin(name: PieceName): Deck {
    const score = this.scoreOf(name);
    const now = this.context.currentTime;
    const since = (this.left.get(name) ?? 0) * score.bar;
    const gain = this.context.createGain();
    gain.connect(this.master);
    const deck: Deck = {
      score,
      gain,
      fade: { from: 0, to: 0, since: now, until: now },
      origin: now + CUT - since,
      next: score.tones.findIndex((tone) => tone.at >= since - 1e-6),
      voices: [],
    };
    this.decks.set(name, deck);
    return deck;
  }

  /** A fade that is under way turns round where it is. */
  private fade(deck: Deck, to: number, seconds: number): void {
    const now = this.context.currentTime;
    const { from, to: aim, since, until } = deck.fade;
    const part = until > since ? Math.min(1, (now - since) / (until - since)) : 1;
    const value = from + (aim - from) * part;
    deck.gain.gain.cancelScheduledValues(now);
    deck.gain.gain.setValueAtTime(value, now);
    deck.gain.gain.linearRampToValueAtTime(to, now + seconds);
    deck.fade = { from: value, to, since: now, until: now + seconds };
  }

  private look(): void {
    const now = this.context.currentTime;
    for (const [name, deck] of this.decks) {
      if (deck.fade.to === 0 && now >= deck.fade.until) {
        this.end(name, deck);
        continue;
      }
      deck.voices = deck.voices.filter((voice) => voice.end > now);
      this.hand(deck, now);
    }
  }

  private hand(deck: Deck, now: number): void {
    const { tones, length } = deck.score;
    for (;;) {
      const tone = tones[deck.next]!;
      const start = deck.origin + tone.at;
      if (start > now + AHEAD) return;
      // What a page that stood still has missed stays missed: it would all sound at once.
      if (start >= now) deck.voices.push(sound(this.context, tone, start, deck.gain));
      deck.next += 1;
      if (deck.next === tones.length) {
        deck.next = 0;
        deck.origin += length;
      }
    }
  }

  private end(name: PieceName, deck: Deck): void {
    const now = this.context.currentTime;
    const { bar, bars } = deck.score;
    this.left.set(name, (Math.floor((now - deck.origin) / bar) + bars) % bars);
    this.fade(deck, 0, CUT);
    for (const voice of deck.voices) stop(voice, now + CUT);
    this.decks.delete(name);
  }
}
