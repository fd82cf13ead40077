/** Answers of the REST operations, as the tests of comparisons change them. */

import { type Answer, jsonIn } from '../../cutover/contract/answers';

export type Fields = Record<string, unknown>;

export const tenant = (identifier: string, more: Fields = {}): Fields => ({
  identifier,
  external_ref: `ref-${identifier}`,
  email_address: `${identifier}@secret.example`,
  phone_number: '+44 113 496 0101',
  active: true,
  group: 'acme',
  ...more,
});

export const lease = (identifier: string, more: Fields = {}): Fields => ({
  identifier,
  start_date: '2025-02-01',
  end_date: null,
  tenants: [tenant('ada'), tenant('ben')],
  rent: 985.5,
  deposit: 1200,
  address: { city: 'Leeds', latitude: 53.797 },
  ...more,
});

export function answer(body: unknown, status = 200, contentType = 'application/json'): Answer {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { status, headers: { 'content-type': contentType }, text, json: jsonIn(text) };
}

export const leases = (records: readonly Fields[], lastId: unknown = -1): Answer =>
  answer({ leases: records, last_id: lastId });
export const one = (more: Fields = {}): Answer => leases([lease('l1', more)]);
export const without = (record: Fields, name: string): Fields =>
  Object.fromEntries(Object.entries(record).filter(([key]) => key !== name));
export const error = (type: unknown, message: unknown, status = 400): Answer =>
  answer({ error: { type, message } }, status);
