/** PixelsWars in words: names, the status panel, forecasts, the log. */
import { language, locale, maybe, t, tn, type Key } from '../i18n';
import type {
  PixelsWarsBuilding,
  PixelsWarsEffect,
  PixelsWarsForecast,
  PixelsWarsUnit,
  PixelsWarsUnitAdvice,
} from '../protocol';
import type { Cell, Fact, LogEntry } from './module';
import { fullHp, groundFacts, tables, unitFacts } from './pixelswars-tables';

/** Who reads, and what the others are called. */
export interface Reader {
  player: number;
  name(player: number): string;
}

export const place = (at: Cell): string => `${at[0]},${at[1]}`;
export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** "Tank"; a kind without a translation is called by its id. */
export function kindName(kind: string): string {
  return maybe(`pixelswars.kind.${kind}`) ?? capital(kind.replaceAll('_', ' '));
}

/** "your tank", "Anna’s tank". */
export function unitName(unit: PixelsWarsUnit, reader: Reader): string {
  const whose = unit.owner === reader.player ? 'your' : 'their';
  const player = reader.name(unit.owner);
  return maybe(`pixelswars.${whose}.${unit.kind}`, { player }) ?? `${kindName(unit.kind)} (${player})`;
}

/** "Forest". */
export function groundName(ground: string): string {
  return maybe(`pixelswars.ground.${ground}`) ?? ground;
}

/** The same within a sentence: German keeps its capitals. */
export function groundWord(ground: string): string {
  return locale() === 'de' ? groundName(ground) : groundName(ground).toLocaleLowerCase();
}

/** "move and attack". */
export function both(words: readonly string[]): string {
  return new Intl.ListFormat(locale(), { type: 'conjunction' }).format(words);
}

/** Thousands of cells are named after every move: where they are is put into words once. */
const spots = new Map<string, string>();

export function spot([x, y]: Cell): string {
  const key = `${language()} ${x} ${y}`;
  let words = spots.get(key);
  if (words === undefined) spots.set(key, (words = t('board.spot', { x, y })));
  return words;
}

/** "city of Anna, 10 of 20 points". */
export function buildingWords(building: PixelsWarsBuilding, reader: Reader): string {
  const kind = groundWord(building.kind);
  const { owner, points } = building;
  const name =
    owner === 0
      ? t('pixelswars.building.neutral', { kind })
      : owner === reader.player
        ? t('pixelswars.building.yours', { kind })
        : t('pixelswars.building.theirs', { kind, player: reader.name(owner) });
  return points < wholePoints(points) ? `${name}, ${pointsWords(points)}` : name;
}

const wholePoints = (points: number): number => tables()?.capture_points ?? points;
const pointsWords = (points: number): string =>
  t('pixelswars.building.points', { points, whole: wholePoints(points) });

/** What an own unit can do now: "can move and attack"; null when nothing. */
export function canWords(advice: PixelsWarsUnitAdvice, targets: number): string | null {
  const what: string[] = [];
  if (advice.reach.length > 0) what.push(t('pixelswars.can.move'));
  if (targets > 0) what.push(t('pixelswars.can.attack'));
  if (advice.capture) what.push(t(`pixelswars.can.${advice.capture}`));
  return what.length > 0 ? t('pixelswars.can', { what: both(what) }) : null;
}

// ---- the panel

/** What a unit has left this turn, and what it can do: all short. */
export function unitFactsLines(
  unit: PixelsWarsUnit,
  advice: PixelsWarsUnitAdvice | null,
  range: readonly Cell[],
): Fact[] {
  const facts = unitFacts(unit.kind);
  const fact = (label: Key, value: string): Fact => ({ label: t(label), value, short: true });
  const left = (now: number, whole: number) => t('pixelswars.of', { left: now, whole });
  const lines = [fact('pixelswars.fact.hp', left(unit.hp, fullHp(unit.kind, unit.hp)))];
  if (!facts) return lines;
  lines.push(
    fact('pixelswars.fact.movement', left(unit.movement, facts.movement)),
    fact('pixelswars.fact.left', left(unit.attacks, facts.attacks)),
    fact('pixelswars.fact.range', rangeWords(facts.range, unit, range)),
    fact('pixelswars.fact.attack', String(facts.attack)),
    fact('pixelswars.fact.defence', String(facts.defence)),
  );
  if (facts.captures) {
    const may = t(unit.captures > 0 ? 'pixelswars.capture.left' : 'pixelswars.capture.used');
    lines.push({
      label: t(`pixelswars.do.${advice?.capture ?? 'capture'}`),
      value: advice?.capture ? t('pixelswars.capture.here') : may,
    });
  }
  return lines;
}

/** "2–3", and how much farther it shoots from where it stands. */
function rangeWords(
  [least, most]: readonly [number, number],
  unit: PixelsWarsUnit,
  now: readonly Cell[],
): string {
  const words = least === most ? String(most) : `${least}–${most}`;
  const farthest = Math.max(0, ...now.map(([x, y]) => Math.max(Math.abs(x - unit.x), Math.abs(y - unit.y))));
  return farthest > most ? t('pixelswars.range_here', { range: words, more: farthest - most }) : words;
}

