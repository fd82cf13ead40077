/** The proxy that stands between the callers and two services: it serves one of them, and compares both. */

import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';

import { type Comparison, notCompared } from '../compare/compare-answers';
import { lookupComparer } from '../compare/compare-lookup';
import { privateLines } from '../compare/differences';
import { asking, type Question, type Side, type Sides } from '../compare/sides';
import { Tally } from '../compare/tally';
import {
  type Answer,
  answerIn,
  fieldOf,
  listIn,
  type Lookup,
  lookupOf,
  succeeded,
  UNAVAILABLE,
} from '../contract/answers';
import { exchange, type Target, targetAt, textOf } from '../contract/exchange';
import { cursorOf, hasNext } from '../contract/pages';
import type { OutputFile } from '../output-file';
import type { SavedRequest } from '../replay/saved-request';
import { adminListener } from './admin';
import { type Callers, REFUSED_CALLER } from './callers';
import { Comparisons, WORKERS } from './comparisons';
import { forward, isBodyless, originForm, type Passed, refuse, requestFor } from './forward';

export interface ProxyOptions {
  readonly old: URL;
  /** Without it, requests are passed on and saved, and nothing is compared. */
  readonly new?: URL | undefined;
  readonly serve: Side;
  /** Whether a lookup that the new side fails to answer gets the answer of the old one. */
  readonly fallback?: boolean;
  /** The percentage of the lookups that is compared. */
  readonly compare: number;
  readonly callers: Callers;
  readonly save?: OutputFile | undefined;
  readonly differences?: OutputFile | undefined;
  readonly timeoutMs: number;
  readonly maxInFlight: number;
  readonly maxPages: number;
  /** Milliseconds before a difference is asked for again. */
  readonly againAfter: number;
  readonly now: () => Date;
  readonly monotonicNow: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly sleep: (ms: number) => Promise<unknown>;
}

export type Proxy = ReturnType<typeof createProxy>;

/** Bytes of the body of a lookup, and of an answer that is compared. */
const MOST_BODY = 64 * 1024;
const MOST_COMPARED = 2 * 1024 * 1024;

