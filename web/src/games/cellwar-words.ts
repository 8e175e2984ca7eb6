/** CellWar in words: names of cells, the status panel, the log. */
import { language, t, tn, type Key } from '../i18n';
import type {
  CellWarChange,
  CellWarChoice,
  CellWarEffect,
  CellWarTile,
  CellWarUnit,
  CellWarUnitAdvice,
  CellWarView,
} from '../protocol';
import { directionName } from '../screens/match/commands';
import type { Cell, Fact, LogEntry } from './module';

/** So many directions fit one line of the panel. */
const FEW = 3;
const ARROWS = [...'↖↑↗←•→↙↓↘'].map((sign, index) => ({
  sign,
  dx: (index % 3) - 1,
  dy: Math.floor(index / 3) - 1,
}));

/** Who reads, and what the others are called. */
export interface Reader {
  player: number;
  name(player: number): string;
}

export const place = (at: Cell): string => `${at[0]},${at[1]}`;
const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** "your infantry", "Anna's fortification 2". */
export function unitName(unit: CellWarUnit, reader: Reader): string {
  const whose = unit.owner === reader.player ? 'your' : 'their';
  return t(`cellwar.${whose}.${unit.type}`, { player: reader.name(unit.owner), counter: unit.counter });
}

/** A kind without an owner: "Infantry", "Fortification 2". */
export function kindName(unit: CellWarUnit): string {
  return t(`cellwar.kind.${unit.type}`, { counter: unit.counter });
}

/** Thousands of cells are named after every move: those without a unit from here. */
const spots = new Map<string, string>();

function spot(x: number, y: number): string {
  const key = `${language()} ${x} ${y}`;
  let words = spots.get(key);
  if (words === undefined) spots.set(key, (words = t('board.spot', { x, y })));
  return words;
}

export interface CellNotes {
  advice: CellWarUnitAdvice | null;
  ready: boolean;
  dying: boolean;
  choice: CellWarChoice | null;
  chosen: boolean;
  threatened: boolean;
}

/** The accessible name of a cell. */
export function cellName(view: CellWarView, at: Cell, reader: Reader, notes: CellNotes): string {
  const tile = view.tiles[at[1]]?.[at[0]];
  if (!tile) return '';
  const parts = [content(tile, reader), spot(at[0], at[1]), ...unitNotes(tile, reader, notes)];
  if (notes.choice)
    parts.push(notes.chosen ? t('board.chosen') : t(`cellwar.can.${notes.choice.kind}` as Key));
  if (notes.threatened) parts.push(t('board.threatened'));
  return parts.join(', ');
}

function content(tile: CellWarTile, reader: Reader): string {
  if (tile.unit) return unitName(tile.unit, reader);
  return tile.seen === 'fog' ? t('board.fog') : t('board.empty');
}

function unitNotes(tile: CellWarTile, reader: Reader, notes: CellNotes): string[] {
  if (tile.seen === 'last_known') return [t('board.last_seen', { round: tile.since ?? 0 })];
  if (tile.unit?.owner !== reader.player) return [];
  const said: string[] = [];
  const why = notes.advice?.why;
  if (notes.ready) said.push(t('board.can_act'));
  else if (notes.dying) said.push(t('cellwar.why.blocked'));
  else if (why === 'acted' || why === 'waits_for_fighters') said.push(t(`cellwar.why.${why}`));
  if (notes.advice && notes.advice.in_danger_from.length > 0) said.push(t('board.in_danger'));
  return said;
}

/** The lines of the status panel about a unit. */
export function facts(tile: CellWarTile, at: Cell, reader: Reader, notes: CellNotes): Fact[] {
  const lines: Fact[] = [{ label: t('board.fact.position'), value: spot(at[0], at[1]) }];
  if (tile.seen === 'last_known')
    lines.push({ label: t('board.fact.known'), value: t('board.last_seen', { round: tile.since ?? 0 }) });
  else if (tile.unit && tile.unit.owner !== reader.player)
    lines.push({ label: t('board.fact.known'), value: t('board.seen_now') });
  const { advice } = notes;
  if (!advice || tile.unit?.owner !== reader.player) return lines;
  lines.push({ label: t('board.fact.sight'), value: tn('board.sight', advice.sight) });
  if (advice.why)
    lines.push({
      label: t('board.fact.state'),
      value: t(`cellwar.why.${advice.why}`),
      bad: advice.why === 'blocked',
    });
  else lines.push({ label: t('board.fact.can_go'), value: canGo(advice.choices) });
  if (advice.in_danger_from.length > 0)
    lines.push({
      label: t('board.fact.danger'),
      value: t('board.danger_from', { cells: advice.in_danger_from.map(place).join(' · ') }),
      bad: true,
    });
  return lines;
}

