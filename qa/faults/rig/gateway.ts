/** The gateway as shipped, with its own defaults, and what the kernel says of its process. */

import { readdirSync, readFileSync } from 'node:fs';

import { type Environment, serveAsSet, type Serving } from '../../../test/cli/leasegate';
import { TEST_SECRET } from '../../../test/support/tokens';
import { until } from '../../../test/support/until';

/** Resolves once it is ready. */
export async function startGateway(databaseUrl: string, env: Environment = {}): Promise<Serving> {
  const serving = await serveAsSet({ DATABASE_URL: databaseUrl, AUTH_JWT_SECRET: TEST_SECRET, ...env });
  await until(async () => (await fetch(`${serving.adminUrl}/readyz`)).status === 200, 'the gateway is ready');
  return serving;
}

/** Resident memory in bytes. */
export const residentBytes = ({ pid }: Serving): number =>
  1024 * Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

/** The number of open files and sockets. */
export const descriptors = ({ pid }: Serving): number => readdirSync(`/proc/${pid}/fd`).length;
