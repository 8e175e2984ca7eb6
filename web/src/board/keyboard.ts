/** What the keys of a board do, whatever the board looks like. */
import type { Play } from '../games/module';
import { settings } from '../settings';
import { intentOf } from './keys';

export interface KeyTargets {
  play(): Play;
  /** Hurry movement to its end. */
  hurry(): void;
  end(): void;
  recap(): void;
}

export class BoardKeys {
  /** Escape has taken everything back: the next Tab leaves the board. */
  leaving = false;
  readonly #to: KeyTargets;

  constructor(to: KeyTargets) {
    this.#to = to;
  }

  keydown(event: KeyboardEvent): void {
    if (this.#own(event)) return event.preventDefault();
    const play = this.#to.play();
    const intent = intentOf(event, settings.letterKeys);
    if (!intent || intent.do === 'anywhere' || intent.do === 'hint') return; // the match screen has these
    if (intent.do === 'cycle') {
      this.#to.hurry();
      if (!this.leaving && play.cycle(intent.by, false)) event.preventDefault();
      this.leaving = false;
      return;
    }
    event.preventDefault();
    if (event.repeat && intent.do !== 'arrow') return; // a key held down is one press
    this.#to.hurry();
    if (intent.do === 'cancel') {
      if (!play.cancel()) this.leaving = true;
      else this.leaving = !play.steering;
      return;
    }
    this.leaving = false;
    if (intent.do === 'arrow') play.arrow(intent.dx, intent.dy);
    else if (intent.do === 'confirm') play.confirm();
    else if (intent.do === 'threats') play.toggleThreats();
    else if (intent.do === 'end') this.#to.end();
    else this.#to.recap();
  }

  /** Whether a key is one of the game's own; then it has acted. */
  #own({ key, ctrlKey, metaKey, altKey, repeat }: KeyboardEvent): boolean {
    const play = this.#to.play();
    if (!play.key || key.length !== 1 || ctrlKey || metaKey || altKey) return false;
    if (key === ' ' ? repeat : !settings.letterKeys) return false;
    this.#to.hurry();
    if (!play.key(key.toLowerCase())) return false;
    this.leaving = false;
    return true;
  }
}
