/**
 * `npm run bench:ddl [-- LEASES]`: how long each kind of DDL takes, and for how long reads and writes of the table wait meanwhile.
 * On the server that BENCH_DATABASE_URL names, else on a private one.
 */

import { setTimeout as sleep } from 'node:timers/promises';

import { type Connection, createConnection } from 'mysql2/promise';

import { onDatabaseServer } from '../scale/database-server';
import { inWorld, serverName } from '../scale/world-database';

const now = () => performance.now();
/** Milliseconds between two reads, and between two writes. */
const PAUSE_MS = 5;
/** Milliseconds before and after a statement in which the table is used. */
const AROUND_MS = 300;

interface Kind {
  readonly name: string;
  readonly statement: string;
  /** Undoes it. */
  readonly undo?: string;
}

const KINDS: readonly Kind[] = [
  {
    name: 'a nullable column, `algorithm = instant`',
    statement: 'alter table leases add column extra varchar(255), algorithm = instant',
    undo: 'alter table leases drop column extra',
  },
  {
    name: 'an index, `algorithm = inplace, lock = none`',
    statement: 'alter table leases add key extra (start_date, id), algorithm = inplace, lock = none',
    undo: 'alter table leases drop key extra',
  },
  {
    name: 'a virtual generated column',
    statement: 'alter table leases add column extra int generated always as (minimum_days_notice + 1) virtual',
    undo: 'alter table leases drop column extra',
  },
  {
    name: 'a stored generated column',
    statement: 'alter table leases add column extra int generated always as (minimum_days_notice + 1) stored',
    undo: 'alter table leases drop column extra',
  },
  {
    name: 'a required column with a default',
    statement: 'alter table leases add column extra int not null default 0',
    undo: 'alter table leases drop column extra',
  },
  {
    name: 'another type of a column',
    statement: 'alter table leases modify rent decimal(16, 4)',
    undo: 'alter table leases modify rent decimal(15, 4)',
  },
  {
    name: 'a check',
    statement: 'alter table leases add constraint extra check (rent is null or rent > -1)',
    undo: 'alter table leases drop constraint extra',
  },
  {
    name: 'a dropped index',
    statement: 'alter table leases drop key leases_identifier',
    undo: 'alter table leases add unique key leases_identifier (identifier_key)',
  },
  { name: 'a new table', statement: 'create table extra (id bigint unsigned primary key)', undo: 'drop table extra' },
];

/** Uses the table until it is stopped. @returns the longest wait in milliseconds */
function use(connection: Connection, statement: string): () => Promise<number> {
  let [isStopped, longest] = [false, 0];
  const running = (async () => {
    while (!isStopped) {
      const began = now();
      await connection.query(statement);
      longest = Math.max(longest, now() - began);
      await sleep(PAUSE_MS);
    }
  })();
  return async () => {
    isStopped = true;
    await running;
    return longest;
  };
}

async function measure(url: string, { name, statement, undo }: Kind): Promise<string> {
  const [ddl, reader, writer] = await Promise.all([0, 1, 2].map(() => createConnection(url)));
  try {
    const stopReading = use(reader!, 'select * from leases where id = 500');
    const stopWriting = use(writer!, 'update leases set rent = rent + 1 where id = 700');
    await sleep(AROUND_MS);
    const began = now();
    const failure = await ddl!.query(statement).then(
      () => undefined,
      (error: Error) => error.message,
    );
    const took = now() - began;
    await sleep(AROUND_MS);
    const [read, written] = [await stopReading(), await stopWriting()];
    if (undo !== undefined && failure === undefined) await ddl!.query(undo);
    const figures = [took, read, written].map((ms) => Math.round(ms).toLocaleString('en'));
    return `| ${name} | ${failure === undefined ? figures.join(' | ') : `refused: ${failure} | | `} |`;
  } finally {
    for (const connection of [ddl, reader, writer]) await connection?.end();
  }
}

async function bench(serverUrl: string): Promise<void> {
  const leases = Number(process.argv[2] ?? 1_000_000);
  console.log(`${await serverName(serverUrl)}, ${leases.toLocaleString('en')} leases`);
  await inWorld({ serverUrl, leases, order: 'calendar', now }, async ({ host, port, user, password, database }) => {
    const url = new URL(`mysql://${host}:${port}/${database}`);
    [url.username, url.password] = [user, password ?? ''];
    console.log('| change | ms | longest read, ms | longest write, ms |\n| --- | --: | --: | --: |');
    for (const kind of KINDS) console.log(await measure(url.href, kind));
  });
}

const { BENCH_DATABASE_URL: given, PATH: path = '' } = process.env;
onDatabaseServer({ given, path, say: (line) => console.log(line) }, bench).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
