import type { IncomingMessage } from 'node:http';

import type { ArrivingBodies, ArrivingBody } from '../http/arriving-bodies';

/**
 * Keeps the bytes of a body as they arrive, whoever reads it. Call it before anything is read.
 * @param limit bytes
 * @param arriving the bodies that share a limit; one that gives way is not kept
 * @returns a function that waits for the whole body, and returns undefined if it was not kept or breaks off
 */
export function captureBody(
  request: IncomingMessage,
  limit: number,
  arriving: ArrivingBodies,
): () => Promise<Buffer | undefined> {
  const push = request.push.bind(request);
  let parts: Buffer[] | undefined = [];
  const copy: ArrivingBody = { bytes: 0, giveWay: () => (parts = undefined) };
  const keep = (part: Buffer): void => {
    if (parts === undefined) return;
    if (copy.bytes + part.length > limit) {
      parts = undefined;
      return arriving.remove(copy);
    }
    parts.push(part);
    arriving.add(copy, part.length);
  };
  const whole = new Promise<Buffer | undefined>((resolve) => {
    const end = (body: Buffer | undefined): void => {
      arriving.remove(copy);
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
