import { Writable } from 'node:stream';

import { pino } from 'pino';

import { replicaLog } from '../../src/server/lookup-database';

test('each change of a replica has a line, and a check without a change has none', () => {
  const lines: unknown[] = [];
  const write = (chunk: Buffer, _encoding: unknown, done: () => void) => {
    const { level, replica, problem, msg } = JSON.parse(String(chunk)) as Record<string, unknown>;
    lines.push([level === 40 ? 'warn' : level === 30 ? 'info' : level, replica, problem ?? null, msg]);
    done();
  };
  const tell = replicaLog(pino(new Writable({ write })));
  const look = (replica: number, problem: string | null) =>
    tell({ replica, problem, healthy: problem === null, lagSeconds: 0 });
  for (let round = 0; round < 2; round += 1) {
    for (let time = 0; time < 3; time += 1) look(1, null);
    for (let time = 0; time < 3; time += 1) look(2, 'does not answer');
    for (let time = 0; time < 3; time += 1) look(1, 'does not answer');
    look(1, 'is too far behind the primary');
  }
  const away = (replica: number) => ['warn', replica, 'does not answer', 'replica is not read'];
  const behind = ['warn', 1, 'is too far behind the primary', 'replica is not read'];
  const read = ['info', 1, null, 'replica is read'];
  expect(lines).toEqual([read, away(2), away(1), behind, read, away(1), behind]);
});
