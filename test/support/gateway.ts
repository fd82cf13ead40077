import type { EventLoop } from '../../src/http/admission';
import { type Dependencies, type Gateway, startGateway } from '../../src/server/server';
import { readSettings } from '../../src/config/settings';
import { watchedLog } from './canary-watch';
import { createTestDatabase, sealDatabase, type TestDatabase } from './database';
import { servingUrl } from './serving-account';
import { signToken, TEST_SECRET } from './tokens';

/** The test's own work also blocks the event loop of the gateway in its process. */
const NEVER_LATE: Pick<EventLoop, keyof EventLoop> = {
  delay: () => 0,
  recentDelay: () => 0,
  start: () => undefined,
  stop: () => undefined,
};

/** The address of no server. */
export const DATABASE_AWAY = 'mysql://root@127.0.0.1:1/none';

/** Rows for each rung of a search, so few that searches in a small database take every rung, as in a large one. */
export const SHORT_RUNGS: readonly number[] = [4, 8, 16];

export interface TestGateway {
  readonly url: string;
  readonly adminUrl: string;
  /** The problems that make lookups unavailable. */
  problems(): Promise<readonly string[]>;
  close(options?: Parameters<Gateway['close']>[0]): Promise<unknown>;
}

export interface TestGatewayOptions extends Partial<Omit<Dependencies, 'now'>> {
  readonly now?: () => Date;
  readonly databaseUrl: string;
  /** Further settings, by their names in the environment. */
  readonly env?: Readonly<Record<string, string>>;
  /**
   * Whether the database gets a group that nobody may see. Tests that count every record for a caller with all groups
   * turn it off.
   */
  readonly sealed?: boolean;
  /** Called with every executed statement, as text without its parameters. */
  readonly onStatement?: (sql: string) => void;
}

/**
 * A gateway on free ports, with a small pool, so that many can share one server, and a read-only account. Its log lines
 * are searched for the canary.
 */
export async function startTestGateway({
  databaseUrl,
  env = {},
  sealed = true,
  now,
  log,
  onStatement,
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
  return startGateway(settings, {
    idleGraceMs: 0,
    eventLoop: NEVER_LATE,
    ...(now && { now: () => now().getTime() }),
    ...(onStatement && { observer: { statementEnded: ({ sql }) => onStatement(sql) } }),
    ...dependencies,
    log: watchedLog(log),
  });
}

interface SharedGateway {
  readonly database: TestDatabase;
  readonly gateway: TestGateway;
  /** Of a caller who may see every group. */
  readonly token: string;
}

/** A gateway for the tests of one file, whose requests need no database. */
export function gatewayWithoutDatabase(options: Omit<TestGatewayOptions, 'databaseUrl'> = {}): TestGateway {
  const gateway: Partial<TestGateway> = {};
  beforeAll(async () => {
    Object.assign(gateway, await startTestGateway({ databaseUrl: DATABASE_AWAY, ...options }));
  });
  afterAll(() => gateway.close?.());
  return gateway as TestGateway;
}

/**
 * An empty database, a gateway and a token for the tests of one file. They exist from its first test to its last.
 * @param env further settings @param options of the gateway
 */
export function gatewayForAllTests(
  env: TestGatewayOptions['env'] = {},
  options: Omit<TestGatewayOptions, 'databaseUrl' | 'env'> = {},
): SharedGateway {
  const database: Partial<TestDatabase> = {};
  const gateway: Partial<TestGateway> = {};
  const shared = { database, gateway, token: '' };
  beforeAll(async () => {
    const { url: databaseUrl } = Object.assign(database, await createTestDatabase());
    Object.assign(gateway, await startTestGateway({ databaseUrl, env, ...options }));
    shared.token = await signToken({ groups: '*' });
  });
  afterAll(async () => {
    await gateway.close?.();
    await database.drop?.();
  });
  return shared as SharedGateway;
}
