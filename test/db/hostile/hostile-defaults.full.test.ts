/** Every hostile default, eight at a time: those of the server, and those that `init_connect` gives an account. */

import { type Hostile, HostileServer } from './hostile-server';

let server: HostileServer;
let answers: readonly string[];
let imported: readonly unknown[];

/** The values that change most, by variable. A server has some of them. */
const HOSTILE: Readonly<Record<string, string | number>> = {
  sql_select_limit: 1,
  max_join_size: 1,
  sql_big_selects: 0,
  sql_buffer_result: 1,
  lock_wait_timeout: 1,
  innodb_lock_wait_timeout: 1,
  net_read_timeout: 1,
  net_write_timeout: 1,
  wait_timeout: 1,
  interactive_timeout: 1,
  sort_buffer_size: 32_768,
  join_buffer_size: 128,
  read_rnd_buffer_size: 8_200,
  tmp_table_size: 1_024,
  max_heap_table_size: 16_384,
  autocommit: 0,
  completion_type: 2,
  sql_mode: 'ANSI,NO_BACKSLASH_ESCAPES,PAD_CHAR_TO_FULL_LENGTH,HIGH_NOT_PRECEDENCE',
  time_zone: '+13:00',
  sql_auto_is_null: 1,
  sql_safe_updates: 1,
  foreign_key_checks: 0,
  unique_checks: 0,
  default_storage_engine: 'MyISAM',
  max_sort_length: 64,
  group_concat_max_len: 4,
  eq_range_index_dive_limit: 1,
  optimizer_search_depth: 1,
  optimizer_prune_level: 0,
  max_seeks_for_key: 1,
  div_precision_increment: 0,
  lc_time_names: 'ja_JP',
  lc_messages: 'de_DE',
  default_week_format: 7,
  character_set_results: 'latin1',
  collation_connection: 'utf8mb4_unicode_ci',
  session_track_state_change: 1,
  session_track_transaction_info: 'CHARACTERISTICS',
  updatable_views_with_limit: 'NO',
  optimizer_trace: 'enabled=on',
  big_tables: 1,
  profiling: 1,
  transaction_isolation: 'READ-UNCOMMITTED',
  transaction_read_only: 1,
  tx_isolation: 'SERIALIZABLE',
  tx_read_only: 1,
  max_statement_time: 0.001,
  idle_transaction_timeout: 1,
  idle_readonly_transaction_timeout: 1,
  idle_write_transaction_timeout: 1,
  tmp_disk_table_size: 1_024,
  max_session_mem_used: 8_192,
  system_versioning_asof: '2000-01-01 00:00:00',
  check_constraint_checks: 0,
  in_predicate_conversion_threshold: 2,
  join_cache_level: 8,
  optimizer_max_sel_arg_weight: 1,
  optimizer_use_condition_selectivity: 5,
  use_stat_tables: 'PREFERABLY',
  old_mode: 'NO_DUP_KEY_WARNINGS_WITH_IGNORE,ZERO_DATE_TIME_CAST',
  old: 1,
  max_recursive_iterations: 1,
  default_regex_flags: 'EXTENDED',
  innodb_snapshot_isolation: 1,
  standard_compliant_cte: 0,
  max_execution_time: 1,
  range_optimizer_max_mem_size: 1,
  parser_max_mem_size: 10_000_000,
  use_secondary_engine: 'FORCED',
  cte_max_recursion_depth: 1,
  end_markers_in_json: 1,
  explain_json_format_version: 1,
  default_collation_for_utf8mb4: 'utf8mb4_general_ci',
  group_replication_consistency: 'EVENTUAL',
  internal_tmp_mem_storage_engine: 'MEMORY',
  sql_require_primary_key: 1,
  sql_generate_invisible_primary_key: 1,
  restrict_fk_on_non_standard_key: 0,
  query_cache_type: 1,
};

beforeAll(async () => {
  server = await HostileServer.start();
  answers = await server.answers();
  imported = await server.imported();
}, 120_000);
afterAll(() => server?.stop());

/** All on and off in the other way than usual. A server refuses a few that it cannot do without. */
function turned(switches: string): string {
  const kept = /^(hypergraph_optimizer|materialization|in_to_exists|engine_condition_pushdown)=/;
  return switches
    .split(',')
    .filter((each) => !kept.test(each))
    .map((each) => (each.endsWith('=on') ? each.replace('=on', '=off') : each.replace('=off', '=on')))
    .join();
}

type Variable = readonly [name: string, value: string | number];

const assignment = ([name, value]: Variable): string => `${name} = ${typeof value === 'number' ? value : `'${value}'`}`;

async function filtered(list: readonly Variable[], test: (each: Variable) => Promise<boolean>): Promise<Variable[]> {
  const kept: Variable[] = [];
  for (const each of list) if (await test(each)) kept.push(each);
  return kept;
}

/** What differs under this default. */
async function differences(hostile: Hostile): Promise<string[]> {
  return server.under(hostile, async () => {
    const works = { answers: () => server.answers(), imported: () => server.imported() };
    const failures: string[] = [];
    for (const [what, work] of Object.entries(works)) {
      const result = await work().catch((error: unknown) => String(error));
      const same = JSON.stringify(result) === JSON.stringify({ answers, imported }[what]);
      if (!same) failures.push(`${what} under ${JSON.stringify(hostile)}: ${String(result).slice(0, 300)}`);
    }
    return failures;
  });
}

test('with the usual defaults there are records to lose', () => {
  expect(answers.filter((answer) => answer.includes(': 200 ')).length).toBeGreaterThan(40);
  expect(answers.join('').length).toBeGreaterThan(50_000);
});

test('no hostile default changes an answer or a stored record', async () => {
  const switches = await server.valueOf('optimizer_switch');
  const all: Variable[] = Object.entries({ ...HOSTILE, optimizer_switch: turned(String(switches)) });
  const here = await filtered(all, async ([name]) => (await server.valueOf(name)) !== undefined);
  const global = await filtered(here, ([name, value]) => server.hasGlobal(name, value));
  const session = await filtered(here, (each) => server.accepts(`set ${assignment(each)}`));
  expect(here.filter((each) => !global.includes(each) && !session.includes(each))).toEqual([]);
  expect(global.length).toBeGreaterThan(40);

  const failures: string[] = [];
  for (let from = 0; from < global.length; from += 8)
    failures.push(...(await differences({ globals: Object.fromEntries(global.slice(from, from + 8)) })));
  for (let from = 0; from < session.length; from += 8) {
    const initConnect = `set ${session
      .slice(from, from + 8)
      .map(assignment)
      .join(', ')}`;
    failures.push(...(await differences({ initConnect })));
  }
  failures.push(...(await differences({ initConnect: 'start transaction read only' })));
  expect(failures).toEqual([]);
}, 600_000);

test('the time that an account has for a statement changes no answer and no stored record', async () => {
  const accountLimit = 'max_statement_time 0.001';
  // MySQL has no such limit, and its other limits of accounts end in errors.
  if ((await server.valueOf('max_statement_time')) === undefined) {
    await expect(server.under({ accountLimit }, async () => undefined)).rejects.toThrow('error in your SQL syntax');
    return;
  }
  await server.under({ accountLimit }, async () =>
    expect(Number(await server.valueOf('max_statement_time'))).toBe(0.001),
  );
  expect(await differences({ accountLimit })).toEqual([]);
}, 60_000);
