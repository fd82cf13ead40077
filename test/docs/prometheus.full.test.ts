/** Tests the dashboard and the alerts with Prometheus: it scrapes `/metrics` and evaluates every expression. */

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { freePort } from '../../tools/local-server/free-port';
import { lastLines } from '../../tools/local-server/logged-run';
import { ServerProcess } from '../../tools/local-server/server-process';
import { insertHousehold } from '../db/household';
import { everyGroup, LEASES, send, sendGraphQL } from '../http/client';
import { scrape } from '../http/scraped';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { debianProgram, INSTALL_LIMIT_MS } from '../support/debian-program';
import { startTestGateway, type TestGateway } from '../support/gateway';
import { ROOT, readText } from './repository';
import { until } from '../support/until';

const run = promisify(execFile);
const ALERTS = join(ROOT, 'docs/operate/grafana/alerts.yml');

/** Metrics that a gateway with one database host and without a key set does not have. */
const TOLD_BY_OTHERS = /leasegate_(?:key_set_age_seconds|database_host_healthy|database_host_in_use)/;

interface Panel {
  readonly title: string;
  readonly panels?: readonly Panel[];
  readonly targets?: readonly { readonly expr: string }[];
}

const expressions = (JSON.parse(readText('docs/operate/grafana/leasegate.json')) as { panels: Panel[] }).panels
  .flatMap((panel) => [panel, ...(panel.panels ?? [])])
  .flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const));

interface Reply<Data> {
  readonly status: string;
  readonly data: Data;
}

let folder: string;
let database: TestDatabase;
let gateway: TestGateway;
let prometheus: ServerProcess;
let url: string;

/** @throws {Error} unless Prometheus answers `success` */
async function api<Data>(path: string): Promise<Data> {
  const answer = await fetch(`${url}/api/v1/${path}`);
  const { status, data } = (await answer.json()) as Reply<Data>;
  if (status !== 'success') throw new Error(`${path} is ${status}`);
  return data;
}

const rowsOf = async (expression: string): Promise<number> => {
  const { result } = await api<{ result: unknown[] }>(`query?query=${encodeURIComponent(expression)}`);
  return result.length;
};

beforeAll(async () => {
  const program = await debianProgram('prometheus');
  folder = mkdtempSync(join(tmpdir(), 'leasegate-prometheus-'));
  database = await createTestDatabase();
  await insertHousehold(database.db, 'north');
  gateway = await startTestGateway({ databaseUrl: database.url });
  const token = await everyGroup();
  await send(gateway.url + LEASES, { token, body: { identifier: 'north-tenant', identifer: 1 } });
  await send(gateway.url + LEASES);
  await sendGraphQL(gateway.url, { token });

  const config = {
    global: { scrape_interval: '250ms', evaluation_interval: '250ms' },
    rule_files: [ALERTS],
    scrape_configs: [{ job_name: 'leasegate', static_configs: [{ targets: [new URL(gateway.adminUrl).host] }] }],
  };
  // JSON is valid YAML.
  writeFileSync(join(folder, 'prometheus.yml'), JSON.stringify(config));
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const log = join(folder, 'prometheus.log');
  const args = [
    `--config.file=${join(folder, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ];
  prometheus = ServerProcess.spawn(program, args, log);
  // A rate needs two scrapes.
  const read = () => rowsOf('rate(leasegate_http_requests_total[5s])').catch(() => 0);
  await until(
    async () => (await read()) > 0,
    () => `Prometheus read anything:\n${lastLines(log)}`,
  );
}, INSTALL_LIMIT_MS);

afterAll(async () => {
  await prometheus.stop();
  await gateway.close();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

test('promtool reports nothing about the metrics and the alerts', async () => {
  const promtool = join(dirname(await debianProgram('prometheus')), 'promtool');
  const { text } = await scrape(gateway.adminUrl);
  const ours = text.split('\n').filter((line) => /^(?:# (?:HELP|TYPE) )?leasegate_/.test(line));
  const checked = run(promtool, ['check', 'metrics']);
  checked.child.stdin?.end(`${ours.join('\n')}\n`);
  const { stdout, stderr } = await checked;
  expect(stdout + stderr).toBe('');
  expect((await run(promtool, ['check', 'rules', ALERTS])).stdout).toMatch(/SUCCESS: \d+ rules found/);
});

test('every alert is evaluated, and none fires for a healthy gateway', async () => {
  const { groups } = await api<{ groups: { rules: { name: string; health: string; state: string }[] }[] }>('rules');
  const rules = groups.flatMap((group) => group.rules);
  expect(rules.map(({ name }) => name)).toEqual(
    [...readText('docs/operate/grafana/alerts.yml').matchAll(/alert: (\w+)/g)].map(([, name]) => name),
  );
  // On a busy machine, an alert may be pending for a moment.
  expect(rules.filter(({ health, state }) => health !== 'ok' || state === 'firing')).toEqual([]);
});

test.each(expressions)('the dashboard, %s: %s', async (_title, expression) => {
  const asked = expression.replaceAll('$job', 'leasegate').replaceAll('$__rate_interval', '5s');
  expect(asked).not.toContain('$');
  const rows = await rowsOf(asked);
  if (TOLD_BY_OTHERS.test(expression)) expect(rows).toBe(0);
  else expect(rows).toBeGreaterThan(0);
});
