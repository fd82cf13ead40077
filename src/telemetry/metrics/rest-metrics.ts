/** Who still calls REST, and with which fields (docs/operate/retiring-rest.md). */

import { Counter, type Registry } from 'prom-client';

import type { Caller } from '../../model/caller';
import type { RestOperation } from '../../model/rest-paths';
import { boundedLabels, callerLabels } from '../caller-hash';

/** The most callers, and the most ignored fields, with a label of their own. */
const MOST_CALLERS = 200;
const MOST_FIELDS = 50;

/**
 * Counts ignored fields of REST requests.
 * @param onNew called once for each field that is counted under its name
 */
export function ignoredFieldCounter(
  registry: Registry,
  onNew: (operation: RestOperation, field: string) => void,
): (operation: RestOperation, names: readonly string[]) => void {
  const ignored = new Counter({
    name: 'leasegate_rest_ignored_fields_total',
    help: 'Fields of REST requests that were ignored.',
    labelNames: ['operation', 'field'],
    registers: [registry],
  });
  const bounded = boundedLabels(MOST_FIELDS);
  const seen = new Set<string>();
  return (operation, names) => {
    for (const name of names) {
      const field = bounded(name);
      ignored.inc({ operation, field });
      const key = `${operation} ${field}`;
      if (seen.has(key)) continue;
      seen.add(key);
      onNew(operation, field);
    }
  };
}

/** Counts REST requests and their fields for each caller. @param key of the hash of a caller */
export function restUsageCounter(
  registry: Registry,
  key: Uint8Array,
): (operation: RestOperation, caller: Caller, fields: readonly string[]) => void {
  const requests = new Counter({
    name: 'leasegate_rest_requests_total',
    help: 'REST requests of known callers.',
    labelNames: ['caller', 'operation'],
    registers: [registry],
  });
  const given = new Counter({
    name: 'leasegate_rest_fields_total',
    help: 'REST requests of known callers that name a field.',
    labelNames: ['caller', 'operation', 'field'],
    registers: [registry],
  });
  const labelOf = callerLabels(key);
  const bounded = boundedLabels(MOST_CALLERS);
  return (operation, of, fields) => {
    const caller = bounded(labelOf(of));
    requests.inc({ caller, operation });
    for (const field of fields) given.inc({ caller, operation, field });
  };
}
