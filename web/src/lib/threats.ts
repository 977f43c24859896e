import type { Plan } from '../types/Plan';
import type { PlanHex } from '../types/PlanHex';
import type { Threat } from '../types/Threat';

/** A shot that could be fired while a hex of the way is entered. */
export interface Shot {
  /** The hex of the way. */
  at: string;
  threat: Threat;
}

/** Every shot that could be fired on the way to `to`, in the order of the way. */
export function shotsOnTheWay(plan: Plan, to: PlanHex): Shot[] {
  const byHex = new Map(plan.hexes.map((hex) => [hex.hex, hex]));
  return to.path.flatMap((id) => {
    const entered = id === to.hex ? to : byHex.get(id);
    return (entered?.threats ?? []).map((threat) => ({ at: id, threat }));
  });
}
