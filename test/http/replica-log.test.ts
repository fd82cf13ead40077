import { Writable } from 'node:stream';

import { pino } from 'pino';

import { outageLog, replicaLog } from '../../src/server/lookup-database';

let lines: unknown[];
const write = (chunk: Buffer, _encoding: unknown, done: () => void) => {
  const { level, replica, problem, msg } = JSON.parse(String(chunk)) as Record<string, unknown>;
  lines.push([level === 40 ? 'warn' : level === 30 ? 'info' : level, replica, problem ?? null, msg]);
  done();
};
const log = pino(new Writable({ write }));
beforeEach(() => (lines = []));

test('each change of a replica has a line, and a check without a change has none', () => {
  const tell = replicaLog(log);
  const look = (replica: number, problem: string | null) =>
    tell({ replica, problem, healthy: problem === null, lagSeconds: 0 });
  for (let round = 0; round < 2; round += 1) {
    for (let time = 0; time < 3; time += 1) look(1, null);
    for (let time = 0; time < 3; time += 1) look(2, 'does not answer');
    for (let time = 0; time < 3; time += 1) look(1, 'does not answer');
    look(1, 'is too far behind the primary');
  }
  const away = (replica: number) => ['warn', replica, 'does not answer', 'replica not in use'];
  const behind = ['warn', 1, 'is too far behind the primary', 'replica not in use'];
  const read = ['info', 1, null, 'replica in use'];
  expect(lines).toEqual([read, away(2), away(1), behind, read, away(1), behind]);
});

test('each change of where lookups are answered has a line, and there is none while the primary answers', () => {
  const tell = outageLog(log);
  const look = (isAway: boolean, replica: number | null) => {
    for (let time = 0; time < 3; time += 1) tell({ isAway, replica, staleSeconds: replica === null ? null : time });
  };
  look(false, null);
  look(true, 2);
  look(true, 1);
  look(true, null);
  look(false, null);
  look(true, null);
  const from = (replica: number) => ['warn', replica, null, 'primary not in use, lookups are answered from a replica'];
  const nowhere = ['warn', undefined, null, 'primary not in use, and no replica is recent enough'];
  expect(lines).toEqual([from(2), from(1), nowhere, ['info', undefined, null, 'primary in use'], nowhere]);
});
