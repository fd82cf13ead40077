/** A collector of OpenTelemetry traces that keeps what it receives and decodes the part of OTLP that the tests need. */

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { look } from '../support/canary-watch';
import { until } from '../support/until';

export interface SeenSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string;
  readonly name: string;
  readonly ms: number;
  readonly failed: boolean;
  readonly attributes: Readonly<Record<string, string | number>>;
}

export class Collector {
  readonly spans: SeenSpan[] = [];
  /** All received bytes, as text. */
  text = '';
  resource: Readonly<Record<string, string | number>> = {};
  requests = 0;
  connections = 0;

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  /** @param status of its answers; null if it never answers */
  static async start(status: number | null = 200): Promise<Collector> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        collector.#take(Buffer.concat(chunks));
        // As bytes: a text would be checked as an answer of the gateway.
        if (status !== null) response.writeHead(status).end(Buffer.alloc(0));
      });
    }).listen(0, '127.0.0.1');
    server.on('connection', () => (collector.connections += 1));
    await once(server, 'listening');
    // Kept however long a busy machine takes for the next request.
    server.keepAliveTimeout = 0;
    const collector = new Collector(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return collector;
  }

  /** The spans of one trace, once the span of the request has arrived, which ends last. */
  async trace(traceId: string, request: string): Promise<SeenSpan[]> {
    return until(() => {
      const spans = this.spans.filter((span) => span.traceId === traceId);
      return spans.some(({ name }) => name === request) && spans;
    });
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  #take(body: Buffer): void {
    this.requests += 1;
    this.text += body.toString('latin1');
    look('a trace', body.toString('latin1'));
    for (const resourceSpans of messages(fields(body), 1)) {
      for (const resource of messages(resourceSpans, 1)) this.resource = attributesOf(messages(resource, 1));
      for (const scope of messages(resourceSpans, 2)) this.spans.push(...messages(scope, 2).map(spanOf));
    }
  }
}

type Fields = ReadonlyMap<number, readonly (Buffer | bigint)[]>;

function spanOf(span: Fields): SeenSpan {
  const [began, ended] = [7, 8].map((field) => (span.get(field)?.[0] as bigint | undefined) ?? 0n) as [bigint, bigint];
  return {
    traceId: hex(span, 1),
    spanId: hex(span, 2),
    parentId: hex(span, 4),
    name: text(span, 5),
    ms: Number(ended - began) / 1e6,
    failed: messages(span, 15).some((status) => status.get(3)?.[0] === 2n),
    attributes: attributesOf(messages(span, 9)),
  };
}

function attributesOf(pairs: readonly Fields[]): Record<string, string | number> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const [value] = messages(pair, 2);
      const integer = value?.get(3)?.[0];
      return [text(pair, 1), typeof integer === 'bigint' ? Number(integer) : value === undefined ? '' : text(value, 1)];
    }),
  );
}

const bytes = (message: Fields, field: number): Buffer[] =>
  (message.get(field) ?? []).filter((one) => Buffer.isBuffer(one));
const messages = (message: Fields, field: number): Fields[] => bytes(message, field).map(fields);
const text = (message: Fields, field: number): string => bytes(message, field)[0]?.toString('utf8') ?? '';
const hex = (message: Fields, field: number): string => bytes(message, field)[0]?.toString('hex') ?? '';

/** The fields of a protobuf message, by number. */
function fields(message: Buffer): Fields {
  const found = new Map<number, (Buffer | bigint)[]>();
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = message[at++] ?? 0;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const take = (length: number): Buffer => message.subarray(at, (at += length));
  while (at < message.length) {
    const key = Number(varint());
    const wire = key & 7;
    const value =
      wire === 0 ? varint() : wire === 1 ? take(8).readBigUInt64LE() : take(wire === 5 ? 4 : Number(varint()));
    found.set(key >> 3, [...(found.get(key >> 3) ?? []), value]);
  }
  return found;
}
