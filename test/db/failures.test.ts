import {
  databaseProblem,
  databaseProblemAt,
  databaseReport,
  isLost,
  RetryBudget,
  translateFailure,
} from '../../src/db/pool/failures';
import type { ServiceError } from '../../src/errors';

/** What each failed statement means: whether it may be sent again on another connection, and which error its caller gets. */

const LOST = [
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'PROTOCOL_CONNECTION_LOST',
  // The server shuts down; the thread was killed (MariaDB, MySQL); it was idle for too long.
  ...[1053, 1927, 3169, 4031],
  // The connection fails; the server closes it to save memory; it is in offline mode.
  ...[1152, 1154, 1156, 1157, 1158, 1159, 1160, 1161, 4081, 4082, 3032, 3168],
  // The node has left its cluster; the server has become read-only, as a replica is.
  ...[1047, 3781, 3782, 3783, 3796, 3797, 3799, 1290, 1792, 1836],
];
/** Time limits of MariaDB and MySQL, killed by hand, lock wait. */
const TIMEOUTS = [1969, 3024, 1317, 1205];
/** Another connection to the same server would not help. */
const UNAVAILABLE = [
  // A database, table or column that is not there or not for this account; a limit of the account; an expired password.
  ...[1044, 1046, 1049, 1054, 1142, 1143, 1146, 1203, 1226, 1820],
];
/** No space; no memory, locks or threads; a table that was altered meanwhile. An import says so in its own words. */
const UNAVAILABLE_TO_LOOKUPS = [
  ...[1021, 1026, 1028, 1030, 1114, 1878, 3675, 3884, 1037, 1038, 1041, 1135, 1206, 3015, 3044, 3950, 3985, 1412],
];
/** A deadlock, a duplicate, bad SQL; a statement that is too long or needs too much stack; a broken table; replication. */
const OTHERS = [1213, 1062, 1064, 1104, 1153, 1436, 1034, 1194, 1180, 1236];

const failureOf = (code: string | number) =>
  Object.assign(new Error('failed'), typeof code === 'string' ? { code } : { errno: code });
const told = (error: unknown) => (translateFailure(error) as ServiceError).reason;

test.each(LOST)('%s: the connection is lost, and the statement may be sent again', (code) => {
  const failure = failureOf(code);
  expect([isLost(failure), told(failure)]).toEqual([true, 'serviceUnavailable']);
  expect((translateFailure(failure) as Error).cause).toBe(failure);
});

test.each(TIMEOUTS)('%s: the statement has exceeded its time limit', (code) => {
  expect([isLost(failureOf(code)), told(failureOf(code))]).toEqual([false, 'timeout']);
});

test.each(UNAVAILABLE)('%s: the server cannot answer now', (code) => {
  const failure = failureOf(code);
  expect([isLost(failure), told(failure)]).toEqual([false, 'serviceUnavailable']);
});

test.each(UNAVAILABLE_TO_LOOKUPS)('%s: the server cannot answer a lookup now', (code) => {
  const failure = failureOf(code);
  expect(translateFailure(failure, 2_000)).toMatchObject({ reason: 'serviceUnavailable', cause: failure });
  expect([isLost(failure), translateFailure(failure)]).toEqual([false, failure]);
});

test.each(OTHERS)('%s: is passed on unchanged', (code) => {
  const failure = failureOf(code);
  expect([isLost(failure), translateFailure(failure, 2_000)]).toEqual([false, failure]);
});

test('every error that the driver calls fatal means a lost connection', () => {
  expect(isLost(Object.assign(failureOf(1064), { fatal: true }))).toBe(true);
  expect(isLost(Object.assign(failureOf(1064), { fatal: false }))).toBe(false);
});

