/** A request that is sent to both transports, with all random choices made. */

import type { RestRequest } from '../answer';
import type { World } from '../world';
import type { Asker } from './callers';
import { edgeDate } from './dates';
import type { Dice } from './dice';
import { generateRequest } from './requests';

/** The page of a GraphQL connection. The bounds are positions among the known rows, as fractions. */
export interface PageChoice {
  readonly direction: 'first' | 'last';
  readonly size: number;
  readonly after?: number;
  readonly before?: number;
}

export interface Case {
  readonly asker: Asker;
  /** Another caller, who sends the ids that this one received. */
  readonly other: Asker;
  readonly request: RestRequest;
  readonly activeOn?: string;
  readonly page: PageChoice;
  /** Whether to look up the returned records with `node`, `nodes` and `Tenant.leases`. */
  readonly follows: boolean;
}

export function generateCase(dice: Dice, world: World, askers: readonly Asker[], today: string): Case {
  const share = (): number => dice.between(0, 99) / 100;
  return {
    // Mostly callers who may see many records.
    asker: dice.chance(50) ? dice.pick(askers.slice(0, 1)) : dice.pick(askers),
    other: dice.pick(askers),
    request: generateRequest(dice, world, today),
    ...(dice.chance(20) && { activeOn: edgeDate(dice, today) }),
    follows: dice.chance(40),
    page: {
      direction: dice.pick(['first', 'last']),
      size: dice.pick([0, 1, 1, 2, 3, 10, 100]),
      ...(dice.chance(50) && { after: share() }),
      ...(dice.chance(50) && { before: share() }),
    },
  };
}
