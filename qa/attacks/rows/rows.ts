/** The rows of attacks in `docs/evidence.md`: what each sends, and what is measured. */

import { longestStretch, outcomeOf, ratioOf, warmUp } from '../rig/measures';
import type { MeteredGateway } from '../rig/metered-gateway';
import { type AttackRequest, inOtherWords } from '../rig/request';
import type { Site } from '../rig/site';
import * as requests from './requests';

type Settings = Readonly<Record<string, string>>;

interface Costs {
  readonly sent: string;
  readonly requests: readonly AttackRequest[];
  readonly settings?: Settings;
}

export const COSTS: readonly Costs[] = [
  {
    sent: '160 operations that share fragments with 65 page sizes and 600 fields, by POST and by GET',
    requests: requests.manyOperations,
  },
  { sent: '62,000 newlines before 101 unknown fields', requests: [requests.manyLines] },
  {
    sent: '`application/json;` with 15,500 spaces or tabs and `x`, by POST and by GET',
    requests: requests.paddedMediaTypes,
  },
  {
    sent: '`Did you mean` 10,800 times in place of a number, with `INTROSPECTION=off`',
    requests: [requests.longSuggestion],
    settings: { INTROSPECTION: 'off' },
  },
  {
    sent: 'with a token: 12,500 unknown keys of an input, or 30,000 objects for ids',
    requests: [requests.unknownKeys, requests.objectsForIds],
  },
];

/** Requests that are answered, each as it should be. */
export const OUTCOMES = [
  {
    sent: 'after 1,100 header lines: a second `Authorization`, and a second `Host`',
    requests: [requests.secondTokenBehind, requests.secondHostBehind],
    outcomes: ['401 invalid_authorization', '400 bad_request'],
  },
  {
    sent: '`GET /assets/%/x`, and two documents of 110 fragments that spread each other',
    requests: [requests.brokenEscape, ...requests.cyclicFragments],
    outcomes: ['404 unknown_endpoint', '200 invalid_request', '200 invalid_request'],
  },
];

export const DOCUMENTS = 200;

/** The bytes that the gateway holds after many distinct documents. */
export async function heldAfterDocuments(gateway: MeteredGateway): Promise<number> {
  await gateway.measure(requests.distinctDocument(0));
  const before = await gateway.read({ collect: true });
  for (let nth = 1; nth <= DOCUMENTS; nth += 1) await gateway.measure(requests.distinctDocument(nth));
  return (await gateway.read({ collect: true })).heldBytes - before.heldBytes;
}

/** Measures every row. @returns the rows of the table */
export async function measureRows(site: Site): Promise<string[]> {
  const lines: string[] = [];
  const note = (sent: string, measured: string): void => {
    console.log(`${sent}: ${measured}`);
    lines.push(`| ${sent} | ${measured} |`);
  };
  const measure = async (sent: string, work: (gateway: MeteredGateway) => Promise<string>, settings: Settings = {}) => {
    const gateway = await site.serve(settings);
    try {
      await warmUp(gateway);
      note(sent, await work(gateway));
    } finally {
      await gateway.end();
    }
  };

  await measure('200 distinct documents of 126 kB, with a character beyond Latin 1', async (gateway) => {
    const megabytes = (await heldAfterDocuments(gateway)) / 1024 ** 2;
    return `${megabytes.toFixed(1)} MB held after ${DOCUMENTS} documents`;
  });
  for (const { sent, requests: all, settings } of COSTS) {
    const cost = async (gateway: MeteredGateway) => {
      const costs = [];
      for (const request of all) costs.push(await ratioOf(gateway, (nth) => inOtherWords(request, nth)));
      const [most] = costs.sort((a, b) => b.cpuMs - a.cpuMs);
      return `${most!.cpuMs.toFixed(1)} ms, ${most!.ratio.toFixed(1)} ordinary refusals`;
    };
    await measure(sent, cost, settings);
  }
  await measure(
    'with a token: an operation of 200,000 records, one of 30,000, and one of 19,691, which is answered',
    async (gateway) => {
      const answers: string[] = [];
      for (const request of [requests.sharedLeases, requests.crowdedLease, requests.largestAnswer]) {
        const before = await gateway.read({ collect: true });
        const { reply, stretchMs } = await longestStretch(gateway, request);
        const cpuMs = (await gateway.read()).cpuMs - before.cpuMs;
        answers.push(`${outcomeOf(reply)}, ${cpuMs.toFixed(0)} ms, ${stretchMs.toFixed(0)} ms of it in one go`);
      }
      return answers.join('; ');
    },
  );
  for (const { sent, requests: all } of OUTCOMES) {
    await measure(sent, async (gateway) => {
      const outcomes: string[] = [];
      for (const request of all) outcomes.push(outcomeOf(await gateway.ask(request)));
      return outcomes.join(', ');
    });
  }
  return lines;
}
