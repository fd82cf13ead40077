/** The proxy that stands between the callers and two services: it serves one of them, and compares both. */

import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';

import { type Comparison, notCompared } from '../compare/compare-answers';
import { lookupComparer, type LookupOptions } from '../compare/compare-lookup';
import { privateLines } from '../compare/compare-values';
import { type Counts, Tally } from '../compare/tally';
import { type Answer, answerIn, fieldOf, listIn, succeeded, REFUSED, UNAVAILABLE } from '../contract/answers';
import { asking, cursorOf, hasNext, type Lookup, lookupOf } from '../contract/lookups';
import type { Question, Side, Sides } from '../contract/lookups';
import { bytesWithin, exchange, plainOf, targetAt } from '../contract/exchange';
import type { OutputFile } from '../output-file';
import { type Callers, REFUSED_CALLER } from './callers';
import { Comparisons } from './comparisons';
import { BODYLESS, forward, originForm, type Passed, refuse, requestFor } from './forward';
import type { SavedRequest } from './saved-request';

export interface ProxyOptions extends Omit<LookupOptions, 'ask' | 'rules'> {
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
  readonly now: () => Date;
  /** From 0 to 1. */
  readonly random: () => number;
}

type Asked = Omit<Question, 'authorization'>;

export type Proxy = ReturnType<typeof createProxy>;

/** Bytes of the body of a lookup, and of an answer that is compared. */
const MOST_BODY = 64 * 1024;
const MOST_COMPARED = 2 * 1024 * 1024;

