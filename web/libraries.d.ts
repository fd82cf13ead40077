/** What the pages use of the scripts that they load before their own. */

declare const React: {
  createElement(type: unknown, props?: object | null, ...children: unknown[]): object;
  useState<Value>(initial: Value): [Value, (value: Value) => void];
  useEffect(effect: () => void, dependencies: readonly unknown[]): void;
};
declare const ReactDOM: { createRoot(element: Element): { render(node: object): void } };

interface Operation {
  readonly query: string;
  readonly operationName?: string | null;
}
type Fetcher = (operation: Operation, options?: { headers?: Record<string, string> }) => unknown;
declare const GraphiQL: {
  readonly Logo: unknown;
  createFetcher(options: { url: string; headers?: Record<string, string> }): Fetcher;
};

/** What a plugin of Swagger UI is given. */
interface SwaggerSystem {
  readonly React: typeof React;
}
/** An immutable map. */
interface SentRequest {
  get(name: 'url' | 'body'): string | undefined;
  hasIn(path: readonly string[]): boolean;
  setIn(path: readonly string[], value: string): SentRequest;
}
interface SwaggerRequest {
  readonly url: string;
  readonly headers: Record<string, string>;
}
declare const SwaggerUIBundle: {
  (options: {
    readonly spec: object;
    readonly domNode: Element;
    requestInterceptor(request: SwaggerRequest): SwaggerRequest;
    readonly [option: string]: unknown;
  }): unknown;
  readonly presets: { readonly apis: unknown };
};
