/** Servers that speak the protocol of MySQL and cannot be used are refused by name, by each command that opens the database. */

import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';

import { createServer } from 'mysql2';

import { COMMANDS } from '../../ingest/commands';
import { productProblem } from '../../src/db/products';
import { commandHere } from '../cli/command-here';
import { databaseUrl } from '../support/database';
import { startTestGateway } from '../support/gateway';
import { TEST_SECRET } from '../support/tokens';

let stop = (): void => undefined;
afterEach(() => stop());

const NEEDED = 'which Leasegate cannot use: it needs MySQL 8.0 or newer, or MariaDB 10.6 or newer';

test.each([
  ['8.0.11-TiDB-v8.5.1', 'TiDB Server (Apache License 2.0) Community Edition, MySQL 8.0 compatible', 'TiDB'],
  ['8.0.40-Vitess', 'Version: 21.0.3 (Git revision 1 branch v21)', 'Vitess'],
  ['5.7.32', 'SingleStoreDB source distribution (compatible; MySQL Enterprise & MySQL Commercial)', 'SingleStore'],
  ['5.7.44-log', 'MySQL Community Server (GPL)', 'MySQL 5.7'],
  ['10.5.29-MariaDB-1:10.5.29+maria~ubu2004', 'mariadb.org binary distribution', 'MariaDB 10.5'],
  ['5.5.5-10.5.29-MariaDB', '', 'MariaDB 10.5'],
])('%s (%s)', (version, comment, name) => {
  expect(productProblem(version, comment)).toBe(`is ${name}, ${NEEDED}`);
});

test.each([
  ['8.0.28', 'Source distribution'],
  ['8.0.39-30', 'Percona Server (GPL), Release 30'],
  ['9.7.4-2', '(Debian)'],
  ['10.6.0-MariaDB', 'mariadb.org binary distribution'],
  ['5.5.5-10.11.19-MariaDB-0+deb12u1', ''],
  ['11.8.9-MariaDB-0+deb13u1 from Debian-log', '-- Please help get to 10k stars at https://github.com/MariaDB/Server'],
  ['12.1.2-MariaDB', ''],
  ['no version', ''],
])('%s (%s) may be used', (version, comment) => {
  expect(productProblem(version, comment)).toBeUndefined();
});

/** What the types of the driver leave out. */
interface Wire {
  readonly stream: Socket;
  sequenceId: number;
  writeColumns(columns: readonly object[]): void;
  writeTextRow(cells: readonly string[]): void;
}

/** A text. */
const COLUMN = {
  ...{ catalog: 'def', schema: '', table: '', orgTable: '' },
  ...{ columnType: 253, characterSet: 45, columnLength: 255, flags: 0, decimals: 0 },
};

/** A server that greets, and answers what it is, or refuses every statement. */
async function stubServer(version: string, comment?: string): Promise<string> {
  const sockets = new Set<Socket>();
  let id = 0;
  const server = createServer((connection) => {
    const wire = connection as unknown as Wire;
    sockets.add(wire.stream.on('error', () => undefined));
    connection.on('error', () => undefined);
    id += 1;
    const greeting = {
      protocolVersion: 10,
      serverVersion: version,
      connectionId: id,
      statusFlags: 2,
      characterSet: 45,
    };
    // The driver's server leaves it to its user that each command begins to count its packets anew.
    const authCallback = (_: unknown, done: () => void) => Object.assign(wire, (done(), { sequenceId: 0 }));
    connection.serverHandshake({ ...greeting, capabilityFlags: 0xff_ff_ff, authCallback });
    connection.on('query', (text: string) => {
      if (comment === undefined || !text.includes('version()')) {
        connection.writeError({ code: 1193, message: 'Unknown system variable' });
      } else {
        const names = ['server', 'id', 'product', 'version', 'comment'];
        wire.writeColumns(names.map((name) => ({ ...COLUMN, name, orgName: name })));
        wire.writeTextRow(['one', `${id}`, 'mysql', version, comment]);
        connection.writeEof();
      }
      wire.sequenceId = 0;
    });
  });
  server.listen(0);
  const { _server: listener } = server as unknown as { _server: Server };
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  stop = () => {
    listener.close();
    for (const socket of sockets) socket.destroy();
  };
  return `mysql://root@127.0.0.1:${port}/leasegate`;
}

test.each([
  ['8.0.11-TiDB-v8.5.1', 'TiDB Server', 'TiDB'],
  ['5.7.32', 'SingleStoreDB source distribution', 'SingleStore'],
  ['8.0.40-Vitess', undefined, 'Vitess'],
  ['5.7.44', undefined, 'MySQL 5.7'],
])('serve, check and migrate refuse %s (%s) as %s', async (version, comment, name) => {
  const url = await stubServer(version, comment);
  const environment = { DATABASE_URL: url, AUTH_JWT_SECRET: TEST_SECRET };
  const refusal = `database at ${new URL(url).host} is ${name}, ${NEEDED}`;
  const { status, stderr } = await commandHere(['migrate'], environment);
  expect([status, stderr]).toEqual([1, `The ${refusal}.\n`]);
  const checked = await commandHere(['check'], environment, '', COMMANDS);
  expect([checked.status, checked.stdout]).toEqual([
    1,
    expect.stringContaining(refusal.replace('base at', 'base: at')),
  ]);
  const gateway = await startTestGateway({ databaseUrl: url, sealed: false });
  expect(await gateway.problems()).toEqual([`the database is ${name}, ${NEEDED}`]);
  await gateway.close();
});

test('the server of this run may be used', async () => {
  const { stdout } = await commandHere(
    ['check'],
    { DATABASE_URL: databaseUrl('mysql'), AUTH_JWT_SECRET: TEST_SECRET },
    '',
    COMMANDS,
  );
  expect(stdout).toContain('database: ok\n');
});
