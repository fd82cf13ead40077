/** Runs contract cases against a server at a base URL. */

import { type Answer, isObject, type Json, type JsonObject } from '../../cutover/contract/answers';
import type { CaseRequest, ContractCase } from './case';
import { answerProblems, challengeProblems, errorOf, expectationProblems, recordsOf, sameJson } from './checks';
import { exchange, type Tokens, tokensOf } from './exchange';
import type { World } from './world';

export interface Target {
  readonly baseUrl: string;
  /** By name. A case that needs a missing token is not applicable. */
  readonly tokens: Tokens;
  /** Whether the business day of the server is 2026-03-15. */
  readonly fixedClock: boolean;
  readonly world: World;
}

export type Outcome =
  | { readonly id: string; readonly outcome: 'passed' }
  | { readonly id: string; readonly outcome: 'failed'; readonly problems: readonly string[] }
  | { readonly id: string; readonly outcome: 'not applicable'; readonly reason: string };

type Conditions = { readonly tokenNames: ReadonlySet<string>; readonly fixedClock: boolean };

/** Why a case does not apply to a target; undefined if it applies. */
export function whyNotApplicable(
  contractCase: ContractCase,
  { tokenNames, fixedClock }: Conditions,
): string | undefined {
  if (contractCase.fixedClock && !fixedClock) return 'needs a clock that stands at 2026-03-15';
  const missing = tokensOf(contractCase.request).find((name) => !tokenNames.has(name));
  return missing === undefined ? undefined : `needs a token ${missing}`;
}

async function ask(target: Target, request: CaseRequest): Promise<{ answer: Answer; problems: string[] }> {
  const answer = await exchange(target.baseUrl, target.tokens, request);
  const path = request.path ?? '';
  const problems = answerProblems(path, answer, request.method ?? 'POST');
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

export async function runContractCase(contractCase: ContractCase, target: Target): Promise<Outcome> {
  const { id, request, expect, follow } = contractCase;
  const reason = whyNotApplicable(contractCase, {
    tokenNames: new Set(Object.keys(target.tokens).filter((name) => target.tokens[name] !== undefined)),
    fixedClock: target.fixedClock,
  });
  if (reason !== undefined) return { id, outcome: 'not applicable', reason };
  const { answer, problems } = await ask(target, request);
  // The records of a sequence are compared once all its pages have been read.
  const first = follow === undefined ? expect : { ...expect, leases: undefined, tenants: undefined };
  problems.push(
    ...expectationProblems(first, answer, target.world),
    ...(await sameAsProblems(target, contractCase, answer)),
    ...(await followProblems(target, contractCase)),
  );
  return problems.length === 0 ? { id, outcome: 'passed' } : { id, outcome: 'failed', problems };
}
