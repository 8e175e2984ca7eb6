/** How a game counts its turns: by rounds, or by moves where a turn is one move. */
import { moduleOf } from './games';
import { t } from './i18n';

const counted = (game: string) => (moduleOf(game).moves ? 'move' : 'round');

/** "Round 3", or "Move 3". */
export const roundWords = (game: string, round: number): string => t(`match.${counted(game)}`, { round });

/** The word alone. */
export const roundName = (game: string): string => t(`course.${counted(game)}`);
