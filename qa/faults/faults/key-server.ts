/** The identity provider's key server is unavailable or returns nonsense. */

import type { RequestListener } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import { answering, type Provider, startProvider } from '../../../test/auth/provider';
import { isFailure, isRight } from '../rig/outcomes';
import { type Question, requestBytes } from '../rig/questions';
import type { Rig } from '../rig/rig';
import type { Findings, Trial } from '../trial';

const drip: RequestListener = (_request, response) => {
  const timer = setInterval(() => response.write(' '), 100);
  response.once('close', () => clearInterval(timer));
};

const WAYS: Readonly<Record<string, RequestListener>> = {
  'status 500': (_request, response) => response.writeHead(500).end(),
  silence: () => undefined,
  'a page': answering('<!doctype html><title>Sign in</title>'),
  '5 MB': answering({ keys: [], x: 'x'.repeat(5_000_000) }),
  'a body without end': drip,
  'a connection that ends': (request) => request.socket.destroy(),
};

/** The requests of callers who may see everything, with another token. */
function questionsWith(rig: Rig, token: string): Question[] {
  return rig.scene.questions
    .filter(({ asker, transport }) => asker.sight === 'all' && transport === 'rest')
    .map((question) => {
      const { operation, body } = question;
      return { ...question, request: requestBytes(`/leases/${operation}/`, token, body) };
    });
}

async function away(rig: Rig, findings: Findings): Promise<void> {
  const provider = await startProvider('known');
  rig.atEnd(() => provider.stop().catch(() => undefined));
  const known = questionsWith(rig, await provider.issue());
  await provider.addKey('unknown');
  const unknown = questionsWith(rig, await provider.issue({ kid: 'unknown' }));
  // The key server returns a key set without this key, so the gateway never sees it.
  const env = { AUTH_JWKS_URL: provider.keySetUrl, AUTH_JWT_SECRET: undefined, AUTH_REMEMBER_SECONDS: '0' };
  await knownKeys(rig, findings, { provider, known, unknown, env });
  await noKeys(rig, findings, { provider, known, unknown, env });
}

interface Case {
  readonly provider: Provider;
  readonly known: readonly Question[];
  readonly unknown: readonly Question[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Known keys stay valid through an outage. An unknown key causes at most one fetch in 30 s. */
async function knownKeys(rig: Rig, findings: Findings, { provider, known, unknown, env }: Case): Promise<void> {
  const keys = provider.keySet.keys.filter(({ kid }) => kid === 'known');
  provider.instead = answering({ keys });
  const gateway = await rig.serve({ env });
  await gateway.becomes(200);
  const ask = (questions: readonly Question[]) =>
    rig.load(gateway, { questions, clients: 10, thinkMs: 0, requests: 40 }).finished();
  const first = await ask(known);
  findings.must(first.count(isRight) === 40, `with the key server: ${String(first)}`);
  const before = provider.fetches;
  const began = performance.now();
  const refused = (kind: string) => kind === '401 invalid_authorization';
  for (const [name, way] of [...Object.entries(WAYS), ['a closed port', undefined] as const]) {
    if (way === undefined) await provider.stop();
    else provider.instead = way;
    const [good, bad] = await Promise.all([ask(known), ask(unknown)]);
    findings.atMost(`${name}: failed with a known key`, good.count(isFailure), 0);
    findings.must(bad.count(refused) === bad.total, `${name}: with an unknown key ${String(bad)}`);
  }
  const looks = provider.fetches - before;
  const allowed = 1 + Math.ceil((performance.now() - began) / 30_000);
  findings.atMost('fetches from the key server', looks, allowed);
  await rig.expectEnd(gateway, findings);
  await provider.start();
}

/** Before the first key set arrives, no token can be verified or rejected. */
async function noKeys(rig: Rig, findings: Findings, { provider, known, env }: Case): Promise<void> {
  provider.instead = WAYS['status 500'];
  const gateway = await rig.serve({ env });
  const ask = () => rig.load(gateway, { questions: known, clients: 5, thinkMs: 0, requests: 20 }).finished();
  const cold = await ask();
  findings.must(
    cold.count('503 service_unavailable') === cold.total,
    `started without the key server: ${String(cold)}`,
  );
  provider.instead = undefined;
  const back = performance.now();
  for (let outcomes = await ask(); outcomes.count(isRight) < 20; outcomes = await ask()) {
    if (performance.now() - back > 10_000) break;
    await sleep(50);
  }
  findings.atMost('right answers after it is back', performance.now() - back, 3_000, ' ms');
  await rig.expectEnd(gateway, findings);
}

export const KEY_SERVER: readonly Trial[] = [
  {
    number: 15,
    name: 'key server away',
    drive:
      'the server of `AUTH_JWKS_URL` answers with status 500, not at all, with a page, with 5 MB, with an endless body, with a reset; or its port is closed',
    expected:
      'known keys keep working; an unknown key is 401 and causes one fetch in 30 s; 503 and never 401 until a key has been loaded',
    short: true,
    run: away,
  },
];
