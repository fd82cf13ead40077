/** The start page: both lookups with the records that they find, and the same request for programs. */

import { base, copyButton, create, element, graphqlUrl } from './document.js';
import { setUpHeader } from './header.js';
import { heldToken, holdExamples, holdOperation, linkedValues } from './held-token.js';
import { LANGUAGES, type Search, searchOf } from './lookups.js';
import { type Found, recordTable } from './records.js';
import { send } from './requests.js';

interface Answer {
  readonly data?: Readonly<Record<string, Connection>> | null;
  readonly errors?: readonly { readonly message: string; readonly extensions: { code: string } }[];
}

interface Connection {
  readonly totalCount: number | null;
  readonly nodes: readonly Found[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** Where each page so far begins. The last is shown. */
type Cursors = readonly (string | null)[];

const PAGE = 20;

const HEALTH: Readonly<Record<string, string>> = {
  ok: 'Gateway ready',
  unavailable: 'Unavailable: the database cannot answer lookups now',
};
const NEEDED = ['An access token is needed', 'It says which groups’ records you may see.'] as const;
const WHOLE = 'A value must match as a whole, and names cannot be searched for.';
const OTHERS = 'There may be leases that are not active today.';
const UNREACHABLE = { message: 'The gateway cannot be reached.', extensions: { code: 'NONE' } };

const leaseForm = element('leasesForTenant', HTMLFormElement);
const tenantForm = element('tenantsByLease', HTMLFormElement);
const results = element('results', HTMLElement);
const title = element('title', HTMLElement);
const previous = element('previous', HTMLButtonElement);
const next = element('next', HTMLButtonElement);
const code = element('code', HTMLElement);
const open = element('open', HTMLAnchorElement);

let language: keyof typeof LANGUAGES = 'REST';
/** What the texts for programs ask for. */
let described = searchOf(leaseForm, true);
/** Runs the last search again. */
let latest: (() => Promise<void>) | undefined;

function ask({ query, variables }: Search, after: string | null): Promise<Answer> {
  const request = { query: query.replaceAll(/\s+/g, ' '), variables: { ...variables, after } };
  const answer = send(graphqlUrl(), JSON.stringify(request)).then(({ text }) => JSON.parse(text) as Answer);
  return answer.catch(() => ({}));
}

async function run(search: Search, cursors: Cursors = [null]): Promise<void> {
  const again = () => run(search, cursors);
  latest = again;
  describe(search);
  if (heldToken() === '') return showRefusal(...NEEDED);
  results.setAttribute('aria-busy', 'true');
  const { data, errors } = await ask(search, cursors.at(-1) ?? null);
  // Another search may have begun meanwhile.
  if (latest !== again) return;
  const found = data?.[search.kind];
  if (found === undefined) {
    const { message, extensions } = errors?.[0] ?? UNREACHABLE;
    const isOfToken = extensions.code === 'UNAUTHENTICATED';
    return showRefusal(isOfToken ? 'The access token was refused' : 'There is no answer', message);
  }
  showFound(search, found, (cursors.length - 1) * PAGE);
  previous.hidden = cursors.length === 1;
  next.hidden = !found.pageInfo.hasNextPage;
  previous.onclick = () => void turnTo(search, cursors.slice(0, -1));
  next.onclick = () => void turnTo(search, [...cursors, found.pageInfo.endCursor]);
}

/** Goes to the top of the records: the pressed button may be gone, and on a phone they are below both forms. */
async function turnTo(search: Search, cursors: Cursors): Promise<void> {
  // Back returns to it. Only this tab remembers what was searched for.
  history.pushState([search, cursors], '');
  await run(search, cursors);
  title.focus({ preventScroll: true });
  if (title.getBoundingClientRect().top > innerHeight / 2) results.scrollIntoView();
}

function showFound({ kind, title: heading, body }: Search, { nodes, totalCount }: Connection, before: number): void {
  const name = kind === 'leasesForTenant' ? 'leases' : 'tenants';
  const count = totalCount?.toLocaleString('en-GB');
  const range = `${before + 1}–${before + nodes.length}${count === undefined ? '' : ` of ${count}`}`;
  const shown = nodes.length === totalCount ? count : range;
  const ofLeases = kind === 'leasesForTenant' ? '' : ' of past, present and future leases';
  const counted = `${shown} ${totalCount === 1 ? name.slice(0, -1) : name}${ofLeases}`;
  if (nodes.length > 0) show(heading, counted, recordTable(kind, nodes, findLeasesOf));
  else show(heading, `Your token sees no such ${name}. ${'active' in body ? OTHERS : WHOLE}`);
}

function showRefusal(heading: string, reason: string): void {
  show(heading, reason);
  results.toggleAttribute('data-bad', heldToken() !== '');
}

function show(heading: string, text: string, ...content: readonly Node[]): void {
  title.textContent = heading;
  element('summary', HTMLElement).textContent = text;
  element('records', HTMLElement).replaceChildren(...content);
  previous.hidden = next.hidden = true;
  results.removeAttribute('aria-busy');
  results.removeAttribute('data-bad');
}

function findLeasesOf(identifier: string): void {
  fill(leaseForm, 'identifier', identifier);
  void turnTo(searchOf(leaseForm), [null]);
}

const fieldOf = (form: HTMLFormElement, name: string): HTMLInputElement =>
  form.elements.namedItem(name) as HTMLInputElement;

function fill(form: HTMLFormElement, by: string, value: string): void {
  fieldOf(form, 'by').value = by;
  fieldOf(form, 'value').value = value;
  showExample(form);
}

function showExample(form: HTMLFormElement): void {
  fieldOf(form, 'value').placeholder = form.querySelector<HTMLElement>('option:checked')?.dataset.example ?? '';
}

/** Shows the search as a text for programs, and where to try it. */
function describe(search: Search): void {
  described = search;
  code.textContent = LANGUAGES[language](search);
  for (const button of languages) button.ariaPressed = String(button.textContent === language);
  const page = { REST: 'reference', GraphQL: 'graphql', JavaScript: '' }[language];
  open.hidden = page === '';
  open.href = `${base}/${page}`;
  open.textContent = language === 'REST' ? 'Open the reference' : 'Open in the explorer';
}

const languages = (Object.keys(LANGUAGES) as (keyof typeof LANGUAGES)[]).map((name) => {
  const button = create('button', { type: 'button', className: 'button' }, name);
  button.addEventListener('click', () => {
    language = name;
    describe(described);
  });
  return button;
});
element('languages', HTMLElement).append(...languages);
element('actions', HTMLElement).prepend(copyButton('Copy', code));
// An address with the operation would leave what it searches for in logs.
open.addEventListener('click', () => {
  const { query, variables, example } = described;
  holdExamples(example);
  if (language === 'GraphQL') holdOperation({ query, variables: JSON.stringify(variables, null, 2) });
});

for (const form of [leaseForm, tenantForm]) {
  fieldOf(form, 'by').addEventListener('change', () => {
    fieldOf(form, 'value').value = '';
    showExample(form);
  });
  form.addEventListener('input', () => describe(searchOf(form, true)));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void turnTo(searchOf(form), [null]);
  });
  showExample(form);
}

setUpHeader(begin);
addEventListener('popstate', ({ state }: PopStateEvent) =>
  state ? void run(...(state as [Search, Cursors])) : location.reload(),
);
void fetch(`${base}/status`)
  .then(async (response) => (await response.json()) as { status?: string })
  .catch(() => ({ status: 'unreachable' }))
  .then(({ status = '' }) => {
    const shown = element('status', HTMLElement);
    shown.dataset.state = status === 'ok' ? 'good' : 'bad';
    shown.textContent = HEALTH[status] ?? 'The gateway cannot be reached';
  });
const { email, city } = linkedValues();
if (email) fill(leaseForm, 'emailAddress', email);
if (city) fill(tenantForm, 'city', city);
describe(searchOf(leaseForm, true));
begin();

function begin(): void {
  if (latest !== undefined) void latest();
  else if (email) void run(searchOf(leaseForm));
  else if (city) void run(searchOf(tenantForm));
  else if (heldToken() !== '') show('Records', 'Fill in a form and press its button. The records appear here.');
  else showRefusal(...NEEDED);
}
