/** Who is there, and how long somebody who is not is waited for. */
import type { PlayerPresence } from '../protocol';

export type Presence =
  | { is: 'unknown' | 'here' | 'away' }
  /** Counts as lost in so many seconds. */
  | { is: 'leaving'; seconds: number };

export function presenceOf(players: readonly PlayerPresence[], player: number, now: number): Presence {
  const found = players.find((each) => each.player === player);
  if (!found) return { is: 'unknown' };
  if (found.connected) return { is: 'here' };
  const seconds = Math.ceil(((found.lost_at ?? 0) - now) / 1000);
  return seconds > 0 ? { is: 'leaving', seconds } : { is: 'away' };
}
