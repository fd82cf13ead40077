import type { IncomingMessage } from 'node:http';

import { MAX_AWAITED } from '../http/json-body';

/**
 * Keeps the bytes of a body as they arrive, whoever reads it. Call it before anything is read.
 * @param limit bytes
 * @param awaited the bytes of all incomplete bodies that are kept, at most {@link MAX_AWAITED}
 * @returns a function that waits for the whole body, and returns undefined if it was not kept or breaks off
 */
export function captureBody(
  request: IncomingMessage,
  limit: number,
  awaited: { bytes: number },
): () => Promise<Buffer | undefined> {
  const push = request.push.bind(request);
  let parts: Buffer[] | undefined = [];
  let size = 0;
  const release = (): void => {
    awaited.bytes -= size;
    size = 0;
  };
  const keep = (part: Buffer): void => {
    if (parts === undefined) return;
    if (size + part.length <= limit && awaited.bytes + part.length <= MAX_AWAITED) {
      parts.push(part);
      size += part.length;
      awaited.bytes += part.length;
    } else {
      parts = undefined;
      release();
    }
  };
  const whole = new Promise<Buffer | undefined>((resolve) => {
    const end = (body: Buffer | undefined): void => {
      release();
      resolve(body);
    };
    // Not created in the assignment, as in `limitBodyParts`.
    const captured: IncomingMessage['push'] = (part: Buffer | null, encoding) => {
      if (part === null) end(parts && Buffer.concat(parts));
      else keep(part);
      return push(part, encoding);
    };
    request.push = captured;
    request.once('close', () => end(undefined));
  });
  return () => {
    request.resume();
    return whole;
  };
}
