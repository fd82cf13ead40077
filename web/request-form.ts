/** The form that sends a request of an operation and shows its answer. */

import { base, create } from './document.js';
import type { Operation } from './openapi-document.js';
import { curlCommand, send } from './requests.js';

/** Whether the gateway answers `?explain` (`REST_EXPLAIN`). */
const explains = document.body.dataset.explain === 'on';

const written = (value: unknown): string => JSON.stringify(value, null, 2);

export function requestForm({ id, path, summary, examples }: Operation): HTMLElement {
  const url = `${location.origin}${base}${path}`;
  const body = create('textarea', { id: `${id}-body`, spellcheck: false, value: written(examples[0]?.body) });
  const choices = examples.map(({ label }, index) => create('option', { value: String(index) }, label));
  const choice = create('select', { id: `${id}-example` }, ...choices);
  const curl = shownText(`curl command: ${summary}`);
  const status = create('p', { className: 'outcome', role: 'status' });
  const answer = shownText(`Answer: ${summary}`);
  answer.hidden = true;

  const showRequest = () => {
    body.rows = Math.max(3, body.value.split('\n').length);
    curl.textContent = curlCommand(url, body.value);
  };
  const buttons = [create('button', { type: 'submit' }, 'Send'), copyButton(curl)];
  if (explains) buttons.push(create('button', { type: 'submit', value: 'explain' }, 'Show as GraphQL'));

  const form = create(
    'form',
    { className: 'request' },
    create('h3', {}, 'Request'),
    create('label', { htmlFor: choice.id }, 'Example'),
    choice,
    create('label', { htmlFor: body.id }, 'Body'),
    body,
    create('div', { className: 'buttons' }, ...buttons),
    curl,
    status,
    answer,
  );
  choice.addEventListener('change', () => {
    body.value = written(examples[Number(choice.value)]?.body);
    showRequest();
  });
  body.addEventListener('input', showRequest);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const isExplained = (event.submitter as HTMLButtonElement | null)?.value === 'explain';
    for (const button of buttons) button.disabled = true;
    status.textContent = 'Waiting …';
    void send(isExplained ? `${url}?explain` : url, body.value)
      .then(
        ({ text, summary: outcome }) => {
          status.textContent = outcome;
          answer.textContent = readable(text);
          answer.hidden = false;
        },
        () => {
          status.textContent = 'The gateway cannot be reached.';
          answer.hidden = true;
        },
      )
      .finally(() => {
        for (const button of buttons) button.disabled = false;
      });
  });
  showRequest();
  return form;
}

/** It can have the focus, so that it scrolls by keyboard. */
const shownText = (ariaLabel: string): HTMLPreElement => create('pre', { tabIndex: 0, role: 'region', ariaLabel });

/** An answer in lines. An explanation contains the texts of two programs. */
function readable(text: string): string {
  try {
    const value = JSON.parse(text) as { readonly operation?: string; readonly variables?: object; client?: string };
    const { operation, variables, client } = value;
    if (operation === undefined) return written(value);
    return `${operation}\n# Variables\n${written(variables)}\n\n# With leasegate/client\n${client}`;
  } catch {
    return text;
  }
}

/** Browsers give the clipboard only to pages of HTTPS and of this machine. Elsewhere the text is selected. */
function copyButton(source: HTMLElement): HTMLButtonElement {
  const button = create('button', { type: 'button' }, 'Copy curl command');
  button.addEventListener('click', () => {
    getSelection()?.selectAllChildren(source);
    void navigator.clipboard?.writeText(source.textContent ?? '').then(
      () => (button.textContent = 'Copied'),
      () => undefined,
    );
  });
  return button;
}
