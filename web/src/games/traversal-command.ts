/** Answers the command box for Traversal: the whole game can be played through it, in the reader's language or English. */
import { maybe, t, tn } from '../i18n';
import { plain } from '../screens/match/commands';
import type { TraversalPiece } from '../protocol';
import type { Cell } from './module';
import type { TraversalPlay } from './traversal-play';
import { actionOf, squareName, squareOf } from './traversal-position';
import { attackWords, choiceWords } from './traversal-words';

export type Command =
  | { do: 'units' | 'enemies' | 'threats' | 'help' | 'moves' }
  | { do: 'at'; at: Cell }
  | { do: 'moves_of'; who: string }
  | { do: 'go'; who: string; to: Cell | null }
  | { do: 'unknown' };

const ALONE = ['units', 'enemies', 'threats', 'help', 'moves'] as const;
const ENGLISH: Readonly<Record<string, string>> = {
  units: 'pieces|units',
  enemies: 'enemies',
  threats: 'threats|dangers',
  help: 'help',
  moves: 'moves',
  out: 'out|exit|leave',
};

/** All ways to say a word: those of the reader's language and the English ones. */
function ways(word: string): string[] {
  const own = maybe(`traversal.words.${word}`) ?? maybe(`command.words.${word}`) ?? '';
  return [...own.split('|'), ...(ENGLISH[word] ?? '').split('|')].map(plain).filter(Boolean);
}

const says = (words: string, word: string): boolean => ways(word).includes(words);

/** `E1 c3-d4`, `e1 d4`, `c3xd4`, `S1 out`; a square alone asks about it, a piece alone what it can do. */
export function parse(line: string): Command {
  const words = plain(line);
  const alone = ALONE.find((word) => says(words, word));
  if (alone) return { do: alone };
  const parts = words
    .replace(/([a-z]\d+)\s*[-x×>→]\s*/g, '$1 ')
    .split(/\s+/)
    .filter(Boolean);
  const last = parts.at(-1) ?? '';
  // Letters of pieces are letters of columns too: what stands alone is a square when it can be one of its row.
  const who = parts.length > 1 ? parts[0]! : '';
  if (says(last, 'out') && who) return { do: 'go', who, to: null };
  const to = squareOf(last);
  if (to && who) return { do: 'go', who, to };
  if (parts.length === 1 && /^[a-z]\d$/.test(last)) return { do: 'moves_of', who: last };
  if (to && parts.length === 1) return { do: 'at', at: to };
  return { do: 'unknown' };
}

export function answer(play: TraversalPlay, line: string): void {
  const command = parse(line);
  const say = (text: string) => play.host.say(text);
  switch (command.do) {
    case 'units':
      return say(list(play, true));
    case 'enemies':
      return say(list(play, false));
    case 'threats':
      return say(threats(play));
    case 'moves':
      return say(play.position.waiting.map((id) => moves(play, play.position.piece(id))).join(' '));
    case 'help':
      return say(t('traversal.command.help'));
    case 'at':
      return say(at(play, command.at));
    case 'moves_of': {
      const piece = pieceOf(play, command.who);
      if (piece) return say(moves(play, piece));
      const square = squareOf(command.who);
      return say(square ? at(play, square) : t('traversal.command.nobody', { name: command.who }));
    }
    case 'go':
      return go(play, command.who, command.to);
    case 'unknown':
      return say(t('command.unknown.words', { words: line.trim() }));
  }
}

/** An own piece, by its short name or by where it stands. */
function pieceOf(play: TraversalPlay, who: string): TraversalPiece | null {
  const { position, reader } = play;
  const named = position.named(who, reader.player);
  if (named) return named;
  const square = squareOf(who);
  const found = square && position.pieceAt(square);
  return found && found.owner === reader.player ? found : null;
}

function at(play: TraversalPlay, square: Cell): string {
  if (!play.position.onBoard(square)) return t('command.off_board', { at: squareName(square) });
  return `${play.cellName(play.cell(square))}.`;
}

function list(play: TraversalPlay, mine: boolean): string {
  const found = play.position.pieces.filter((piece) => (piece.owner === play.reader.player) === mine);
  if (found.length === 0) return t(mine ? 'command.no_units' : 'traversal.command.no_enemies');
  const names = found.map(
    (piece) => `${play.position.shortName(piece)}: ${play.cellName(play.cell([piece.x, piece.y]))}`,
  );
  return `${tn(mine ? 'traversal.command.units' : 'traversal.command.enemies', found.length)} ${names.join('; ')}.`;
}

function threats(play: TraversalPlay): string {
  const { position } = play;
  const lines = position.endangered.flatMap(({ id, at: square, in_danger_from }) => {
    const unit = position.piece(id);
    const from = in_danger_from.flatMap((enemy) => {
      const piece = position.piece(enemy);
      return piece ? [`${position.shortName(piece)} ${squareName([piece.x, piece.y])}`] : [];
    });
    if (!unit) return [];
    return [
      t('command.threat', { unit: position.shortName(unit), at: squareName(square), from: from.join(' · ') }),
    ];
  });
  return lines.length > 0 ? lines.join(' ') : t('traversal.command.no_threats');
}

function moves(play: TraversalPlay, piece: TraversalPiece | null): string {
  if (!piece) return '';
  const goals = play.position.choices(piece.id).flatMap((choice) => {
    if (actionOf(choice) === null) return [];
    if (choice.kind === 'exit') return [t('traversal.command.out')];
    return [`${choice.kind === 'attack' ? 'x' : ''}${choice.to ? squareName(choice.to) : ''}`];
  });
  const name = `${play.position.shortName(piece)} ${squareName([piece.x, piece.y])}`;
  if (goals.length === 0) return t('traversal.command.no_moves', { piece: name });
  return t('traversal.command.moves', { piece: name, goals: goals.join(' ') });
}

function go(play: TraversalPlay, who: string, to: Cell | null): void {
  const { position, host } = play;
  if (!position.myTurn) return host.say(t('command.not_your_turn'));
  const piece = pieceOf(play, who);
  if (!piece) return host.say(t('traversal.command.nobody', { name: who }));
  const choice = to ? position.choiceTo(piece.id, to) : position.exitOf(piece.id);
  if (!choice) return host.say(`${t('traversal.command.cannot_go')} ${moves(play, piece)}`);
  if (choice.attack && !choice.attack.success) return host.say(`${attackWords(choice.attack)}.`);
  const words = choiceWords(choice, play.budget(piece.id), position);
  if (play.perform(choice)) host.announce(words);
}
