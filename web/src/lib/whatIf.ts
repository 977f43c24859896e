import type { BranchInfo } from '../types/BranchInfo';

/** What decides whether somebody may play on from a moment of a game. */
export interface Moment {
  /** The moment: how many actions have been done. */
  seq: number;
  /** How many there are in all. */
  last: number;
  over: boolean;
  /** Who sits where: `human` or a bot. */
  players: readonly string[];
  /** How many seats this screen holds. */
  held: number;
}

/** Why nobody can play on from here, in words for the player; nothing if he can. The server has the last word. */
export function whyNoBranch({ seq, last, over, players, held }: Moment): string | null {
  if (over && seq >= last) return 'The game is over here. Go back to an earlier moment to play on from it.';
  if (over) return null;
  const people = players.filter((player) => player === 'human').length;
  if (people > 1) {
    return 'This game is not over, and more than one person sits at it. To play on from here would show what one of them hides. When it is over you can.';
  }
  if (people === 0 || held === 0) return 'This game is not over. Until then only its player can play on from here.';
  return null;
}

/** Where a game was branched off: "What if, from action 41 on". */
export function branchedWords({ after }: BranchInfo): string {
  return after === 0 ? 'What if, from the start' : `What if, from action ${after} on`;
}