/** "Forest: cost 3, defence 30". */
export function groundLine(letter: string): Fact | null {
  const facts = groundFacts(letter);
  if (!facts) return null;
  const params = {
    ground: groundName(facts.ground),
    cost: facts.cost ?? 0,
    air: facts.air_cost,
    defence: facts.defence,
  };
  return {
    label: t('pixelswars.fact.ground'),
    value: t(facts.cost === null ? 'pixelswars.ground_line.air' : 'pixelswars.ground_line', params),
  };
}

export function buildingLine(building: PixelsWarsBuilding, reader: Reader): Fact {
  const owner =
    building.owner === 0
      ? t('pixelswars.owner.nobody')
      : building.owner === reader.player
        ? t('pixelswars.owner.you')
        : reader.name(building.owner);
  return { label: t('pixelswars.fact.owner'), value: `${owner} · ${pointsWords(building.points)}` };
}

/** What a building is good for, with the numbers of the tables. */
export function buildingUse(building: PixelsWarsBuilding): Fact {
  const known = tables();
  return {
    label: t('pixelswars.fact.use'),
    value: t(`pixelswars.use.${building.kind}`, { income: known?.income ?? 0, healing: known?.healing ?? 0 }),
  };
}

// ---- forecasts

/** "Tank loses 39, 61 left. It answers with 24, 76 left." */
export function forecastText(forecast: PixelsWarsForecast, target: PixelsWarsUnit, reader: Reader): string {
  return forecastLines(forecast, target, reader)
    .map(({ value }) => value)
    .join(' ');
}

export function forecastLines(forecast: PixelsWarsForecast, target: PixelsWarsUnit, reader: Reader): Fact[] {
  const { damage, hp, answered, answer_damage: answer, own_hp: own } = forecast;
  const unit = capital(unitName(target, reader));
  const hit =
    hp === 0 ? t('pixelswars.forecast.kill', { unit }) : t('pixelswars.forecast.hit', { unit, damage, hp });
  const back = !answered
    ? t('pixelswars.forecast.no_answer')
    : own === 0
      ? t('pixelswars.forecast.answer_kills')
      : t('pixelswars.forecast.answer', { damage: answer, hp: own });
  return [
    { label: t('pixelswars.fact.shot'), value: hit },
    { label: t('pixelswars.fact.answer'), value: back, bad: answered && own === 0 },
  ];
}

// ---- the log

/** What happened, in order, one line each; what a turn brings is summed up. */
export function tell(effects: readonly PixelsWarsEffect[], reader: Reader): LogEntry[] {
  const lines: LogEntry[] = [];
  const income = effects.filter(({ kind }) => kind === 'income');
  for (const effect of effects) {
    if (effect.kind === 'income') {
      if (effect === income[0]) lines.push(incomeLine(income, reader));
    } else {
      const line = one(effect, reader);
      if (line) lines.push({ ...line, text: capital(line.text) });
    }
  }
  return lines;
}

function incomeLine(income: readonly PixelsWarsEffect[], reader: Reader): LogEntry {
  const player = income[0]?.player ?? 0;
  const amount = income.reduce((sum, effect) => sum + (effect.amount ?? 0), 0);
  return {
    text: tn('pixelswars.log.income', income.length, { amount, player: reader.name(player) }),
    owner: player,
  };
}

const LOGGED: Readonly<Partial<Record<PixelsWarsEffect['kind'], Key>>> = {
  moved: 'pixelswars.log.moved',
  shot: 'pixelswars.log.shot',
  answered: 'pixelswars.log.answered',
  died: 'pixelswars.log.died',
  capturing: 'pixelswars.log.capturing',
  captured: 'pixelswars.log.captured',
  secured: 'pixelswars.log.secured',
  bought: 'pixelswars.log.bought',
  healed: 'pixelswars.log.healed',
};

function one(effect: PixelsWarsEffect, reader: Reader): LogEntry | null {
  const { kind, unit, target, at, player } = effect;
  if (kind === 'turn' || kind === 'left') {
    if (player === undefined) return null;
    const key = kind === 'left' ? 'log.left' : player === reader.player ? 'log.your_turn' : 'log.turn';
    const text = t(key, { player: reader.name(player), round: effect.round ?? 0 });
    return { text, owner: player, turn: kind === 'turn' };
  }
  const key = LOGGED[kind];
  if (!key || !unit) return null;
  const to = effect.path?.at(-1) ?? effect.to ?? at;
  const params = {
    unit: unitName(unit, reader),
    target: target ? unitName(target, reader) : '',
    building: effect.building ? groundWord(effect.building) : '',
    at: at ? place(at) : '',
    to: to ? place(to) : '',
    damage: effect.damage ?? 0,
    hp: effect.hp ?? 0,
    points: effect.points ?? 0,
    price: effect.price ?? 0,
    amount: effect.amount ?? 0,
  };
  return { text: t(key, params), owner: unit.owner, bad: kind === 'died' && unit.owner === reader.player };
}
