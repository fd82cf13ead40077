/** Reads the body of a request as JSON, and sends the body of an answer. */

import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';

import { parse } from 'content-type';

import { LIMIT_MESSAGES, ServiceError } from '../errors';
import { LINGER_MS, lingerAtClose, MAX_PARTS, onCutShort } from './http-server';

/** The most bytes of all bodies together that are arriving at an endpoint. */
const MOST_ARRIVING = 32 * 1024 * 1024;

interface ArrivingBody {
  /** Bytes that have arrived and are kept. */
  bytes: number;
  /** Ends the body: it is refused, or not kept. */
  giveWay(): void;
}

/**
 * The bodies that are arriving. Beyond {@link MOST_ARRIVING} bytes, the largest of them gives way, and among equals the one that
 * began first. So a client that sends many bodies and ends none cannot keep others out.
 */
class ArrivingBodies {
  readonly #bodies = new Set<ArrivingBody>();
  #bytes = 0;

  add(body: ArrivingBody, bytes: number): void {
    this.#bodies.add(body);
    body.bytes += bytes;
    this.#bytes += bytes;
    while (this.#bytes > MOST_ARRIVING) {
      const largest = [...this.#bodies].reduce((most, next) => (next.bytes > most.bytes ? next : most));
      this.remove(largest);
      largest.giveWay();
    }
  }

  remove(body: ArrivingBody): void {
    if (!this.#bodies.delete(body)) return;
    this.#bytes -= body.bytes;
  }
}

/** @param limit bytes of the result */
type Decode = (bytes: Buffer, limit: number) => Promise<Buffer>;

/**
 * The share of the limit that a Brotli body may have before decompression. Its tables can take a microsecond for each byte,
 * eight times as long as those of deflate.
 */
const BROTLI_SHARE = 1 / 4;

/** The codings that every supported version of Node can decode. @throws {ServiceError} `payload_too_large` or `invalid_json` */
const CODINGS: ReadonlyMap<string, Decode> = new Map([
  ['identity', async (bytes: Buffer) => bytes],
  ['gzip', decodeBy(promisify(gunzip))],
  ['x-gzip', decodeBy(promisify(gunzip))],
  ['deflate', decodeBy(promisify(inflate))],
  ['br', upTo(BROTLI_SHARE, decodeBy(promisify(brotliDecompress)))],
]);

function upTo(share: number, decode: Decode): Decode {
  return async (bytes, limit) => {
    if (bytes.length > share * limit)
      throw new ServiceError('payloadTooLarge', { message: LIMIT_MESSAGES.brotliBody(share * limit) });
    return decode(bytes, limit);
  };
}

function decodeBy(expand: (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>): Decode {
  return (bytes, limit) =>
    expand(bytes, { maxOutputLength: limit }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ERR_BUFFER_TOO_LARGE') throw new ServiceError('invalidJson');
      throw new ServiceError('payloadTooLarge', { message: LIMIT_MESSAGES.decompressedBody(limit) });
    });
}

type JsonObject = Readonly<Record<string, unknown>>;
type JsonBodyReader = (request: IncomingMessage, response: ServerResponse) => Promise<JsonObject>;

/**
 * Waits for data that the client of a request has yet to send.
 * @throws {ServiceError} `overloaded`, after the data has arrived
 */
export type AwaitClient = <Sent>(response: ServerResponse, sent: Promise<Sent>) => Promise<Sent>;

/**
 * Returns a function that checks media type, size, coding, UTF-8 and syntax, in the order of decision 9.
 * @param limit bytes, before and after decompression
 * @param withoutType whether a body without a `Content-Type` is read as JSON or refused
 */
export function jsonBodyReader(
  limit: number,
  awaitClient: AwaitClient,
  withoutType: 'read' | 'refuse' = 'refuse',
): JsonBodyReader {
  const assumedType = withoutType === 'read' ? JSON_TYPE : '';
  const arriving = new ArrivingBodies();
  return async (request, response) => {
    const { headers } = request;
    // A request without a body is `{}` whatever its media type (decision 9). Only the end of a chunked body shows that it is empty.
    const chunked = headers['transfer-encoding'] !== undefined;
    if (!chunked && lengthOf(headers) === 0) return {};
    const decode = namesJsonInUtf8(headers['content-type'] || assumedType) ? CODINGS.get(codingOf(headers)) : undefined;
    if (decode === undefined && !chunked) throw new ServiceError('unsupportedMediaType');
    const tooLarge = (message: string) =>
      decode === undefined
        ? new ServiceError('unsupportedMediaType')
        : new ServiceError('payloadTooLarge', { message });
    const reading = readBytes(request, response, { limit, tooLarge, arriving });
    const bytes = await (request.complete ? reading : awaitClient(response, reading));
    if (bytes.length === 0) return {};
    if (decode === undefined) throw new ServiceError('unsupportedMediaType');
    return parseObject(await decode(bytes, limit));
  };
}

/** The coding of a body. `identity` and empty elements of the list do not count. */
function codingOf({ 'content-encoding': header = '' }: IncomingHttpHeaders): string {
  if (header === '') return 'identity';
  const named = header.split(',').map((coding) => coding.trim().toLowerCase());
  return named.filter((coding) => coding !== '' && coding !== 'identity').join() || 'identity';
}

const lengthOf = (headers: IncomingHttpHeaders): number => Number(headers['content-length'] ?? 0);

/**
 * All bytes of a body. The promise never settles if the client disconnects.
 * @param arriving the bodies that share a limit
 */
function readBytes(
  request: IncomingMessage,
  response: ServerResponse,
  {
    limit,
    tooLarge,
    arriving,
  }: { limit: number; tooLarge: (message: string) => ServiceError; arriving: ArrivingBodies },
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let refused = false;
    let isOver = false;
    const body: ArrivingBody = { bytes: 0, giveWay: () => refuse(new ServiceError('overloaded')) };
    const end = () => {
      isOver = true;
      chunks.length = 0;
      arriving.remove(body);
    };
    const refuse = (error: ServiceError) => {
      end();
      reject(error);
    };
    const refuseSize = () => refuse(tooLarge(LIMIT_MESSAGES.body(limit)));
    const refuseSoon = () => {
      if (refused) return;
      refused = true;
      if (!response.headersSent) response.setHeader('Connection', 'close');
      lingerAtClose(request.socket);
      setTimeout(refuseSize, LINGER_MS).unref();
    };
    if (lengthOf(request.headers) > limit) refuseSoon();
    request.on('data', (chunk: Buffer) => {
      if (isOver) return;
      size += chunk.length;
      if (size > limit) return refuseSoon();
      chunks.push(chunk);
      arriving.add(body, chunk.length);
    });
    onCutShort(request, () => refuse(tooLarge(LIMIT_MESSAGES.bodyParts(MAX_PARTS))));
    // The client may disconnect.
    request.on('close', end);
    request.on('end', () => {
      if (refused) return refuseSize();
      resolve(Buffer.concat(chunks));
      end();
    });
  });
}

