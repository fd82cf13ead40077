/** `leasegate import -` in a process of its own. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { leasegate } from '../cli/leasegate';
import { ROOT } from '../docs/repository';
import { until } from '../support/until';
import { caseForEachTest } from './import-case';

// A test starts the program several times, on a machine that may be busy.
jest.setTimeout(120_000);

const world = caseForEachTest();
const environment = () => ({ PATH: process.env.PATH ?? '', DATABASE_URL: world.database.url });
const args = () => ['import', '-', '--rejects', world.rejects];
const group = (identifier: string) =>
  `${JSON.stringify({ kind: 'group', position: identifier, record: { identifier } })}\n`;

/** A stream whose input stays open. */
function openStream() {
  const child = spawn(join(ROOT, 'bin', 'leasegate'), args(), { env: environment(), stdio: 'pipe' });
  const closed = once(child, 'close') as Promise<[number | null]>;
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (chunk: string) => (said[name] += chunk));
  const acknowledged = (position: string) => until(() => said.stdout.includes(`"position":"${position}"`));
  return { child, said, acknowledged, ended: async () => (await closed)[0] };
}

test('it ends when standard output is closed', async () => {
  const { child, said, acknowledged, ended } = openStream();
  child.stdin.write(group('north'));
  await acknowledged('north');
  child.stdout.destroy();
  child.stdin.write(group('south'));
  expect(await ended()).toBe(0);
  expect(said.stderr).toContain('Ended, because standard output was closed: ');
  expect(await world.identifiers('groups')).toEqual(['north', 'south']);
});

test('after it is killed, another one goes on behind the position that was acknowledged last', async () => {
  const identifiers = Array.from({ length: 60 }, (_, index) => `g${index}`);
  const changes = (from: number, to?: number) => identifiers.slice(from, to).map(group).join('');
  const { child, said, acknowledged, ended } = openStream();
  child.stdin.write(changes(0, 30));
  await acknowledged('g29');
  child.stdin.write(changes(30));
  child.kill('SIGKILL');
  await ended();
  const positions = [...said.stdout.matchAll(/"position":"g(\d+)".*\n/g)].map(([, position]) => Number(position));
  const { status } = await leasegate(args(), environment(), changes(positions.at(-1)! + 1));
  expect(status).toBe(0);
  expect(await world.identifiers('groups')).toEqual(identifiers);
});
