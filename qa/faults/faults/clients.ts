/** Clients that are slow, greedy, malformed or disconnect. */

import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

import { holdTables } from '../rig/fault-server';
import type { GatewayProcess } from '../rig/gateway-process';
import { isFailure, isRight } from '../rig/outcomes';
import { hasRecords } from '../rig/questions';
import { type RawReply, sendRaw } from '../rig/raw-client';
import type { Rig } from '../rig/rig';
import { slowClients } from '../rig/slow-clients';
import type { Findings, Trial } from '../trial';
import { noneAtWork } from './sessions';

const PATHS = ['/leases/find-for-tenant/', '/leases/tenants/', '/graphql'];
const MEGABYTE = 1024 ** 2;

export async function slowCrowd(rig: Rig, findings: Findings, count: number, forMs: number): Promise<void> {
  const { token } = rig.scene;
  const gateway = await rig.serve();
  await gateway.becomes(200);
  const measure = async () => {
    const load = rig.load(gateway, { clients: 20, thinkMs: 100 });
    await sleep(forMs);
    return load.stop();
  };
  await measure();
  const alone = await measure();
  const slow = slowClients(gateway.port, count, ['head', 'body', 'reading'], token, '{}');
  while (slow.figures.opened < count) await sleep(100);
  const beside = await measure();
  slow.stop();
  findings.note(`${slow.figures.opened} slow connections, ${slow.figures.ended} closed by the gateway`);
  findings.note(`next to them: ${String(beside)}`);
  findings.atMost('failed requests', beside.count(isFailure), 0);
  const [before, during] = [alone, beside].map((outcomes) => outcomes.quantile(isRight, 0.99));
  findings.note(`p99 ${Math.round(before!)} ms alone, ${Math.round(during!)} ms next to them`);
  // Client and server share the cores, and so do the slow clients.
  findings.must(during! <= Math.max(2 * before!, before! + 100), 'p99 is more than twice what it is alone');
  await rig.expectEnd(gateway, findings);
}

