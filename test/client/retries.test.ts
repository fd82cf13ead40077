/** Retries: the client waits as long as the answer says, up to its limit, and only if it is configured to. */

import { getEventListeners } from 'node:events';

import { createClient, type ClientOptions, LeasegateError } from '../../client/index';

import { createTestDatabase, type TestDatabase } from '../support/database';
import { startTestGateway, type TestGateway } from '../support/gateway';
import { signToken } from '../support/tokens';

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

  test('with an aborted signal it does not wait', async () => {
    const fetch = answering(busy('3600'));
    const asking = ask(fetch, { times: 1, upToSeconds: 3600 }, AbortSignal.abort(new Error('before')));
    await expect(asking).rejects.toThrow('before');
    expect(jest.getTimerCount()).toBe(0);
  });
});

test('slashes at the end of the URL are ignored', async () => {
  const fetch = answering();
  const client = createClient({ url: 'http://gateway.test/base//', token: 't', fetch });
  await client.findLeases({ identifier: 'a' });
  expect(fetch.mock.calls.map(([url]) => url)).toEqual(['http://gateway.test/base/leases/find-for-tenant/']);
});

test('a foreign answer is an `unexpected_answer`, and a lost connection is the error of fetch', async () => {
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
  await expect(ask(() => Promise.reject(lost))).rejects.toBe(lost);
});

describe('a gateway with a rate limit', () => {
  let database: TestDatabase;
  let gateway: TestGateway;
  beforeAll(async () => {
    database = await createTestDatabase();
    const env = { RATE_LIMIT: '1/1' };
    gateway = await startTestGateway({ databaseUrl: database.url, env });
  });
  afterAll(async () => {
    await gateway.close();
    await database.drop();
  });

  test('answers in the end, over REST and GraphQL', async () => {
    const options = { url: gateway.url, token: await signToken({ subject: 'ada', groups: [] }) };
    const patient = createClient({ ...options, retry: { times: 20, upToSeconds: 5 } });
    for (let n = 0; n < 2; n++) {
      expect(await patient.findLeases({ identifier: 'a' })).toEqual(LEASES);
      expect(await patient.graphql('{ viewer { subject } }')).toEqual({ viewer: { subject: 'ada' } });
    }
  });
});
