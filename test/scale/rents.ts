/** Rents that change all the time, and questions about them: an answer older than what a caller may know is stale. */

import { createConnection } from 'mysql2/promise';

import { LEASES } from '../http/client';
import { until } from '../support/until';
import type { Question } from './load';
import { TENANTS_OF_ACME } from './town';

const RENT_OF = 'query ($tenant: TenantMatch!) { leasesForTenant(tenant: $tenant) { nodes { identifier rent } } }';

const CHANGE = 'update leases set rent = ? where identifier_key = cast(? as binary)';

interface Nodes {
  readonly data: { readonly leasesForTenant: { readonly nodes: readonly Lease[] } };
}
interface Lease {
  readonly identifier: string;
  readonly rent: number | null;
}

/**
 * One writer, which raises the rent of each lease of acme in turn. Each rent belongs to one lease.
 * @param url of the database, for accounts that write
 */
export function startRents(url: string) {
  /** The rent that was last acknowledged or shown, and the one that was last sent, by number of the lease. */
  const [known, sent] = [new Map<number, number>(), new Map<number, number>()];
  const learn = (lease: number, rent: number) => known.set(lease, Math.max(rent, known.get(lease) ?? 0));
  const stale: string[] = [];
  const acknowledged: number[] = [];
  let running = true;
  let asked = 0;

  const connect = () => createConnection({ uri: url, connectTimeout: 5_000 }).catch(() => undefined);
  const write = async () => {
    let connection = await until(connect, 'the writer connects');
    for (let rent = 1; running; rent += 1) {
      const lease = (rent % TENANTS_OF_ACME) + 1;
      sent.set(lease, rent);
      try {
        await connection.query(CHANGE, [rent, `acme-${lease}`]);
        learn(lease, rent);
        acknowledged.push(performance.now());
      } catch {
        connection.destroy();
        connection = await until(() => (running ? connect() : connection), 'the writer connects again');
      }
    }
    connection.destroy();
  };
  const written = write();

  /** Over REST and over GraphQL in turn. */
  const question = (): Question => {
    asked += 1;
    const lease = ((asked >> 1) % TENANTS_OF_ACME) + 1;
    const least = known.get(lease) ?? 0;
    const identifier = `acme-${lease}`;
    const isRight = ([one, ...others]: readonly Lease[]): boolean => {
      const rent = one?.rent ?? 0;
      if (one?.identifier !== identifier || others.length > 0 || rent > (sent.get(lease) ?? 0)) return false;
      if (rent !== 0 && (rent % TENANTS_OF_ACME) + 1 !== lease) return false;
      if (rent < least) stale.push(`${identifier} has ${rent}, not ${least}`);
      else learn(lease, rent);
      return rent >= least;
    };
    return asked % 2 === 0
      ? { path: LEASES, body: { identifier }, isRight: (body) => isRight((body as { leases: Lease[] }).leases) }
      : {
          path: '/graphql',
          body: { query: RENT_OF, variables: { tenant: { identifier } } },
          isRight: (body) => isRight((body as Nodes).data?.leasesForTenant.nodes ?? []),
        };
  };
  const stop = async () => {
    running = false;
    await written;
  };
  return { question, stale, acknowledged, stop };
}
