/** A server whose defaults a test makes hostile, with the answers of a gateway and the result of imports to compare. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sql } from 'kysely';
import { type Connection, createConnection } from 'mysql2/promise';

import { readSourceAddress } from '../../../ingest/import/sql/source-address';
import { readDatabaseAddress } from '../../../src/config/settings';
import { COMMAND_CONNECTION, connect } from '../../../src/db/connect';
import { migrate } from '../../../src/db/migrations/index';
import { schemaProblems } from '../../../src/db/schema-check';
import { importFolder } from '../../../ingest/import/import-folder';
import { importSql } from '../../../ingest/import/import-sql';
import { LEASES, send, TENANTS } from '../../http/client';
import { startTestGateway } from '../../support/gateway';
import { signToken } from '../../support/tokens';
import { type PrivateServer, startPrivateServer } from '../private-server';

const ACCOUNTS = {
  serving: 'select on leasegate.*',
  writing: 'all privileges on `target%`.*',
  reading: 'select on source.*',
};

type Account = keyof typeof ACCOUNTS;

const GROUPS = 150;
const LEASES_STORED = 300;

const numbered = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
const groupOf = (n: number): string => `group-${1 + (n % GROUPS)}`;
/** Collations and modes disagree about these. */
const name = (n: number): string => ['Zoë', 'ZOE', 'zoe ', "O'Brien\\", 'ß', '😀'][n % 6]!;

/** What the source and the gateway’s database hold. */
const RECORDS = {
  groups: numbered(GROUPS).map((n) => ({ identifier: `group-${n}` })),
  units: numbered(LEASES_STORED).map((n) => ({
    identifier: `unit-${n}`,
    group: groupOf(n),
    'address.city': ['Köln', 'Koln', 'KÖLN ', null][n % 4],
    'address.country': 'DE',
  })),
  tenants: numbered(LEASES_STORED).map((n) => ({
    identifier: `tenant-${n}`,
    group: groupOf(n),
    email_address: `Tenant${n % 40}@example.org`,
    phone_number: `+49 30 ${n % 30}`,
    first_name: name(n),
  })),
  leases: numbered(LEASES_STORED).map((n) => ({
    identifier: `lease-${n}`,
    group: groupOf(n),
    unit_id: `unit-${n}`,
    move_in_date: n % 5 ? `20${10 + (n % 15)}-02-${1 + (n % 28)}`.replace(/-(\d)$/, '-0$1') : null,
    rent: 985.5 + n / 8,
  })),
  'lease-tenants': numbered(LEASES_STORED).map((n) => ({ lease: `lease-${n}`, tenant: `tenant-${n}` })),
};

/** The last lease is gone, and the first one has a new unit and day. */
const CHANGED = {
  units: [
    ...RECORDS.units.map(({ identifier, group }) => ({ identifier, group, address: { city: 'Bonn' } })),
    { identifier: 'unit-new', group: groupOf(1) },
  ],
  leases: numbered(LEASES_STORED - 1).map((n) => ({
    identifier: `lease-${n}`,
    group: groupOf(n),
    unit_id: n === 1 ? 'unit-new' : `unit-${n}`,
    move_in_date: '2026-01-31',
    tenants: [`tenant-${n}`],
  })),
};

/** The lookups that are compared: a body of one of the paths, or a GraphQL operation. */
const LOOKUPS: readonly (readonly [path: string, body: object])[] = [
  ...[
    {},
    { identifier: 'lease-7' },
    { group_id: 'group-8' },
    { address: { city: 'koln' } },
    { address: { country: 'DE' } },
    { move_in_date: { year: 2015 } },
    { move_in_date: { month: 2, day: 3 } },
  ].map((body): [string, object] => [TENANTS, body]),
  ...[{ email_address: 'TENANT7@example.org' }, { phone_number: '0049307' }, { identifier: 'tenant-1' }].map(
    (body): [string, object] => [LEASES, body],
  ),
  ...[
    '{ tenantsByLease(first: 100) { totalCount nodes { identifier firstName leases { nodes { identifier rent } } } } }',
    '{ tenantsByLease(last: 60) { totalCount nodes { identifier } } }',
    '{ leasesForTenant(tenant: { emailAddress: "tenant7@example.org" }) { totalCount nodes { identifier moveInDate } } }',
    '{ viewer { groups(first: 100) { totalCount nodes { identifier } } } }',
  ].map((query): [string, object] => ['/graphql', { query }]),
];

const CALLERS = [[groupOf(1)], [groupOf(1), groupOf(7), 'group-unknown'], RECORDS.groups.map((g) => g.identifier), '*'];

/** What every later session of an ordinary account begins with. */
export interface Hostile {
  readonly globals?: Readonly<Record<string, string | number>>;
  /** Runs at the start of each session, except for accounts that administer the server. */
  readonly initConnect?: string;
  /** What the account has of its own, such as `max_statement_time 1`. */
  readonly accountLimit?: string;
}

export class HostileServer {
  #targets = 0;

  private constructor(
    private readonly server: PrivateServer,
    private readonly admin: Connection,
    private readonly folder: string,
  ) {}

  static async start(): Promise<HostileServer> {
    const server = await startPrivateServer({}, [], process.env.TEST_SERVER_PATH);
    const admin = await createConnection({ uri: server.databaseUrl, charset: 'utf8mb4' });
    const own = new HostileServer(server, admin, mkdtempSync(join(tmpdir(), 'leasegate-hostile-')));
    await own.#prepare();
    return own;
  }

  async stop(): Promise<void> {
    await this.admin.end();
    await this.server.stop();
    rmSync(this.folder, { recursive: true });
  }

