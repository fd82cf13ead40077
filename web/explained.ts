/** Beside the curl command of a sent request: the GraphQL operation that returns the same records. */

import { authorization } from './held-token.js';

const TABS = { curl: 'curl', operation: 'GraphQL', client: 'Client' } as const;
type Tab = keyof typeof TABS;

interface Explanation {
  readonly operation: string;
  readonly variables: object;
  readonly client: string;
}

/** The text of each tab, or the message of the error. */
async function explain(request: SentRequest): Promise<Record<Tab, string>> {
  const url = new URL(request.get('url') ?? '', location.href);
  url.searchParams.set('explain', '');
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...authorization() },
    body: request.get('body') ?? '',
  });
  const answer = (await response.json()) as Explanation | { readonly error: { readonly message: string } };
  if ('error' in answer) return { curl: '', operation: answer.error.message, client: answer.error.message };
  const variables = JSON.stringify(answer.variables, null, 2);
  return { curl: '', operation: `${answer.operation}\n# Variables\n${variables}`, client: answer.client };
}

/** Wraps the component that shows the curl command. */
export function withExplanation(Curl: unknown, { React }: SwaggerSystem) {
  const { createElement, useEffect, useState } = React;
  return ({ request, ...others }: { readonly request: SentRequest }) => {
    const [tab, setTab] = useState<Tab>('curl');
    const [texts, setTexts] = useState<Record<Tab, string> | null>(null);
    useEffect(() => {
      setTexts(null);
      if (tab === 'curl') return;
      explain(request).then(setTexts, (error: Error) => {
        setTexts({ curl: '', operation: error.message, client: error.message });
      });
    }, [request, tab]);
    const buttons = Object.entries(TABS).map(([name, label]) =>
      createElement(
        'button',
        { key: name, type: 'button', role: 'tab', 'aria-selected': tab === name, onClick: () => setTab(name as Tab) },
        label,
      ),
    );
    return createElement(
      'div',
      { className: 'explained' },
      createElement('div', { role: 'tablist', 'aria-label': 'The same request' }, ...buttons),
      tab === 'curl'
        ? createElement(Curl, { request, ...others })
        : createElement('pre', { role: 'tabpanel', tabIndex: 0 }, texts?.[tab] ?? 'Loading …'),
    );
  };
}
