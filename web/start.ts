/** The start page: the health of the gateway, and a request to paste. */

import { base, element } from './document.js';
import { setUpHeader } from './header.js';
import { exampleValues } from './held-token.js';
import { curlCommand } from './requests.js';

const EVERY_MS = 10_000;

const TEXTS = {
  ok: 'Ready',
  unavailable: 'Unavailable: the database cannot answer lookups now',
  unknown: 'The gateway cannot be reached',
};

async function health(): Promise<keyof typeof TEXTS> {
  try {
    const response = await fetch(`${base}/status`);
    const { status } = (await response.json()) as { status?: string };
    return status === 'ok' || status === 'unavailable' ? status : 'unknown';
  } catch {
    return 'unknown';
  }
}

async function showHealth(): Promise<void> {
  if (document.hidden) return;
  const state = await health();
  const status = element('status', HTMLElement);
  const text = status.lastElementChild;
  status.dataset.state = state;
  // A screen reader announces it again only when it has changed.
  if (text !== null && text.textContent !== TEXTS[state]) text.textContent = TEXTS[state];
}

setUpHeader();
void showHealth();
setInterval(() => void showHealth(), EVERY_MS);
document.addEventListener('visibilitychange', () => void showHealth());
element('curl', HTMLElement).textContent = curlCommand(
  `${location.origin}${base}/leases/find-for-tenant/`,
  JSON.stringify({ email_address: exampleValues().email }),
);
