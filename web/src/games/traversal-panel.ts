/** What a Traversal seat shows beside and on its board: the panel, the buttons, names of cells, the picture. */
import { t, tn } from '../i18n';
import { touching } from '../board/touching';
import type { TraversalChoice, TraversalGone, TraversalPiece } from '../protocol';
import type { BarAction, Cell, Fact, Summary } from './module';
import { lesson } from './traversal-lesson';
import type { Mark, Picture } from './traversal-picture';
import type { TraversalPlay } from './traversal-play';
import { actionOf, columnName, rowName, same, squareName } from './traversal-position';
import { leaverAt, pieceFacts } from './traversal-tables';
import {
  attackFacts,
  capital,
  choiceWords,
  climb,
  costWords,
  kindName,
  pieceName,
  sideName,
  spot,
} from './traversal-words';

const squareAt = (piece: TraversalPiece): Cell => [piece.x, piece.y];

// ---- the panel

/** "Light · 3 points". */
export function standingOf(play: TraversalPlay, player: number): string | null {
  const score = play.position.view?.score[player - 1];
  return score === undefined ? null : `${sideName(player)} · ${tn('traversal.points', score)}`;
}

export function summaryOf(play: TraversalPlay): Summary | null {
  const { position } = play;
  if (!position.view) return null;
  const piece = position.piece(play.subject);
  const choice = play.choice;
  if (piece && choice) {
    const cell = play.goal(choice);
    return {
      title: choiceTitle(play, piece, choice),
      owner: piece.owner,
      facts: [
        { label: t('traversal.fact.way'), value: costWords(choice, play.budget(piece.id)) },
        ...(choice.attack ? attackFacts(choice.attack, position) : []),
        ...(choice.kind === 'exit'
          ? [{ label: t('traversal.fact.gains'), value: tn('traversal.points', choice.points ?? 0) }]
          : []),
        ...matchFacts(play),
      ],
      hint: choiceHint(play, choice, cell),
    };
  }
  const pointed = play.hovered ?? (piece ? play.cell(squareAt(piece)) : play.cursor);
  const summary = summaryAt(play, play.square(pointed));
  const taught = play.hovered && summary.owner !== play.reader.player ? null : lesson(play);
  return taught ? { ...summary, hint: taught, taught: true } : summary;
}

function choiceTitle(play: TraversalPlay, piece: TraversalPiece, choice: TraversalChoice): string {
  const name = `${kindName(piece.kind)} ${play.position.shortName(piece)}`;
  const target = choice.to && choice.attack ? play.position.pieceAt(choice.to) : null;
  if (target)
    return t('traversal.title.attack', {
      piece: name,
      target: `${kindName(target.kind)} ${play.position.shortName(target)}`,
    });
  if (choice.kind === 'exit') return t('traversal.title.exit', { piece: name });
  return t('traversal.title.move', { piece: name, to: choice.to ? squareName(choice.to) : '' });
}

function choiceHint(play: TraversalPlay, choice: TraversalChoice, cell: Cell): string | null {
  if (play.chosen === null || actionOf(choice) === null) return null;
  if (same(play.aim, cell)) return lesson(play) ?? t(touching() ? 'board.tap_again' : 'board.press_again');
  return t(`traversal.hint.${choice.kind}`);
}

function summaryAt(play: TraversalPlay, square: Cell): Summary {
  const { position, reader } = play;
  const piece = position.pieceAt(square);
  const facts: Fact[] = [];
  if (piece) facts.push(...pieceLines(play, piece));
  else if (position.onBoard(square))
    facts.push({ label: t('traversal.fact.height'), value: String(position.heightAt(square)), short: true });
  facts.push(...matchFacts(play));
  const title = piece
    ? `${kindName(piece.kind)} ${position.shortName(piece)}`
    : position.onBoard(square)
      ? squareName(square)
      : edgeName(play, square);
  const mine = piece && piece.id === play.chosen;
  const hint = mine
    ? t(touching() ? 'traversal.hint.selected_touch' : 'traversal.hint.selected')
    : piece
      ? capital(pieceName(piece, reader))
      : null;
  return { title, owner: piece?.owner ?? 0, facts, hint };
}

