/** Reads a JSON body: media type, size, coding, UTF-8, syntax, in the order of decision 9. */

import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';

import { parse as parseContentType } from 'content-type';

import { type ErrorReason, ServiceError } from '../errors';
import { CODINGS } from './codings';

type JsonObject = Readonly<Record<string, unknown>>;
export type JsonBodyReader = (request: IncomingMessage, response: ServerResponse) => Promise<JsonObject>;

/** How long the rest of a body that is too large is still taken in, so that a client which sends on sees the answer. */
const PARTING_MS = 500;

/** @param limit bytes, before and after decompression */
export function jsonBodyReader(limit: number): JsonBodyReader {
  return async (request, response) => {
    const { headers } = request;
    // A request without a body is `{}` whatever its media type (decision 9); a chunked one shows only at its end.
    const chunked = headers['transfer-encoding'] !== undefined;
    if (!chunked && lengthOf(headers) === 0) return {};
    const decode = isJson(headers) ? CODINGS.get((headers['content-encoding'] ?? 'identity').toLowerCase()) : undefined;
    if (decode === undefined && !chunked) throw new ServiceError('unsupportedMediaType');
    const tooLarge = decode === undefined ? 'unsupportedMediaType' : 'payloadTooLarge';
    const bytes = await readBytes(request, response, { limit, tooLarge });
    if (bytes.length === 0) return {};
    if (decode === undefined) throw new ServiceError('unsupportedMediaType');
    return parseObject(await decode(bytes, limit));
  };
}

const lengthOf = (headers: IncomingHttpHeaders): number => Number(headers['content-length'] ?? 0);

function isJson({ 'content-type': contentType = '' }: IncomingHttpHeaders): boolean {
  if (contentType === 'application/json') return true;
  try {
    const { type, parameters } = parseContentType(contentType);
    return type === 'application/json' && /^utf-?8$/i.test(parameters.charset ?? 'utf-8');
  } catch {
    return false;
  }
}

function readBytes(
  request: IncomingMessage,
  response: ServerResponse,
  { limit, tooLarge }: { limit: number; tooLarge: ErrorReason },
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let refused = false;
    const refuse = () => reject(new ServiceError(tooLarge));
    const refuseSoon = () => {
      if (refused) return;
      refused = true;
      if (!response.headersSent) response.setHeader('Connection', 'close');
      setTimeout(refuse, PARTING_MS).unref();
    };
    if (lengthOf(request.headers) > limit) refuseSoon();
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) refuseSoon();
      else chunks.push(chunk);
    });
    request.on('end', () => {
      if (refused) refuse();
      else resolve(Buffer.concat(chunks));
    });
  });
}

function parseObject(bytes: Buffer): JsonObject {
  if (bytes.length === 0) return {};
  const value = parseJson(bytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ServiceError('invalidRequest', { message: 'The body must be a JSON object.' });
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