const heading = (path: string, token: string, rest: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: faults\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n${rest}\r\n\r\n`;

function* endless(head: string, part: Buffer, times: number): Generator<string | Buffer> {
  yield head;
  for (let nth = 0; nth < times; nth += 1) yield part;
}

async function giantBodies(rig: Rig, findings: Findings): Promise<void> {
  await withGateway(rig, findings, async (gateway, token) => {
    const part = Buffer.alloc(64 * 1024, ' ');
    const chunk = Buffer.concat([Buffer.from('10000\r\n'), part, Buffer.from('\r\n')]);
    const bomb = gzipSync(Buffer.alloc(50 * MEGABYTE, ' '));
    let before = 0;
    // Memory that is allocated once and kept is not the cost of a body.
    for (const path of [...PATHS, ...PATHS]) {
      if (path === PATHS[0]) before = gateway.residentBytes();
      const declared = heading(path, token, `Content-Length: ${1024 * MEGABYTE}`);
      const chunked = heading(path, token, 'Transfer-Encoding: chunked');
      const zipped = heading(
        path,
        token,
        `Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\nConnection: close`,
      );
      const replies: [string, RawReply][] = [
        ['1 GB', await sendRaw(gateway.port, endless(declared, part, 16_384))],
        ['chunks without end', await sendRaw(gateway.port, endless(chunked, chunk, 16_384))],
        ['50 MB in 50 kB', await sendRaw(gateway.port, [zipped, bomb])],
      ];
      for (const [name, { status, type, isClosed, ms }] of replies) {
        const right = status === 413 && type === 'payload_too_large' && isClosed && ms < 2_000;
        findings.must(
          right,
          `${path} ${name}: ${status} ${type} after ${Math.round(ms)} ms, ${isClosed ? '' : 'not '}closed`,
        );
      }
    }
    findings.atMost('memory grew by', (gateway.residentBytes() - before) / MEGABYTE, 20, ' MB');
  });
}

const DEEP: Readonly<Record<string, string>> = {
  '100,000 [': '['.repeat(60_000),
  '30,000 lists': '['.repeat(30_000) + ']'.repeat(30_000),
  '10,000 objects': '{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000),
};

async function deepJson(rig: Rig, findings: Findings): Promise<void> {
  await withGateway(rig, findings, async (gateway, token) => {
    let longest = 0;
    for (const path of PATHS) {
      for (const [name, body] of Object.entries(DEEP)) {
        const head = heading(path, token, `Content-Length: ${body.length}`);
        const { status, ms, type } = await sendRaw(gateway.port, [head, body], { closes: false });
        longest = Math.max(longest, ms);
        // An unknown field is ignored, whatever its value (decision 21).
        const isIgnored = name === '10,000 objects' && [200, 400, 404].includes(status);
        findings.must(isIgnored || status === 400 || status === 413, `${path} ${name}: ${status} ${type}`);
      }
    }
    findings.atMost('longest answer', longest, 500, ' ms');
  });
}

const BYTES: Readonly<Record<string, Buffer>> = {
  'C3 28': bodyWith([0xc3, 0x28]),
  'FF FE': bodyWith([0xff, 0xfe]),
  'a lone surrogate in bytes': bodyWith([0xed, 0xa0, 0x80]),
  'an overlong slash': bodyWith([0xc0, 0xaf]),
  'FF FE before all': Buffer.from([0xff, 0xfe, 0x7b, 0x7d]),
  'a NUL in bytes': bodyWith([0]),
};

function bodyWith(bytes: readonly number[]): Buffer {
  return Buffer.concat([Buffer.from('{"identifier":"a'), Buffer.from(bytes), Buffer.from('"}')]);
}

async function badText(rig: Rig, findings: Findings): Promise<void> {
  await withGateway(rig, findings, async (gateway, token) => {
    const send = (path: string, body: Buffer) => {
      const head = heading(path, token, `Content-Length: ${body.length}`);
      return sendRaw(gateway.port, [head, body], { closes: false });
    };
    for (const path of PATHS) {
      for (const [name, body] of Object.entries(BYTES)) {
        const { status, type } = await send(path, body);
        findings.must(status === 400 && type === 'invalid_json', `${path} ${name}: ${status} ${type}`);
      }
      const escapes = ['\\u0000', '\\ud800', '\\udc00\\ud800'].map((escape) =>
        Buffer.from(`{"identifier":"a${escape}"}`),
      );
      for (const body of path === '/graphql' ? [] : escapes) {
        const { status, type } = await send(path, body);
        findings.must(status === 400 && type === 'invalid_request', `${path} ${body.toString()}: ${status} ${type}`);
      }
      const withMark = await send(path, Buffer.from('\ufeff{"identifier":"a"}'));
      findings.must(withMark.status < 500, `${path} byte order mark: ${withMark.status}`);
    }
  });
}

/** The bytes after the request line. Each must be refused, and its connection closed. */
const HEADS: Readonly<Record<string, readonly [head: string, status: number]>> = {
  'a header of 20 kB': [`X: ${'x'.repeat(20_480)}\r\n`, 431],
  '1,500 headers': [Array.from({ length: 1_500 }, (_, nth) => `X-${nth}: aaaaaa\r\n`).join(''), 431],
  'a token of 64 kB': [`Authorization: Bearer ${'a'.repeat(65_536)}\r\n`, 431],
  'folded header': ['X: a\r\n b\r\n', 400],
  'both lengths': ['Content-Length: 2\r\nTransfer-Encoding: chunked\r\n', 400],
  'two lengths': ['Content-Length: 2\r\nContent-Length: 3\r\n', 400],
  'a blank before the colon': ['Transfer-Encoding : chunked\r\n', 400],
  'a bare line feed': ['X: a\nY: b\r\n', 400],
  'a length below zero': ['Content-Length: -1\r\n', 400],
  'a length that is none': ['Content-Length: 0x10\r\n', 400],
  'an unknown transfer coding': ['Transfer-Encoding: chunked, x\r\n', 400],
  'a NUL in a header': ['X: a\0b\r\n', 400],
};

async function headerFloods(rig: Rig, findings: Findings): Promise<void> {
  await withGateway(rig, findings, async (gateway, token) => {
    for (const path of PATHS) {
      for (const [name, [head, expected]] of Object.entries(HEADS)) {
        const reply = await sendRaw(gateway.port, [`POST ${path} HTTP/1.1\r\nHost: faults\r\n${head}\r\n`]);
        const right = reply.status === expected && reply.type !== undefined && reply.isClosed;
        findings.must(right, `${path} ${name}: ${reply.status} ${reply.type}${reply.isClosed ? '' : ', not closed'}`);
      }
      const two = `POST ${path} HTTP/1.1\r\nHost: faults\r\nAuthorization: Bearer ${token}\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;
      const { status, type } = await sendRaw(gateway.port, [two]);
      findings.must(path === '/graphql' ? status < 500 : status === 401, `${path} two tokens: ${status} ${type}`);
    }
  });
}

