import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

import { commandLine, endProcess } from '../../tools/local-server/ownership';

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

async function start(script: string): Promise<ChildProcess & { readonly pid: number }> {
  const child = spawn(process.execPath, ['-e', `${script}; setInterval(() => {}, 1000); console.log('runs')`]);
  children.push(child);
  await once(child.stdout, 'data');
  return child as ChildProcess & { readonly pid: number };
}

test('a process that ends on SIGTERM is not killed', async () => {
  const child = await start('');
  const exit = once(child, 'exit');
  await endProcess(child.pid, 20_000);
  expect(await exit).toEqual([null, 'SIGTERM']);
  expect(await commandLine(child.pid)).toBeUndefined();
});

test('a process that ignores SIGTERM is killed after its time', async () => {
  const child = await start(`process.on('SIGTERM', () => console.log('asked'))`);
  const exit = once(child, 'exit');
  const asked = once(child.stdout!, 'data');
  const ending = endProcess(child.pid, 2_000);
  expect(String(await asked)).toBe('asked\n');
  expect(child.signalCode).toBeNull();
  await ending;
  expect(await exit).toEqual([null, 'SIGKILL']);
});

test('a process that is gone has no command line', async () => {
  const child = await start('');
  child.kill('SIGKILL');
  await once(child, 'exit');
  await endProcess(child.pid, 20_000);
  expect(await commandLine(child.pid)).toBeUndefined();
});
