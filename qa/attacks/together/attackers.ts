/** The program that sends attacks beside good callers: one of each row in a second, each row on its own connection. */

import { Caller } from '../../faults/rig/caller';
import { outcomeOf } from '../rig/answers';
import { type AttackRequest, bytesOf } from '../rig/request';
import { crowdedLease, largestAnswer, sharedLeases } from '../rows/answers';
import {
  brokenEscape,
  cyclicFragments,
  distinctDocument,
  longSuggestion,
  loneCyclicFragments,
  manyLines,
  manyOperations,
  manyOperationsByGet,
  objectsForIds,
  unknownKeys,
} from '../rows/documents';
import { paddedMediaTypes, secondHostBehind, secondTokenBehind } from '../rows/headers';
import { unknownKey } from '../rows/tokens';

export interface AttackOrder {
  readonly port: number;
  readonly token: string;
  readonly seconds: number;
}

/** How often each row received each answer. */
export type AttackReport = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Requests per second with an unknown key: as many as 300 that wait, if each waits for 5 s. */
const UNKNOWN_KEYS = 60;

const turn = (requests: readonly AttackRequest[]) => (nth: number) => requests[nth % requests.length]!;

const ROWS: Readonly<Record<string, (nth: number) => AttackRequest>> = {
  a: distinctDocument,
  b: turn([manyOperations, manyOperationsByGet]),
  c: turn([manyLines]),
  d: turn(paddedMediaTypes),
  e: turn([longSuggestion]),
  f: turn([unknownKeys, objectsForIds]),
  g: turn([sharedLeases, crowdedLease, largestAnswer]),
  i: turn([secondTokenBehind, secondHostBehind]),
  j: turn([brokenEscape, cyclicFragments, loneCyclicFragments]),
};

async function attack({ port, token, seconds }: AttackOrder): Promise<AttackReport> {
  const report: Record<string, Record<string, number>> = {};
  const count = (row: string, outcome: string) => {
    const outcomes = (report[row] ??= {});
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  };
  const names = Object.keys(ROWS);
  const sending: Promise<void>[] = [];
  const send = async (row: string, bytes: Buffer): Promise<void> => {
    const caller = new Caller(port, 60_000);
    count(row, outcomeOf(await caller.ask(bytes)));
    caller.close();
  };
  for (let second = 0; second < seconds; second += 1) {
    for (const [nth, row] of names.entries()) {
      sending.push(send(row, bytesOf(ROWS[row]!(second), token)));
      for (let key = nth; key < UNKNOWN_KEYS; key += names.length) {
        sending.push(send('h', unknownKey(second * UNKNOWN_KEYS + key)));
      }
      await new Promise((resolve) => setTimeout(resolve, 1_000 / names.length));
    }
  }
  await Promise.all(sending);
  return report;
}

process.once('message', (order: AttackOrder) => void attack(order).then((report) => process.send?.(report)));
process.once('disconnect', () => process.exit(0));
