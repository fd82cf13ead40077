/** Random requests: no answer is 5xx, and no answer contains hidden data. */

import { seededDice } from '../../../test/oracle/generate/dice';
import { Caller } from '../rig/caller';
import { fuzzRequest } from '../rig/fuzz-requests';
import { TELLTALE, typeOf } from '../rig/load';
import type { Rig } from '../rig/rig';
import type { Amount, Findings, Trial } from '../trial';

const REQUESTS = 1_000_000;
const CLIENTS = 32;
const SHOWN = 5;

async function fuzz(
  rig: Rig,
  findings: Findings,
  { short, seed, requests = short ? 5_000 : REQUESTS }: Amount,
): Promise<void> {
  const gateway = await rig.serve();
  await gateway.becomes(200);
  const statuses = new Map<number | string, number>();
  const faults: string[] = [];
  let next = 0;
  const work = async () => {
    const caller = new Caller(gateway.port);
    for (let number = next; number < requests; number = next) {
      next += 1;
      // Each request has its own number, so that it can be reproduced alone.
      const { bytes, marks, path } = fuzzRequest(seededDice(seed * 1_000_003 + number), rig.scene);
      const reply = await caller.ask(bytes);
      statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
      const fault = 'text' in reply ? faultOf(reply, path, marks) : reply.status;
      if (fault !== undefined)
        faults.push(`seed ${seed}, request ${number}: ${fault}\n${bytes.toString().slice(0, 2_000)}`);
    }
    caller.close();
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: CLIENTS }, work));
  const counts = [...statuses]
    .sort(([, a], [, b]) => b - a)
    .map(([status, count]) => `${count.toLocaleString('en-GB')} × ${status}`);
  findings.note(`seed ${seed}: ${counts.join(', ')}`);
  findings.note(`${Math.round((1_000 * requests) / (performance.now() - began))} a second`);
  findings.atMost('faults', faults.length, 0);
  for (const fault of faults.slice(0, SHOWN)) findings.must(false, fault);
  await rig.expectEnd(gateway, findings);
}

function faultOf(
  { status, text, head }: { status: number; text: string; head: string },
  path: string,
  marks: readonly string[],
): string | undefined {
  if (status >= 500 || status === 0) return `status ${status} ${text.slice(0, 300)}`;
  if (marks.some((mark) => text.includes(mark) || head.includes(mark)))
    return 'a text of a group that is not the caller’s';
  if (/\r\ncontent-type: text\/html/i.test(head)) return path.startsWith('/graphql') ? undefined : 'HTML';
  try {
    const said = JSON.parse(text) as object;
    const type = typeOf(said);
    if (status !== 200 && type === undefined) return `no type of error: ${text.slice(0, 300)}`;
    // GraphQL errors quote the client's own words.
    const isOwnWords = path.startsWith('/graphql') && type === 'invalid_request';
    const telltale = type === undefined || 'data' in said || isOwnWords ? undefined : TELLTALE.exec(text)?.[0];
    return telltale === undefined ? undefined : `it tells of ${telltale}: ${text.slice(0, 300)}`;
  } catch {
    return `no JSON: ${text.slice(0, 300)}`;
  }
}

export const FUZZ: Trial = { name: 'fuzz', shown: true, run: fuzz };
