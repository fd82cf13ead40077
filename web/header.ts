/** The header of every page: where one is, and the token with whom it speaks for. */

import { element, graphqlUrl } from './document.js';
import { authorization, heldToken, holdToken, takeFromAddress } from './held-token.js';
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
    // As it is often pasted, out of a header.
    field.value = field.value.trim().replace(/^Bearer\s+/i, '');
    holdToken(field.value);
    void showViewer();
    onToken();
  });
  void showViewer();
}

async function showViewer(): Promise<void> {
  const asked = heldToken();
  const { text, state } = asked === '' ? { text: '', state: '' } : await askViewer();
  // Another one has been given meanwhile.
  if (heldToken() !== asked) return;
  const who = element('who', HTMLElement);
  who.textContent = text;
  who.dataset.state = state;
}

async function askViewer(): Promise<{ text: string; state: string }> {
  try {
    const response = await fetch(graphqlUrl(), {
      method: 'POST',
      headers: { ...authorization(), 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify({ query: VIEWER }),
    });
    const { data, errors } = (await response.json()) as {
      data?: { viewer: Viewer } | null;
      errors?: readonly { message: string }[];
    };
    if (data) return { text: describeViewer(data.viewer), state: 'good' };
    return { text: errors?.[0]?.message ?? 'The gateway gave no answer.', state: 'bad' };
  } catch {
    return { text: 'The gateway cannot be reached.', state: 'bad' };
  }
}
