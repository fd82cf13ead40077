/** `ssl=` never gives less than it promises, with a server that accepts only TLS, and one without TLS. */

import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sql } from 'kysely';
import { createConnection } from 'mysql2/promise';
import { md, pki } from 'node-forge';

import { readDatabaseAddress } from '../../src/config/settings';
import { COMMAND_CONNECTION, connect } from '../../src/db/connect';
import { migrate } from '../../src/db/migrations/index';
import { databaseProblem } from '../../src/db/pool/failures';
import { errorType, everyGroup, json, LEASES, send, sendGraphQL } from '../http/client';
import { startTestGateway } from '../support/gateway';
import { until } from '../support/until';
import { insertHousehold } from './household';
import { type PrivateServer, startPrivateServer } from './private-server';

const DAY = 24 * 60 * 60 * 1000;

/** Both as PEM. */
interface KeyPair {
  readonly certificate: string;
  readonly key: string;
}

interface Authority {
  /** PEM. */
  readonly certificate: string;
  /** A server's certificate for a host name. @param days of validity, from and to, counted from now */
  sign(hostName: string, days?: readonly [number, number]): KeyPair;
}

interface Contents {
  readonly subject: string;
  readonly issuer: string;
  /** Of validity, from and to, counted from now. */
  readonly days: readonly [number, number];
  readonly extension: object;
}

function createAuthority(name: string): Authority {
  const own = newKeys();
  const extension = { name: 'basicConstraints', critical: true, cA: true, pathLenConstraint: 0 };
  return {
    certificate: signed({ subject: name, issuer: name, days: [-2, 2], extension }, own.publicKey, own.privateKey),
    sign(hostName, days = [-1, 1]) {
      const { publicKey, privateKey } = newKeys();
      const names = { name: 'subjectAltName', altNames: [{ type: TYPE_DNS, value: hostName }] };
      const contents = { subject: 'a database server', issuer: name, days, extension: names };
      return { certificate: signed(contents, publicKey, own.privateKey), key: privateKey };
    },
  };
}

/** RFC 5280, section 4.2.1.6: `dNSName`. */
const TYPE_DNS = 2;

const newKeys = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });

function signed({ subject, issuer, days: [from, to], extension }: Contents, publicKey: string, signingKey: string) {
  const certificate = pki.createCertificate();
  // A first byte below 0x80 keeps the number positive.
  certificate.serialNumber = `01${randomBytes(8).toString('hex')}`;
  certificate.publicKey = pki.publicKeyFromPem(publicKey);
  certificate.validity.notBefore = new Date(Date.now() + from * DAY);
  certificate.validity.notAfter = new Date(Date.now() + to * DAY);
  certificate.setSubject([{ name: 'commonName', value: subject }]);
  certificate.setIssuer([{ name: 'commonName', value: issuer }]);
  certificate.setExtensions([extension]);
  certificate.sign(pki.privateKeyFromPem(signingKey), md.sha256.create());
  return pki.certificateToPem(certificate);
}

const EVERY_REFUSAL =
  /^the database (refuses this account, its password or a connection without TLS|accepts only connections with TLS: its URL needs ssl=require or ssl=verify)$/;

let folder: string;
let authority: Authority;
let server: PrivateServer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'leasegate-tls-'));
  authority = createAuthority('the right one');
  writeFileSync(file('ca'), authority.certificate);
  writeFileSync(file('other-ca'), createAuthority('another').certificate);
  show(authority.sign('localhost'));
  server = await startPrivateServer({}, [
    ...[`--ssl-cert=${file('certificate')}`, `--ssl-key=${file('key')}`, `--ssl-ca=${file('ca')}`],
  ]);
  const db = connect(readDatabaseAddress({ DATABASE_URL: server.databaseUrl }), COMMAND_CONNECTION);
  await migrate(db);
  await insertHousehold(db, 'north');
  await db.destroy();
  await asAdministrator('set global require_secure_transport = on');
}, 120_000);

afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const file = (name: string): string => join(folder, `${name}.pem`);

function show({ certificate, key }: KeyPair): void {
  writeFileSync(file('certificate'), certificate);
  writeFileSync(file('key'), key);
}

