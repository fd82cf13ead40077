/** Runs contract cases against a gateway. */

import { type Answer, isObject, type Json, type JsonObject } from '../../cutover/contract/answers';
import type { CaseRequest, ContractCase } from './case';
import { answerProblems, challengeProblems, errorOf, expectationProblems, recordsOf, sameJson } from './checks';
import { exchange, type Tokens } from './exchange';
import type { World } from './world';

export interface Target {
  readonly baseUrl: string;
  readonly tokens: Tokens;
  readonly world: World;
}

async function ask(target: Target, request: CaseRequest): Promise<{ answer: Answer; problems: string[] }> {
  const answer = await exchange(target.baseUrl, target.tokens, request);
  const path = request.path ?? '';
  const problems = answerProblems(answer);
  if (path.startsWith('/leases/')) problems.push(...challengeProblems(errorOf(answer.json).type, answer));
  return { answer, problems };
}

/** Reads every page (contract section 8): sizes, increasing cursors, and every record once. */
async function followProblems(target: Target, { request, expect, follow }: ContractCase): Promise<string[]> {
  if (follow === undefined) return [];
  const kind = expect.tenants === undefined ? 'leases' : 'tenants';
  const found: Json[] = [];
  let cursor = 0;
  for (const [index, size] of follow.pages.entries()) {
    const afterId = follow.cursor === 'string' ? String(cursor) : cursor;
    const body = { ...(request.body as JsonObject), ...(index > 0 && { 'after-id': afterId }) };
    const { answer, problems } = await ask(target, { ...request, body });
    const page = isObject(answer.json) ? answer.json : {};
    const records = (page[kind] ?? []) as Json[];
    const lastId = Number(page.last_id);
    if (answer.status !== 200) problems.push(`has status ${answer.status}`);
    if (records.length !== size) problems.push(`has ${records.length} records instead of ${size}`);
    if (index === follow.pages.length - 1 ? lastId !== -1 : lastId <= cursor) problems.push(`has last_id ${lastId}`);
    if (problems.length > 0) return problems.map((problem) => `page ${index + 1} ${problem}`);
    found.push(...records);
    cursor = lastId;
  }
  return sameJson(found, recordsOf(kind, expect[kind] ?? [], target.world)) ? [] : ['the pages together differ'];
}

async function sameAsProblems(target: Target, { request, sameAs }: ContractCase, answer: Answer): Promise<string[]> {
  if (sameAs === undefined) return [];
  const other = await ask(target, { ...request, ...sameAs });
  const same = other.answer.status === answer.status && other.answer.text === answer.text;
  return [
    ...other.problems,
    ...(same ? [] : [`differs from the other: ${other.answer.status} ${other.answer.text.slice(0, 200)}`]),
  ];
}

/** The problems of every answer to the requests of a case. */
export async function problemsOf(contractCase: ContractCase, target: Target): Promise<string[]> {
  const { request, expect, follow } = contractCase;
  const { answer, problems } = await ask(target, request);
  // The records of a sequence are compared once all its pages have been read.
  const first = follow === undefined ? expect : { ...expect, leases: undefined, tenants: undefined };
  return [
    ...problems,
    ...expectationProblems(first, answer, target.world),
    ...(await sameAsProblems(target, contractCase, answer)),
    ...(await followProblems(target, contractCase)),
  ];
}
