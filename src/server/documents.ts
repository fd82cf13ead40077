/** Serves the documents of the two interfaces: `/openapi.json`, and `/schema.graphql` as `INTROSPECTION` allows (decision 58). */

import { type RequestHandler, Router } from 'express';

import type { Settings } from '../config/settings';
import { type Admitted, type AdmittedHandler, allowOnly, markTransport } from '../http/admitted';
import { digestOf, sendUnchanged } from '../http/content';
import { send } from '../http/send';
import { openApiText } from '../package';

interface DocumentOptions {
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
    const checks = [markTransport('web'), shareWithOrigins, allowOnly('GET', 'HEAD')];
    router.all(document.path, ...checks, admitted(document.needsToken ? 'required' : 'none', handlerOf(document)));
  };
  serve({
    path: '/openapi.json',
    mediaType: 'application/json',
    text: () => openApiText(basePath),
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
  /** Called once, at the first request for the document. */
  readonly text: () => Promise<string>;
  /** Whether only a caller with a valid token may read it. */
  readonly needsToken?: boolean;
}

function handlerOf({ mediaType, text, needsToken = false }: Document): AdmittedHandler {
  const caching = { 'Cache-Control': needsToken ? 'private, no-cache' : 'public, no-cache' };
  const load = async () => {
    const body = await text();
    return { body, headers: { ETag: `"${digestOf(body)}"`, ...caching } };
  };
  let loading: ReturnType<typeof load> | undefined;
  return async (request, response, token) => {
    if (needsToken) {
      await token.requireCaller();
      // With CORS, it already names `Origin`.
      response.appendHeader('Vary', 'Authorization');
    }
    const { body, headers } = await (loading ??= load().catch((failure: unknown) => {
      // The next request tries again.
      loading = undefined;
      throw failure;
    }));
    if (sendUnchanged(request, response, headers)) return;
    send(response, 200, body, { ...headers, 'Content-Type': `${mediaType}; charset=utf-8` });
  };
}
