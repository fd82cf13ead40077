/** What is used of packages that only `npm run test:standards` installs, so that the types can be checked without them. */

declare module 'graphql-http' {
  interface Audit {
    readonly id: string;
    readonly name: string;
    fn(): Promise<{ readonly id: string; readonly name: string; readonly status: 'ok' | 'notice' | 'warn' | 'error' }>;
  }
  export function serverAudits(options: {
    readonly url: string;
    readonly fetchFn?: (url: string, init?: RequestInit) => Promise<Response>;
  }): Audit[];
}

declare module 'yaml' {
  interface Document {
    readonly errors: readonly Error[];
    readonly warnings: readonly Error[];
    toJS(): unknown;
  }
  export function parseAllDocuments(text: string, options?: { readonly merge?: boolean }): readonly Document[];
}
