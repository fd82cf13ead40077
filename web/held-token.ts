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

interface RequestValues {
  readonly email_address?: string;
  readonly address?: { readonly city?: string };
}

const PLACEHOLDERS: ExampleValues = { email: 'ada@example.com', city: 'Leeds' };
const NAMES = Object.keys(PLACEHOLDERS);

/** Reads `#token=…&email=…&city=…`, as the demo prints it, and removes it from the address bar. Browsers send no fragment to a server. */
export function takeFromAddress(): void {
  const given = new URLSearchParams(location.hash.slice(1));
  const token = given.get('token');
  if (token === null) return;
  holdToken(token);
  for (const name of NAMES) {
    const value = given.get(name);
    if (value !== null) sessionStorage.setItem(EXAMPLE + name, value);
  }
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

/** Keeps what a REST request asks for, for the examples of the reference. */
export function holdExamples({ email_address: email, address }: RequestValues): void {
  for (const [name, value] of Object.entries({ email, city: address?.city }))
    if (value !== undefined) sessionStorage.setItem(EXAMPLE + name, value);
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
  const values: Record<string, string> = {};
  for (const name of NAMES) {
    const value = sessionStorage.getItem(EXAMPLE + name);
    if (value !== null) values[name] = value;
  }
  return values;
}

export const exampleValues = (): ExampleValues => ({ ...PLACEHOLDERS, ...linkedValues() });

/** The `Authorization` header; empty without a token. */
export function authorization(): Record<string, string> {
  const token = heldToken();
  return token === '' ? {} : { Authorization: `Bearer ${token}` };
}
