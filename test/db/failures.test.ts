import {
  databaseProblem,
  databaseProblemAt,
  databaseReport,
  isLost,
  translateFailure,
} from '../../src/db/pool/failures';
import { RetryBudget } from '../../src/db/pool/connection';

/** What each failed statement means: whether it may be sent again on another connection, and what its caller is told. */

interface Meaning {
  readonly isLost: boolean;
  /** To a lookup, and to a command that writes. Null if it is passed on unchanged. */
  readonly lookup: string | null;
  readonly command: string | null;
}

const LOST: Meaning = { isLost: true, lookup: 'serviceUnavailable', command: 'serviceUnavailable' };
const TIMEOUT: Meaning = { isLost: false, lookup: 'timeout', command: 'timeout' };
const LOST_TO_LOOKUPS: Meaning = { isLost: false, lookup: 'serviceUnavailable', command: 'timeout' };
/** Another connection to the same server would not help. */
const UNAVAILABLE: Meaning = { isLost: false, lookup: 'serviceUnavailable', command: 'serviceUnavailable' };
const UNAVAILABLE_TO_LOOKUPS: Meaning = { isLost: false, lookup: 'serviceUnavailable', command: null };
const OTHER: Meaning = { isLost: false, lookup: null, command: null };

test.each<[string, readonly (string | number)[], Meaning]>([
  ['the network', ['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'PROTOCOL_CONNECTION_LOST'], LOST],
  ['a shutdown, a killed thread (MariaDB, MySQL), idle for too long', [1053, 1927, 3169, 4031], LOST],
  ['a broken packet', [1152, 1154, 1156, 1157, 1158, 1159, 1160, 1161], LOST],
  ['closed to save memory, offline', [4081, 4082, 3032, 3168], LOST],
  ['a node outside its cluster, a server that became a replica', [1047, 3781, 3782, 3783, 3796, 3797, 3799], LOST],
  ['a server that became read-only', [1290, 1792, 1836], LOST],
  ['time limits (MariaDB, MySQL), killed by hand', [1969, 3024, 1317], TIMEOUT],
  ['a lock wait, which for a lookup is a Galera node that waits for its cluster in vain', [1205], LOST_TO_LOOKUPS],
  ['what is not there or not for this account', [1044, 1046, 1049, 1054, 1142, 1143, 1146], UNAVAILABLE],
  ['a limit of the account, an expired password', [1203, 1226, 1820], UNAVAILABLE],
  ['no space', [1021, 1026, 1028, 1030, 1114, 1878, 3675, 3884], UNAVAILABLE_TO_LOOKUPS],
  ['no memory, locks or threads', [1037, 1038, 1041, 1135, 1206, 3015, 3044, 3950, 3985], UNAVAILABLE_TO_LOOKUPS],
  ['a table that was altered meanwhile', [1412], UNAVAILABLE_TO_LOOKUPS],
  ['a deadlock, a duplicate, bad SQL, a long statement, a broken table', [1213, 1062, 1064, 1153, 1436, 1034], OTHER],
])('%s: %j', (_title, codes, { isLost: lost, lookup, command }) => {
  for (const code of codes) {
    const failure = Object.assign(new Error('failed'), typeof code === 'string' ? { code } : { errno: code });
    const expected = (reason: string | null) => (reason === null ? failure : { reason, cause: failure });
    expect([code, isLost(failure)]).toEqual([code, lost]);
    expect([code, isLost(failure, true)]).toEqual([code, lost || code === 1205]);
    expect({ code, said: translateFailure(failure, 2_000) }).toMatchObject({ code, said: expected(lookup) });
    expect({ code, said: translateFailure(failure) }).toMatchObject({ code, said: expected(command) });
  }
});

test('every error that the driver calls fatal means a lost connection', () => {
  for (const fatal of [true, false])
    expect(isLost(Object.assign(new Error('failed'), { errno: 1064, fatal }))).toBe(fatal);
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
    [
      { errno: 1226, sqlMessage: "Benutzer 'ro' hat die Ressourcenbeschränkung 'max_questions' überschritten" },
      'says that this account has reached max_questions',
    ],
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
