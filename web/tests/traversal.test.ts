/** Traversal's page module: names of cells, log lines, gestures, the command box; and that the page knows none of its rules. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { flushSync, mount, unmount, type Component } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Camera } from '../src/board/camera';
import { moduleOf } from '../src/games';
import { parse } from '../src/games/traversal-command';
import { emptyScene, settle, stepsOf, type Cues } from '../src/games/traversal-scene';
import { setTables } from '../src/games/traversal-tables';
import type { GameModule } from '../src/games/module';
import type { TraversalEffect, TraversalView } from '../src/protocol';
import Log from '../src/screens/match/Log.svelte';
import Panel from '../src/screens/match/Panel.svelte';
import Recap from '../src/screens/match/Recap.svelte';
import { relearn, TURNS, turnLearned } from '../src/lessons';
import { playerLook } from '../src/players';
import { resetSettings, settings } from '../src/settings';
import { foe, FOE, guard, lost, open, OUT, scout, SCOUT, TABLES, update, won } from './traversal-table';

beforeEach(() => {
  settings.language = 'en';
  setTables(TABLES);
});
afterEach(() => {
  resetSettings();
  vi.unstubAllGlobals();
});

describe('names', () => {
  it('tell piece, place, height and what it can do', () => {
    const { play } = open();
    expect(play.cellName(SCOUT)).toBe('your Explorer, column b, row 3, height 3, can move, in danger');
    expect(play.cellName([0, 4])).toBe('your Sentinel, column a, row 1, height 0, cannot move');
    expect(play.cellName([3, 4])).toBe('column d, row 1, height 3');
    expect(play.cellName(OUT)).toBe('beyond row 4: the way out of Light, column b');
    expect(play.cellName([0, 5])).toBe('beyond row 1: the way out of Dark, column a');
  });

  it('tell what a destination is, once a piece is selected', () => {
    const { play } = open();
    play.press(SCOUT, 'primary');
    expect(play.cellName([1, 3])).toContain('can go here: 1 of 5 movement points, on the level');
    expect(play.cellName(FOE)).toContain(
      'can be attacked, 2 against 1 (strength +1, from above +1 / V1 beside it +1)',
    );
    expect(play.cellName([3, 0])).toContain('can leave here and score 1: 3 of 5 movement points, 1 up');
  });

  it('come in three languages', () => {
    const { play } = open();
    settings.language = 'fr';
    expect(play.cellName(SCOUT)).toContain('votre éclaireur, colonne b, rangée 3');
    settings.language = 'de';
    expect(play.cellName(FOE)).toContain('die dunkle Vorhut, Spalte c, Reihe 3');
  });
});

describe('gestures', () => {
  it('a click selects, a click on a destination moves at once', () => {
    const { play, acted } = open();
    play.press(SCOUT, 'primary');
    expect([play.selected(SCOUT), play.picture()?.marks.length]).toEqual([true, 3]);
    play.press([1, 3], 'primary');
    expect(acted).toEqual([{ piece: 0, to: [1, 1] }]);
    expect(play.chosen).toBeNull();
  });

  it('attacks, and leaves beyond the edge whatever the column', () => {
    const { play, acted } = open();
    play.press(SCOUT, 'primary');
    play.press(FOE, 'primary');
    play.press(SCOUT, 'primary');
    play.press([3, 0], 'primary');
    expect(acted).toEqual([{ piece: 0, to: [2, 2] }, { exit: 0 }]);
  });

  it('an attack that would fail is explained, not made', () => {
    const { play, acted, said } = open(lost);
    play.press(SCOUT, 'primary');
    play.press(FOE, 'primary');
    expect(acted).toEqual([]);
    expect(said.at(-1)).toBe('0 against 1: not enough');
    expect(play.summary()?.facts.find(({ label }) => label === 'Result')).toMatchObject({ bad: true });
  });

  it('a finger shows first and does it then, unless one step is wanted', () => {
    const { play, acted } = open();
    play.press(SCOUT, 'touch');
    play.press([1, 3], 'touch');
    expect(acted).toEqual([]);
    expect(play.summary()?.title).toBe('Explorer E1 to b2');
    play.press([1, 3], 'touch');
    expect(acted.length).toBe(1);
    settings.confirm = 'one-step';
    play.press(SCOUT, 'touch');
    play.press([1, 3], 'touch');
    expect(acted.length).toBe(2);
  });

  it('the first moves are taught, until a few have been made', () => {
    relearn();
    const { play } = open();
    const said = () => play.summary()?.hint;
    expect(said()).toContain('Choose one of your pieces');
    play.press(SCOUT, 'touch');
    expect(said()).toContain('Marked squares');
    play.press([1, 3], 'touch');
    expect(said()).toContain('what would happen');
    for (let turn = 0; turn < TURNS; turn++) turnLearned('traversal');
    expect(said()).toContain('again');
  });

  it('the keyboard does all of it', () => {
    const { play, acted } = open();
    expect(play.cycle(1, true)).toBe(true);
    expect(play.selected(SCOUT)).toBe(true);
    play.arrow(0, 1);
    expect(play.summary()?.title).toBe('Explorer E1 to b2');
    play.confirm();
    expect(acted).toEqual([{ piece: 0, to: [1, 1] }]);
    play.cycle(1, true);
    play.cycle(1, false);
    expect(play.summary()?.title).toBe('Explorer E1 attacks Vanguard V1');
    expect(play.cancel()).toBe(true);
    expect(play.cancel()).toBe(true);
    expect(play.cancel()).toBe(false);
  });

  it('an enemy shows where it could go, and nothing can be done for it', () => {
    const { play, acted } = open();
    play.press(FOE, 'primary');
    expect([play.inspected, play.picture()?.own]).toEqual([6, false]);
    play.press([3, 4], 'primary');
    expect(acted).toEqual([]);
  });
});

describe('a flat board of ten columns on a phone', () => {
  function camera(coarse: boolean) {
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: coarse && query.includes('coarse') }));
    const made = new Camera();
    made.setGrain(open().play.grain);
    made.setWorld(10, 12);
    made.setView(362, 320, 3);
    made.approach(4, 10);
    return made;
  }

  it('has squares of 44 pixels for a finger, and a mouse sees more of it', () => {
    const [finger, mouse] = [camera(true), camera(false)];
    expect([finger.scale, finger.crowded, finger.fits]).toEqual([44, true, false]);
    expect(mouse.scale).toBeLessThan(44);
  });

  it('is zoomed by any share, as its squares are not made of pixels', () => {
    const it = camera(true);
    it.step(100, 100, 1);
    expect(it.scale).toBeCloseTo(44 * 1.4);
    it.zoom(100, 100, 0.83);
    const { scale } = it;
    it.settle(100, 100);
    expect(it.scale).toBe(scale);
    for (let step = 0; step < 4; step++) it.step(100, 100, -1);
    expect(it.fits).toBe(true);
  });
});

describe('panel', () => {
  it('tells score, who is out, who is captured and what is left', () => {
    const { play } = open();
    const facts = Object.fromEntries((play.summary()?.facts ?? []).map(({ label, value }) => [label, value]));
    expect(facts).toMatchObject({
      Score: 'Light 0 : 1 Dark',
      Out: '1 of 2: E1 (Dark)',
      Captured: '1: E2 (Dark)',
      'Moves left': '196 of 200',
    });
    expect(play.standing(2)).toBe('Dark · 1 point');
  });
});

/** A ResizeObserver for which nothing ever changes. */
class Still {
  observe = () => undefined;
  unobserve = () => undefined;
  disconnect = () => undefined;
}

