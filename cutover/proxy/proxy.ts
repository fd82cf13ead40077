/** The proxy that stands between the callers and two services: it serves one of them, and compares both. */

import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';

import { compareLookup, notCompared, type Result } from '../compare/compare-lookup';
import { privateLine } from '../compare/differences';
import { sequenceComparer } from '../compare/sequences';
import { asking, type Question, type Side, type Sides } from '../compare/sides';
import { Tally } from '../compare/tally';
import {
  type Answer,
  answerIn,
  fieldOf,
  listIn,
  type Lookup,
  lookupOf,
  MOST_BYTES,
  succeeded,
  UNAVAILABLE,
} from '../contract/answers';
import { exchange, type Target, targetAt, textOf } from '../contract/exchange';
import { cursorOf, hasNext } from '../contract/pages';
import type { OutputFile } from '../output-file';
import type { SavedRequest } from '../replay/saved-request';
import { adminListener } from './admin';
import { type Callers, REFUSED_CALLER } from './callers';
import { Comparisons } from './comparisons';
import { forward, headersFor, originForm, type Passed, refuse } from './forward';

export interface ProxyOptions {
  readonly old: URL;
  /** Without it, requests are passed on and saved, and nothing is compared. */
  readonly new: URL | undefined;
  readonly serve: Side;
  /** Whether a lookup that the new side fails to answer gets the answer of the old one. */
  readonly fallback: boolean;
  readonly comparePercent: number;
  readonly callers: Callers;
  readonly save: OutputFile | undefined;
  readonly differences: OutputFile | undefined;
  readonly timeoutMs: number;
  readonly mostInFlight: number;
  /** Comparisons at the same time. */
  readonly comparisons: number;
  readonly mostPages: number;
  /** Milliseconds before a difference is asked for again. */
  readonly againAfterMs: number;
  readonly now: () => Date;
  readonly monotonicNow: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  /** Receives each kind of difference when it occurs for the first time. */
  readonly onKind: (lookup: Lookup, kind: string) => void;
}

export type Proxy = ReturnType<typeof createProxy>;

/** Bytes of the body of a lookup, and of an answer that is compared. */
const MOST_BODY = 64 * 1024;
const MOST_COMPARED = 2 * 1024 * 1024;

