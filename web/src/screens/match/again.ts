/** The same match once more: equal options, equal seats, this browser in its own. */
import { keepInvitations } from '../../online/invitation';
import { api, type MatchInfo, type SeatInfo, type SeatWish } from '../../api';
import type { Rematch } from '../../protocol';

function wish(seat: SeatInfo, mine: boolean): SeatWish {
  if (seat.kind === 'computer')
    return { kind: 'computer', name: seat.name, ...(seat.bot ? { bot: seat.bot } : {}) };
  return mine ? { kind: 'human', name: seat.name } : { kind: 'open' };
}

/** Creates it, takes this browser's seats, keeps the others' invitations and tells them; the new id. Throws ApiError. */
export async function repeat(info: MatchInfo): Promise<string> {
  const { game_id: id, invitations = {} } = await api.create({
    game: info.game,
    options: info.options,
    players: info.seats.map((seat) => wish(seat, info.mine.includes(seat.player))),
  });
  const open = Object.entries(invitations).filter(([player]) => !info.mine.includes(Number(player)));
  if (open.length > 0) keepInvitations(id, Object.fromEntries(open));
  for (const seat of info.seats)
    if (info.mine.includes(seat.player)) await api.join(id, { player: seat.player, name: seat.name });
  if (open.length > 0) await api.rematch(info.game_id, id, Object.fromEntries(open)).catch(() => undefined); // the links stay
  return id;
}

/** Follows somebody who asks for a rematch, under the name this player had; the match's id. Throws ApiError. */
export async function follow(info: MatchInfo, asked: Rematch, viewer: number): Promise<string> {
  const name = info.seats.find((seat) => seat.player === viewer)?.name;
  if (asked.code) await api.join(asked.match_id, { code: asked.code, ...(name ? { name } : {}) });
  return asked.match_id;
}
