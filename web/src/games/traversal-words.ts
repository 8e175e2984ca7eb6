/** Traversal in words: names, what a move costs, an attack term by term, the log. */
import { maybe, t, tn } from '../i18n';
import type {
  TraversalAttack,
  TraversalChoice,
  TraversalEffect,
  TraversalGone,
  TraversalPiece,
  TraversalTerm,
} from '../protocol';
import type { Cell, Fact, LogEntry } from './module';
import { columnName, rowName, squareName, type TraversalPosition } from './traversal-position';

/** Who reads, and what the others are called. */
export interface Reader {
  player: number;
  name(player: number): string;
}

export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** "Sentinel"; a kind without a translation is called by its id. */
export const kindName = (kind: string): string => maybe(`traversal.kind.${kind}`) ?? capital(kind);

/** "Light". */
export const sideName = (player: number): string => maybe(`traversal.side.${player}`) ?? String(player);

/** "your Sentinel", "the Sentinel of Dark". */
export function pieceName(piece: TraversalPiece | TraversalGone, reader: Reader): string {
  const key = piece.owner === reader.player ? 'your' : `side_${piece.owner}`;
  return maybe(`traversal.${key}.${piece.kind}`) ?? `${kindName(piece.kind)} (${sideName(piece.owner)})`;
}

/** "column c, row 4". */
export const spot = ([x, y]: Cell): string => t('traversal.spot', { column: columnName(x), row: rowName(y) });

/** "E1 c3-d4": x for attacks, out for exits. */
export function notation(
  position: TraversalPosition,
  piece: TraversalPiece,
  to: Cell | null,
  attack: boolean,
): string {
  const goal = to ? `${attack ? 'x' : '-'}${squareName(to)}` : '-out';
  return `${position.shortName(piece)} ${squareName([piece.x, piece.y])}${goal}`;
}

/** "up 2", "level", "down 1": from the first square of a route to its last. */
export function climb(heights: readonly number[]): string {
  const by = (heights.at(-1) ?? 0) - (heights[0] ?? 0);
  if (by === 0) return t('traversal.level');
  return t(by > 0 ? 'traversal.up' : 'traversal.down', { by: Math.abs(by) });
}

/** "4 of 5 points, up 2"; a special move has no cost. */
export function costWords(choice: TraversalChoice, budget: number): string {
  const way = choice.cost === null ? t('traversal.leap') : t('traversal.cost', { cost: choice.cost, budget });
  return `${way}, ${climb(choice.heights)}`;
}

/** "Strength +2, higher ground +1, support of S1 +3". */
export function termsWords(terms: readonly TraversalTerm[], position: TraversalPosition): string {
  if (terms.length === 0) return t('traversal.term.none');
  return terms
    .map(({ why, value, piece }) => {
      const who = position.everyone.find(({ id }) => id === piece);
      const name = t(`traversal.term.${why}`, { piece: who ? position.shortName(who) : '' });
      return `${name} ${value < 0 ? '−' : '+'}${Math.abs(value)}`;
    })
    .join(', ');
}

/** "7 against 2: succeeds". */
export function attackWords(attack: TraversalAttack): string {
  const numbers = { attack: attack.attack, defence: attack.defence };
  return t(attack.success ? 'traversal.attack.success' : 'traversal.attack.failure', numbers);
}

/** An attack in all its terms. */
export function attackFacts(attack: TraversalAttack, position: TraversalPosition): Fact[] {
  return [
    {
      label: t('traversal.fact.attack'),
      value: `${attack.attack}: ${termsWords(attack.attack_terms, position)}`,
    },
    {
      label: t('traversal.fact.defence'),
      value: `${attack.defence}: ${termsWords(attack.defence_terms, position)}`,
    },
    { label: t('board.fact.forecast'), value: attackWords(attack), bad: !attack.success },
  ];
}

/** What a destination is, for a square's accessible name. */
export function choiceWords(choice: TraversalChoice, budget: number, position: TraversalPosition): string {
  const cost = costWords(choice, budget);
  const { attack } = choice;
  if (attack) {
    const terms = `${termsWords(attack.attack_terms, position)} / ${termsWords(attack.defence_terms, position)}`;
    const key = attack.success ? 'traversal.can_be_attacked' : 'traversal.attack_would_fail';
    return t(key, { attack: attack.attack, defence: attack.defence, terms, cost });
  }
  if (choice.kind === 'exit') return t('traversal.can_exit', { points: choice.points ?? 0, cost });
  return t('traversal.can_go', { cost });
}

// ---- the log

/** What happened, in order, one line each. */
export function tell(
  effects: readonly TraversalEffect[],
  position: TraversalPosition,
  reader: Reader,
): LogEntry[] {
  return effects.flatMap((effect) => {
    const line = one(effect, position, reader);
    return line ? [{ ...line, text: capital(line.text) }] : [];
  });
}

function one(effect: TraversalEffect, position: TraversalPosition, reader: Reader): LogEntry | null {
  const { kind, piece, target } = effect;
  const player = effect.player ?? 0;
  const name = reader.name(player);
  if (kind === 'turn') {
    const text =
      player === reader.player ? t('traversal.log.your_turn') : t('traversal.log.turn', { player: name });
    return { text, owner: player, turn: true };
  }
  if (kind === 'left') return { text: t('log.left', { player: name }), owner: player };
  if (kind === 'skipped')
    return { text: t('traversal.skipped', { player: name }), owner: player, bad: player === reader.player };
  if (!piece) return null;
  const to = kind === 'exited' ? null : (effect.path?.at(-1) ?? null);
  const move = notation(position, piece, to, kind === 'attacked');
  const who = { move, kind: kindName(piece.kind) };
  const line = (text: string, bad = false): LogEntry => ({ text, owner: piece.owner, bad });
  if (kind === 'moved') return line(t('traversal.log.moved', who));
  if (kind === 'exited') return line(tn('traversal.log.exited', effect.points ?? 0, who));
  if (kind !== 'attacked' || !target) return null; // what was captured is said by the attack
  const totals = { attack: effect.attack?.attack ?? 0, defence: effect.attack?.defence ?? 0 };
  const words = t('traversal.log.attacked', { ...who, ...totals, target: kindName(target.kind) });
  return line(words, target.owner === reader.player);
}
