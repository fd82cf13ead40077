/** The state of a run, and how a check reports what it found. */

import { type Target as Server, targetAt } from '../contract/exchange';
import type { Lookup } from '../contract/lookups';
import { type Answer, isObject, type Json, type JsonObject } from './exchange';
import { type Asked, createVariables, curlOf, type Variables } from './curl';
import { type Findings, noFindings } from './findings';

export { type Lookup, PATHS } from '../contract/lookups';

export const SECTION: Readonly<Record<Lookup, '4.1' | '4.2'>> = { leases: '4.1', tenants: '4.2' };

/** `changed` is the token with one character changed, `unknown` a made-up one. */
export type TokenName = 'main' | 'other' | 'expired' | 'changed' | 'unknown';

export interface Target {
  readonly baseUrl: string;
  readonly tokens: Readonly<Partial<Record<TokenName, string>>>;
  readonly maxRequests: number;
  readonly timeoutMs: number;
  /** YYYY-MM-DD */
  readonly today: string;
  readonly pause: (milliseconds: number) => Promise<unknown>;
}

export interface Reply extends Answer {
  readonly lookup: Lookup;
  readonly asked: Asked;
}

export interface Session {
  readonly target: Target;
  /** The server, with one connection that is kept. */
  readonly server: Server;
  readonly variables: Variables;
  /** How the server accepts requests; `start` finds it out. */
  form: { scheme: string; slash: boolean };
  /** Of the part that runs. */
  findings: Findings;
  /** Of the parts before it. */
  readonly earlier: Findings;
  requests: number;
  /** The most records of one page so far. */
  largestPage: number;
}

export const createSession = (target: Target): Session => ({
  target,
  server: targetAt(new URL(target.baseUrl), 1),
  variables: createVariables(),
  form: { scheme: 'bearer', slash: true },
  findings: noFindings(),
  earlier: noFindings(),
  requests: 0,
  largestPage: 0,
});

export function holds(session: Session, ...clauses: readonly string[]): void {
  for (const clause of clauses) session.findings.held.add(clause);
}

export function breaks(
  session: Session,
  clauses: readonly string[],
  reply: Reply,
  expected: string,
  actual: string = describeReply(reply),
): void {
  const evidence = { curl: curlOf(reply.asked, session.variables), expected, actual };
  for (const clause of clauses) if (!session.findings.broken.has(clause)) session.findings.broken.set(clause, evidence);
}

/** Records that the clauses hold or are broken. */
export function judge(
  session: Session,
  fits: boolean,
  clauses: readonly string[],
  reply: Reply,
  expected: string,
  actual?: string,
): void {
  if (fits) holds(session, ...clauses);
  else breaks(session, clauses, reply, expected, actual);
}

/** The contract does not say which status a success has. */
export const succeeded = ({ status }: Answer): boolean => status >= 200 && status < 300;

/** The records of an answer that are objects. */
export function recordsOf({ json, lookup }: Reply): JsonObject[] {
  const list = isObject(json) ? json[lookup] : undefined;
  return Array.isArray(list) ? list.filter(isObject) : [];
}

/** `error.type`, if it has the form of a code. */
export function errorType({ json }: Answer): string | undefined {
  const error: Json | undefined = isObject(json) ? json.error : undefined;
  const type = isObject(error) ? error.type : undefined;
  return typeof type === 'string' && /^[\w.:/-]{1,80}$/.test(type) ? type : undefined;
}

/** Describes a reply without any value of a record. */
export function describeReply(reply: Reply): string {
  const { status, json, lookup } = reply;
  if (!succeeded(reply)) return `${status} ${errorType(reply) ?? 'without an error type'}`;
  if (json === undefined) return `${status} with a body that is not JSON`;
  const lastId = isObject(json) ? json.last_id : undefined;
  const cursor = typeof lastId === 'number' ? `last_id ${lastId}` : 'no number in last_id';
  return `${status} with ${recordsOf(reply).length} ${lookup}, ${cursor}`;
}
