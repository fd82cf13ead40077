/**
 * The environment of the gateway fails: system calls, memory, descriptors, its log, the disk of the server, the schema.
 */

import { openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { debianProgram } from '../../../test/support/debian-program';
import { limitedMemory } from '../rig/memory-limit';
import { isFailure, isLost, isRight, type Kind } from '../rig/outcomes';
import type { Rig } from '../rig/rig';
import { fullDisk } from '../rig/full-disk';
import { run } from '../rig/run';
import type { Findings, Trial } from '../trial';

const MEGABYTE = 1024 ** 2;

const isRefusal = (kind: Kind): boolean => kind === 'right' || /^50[034] \w+$/.test(kind);

/** A read or write that fails may be one of a client's own connection. */
async function failingCalls(rig: Rig, findings: Findings, { short }: { short: boolean }): Promise<void> {
  const fiuRun = await debianProgram('fiu-utils', 'fiu-run');
  const reads = await rig.underLoad(
    { wrapper: [fiuRun, '-x'], excuses: (kind) => isLost(kind) || kind.startsWith('500') },
    findings,
    async ({ gateway }) => {
      const control = join(fiuRun, '..', 'fiu-ctrl');
      await run(control, ['-c', 'enable_random name=posix/io/rw/*,probability=0.002', String(gateway.child.pid)]);
      await sleep(short ? 2_000 : 6_000);
      await run(control, ['-c', 'disable name=posix/io/rw/*', String(gateway.child.pid)]);
      await sleep(3_000);
      await expectHealthy(rig, findings, gateway);
    },
  );
  findings.must(
    reads.count((kind) => !isRefusal(kind) && !isLost(kind)) === 0,
    `reads and writes that fail: ${String(reads)}`,
  );

  const strace = await debianProgram('strace');
  // Apart, so that the program itself is what is started and ended.
  const inject = [
    '-D',
    '-f',
    '-qq',
    '-o',
    '/dev/null',
    '-e',
    'trace=connect',
    '-e',
    'inject=connect:error=ETIMEDOUT:when=1..6',
  ];
  const gateway = await rig.serve({ wrapper: [strace, ...inject] });
  findings.must((await gateway.becomes(200)) < 10_000, 'it is not ready 10 s after six connects that failed');
  await expectHealthy(rig, findings, gateway);
}

async function expectHealthy(rig: Rig, findings: Findings, gateway: { readonly port: number }): Promise<void> {
  const after = await rig.load(gateway, { clients: 10, thinkMs: 0, requests: 100 }).finished();
  findings.must(after.count(isRight) === 100, `afterwards: ${String(after)}`);
}

async function withoutLog(rig: Rig, findings: Findings): Promise<void> {
  const errors = async () => {
    await rig.net.cut();
    await sleep(1_000);
    await rig.heal();
    await sleep(2_000);
  };
  const full = await rig.underLoad({ stdout: openSync('/dev/full', 'w') }, findings, errors);
  findings.must(full.count(isRight) > 0, 'nothing is answered with a full disk for its log');
  await rig.underLoad({}, findings, async ({ gateway }) => {
    gateway.child.stdout?.destroy();
    gateway.child.stderr?.destroy();
    await errors();
    await expectHealthy(rig, findings, gateway);
  });
}

/** The server has no room for what a statement puts aside. */
async function withoutRoom(rig: Rig, findings: Findings): Promise<void> {
  const disk = await fullDisk(join(rig.folder, 'full'));
  rig.atEnd(() => disk.remove());
  await rig.heal({ restart: true, options: [`--tmpdir=${disk.path}`] });
  disk.fill();
  await rig.server.run(
    'set global tmp_table_size = 1024',
    'set global max_heap_table_size = 16384',
    'set global sort_buffer_size = 32768',
  );
  const outcomes = await rig.underLoad({ excuses: (kind) => kind === '500 internal_error' }, findings, async () => {
    await sleep(3_000);
  });
  findings.must(outcomes.count((kind) => !isRefusal(kind)) === 0, `on a server without room: ${String(outcomes)}`);
}

async function littleMemory(rig: Rig, findings: Findings, { short }: { short: boolean }): Promise<void> {
  const limit = limitedMemory(256 * MEGABYTE);
  rig.atEnd(async () => limit.remove());
  const questions = [...rig.scene.questions].sort((a, b) => size(b) - size(a)).slice(0, 40);
  const gateway = await rig.serve({ wrapper: limit.wrapper });
  await gateway.becomes(200);
  const load = rig.load(gateway, { questions, clients: 400, thinkMs: 0 });
  await sleep(short ? 5_000 : 20_000);
  const outcomes = await load.stop();
  findings.note(String(outcomes));
  findings.note(`at most ${Math.round(limit.mostBytes() / MEGABYTE)} MB with its files`);
  findings.atMost('memory', gateway.residentBytes() / MEGABYTE, 256, ' MB');
  findings.must(gateway.isAlive, 'it was killed');
  findings.must(outcomes.count((kind) => !isRefusal(kind)) === 0, 'other answers than right, 503 and 504');
  await sleep(1_000);
  await expectHealthy(rig, findings, gateway);
  await rig.expectEnd(gateway, findings);
}

const size = ({ expected }: { readonly expected: object }): number => JSON.stringify(expected).length;

async function fewDescriptors(rig: Rig, findings: Findings): Promise<void> {
  const prlimit = await debianProgram('util-linux', 'prlimit');
  const gateway = await rig.serve({ wrapper: [prlimit, '--nofile=64:64'] });
  await gateway.becomes(200);
  const crowd = rig.load(gateway, { clients: 200, thinkMs: 100, timeoutMs: 5_000 });
  await sleep(6_000);
  const outcomes = await crowd.stop();
  findings.note(`200 clients, 64 descriptors: ${String(outcomes)}`);
  findings.must(outcomes.count(isRight) > 0, 'nobody is answered');
  findings.must(outcomes.count((kind) => !isRefusal(kind) && !isLost(kind) && kind !== 'refused') === 0, 'odd answers');
  findings.must(gateway.isAlive, 'it died');
  await sleep(500);
  await expectHealthy(rig, findings, gateway);
  await rig.expectEnd(gateway, findings);
}

async function otherSchema(rig: Rig, findings: Findings): Promise<void> {
  const column = (from: string, to: string) =>
    rig.server.run('use leasegate', `alter table tenants rename column ${from} to ${to}`);
  let recoveredAt = 0;
  const outcomes = await rig.underLoad({}, findings, async ({ gateway }) => {
    await column('first_name', 'given_name');
    findings.atMost('/readyz reports it after', await gateway.becomes(503), 3_000, ' ms');
    const { text } = await gateway.admin('/readyz');
    findings.note(text.trim());
    findings.must(/tenants/.test(text), '/readyz does not name the table');
    await column('given_name', 'first_name');
    findings.atMost('/readyz is healthy again after', await gateway.becomes(200), 3_000, ' ms');
    recoveredAt = performance.now();
    await sleep(1_500);
  });
  findings.must(outcomes.count('503 service_unavailable') > 0, 'no lookup noticed');
  findings.atMost('failed afterwards', outcomes.sent(recoveredAt).count(isFailure), 0);
}

export const ENVIRONMENT: readonly Trial[] = [
  {
    number: 13,
    name: 'system calls fail',
    drive: '`fiu-run`: two of 1,000 reads and writes fail, for 6 s; `strace`: the first six calls of `connect` fail',
    expected:
      '500 or 503 in the usual form, or the client’s connection is lost; the process survives, and then all answers are right',
    run: failingCalls,
  },
  {
    number: 16,
    name: 'disk full',
    drive: 'the log goes to `/dev/full`, or to a pipe that nobody reads; the `tmpdir` of the server is full',
    expected:
      'the gateway serves without its log; a statement that needs the space is 500 `internal_error` for that request only',
    async run(rig, findings) {
      await withoutRoom(rig, findings);
      await rig.heal({ restart: true });
      await withoutLog(rig, findings);
    },
  },
  {
    number: 17,
    name: 'memory limit',
    drive: 'a control group of 256 MB; 400 clients that request the largest pages without a pause, for 20 s',
    expected: 'never killed; 503 before that; all answers are right afterwards',
    run: littleMemory,
  },
  {
    number: 18,
    name: 'few descriptors',
    drive: '`prlimit --nofile=64` and 200 clients',
    expected: 'the process survives; with fewer clients, all answers are right',
    run: fewDescriptors,
  },
  {
    number: 28,
    name: 'schema drift',
    drive: 'a column is renamed under load, and then renamed back',
    expected:
      '503 `service_unavailable` (decision 33) without SQL in the answer; `/readyz` names the table; right answers afterwards',
    short: true,
    run: otherSchema,
  },
];
