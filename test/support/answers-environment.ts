/**
 * The Jest environment of every test file. Every answer that a gateway of this process gives on a path of
 * `openapi.json` is checked against that document, for any caller and client. A difference fails the test in which it
 * occurs.
 */

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { gunzipSync } from 'node:zlib';

import { TestEnvironment } from 'jest-environment-node';

import './compiled-once';
import { documentedAnswers, type SeenAnswer } from './documented-answers';

const REQUEST = 'http.server.request.start';
const CONNECTION = 'net.server.socket';

type Check = (answer: SeenAnswer) => void;

let differencesOf: ReturnType<typeof documentedAnswers> | undefined;

export default class AnswersEnvironment extends TestEnvironment {
  readonly #differences: string[] = [];

  readonly #check: Check = (answer) => {
    // Compiled once for all files of the process, and only if there is an answer.
    differencesOf ??= documentedAnswers();
    this.#differences.push(...differencesOf(answer));
  };
  readonly #onRequest = (message: unknown): void =>
    watchResponse((message as { response: ServerResponse }).response, this.#check);
  readonly #onConnection = (message: unknown): void => watchSocket((message as { socket: Socket }).socket, this.#check);

  override async setup(): Promise<void> {
    await super.setup();
    subscribe(REQUEST, this.#onRequest);
    subscribe(CONNECTION, this.#onConnection);
  }

  override async teardown(): Promise<void> {
    unsubscribe(REQUEST, this.#onRequest);
    unsubscribe(CONNECTION, this.#onConnection);
    await super.teardown();
  }

  /** Called by jest-circus. */
  handleTestEvent(
    event: { readonly name: string; readonly test?: { readonly errors: unknown[] } },
    state: { readonly unhandledErrors: unknown[] },
  ): void {
    if (event.name === 'test_fn_success' || event.name === 'test_fn_failure')
      event.test?.errors.push(...this.#errors());
    if (event.name === 'run_finish') state.unhandledErrors.push(...this.#errors());
  }

  #errors(): Error[] {
    return this.#differences.splice(0).map((difference) => new Error(`Not as openapi.json says: ${difference}`));
  }
}

/** Sent by the old services of tests. What a gateway passes on from them is not its own answer. */
const OLD_SERVICE = 'X-Old-Service';

/** Only the public listener gives its answers an id. */
function watchResponse(response: ServerResponse, check: Check): void {
  const [write, end] = [response.write.bind(response), response.end.bind(response)];
  /** The text of an answer that is written in parts. */
  const parts: Buffer[] = [];
  response.write = ((...given: Parameters<typeof write>) => {
    parts.push(Buffer.from(given[0] as Uint8Array));
    return write(...given);
  }) as typeof response.write;
  response.end = ((...given: Parameters<typeof end>) => {
    const [chunk] = given as unknown[];
    const { method, url } = response.req;
    const isOwn = response.hasHeader('X-Request-Id') && !response.hasHeader(OLD_SERVICE);
    if (isOwn && !(method === 'OPTIONS' && response.statusCode === 204)) {
      const sent = typeof chunk === 'string' || Buffer.isBuffer(chunk) ? Buffer.from(chunk) : Buffer.alloc(0);
      const isCompressed = response.getHeader('Content-Encoding') === 'gzip' && sent.length > 0;
      const last = String(isCompressed ? gunzipSync(sent) : sent);
      const body = parts.length > 0 ? Buffer.concat(parts).toString() + last : last;
      check({ target: url, status: response.statusCode, headers: response.getHeaders(), body });
    }
    return end(...given);
  }) as typeof response.end;
}

/** An answer to input that never became a request is written to the socket itself, as one text. */
function watchSocket(socket: Socket, check: Check): void {
  const end = socket.end.bind(socket);
  socket.end = ((...given: Parameters<typeof end>) => {
    const [text] = given as unknown[];
    if (typeof text === 'string' && text.startsWith('HTTP/1.1 ')) check(answerIn(text));
    return end(...given);
  }) as typeof socket.end;
}

function answerIn(text: string): SeenAnswer {
  const headEnd = text.indexOf('\r\n\r\n');
  const [line = '', ...fields] = text.slice(0, headEnd).split('\r\n');
  const headers = fields.map((field) => {
    const [name = '', ...value] = field.split(': ');
    return [name.toLowerCase(), value.join(': ')];
  });
  return {
    target: undefined,
    status: Number(line.split(' ')[1]),
    headers: Object.fromEntries(headers) as Record<string, string>,
    body: text.slice(headEnd + 4),
  };
}