/** Few are named; many are arrows, as they lie around the unit. */
function canGo(choices: readonly CellWarChoice[]): string {
  if (choices.length <= FEW) return vectors(choices);
  return ARROWS.filter(({ dx, dy }) => choices.some(({ action }) => action.dx === dx && action.dy === dy))
    .map(({ sign }) => sign)
    .join(' ');
}

/** "up, right, stay". */
export function vectors(choices: readonly CellWarChoice[]): string {
  return choices.map(({ action }) => directionName(action.dx, action.dy)).join(', ');
}

/** What an action would do, one line each. */
export function forecast(choice: CellWarChoice, reader: Reader): Fact[] {
  const head = t(`cellwar.does.${choice.kind}` as Key, { to: place(choice.to) });
  return [
    { label: t('board.fact.preview'), value: head },
    ...choice.changes.flatMap((change) => {
      const text = changeText(change, reader);
      if (!text) return [];
      const bad = change.what.startsWith('dies') && change.unit.owner === reader.player;
      return [{ label: t('board.fact.forecast'), value: text, bad }];
    }),
  ];
}

function changeText(change: CellWarChange, reader: Reader): string | null {
  const unit = unitName(change.unit, reader);
  switch (change.what) {
    case 'dies':
      return capital(t('cellwar.change.dies', { unit }));
    case 'dies_at_end':
      return capital(t('cellwar.change.dies_at_end', { unit, at: place(change.at) }));
    case 'becomes':
      return change.becomes
        ? capital(t('cellwar.change.becomes', { unit, kind: kindName(change.becomes) }))
        : null;
    case 'made':
      return t('cellwar.change.made', { at: place(change.at) });
    case 'moves':
      return null; // the arrow and the first line say it
  }
}

/** What happened, in order, one line each; an attack is one line. */
export function tell(effects: readonly CellWarEffect[], reader: Reader): LogEntry[] {
  const lines: LogEntry[] = [];
  for (let index = 0; index < effects.length; index++) {
    const effect = effects[index]!;
    const next = effects[index + 1];
    const pair = next && pairText(effect, next, reader);
    if (pair) index += 1;
    const line = pair || one(effect, reader);
    if (line) lines.push({ ...line, text: capital(line.text) });
  }
  return lines;
}

const same = (a?: Cell, b?: Cell) => !!a && !!b && a[0] === b[0] && a[1] === b[1];

function pairText(first: CellWarEffect, second: CellWarEffect, reader: Reader): LogEntry | null {
  if (first.kind !== 'died' || !first.unit || !second.unit || !first.at) return null;
  if (second.kind === 'moved' && same(first.at, second.to))
    return {
      text: t('cellwar.log.captured', {
        unit: unitName(second.unit, reader),
        target: unitName(first.unit, reader),
        to: place(first.at),
      }),
      owner: second.unit.owner,
      bad: first.unit.owner === reader.player,
    };
  if (second.kind === 'changed' && second.was && same(first.to, second.at))
    return {
      text: t('cellwar.log.broke', {
        unit: unitName(first.unit, reader),
        target: unitName(second.was, reader),
        to: place(first.to!),
      }),
      owner: first.unit.owner,
      bad: first.unit.owner === reader.player || second.was.owner === reader.player,
    };
  return null;
}

function one(effect: CellWarEffect, reader: Reader): LogEntry | null {
  const { kind, unit, was, at, to, player } = effect;
  if (kind === 'turn' || kind === 'left') {
    if (player === undefined) return null;
    const mine = player === reader.player;
    const key = kind === 'left' ? 'log.left' : mine ? 'log.your_turn' : 'log.turn';
    const text = t(key, { player: reader.name(player), round: effect.round ?? 0 });
    return { text, owner: player, turn: kind === 'turn' };
  }
  if (!unit) return null;
  const subject = kind === 'changed' ? (was ?? unit) : unit;
  const params = {
    unit: unitName(subject, reader),
    at: at ? place(at) : '',
    from: at ? place(at) : '',
    to: to ? place(to) : '',
  };
  const bad = kind === 'died' && unit.owner === reader.player;
  return { text: t(logKey(effect), params), owner: unit.owner, bad };
}

function logKey({ kind, unit, at }: CellWarEffect): Key {
  if (kind === 'changed') {
    if (unit?.type === 'factory') return 'cellwar.log.factory';
    return unit?.type === 'fortification' ? 'cellwar.log.fortified' : 'cellwar.log.exposed';
  }
  if (kind === 'produced') return at ? 'cellwar.log.produced' : 'cellwar.log.appeared_new';
  if (kind === 'moved') return 'cellwar.log.moved';
  if (kind === 'appeared') return 'cellwar.log.appeared';
  return kind === 'vanished' ? 'cellwar.log.vanished' : 'cellwar.log.died';
}
