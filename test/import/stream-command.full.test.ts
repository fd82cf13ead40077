/** `leasegate import -` in a process of its own. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { leasegate } from '../cli/leasegate';
import { caseForEachTest } from './import-case';

// A test starts the program several times, on a machine that may be busy.
jest.setTimeout(120_000);

const ROOT = join(__dirname, '..', '..');

const world = caseForEachTest();

const environment = () => ({ PATH: process.env.PATH, DATABASE_URL: world.database.url });
const args = () => ['import', '-', '--rejects', world.rejects];
const group = (identifier: string) =>
  `${JSON.stringify({ kind: 'group', position: identifier, record: { identifier } })}\n`;

/** A stream whose input stays open. */
class OpenStream {
  readonly child: ChildProcess = spawn(join(ROOT, 'bin', 'leasegate'), args(), { env: environment(), stdio: 'pipe' });
  readonly #ended = once(this.child, 'close') as Promise<[number | null]>;
  stderr = '';
  stdout = '';

  constructor() {
    this.child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (this.stderr += chunk));
    this.child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (this.stdout += chunk));
  }

  write(text: string): void {
    this.child.stdin?.write(text);
  }

  async acknowledged(position: string): Promise<void> {
    while (!this.stdout.includes(`"position":"${position}"`)) await once(this.child.stdout!, 'data');
  }

  async ended(): Promise<number | null> {
    return (await this.#ended)[0];
  }
}

test('it ends when standard output is closed', async () => {
  const stream = new OpenStream();
  stream.write(group('north'));
  await stream.acknowledged('north');
  stream.child.stdout?.destroy();
  stream.write(group('south'));
  expect(await stream.ended()).toBe(0);
  expect(stream.stderr).toContain('Ended, because standard output was closed: ');
  expect(await world.identifiers('groups')).toEqual(['north', 'south']);
});

test('after it is killed, another one goes on behind the position that was acknowledged last', async () => {
  const identifiers = Array.from({ length: 60 }, (_, index) => `g${index}`);
  const changes = (from: number, to?: number) => identifiers.slice(from, to).map(group).join('');
  const killed = new OpenStream();
  killed.write(changes(0, 30));
  await killed.acknowledged('g29');
  killed.write(changes(30));
  killed.child.kill('SIGKILL');
  await killed.ended();
  const positions = [...killed.stdout.matchAll(/"position":"g(\d+)".*\n/g)].map(([, position]) => Number(position));
  const { status } = await leasegate(args(), environment() as Record<string, string>, changes(positions.at(-1)! + 1));
  expect(status).toBe(0);
  expect(await world.identifiers('groups')).toEqual(identifiers);
});
