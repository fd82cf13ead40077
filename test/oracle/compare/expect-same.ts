import { isDeepStrictEqual } from 'node:util';

/** As `expect(received).toEqual(expected)`, without its cost for large answers that are right. */
export function expectSame(received: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(received, expected)) expect(received).toStrictEqual(expected);
}
