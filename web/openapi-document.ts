/** Adapts the OpenAPI document to the page. */

import type { ExampleValues } from './held-token.js';

interface Example {
  readonly summary?: string;
  readonly value: unknown;
}

interface MediaType {
  example?: unknown;
  examples?: Record<string, Example>;
}

export interface OpenApiDocument {
  servers?: readonly { readonly url: string }[];
  readonly paths: Readonly<
    Record<string, { readonly post?: { readonly requestBody?: { readonly content: Record<string, MediaType> } } }>
  >;
}

/** Sets the server to the origin of the page, which also works behind a proxy, and puts an example that finds records first. */
export function prepared(
  document: OpenApiDocument,
  { base, examples: { email, city } }: { base: string; examples: ExampleValues },
): OpenApiDocument {
  document.servers = [{ url: base || '/' }];
  putFirst(document, '/leases/find-for-tenant/', { email_address: email });
  putFirst(document, '/leases/tenants/', { address: { city } });
  return document;
}

function putFirst(document: OpenApiDocument, path: string, value: unknown): void {
  const body = document.paths[path]?.post?.requestBody?.content['application/json'];
  if (body === undefined) return;
  const { example, examples = example === undefined ? {} : { given: { value: example } } } = body;
  delete body.example;
  body.examples = { 'to-begin-with': { summary: 'To begin with', value }, ...examples };
}
