/**
 * The token, for all pages of this tab. It is kept in the tab's session storage: a reload and the way from page to page keep
 * it, closing the tab forgets it, and no other tab or later visitor finds it, as they would in local storage.
 */

const TOKEN = 'leasegate.token';
const EXAMPLE = 'leasegate.example.';

/** What the prepared examples ask for; the demo says what gives records. */
export interface ExampleValues {
  readonly email: string;
  readonly city: string;
}

const PLACEHOLDERS: ExampleValues = { email: 'ada@example.com', city: 'Leeds' };

/** `#token=…&email=…&city=…`, as the demo prints it. No fragment is ever sent to a server; this one leaves the address bar, too. */
export function takeFromAddress(): void {
  const given = new URLSearchParams(location.hash.slice(1));
  const token = given.get('token');
  if (token === null) return;
  holdToken(token);
  for (const name of ['email', 'city']) {
    const value = given.get(name);
    if (value !== null) sessionStorage.setItem(EXAMPLE + name, value);
  }
  history.replaceState(null, '', location.pathname + location.search);
}

export function heldToken(): string {
  return sessionStorage.getItem(TOKEN) ?? '';
}

export function holdToken(token: string): void {
  if (token === '') sessionStorage.removeItem(TOKEN);
  else sessionStorage.setItem(TOKEN, token);
}

export function exampleValues(): ExampleValues {
  const value = (name: keyof ExampleValues) => sessionStorage.getItem(EXAMPLE + name) ?? PLACEHOLDERS[name];
  return { email: value('email'), city: value('city') };
}

/** The header that carries the token, none without one. */
export function authorization(): Record<string, string> {
  const token = heldToken();
  return token === '' ? {} : { Authorization: `Bearer ${token}` };
}