export function createProxy(options: ProxyOptions) {
  const { serve, callers, mostInFlight, timeoutMs } = options;
  const targets: Partial<Record<Side, Target>> = {
    old: targetAt(options.old, Infinity),
    ...(options.new && { new: targetAt(options.new, Infinity) }),
  };
  const served = targets[serve];
  if (served === undefined) throw new Error('--serve new needs --new.');
  const tally = new Tally(options.onKind);
  const compared = targets.new === undefined ? undefined : comparisonsBetween(targets as Sides<Target>, options);
  let inFlight = 0;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('error', () => undefined);
    if (!server.listening) response.shouldKeepAlive = false;
    if (inFlight >= mostInFlight) {
      tally.served('overloaded');
      return refuse(response, 'overloaded');
    }
    const path = originForm(request.url ?? '/');
    const lookup = lookupOf(request.method, path);
    const { authorization } = request.headers;
    const body = copyOf(request, lookup === undefined ? 0 : MOST_BODY);
    const isSampled = compared !== undefined && options.random() * 100 < options.comparePercent;
    const refusal = isSampled && lookup !== undefined ? compared.refusal() : undefined;
    const keeps = lookup !== undefined && ((isSampled && refusal === undefined) || options.save !== undefined);
    inFlight += 1;
    const passed = await forward({
      request,
      response,
      target: served!,
      authorization: callers.toServe(serve, authorization),
      timeoutMs,
      body,
      mayRepeat: lookup !== undefined || isBodyless(request),
      kept: keeps ? MOST_COMPARED : 0,
      ...(lookup !== undefined && options.fallback && { instead: () => replacement(request, body, lookup) }),
    }).finally(() => (inFlight -= 1));
    tally.served(passed.ending);
    if (lookup === undefined) return;
    const isRefused = [401, 403].includes(passed.answer?.status ?? 0);
    const caller = isRefused ? REFUSED_CALLER : callers.nameOf(authorization);
    const bytes = body();
    const text = bytes && (await textOf(bytes, request.headers['content-encoding'], MOST_BODY).catch(() => undefined));
    const asked = { lookup, path, authorization, type: request.headers['content-type'], body: text ?? '' };
    await save(asked, text, passed, caller);
    if (!isSampled) return;
    const done = (result: Result): void => {
      tally.compared({ caller, lookup }, result);
      const at = options.now().toISOString();
      for (const difference of result.outcome === 'different' ? result.differences : [])
        options.differences?.write(privateLine({ at, caller, lookup }, asked, difference));
    };
    const { answer } = passed;
    const bytesOf = answer?.bytes;
    const reason = text === undefined ? 'request_not_read' : (refusal ?? reasonAgainst(passed, serve));
    if (reason !== undefined || answer === undefined || bytesOf === undefined)
      return done(notCompared(reason ?? 'too_large'));
    const begin = async () => comparisonOf(asked, await answerIn({ ...answer, bytes: bytesOf }));
    compared.offer({ request: begin, bytes: asked.body.length + bytesOf.length, done });
  }

  function comparisonOf(asked: Question, answer: Answer) {
    const [own, other] = [serve, serve === 'old' ? 'new' : 'old'] as const;
    const questions = {
      [own]: { ...asked, authorization: callers.toServe(own, asked.authorization) },
      [other]: { ...asked, authorization: callers.toCompare(other, asked.authorization) },
    } as unknown as Sides<Question>;
    return { questions, answers: { [own]: answer } };
  }

  async function save(asked: Question, text: string | undefined, passed: Passed, caller: string): Promise<void> {
    if (options.save === undefined || passed.answer === undefined) return;
    // A body that cannot be read, or that is not UTF-8, cannot be written as a line and sent again.
    if (text === undefined || text.startsWith('\0')) return options.save.lose();
    const { status, bytes, headers } = passed.answer;
    const answer = bytes && (await answerIn({ status, headers, bytes }).catch(() => undefined));
    const records = answer && succeeded(answer) ? listIn(answer, asked.lookup).length : undefined;
    const { lookup, path, type = null, body } = asked;
    const line: SavedRequest = { at: options.now().toISOString(), lookup, path, caller, type, body, status };
    options.save.write({ ...line, ...(records !== undefined && { records }) });
  }

  /** The answer of the old side, unless it failed as well, or its caller would need a cursor that the new side does not understand. */
  async function replacement(request: IncomingMessage, body: () => Buffer | undefined, lookup: Lookup) {
    const bytes = body();
    if (bytes === undefined || !request.complete || cursorOf(bytes.toString()) !== undefined) return undefined;
    const target = targets.old!;
    const authorization = callers.toServe('old', request.headers.authorization);
    const sent = {
      method: 'POST',
      path: originForm(request.url ?? '/'),
      headers: headersFor({ request, target, authorization }),
    };
    const received = await exchange(target, sent, bytes, { timeoutMs: timeoutMs / 2, mostBytes: MOST_BYTES });
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
    waiting: () => compared?.waiting ?? 0,
    admin: adminListener({
      serve,
      fallback: options.fallback,
      since: options.now().toISOString(),
      tally,
      gauges: () => ({
        leasegate_cutover_in_flight: ['Requests in flight.', inFlight],
        leasegate_cutover_waiting: ['Comparisons that wait.', compared?.waiting ?? 0],
      }),
      isListening: () => server.listening,
      served: served.url,
    }),
    /** Lets the requests in flight end. What waits to be compared is counted as not compared. */
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      await closed;
      await compared?.close();
      for (const target of Object.values(targets)) target.agent.destroy();
    },
  };
}

function comparisonsBetween(targets: Sides<Target>, options: ProxyOptions): Comparisons {
  const { timeoutMs, monotonicNow, mostPages, comparisons: workers } = options;
  // Connections of their own, so that a comparison never waits for a request that is served.
  const side = (name: Side) => asking(targetAt(targets[name].url, workers), timeoutMs);
  const ask = { old: side('old'), new: side('new') };
  const beforeAgain = (): Promise<void> => options.sleep(options.againAfterMs);
  const compare = sequenceComparer((request) => compareLookup({ ask, mostPages, beforeAgain }, request), monotonicNow);
  return new Comparisons({ compare, workers, monotonicNow });
}

function reasonAgainst({ ending, answer }: Passed, serve: Side): string | undefined {
  if (answer === undefined) return ending === 'disconnected' ? ending : `${serve}_no_answer`;
  // The other side is not asked, or it would get the load that this one refuses.
  return UNAVAILABLE.has(answer.status) ? `${serve}_unavailable` : undefined;
}

const isBodyless = ({ method = '', headers }: IncomingMessage): boolean =>
  ['GET', 'HEAD', 'OPTIONS'].includes(method) &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined;

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
