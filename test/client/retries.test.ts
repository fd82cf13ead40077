/** Retries: the client waits as long as the answer says, up to its limit, and only if it is configured to. */

import { getEventListeners } from 'node:events';

import { createClient, type ClientOptions, LeasegateError, type TypedDocument } from '../../client/index';

const LEASES = { leases: [], last_id: -1 };

/** Returns these answers, one after the other, and counts the requests. */
function answering(...answers: readonly Response[]) {
  const left = [...answers];
  return jest.fn<Promise<Response>, Parameters<typeof fetch>>(async () => left.shift() ?? Response.json(LEASES));
}

function refused(status: number, type: string, headers: Record<string, string> = {}): Response {
  return Response.json({ error: { type, message: 'Not now.' } }, { status, headers });
}

const busy = (retryAfter: string) => refused(503, 'overloaded', { 'Retry-After': retryAfter });

const ask = (fetch: ClientOptions['fetch'], retry?: ClientOptions['retry'], signal?: AbortSignal) =>
  createClient({ url: 'http://gateway.test', token: 't', fetch, retry }).findLeases({ identifier: 'a' }, { signal });

test('repeats nothing by default', async () => {
  const fetch = answering(busy('0'));
  await expect(ask(fetch)).rejects.toMatchObject({ type: 'overloaded', status: 503, retryAfter: 0 });
  expect(fetch).toHaveBeenCalledTimes(1);
});

test('repeats a request after 503 and 429, up to the given number of times', async () => {
  const limited = refused(429, 'rate_limited', { 'Retry-After': '0' });
  const enough = answering(busy('0'), limited);
  expect(await ask(enough, { times: 2, upToSeconds: 1 })).toEqual(LEASES);
  expect(enough).toHaveBeenCalledTimes(3);

  const tooMany = answering(busy('0'), busy('0'), busy('0'));
  await expect(ask(tooMany, { times: 2, upToSeconds: 1 })).rejects.toMatchObject({ type: 'overloaded' });
  expect(tooMany).toHaveBeenCalledTimes(3);
});

test('a repeated request asks for the token as usual, even after a renewal', async () => {
  const token = jest.fn(async (_of: { renew: boolean }) => 't');
  const [fetch, retry] = [answering(refused(401, 'expired_token'), busy('0')), { times: 1, upToSeconds: 1 }];
  const client = createClient({ url: 'http://gateway.test', token, fetch, retry });
  expect(await client.findLeases({ identifier: 'a' })).toEqual(LEASES);
  expect(token.mock.calls).toEqual([[{ renew: false }], [{ renew: true }], [{ renew: false }]]);
});

test.each([
  ['a wait above the bound', () => busy('61')],
  ['no Retry-After', () => refused(503, 'service_unavailable')],
  ['a Retry-After that is no number', () => busy('soon')],
  ['any other error', () => refused(504, 'timeout', { 'Retry-After': '0' })],
])('does not wait for %s', async (_what, answer) => {
  const fetch = answering(answer());
  await expect(ask(fetch, { times: 5, upToSeconds: 60 })).rejects.toBeInstanceOf(LeasegateError);
  expect(fetch).toHaveBeenCalledTimes(1);
});

describe('with a fake clock', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  /** Timers and listeners that a wait leaves behind. */
  const leftOf = ({ signal }: AbortController) => [jest.getTimerCount(), getEventListeners(signal, 'abort').length];

  test('waits for `Retry-After` up to the limit, and leaves no timer behind', async () => {
    const abort = new AbortController();
    const fetch = answering(busy('60'), busy('1'));
    const asking = ask(fetch, { times: 2, upToSeconds: 60 }, abort.signal);
    await jest.advanceTimersByTimeAsync(59_999);
    expect(fetch).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(fetch).toHaveBeenCalledTimes(2);
    await jest.advanceTimersByTimeAsync(999);
    expect(fetch).toHaveBeenCalledTimes(2);
    await jest.advanceTimersByTimeAsync(1);
    expect(await asking).toEqual(LEASES);
    expect(fetch).toHaveBeenCalledTimes(3);
    expect(leftOf(abort)).toEqual([0, 0]);
  });

  test('a signal aborts the wait with its reason', async () => {
    const abort = new AbortController();
    const fetch = answering(busy('3600'));
    const asking = ask(fetch, { times: 1, upToSeconds: 3600 }, abort.signal);
    const refused = expect(asking).rejects.toThrow('enough');
    await jest.advanceTimersByTimeAsync(20);
    abort.abort(new Error('enough'));
    await refused;
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(leftOf(abort)).toEqual([0, 0]);
  });
});

test('every function gives the signal of its call to each request, and each page keeps the other variables', async () => {
  const { signal } = new AbortController();
  const list = { pageInfo: { hasNextPage: true, endCursor: 'c' } };
  const fetch = jest.fn<Promise<Response>, Parameters<typeof globalThis.fetch>>(async () =>
    Response.json({ leases: [], tenants: [], last_id: 7, data: { list } }),
  );
  const client = createClient({ url: 'http://gateway.test', token: 't', fetch });
  const paged = '{ list }' as unknown as TypedDocument<{ list: typeof list }, { first: number; after?: string }>;
  for (const pages of [
    client.leasePages({ identifier: 'a' }, { signal }),
    client.tenantPages({ group_id: 'a' }, { signal }),
    client.graphqlPages(paged, { first: 2 }, (data) => data.list, { signal }),
  ]) {
    await pages.next();
    await pages.next();
  }
  expect(fetch.mock.calls.map(([, request]) => request?.signal)).toEqual(Array.from({ length: 6 }, () => signal));
  const bodies = fetch.mock.calls.map(([, request]) => JSON.parse(request?.body as string) as object);
  expect(bodies).toEqual([
    { identifier: 'a' },
    { identifier: 'a', 'after-id': 7 },
    { group_id: 'a' },
    { group_id: 'a', 'after-id': 7 },
    { query: '{ list }', variables: { first: 2 } },
    { query: '{ list }', variables: { first: 2, after: 'c' } },
  ]);
});

test('a foreign answer is an `unexpected_answer`, and a lost connection `no_answer`', async () => {
  const page = new Response('<h1>Bad Gateway</h1>', { status: 502 });
  await expect(ask(answering(page))).rejects.toMatchObject({ type: 'unexpected_answer', status: 502 });
  await expect(ask(answering(new Response('<h1>Welcome</h1>')))).rejects.toMatchObject({ type: 'unexpected_answer' });
  for (const body of [[], {}, { errors: null }, { tenants: [] }, null]) {
    await expect(ask(answering(Response.json(body)))).rejects.toMatchObject({ type: 'unexpected_answer', errors: [] });
  }
  await expect(ask(answering(refused(400, 'of_the_future')))).rejects.toMatchObject({
    type: 'unexpected_answer',
    message: 'Not now.',
  });
  const lost = new TypeError('fetch failed');
  const without = { name: 'LeasegateError', type: 'no_answer', status: 0, cause: lost };
  await expect(ask(() => Promise.reject(lost))).rejects.toMatchObject(without);
  const cut = new Response(new ReadableStream({ pull: (stream) => stream.error(lost) }));
  await expect(ask(() => Promise.resolve(cut))).rejects.toMatchObject(without);
});
