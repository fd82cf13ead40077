/** Whether the gateway answers lookups. */

import { base, element } from './document.js';

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
  status.dataset.state = { ok: 'good', unavailable: 'bad', unknown: 'bad' }[state];
  // A screen reader announces it again only when it has changed.
  if (status.textContent !== TEXTS[state]) status.textContent = TEXTS[state];
}

/** Shows it now, from time to time, and when the tab is shown again. */
export function watchHealth(): void {
  void showHealth();
  setInterval(() => void showHealth(), EVERY_MS);
  document.addEventListener('visibilitychange', () => void showHealth());
}
