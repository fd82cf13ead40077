/** The oracle: what REST must answer to a request, computed from plain arrays and the contract alone. */

import { readBody } from './fields';
import { matchingLeases, matchingTenants } from './matching';
import { restPage } from './page';
import { leaseQuestion, tenantQuestion } from './questions';
import { restLease, restTenant } from './records';
import { Refusal } from './refusal';
import { type Sight, visibleWorld, type World } from './world';

export type Operation = 'find-for-tenant' | 'tenants';

export interface RestRequest {
  readonly operation: Operation;
  /** The body as sent. */
  readonly body: string;
}

export interface RestAnswer {
  readonly status: number;
  /** The `message` of an error is left out. */
  readonly body: unknown;
}

/** `today` is the business day (decision 14). */
export function restAnswer(world: World, sight: Sight, request: RestRequest, today: string): RestAnswer {
  try {
    const visible = visibleWorld(world, sight);
    const body = readBody(request.body);
    const answer = request.operation === 'tenants' ? tenants(visible, body) : leases(visible, body, today);
    return { status: 200, body: answer };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { status: error.status, body: { error: { type: error.type } } };
  }
}

function leases(world: World, body: ReturnType<typeof readBody>, today: string) {
  const question = tenantQuestion(body);
  const found = matchingLeases(world, question, question.active ? today : undefined);
  const { rows, last_id } = restPage(found, question.after);
  return { leases: rows.map((lease) => restLease(world, lease)), last_id };
}

function tenants(world: World, body: ReturnType<typeof readBody>) {
  const question = leaseQuestion(body);
  const { rows, last_id } = restPage(matchingTenants(world, question), question.after);
  // Decision 22: a page without tenants, whatever the reason.
  if (rows.length === 0) throw new Refusal(404, 'not_found');
  return { tenants: rows.map(restTenant), last_id };
}
