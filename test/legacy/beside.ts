/** A gateway beside an old service, over one household. */

import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import { pino } from 'pino';

import { insertHousehold } from '../db/household';
import { LEASES } from '../http/client';
import { scrape, type Scraped } from '../http/scraped';
import { createTestDatabase } from '../support/database';
import { startTestGateway, type TestGateway, type TestGatewayOptions } from '../support/gateway';
import { type OldServiceForTests, type Seen, startOldService } from './old-service';

/** In a form of its own: spaces, another order, absent fields. */
export const OLD_LEASE = `{ "last_id" : -1, "leases" : [ { "identifier" : "north-lease", "unit_id" : "north-unit",
  "tenants" : [ { "identifier" : "north-tenant", "group" : "north", "email_address" : "north@example.org", "active" : true } ] } ] }\n`;
export const OLD_TENANT = `{ "last_id" : -1, "tenants" : [ { "email_address" : "north@example.org", "identifier" : "north-tenant" } ] }\n`;
export const OLD_NOTHING = '{"leases":[],"last_id":-1}';

const answerOf = ({ path, body }: Seen) => {
  if (!path.endsWith(LEASES)) return { body: OLD_TENANT };
  return { body: body.includes('north') ? OLD_LEASE : OLD_NOTHING };
};

export interface Beside {
  readonly gateway: TestGateway;
  readonly old: OldServiceForTests;
  readonly logged: readonly Record<string, unknown>[];
  /** Scrapes until a condition holds. */
  readonly metrics: { until(holds: (scraped: Scraped) => boolean): Promise<Scraped> };
  close(): Promise<void>;
}

export const KEY = 'k'.repeat(32);

export async function beside(
  mode: 'shadow' | 'compare' | 'fallback',
  { databaseUrl, env, ...dependencies }: Partial<TestGatewayOptions> = {},
): Promise<Beside> {
  const database = databaseUrl === undefined ? await createTestDatabase() : undefined;
  if (database !== undefined) await insertHousehold(database.db, 'north');
  const old = await startOldService(answerOf);
  const logged: Record<string, unknown>[] = [];
  const gateway = await startTestGateway({
    databaseUrl: databaseUrl ?? database!.url,
    sealed: database !== undefined,
    env: { LEGACY_URL: `${old.url}/old`, LEGACY_MODE: mode, LEGACY_TIMEOUT_MS: '60000', AUDIT_KEY: KEY, ...env },
    ...dependencies,
    log: pino({}, { write: (line) => void logged.push(JSON.parse(line) as Record<string, unknown>) }),
  });
  return {
    gateway,
    old,
    logged,
    metrics: {
      async until(holds) {
        for (;;) {
          const scraped = await scrape(gateway.adminUrl);
          if (holds(scraped)) return scraped;
          await sleep(20);
        }
      },
    },
    async close() {
      await gateway.close();
      await old.stop();
      await database?.drop();
    },
  };
}

/** How many comparisons had each outcome. */
export function counted(scraped: Scraped, labels: Readonly<Record<string, string>> = {}): Record<string, number> {
  const outcomes = ['same', 'ignored', 'different', 'not_compared'];
  return Object.fromEntries(
    outcomes.map((outcome) => [outcome, scraped.sum('leasegate_legacy_comparisons_total', { outcome, ...labels })]),
  );
}

export interface RawAnswer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

interface Asking {
  readonly path?: string;
  readonly body?: string;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Asks, and decodes nothing. @throws when the answer breaks off */
export async function raw(
  url: string,
  { path = LEASES, body = '{}', token, headers, signal }: Asking = {},
): Promise<RawAnswer> {
  const request = httpRequest(`${url}${path}`, {
    method: 'POST',
    agent: false,
    signal,
    headers: {
      'Content-Type': 'application/json',
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...headers,
    },
  });
  request.end(body);
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part as Buffer);
  return { status: answer.statusCode, headers: answer.headers, bytes: Buffer.concat(parts) };
}