export function createProxy({ serve, fallback = false, callers, timeoutMs, ...options }: ProxyOptions) {
  const [old, ours] = [targetAt(options.old, Infinity), options.new && targetAt(options.new, Infinity)];
  const target = serve === 'old' ? old : ours;
  if (target === undefined) throw new Error('--serve new needs --new.');
  const tally = new Tally();
  const comparisons = new Comparisons(options.monotonicNow);
  const compare =
    ours && lookupComparer({ ...options, ask: { old: asking(old, timeoutMs), new: asking(ours, timeoutMs) } });
  const since = options.now().toISOString();
  const linesLost = () => [options.save, options.differences].reduce((sum, file) => sum + (file?.counts.lost ?? 0), 0);
  const inFlight = new Set<Promise<void>>();

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('error', () => undefined);
    if (!server.listening) response.shouldKeepAlive = false;
    if (inFlight.size >= options.maxInFlight) {
      tally.served('overloaded');
      return refuse(response, 'overloaded');
    }
    const path = originForm(request.url ?? '/');
    const lookup = lookupOf(request.method, path);
    const { authorization, 'content-type': type = null, 'content-encoding': coding } = request.headers;
    const body = bytesWithin(lookup === undefined ? 0 : MOST_BODY);
    request.on('data', body.add);
    const mayRepeat = lookup !== undefined || BODYLESS.includes(request.method ?? '');
    const isSampled = compare !== undefined && options.random() * 100 < options.compare;
    const isRead = lookup !== undefined && (isSampled || options.save !== undefined);
    const passed = await forward({
      request,
      response,
      target: target!,
      authorization: callers.toServe(serve, authorization),
      timeoutMs,
      again: () => (mayRepeat && request.complete ? body.bytes() : undefined),
      kept: isRead ? MOST_COMPARED : 0,
      ...(lookup !== undefined && fallback && { instead: () => replacement(request, body.bytes(), lookup) }),
    });
    tally.served(passed.ending);
    if (!isRead) return;
    const caller = REFUSED.has(passed.answer?.status ?? 0) ? REFUSED_CALLER : callers.nameOf(authorization);
    const bytes = body.bytes();
    const text = bytes && (await textToRepeat(bytes, coding).catch(() => undefined));
    const asked = { lookup, path, type, body: text ?? '' };
    await save(asked, text, passed, caller);
    if (!isSampled) return;
    const done = (result: Comparison): void => {
      const at = options.now().toISOString();
      const lines = options.differences ? privateLines({ at, caller, lookup }, asked, result.differences) : [];
      tally.compared(caller, lookup, result);
      for (const line of lines) options.differences?.write(line);
    };
    const { status = 0, headers = {}, bytes: answered } = passed.answer ?? {};
    const reason = text === undefined ? 'request_not_read' : reasonAgainst(passed, serve);
    if (reason !== undefined || answered === undefined) return done(notCompared(reason ?? 'too_large'));
    const run = async (): Promise<Comparison> =>
      compare(questionsFor(asked, authorization), { [serve]: await answerIn({ status, headers, bytes: answered }) });
    comparisons.offer({ run, bytes: asked.body.length + answered.length, done });
  }

  function questionsFor(asked: Asked, authorization: string | undefined): Sides<Question> {
    const tokenOf = (side: Side) => (side === serve ? callers.toServe : callers.toCompare)(side, authorization);
    return { old: { ...asked, authorization: tokenOf('old') }, new: { ...asked, authorization: tokenOf('new') } };
  }

  async function save(asked: Asked, text: string | undefined, { answer }: Passed, caller: string): Promise<void> {
    if (options.save === undefined || answer === undefined) return;
    if (text === undefined) return options.save.lose();
    const { status, headers, bytes } = answer;
    const read = bytes && succeeded(answer) && (await answerIn({ status, headers, bytes }).catch(() => undefined));
    const records = read ? listIn(read, asked.lookup).length : undefined;
    const line: SavedRequest = { at: options.now().toISOString(), caller, ...asked, status, records };
    options.save.write(line);
  }

  /** The answer of the old side, unless it failed as well, or its caller would need a cursor that the new side does not understand. */
  async function replacement(request: IncomingMessage, bytes: Buffer | undefined, lookup: Lookup) {
    if (bytes === undefined || !request.complete || cursorOf(bytes.toString()) !== undefined) return undefined;
    const authorization = callers.toServe('old', request.headers.authorization);
    const sent = requestFor({ request, target: old, authorization });
    const received = await exchange(old, sent, bytes, timeoutMs / 2);
    return canReplace(await answerIn(received), lookup) ? received : undefined;
  }

  const listener: RequestListener = (request, response) => {
    const handled: Promise<void> = handle(request, response)
      .catch(() => void response.destroy())
      .finally(() => inFlight.delete(handled));
    inFlight.add(handled);
  };
  const server = createServer({ keepAliveTimeout: 65_000 }, listener);
  server.on('checkExpectation', listener);
  return {
    server,
    tally,
    inFlight: () => inFlight.size,
    admin: adminListener({
      '/livez': () => [200, { status: 'live' }],
      // The served side does not count: it may have the old one behind it.
      '/readyz': () => (server.listening ? [200, { problems: [] }] : [503, { problems: ['the proxy is stopping'] }]),
      '/metrics': () => [
        200,
        tally.text({ in_flight: inFlight.size, waiting: comparisons.pending, lines_lost: linesLost() }),
      ],
      '/comparisons': () => [200, { serve, since, ...tally.counts } satisfies ProxyCounts],
    }),
    /** Lets the requests in flight end. @returns how many comparisons are given up */
    async close(): Promise<number> {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      await closed;
      await Promise.all(inFlight);
      const givenUp = comparisons.close();
      for (const each of [old, ours]) each?.agent.destroy();
      return givenUp;
    },
  };
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The body of a request, which can be written as a line and sent again. @throws {Error} if it cannot, since it is not UTF-8 */
async function textToRepeat(bytes: Buffer, coding = 'identity'): Promise<string> {
  if (!/^(?:identity|gzip|deflate|br)$/i.test(coding)) throw new Error(coding);
  return UTF_8.decode(await plainOf(bytes, coding, MOST_BODY));
}

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

/** What `/comparisons` says for `leasegate cutover ready`, since the start of the proxy. */
export type ProxyCounts = Counts & { readonly serve: Side; readonly since: string };

type Page = readonly [status: number, body: string | object];

/** @param pages by their paths; a text has the format of Prometheus, and an object becomes JSON */
function adminListener(pages: Readonly<Record<string, () => Page>>): RequestListener {
  return ({ method, url = '' }, response) => {
    const path = url.split('?')[0]!;
    const page = method === 'GET' && Object.hasOwn(pages, path) ? pages[path] : undefined;
    const [status, body] = page?.() ?? [404, { problems: ['there is no such page'] }];
    const isText = typeof body === 'string';
    response.setHeader('Content-Type', isText ? 'text/plain; version=0.0.4; charset=utf-8' : 'application/json');
    response.writeHead(status).end(isText ? body : JSON.stringify(body));
  };
}
