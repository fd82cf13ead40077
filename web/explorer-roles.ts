/** Roles, names and a hint that GraphiQL does not give its elements, and roles that it gives in a way that ARIA does not allow. */

/** The editors by the element around each. */
const EDITORS = {
  '.graphiql-query-editor': 'Operation',
  '.graphiql-editor-tool': 'Variables',
  '.graphiql-response': 'Answer',
};

/** Corrects the elements within `root` now and after each change. */
export function correctRoles(root: HTMLElement): void {
  const correct = () => {
    for (const [around, name] of Object.entries(EDITORS)) nameEditor(root, around, name);
    const answer = root.querySelector<HTMLElement>('.graphiql-response');
    // CodeMirror keeps a blank line open with a character that has no width.
    const text = answer?.querySelector('.CodeMirror-code')?.textContent?.replaceAll(/[\s\u200b]/g, '');
    answer?.toggleAttribute('data-empty', !text);
    root.querySelector('.graphiql-tabs')?.setAttribute('role', 'group');
    root.querySelectorAll('.graphiql-tab').forEach(correctTab);
    // GraphiQL names each of them “Set active”, in place of its text.
    for (const item of root.querySelectorAll('.graphiql-history-item-label')) item.removeAttribute('aria-label');
  };
  const attributeFilter = ['aria-selected', 'class'];
  new MutationObserver(correct).observe(root, { childList: true, subtree: true, attributeFilter });
  correct();
}

function nameEditor(root: HTMLElement, around: string, name: string): void {
  root.querySelector(`${around} .CodeMirror textarea`)?.setAttribute('aria-label', name);
  // It changes nothing that is so already.
  root.querySelector<CodeMirrorElement>(`${around} .CodeMirror`)?.CodeMirror.setOption('lineWrapping', true);
  const scroller = root.querySelector(`${around} .CodeMirror-scroll`);
  // Without it the keyboard cannot scroll what is wider than the editor.
  if (scroller instanceof HTMLElement && scroller.tabIndex !== 0) scroller.tabIndex = 0;
}

/** GraphiQL's tab contains two buttons, which the role `tab` forbids. A group of buttons says the same. */
function correctTab(tab: Element): void {
  tab.setAttribute('role', 'none');
  tab.removeAttribute('aria-selected');
  const isCurrent = String(tab.classList.contains('graphiql-tab-active'));
  tab.querySelector(':scope > .graphiql-tab-button')?.setAttribute('aria-current', isCurrent);
}
