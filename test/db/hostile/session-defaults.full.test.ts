/** The defaults of a server and of an account change neither an answer nor an import. */

import { HostileServer } from './hostile-server';

let server: HostileServer;
let answers: readonly string[];
let imported: readonly unknown[];

beforeAll(async () => {
  server = await HostileServer.start();
  answers = await server.answers();
  imported = await server.imported();
}, 120_000);
afterAll(() => server?.stop());

test('with the usual defaults there are records to lose', () => {
  expect(answers.filter((answer) => answer.includes(': 200 ')).length).toBeGreaterThan(40);
  expect(answers.join('').length).toBeGreaterThan(50_000);
});

/** The worst. `init_connect` sets the session of an ordinary account, after the defaults of the server have. */
const WORST = {
  sql_select_limit: 20,
  max_join_size: 1,
  sql_big_selects: 0,
  foreign_key_checks: 0,
  unique_checks: 0,
  sql_safe_updates: 1,
  sql_auto_is_null: 1,
  sql_mode: `'NO_BACKSLASH_ESCAPES,ANSI_QUOTES,PIPES_AS_CONCAT,PAD_CHAR_TO_FULL_LENGTH'`,
  completion_type: 1,
  autocommit: 0,
  time_zone: `'-11:00'`,
  group_concat_max_len: 4,
  lock_wait_timeout: 1,
  max_sort_length: 64,
  collation_connection: 'utf8mb4_unicode_ci',
  character_set_results: 'latin1',
  default_storage_engine: 'MyISAM',
};

const assignments = Object.entries(WORST).map(([variable, value]) => `${variable} = ${value}`);

test.each([
  [
    'of the account',
    {
      initConnect: `set ${assignments.join(', ')};
        set session transaction isolation level read uncommitted, read only; start transaction`,
    },
  ],
  [
    'of the server',
    {
      globals: {
        sql_select_limit: 20,
        max_join_size: 1,
        sql_safe_updates: 1,
        foreign_key_checks: 0,
        completion_type: 2,
      },
    },
  ],
])(
  'every answer and every stored record is the same with the worst defaults %s',
  async (_, hostile) => {
    await server.under(hostile, async () => {
      expect(Number(await server.valueOf('sql_select_limit'))).toBe(20);
      expect(await server.problems()).toEqual([]);
      expect(await server.answers()).toEqual(answers);
      expect(await server.imported()).toEqual(imported);
    });
  },
  120_000,
);
