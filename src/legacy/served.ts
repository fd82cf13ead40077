/** The answers of the old service for which callers wait. */

import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';

import { ServiceError } from '../errors';
import { endToEndHeaders } from '../http/end-to-end-headers';
import { onExchangeEnd } from '../http/exchange';
import type { Side } from './comparer';
import type { Ask, Question, ReceivedAnswer } from './question';

export interface ServeOptions {
  readonly serve: Ask;
  readonly timeoutMs: number;
  /** The most requests to the old service for which callers wait. */
  readonly maxInFlight: number;
  readonly monotonicNow: () => number;
  readonly onAnswer: (operation: string, side: Side, ms: number) => void;
  /** `answered`, or why the caller did not get the old service’s answer. */
  readonly onServed: (operation: string, outcome: string) => void;
}

/** A request that waits for the old service. */
interface Waiting {
  readonly operation: string;
  readonly question: Question;
  readonly response: ServerResponse;
}

/** Why a request to the old service was ended. */
class Cancelled extends Error {
  constructor(readonly outcome: 'timeout' | 'disconnected') {
    super(outcome);
  }
}

/** Asks the old service while a caller waits. */
export class Served {
  #inFlight = 0;

  constructor(private readonly options: ServeOptions) {}

  /**
   * Asks, and calls `pass` with the head of the answer. If the caller disconnects, both end.
   * @returns undefined if the caller has disconnected
   * @throws {ServiceError} `overloaded`, `bad_gateway` or `timeout`
   */
  async answer<Result>(
    { operation, question, response }: Waiting,
    pass: (answer: IncomingMessage) => Promise<Result>,
  ): Promise<Result | undefined> {
    const { serve, timeoutMs, maxInFlight, monotonicNow, onAnswer, onServed } = this.options;
    if (this.#inFlight >= maxInFlight) {
      onServed(operation, 'overloaded');
      throw new ServiceError('overloaded');
    }
    let asked: ClientRequest | undefined;
    let cancelled: Cancelled | undefined;
    const cancel = (outcome: Cancelled['outcome']): void => {
      if (cancelled !== undefined) return;
      cancelled = new Cancelled(outcome);
      asked?.destroy(cancelled);
    };
    const timeout = setTimeout(cancel, timeoutMs, 'timeout');
    onExchangeEnd(response, () => {
      if (!response.writableEnded) cancel('disconnected');
    });
    const began = monotonicNow();
    this.#inFlight += 1;
    try {
      const result = await pass(await serve(question, (request) => (asked = request)));
      onAnswer(operation, 'legacy', monotonicNow() - began);
      onServed(operation, 'answered');
      return result;
    } catch (failure) {
      const outcome = cancelled?.outcome ?? 'unavailable';
      onServed(operation, outcome);
      if (outcome === 'disconnected') return undefined;
      throw new ServiceError(outcome === 'timeout' ? 'timeout' : 'badGateway', { cause: failure });
    } finally {
      clearTimeout(timeout);
      this.#inFlight -= 1;
    }
  }
}

/**
 * Passes an answer on as it arrives. Resolves with all of it.
 * @param limit bytes of an answer that is kept
 */
export function passOn(
  answer: IncomingMessage,
  response: ServerResponse,
  limit: number,
): Promise<ReceivedAnswer | 'too_large'> {
  const headers = endToEndHeaders(answer);
  const status = answer.statusCode ?? 0;
  for (const name in headers) response.setHeader(name, headers[name]!);
  response.writeHead(status, answer.statusMessage);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const end = (last?: Buffer): void => {
      response.end(last);
      resolve(size > limit ? 'too_large' : { status, headers, bytes: Buffer.concat(chunks) });
    };
    answer.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else chunks.length = 0;
      // The last part and the end are one write: a write takes long, and most answers arrive as a whole.
      if (answer.complete && answer.readableLength === 0) end(chunk);
      // A client that is slow to receive it is closed like that of any other answer.
      else response.write(chunk);
    });
    answer.once('end', () => {
      if (!response.writableEnded) end();
    });
    answer.once('error', reject);
  });
}
