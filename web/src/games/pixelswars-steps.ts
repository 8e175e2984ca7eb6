/** The movement that turns one PixelsWars view into the next: journeys, shots, explosions, captures, what a turn brings. */
import { easeOut, type Step } from '../board/animate';
import { t } from '../i18n';
import type { PixelsWarsEffect, PixelsWarsUnit } from '../protocol';
import type { Cell } from './module';
import { actorOf, addFloat, buildingAt, type Actor, type Flash, type Scene } from './pixelswars-scene';
import * as cues from './pixelswars-cues';
import { tables, unitFacts } from './pixelswars-tables';

/** Milliseconds at normal speed; a shot takes what the tables say. */
const STEP = 110;
const DRAW = 120;
const EXPLOSION = 450;
const SPARKLE = 380;
const GROW = 260;
const LABELS = 420;
/** A shot without tables. */
const SHOT = 500;

/** Whether a unit stands there already, because its journey was shown when it was tried. */
function arrived(scene: Scene, effect: PixelsWarsEffect): boolean {
  const actor = effect.unit && scene.actors.get(effect.unit.id);
  const end = effect.path?.at(-1);
  return !!actor && !!end && actor.x === end[0] && actor.y === end[1];
}

/** The steps from `scene` on; they change it when they are played, in order. `shown`: a unit whose moves are shown. */
export function stepsOf(scene: Scene, effects: readonly PixelsWarsEffect[], shown: number | null): Step[] {
  const steps: Step[] = [];
  for (let index = 0; index < effects.length; index++) {
    const effect = effects[index]!;
    if (effect.kind === 'moved') {
      if (effect.unit && effect.unit.id !== shown && !arrived(scene, effect))
        steps.push(...journey(scene, effect.unit, effect.path ?? []));
    } else if (effect.kind === 'shot' || effect.kind === 'answered') steps.push(...shot(scene, effect));
    else if (effect.kind === 'income' || effect.kind === 'healed') {
      const all = [effect];
      while (effects[index + 1]?.kind === 'income' || effects[index + 1]?.kind === 'healed')
        all.push(effects[(index += 1)]!);
      steps.push(labels(scene, all));
    } else {
      const step = single(scene, effect);
      if (step) steps.push(step);
    }
  }
  return steps;
}

function single(scene: Scene, effect: PixelsWarsEffect): Step | null {
  switch (effect.kind) {
    case 'died':
      return explode(scene, effect);
    case 'capturing':
    case 'captured':
    case 'secured':
      return sparkle(scene, effect);
    case 'bought':
      return grow(scene, effect);
    default:
      return null;
  }
}

const spark = (kind: Flash['kind'], [x, y]: Cell): Flash => ({ kind, x, y, to: null, at: 0 });

/** Along a path, cell by cell; the first is where it stands. */
export function journey(scene: Scene, unit: PixelsWarsUnit, path: readonly Cell[]): Step[] {
  const legs = path.length - 1;
  if (legs < 1) return [];
  return [
    {
      ms: STEP * legs,
      cue: cues.move(unit.kind),
      focus: [path[0]!, path[legs]!],
      frame(at) {
        const actor = scene.actors.get(unit.id);
        if (!actor) return;
        const along = at * legs;
        const leg = Math.min(legs - 1, Math.floor(along));
        const [from, to] = [path[leg]!, path[leg + 1]!];
        if (to[0] !== from[0]) actor.facing = to[0] > from[0] ? 'right' : 'left';
        actor.x = from[0] + (to[0] - from[0]) * (along - leg);
        actor.y = from[1] + (to[1] - from[1]) * (along - leg);
        const dusty = at > 0.75 && at < 1 && unitFacts(unit.kind)?.domain !== 'air';
        scene.flashes = dusty ? [{ ...spark('dust', path[legs]!), at: (at - 0.75) / 0.25 }] : [];
        if (at === 1) [actor.x, actor.y, actor.unit] = [to[0], to[1], { ...unit, x: to[0], y: to[1] }];
      },
    },
  ];
}

const FLYING = { gun: 'tracer', cannon: 'shell', missile: 'missile' } as const;

