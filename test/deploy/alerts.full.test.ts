/** Prometheus itself judges the alert rules: each fires in a case of alerts.yml, and none while all is well. */

import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';

import { debianProgram, INSTALL_LIMIT_MS } from '../support/debian-program';
import { readText, ROOT } from '../docs/repository';

const RULES = 'docs/operate/grafana/alerts.yml';
const CASES = 'test/deploy/alerts.yml';

let promtool: string;
beforeAll(async () => {
  promtool = join(dirname(await debianProgram('prometheus')), 'promtool');
}, INSTALL_LIMIT_MS);

const judge = (...args: readonly string[]): string => execFileSync(promtool, args, { cwd: ROOT, encoding: 'utf8' });

test('promtool finds no fault in the rules', () => {
  expect(judge('check', 'rules', RULES)).toContain('SUCCESS');
});

test('each rule fires in its case, and none while all is well', () => {
  const rules = [...readText(RULES).matchAll(/- alert: (\w+)$/gm)].map(([, name]) => name);
  const fired = [...readText(CASES).matchAll(/^ {6}- alertname: (\w+)$/gm)].map(([, name]) => name);
  expect(new Set(fired)).toEqual(new Set(rules));
  const quiet = [...readText(CASES).matchAll(/\{ alertname: (\w+), eval_time: 55m \}/g)].map(([, name]) => name);
  expect(quiet).toEqual(rules);
  expect(judge('test', 'rules', join(ROOT, CASES))).toContain('SUCCESS');
});