describe('marks beside words', () => {
  /** Fills of the marks of both players, in the order in which they stand. */
  function fills<Props extends Record<string, unknown>>(part: Component<Props>, props: Props): string[] {
    const target = document.createElement('div');
    const shown = mount(part, { target, props });
    flushSync();
    const found = [...target.querySelectorAll('svg[viewBox="-1 -1 26 26"] path')];
    void unmount(shown);
    return found.map((path) => path.getAttribute('fill') ?? '');
  }

  const lines = [1, 2].map((owner) => ({ id: owner, text: 'moved', owner, answer: false }));
  const recap = { at: 1, length: 2, lines, playing: false, pace: 1 };

  function everywhere(mark: GameModule['mark']) {
    Element.prototype.scrollTo = vi.fn();
    vi.stubGlobal('ResizeObserver', Still);
    const nothing = () => undefined;
    return [
      ...[1, 2].flatMap((owner) =>
        fills(Panel, { summary: { title: '', owner, facts: [], hint: null }, mark }),
      ),
      ...fills(Log, { lines, open: true, hint: '', mark, oncommand: nothing }),
      ...fills(Recap, { recap: recap as never, tick: 0, mark, onclose: nothing }),
    ];
  }

  it('are pieces of Light and of Dark, not the colours of the players', () => {
    const { mark } = moduleOf('traversal');
    const [light, dark] = [mark!(1), mark!(2)];
    expect(light.path).toBe(dark.path);
    const found = everywhere(mark);
    expect(found).toEqual([light, dark, light, dark, light, dark].map(({ colour }) => colour));
    for (const player of [1, 2]) expect(found).not.toContain(playerLook(player).colour);
  });

  it('are the colours of the players in games without marks of their own', () => {
    const both = [1, 2].map((player) => playerLook(player).colour);
    expect(everywhere(moduleOf('cellwar').mark)).toEqual([...both, ...both, ...both]);
  });
});