function parseObject(bytes: Buffer): JsonObject {
  if (bytes.length === 0) return {};
  const value = parseJson(bytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ServiceError('invalidRequest', { message: 'The body must be a JSON object: `{}`, not `[]`.' });
  }
  return value as JsonObject;
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true });

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(UTF_8.decode(bytes));
  } catch {
    throw new ServiceError('invalidJson');
  }
}

export const JSON_TYPE = 'application/json';

/** Whether a `Content-Type` names JSON, whatever its parameters. */
export const namesJson = (contentType: string): boolean =>
  contentType === JSON_TYPE || parse(contentType, { parameters: false }).type === JSON_TYPE;

/** Whether a `Content-Type` names JSON in UTF-8, which is the default charset, or in ASCII, a part of it. */
function namesJsonInUtf8(contentType: string): boolean {
  if (contentType === JSON_TYPE) return true;
  const { type, parameters } = parse(contentType);
  return type === JSON_TYPE && /^(utf-?8|(us-)?ascii)?$/i.test(parameters.charset ?? '');
}

/** The most characters of an answer that the system keeps for its client, whatever that does. */
const SMALL = 64 * 1024;

/** Milliseconds in which a client must receive some of its answer. Node would keep the connection open for ever. */
const RECEIVE_TIMEOUT_MS = 10_000;

/** Sends a complete answer. Head and text are one write. */
export function send(response: ServerResponse, status: number, text: string, headers: OutgoingHttpHeaders): void {
  const length = Buffer.byteLength(text);
  // Until the next request of the connection. Without a listener, Node closes it.
  if (text.length > SMALL) response.setTimeout(RECEIVE_TIMEOUT_MS);
  response.writeHead(status, { ...headers, 'Content-Length': length });
  // A text of ASCII characters alone is the same in both encodings, and Node writes Latin-1 in less time.
  response.end(text, length === text.length ? 'latin1' : 'utf8');
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: object,
  headers: OutgoingHttpHeaders = {},
): void {
  send(response, status, JSON.stringify(body), { ...headers, 'Content-Type': 'application/json; charset=utf-8' });
}
