/**
 * The token for all pages of this tab. Session storage keeps it across reloads and pages, and deletes it when the tab closes. In
 * local storage, other tabs and later visitors could read it.
 */

import type { ExampleOperation } from './example-operations.js';

const TOKEN = 'leasegate.token';
const OPERATION = 'leasegate.operation';
const EXAMPLE = 'leasegate.example.';

/** The values in the examples. The demo sets values that find records. */
export interface ExampleValues {
  readonly email: string;
  readonly city: string;
}

const PLACEHOLDERS: ExampleValues = { email: 'ada@example.com', city: 'Leeds' };
const NAMES = Object.keys(PLACEHOLDERS);

/** Reads `#token=…&email=…&city=…`, as the demo prints it, and removes it from the address bar. Browsers send no fragment to a server. */
export function takeFromAddress(): void {
  const given = new URLSearchParams(location.hash.slice(1));
  const token = given.get('token');
  if (token === null) return;
  holdToken(token);
  holdExamples(Object.fromEntries(given));
  // GraphiQL would show the tabs of an earlier visit instead.
  if (given.size > 1) sessionStorage.removeItem('graphiql:tabState');
  history.replaceState(null, '', location.pathname + location.search);
}

export function heldToken(): string {
  return sessionStorage.getItem(TOKEN) ?? '';
}

export function holdToken(token: string): void {
  if (token === '') sessionStorage.removeItem(TOKEN);
  else sessionStorage.setItem(TOKEN, token);
}

/** Keeps what is given of the values in the examples. */
export function holdExamples(given: Readonly<Record<string, string>>): void {
  for (const name of NAMES) if (given[name] !== undefined) sessionStorage.setItem(EXAMPLE + name, given[name]);
}

/** The explorer opens with this operation, in place of the tabs of an earlier visit. */
export function holdOperation(operation: ExampleOperation): void {
  sessionStorage.setItem(OPERATION, JSON.stringify(operation));
  sessionStorage.removeItem('graphiql:tabState');
}

export function takeOperation(): ExampleOperation | undefined {
  const held = sessionStorage.getItem(OPERATION);
  sessionStorage.removeItem(OPERATION);
  return held === null ? undefined : (JSON.parse(held) as ExampleOperation);
}

/** What the link of this tab gave. */
export function linkedValues(): Partial<ExampleValues> {
  const values = NAMES.map((name) => [name, sessionStorage.getItem(EXAMPLE + name)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== null));
}

export const exampleValues = (): ExampleValues => ({ ...PLACEHOLDERS, ...linkedValues() });

/** The `Authorization` header; empty without a token. */
export function authorization(): Record<string, string> {
  const token = heldToken();
  return token === '' ? {} : { Authorization: `Bearer ${token}` };
}
