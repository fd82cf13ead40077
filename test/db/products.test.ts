/** Servers that speak the protocol of MySQL and cannot be used are refused by name, by each command that opens the database. */

import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';

import { createServer } from 'mysql2';

import { COMMANDS } from '../../ingest/commands';
import { productProblem } from '../../src/db/connect';
import { commandHere } from '../cli/command-here';
import { startTestGateway } from '../support/gateway';
import { TEST_SECRET } from '../support/tokens';

const NEEDED = 'which Leasegate cannot use: it needs MySQL 8.0 or newer, or MariaDB 10.6 or newer';

test.each([
  ['8.0.40-Vitess', 'Version: 21.0.3 (Git revision 1 branch v21)', 'Vitess'],
  ['5.7.32', 'SingleStoreDB source distribution (compatible; MySQL Enterprise & MySQL Commercial)', 'SingleStore'],
  ['10.5.29-MariaDB-1:10.5.29+maria~ubu2004', 'mariadb.org binary distribution', 'MariaDB 10.5'],
  ['5.5.5-10.5.29-MariaDB', '', 'MariaDB 10.5'],
  ['8.0.39-30', 'Percona Server (GPL), Release 30', undefined],
  ['10.6.0-MariaDB', 'mariadb.org binary distribution', undefined],
  ['5.5.5-10.11.19-MariaDB-0+deb12u1', '', undefined],
  ['12.1.2-MariaDB', '', undefined],
  ['no version', '', undefined],
])('%s (%s) is %s', (version, comment, name) => {
  expect(productProblem(version, comment)).toBe(name && `is ${name}, ${NEEDED}`);
});

/** What the types of the driver leave out. */
interface Wire {
  readonly stream: Socket;
  sequenceId: number;
  writeColumns(columns: readonly object[]): void;
  writeTextRow(cells: readonly string[]): void;
}
const NOWHERE = { catalog: 'def', schema: '', table: '', orgTable: '' };
const TEXT = { ...NOWHERE, columnType: 253, characterSet: 45, columnLength: 255, flags: 0, decimals: 0 };

let stop = (): void => undefined;
afterEach(() => stop());

/** A server that greets, and answers what it is, or refuses every statement. @returns its address */
async function stubServer(serverVersion: string, comment?: string): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((connection) => {
    const wire = connection as unknown as Wire;
    sockets.add(wire.stream.on('error', () => undefined));
    connection.on('error', () => undefined);
    // The driver's server leaves it to its user that each command begins to count its packets anew.
    const authCallback = (_: unknown, done: () => void) => Object.assign(wire, (done(), { sequenceId: 0 }));
    const greeting = { protocolVersion: 10, serverVersion, connectionId: 1, statusFlags: 2, characterSet: 45 };
    connection.serverHandshake({ ...greeting, capabilityFlags: 0xff_ff_ff, authCallback });
    connection.on('query', (text: string) => {
      if (comment === undefined || !text.includes('version()')) {
        connection.writeError({ code: 1193, message: 'Unknown system variable' });
      } else {
        const names = ['server', 'id', 'product', 'version', 'comment'];
        wire.writeColumns(names.map((name) => ({ ...TEXT, name, orgName: name })));
        wire.writeTextRow(['one', '1', 'mysql', serverVersion, comment]);
        connection.writeEof();
      }
      wire.sequenceId = 0;
    });
  });
  server.listen(0);
  const { _server: listener } = server as unknown as { _server: Server };
  await once(listener, 'listening');
  stop = () => {
    listener.close();
    for (const socket of sockets) socket.destroy();
  };
  return `127.0.0.1:${(listener.address() as AddressInfo).port}`;
}

test.each([
  ['8.0.11-TiDB-v8.5.1', 'TiDB Server', 'TiDB'],
  ['5.7.32', 'SingleStoreDB source distribution', 'SingleStore'],
  ['8.0.40-Vitess', undefined, 'Vitess'],
  ['5.7.44', undefined, 'MySQL 5.7'],
])('serve, check and migrate refuse %s (%s) as %s', async (version, comment, name) => {
  const address = await stubServer(version, comment);
  const environment = { DATABASE_URL: `mysql://root@${address}/leasegate`, AUTH_JWT_SECRET: TEST_SECRET };
  const refusal = `at ${address} is ${name}, ${NEEDED}`;
  expect(await commandHere(['migrate'], environment)).toMatchObject({
    status: 1,
    stderr: `The database ${refusal}.\n`,
  });
  const { stdout } = await commandHere(['check'], environment, '', COMMANDS);
  expect(stdout).toContain(`database: ${refusal}\n`);
  const gateway = await startTestGateway({ databaseUrl: environment.DATABASE_URL, sealed: false });
  expect(await gateway.problems()).toEqual([`the database is ${name}, ${NEEDED}`]);
  await gateway.close();
});
