import { isLost, translateFailure, wasLost } from '../../src/db/pool/failures';
import type { ServiceError } from '../../src/errors';

/** What each failed statement means: whether it may be sent again on another connection, and which error its caller gets. */

const LOST = [
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'PROTOCOL_CONNECTION_LOST',
  // The server shuts down; the thread was killed (MariaDB, MySQL); it was idle for too long.
  ...[1053, 1927, 3169, 4031],
  // The Galera node has left its cluster; the server has become read-only, as a replica is.
  ...[1047, 1290, 1792, 1836],
];
/** Time limits of MariaDB and MySQL, killed by hand, lock wait. */
const TIMEOUTS = [1969, 3024, 1317, 1205];
/** A column or table that is not there, or that the account may not read. */
const MISFITS = [1054, 1142, 1143, 1146];
/** A deadlock, a duplicate, bad SQL: unexpected for a read. */
const OTHERS = [1213, 1062, 1064];

const failureOf = (code: string | number) =>
  Object.assign(new Error('failed'), typeof code === 'string' ? { code } : { errno: code });
const told = (error: unknown) => (translateFailure(error) as ServiceError).reason;

test.each(LOST)('%s: the connection is lost, and the statement may be sent again', (code) => {
  const failure = failureOf(code);
  expect([isLost(failure), wasLost(translateFailure(failure)), told(failure)]).toEqual([
    true,
    true,
    'serviceUnavailable',
  ]);
  expect((translateFailure(failure) as Error).cause).toBe(failure);
});

test.each(TIMEOUTS)('%s: the statement has exceeded its time limit', (code) => {
  expect([isLost(failureOf(code)), told(failureOf(code))]).toEqual([false, 'timeout']);
});

test.each(MISFITS)('%s: the schema does not fit, and another connection would not help', (code) => {
  const failure = failureOf(code);
  expect([isLost(failure), wasLost(translateFailure(failure)), told(failure)]).toEqual([
    false,
    false,
    'serviceUnavailable',
  ]);
});

test.each(OTHERS)('%s: is passed on unchanged', (code) => {
  const failure = failureOf(code);
  expect([isLost(failure), translateFailure(failure)]).toEqual([false, failure]);
});

test('every error that the driver calls fatal means a lost connection', () => {
  expect(isLost(Object.assign(failureOf(1064), { fatal: true }))).toBe(true);
  expect(isLost(Object.assign(failureOf(1064), { fatal: false }))).toBe(false);
});
