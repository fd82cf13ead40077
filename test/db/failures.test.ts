import {
  databaseProblem,
  databaseProblemAt,
  databaseReport,
  isLost,
  translateFailure,
} from '../../src/db/pool/failures';
import { RetryBudget } from '../../src/db/pool/connection';
import { ServiceError } from '../../src/errors';

/** Codes of Node, the driver and the pool. */
const CODES =
  `ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN EOTHER ERR_OUT_OF_RANGE
  PROTOCOL_CONNECTION_LOST NO_FREE_CONNECTION AUTH_SWITCH_PLUGIN_ERROR HANDSHAKE_NO_SSL_SUPPORT HANDSHAKE_SSL_ERROR`.split(
    /\s+/,
  );

test('what each error number and code means: whether its statement may be sent again, and what callers and operators read', () => {
  const meanings: Record<string, (string | number)[]> = {};
  for (const code of [...Array.from({ length: 5_000 }, (_, number) => number), ...CODES]) {
    const failure = Object.assign(new Error('failed'), typeof code === 'string' ? { code } : { errno: code });
    const [lookup, command] = [translateFailure(failure, 2_000), translateFailure(failure)].map((said) =>
      said instanceof ServiceError && said.cause === failure ? `${said.reason}: ${said.message}` : said === failure,
    );
    const problem = databaseProblem(new Error('failed', { cause: failure })).replace(String(code), 'N');
    const lost = { ofLookup: isLost(failure, true), ofCommand: isLost(failure) };
    (meanings[JSON.stringify({ lost, lookup, command, problem }, undefined, 1)] ??= []).push(code);
  }
  const told = Object.entries(meanings).map(([meaning, codes]) => [
    meaning,
    codes.length > 100 ? 'all others' : codes.join(' '),
  ]);
  expect(Object.fromEntries(told)).toMatchSnapshot();
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