  /** Runs `work` while the server has these defaults. */
  async under<Result>(
    { globals = {}, initConnect = '', accountLimit }: Hostile,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const all = { ...globals, init_connect: initConnect };
    for (const [variable, value] of Object.entries(all)) await this.admin.query('set global ?? = ?', [variable, value]);
    try {
      if (accountLimit !== undefined) await this.#limitAccounts(accountLimit);
      return await work();
    } finally {
      if (accountLimit !== undefined) await this.#limitAccounts(accountLimit.replace(/\S+$/, '0'));
      for (const variable of Object.keys(all)) await this.admin.query('set global ?? = default', [variable]);
    }
  }

  async #limitAccounts(limit: string): Promise<void> {
    for (const account of Object.keys(ACCOUNTS))
      await this.admin.query(`alter user ${account}@'127.0.0.1' with ${limit}`);
  }

  /** The value of a variable in a session of an ordinary account, before this program sets it. Undefined if it has none. */
  async valueOf(variable: string): Promise<unknown> {
    return this.#ordinary(async (connection) => {
      const [rows] = await connection.query('select @@session.?? as value', [variable]);
      return (rows as { value: unknown }[])[0]?.value;
    }).catch(() => undefined);
  }

  /** Whether an ordinary account may run this. */
  accepts(statement: string): Promise<boolean> {
    return this.#ordinary((connection) => connection.query(statement)).then(
      () => true,
      () => false,
    );
  }

  /** Whether the server has a default for this variable that takes this value. */
  async hasGlobal(variable: string, value: string | number): Promise<boolean> {
    return this.under({ globals: { [variable]: value } }, async () => true).catch(() => false);
  }

  async #ordinary<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    const connection = await createConnection(this.#url('reading', 'source'));
    try {
      return await work(connection);
    } finally {
      connection.destroy();
    }
  }

  /** The answers to all lookups of all callers. */
  answers(): Promise<readonly string[]> {
    return this.#withGateway(async ({ url }) => {
      const answers: string[] = [];
      for (const groups of CALLERS) {
        const token = await signToken({ groups });
        for (const [path, body] of LOOKUPS) {
          const { status, text } = await send(url + path, { token, body });
          answers.push(`${path} ${JSON.stringify(body)} of ${groups.length}: ${status} ${text}`);
        }
      }
      return answers;
    });
  }

  /** Everything that is stored after an import from the source, and after one from files that change and delete. */
  async imported(): Promise<readonly unknown[]> {
    const target = `target${(this.#targets += 1)}`;
    await this.admin.query(`create database ${target}`);
    const db = connect(readDatabaseAddress({ DATABASE_URL: this.#url('writing', target) }), COMMAND_CONNECTION);
    try {
      await migrate(db);
      expect(await schemaProblems(db)).toEqual([]);
      const from = readSourceAddress({}, this.#url('reading', 'source'));
      const rejects = join(this.folder, 'rejects.ndjson');
      const first = await importSql({ db, folder: join(this.folder, 'queries'), from, rejects });
      const second = await importFolder({ db, folder: join(this.folder, 'changed'), rejects, prune: true });
      const stored: unknown[] = [first, second];
      for (const table of ['groups', 'units', 'tenants', 'leases', 'lease_tenants']) {
        const { rows } = await sql`select * from ${sql.table(table)} order by 1, 2`.execute(db);
        expect(rows.length).toBeGreaterThan(100);
        stored.push(rows);
      }
      return stored;
    } finally {
      await db.destroy();
      await this.admin.query(`drop database ${target}`);
    }
  }

  async #withGateway<Result>(
    work: (gateway: Awaited<ReturnType<typeof startTestGateway>>) => Promise<Result>,
  ): Promise<Result> {
    const gateway = await startTestGateway({ databaseUrl: this.#url('serving', 'leasegate') });
    try {
      return await work(gateway);
    } finally {
      await gateway.close();
    }
  }

  #url(account: Account, database: string): string {
    return Object.assign(new URL(this.server.databaseUrl), {
      username: account,
      password: account,
      pathname: database,
    }).href;
  }

  async #prepare(): Promise<void> {
    for (const [account, rights] of Object.entries(ACCOUNTS)) {
      await this.admin.query(`create user ${account}@'127.0.0.1' identified by '${account}'`);
      await this.admin.query(`grant ${rights} to ${account}@'127.0.0.1'`);
    }
    await this.admin.query('create database source character set utf8mb4');
    const queries = mkFolder(this.folder, 'queries');
    for (const [kind, records] of Object.entries(RECORDS)) {
      const columns = Object.keys(records[0]!);
      const list = columns.map((column) => `\`${column}\``).join(', ');
      await this.admin.query(
        `create table source.\`${kind}\` (${columns.map((column) => `\`${column}\` varchar(255)`).join(', ')})`,
      );
      await this.admin.query('insert into source.?? values ?', [kind, records.map((each) => Object.values(each))]);
      writeFileSync(join(queries, `${kind}.sql`), `select ${list} from \`${kind}\``);
    }
    const changed = mkFolder(this.folder, 'changed');
    for (const [kind, records] of Object.entries(CHANGED))
      writeFileSync(join(changed, `${kind}.ndjson`), records.map((each) => JSON.stringify(each)).join('\n'));
    await this.#fill(queries);
  }

  async #fill(folder: string): Promise<void> {
    const db = connect(readDatabaseAddress({ DATABASE_URL: this.server.databaseUrl }), COMMAND_CONNECTION);
    try {
      await migrate(db);
      const from = readSourceAddress({}, this.#url('reading', 'source'));
      await importSql({ db, folder, from, rejects: join(this.folder, 'rejects.ndjson') });
    } finally {
      await db.destroy();
    }
  }
}

function mkFolder(parent: string, child: string): string {
  const folder = join(parent, child);
  mkdirSync(folder);
  return folder;
}
