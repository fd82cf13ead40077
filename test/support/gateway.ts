import type { EventLoop } from '../../src/server/event-loop';
import { startGateway, type Dependencies } from '../../src/server/server';
import { readSettings } from '../../src/config/settings';
import { watchedLog } from './canary-watch';
import { sealDatabase } from './database';
import { servingUrl } from './serving-account';
import { TEST_SECRET } from './tokens';

/** The process of a test does other work than the gateway's, which blocks its event loop. */
const NEVER_LATE: EventLoop = {
  delay: () => 0,
  recentDelay: () => 0,
  connectionAccepted: () => undefined,
  start: () => undefined,
  stop: () => undefined,
};

export interface TestGateway {
  readonly url: string;
  readonly adminUrl: string;
  /** The problems that make lookups unavailable. */
  problems(): Promise<readonly string[]>;
  close(): Promise<unknown>;
}

export interface TestGatewayOptions extends Partial<Dependencies> {
  readonly databaseUrl: string;
  /** Further settings, by their names in the environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Whether the database gets a group that nobody may see. Where every record is counted by one who sees all, it does not. */
  readonly sealed?: boolean;
}

/**
 * A gateway on free ports, with a pool small enough for many to share one server, on an account that may read alone;
 * its log lines are watched.
 */
export async function startTestGateway({
  databaseUrl,
  env = {},
  sealed = true,
  log,
  ...dependencies
}: TestGatewayOptions): Promise<TestGateway> {
  if (sealed) await sealDatabase(databaseUrl);
  const settings = readSettings({
    DATABASE_URL: servingUrl(databaseUrl),
    DATABASE_POOL_SIZE: '4',
    STATEMENT_TIMEOUT_MS: '20000',
    AUTH_JWT_SECRET: TEST_SECRET,
    PORT: '0',
    ADMIN_PORT: '0',
    ...env,
  });
  return startGateway(settings, { idleGraceMs: 0, eventLoop: NEVER_LATE, ...dependencies, log: watchedLog(log) });
}
