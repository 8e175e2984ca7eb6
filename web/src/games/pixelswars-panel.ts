/** What a PixelsWars seat shows beside and on its board: the panel, the buttons, names of cells, the picture, the shop. */
import { touching } from '../board/touching';
import { t } from '../i18n';
import type { PixelsWarsOffer, PixelsWarsUnit } from '../protocol';
import type { BarAction, Cell, Fact, Shop, Summary } from './module';
import { lesson } from './pixelswars-lesson';
import type { Picture } from './pixelswars-paint';
import type { PixelsWarsPlay } from './pixelswars-play';
import { same } from './pixelswars-position';
import { drawUnitIcon } from './pixelswars-sprites';
import { fullHp, groundFacts, unitFacts } from './pixelswars-tables';
import {
  buildingLine,
  buildingUse,
  buildingWords,
  canWords,
  capital,
  forecastLines,
  forecastText,
  groundLine,
  groundName,
  groundWord,
  kindName,
  spot,
  unitFactsLines,
  unitName,
} from './pixelswars-words';

const cellOf = (unit: PixelsWarsUnit): Cell => [unit.x, unit.y];

// ---- the panel

export function summaryOf(play: PixelsWarsPlay): Summary | null {
  const { position } = play;
  if (!position.view) return null;
  const mine = position.unit(play.unit);
  const shot = play.shot;
  const target = shot && position.unit(shot.target);
  if (mine && shot && target) {
    const goes: Fact[] = same(shot.origin, cellOf(mine))
      ? []
      : [{ label: t('board.fact.preview'), value: t('pixelswars.forecast.from', { at: spot(shot.origin) }) }];
    return {
      title: t('pixelswars.forecast.title', { unit: kindName(mine.kind), target: kindName(target.kind) }),
      owner: mine.owner,
      facts: [...goes, ...forecastLines(shot.forecast, target, play.reader)],
      hint: hintFor(play, shot.target),
    };
  }
  const pointed = play.hovered ?? (mine ? cellOf(mine) : play.cursor);
  const summary = summaryAt(play, mine && !play.hovered ? cellOf(mine) : pointed);
  const taught = play.hovered && summary.owner !== play.reader.player ? null : lesson(play);
  if (taught) return { ...summary, hint: taught, taught: true };
  return mine && same(cellOf(mine), pointed)
    ? { ...summary, hint: t(touching() ? 'pixelswars.hint.selected_touch' : 'pixelswars.hint.selected') }
    : summary;
}

function hintFor(play: PixelsWarsPlay, target: number): string {
  if (play.aim === target) return t(touching() ? 'board.tap_again' : 'board.press_again');
  return t(play.position.shotNow(play.unit, target) ? 'pixelswars.hint.attack' : 'pixelswars.hint.approach');
}

function summaryAt(play: PixelsWarsPlay, at: Cell): Summary {
  const { position, reader } = play;
  const unit = position.unitAt(at);
  const building = position.buildingAt(at);
  const ground = groundLine(position.letterAt(at));
  const facts: Fact[] = [];
  if (unit) {
    const advice = position.adviceOf(unit.id);
    facts.push(...unitFactsLines(unit, advice, rangeOf(play, unit)));
  }
  if (ground) facts.push(ground);
  if (building) {
    facts.push(buildingLine(building, reader));
    if (!unit) facts.push(buildingUse(building));
  }
  const step = unit ? null : position.stepTo(play.unit, at);
  if (step)
    facts.unshift({ label: t('pixelswars.fact.way'), value: t('pixelswars.way', { cost: step.cost }) });
  const name = groundName(groundFacts(position.letterAt(at))?.ground ?? '');
  return {
    title: unit ? kindName(unit.kind) : capital(name),
    owner: unit?.owner ?? building?.owner ?? 0,
    facts,
    hint: unit ? null : spot(at),
  };
}

/** What a unit's weapon covers, as far as is advised. */
export function rangeOf(play: PixelsWarsPlay, unit: PixelsWarsUnit): readonly Cell[] {
  const { position } = play;
  return position.adviceOf(unit.id)?.range ?? position.threatOf(unit.id)?.range ?? [];
}

