/** Reports or refuses the fields of a request body that the contract does not name (`REST_UNKNOWN_FIELDS`, decision 80). */

import type { ServerResponse } from 'node:http';

import { ServiceError } from '../errors';
import { isPlainName } from '../http/plain-names';
import { unknownFields } from '../lookups/fields';
import type { RestOperation } from '../model/rest-paths';

export const IGNORED_FIELDS = 'X-Ignored-Fields';

/** Maximum number of names in the header. */
const MOST_NAMED = 10;

/** Stands for every other name. */
const OTHER = 'other';

/** @param known the names of the fields that the operation has @throws {ServiceError} `invalid_request` with `refuse` */
export type FieldCheck = (
  operation: RestOperation,
  body: object,
  known: readonly string[],
  response: ServerResponse,
) => void;

/** @param onIgnored called with the names that are reported, each once */
export function fieldCheck(
  policy: 'ignore' | 'report' | 'refuse',
  onIgnored: (operation: RestOperation, names: readonly string[]) => void,
): FieldCheck {
  if (policy === 'ignore') return () => undefined;
  return (operation, body, known, response) => {
    const unknown = unknownFields(body, known);
    if (unknown.length === 0) return;
    if (policy === 'refuse')
      throw new ServiceError('invalidRequest', { message: `The body must hold nothing but ${known.join(', ')}.` });
    const names = [...new Set(unknown.map(plainName))];
    response.setHeader(IGNORED_FIELDS, names.slice(0, MOST_NAMED).join(', '));
    onIgnored(operation, names.slice(0, MOST_NAMED));
  };
}

const plainName = (name: string): string => (isPlainName(name) ? name : OTHER);