function pieceLines(play: TraversalPlay, piece: TraversalPiece): Fact[] {
  const facts = pieceFacts(piece.kind);
  const advice = play.position.adviceOf(piece.id);
  const short = (label: Fact['label'], value: string | number): Fact => ({
    label,
    value: String(value),
    short: true,
  });
  const lines = [
    short(t('traversal.fact.square'), squareName(squareAt(piece))),
    short(t('traversal.fact.height'), play.position.heightAt(squareAt(piece))),
  ];
  if (facts)
    lines.push(
      short(t('traversal.fact.budget'), facts.budget),
      short(t('traversal.fact.strength'), facts.strength),
    );
  if (advice && advice.in_danger_from.length > 0)
    lines.push({ label: t('board.fact.danger'), value: namesOf(play, advice.in_danger_from), bad: true });
  return lines;
}

function namesOf(play: TraversalPlay, ids: readonly number[]): string {
  const names = ids.flatMap((id) => {
    const piece = play.position.piece(id);
    return piece ? [`${play.position.shortName(piece)} ${squareName(squareAt(piece))}`] : [];
  });
  return t('board.danger_from', { cells: names.join(' · ') });
}

/** The score, who is gone, and how long it can last. */
function matchFacts(play: TraversalPlay): Fact[] {
  const { view } = play.position;
  if (!view) return [];
  const score = view.final_score ?? view.score;
  const line = (label: Fact['label'], value: string, short = false): Fact => ({ label, value, short });
  return [
    line(
      t('traversal.fact.score'),
      t('traversal.score', {
        light: sideName(1),
        dark: sideName(2),
        first: score[0] ?? 0,
        second: score[1] ?? 0,
      }),
    ),
    line(t('traversal.fact.exits'), gone(play, view.exited, view.exits_to_end), view.exited.length === 0),
    line(t('traversal.fact.captured'), gone(play, view.captured), view.captured.length === 0),
    line(
      t('traversal.fact.moves'),
      t('traversal.of', { left: view.max_moves - view.moves, whole: view.max_moves }),
    ),
  ];
}

/** "1 of 2: S1 (Light)". */
function gone(play: TraversalPlay, pieces: readonly TraversalGone[], whole?: number): string {
  const names = pieces.map((piece) => `${play.position.shortName(piece)} (${sideName(piece.owner)})`);
  const count =
    whole === undefined ? String(pieces.length) : t('traversal.of', { left: pieces.length, whole });
  return names.length > 0 ? `${count}: ${names.join(', ')}` : count;
}

// ---- the buttons

/** Always the same places, so that nothing jumps under a finger; the first is what the moment offers. */
export function barOf(play: TraversalPlay): BarAction[] {
  const { position } = play;
  const others = position.waiting.some((id) => id !== play.chosen);
  return [
    offered(play),
    {
      id: 'cancel',
      label: t('match.cancel'),
      enabled: play.subject !== null,
      run: () => void play.cancel(),
    },
    { id: 'next', label: t('match.next'), enabled: others, run: () => void play.cycle(1, true) },
    {
      id: 'threats',
      label: t('match.threats'),
      enabled: true,
      pressed: play.allThreats,
      run: () => play.toggleThreats(),
    },
  ];
}

/** What a finger has aimed at; else the way out, if the selected piece has one. */
function offered(play: TraversalPlay): BarAction {
  const aimed = play.aim ? play.choice : null;
  const exit = exitOf(play);
  const choice = aimed && actionOf(aimed) !== null ? aimed : exit;
  const kind = choice?.kind ?? 'exit';
  return {
    id: 'do',
    label: t(`traversal.do.${kind}`),
    enabled: choice !== null && play.ready,
    primary: choice !== null,
    run: () => void (choice && play.perform(choice)),
  };
}

function exitOf(play: TraversalPlay): TraversalChoice | null {
  const exit = play.chosen === null ? null : play.position.exitOf(play.chosen);
  return exit && actionOf(exit) !== null ? exit : null;
}