async function withGateway(
  rig: Rig,
  findings: Findings,
  work: (gateway: GatewayProcess, token: string) => Promise<void>,
): Promise<void> {
  const { token } = rig.scene;
  const gateway = await rig.serve();
  await gateway.becomes(200);
  await work(gateway, token);
  const after = await rig.load(gateway, { clients: 4, thinkMs: 0, requests: 40 }).finished();
  findings.must(after.count(isRight) === 40, `afterwards: ${String(after)}`);
  findings.note(`afterwards: ${String(after)}`);
  await rig.expectEnd(gateway, findings);
}

async function hangUp(rig: Rig, findings: Findings, count: number): Promise<void> {
  const questions = rig.scene.questions.filter(hasRecords);
  const abandon = (port: number, nth: number, afterMs: number): Promise<void> =>
    new Promise((resolve) => {
      const socket = connect({ host: '127.0.0.1', port, noDelay: true });
      socket.on('error', () => undefined);
      socket.once('connect', () => socket.write(questions[nth % questions.length]!.request));
      setTimeout(() => socket.resetAndDestroy(), afterMs + 5);
      socket.once('close', () => resolve());
    });
  const outcomes = await rig.underLoad({}, findings, async ({ gateway }) => {
    for (let from = 0; from < count; from += 20) {
      await Promise.all(Array.from({ length: 20 }, (_, nth) => abandon(gateway.port, from + nth, (from + nth) % 20)));
    }
  });
  findings.atMost(`failed next to ${count} that disconnect`, outcomes.count(isFailure), 0);

  await withGateway(rig, findings, async (gateway) => {
    await rig.load(gateway, { clients: 20, thinkMs: 0, requests: 40 }).finished();
    const held = await holdTables(rig.server);
    await Promise.all(Array.from({ length: 10 }, (_, nth) => abandon(gateway.port, nth, 300)));
    findings.atMost('statements of disconnected clients ended after', await noneAtWork(rig.server), 2_500, ' ms');
    await held.release();
  });
}

export const CLIENTS: readonly Trial[] = [
  {
    number: 19,
    name: 'slow clients',
    drive:
      '600 connections that send a head or a body, or read an answer, extremely slowly, next to 20 normal clients, for 10 s',
    expected: 'no normal request fails; p99 at most twice as high as without them',
    run: (rig, findings, { short }) => slowCrowd(rig, findings, short ? 200 : 600, short ? 3_000 : 10_000),
  },
  {
    number: 20,
    name: 'giant bodies',
    drive: '`Content-Length` of 1 GB, endless chunks, 50 MB compressed to 50 kB, on the three paths',
    expected:
      '413 `payload_too_large` before the whole body is read; the connection is closed; memory grows by at most 20 MB',
    run: giantBodies,
  },
  {
    number: 21,
    name: 'deep JSON',
    drive: '60,000 `[`, 30,000 nested lists and 10,000 nested objects, on the three paths',
    expected: '400 or 413 (an unknown field is ignored), within 500 ms, never 500',
    short: true,
    run: deepJson,
  },
  {
    number: 22,
    name: 'bad UTF-8, NUL, lone surrogates, byte order mark',
    drive: 'as raw bytes and as escapes, on the three paths',
    expected: '400 `invalid_json` for bytes, 400 `invalid_request` for escapes, never 500',
    short: true,
    run: badText,
  },
  {
    number: 23,
    name: 'header floods',
    drive: 'twelve heads that are too large or not HTTP, and two `Authorization` headers, on the three paths',
    expected: '400 or 431 in the usual form; the connection is closed; two tokens are 401',
    short: true,
    run: headerFloods,
  },
  {
    number: 27,
    name: 'clients disconnect',
    drive: '1,000 requests whose client resets the connection within 25 ms; 10 of them while the tables are locked',
    expected: 'no other request fails; their statements have ended within 2.5 s; the pool keeps working',
    run: (rig, findings, { short }) => hangUp(rig, findings, short ? 200 : 1_000),
  },
];