/** Every later connection gets this certificate. */
async function serverShows(pair: KeyPair): Promise<void> {
  show(pair);
  await asAdministrator('/*M! flush ssl */ /*!80000 alter instance reload tls */');
}

async function asAdministrator(statement: string): Promise<void> {
  const connection = await createConnection({ uri: server.databaseUrl, ssl: { rejectUnauthorized: false } });
  try {
    await connection.query(statement);
  } finally {
    await connection.end();
  }
}

/** The server's URL by its name, as certificates need one. */
function url(parameters: string, hostname = 'localhost'): string {
  return Object.assign(new URL(server.databaseUrl), { hostname, search: parameters }).href;
}

const verifying = (ca = 'ca'): string => url(`ssl=verify&ca=${file(ca)}`);

interface Outcome {
  readonly status: number;
  readonly type: string | undefined;
  readonly problems: readonly string[];
}

/** What a gateway answers to a lookup, and what it says at its start. */
async function servedWith(databaseUrl: string): Promise<Outcome> {
  const gateway = await startTestGateway({ databaseUrl });
  try {
    const [problems, readiness] = await Promise.all([
      gateway.problems(),
      send(`${gateway.adminUrl}/readyz`, { method: 'GET' }),
    ]);
    expect(json(readiness)).toMatchObject({ problems });
    const token = await everyGroup();
    const rest = await send(gateway.url + LEASES, { token, body: { identifier: 'north-tenant' } });
    const graphql = await sendGraphQL(gateway.url, { token });
    expect(graphql.status).toBe(rest.status);
    for (const { text } of [rest, graphql, readiness]) expect(text).not.toMatch(/localhost|127\.0\.0\.1|root|\.pem/);
    return { status: rest.status, type: rest.status === 200 ? undefined : errorType(rest), problems };
  } finally {
    await gateway.close();
  }
}

const UNTRUSTED = 'shows a certificate of an authority that is not trusted (ca=)';

const SERVED: Outcome = { status: 200, type: undefined, problems: [] };

const refused = (problem: unknown): Outcome => ({
  status: 503,
  type: 'service_unavailable',
  problems: [problem as string],
});

/** How the one connection of a command is encrypted; empty when it is not. */
async function cipherWith(databaseUrl: string): Promise<string> {
  const db = connect(readDatabaseAddress({ DATABASE_URL: databaseUrl }), COMMAND_CONNECTION);
  try {
    const { rows } = await sql<{ Value: string }>`show session status like 'Ssl_cipher'`.execute(db);
    return rows[0]?.Value ?? '';
  } finally {
    await db.destroy();
  }
}

test.each(['', 'ssl=off'])('%j: the server refuses it, and the gateway reports why', async (parameters) => {
  expect(await servedWith(url(parameters))).toEqual(refused(expect.stringMatching(EVERY_REFUSAL)));
});

test('require: encrypted, whatever certificate is shown', async () => {
  expect(await servedWith(url('ssl=require'))).toEqual(SERVED);
  expect(await cipherWith(url('ssl=require'))).toMatch(/^TLS_/);
  expect(await cipherWith(url('ssl=require', '127.0.0.1'))).toMatch(/^TLS_/);
});

describe('verify', () => {
  afterAll(() => serverShows(authority.sign('localhost')));

  test('a certificate of the authority, for the host, in its time', async () => {
    expect(await servedWith(verifying())).toEqual(SERVED);
    expect(await cipherWith(verifying())).toMatch(/^TLS_/);
  });

  test('another authority is refused, and so are those that Node knows', async () => {
    const untrusted = refused(`the database ${UNTRUSTED}`);
    expect(await servedWith(verifying('other-ca'))).toEqual(untrusted);
    expect(await servedWith(url('ssl=verify'))).toEqual(untrusted);
  });

  test.each<[string, string, [number, number], string]>([
    ['another host', 'database.example', [-1, 1], 'shows a certificate for another host name than that of its URL'],
    ['a longer name', 'localhost.example', [-1, 1], 'shows a certificate for another host name than that of its URL'],
    ['yesterday', 'localhost', [-2, -1], 'shows a certificate that has expired'],
    ['tomorrow', 'localhost', [1, 2], 'shows a certificate that is not valid yet'],
  ])('a certificate for %s is refused', async (_title, hostName, days, problem) => {
    await serverShows(authority.sign(hostName, days));
    expect(await servedWith(verifying())).toEqual(refused(`the database ${problem}`));
    expect(await servedWith(url('ssl=require'))).toEqual(SERVED);
  });
});

