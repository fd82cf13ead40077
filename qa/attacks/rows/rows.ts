/** The rows of attacks in `docs/evidence.md`: what each sends. */

import type { AttackRequest } from '../rig/request';
import * as requests from './requests';

interface Costs {
  readonly sent: string;
  readonly requests: readonly AttackRequest[];
  readonly settings?: Readonly<Record<string, string>>;
}

export const COSTS: readonly Costs[] = [
  {
    sent: '160 operations that share fragments with 65 page sizes and 600 fields, by POST and by GET',
    requests: requests.manyOperations,
  },
  { sent: '62,000 newlines before 101 unknown fields', requests: [requests.manyLines] },
  {
    sent: '`application/json;` with 15,500 spaces or tabs and `x`, by POST and by GET',
    requests: requests.paddedMediaTypes,
  },
  {
    sent: '`Did you mean` 10,800 times in place of a number, with `INTROSPECTION=off`',
    requests: [requests.longSuggestion],
    settings: { INTROSPECTION: 'off' },
  },
  {
    sent: 'with a token: 12,500 unknown keys of an input, or 30,000 objects for ids',
    requests: [requests.unknownKeys, requests.objectsForIds],
  },
];

/** Requests that are answered, each as it should be. */
export const OUTCOMES = [
  {
    sent: 'after 1,100 header lines: a second `Authorization`, and a second `Host`',
    requests: [requests.secondTokenBehind, requests.secondHostBehind],
    outcomes: ['401 invalid_authorization', '400 bad_request'],
  },
  {
    sent: '`GET /assets/%/x`, and two documents of 110 fragments that spread each other',
    requests: [requests.brokenEscape, ...requests.cyclicFragments],
    outcomes: ['404 unknown_endpoint', '200 invalid_request', '200 invalid_request'],
  },
];
