/** A refusal needs no database. */

import { setTimeout as sleep } from 'node:timers/promises';

import { hmac } from '../../../test/auth/forged/jws';
import { forgeries } from '../../../test/auth/forged/forgeries';
import { readCases } from '../../../test/contract/cases';
import { exchange } from '../../../test/contract/exchange';
import { signTokens } from '../../../test/contract/tokens';
import { isOpaqueForm } from './token-form';
import { seededDice } from '../../../test/oracle/generate/dice';
import { TEST_SECRET } from '../../../test/support/tokens';
import { Caller } from '../rig/caller';
import { fuzzRequest } from '../rig/fuzz-requests';
import type { GatewayProcess } from '../rig/gateway-process';
import { requestBytes } from '../rig/questions';
import type { Rig } from '../rig/rig';
import type { Amount, Findings, Trial } from '../trial';

interface Refusal {
  readonly title: string;
  ask(gateway: GatewayProcess): Promise<string>;
}

const CLAIMS = { sub: 'jane', groups: '*', exp: 9_999_999_999 };

/** Status, head and body, without what changes from moment to moment. */
const PASSING = /\r\n(?:date|x-request-id|connection|keep-alive):[^\r]*/gi;

async function contractCases(): Promise<Refusal[]> {
  const tokens = await signTokens(new Date());
  return readCases()
    .filter(({ expect: { status, type } }) => status >= 400 && type !== 'not_found')
    .map(({ id, request }) => ({
      title: `case ${id}`,
      async ask({ url }) {
        const { status, headers, text } = await exchange(url, tokens, request);
        const { date: _date, 'x-request-id': _id, connection: _connection, 'keep-alive': _alive, ...kept } = headers;
        return `${status} ${JSON.stringify(kept)} ${text}`;
      },
    }));
}

const raw = (title: string, bytes: Buffer): Refusal => ({
  title,
  async ask({ port }) {
    const caller = new Caller(port);
    const reply = await caller.ask(bytes);
    caller.close();
    return 'text' in reply ? `${reply.head.replace(PASSING, '')}${reply.text}` : reply.status;
  },
});

function forgedTokens(): Refusal[] {
  const signers = [{ header: { alg: 'HS256' }, sign: hmac(TEST_SECRET) }];
  const body = '{"group_id":"a","group_external_ref":"b"}';
  const graphql = '{"query":"{ viewer { subject } }"}';
  return forgeries({ claims: CLAIMS, signers, strangersUrl: 'http://127.0.0.1:1/' })
    .filter(({ authorization }) => !isOpaqueForm(authorization))
    .flatMap(({ title, authorization }) =>
      ['/leases/tenants/', '/graphql'].map((path) => {
        const plain = requestBytes(path, undefined, path === '/graphql' ? graphql : body).toString('latin1');
        // A header is bytes. Each character is one byte.
        const header = `Authorization: ${Buffer.from(authorization).toString('latin1')}\r\n`;
        return raw(
          `${title} on ${path}`,
          Buffer.from(plain.replace('Content-Type', `${header}Content-Type`), 'latin1'),
        );
      }),
    );
}

/** Random requests that are refused. */
function byChance(rig: Rig, { seed, short }: Amount): Refusal[] {
  const jsonWebTokens = rig.scene.questions.filter(
    ({ asker, token }) => asker.by === 'claim' && token.split('.').length === 3,
  );
  const scene = { ...rig.scene, questions: jsonWebTokens };
  return Array.from({ length: short ? 1_000 : 20_000 }, (_, number) => {
    const { bytes } = fuzzRequest(seededDice(seed * 1_000_003 + number), scene);
    const authorization = /\r\nAuthorization: ([^\r]*)/.exec(bytes.toString())?.[1];
    return authorization !== undefined && isOpaqueForm(authorization)
      ? []
      : [raw(`by chance, seed ${seed}, ${number}`, bytes)];
  }).flat();
}

/** Refused before any record is searched for: a client error other than "nothing matches". */
const isRefusal = (answer: string): boolean =>
  (/^(HTTP\/1\.1 )?4\d\d/.test(answer) && !answer.includes('"not_found"')) ||
  (answer.includes('"errors":[') && !answer.includes('"data":{'));

async function withoutDatabase(rig: Rig, findings: Findings, amount: Amount): Promise<void> {
  const gateway = await rig.serve();
  await gateway.becomes(200);
  const candidates = [...(await contractCases()), ...forgedTokens(), ...byChance(rig, amount)];
  const before = await askAll(gateway, candidates);
  const refused = candidates.filter((one) => isRefusal(before.get(one) ?? ''));

  await rig.net.cut();
  await rig.server.stop();
  await rig.net.lead(1);
  await sleep(100);
  const made = rig.net.made.length;
  const after = await askAll(gateway, refused);
  findings.atMost('connections attempted for them', rig.net.made.length - made, 0);
  const different = refused.filter((one) => before.get(one) !== after.get(one));
  findings.atLeast('refusals', refused.length, amount.short ? 1_000 : 3_000);
  findings.note(
    `of the contract ${count(refused, 'case')}, forged tokens ${count(refused, '')}, random ${count(refused, 'by chance')}`,
  );
  findings.atMost('different without the database', different.length, 0);
  for (const one of different.slice(0, 5)) {
    findings.must(
      false,
      `${one.title}\n with: ${before.get(one)?.slice(0, 600)}\n without: ${after.get(one)?.slice(0, 600)}`,
    );
  }
  await rig.heal();
  await rig.expectEnd(gateway, findings);
}

const count = (refusals: readonly Refusal[], beginning: string): number =>
  refusals.filter(({ title }) => (beginning === '' ? !/^(case|by chance)/.test(title) : title.startsWith(beginning)))
    .length;

async function askAll(gateway: GatewayProcess, refusals: readonly Refusal[]): Promise<Map<Refusal, string>> {
  const answers = new Map<Refusal, string>();
  const waiting = [...refusals];
  const work = async () => {
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) answers.set(one, await one.ask(gateway));
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return answers;
}

export const REFUSALS: readonly Trial[] = [
  {
    name: 'refusals without the database',
    drive:
      'every refusal in the contract cases, forged JSON Web Tokens, and 20,000 random requests, with the database and without',
    expected: 'the same status, headers and body; no database connection is attempted for them',
    short: true,
    run: withoutDatabase,
  },
];
