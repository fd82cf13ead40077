/** What each row of attacks in `docs/evidence.md` sends, and what is measured. */

import { outcomeOf } from '../rig/answers';
import { longestStretch } from '../rig/longest-stretch';
import type { MeteredGateway } from '../rig/metered-gateway';
import { ratioOf, warmUp } from '../rig/ratio';
import type { AttackRequest } from '../rig/request';
import type { Site } from '../rig/site';
import { inOtherWords } from '../search/mutate';
import { crowdedLease, largestAnswer, sharedLeases } from './answers';
import * as documents from './documents';
import { paddedMediaTypes, secondHostBehind, secondTokenBehind } from './headers';
import { besideAFlood, besideThoseWhoWait } from './others';

export interface Row {
  readonly row: string;
  readonly sent: string;
  measure(site: Site): Promise<string>;
}

const DOCUMENTS = 200;
const MEGABYTE = 1024 ** 2;

async function withGateway<Result>(
  site: Site,
  work: (gateway: MeteredGateway) => Promise<Result>,
  env: Readonly<Record<string, string>> = {},
): Promise<Result> {
  const gateway = await site.serve(env);
  try {
    await warmUp(gateway);
    return await work(gateway);
  } finally {
    await gateway.end();
  }
}

/** The CPU time of the most expensive request, and its ratio to an ordinary refusal. */
const cost =
  (requests: readonly AttackRequest[], env?: Readonly<Record<string, string>>) =>
  (site: Site): Promise<string> =>
    withGateway(
      site,
      async (gateway) => {
        const all = [];
        for (const request of requests) all.push(await ratioOf(gateway, (nth) => inOtherWords(request, nth)));
        const [most] = all.sort((one, other) => other.cpuMs - one.cpuMs);
        return `${most!.cpuMs.toFixed(1)} ms, ${most!.ratio.toFixed(1)} ordinary refusals`;
      },
      env,
    );

const held = (site: Site): Promise<string> =>
  withGateway(site, async (gateway) => {
    const before = await gateway.read({ collect: true });
    for (let nth = 0; nth < DOCUMENTS; nth += 1) await gateway.measure(documents.distinctDocument(nth));
    const after = await gateway.read({ collect: true });
    return `${((after.heldBytes - before.heldBytes) / MEGABYTE).toFixed(1)} MB held after ${DOCUMENTS} documents`;
  });

const answers = (site: Site): Promise<string> =>
  withGateway(site, async (gateway) => {
    const said: string[] = [];
    for (const request of [sharedLeases, crowdedLease, largestAnswer]) {
      const before = await gateway.read({ collect: true });
      const { reply, stretchMs } = await longestStretch(gateway, request);
      const after = await gateway.read();
      const cpu = `${(after.cpuMs - before.cpuMs).toFixed(0)} ms, ${stretchMs.toFixed(0)} ms of it in one go`;
      said.push(`${outcomeOf(reply)}, ${cpu}`);
    }
    return said.join('; ');
  });

const outcomes =
  (requests: readonly AttackRequest[]) =>
  (site: Site): Promise<string> =>
    withGateway(site, async (gateway) => {
      const said: string[] = [];
      for (const request of requests) said.push(outcomeOf((await gateway.measure(request)).reply));
      const causes = gateway.process.causes();
      return said.join(', ') + (causes === '' ? '' : `; logged as its own failures: ${causes}`);
    });

const waitedFor = async ({ databaseUrl, questions }: Site): Promise<string> =>
  `good callers: ${String((await besideThoseWhoWait(databaseUrl, questions)).good)}`;

const flooded = async ({ databaseUrl, questions }: Site): Promise<string> => {
  const { good, flood } = await besideAFlood(databaseUrl, questions);
  return `good callers: ${String(good)}; flood: ${String(flood)}`;
};

export const ROWS: readonly Row[] = [
  { row: 'a', sent: '200 distinct documents of 126 kB, with a character beyond Latin 1', measure: held },
  {
    row: 'b',
    sent: '160 operations that share fragments with 65 page sizes and 600 fields, by POST and by GET',
    measure: cost([documents.manyOperations, documents.manyOperationsByGet]),
  },
  { row: 'c', sent: '62,000 newlines before 101 unknown fields', measure: cost([documents.manyLines]) },
  {
    row: 'd',
    sent: '`application/json;` with 15,500 spaces or tabs and `x`, by POST and by GET',
    measure: cost(paddedMediaTypes),
  },
  {
    row: 'e',
    sent: '`Did you mean` 10,800 times in place of a number, with `INTROSPECTION=off`',
    measure: cost([documents.longSuggestion], { INTROSPECTION: 'off' }),
  },
  {
    row: 'f',
    sent: 'with a token: 12,500 unknown keys of an input, or 30,000 objects for ids',
    measure: cost([documents.unknownKeys, documents.objectsForIds]),
  },
  {
    row: 'g',
    sent: 'with a token: an operation of 200,000 records, one of 30,000, and one of 19,691, which is answered',
    measure: answers,
  },
  { row: 'h', sent: '300 requests with unknown keys, while the key server hangs', measure: waitedFor },
  {
    row: 'i',
    sent: 'after 1,100 header lines: a second `Authorization`, and a second `Host`',
    measure: outcomes([secondTokenBehind, secondHostBehind]),
  },
  {
    row: 'j',
    sent: '`GET /assets/%/x`, and two documents of 110 fragments that spread each other',
    measure: outcomes([documents.brokenEscape, documents.cyclicFragments, documents.loneCyclicFragments]),
  },
  { row: 'l', sent: '400 clients with one token that send the next request at once', measure: flooded },
];
