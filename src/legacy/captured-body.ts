import type { IncomingMessage } from 'node:http';

/**
 * Keeps the bytes of a body as they arrive, whoever reads it. Call it before anything is read.
 * @param limit bytes
 * @returns a function that waits for the whole body, and returns undefined if it is too large or breaks off
 */
export function captureBody(request: IncomingMessage, limit: number): () => Promise<Buffer | undefined> {
  const push = request.push.bind(request);
  const parts: Buffer[] = [];
  let size = 0;
  const whole = new Promise<Buffer | undefined>((resolve) => {
    // Not created in the assignment, as in `limitBodyParts`.
    const captured: IncomingMessage['push'] = (part: Buffer | null, encoding) => {
      if (part === null) resolve(size <= limit ? Buffer.concat(parts) : undefined);
      else if ((size += part.length) <= limit) parts.push(part);
      else parts.length = 0;
      return push(part, encoding);
    };
    request.push = captured;
    request.once('close', () => resolve(undefined));
  });
  return () => {
    request.resume();
    return whole;
  };
}
