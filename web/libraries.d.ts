/** What the pages use of the scripts that they load before their own. */

declare const React: { createElement(type: unknown, props?: object | null, ...children: unknown[]): object };
declare const ReactDOM: { createRoot(element: Element): { render(node: object): void } };

interface Operation {
  readonly query: string;
  readonly operationName?: string | null;
}
type Fetcher = (operation: Operation) => Promise<unknown>;
declare const GraphiQL: { readonly Logo: unknown; readonly Footer: unknown };
interface CodeMirrorElement extends HTMLElement {
  readonly CodeMirror: { setOption(name: 'lineWrapping', value: boolean): void };
}
