/** Reads a JSON body: media type, size, coding, UTF-8, syntax, in the order of decision 9. */

import { parse as parseContentType } from 'content-type';
import { raw, type Request, type Response } from 'express';

import { ServiceError } from '../errors';

export type JsonBodyReader = (request: Request, response: Response) => Promise<Readonly<Record<string, unknown>>>;

/** How long the rest of a body that is too large is still taken in, so that a client which sends on sees the answer. */
const PARTING_MS = 500;

/** @param limit bytes, after decompression */
export function jsonBodyReader(limit: number): JsonBodyReader {
  const readRaw = raw({ type: () => true, limit });

  const readBytes = (request: Request, response: Response) =>
    new Promise<Buffer>((resolve, reject) => {
      readRaw(request, response, (error?: unknown) => {
        if (error) reject(bodyFailure(error));
        else resolve(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0));
      });
      // body-parser would tell only when it had read the rest.
      whenLarger(request, limit, () => {
        if (!response.headersSent) response.set('Connection', 'close');
        setTimeout(reject, PARTING_MS, new ServiceError('payloadTooLarge')).unref();
      });
    });

  return async (request, response) => {
    // A request without a body is `{}` whatever its media type (decision 9); a chunked one shows only at its end.
    const chunked = request.headers['transfer-encoding'] !== undefined;
    if (!chunked && Number(request.headers['content-length'] ?? 0) === 0) return {};
    if (isJson(request)) return parseObject(await readBytes(request, response));
    const bytes = chunked ? await readBytes(request, response).catch(() => undefined) : undefined;
    if (bytes?.length !== 0) throw new ServiceError('unsupportedMediaType');
    return {};
  };
}

/** Calls `tell` once the body as it is sent is known to exceed `limit` bytes. */
function whenLarger(request: Request, limit: number, tell: () => void): void {
  if (Number(request.headers['content-length'] ?? 0) > limit) return tell();
  let received = 0;
  request.on('data', (chunk: Buffer) => {
    const before = received;
    received += chunk.length;
    if (before <= limit && received > limit) tell();
  });
}

/** The codings that every supported version of Node can undo. */
const CODINGS = ['identity', 'gzip', 'deflate', 'br'];

function isJson(request: Request): boolean {
  if (!CODINGS.includes((request.headers['content-encoding'] ?? 'identity').toLowerCase())) return false;
  try {
    const { type, parameters } = parseContentType(request.headers['content-type'] ?? '');
    return type === 'application/json' && /^utf-?8$/i.test(parameters.charset ?? 'utf-8');
  } catch {
    return false;
  }
}

/** What body-parser says of a body that it cannot read. */
function bodyFailure(error: unknown): ServiceError {
  const { type } = error as { type?: string };
  if (type === 'entity.too.large') return new ServiceError('payloadTooLarge');
  if (type === 'encoding.unsupported') return new ServiceError('unsupportedMediaType');
  return new ServiceError('invalidJson');
}

function parseObject(bytes: Buffer): Readonly<Record<string, unknown>> {
  if (bytes.length === 0) return {};
  const value = parseJson(bytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ServiceError('invalidRequest', { message: 'The body must be a JSON object.' });
  }
  return value as Readonly<Record<string, unknown>>;
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new ServiceError('invalidJson');
  }
}
