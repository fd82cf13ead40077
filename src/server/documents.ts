/** The two interfaces as documents: `/openapi.json`, and `/schema.graphql` for whom `INTROSPECTION` lets read it (decision 58). */

import { type RequestHandler, Router } from 'express';

import type { Settings } from '../config/settings';
import { type Admitted, type AdmittedHandler, allowOnly, endpointOf } from '../http/admitted';
import { digestOf, sendUnchanged } from '../http/content';
import { send } from '../http/send';

export interface DocumentOptions {
  readonly settings: Pick<Settings, 'basePath' | 'introspection'>;
  readonly admitted: Admitted;
  readonly shareWithOrigins: RequestHandler;
  /** The GraphQL schema in SDL. */
  readonly printSchema: () => string;
}

export function documentRouter({ settings, printSchema, admitted, shareWithOrigins }: DocumentOptions): Router {
  const { basePath, introspection } = settings;
  const router = Router({ caseSensitive: true });
  const serve = (document: Document): void => {
    const checks = [endpointOf('web'), shareWithOrigins, allowOnly('GET', 'HEAD')];
    router.all(document.path, ...checks, admitted(document.needsToken ? 'required' : 'none', handlerOf(document)));
  };
  serve({
    path: '/openapi.json',
    mediaType: 'application/json',
    // Few gateways are ever asked for it.
    text: async () => (await import('../rest/openapi/document.ts')).printedOpenApi(basePath),
  });
  if (introspection !== 'off') {
    const text = async () => printSchema();
    serve({ path: '/schema.graphql', mediaType: 'text/plain', text, needsToken: introspection === 'token' });
  }
  return router;
}

interface Document {
  readonly path: string;
  readonly mediaType: string;
  /** Asked for once, when the document is first asked for. */
  readonly text: () => Promise<string>;
  /** Where only a caller with a good token may read it. */
  readonly needsToken?: boolean;
}

function handlerOf({ mediaType, text, needsToken = false }: Document): AdmittedHandler {
  const caching = needsToken ? { 'Cache-Control': 'private, no-cache', Vary: 'Authorization' } : PUBLIC;
  const make = async () => {
    const whole = await text();
    return { text: whole, headers: { ETag: `"${digestOf(whole)}"`, ...caching } };
  };
  let made: ReturnType<typeof make> | undefined;
  return async (request, response, token) => {
    if (needsToken) await token.requireCaller();
    const { text: whole, headers } = await (made ??= make().catch((failure: unknown) => {
      // After a failure it is made again.
      made = undefined;
      throw failure;
    }));
    if (sendUnchanged(request, response, headers)) return;
    send(response, 200, whole, { ...headers, 'Content-Type': `${mediaType}; charset=utf-8` });
  };
}

const PUBLIC = { 'Cache-Control': 'public, no-cache' };
