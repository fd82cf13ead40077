/**
 * A second implementation of the contract, in memory, with other habits than ours. It can be told to break the contract
 * in one place.
 */

import { createServer, type IncomingMessage } from 'node:http';
import { text as bodyOf } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';

import { isObject, type Json, type JsonObject } from '../../cutover/contract/answers';
import type { Deviation } from './deviations';
import { type Habits, USUAL } from './habits';
import { answerOf, Refusal } from './searches';
import { createWorld, GROUPS, TODAY } from './small-world';

export const SMALL_TOKENS = {
  main: 'token-all',
  other: 'token-south',
  expired: 'token-expired',
  unknown: 'no-such-token',
};

const REACH: Readonly<Record<string, readonly string[]>> = {
  'token-all': GROUPS.map(({ id }) => id),
  'token-south': ['south'],
  'token-nothing': [],
};

export interface SmallServer {
  readonly url: string;
  close(): Promise<void>;
}

export async function startSmallServer(
  deviation?: Deviation,
  habits: Habits = USUAL,
  today = TODAY,
): Promise<SmallServer> {
  const world = createWorld(today);
  const deviates = (name: Deviation): boolean => name === deviation;

  async function answer(request: IncomingMessage): Promise<{ status: number; body: Json }> {
    const paths = ['/leases/find-for-tenant/', '/leases/tenants/'].map((path) =>
      deviates('no-trailing-slash') ? path.slice(0, -1) : path,
    );
    const index = paths.indexOf(request.url ?? '');
    if (index < 0) throw new Refusal(404, 'no_such_page');
    if (request.method !== 'POST') throw new Refusal(501, 'only_post');
    const groups = reachOf(request.headers.authorization);
    const text = await bodyOf(request);
    return {
      status: habits.success,
      body: answerOf(index === 0 ? 'leases' : 'tenants', parsed(text), { world, today, groups, habits, deviates }),
    };
  }

  function reachOf(header = ''): readonly string[] {
    const [, scheme = '', token = ''] = /^(\S+) (.+)$/.exec(header) ?? [];
    const accepted = deviates('capital-bearer') ? ['Bearer'] : habits.schemes;
    if (!accepted.includes(scheme)) {
      if (deviates('missing-token-served')) return REACH['token-all']!;
      throw new Refusal(
        deviates('missing-token-401') || (deviates('basic-401') && scheme === 'Basic') ? 401 : 400,
        deviates('missing-token-other-type') ? 'no_token' : 'missing_authorization',
      );
    }
    if (token === SMALL_TOKENS.expired)
      throw new Refusal(401, deviates('expired-token-is-invalid') ? 'invalid_authorization' : 'expired_token');
    const groups = REACH[token];
    if (groups === undefined && !deviates('invalid-token-served'))
      throw new Refusal(deviates('invalid-token-403') ? 403 : 401, 'invalid_authorization');
    return groups ?? REACH['token-all']!;
  }

  const server = createServer((request, response) => {
    request.on('error', () => undefined);
    void answer(request)
      .catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error;
        return { status: error.status, body: errorBody(error.type) };
      })
      .then(({ status, body }) => {
        request.resume();
        const isPage = status >= 400 && deviates('error-page-is-html');
        response.writeHead(status, { 'Content-Type': isPage ? 'text/html' : habits.mediaType, 'Retry-After': '0.001' });
        response.end(isPage ? '<h1>Error</h1>' : (deviates('byte-order-mark') ? '\ufeff' : '') + rendered(body));
      });
  });

  const rendered = (body: Json): string =>
    JSON.stringify(body, (_, value: Json) => (habits.omitsNull && value === null ? undefined : value), habits.indent);

  function errorBody(type: string): JsonObject {
    if (deviates('error-is-text')) return { error: type };
    if (deviates('error-without-message')) return { error: { type } };
    return { error: { type, message: `Sorry: ${type}`, hint: null }, trace: 17 };
  }

  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

function parsed(text: string): JsonObject {
  try {
    const body = JSON.parse(text) as Json;
    if (isObject(body)) return body;
  } catch {
    throw new Refusal(422, 'unreadable');
  }
  throw new Refusal(422, 'unreadable');
}