describe('log', () => {
  it('has the notation, and what it cost whom', () => {
    const { play } = open();
    const effects: TraversalEffect[] = [
      { kind: 'attacked', piece: foe, target: scout, path: [[2, 2], [1, 2]], special: false, attack: won }, // prettier-ignore
      { kind: 'captured', piece: scout, at: [1, 2] },
      { kind: 'exited', piece: guard, path: [[0, 0]], points: 3 }, // prettier-ignore
      { kind: 'skipped', player: 1 },
    ];
    expect(play.tell(update(effects))).toEqual([
      { text: 'V1 c3xb3: Vanguard takes Explorer, 2 against 1', owner: 2, bad: true },
      { text: 'S1 a1-out: Sentinel leaves the board, 3 points', owner: 1, bad: false },
      { text: 'Ada cannot move and is passed over', owner: 1, bad: true },
    ]);
  });

  it('moves pieces in steps that end where the rules say', () => {
    const scene = emptyScene();
    settle(scene, update().view as unknown as TraversalView);
    const path = [[1, 2], [1, 1], [2, 1]] as const; // prettier-ignore
    const effects: TraversalEffect[] = [
      { kind: 'moved', piece: scout, path: path.map(([x, y]) => [x, y]), special: false },
    ];
    const cues = { move: () => 'tick' as const, capture: 'tick', exit: 'tick', skip: 'tick' } as const;
    const steps = stepsOf(scene, effects, 4, cues);
    expect(steps.length).toBe(2);
    steps[0]!.frame(0.5);
    expect(scene.actors.get(0)).toMatchObject({ x: 1, y: 1.5 });
    for (const step of steps) step.frame(1);
    expect(scene.actors.get(0)).toMatchObject({ x: 2, y: 1, lift: 0 });
  });
});

describe('movement', () => {
  const cues = { move: () => 'move', capture: 'capture', exit: 'exit', skip: 'skip' } as unknown as Cues;
  function played(...effects: TraversalEffect[]) {
    const scene = emptyScene();
    settle(scene, update().view as unknown as TraversalView);
    return { scene, steps: stepsOf(scene, effects, 4, cues) };
  }

  it('hops from square to square, higher in a leap', () => {
    const path: [number, number][] = [[1, 2], [2, 3]]; // prettier-ignore
    const heights = [false, true].map((special) => {
      const { scene, steps } = played({ kind: 'moved', piece: scout, path, special });
      steps[0]!.frame(0.5);
      return scene.actors.get(0)!.lift;
    });
    expect(heights[0]).toBeGreaterThan(0.2);
    expect(heights[1]).toBeGreaterThan(heights[0]!);
  });

  it('knocks over whom it takes, and a ring spreads', () => {
    const path: [number, number][] = [[1, 2], [2, 2]]; // prettier-ignore
    const { scene, steps } = played(
      { kind: 'attacked', piece: scout, target: foe, path, special: false, attack: won },
      { kind: 'captured', piece: foe, at: [2, 2] },
    );
    expect(steps.map(({ cue }) => cue)).toEqual(['move', 'capture']);
    steps[0]!.frame(0.9);
    const victim = scene.actors.get(6)!;
    expect([victim.fallen > 0.5, victim.alpha < 0.5]).toEqual([true, true]);
    steps[0]!.frame(1);
    steps[1]!.frame(0.5);
    expect(scene.bursts).toEqual([{ kind: 'capture', x: 2, y: 2, at: 0.5 }]);
    steps[1]!.frame(1);
    expect([scene.bursts, scene.actors.has(6)]).toEqual([[], false]);
  });

  it('carries over the edge who leaves', () => {
    const { scene, steps } = played({ kind: 'exited', piece: scout, path: [[1, 2], [1, 3]], points: 1 }); // prettier-ignore
    expect(steps.map(({ cue }) => cue)).toEqual(['move', 'exit']);
    steps[0]!.frame(1);
    steps[1]!.frame(0.9);
    const gone = scene.actors.get(0)!;
    expect([gone.y, gone.lift > 0.3, gone.alpha < 0.5]).toEqual([4, true, true]);
    expect(scene.bursts[0]).toMatchObject({ kind: 'exit', x: 1, y: 4 });
    steps[1]!.frame(1);
    expect(scene.actors.has(0)).toBe(false);
  });

  it('sounds when somebody is passed over', () => {
    expect(played({ kind: 'skipped', player: 2 }).steps.map(({ cue }) => cue)).toEqual(['skip']);
  });
});

