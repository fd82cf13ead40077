import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';

import { LIMIT_MESSAGES, ServiceError } from '../errors';

/** @param limit bytes of the result */
type Decode = (bytes: Buffer, limit: number) => Promise<Buffer>;

/**
 * The share of the limit that a Brotli body may have before decompression. Its tables can take a microsecond for each byte,
 * eight times as long as those of deflate.
 */
const BROTLI_SHARE = 1 / 4;

/** The codings that every supported version of Node can decode. @throws {ServiceError} `payload_too_large` or `invalid_json` */
export const CODINGS: ReadonlyMap<string, Decode> = new Map([
  ['identity', async (bytes: Buffer) => bytes],
  ['gzip', decodeBy(promisify(gunzip))],
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
