/** The same match once more: equal options, equal seats, this browser in its own. */
import { keepInvitations } from '../../online/invitation';
import { api, type MatchInfo, type SeatInfo, type SeatWish } from '../../api';

function wish(seat: SeatInfo, mine: boolean): SeatWish {
  if (seat.kind === 'computer')
    return { kind: 'computer', name: seat.name, ...(seat.bot ? { bot: seat.bot } : {}) };
  return mine ? { kind: 'human', name: seat.name } : { kind: 'open' };
}

/** Creates it, takes this browser's seats and keeps the invitations to the others; the new id. Throws ApiError. */
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
  return id;
}