test('verify: a certificate that expires refuses new sessions, although an old one could be resumed', async () => {
  await serverShows(authority.sign('localhost', [-1, 3 / 86_400]));
  const address = readDatabaseAddress({ DATABASE_URL: verifying() });
  const db = connect(address, { poolSize: 1, connectTimeoutMs: 10_000, maxAgeMs: 0 });
  const refusal = () => sql`select 1`.execute(db).then(() => undefined, databaseProblem);
  expect(await refusal()).toBeUndefined();
  expect(await until(refusal, 'the certificate has expired')).toBe('shows a certificate that has expired');
  await db.destroy();
  await serverShows(authority.sign('localhost'));
});

describe('an account that needs a certificate', () => {
  const asAccount = (parameters: string) =>
    Object.assign(new URL(url(parameters)), { username: 'certified', password: 'secret' }).href;

  beforeAll(async () => {
    const { pathname } = new URL(server.databaseUrl);
    await asAdministrator("create user certified@'%' identified by 'secret' require x509");
    await asAdministrator(`grant select on ${pathname.slice(1)}.* to certified@'%'`);
    const { certificate, key } = authority.sign('leasegate');
    writeFileSync(file('account'), certificate);
    writeFileSync(file('account-key'), key);
    writeFileSync(file('half'), certificate + certificate.replace('MII', 'XXX'));
    const other = createAuthority('another').sign('leasegate');
    writeFileSync(file('stranger'), other.certificate);
    writeFileSync(file('stranger-key'), other.key);
  });

  const shown = (name: string) => `cert=${file(name)}&key=${file(`${name}-key`)}`;

  test.each(['require', `verify&ca=`])('it is served with cert= and key=, and not without them: %s', async (ssl) => {
    const verified = `ssl=${ssl}${ssl === 'require' ? '' : file('ca')}`;
    expect(await servedWith(asAccount(`${verified}&${shown('account')}`))).toEqual(SERVED);
    expect((await servedWith(asAccount(verified))).status).toBe(503);
    expect((await servedWith(asAccount(`${verified}&${shown('stranger')}`))).status).toBe(503);
  });

  test.each([
    [`cert=${'account'}`, 'has only one of the parameters cert and key'],
    [`cert=account&key=stranger-key`, 'names a key file that does not belong to the certificate of the cert file'],
    [`cert=account-key&key=account-key`, 'names a cert file that does not contain valid PEM certificates'],
    [`cert=half&key=account-key`, 'names a cert file that does not contain valid PEM certificates'],
    [`cert=account&key=account`, 'names a key file that does not contain a PEM private key without a passphrase'],
    [`cert=account&key=none`, 'names a key file that does not exist or cannot be read'],
  ])('%s: %s', (parameters, problem) => {
    const named = parameters.replaceAll(/=([\w-]+)/g, (_, name: string) => `=${file(name)}`);
    const read = () => readDatabaseAddress({ DATABASE_URL: asAccount(`ssl=require&${named}`) });
    expect(read).toThrow(`DATABASE_URL ${problem}`);
  });
});

describe('a server without TLS', () => {
  let plain: PrivateServer;

  beforeAll(async () => {
    plain = await startPrivateServer({}, ['--loose-skip-ssl', '--loose-tls-version=']);
  }, 120_000);

  afterAll(() => plain.stop());

  test.each(['require', 'verify'])('%s: nothing goes to it in the clear', async (ssl) => {
    const databaseUrl = Object.assign(new URL(plain.databaseUrl), { hostname: 'localhost', search: `ssl=${ssl}` }).href;
    expect(await servedWith(databaseUrl)).toEqual(
      refused('the database offers no TLS, and its URL asks for it (ssl=)'),
    );
  });
});
