import { isDeepStrictEqual } from 'node:util';

/** The same as `expect(received).toEqual(expected)`, but cheaper for large equal values. */
export function expectSame(received: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(received, expected)) expect(received).toStrictEqual(expected);
}