describe('what an operator reads', () => {
  const ACCOUNT = 'refuses this account, its password or a connection without TLS';
  const UNTRUSTED = 'shows a certificate of an authority that is not trusted (ca=)';
  const problemOf = (cause: object) => databaseProblem(new Error('failed', { cause }));

  test.each<[object, string]>([
    [{ errno: 1044 }, 'refuses this account the database'],
    [{ errno: 1045, code: 'ER_ACCESS_DENIED_ERROR' }, ACCOUNT],
    [{ errno: 1049 }, 'has no database of this name'],
    [{ errno: 1142 }, 'refuses this account a table'],
    [{ errno: 3159 }, 'accepts only connections with TLS: its URL needs ssl=require or ssl=verify'],
    [
      { code: 'AUTH_SWITCH_PLUGIN_ERROR' },
      'asks this account for a login by ed25519 or another plugin that Leasegate does not have',
    ],
    [{ code: 'HANDSHAKE_NO_SSL_SUPPORT' }, 'offers no TLS, and its URL asks for it (ssl=)'],
    [{ errno: 3032 }, 'is in offline mode'],
    [{ errno: 1135 }, 'reports error 1135'],
    [{ errno: 1226 }, 'reports error 1226'],
    ...['max_questions', 'max_updates_per_hour', 'max_connections_per_hour', 'max_user_connections'].map(
      (limit): [object, string] => [
        { errno: 1226, sqlMessage: `Benutzer 'ro' hat die Ressourcenbeschränkung '${limit}' überschritten` },
        `says that this account has reached ${limit}`,
      ],
    ),
    [{ errno: -111, code: 'ECONNREFUSED', triedAt: 'db:3306' }, 'does not answer: the connection was refused'],
    [{ code: 'ETIMEDOUT' }, 'does not answer: no MySQL or MariaDB server answered in time'],
    [{}, 'does not answer: no MySQL or MariaDB server answered in time'],
  ])('%j', (cause, problem) => expect(problemOf(cause)).toBe(problem));

  test.each([
    ['certificate has expired', 'shows a certificate that has expired'],
    [
      "Hostname/IP does not match certificate's altnames: Host: db.",
      'shows a certificate for another host name than that of its URL',
    ],
    ['self-signed certificate in certificate chain', UNTRUSTED],
    ['unsupported protocol', 'does not agree on TLS 1.2 or newer'],
    ['the certificate has expired', 'does not agree on TLS 1.2 or newer'],
  ])('of a handshake with “%s”', (message, problem) => {
    expect(problemOf({ code: 'HANDSHAKE_SSL_ERROR', message })).toBe(problem);
  });

  test.each<[object, string]>([
    [{ triedAt: 'db:3306', code: 'ECONNREFUSED' }, 'at db:3306 does not answer: the connection was refused'],
    [
      { triedAt: 'db:3306', code: 'ERR_OUT_OF_RANGE' },
      'at db:3306 does not answer: what answered is no MySQL or MariaDB server',
    ],
    [{ triedAt: '[::1]:3306', errno: 1045 }, `at [::1]:3306 ${ACCOUNT}`],
    [{ errno: 1142 }, 'refuses this account a table'],
  ])('in the log: %j', (cause, problem) => {
    expect(databaseProblemAt(new Error('failed', { cause }))).toBe(problem);
  });

  test('at the terminal: also the words of the server, on one line', () => {
    const said = { triedAt: 'db:3306', errno: 1049, sqlMessage: "Unknown database\n'x\u001b'." };
    const report = (cause: object) => databaseReport(new Error('failed', { cause }));
    expect(report(said)).toBe("at db:3306 has no database of this name (it reported: Unknown database 'x ')");
    expect(report({ ...said, triedAt: undefined })).toBe('has no database of this name');
    const denied = "INSERT, DELETE command denied to user 'ro'@'localhost' for table ";
    for (const table of ["'callers'", '`leases`.`callers`'])
      expect(report({ errno: 1142, sqlMessage: denied + table })).toBe(
        'refuses this account the right INSERT, DELETE on the table callers',
      );
    const message = 'certificate has expired';
    expect(report({ triedAt: 'db:3306', code: 'HANDSHAKE_SSL_ERROR', message })).toBe(
      `at db:3306 shows a certificate that has expired (it reported: ${message})`,
    );
  });

  test('of anything else', () => {
    for (const failure of [undefined, 'text', new Error('alone')])
      expect(databaseProblem(failure)).toMatch(/^does not answer: /);
    expect(problemOf({ code: 'HANDSHAKE_SSL_ERROR' })).toBe('does not agree on TLS 1.2 or newer');
  });
});

test('50 statements may be sent again, and then one for each ten answered ones', () => {
  const budget = new RetryBudget();
  const spendAll = () => {
    let spent = 0;
    while (budget.spend() && spent < 1_000) spent += 1;
    return spent;
  };
  expect(spendAll()).toBe(50);
  for (let answered = 0; answered < 9; answered += 1) budget.earn();
  expect(spendAll()).toBe(0);
  budget.earn();
  expect(spendAll()).toBe(1);
  for (let answered = 0; answered < 1_000; answered += 1) budget.earn();
  expect(spendAll()).toBe(50);
  for (let answered = 0; answered < 9; answered += 1) budget.earn();
  expect(spendAll()).toBe(0);
});