export function createProxy({ serve, fallback = false, callers, timeoutMs, ...options }: ProxyOptions) {
  const targetOf = (url: URL): Target => targetAt(url, Infinity);
  const targets = { old: targetOf(options.old), new: options.new && targetOf(options.new) };
  const served = targets[serve];
  if (served === undefined) throw new Error('--serve new needs --new.');
  const tally = new Tally();
  const comparisons = new Comparisons(options.monotonicNow);
  // Connections of their own, so that a comparison never waits for a request that is served.
  const askOf = (url: URL) => asking(targetAt(url, WORKERS), timeoutMs);
  const compare =
    options.new &&
    lookupComparer({
      ...options,
      ask: { old: askOf(options.old), new: askOf(options.new) },
      beforeAgain: () => options.sleep(options.againAfter),
    });
  let inFlight = 0;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('error', () => undefined);
    if (!server.listening) response.shouldKeepAlive = false;
    if (inFlight >= options.maxInFlight) {
      tally.served('overloaded');
      return refuse(response, 'overloaded');
    }
    const path = originForm(request.url ?? '/');
    const lookup = lookupOf(request.method, path);
    const { authorization, 'content-type': type = null } = request.headers;
    const body = copyOf(request, lookup === undefined ? 0 : MOST_BODY);
    const isSampled = compare !== undefined && options.random() * 100 < options.compare;
    const refusal = isSampled ? comparisons.refusal() : undefined;
    const keeps = (isSampled && refusal === undefined) || options.save !== undefined;
    inFlight += 1;
    const passed = await forward({
      request,
      response,
      target: served!,
      authorization: callers.toServe(serve, authorization),
      timeoutMs,
      body,
      mayRepeat: lookup !== undefined || isBodyless(request),
      kept: keeps && lookup !== undefined ? MOST_COMPARED : 0,
      ...(lookup !== undefined && fallback && { instead: () => replacement(request, body, lookup) }),
    }).finally(() => (inFlight -= 1));
    tally.served(passed.ending);
    if (lookup === undefined || (!isSampled && options.save === undefined)) return;
    const caller = REFUSALS.has(passed.answer?.status ?? 0) ? REFUSED_CALLER : callers.nameOf(authorization);
    const bytes = body();
    const text = bytes && (await textOf(bytes, request.headers['content-encoding'], MOST_BODY).catch(() => undefined));
    const asked = { lookup, path, authorization, type, body: text ?? '' };
    await save(asked, text, passed, caller);
    if (!isSampled) return;
    const done = (result: Comparison): void => {
      const at = options.now().toISOString();
      const lines = options.differences ? privateLines({ at, caller, lookup }, asked, result.differences) : [];
      tally.compared(caller, lookup, result);
      for (const line of lines) options.differences?.write(line);
    };
    const { status = 0, headers = {}, bytes: answered } = passed.answer ?? {};
    const reason = text === undefined ? 'request_not_read' : (refusal ?? reasonAgainst(passed, serve));
    if (reason !== undefined || answered === undefined) return done(notCompared(reason ?? 'too_large'));
    const run = async (): Promise<Comparison> =>
      compare({
        questions: questionsFor(asked),
        answers: { [serve]: await answerIn({ status, headers, bytes: answered }) },
      });
    comparisons.offer({ run, bytes: asked.body.length + answered.length, done });
  }

  function questionsFor({ authorization, ...asked }: Question): Sides<Question> {
    const tokenOf = (side: Side) => (side === serve ? callers.toServe : callers.toCompare)(side, authorization);
    return { old: { ...asked, authorization: tokenOf('old') }, new: { ...asked, authorization: tokenOf('new') } };
  }

  async function save(asked: Question, text: string | undefined, { answer }: Passed, caller: string): Promise<void> {
    if (options.save === undefined || answer === undefined) return;
    // A body that cannot be read, or that is not UTF-8, cannot be written as a line and sent again.
    if (text === undefined || text.startsWith('\0')) return options.save.lose();
    const { status, headers, bytes } = answer;
    const read = bytes && succeeded(answer) && (await answerIn({ status, headers, bytes }).catch(() => undefined));
    const records = read ? listIn(read, asked.lookup).length : undefined;
    const { authorization: _authorization, ...question } = asked;
    options.save.write({
      at: options.now().toISOString(),
      caller,
      ...question,
      status,
      records,
    } satisfies SavedRequest);
  }

  /** The answer of the old side, unless it failed as well, or its caller would need a cursor that the new side does not understand. */
  async function replacement(request: IncomingMessage, body: () => Buffer | undefined, lookup: Lookup) {
    const bytes = body();
    if (bytes === undefined || !request.complete || cursorOf(bytes.toString()) !== undefined) return undefined;
    const authorization = callers.toServe('old', request.headers.authorization);
    const sent = requestFor({ request, target: targets.old, authorization });
    const received = await exchange(targets.old, sent, bytes, timeoutMs / 2);
    return canReplace(await answerIn(received), lookup) ? received : undefined;
  }

  const listener: RequestListener = (request, response) => {
    handle(request, response).catch(() => response.destroy());
  };
  const server = createServer({ keepAliveTimeout: 65_000 }, listener);
  server.on('checkExpectation', listener);
  return {
    server,
    tally,
    inFlight: () => inFlight,
    waiting: () => comparisons.waiting,
    admin: adminListener({
      step: { serve, since: options.now().toISOString() },
      tally,
      gauges: () => ({
        in_flight: ['Requests in flight.', inFlight],
        waiting: ['Comparisons that wait.', comparisons.waiting],
        lines_lost: [
          'Lines of files that could not be written.',
          (options.save?.counts.lost ?? 0) + (options.differences?.counts.lost ?? 0),
        ],
      }),
      isListening: () => server.listening,
      served: served.url,
    }),
    /**
     * Lets the requests in flight end. What waits to be compared is counted as not compared.
     * @param force resolves when nobody waits for what is being compared
     */
    async close(force: Promise<unknown> = new Promise(() => undefined)) {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      await closed;
      await Promise.race([comparisons.close(), force]);
      for (const target of Object.values(targets)) target?.agent.destroy();
    },
  };
}

/** The served side refuses the token. */
const REFUSALS: ReadonlySet<number> = new Set([401, 403]);

function reasonAgainst({ ending, answer }: Passed, serve: Side): string | undefined {
  if (answer === undefined) return ending === 'disconnected' ? ending : `${serve}_no_answer`;
  // The other side is not asked, or it would get the load that this one refuses.
  return UNAVAILABLE.has(answer.status) ? `${serve}_unavailable` : undefined;
}

/** Of the last page only: the new side understands no cursor of the old one. */
const canReplace = (answer: Answer, lookup: Lookup): boolean =>
  succeeded(answer)
    ? Array.isArray(fieldOf(answer.json, lookup)) && !hasNext(answer)
    : answer.status < 500 && answer.status !== 429;

/** Keeps the bytes of a body as they pass. */
function copyOf(request: IncomingMessage, limit: number): () => Buffer | undefined {
  let parts: Buffer[] | undefined = [];
  let size = 0;
  request.on('data', (part: Buffer) => {
    size += part.length;
    if (size > limit) parts = undefined;
    else parts?.push(part);
  });
  return () => parts && Buffer.concat(parts);
}
