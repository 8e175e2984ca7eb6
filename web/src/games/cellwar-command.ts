/** Answers the command box for CellWar: the whole game can be played through it. */
import { t, tn } from '../i18n';
import { directionName, parse } from '../screens/match/commands';
import type { CellWarPlay } from './cellwar-play';
import { kindName, place, unitName } from './cellwar-words';
import type { Cell } from './module';

export function answer(play: CellWarPlay, line: string): void {
  const command = parse(line);
  const say = (text: string) => play.host.say(text);
  switch (command.do) {
    case 'units':
      return say(units(play));
    case 'enemies':
      return say(enemies(play));
    case 'threats':
      return say(threats(play));
    case 'rest':
      return say(play.stayAll() ?? t('command.rest_none'));
    case 'end':
      return end(play);
    case 'help':
      return say(t('command.help'));
    case 'at':
      return say(at(play, [command.x, command.y]));
    case 'act':
      return act(play, [command.x, command.y], command.dx, command.dy);
    case 'unknown':
      return say(t(`command.unknown.${command.why}`, { words: line.trim() }));
  }
}

function units(play: CellWarPlay): string {
  const mine = play.position.view?.my_units ?? [];
  if (mine.length === 0) return t('command.no_units');
  return `${tn('command.units', mine.length)} ${mine.map((unit) => play.cellName([unit.x, unit.y])).join('; ')}.`;
}

function enemies(play: CellWarPlay): string {
  const found: string[] = [];
  play.position.view?.tiles.forEach((row, y) =>
    row.forEach((tile, x) => {
      if (tile.unit && tile.unit.owner !== play.reader.player) found.push(play.cellName([x, y]));
    }),
  );
  if (found.length === 0) return t('command.no_enemies');
  return `${tn('command.enemies', found.length)} ${found.join('; ')}.`;
}

function threats(play: CellWarPlay): string {
  const endangered = (play.position.advice?.units ?? []).filter((unit) => unit.in_danger_from.length > 0);
  const lines = endangered.flatMap((unit) => {
    const mine = play.position.unitAt(unit.at);
    if (!mine) return [];
    const from = unit.in_danger_from.map(place).join(' · ');
    return [t('command.threat', { unit: kindName(mine), at: place(unit.at), from })];
  });
  return lines.length > 0 ? lines.join(' ') : t('command.no_threats');
}

function at(play: CellWarPlay, cell: Cell): string {
  if (cell[0] >= play.width || cell[1] >= play.height) return t('command.off_board', { at: place(cell) });
  const name = play.cellName(cell);
  const choices = directions(play, play.position.unitAt(cell)?.id ?? 0);
  return choices === '' ? `${name}.` : `${name}. ${t('board.fact.can_go')}: ${choices}.`;
}

/** "up, right, stay": where a unit may go now. From the legal actions, which come with the view; advice comes later. */
function directions(play: CellWarPlay, id: number): string {
  const moves = play.position.legal.flatMap((action) =>
    'unit_id' in action && action.unit_id === id ? [action] : [],
  );
  return moves.map(({ dx, dy }) => directionName(dx, dy)).join(', ');
}

function end(play: CellWarPlay): void {
  if (play.canEndTurn) return play.host.endTurn();
  if (play.currentPlayer !== play.reader.player) return play.host.say(t('command.not_your_turn'));
  play.host.say(tn('match.must_act', play.waiting));
}

function act(play: CellWarPlay, cell: Cell, dx: number, dy: number): void {
  const unit = play.position.unitAt(cell);
  if (!unit) return play.host.say(t('command.no_unit_there', { at: place(cell) }));
  if (play.currentPlayer !== play.reader.player) return play.host.say(t('command.not_your_turn'));
  if (play.position.isLegal(unit.id, dx, dy)) return play.send({ unit_id: unit.id, dx, dy });
  const why = play.position.adviceOf(unit.id)?.why;
  if (why)
    return play.host.say(
      t('command.cannot', { unit: unitName(unit, play.reader), why: t(`cellwar.why.${why}`) }),
    );
  const choices = directions(play, unit.id);
  play.host.say(t('command.not_possible', { direction: directionName(dx, dy), choices }));
}
