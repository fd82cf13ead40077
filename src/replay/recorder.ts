/** A proxy that writes the lookups that pass through it to a tape. */

import type { IncomingMessage, Server } from 'node:http';

import type { ValueHash } from '../comparison/differences';
import type { NameCaller } from './callers';
import { type BodyCopy, createProxy, type Passage } from './proxy';
import { hashPersonalValues, type JsonValue, type Operation, operationOf, type TapedRequest } from './tape';

export interface RecorderOptions {
  /** The base URL of the service. */
  readonly target: URL;
  readonly nameCaller: NameCaller;
  /** Absent to keep all values. */
  readonly hash?: ValueHash;
  /** Receives a line with its line feed. */
  readonly write: (line: string) => void;
  readonly monotonicNow: () => number;
}

export interface Recorder {
  readonly server: Server;
  /** Requests so far. `failed` got no whole answer. */
  readonly counts: { recorded: number; passedOnly: number; failed: number };
}

export function createRecorder({ target, nameCaller, hash, write, monotonicNow }: RecorderOptions): Recorder {
  const began = monotonicNow();
  const counts = { recorded: 0, passedOnly: 0, failed: 0 };

  function begin(request: IncomingMessage, body: BodyCopy): Passage {
    const at = Math.round(monotonicNow() - began);
    const operation = lookupOf(request);
    let status = 0;
    let lastId: () => number | undefined = () => undefined;
    return {
      isLookup: operation !== undefined,
      onAnswer(answer) {
        status = answer.statusCode ?? 0;
        if (operation !== undefined) lastId = watchLastId(answer);
      },
      onEnd(passed) {
        if (!passed) return void (counts.failed += 1);
        if (operation === undefined) return void (counts.passedOnly += 1);
        counts.recorded += 1;
        const id = lastId();
        const caller = nameCaller(request.headers.authorization);
        const type = request.headers['content-type']?.split(';')[0]!.trim() || null;
        const lineWith = (part: TapedBody): string => {
          const end = { status, ...(id !== undefined && { lastId: id }) };
          const entry: TapedRequest = { at, operation, caller, type, ...part, ...end };
          return `${JSON.stringify(entry)}\n`;
        };
        let line: string;
        try {
          line = lineWith(taped(body(), hash));
        } catch {
          // JSON.parse reads any depth, JSON.stringify writes a few thousand levels.
          line = lineWith({ leftOut: 'nested_too_deep' });
        }
        write(line);
      },
    };
  }

  return { server: createProxy(target, begin), counts };
}

/** The operation of a request. A query may ask for something else than the lookup. */
function lookupOf({ method, url = '' }: IncomingMessage): Operation | undefined {
  return method === 'POST' && !url.includes('?') ? operationOf(url) : undefined;
}

/** Longer than `"last_id": -9007199254740991,` with some space. */
const LAST_ID_LENGTH = 64;

/** Finds `last_id` in an answer as it passes. A text cannot contain its quotation marks without backslashes. */
function watchLastId(answer: IncomingMessage): () => number | undefined {
  let found: number | undefined;
  let end = '';
  answer.on('data', (chunk: Buffer) => {
    const text = end + chunk.toString('latin1');
    // The number must be complete: something follows it.
    for (const [, id] of text.matchAll(/"last_id"\s*:\s*"?(-?\d{1,16})"?\s*[,}]/g)) found = Number(id);
    end = text.slice(-LAST_ID_LENGTH);
  });
  return () => found;
}

type TapedBody = Pick<TapedRequest, 'body' | 'hashed' | 'leftOut'>;

function taped(body: Buffer | undefined, hash: ValueHash | undefined): TapedBody {
  if (body === undefined) return { leftOut: 'too_large' };
  if (body.length === 0) return {};
  let value: JsonValue;
  try {
    value = JSON.parse(body.toString('utf8')) as JsonValue;
  } catch {
    return { leftOut: 'not_json' };
  }
  if (hash === undefined) return { body: value };
  const { body: kept, hashed } = hashPersonalValues(value, hash);
  return { body: kept, ...(hashed.length > 0 && { hashed }) };
}
