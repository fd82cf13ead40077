import type { Reply } from '../../faults/rig/caller';
import { typeOf } from '../../faults/rig/load';

type Said = Parameters<typeof typeOf>[0];

/** The status and the error `type` of an answer: `401 missing_authorization`, `200`. */
export function outcomeOf(reply: Reply): string {
  if (!('text' in reply)) return reply.status;
  const type = reply.text.startsWith('{') ? typeOf(JSON.parse(reply.text) as Said) : undefined;
  return `${reply.status} ${type ?? ''}`.trim();
}
