import type { Json } from './exchange';

/** A file that a run of the conformance tests is given has another content than it should. The message says what is wrong. */
export class InputFileError extends Error {
  override readonly name = 'InputFileError';
}

/** @throws {InputFileError} */
export function readJson(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw new InputFileError('it is not JSON', { cause: error });
  }
}
