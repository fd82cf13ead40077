import type { World } from '../world';
import { leaseRow, tenantRow } from '../rows';
import type { Dice } from './dice';
import { canary } from './texts';

/** A request that finds many rows: the leases of this tenant, and the tenants of this lease. */
export const CROWD = { email_address: 'crowd@example.org', move_in_date: '2031-05-05' };

/** Greater than all ids of a generated world, except for the greatest possible id. */
const FIRST_ID = 100_000;

/**
 * About a page of rows, a little more or less, and as many matching rows of another group, each between two of the
 * first. If there is only one group, it owns all of them.
 */
export function withCrowd(dice: Dice, world: World): World {
  const size = dice.pick([99, 100, 101, 200]);
  const sides = [dice.pick(world.groups), dice.pick(world.groups)].map(({ id: group_id }, side) => {
    const ids = Array.from({ length: size }, (_, at) => FIRST_ID + 2 * at + side);
    const hub = FIRST_ID - 2 + side;
    const name = (id: number): string => `${canary(group_id)}crowd ${id}`;
    return {
      tenants: [
        tenantRow(hub, { group_id, identifier: name(hub), email_address: CROWD.email_address }),
        ...ids.map((id) => tenantRow(id, { group_id, identifier: name(id), last_name: name(id) })),
      ],
      leases: [
        leaseRow(hub, { group_id, identifier: name(hub), move_in_date: CROWD.move_in_date }),
        ...ids.map((id) => leaseRow(id, { group_id, identifier: name(id) })),
      ],
      pairs: ids.flatMap((id) => [
        { tenant_id: hub, lease_id: id, group_id },
        { tenant_id: id, lease_id: hub, group_id },
      ]),
    };
  });
  return {
    ...world,
    tenants: [...world.tenants, ...sides.flatMap(({ tenants }) => tenants)],
    leases: [...world.leases, ...sides.flatMap(({ leases }) => leases)],
    pairs: [...world.pairs, ...sides.flatMap(({ pairs }) => pairs)],
  };
}
