/** Noise on answers, as services have it: data that changes between two requests, and fields that are never the same. */

import type { Random } from '../../tools/seed/random';
import type { Answer } from '../../src/comparison/compare-answers';
import type { Ask } from '../../src/replay/side';

type Record = { [name: string]: unknown };
interface Body {
  leases?: Record[];
  tenants?: Record[];
}

const SHARE = 0.05;

function changed(answer: Answer, change: (records: Record[], body: Body) => void): Answer {
  const body = JSON.parse(answer.body) as Body;
  const records = body.leases ?? body.tenants ?? [];
  if (answer.status !== 200 || records.length === 0) return answer;
  change(records, body);
  return { ...answer, body: JSON.stringify(body) };
}

export interface Noisy {
  readonly ask: Ask;
  /** Answers that were changed. */
  readonly count: () => number;
}

/** Some answers have a further field, which is never the same. */
export function flickering(ask: Ask, random: Random): Noisy {
  let count = 0;
  return {
    count: () => count,
    ask: async (question) => {
      const answer = await ask(question);
      if (typeof answer === 'string' || question.operation !== 'find-for-tenant' || !random.chance(SHARE))
        return answer;
      return changed(answer, (records) => {
        count += 1;
        random.pick(records).seen_at = `moment ${count}`;
      });
    },
  };
}

/** A record is not there yet when it is asked for the first time. */
export function lagging(ask: Ask, random: Random): Noisy {
  const known = new Set<string>();
  let count = 0;
  return {
    count: () => count,
    ask: async (question) => {
      const answer = await ask(question);
      const key = JSON.stringify([question.operation, question.body]);
      if (typeof answer === 'string' || known.has(key)) return answer;
      known.add(key);
      if (!random.chance(SHARE)) return answer;
      return changed(answer, (records) => {
        count += 1;
        records.splice(random.below(records.length), 1);
      });
    },
  };
}
