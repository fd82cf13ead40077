/** The form that sends a request of an operation and shows its answer. */

import { base, copyButton, create } from './document.js';
import type { Operation } from './openapi-document.js';
import { curlCommand, send } from './requests.js';

/** Whether the gateway answers `?explain` (`REST_EXPLAIN`). */
const explains = document.body.dataset.explain === 'on';

const written = (value: unknown): string => JSON.stringify(value, null, 2);

export function requestForm({ id, path, summary, examples }: Operation): HTMLElement {
  const url = `${location.origin}${base}${path}`;
  const body = create('textarea', { id: `${id}-body`, spellcheck: false });
  const choices = examples.map(({ label }, index) => create('option', { value: String(index) }, label));
  const choice = create('select', { id: `${id}-example` }, ...choices);
  const curl = shownText(`curl command: ${summary}`);
  const status = create('p', { className: 'outcome', role: 'status' });
  const answer = shownText(`Answer: ${summary}`);

  const showRequest = () => {
    body.rows = Math.max(3, body.value.split('\n').length);
    curl.textContent = curlCommand(url, body.value);
  };
  const showExample = () => {
    const example = examples[Number(choice.value)];
    body.value = written(example?.body);
    status.textContent = 'Example of an answer';
    answer.textContent = written(example?.answer);
    showRequest();
  };
  const submit = (label: string, value: string) =>
    create('button', { type: 'submit', className: 'button', value }, label);
  const buttons = [submit('Send', ''), copyButton('Copy curl command', curl)];
  if (explains) buttons.push(submit('Show as GraphQL', 'explain'));

  const form = create(
    'form',
    { className: 'request' },
    create(
      'div',
      {},
      create('label', { htmlFor: choice.id }, 'Request'),
      choice,
      create('label', { htmlFor: body.id }, 'Body'),
      body,
      create('div', { className: 'buttons' }, ...buttons),
    ),
    create('div', { className: 'answer' }, status, answer),
    curl,
  );
  choice.addEventListener('change', showExample);
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
        },
        () => {
          status.textContent = 'The gateway cannot be reached.';
          answer.textContent = '';
        },
      )
      .finally(() => {
        for (const button of buttons) button.disabled = false;
      });
  });
  showExample();
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