// ---- names of cells

/** "beyond row 10, where Light leaves". */
function edgeName(play: TraversalPlay, square: Cell): string {
  const last = square[1] < 0 ? 0 : play.position.height - 1;
  const side = leaverAt(last);
  return t('traversal.edge', { row: rowName(last), side: side > 0 ? sideName(side) : '' });
}

export function cellNameOf(play: TraversalPlay, cell: Cell): string {
  const { position } = play;
  if (!position.view) return '';
  const square = play.square(cell);
  const choice = position.choiceTo(play.subject, square);
  const notes = choice ? [choiceWords(choice, play.budget(play.subject), position)] : [];
  if (!position.onBoard(square)) {
    const at = t('traversal.column', { column: columnName(square[0]) });
    return [edgeName(play, square), at, ...notes].join(', ');
  }
  const piece = position.pieceAt(square);
  const height = t('traversal.height', { height: position.heightAt(square) });
  if (!piece) return [spot(square), height, ...notes].join(', ');
  return [pieceName(piece, play.reader), spot(square), height, ...notes, ...pieceNotes(play, piece)].join(
    ', ',
  );
}

function pieceNotes(play: TraversalPlay, piece: TraversalPiece): string[] {
  const { position } = play;
  const advice = position.adviceOf(piece.id);
  const notes: string[] = [];
  if (piece.owner !== play.reader.player || !advice) return notes;
  if (position.myTurn)
    notes.push(t(position.waiting.includes(piece.id) ? 'traversal.can_move' : 'traversal.cannot_move'));
  if (advice.in_danger_from.length > 0) notes.push(t('board.in_danger'));
  return notes;
}

// ---- the picture

export function pictureOf(play: TraversalPlay): Picture | null {
  const { position, scene } = play;
  const { view } = position;
  if (!view) return null;
  const subject = position.piece(play.subject);
  const choice = play.choice;
  return {
    view,
    far: play.far,
    actors: [...scene.actors.values()],
    bursts: scene.bursts,
    last: scene.last,
    selected: subject ? squareAt(subject) : null,
    own: subject !== null && subject.owner === play.reader.player,
    marks: subject ? marksOf(play) : [],
    path: choice?.path ?? [],
    pathHeights: choice?.heights ?? [],
    choice: choice && {
      kind: choice.kind,
      at: play.square(play.goal(choice)),
      lines: tagLines(choice),
      bad: choice.attack?.success === false,
    },
    cursor: play.square(play.cursor),
    hovered: play.hovered && play.square(play.hovered),
    movable: play.chosen === null && play.ready ? position.waiting : [],
    endangered: position.endangered.map(({ at }) => at),
    threats: play.allThreats ? threatsOf(play) : [],
  };
}

function marksOf(play: TraversalPlay): Mark[] {
  const { position } = play;
  return position.choices(play.subject).map((choice) => ({
    kind: choice.attack && !choice.attack.success ? 'fails' : choice.kind,
    at: play.square(play.goal(choice)),
  }));
}

/** What stands over a destination: cost and climb, or the totals of an attack. */
function tagLines(choice: TraversalChoice): string[] {
  const cost =
    choice.cost === null ? t('traversal.tag.leap') : t('traversal.tag.cost', { cost: choice.cost });
  if (choice.attack) return [`${choice.attack.attack} : ${choice.attack.defence}`, cost];
  if (choice.kind === 'exit') return [`+${choice.points ?? 0}`, cost];
  const up = (choice.heights.at(-1) ?? 0) - (choice.heights[0] ?? 0);
  return up === 0 ? [cost] : [cost, climb(choice.heights)];
}

function threatsOf(play: TraversalPlay): { from: Cell; to: Cell }[] {
  const { position } = play;
  return position.endangered.flatMap(({ at, in_danger_from }) =>
    in_danger_from.flatMap((id) => {
      const enemy = position.piece(id);
      return enemy ? [{ from: squareAt(enemy), to: at }] : [];
    }),
  );
}