describe('the edges', () => {
  it('name columns and rows as the player sees them, and who leaves where', () => {
    const { play } = open();
    expect([0, 3].map(play.edges.column)).toEqual(['a', 'd']);
    expect([0, 1, 4, 5].map(play.edges.row)).toEqual(['', '4', '1', '']);
    expect(play.outs).toEqual(['Light', 'Dark']);
    const marks = (play.press(SCOUT, 'primary'), play.picture()?.marks);
    expect(marks?.map(({ kind, at }) => `${kind} ${at.join()}`)).toEqual([
      'attack 2,2',
      'exit 1,4',
      'move 1,1',
    ]);
  });

  it('arrows go where the board is seen to lie, however it is turned', () => {
    const { play } = open();
    const after = [0, 1, 2, 3].map((quarters) => {
      play.quarters = quarters;
      play.cursor = [1, 3];
      play.arrow(1, 0);
      return play.cursor.join();
    });
    expect(after).toEqual(['2,3', '1,2', '0,3', '1,4']);
  });
});

describe('command box', () => {
  it.each([
    ['E1 d4', { do: 'go', who: 'e1', to: [3, 3] }],
    ['e1 b3-d4', { do: 'go', who: 'e1', to: [3, 3] }],
    ['c3xd4', { do: 'go', who: 'c3', to: [3, 3] }],
    ['S1 out', { do: 'go', who: 's1', to: null }],
    ['s1 a1-out', { do: 'go', who: 's1', to: null }],
    ['d10', { do: 'at', at: [3, 9] }],
    ['b2', { do: 'moves_of', who: 'b2' }],
    ['pieces', { do: 'units' }],
    ['fly', { do: 'unknown' }],
  ])('%s', (line, command) => expect(parse(line)).toEqual(command));

  it('plays, and says why not', () => {
    const { play, acted, said } = open();
    play.command('E1 b2');
    expect(acted).toEqual([{ piece: 0, to: [1, 1] }]);
    play.command('E1 a4');
    expect(said.at(-1)).toBe('It cannot go there. E1 b3 can go to xc3 out b2.');
    play.command('b3');
    expect(said.at(-1)).toContain('E1 b3 can go to');
    play.command('E1 out');
    expect(acted.at(-1)).toEqual({ exit: 0 });
  });
});

it('no number of the rules is in the page', () => {
  const files = readdirSync('src/games').filter(
    (name) => name.startsWith('traversal') && name.endsWith('.ts'),
  );
  expect(files.length).toBeGreaterThan(8);
  for (const name of files) {
    const source = readFileSync(join('src/games', name), 'utf8');
    expect([name, /\b(200|max_moves: |budget: \d|strength: \d)\b/.exec(source)?.[0] ?? null]).toEqual([
      name,
      null,
    ]);
  }
});

describe('a hint', () => {
  it('aims where the piece would go, and does nothing by itself', () => {
    const { play, acted } = open();
    const told = play.suggest([{ piece: 0, to: [2, 2] }]);
    expect(told).toEqual({
      text: 'Explorer at b3: attack Vanguard c3.',
      actions: [{ piece: 0, to: [2, 2] }],
    });
    expect([play.chosen, play.aim, acted]).toEqual([0, [2, 2], []]);
    expect(play.suggest([{ exit: 0 }])?.text).toBe('Explorer at b3: leave the board.');
    expect(play.suggest([{ exit: 99 }])).toBeNull();
  });
});
