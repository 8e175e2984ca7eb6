/** Answers the command box for PixelsWars: the whole game can be played through it, in the reader's language or English. */
import { maybe, t, tn } from '../i18n';
import { plain } from '../screens/match/commands';
import type { PixelsWarsUnit } from '../protocol';
import type { Cell } from './module';
import { whyNot } from './pixelswars-panel';
import type { PixelsWarsPlay } from './pixelswars-play';
import { same } from './pixelswars-position';
import { tables } from './pixelswars-tables';
import { kindName, place } from './pixelswars-words';

export type Command =
  | { do: 'units' | 'enemies' | 'threats' | 'end' | 'help' | 'confirm' | 'cancel' }
  | { do: 'at'; at: Cell }
  | { do: 'capture'; at: Cell }
  | { do: 'move' | 'attack'; at: Cell; to: Cell }
  | { do: 'buy'; kind: string; at: Cell }
  | { do: 'unknown'; why: 'words' | 'place' | 'two_places' | 'kind' };

const ALONE = ['units', 'enemies', 'threats', 'end', 'help', 'confirm', 'cancel'] as const;
const ENGLISH: Readonly<Record<string, string>> = {
  units: 'units|u',
  enemies: 'enemies',
  threats: 'threats',
  end: 'end|end turn',
  help: 'help',
  confirm: 'confirm|ok',
  cancel: 'cancel|undo',
  at: "at|what is at|what's at|look at",
  move: 'move|go',
  attack: 'attack|shoot',
  capture: 'capture|secure',
  buy: 'buy|build',
};

/** All ways to say a word: those of the reader's language and the English ones. */
function ways(word: string): string[] {
  const own = maybe(`pixelswars.words.${word}`) ?? maybe(`command.words.${word}`) ?? '';
  return [...own.split('|'), ...(ENGLISH[word] ?? '').split('|')].map(plain).filter(Boolean);
}

const says = (words: string, word: string): boolean => ways(word).includes(words);

/** The kind whose name or id this is. */
function kindOf(words: string): string | null {
  const named = (kind: string) => [kind, kind.replaceAll('_', ' '), kindName(kind)].map(plain);
  return tables()?.units.find(({ kind }) => named(kind).includes(words))?.kind ?? null;
}