/** The target is marked, then a flash, something flies, and the target is hit. */
function shot(scene: Scene, { unit, target, at, to, damage, hp }: PixelsWarsEffect): Step[] {
  if (!unit || !target || !at || !to) return [];
  const facts = unitFacts(unit.kind);
  const kind = FLYING[facts?.weapon ?? 'gun'];
  const ms = Math.max(300, (facts?.pause ?? SHOT) * 0.6);
  let flash: Flash | null = null;
  return [
    {
      ms: DRAW,
      focus: [at, to],
      frame(done) {
        scene.target = to;
        const shooter = scene.actors.get(unit.id);
        if (shooter && to[0] !== at[0]) shooter.facing = to[0] > at[0] ? 'right' : 'left';
        if (done === 1) scene.flashes = [];
      },
    },
    {
      ms,
      cue: cues.shot(unit.kind),
      frame(done) {
        flash ??= { kind, x: at[0], y: at[1], to, at: 0 };
        flash.at = Math.min(1, done / 0.7);
        const muzzle: Flash[] = done < 0.3 ? [{ ...flash, kind: 'muzzle', at: done / 0.3 }] : [];
        scene.flashes = done < 0.7 ? [flash, ...muzzle] : [];
        const hit = scene.actors.get(target.id);
        if (hit) strike(hit, done, hp);
        if (done < 1) return;
        scene.target = null;
        if (hit) addFloat(scene, `−${damage ?? 0}`, to, 'bad');
      },
    },
  ];
}

function strike(hit: Actor, done: number, hp: number | undefined): void {
  hit.struck = done >= 0.7 && done < 1 ? 1 - (done - 0.7) / 0.3 : 0;
  if (done >= 0.7 && hp !== undefined) hit.unit = { ...hit.unit, hp };
}

function explode(scene: Scene, { unit, at }: PixelsWarsEffect): Step | null {
  if (!unit || !at) return null;
  return {
    ms: EXPLOSION,
    cue: cues.effect('died'),
    focus: [at],
    frame(done) {
      const actor = scene.actors.get(unit.id);
      if (actor) actor.alpha = done < 0.35 ? 1 : 0;
      const burst: Flash[] = done < 0.8 ? [{ ...spark('explosion', at), at: done / 0.8 }] : [];
      const smoke: Flash[] = done > 0.4 ? [{ ...spark('smoke', at), at: (done - 0.4) / 0.6 }] : [];
      scene.flashes = done < 1 ? [...smoke, ...burst] : [];
      if (done === 1) scene.actors.delete(unit.id);
    },
  };
}

function sparkle(scene: Scene, { kind, unit, at, points, player }: PixelsWarsEffect): Step | null {
  if (!at) return null;
  const whole = tables()?.capture_points ?? points ?? 0;
  return {
    ms: SPARKLE,
    cue: cues.effect(kind as 'capturing' | 'captured' | 'secured'),
    focus: [at],
    frame(done) {
      scene.flashes = done < 1 ? [{ ...spark('capture', at), at: done }] : [];
      if (done < 1) return;
      const building = buildingAt(scene, at);
      if (building) {
        building.points = kind === 'capturing' ? (points ?? building.points) : whole;
        if (kind === 'captured') building.owner = player ?? unit?.owner ?? building.owner;
      }
      if (kind === 'capturing') addFloat(scene, `${points ?? 0}/${whole}`, at, 'plain');
      else addFloat(scene, t(`pixelswars.float.${kind as 'captured' | 'secured'}`), at, 'good');
    },
  };
}

function grow(scene: Scene, { unit, at }: PixelsWarsEffect): Step | null {
  if (!unit || !at) return null;
  return {
    ms: GROW,
    cue: cues.bought(unit.kind),
    focus: [at],
    frame(done) {
      const actor = scene.actors.get(unit.id) ?? actorOf(unit);
      actor.scale = 0.4 + 0.6 * easeOut(done);
      actor.alpha = Math.min(1, done * 2);
      scene.actors.set(unit.id, actor);
      scene.flashes = done < 1 ? [{ ...spark('ring', at), at: done }] : [];
    },
  };
}

/** What the beginning of a turn brings, all at once. */
function labels(scene: Scene, effects: readonly PixelsWarsEffect[]): Step {
  const healed = effects.some((effect) => effect.kind === 'healed');
  return {
    ms: LABELS,
    cue: cues.effect(healed ? 'healed' : 'income'),
    frame(done) {
      const flashes = effects.filter((effect) => effect.kind === 'healed' && effect.at);
      scene.flashes = done < 1 ? flashes.map(({ at }) => ({ ...spark('heal', at!), at: done })) : [];
      if (done < 1) return;
      for (const { kind, at, amount, unit, hp } of effects) {
        if (!at) continue;
        const actor = unit && scene.actors.get(unit.id);
        if (kind === 'healed' && actor && hp !== undefined) actor.unit = { ...actor.unit, hp };
        const key = kind === 'income' ? 'pixelswars.float.income' : 'pixelswars.float.healed';
        addFloat(scene, t(key, { amount: amount ?? 0 }), at, 'good');
      }
    },
  };
}
