/** Reads and extends the document of a page. */

/** The base path of the gateway. */
export const base = document.body.dataset.base ?? '';

export const graphqlUrl = (): string => `${location.origin}${base}/graphql`;

/** @throws {Error} when the page has no such element */
export function element<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`The page has no ${id}.`);
  return found;
}

/** A new element. A string becomes text, never markup. */
export function create<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const created = Object.assign(document.createElement(tag), properties);
  created.append(...children);
  return created;
}

/** The nodes of a text whose code is between backticks. */
export const withCode = (text: string): (Node | string)[] =>
  text.split('`').map((part, index) => (index % 2 === 0 ? part : create('code', {}, part)));

/** Copies the text of `source`. Browsers give the clipboard only to pages of HTTPS and of this machine. Elsewhere the text is selected. */
export function copyButton(label: string, source: HTMLElement): HTMLButtonElement {
  const button = create('button', { type: 'button', className: 'button' }, label);
  button.addEventListener('click', () => {
    getSelection()?.selectAllChildren(source);
    void navigator.clipboard?.writeText(source.textContent ?? '').then(
      () => (button.textContent = 'Copied'),
      () => undefined,
    );
  });
  return button;
}
