import { open } from 'node:fs/promises';

import { readTapedRequest, type TapedRequest } from './tape';

export interface TapeLine {
  /** From 1. */
  readonly line: number;
  readonly request: TapedRequest;
}

/** The requests of a tape in their order. @throws {Error} that names the first line that is not one */
export async function* readTape(file: string): AsyncGenerator<TapeLine, void> {
  const handle = await open(file);
  let line = 0;
  for await (const text of handle.readLines()) {
    line += 1;
    if (text.trim() === '') continue;
    yield { line, request: requestOf(text, line) };
  }
}

function requestOf(text: string, line: number): TapedRequest {
  try {
    return readTapedRequest(text);
  } catch (failure) {
    throw new Error(`Line ${line} of the tape ${(failure as Error).message}.`, { cause: failure });
  }
}
