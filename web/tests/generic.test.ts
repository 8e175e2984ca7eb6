/** Any game on the general board: a cell, and then another, is an action where exactly one joins them. */
import { describe, expect, it, vi } from 'vitest';
import { generic } from '../src/games/generic';
import type { Json, PlayHost } from '../src/games/module';
import { t } from '../src/i18n';
import type { Looked, StateUpdate } from '../src/protocol';

function opened(legal: Json[], view: Json = { current_player: 1, winner: null }) {
  const said: string[] = [];
  const act = vi.fn<(action: Json) => void>();
  const nothing = () => undefined;
  const host: PlayHost = {
    player: 1,
    playerName: String,
    act,
    busy: () => false,
    sketch: nothing,
    commit: nothing,
    discard: nothing,
    animate: nothing,
    endTurn: nothing,
    changed: nothing,
    pointed: nothing,
    say: (text) => void said.push(text),
    announce: nothing,
    cue: nothing,
  };
  const play = generic.open(host);
  play.show({ view, legal } as unknown as StateUpdate);
  return { play, act, said };
}

const step = (from: [number, number], to: [number, number]): Json => ({ from, to });
const STEPS = [
  step([0, 2], [0, 1]),
  step([0, 2], [1, 1]),
  step([1, 2], [1, 1]),
  { ...step([1, 2], [1, 0]), as: 'queen' },
  { ...step([1, 2], [1, 0]), as: 'knight' },
];

describe('the general board', () => {
  it('acts when the second cell leaves one action', () => {
    const { play, act } = opened(STEPS);
    play.press([0, 2], 'primary');
    expect(act).not.toHaveBeenCalled();
    expect(play.list()).toHaveLength(2);
    play.press([1, 1], 'primary');
    expect(act.mock.calls).toEqual([[STEPS[1]]]);
    expect(play.selected([0, 2])).toBe(false);
  });

  it('chooses anew when nothing joins the two cells, and where several do', () => {
    const { play, act } = opened(STEPS);
    play.press([0, 2], 'primary');
    play.press([1, 2], 'primary');
    expect(play.selected([1, 2])).toBe(true);
    play.press([1, 0], 'primary');
    expect(play.selected([1, 0])).toBe(true);
    expect(play.list()).toHaveLength(2);
    expect(act).not.toHaveBeenCalled();
  });

  it('does the only action of a cell when it is pressed again', () => {
    const { play, act } = opened(STEPS);
    play.press([0, 1], 'primary');
    expect(act).not.toHaveBeenCalled();
    play.press([0, 1], 'primary');
    expect(act.mock.calls).toEqual([[STEPS[0]]]);
  });

  it('answers what is typed: an action is done, help lists them, and nothing is offered that cannot be', () => {
    const { play, act, said } = opened(STEPS);
    const notations = ['0,2-0,1', '0,2-1,1', '1,2-1,1', 'queen', 'knight'];
    play.advise({ text: 'the board', grid: [], notations } as unknown as Looked);
    expect(play.commandHint).toBe('/ 0,2-0,1');
    play.command(' Queen ');
    expect(act.mock.calls).toEqual([[STEPS[3]]]);
    play.command('dance');
    play.command('help');
    const list = t('command.list', { actions: notations.join(' · ') });
    expect(said).toEqual([list, 'the board', list]);
  });

  it('says that it is not the turn, and after the end that nothing can be done', () => {
    const theirs = opened([], { current_player: 2, winner: null });
    theirs.play.command('0,2-0,1');
    expect(theirs.said).toEqual([t('command.not_your_turn')]);
    expect(theirs.play.summary()?.title).toBe(t('match.wait'));
    const over = opened([], { current_player: 0, winner: 2 });
    over.play.command('0,2-0,1');
    expect(over.said).toEqual([t('command.over')]);
    expect(over.play.summary()?.title).toBe(t('match.over'));
    expect(over.play.commandHint).toBe(`/ ${t('command.general_hint')}`);
  });
});
