/** The header of every page: the current page, the token and its subject. */

import { element, graphqlUrl } from './document.js';
import { heldToken, holdToken, takeFromAddress } from './held-token.js';
import { send } from './requests.js';
import { type Viewer, describeViewer } from './viewer.js';

const VIEWER = '{ viewer { subject tokenExpiresAt allGroups groups(first: 3) { nodes { identifier } totalCount } } }';

/** @param onToken called when another token is used */
export function setUpHeader(onToken: () => void = () => undefined): void {
  takeFromAddress();
  document.querySelector(`nav [data-for="${document.body.dataset.page}"]`)?.setAttribute('aria-current', 'page');
  const field = element('token', HTMLInputElement);
  field.value = heldToken();
  element('token-form', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault();
    // Tokens are often copied together with the scheme of their header.
    // The button that forgets the token has an empty value.
    field.value = (event.submitter?.getAttribute('value') ?? field.value).trim().replace(/^Bearer\s+/i, '');
    holdToken(field.value);
    void showViewer();
    onToken();
  });
  void showViewer();
}

async function showViewer(): Promise<void> {
  const token = heldToken();
  const { text, state } = token === '' ? { text: '', state: 'none' } : await queryViewer();
  // The token may have changed meanwhile.
  if (heldToken() !== token) return;
  const who = element('who', HTMLElement);
  who.textContent = text;
  who.dataset.state = state;
}

async function queryViewer(): Promise<{ text: string; state: string }> {
  try {
    const { text } = await send(graphqlUrl(), JSON.stringify({ query: VIEWER }));
    const { data, errors } = JSON.parse(text) as {
      data?: { viewer: Viewer } | null;
      errors?: readonly { message: string; extensions: { code: string } }[];
    };
    if (data) return { text: describeViewer(data.viewer), state: 'good' };
    const state = errors?.[0]?.extensions.code === 'UNAUTHENTICATED' ? 'bad refused' : 'bad';
    return { text: errors?.[0]?.message ?? 'The gateway returned no data.', state };
  } catch {
    return { text: 'The gateway cannot be reached.', state: 'bad' };
  }
}
