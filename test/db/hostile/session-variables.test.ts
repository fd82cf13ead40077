/** A session variable that a server has and nobody has thought about fails this test. */

import { SOURCE_SESSION } from '../../../ingest/import/sql/source-database';
import { ownSession } from '../../../src/db/session';
import { onServer } from '../../support/server';
import { CHECKED, HARMLESS } from './session-variables';

/** `set names` sets the first four. `max_join_size` has no effect while `sql_big_selects` is on. */
const SET = [
  ...['character_set_client', 'character_set_connection', 'character_set_results', 'collation_connection'],
  'max_join_size',
  ...[...`${ownSession(1)} ${SOURCE_SESSION}`.matchAll(/[ ,](\w+) = /g)].map(([, name]) => name!),
];

const classified = new Set([...SET, ...CHECKED, ...Object.values(HARMLESS).flat()]);

async function sessionVariables(): Promise<string[]> {
  return onServer(async (connection) => {
    const [rows] = await connection.query('show session variables');
    const names = (rows as { Variable_name: string }[]).map((row) => row.Variable_name);
    const found: string[] = [];
    // A variable of the server alone has no value of the session (error 1238).
    for (const name of names)
      await connection.query('select @@session.?? as value', [name]).then(
        () => found.push(name),
        () => undefined,
      );
    return found;
  });
}

test('every session variable of the server is set, checked or known to be harmless', async () => {
  const found = await sessionVariables();
  expect(found.length).toBeGreaterThan(150);
  expect(found.filter((name) => !classified.has(name))).toEqual([]);
});

test('no variable is in two groups', () => {
  const set = new Set(SET);
  const others = [...CHECKED, ...Object.values(HARMLESS).flat()];
  expect(others.filter((name, index) => others.indexOf(name) !== index)).toEqual([]);
  expect(others.filter((name) => set.has(name))).toEqual([]);
});
