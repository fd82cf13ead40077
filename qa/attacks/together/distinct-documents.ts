/**
 * Distinct documents of the largest size, one after the other on a few connections, and the memory of the gateway
 * afterwards.
 */

import { Caller } from '../../faults/rig/caller';
import { outcomeOf } from '../rig/answers';
import { type AttackRequest, bytesOf, graphql } from '../rig/request';
import type { Site } from '../rig/site';
import { distinctDocument } from '../rows/documents';

const CONNECTIONS = 8;
/** The target in bytes above the memory at rest. */
const MOST = 150 * 1024 ** 2;
const REST = 200;
const TOLD_EACH = 10_000;

/** As many words as a document may have: few bytes to send, and far more memory than the text. */
const manyWords = (nth: number): AttackRequest => graphql(`query A${nth}{viewer{${'subject,'.repeat(1_950)}}}`);
/** A body of the greatest length, whose characters take two bytes each in memory. */
const longComment = distinctDocument;
/** A body of the same length that is no comment. */
const longText = (nth: number): AttackRequest =>
  graphql(`query B${nth}{tenantsByLease(lease:{identifier:"${nth}€${'x'.repeat(126_000)}"}){nodes{identifier}}}`);

const SHAPES = [longComment, manyWords, longText];

/** Sends `count` documents. @returns whether the memory stayed within the target */
export async function distinctDocuments(site: Site, count: number): Promise<boolean> {
  const gateway = await site.serve();
  try {
    let sent = 0;
    let bytes = 0;
    let most = 0;
    const outcomes: Record<string, number> = {};
    const callers = Array.from({ length: CONNECTIONS }, () => new Caller(gateway.port, 60_000));
    const send = async (until: number): Promise<void> => {
      await Promise.all(
        callers.map(async (caller) => {
          while (sent < until) {
            const nth = (sent += 1);
            const request = bytesOf(SHAPES[nth % SHAPES.length]!(nth), '');
            const outcome = outcomeOf(await caller.ask(request));
            bytes += request.length;
            outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
          }
        }),
      );
    };
    await send(REST);
    const rest = (await gateway.read({ collect: true })).rss;
    const began = performance.now();
    while (sent < count) {
      await send(Math.min(count, sent + TOLD_EACH));
      const { rss } = await gateway.read();
      most = Math.max(most, rss);
      const seconds = Math.round((performance.now() - began) / 1_000);
      console.log(`  ${sent} documents, ${seconds} s, RSS ${megabytes(rss - rest)} MB above rest`);
    }
    const after = await gateway.read({ collect: true });
    console.log(`${sent} distinct documents, ${megabytes(bytes)} MB sent: ${JSON.stringify(outcomes)}`);
    console.log(
      `RSS at rest ${megabytes(rest)} MB, at most ${megabytes(most - rest)} MB above it, ${megabytes(after.rss - rest)} MB after a collection`,
    );
    for (const caller of callers) caller.close();
    return most - rest <= MOST && gateway.process.isAlive;
  } finally {
    await gateway.end();
  }
}

const megabytes = (bytes: number): string => (bytes / 1024 ** 2).toFixed(0);