// ---- the buttons

/** Always the same five places, so that nothing jumps under a finger; the first is what the moment offers. */
export function barOf(play: PixelsWarsPlay): BarAction[] {
  const { position } = play;
  const others = position.waiting.some((id) => id !== play.unit);
  const selected = play.unit !== null;
  return [
    offered(play),
    {
      id: 'confirm',
      label: t('match.confirm'),
      enabled: selected,
      run: () => play.confirm(),
    },
    {
      id: 'cancel',
      label: t('match.cancel'),
      enabled: selected || play.inspected !== null,
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

function offered(play: PixelsWarsPlay): BarAction {
  const { position } = play;
  const aim = play.aim;
  if (aim !== null)
    return {
      id: 'attack',
      label: t('pixelswars.do.attack'),
      enabled: position.shotNow(play.unit, aim) !== null,
      primary: true,
      run: () => play.attack(aim),
    };
  const capture = position.adviceOf(play.unit)?.capture ?? null;
  const mine = position.unit(play.unit);
  const at = mine ? cellOf(mine) : play.cursor;
  if (!capture && position.myTurn && position.shopAt(at))
    return { id: 'buy', label: t('pixelswars.do.buy'), enabled: true, run: () => play.openShop(at) };
  return {
    id: 'capture',
    label: t(`pixelswars.do.${capture ?? 'capture'}`),
    enabled: capture !== null,
    primary: capture !== null,
    run: () => void play.capture(),
  };
}

// ---- names of cells

export function cellNameOf(play: PixelsWarsPlay, at: Cell): string {
  const { position, reader } = play;
  if (!position.view) return '';
  const unit = position.unitAt(at);
  const building = position.buildingAt(at);
  const ground = building
    ? buildingWords(building, reader)
    : groundWord(groundFacts(position.letterAt(at))?.ground ?? '');
  const parts = unit
    ? [
        unitName(unit, reader),
        t('pixelswars.health', { left: unit.hp, whole: fullHp(unit.kind, unit.hp) }),
        spot(at),
        ground,
        ...unitNotes(play, unit),
      ]
    : [ground, spot(at), ...groundNotes(play, at)];
  if (threatened(play, at)) parts.push(t('board.threatened'));
  return parts.filter(Boolean).join(', ');
}

function unitNotes(play: PixelsWarsPlay, unit: PixelsWarsUnit): string[] {
  const { position, reader } = play;
  if (unit.owner === reader.player) {
    const advice = position.adviceOf(unit.id);
    if (!advice || !position.myTurn) return [];
    return [canWords(advice, position.shotsNow(unit.id).length) ?? t('pixelswars.done')];
  }
  const now = position.shotNow(play.unit, unit.id);
  const shot = now ?? position.bestShot(play.unit, unit.id);
  if (!shot) return play.inspected === unit.id ? [t('pixelswars.inspected')] : [];
  const words = forecastText(shot.forecast, unit, reader);
  return [t(now ? 'pixelswars.target' : 'pixelswars.target_after', { at: spot(shot.origin) }), words];
}

function groundNotes(play: PixelsWarsPlay, at: Cell): string[] {
  const { position } = play;
  const step = position.stepTo(play.unit, at);
  const notes = step ? [t('pixelswars.reachable', { cost: step.cost })] : [];
  if (position.myTurn && position.shopAt(at)) notes.push(t('pixelswars.can_buy'));
  return notes;
}

function threatened(play: PixelsWarsPlay, at: Cell): boolean {
  const threats = play.position.advice?.threats ?? [];
  if (play.allThreats) return threats.some(({ threat }) => threat.some((cell) => same(cell, at)));
  const one = play.position.threatOf(play.inspected);
  return one !== null && one.range.some((cell) => same(cell, at));
}

// ---- the picture

export function pictureOf(play: PixelsWarsPlay): Picture | null {
  const { position, scene } = play;
  const { view } = position;
  if (!view) return null;
  const mine = position.unit(play.unit);
  const advice = position.adviceOf(play.unit);
  const shot = play.shot;
  const inspecting = play.inspected !== null;
  const to = shot && mine && !same(shot.origin, cellOf(mine)) ? shot.origin : play.hovered;
  const step = to && !inspecting ? position.stepTo(play.unit, to) : null;
  const enemy = position.unit(play.inspected);
  const now = position.shotsNow(play.unit).map(({ at }) => at);
  return {
    view,
    scene,
    player: play.reader.player,
    current: play.currentPlayer,
    selected: mine ? cellOf(mine) : null,
    spent: spent(play),
    reach: inspecting || !position.myTurn ? [] : (advice?.reach.map((each) => each.to) ?? []),
    path: step && play.unit !== null ? position.pathTo(play.unit, step.to) : [],
    cost: step?.cost ?? null,
    ranges: ranges(play, mine, enemy),
    targets: now,
    farTargets: (advice?.shots ?? []).map(({ at }) => at).filter((at) => !now.some((each) => same(each, at))),
    inspected: enemy ? cellOf(enemy) : null,
    hinted: play.hinted,
    endangered: endangered(play),
    hovered: play.hovered,
    forecast: shot && mine ? { shot, at: step ? step.to : cellOf(mine), sure: play.aim !== null } : null,
  };
}

/** Own units that can do nothing more this turn. */
function spent(play: PixelsWarsPlay): ReadonlySet<number> {
  const { position } = play;
  if (!position.myTurn || !position.advice) return new Set();
  return new Set(position.advice.units.filter((unit) => !unit.can_act).map(({ id }) => id));
}

function endangered(play: PixelsWarsPlay): Cell[] {
  const { position } = play;
  if (!play.allThreats) return [];
  const ids = new Set((position.advice?.threats ?? []).flatMap(({ targets }) => targets));
  return position.units.filter(({ id }) => ids.has(id)).map(cellOf);
}

function ranges(
  play: PixelsWarsPlay,
  mine: PixelsWarsUnit | null,
  enemy: PixelsWarsUnit | null,
): Picture['ranges'] {
  const { position } = play;
  if (enemy) return [{ player: enemy.owner, cells: rangeOf(play, enemy) }];
  if (play.allThreats) {
    const cells = (position.advice?.threats ?? []).flatMap(({ threat }) => threat);
    const owner = position.units.find((unit) => unit.owner !== play.reader.player)?.owner;
    return owner ? [{ player: owner, cells }] : [];
  }
  return mine ? [{ player: mine.owner, cells: position.adviceOf(mine.id)?.range ?? [] }] : [];
}

// ---- the shop

export function whyNot(why: NonNullable<PixelsWarsOffer['why']>, missing: number): string {
  return t(why === 'funds' ? 'pixelswars.shop.funds_missing' : `pixelswars.shop.${why}`, { missing });
}

export function shopOf(play: PixelsWarsPlay, at: Cell): Shop | null {
  const { position } = play;
  const shop = position.shopAt(at);
  if (!shop || !position.view) return null;
  const { player } = play.reader;
  return {
    title: capital(groundName(shop.kind)),
    owner: player,
    funds: t('pixelswars.shop.funds', { funds: position.view.funds[player - 1] ?? 0 }),
    offers: shop.offers.map(({ kind, price, why, missing }) => {
      const facts = unitFacts(kind);
      const [least, most] = facts?.range ?? [0, 0];
      return {
        id: kind,
        name: kindName(kind),
        price: t('pixelswars.money', { amount: price }),
        about: facts
          ? t('pixelswars.shop.about', {
              hp: facts.hp,
              movement: facts.movement,
              attack: facts.attack,
              attacks: facts.attacks,
              defence: facts.defence,
              range: least === most ? String(most) : `${least}–${most}`,
            })
          : '',
        why: why === null ? null : whyNot(why, missing),
        draw: (canvas: HTMLCanvasElement) => drawUnitIcon(canvas, kind, player),
      };
    }),
    buy: (kind) => play.buy(kind, shop.at),
    close: () => play.closeShop(),
  };
}