export function parse(line: string): Command {
  const words = plain(line);
  const alone = ALONE.find((word) => says(words, word));
  if (alone) return { do: alone };
  const places = [...words.matchAll(/(\d+)\s*,\s*(\d+)/g)].map(([, x, y]): Cell => [Number(x), Number(y)]);
  const verb = words
    .replace(/\d+\s*,\s*\d+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const [first, second] = places;
  for (const word of ['move', 'attack'] as const)
    if (says(verb.split(' ')[0] ?? '', word) || says(verb, word))
      return first && second ? { do: word, at: first, to: second } : { do: 'unknown', why: 'two_places' };
  if (says(verb, 'at') || says(verb, 'capture') || (verb === '' && first)) {
    if (!first) return { do: 'unknown', why: 'place' };
    return says(verb, 'capture') ? { do: 'capture', at: first } : { do: 'at', at: first };
  }
  const buy = ways('buy').find((way) => verb === way || verb.startsWith(`${way} `));
  if (buy === undefined) return { do: 'unknown', why: 'words' };
  const kind = kindOf(verb.slice(buy.length).trim());
  if (!kind) return { do: 'unknown', why: 'kind' };
  return first ? { do: 'buy', kind, at: first } : { do: 'unknown', why: 'place' };
}

export function answer(play: PixelsWarsPlay, line: string): void {
  const command = parse(line);
  const say = (text: string) => play.host.say(text);
  switch (command.do) {
    case 'units':
      return say(list(play, true));
    case 'enemies':
      return say(list(play, false));
    case 'threats':
      return say(threats(play));
    case 'help':
      return say(t('pixelswars.command.help'));
    case 'confirm':
      return play.confirm();
    case 'cancel':
      return void play.cancel();
    case 'end':
      return play.canEndTurn ? play.host.endTurn() : say(t('command.not_your_turn'));
    case 'at':
      return say(outside(play, command.at) ?? `${play.cellName(command.at)}.`);
    case 'unknown':
      return say(unknown(command.why, line));
    default:
      return act(play, command);
  }
}

function unknown(why: 'words' | 'place' | 'two_places' | 'kind', line: string): string {
  if (why === 'words' || why === 'place') return t(`command.unknown.${why}`, { words: line.trim() });
  return t(`pixelswars.command.${why}`);
}

const outside = (play: PixelsWarsPlay, at: Cell): string | null =>
  at[0] >= play.width || at[1] >= play.height ? t('command.off_board', { at: place(at) }) : null;

function list(play: PixelsWarsPlay, mine: boolean): string {
  const found = play.position.units.filter((unit) => (unit.owner === play.reader.player) === mine);
  if (found.length === 0) return t(mine ? 'command.no_units' : 'command.no_enemies');
  const names = found.map((unit) => play.cellName([unit.x, unit.y])).join('; ');
  return `${tn(mine ? 'command.units' : 'command.enemies', found.length)} ${names}.`;
}

/** Own units that enemies could shoot at after moving, and from where they would come. */
function threats(play: PixelsWarsPlay): string {
  const { advice } = play.position;
  const lines = (advice?.units ?? []).flatMap(({ id, at }) => {
    const from = (advice?.threats ?? []).filter(({ targets }) => targets.includes(id));
    const unit = play.position.unit(id);
    if (!unit || from.length === 0) return [];
    const cells = from.map((threat) => place(threat.at)).join(' · ');
    return [t('command.threat', { unit: kindName(unit.kind), at: place(at), from: cells })];
  });
  return lines.length > 0 ? lines.join(' ') : t('command.no_threats');
}

/** The own unit there, selected and ready to be told what to do; else why not. */
function unitAt(play: PixelsWarsPlay, at: Cell): PixelsWarsUnit | string {
  const wrong = outside(play, at);
  if (wrong) return wrong;
  if (!play.position.myTurn) return t('command.not_your_turn');
  const unit = play.position.unitAt(at);
  if (unit?.owner !== play.reader.player) return t('command.no_unit_there', { at: place(at) });
  play.select(unit.id);
  return unit;
}

function act(
  play: PixelsWarsPlay,
  command: Extract<Command, { do: 'move' | 'attack' | 'capture' | 'buy' }>,
): void {
  const say = (text: string) => play.host.say(text);
  if (command.do === 'buy') return say(buy(play, command.kind, command.at));
  const unit = unitAt(play, command.at);
  if (typeof unit === 'string') return say(unit);
  if (command.do === 'capture') {
    if (!play.capture()) say(t('pixelswars.say.no_capture'));
    return;
  }
  const wrong = outside(play, command.to);
  if (wrong) return say(wrong);
  if (command.do === 'move') {
    const done = play.travel(command.to);
    return say(
      t(done ? 'pixelswars.command.moved' : 'pixelswars.command.cannot_go', { at: place(command.to) }),
    );
  }
  const target = play.position.unitAt(command.to);
  if (target && play.position.shotNow(unit.id, target.id)) return play.attack(target.id);
  const cells = play.position.shotsNow(unit.id).map((shot) => place(shot.at));
  say(
    cells.length > 0
      ? t('pixelswars.command.targets', { cells: cells.join(' · ') })
      : t('pixelswars.command.no_target'),
  );
}

function buy(play: PixelsWarsPlay, kind: string, at: Cell): string {
  if (!play.position.myTurn) return t('command.not_your_turn');
  const offer = play.position.shopAt(at)?.offers.find((each) => each.kind === kind);
  if (!offer) return t('pixelswars.command.no_shop', { at: place(at), kind: kindName(kind) });
  if (offer.why) return whyNot(offer.why, offer.missing);
  const draft = play.position.draft;
  if (draft && same(draft.moves.at(-1), at)) return t('pixelswars.shop.occupied');
  play.buy(kind, at);
  return t('pixelswars.command.bought', { kind: kindName(kind), at: place(at) });
}
