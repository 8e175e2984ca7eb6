/** What the last event touched, marked on the board of any game whose effects name cells. */
import type { Painter } from '../board/canvas';
import type { Cell, Json } from '../games/module';
import { playerLook } from '../players';

export interface Mark {
  from: Cell | null;
  to: Cell;
}

function cell(value: unknown): Cell | null {
  return Array.isArray(value) && value.length === 2 && value.every(Number.isInteger)
    ? (value as unknown as Cell)
    : null;
}

/** The cells that effects name under `at` and `to`. */
export function marksOf(effects: readonly Json[]): Mark[] {
  return effects.flatMap((effect) => {
    const at = cell(effect.at);
    const to = cell(effect.to);
    if (to) return [{ from: at, to }];
    return at ? [{ from: null, to: at }] : [];
  });
}

/** Frames in the colour of the one who did it, and the way there. */
export function paintMarks({ ctx, ratio, ink, box }: Painter, marks: readonly Mark[], player: number): void {
  const { colour } = playerLook(player, ink.theme);
  const stroke = (width: number, style: string, path: () => void) => {
    ctx.lineWidth = width * ratio;
    ctx.strokeStyle = style;
    ctx.beginPath();
    path();
    ctx.stroke();
  };
  ctx.save();
  ctx.lineCap = 'round';
  for (const { from, to } of marks) {
    const end = box(...to);
    const inset = Math.max(1.5 * ratio, end.size * 0.04);
    const frame = () =>
      ctx.roundRect(
        end.x + inset,
        end.y + inset,
        end.size - 2 * inset,
        end.size - 2 * inset,
        end.size * 0.16,
      );
    const way = () => {
      const start = box(...(from ?? to));
      ctx.moveTo(start.x + start.size / 2, start.y + start.size / 2);
      ctx.lineTo(
        start.x + start.size / 2 + (end.x - start.x) * 0.55,
        start.y + start.size / 2 + (end.y - start.y) * 0.55,
      );
    };
    if (from && (from[0] !== to[0] || from[1] !== to[1])) {
      stroke(6, ink.outline, way);
      stroke(3.5, colour, way);
    }
    stroke(5.5, ink.outline, frame);
    stroke(3, colour, frame);
  }
  ctx.restore();
}
