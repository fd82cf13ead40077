/** Serves the documents of the two interfaces: `/openapi.json`, and `/schema.graphql` as `INTROSPECTION` allows (decision 58). */

import { Router } from 'express';

import type { Settings } from '../config/settings';
import { allowOnly, type EndpointOptions, markTransport } from '../http/admitted';
import { compressible, once } from '../http/content';
import { openApiText } from '../package';

interface DocumentOptions extends Pick<EndpointOptions, 'admitted' | 'shareWithOrigins'> {
  readonly settings: Pick<Settings, 'publicUrl' | 'introspection'>;
  /** The GraphQL schema in SDL. */
  readonly printSchema: () => string;
}

export function documentRouter({ settings, printSchema, admitted, shareWithOrigins }: DocumentOptions): Router {
  const { publicUrl, introspection } = settings;
  const router = Router({ caseSensitive: true });
  /** @param needsToken whether only a caller with a valid token may read it */
  const serve = (path: string, mediaType: string, text: () => Promise<string>, needsToken = false): void => {
    const headers = {
      'Content-Type': `${mediaType}; charset=utf-8`,
      'Cache-Control': needsToken ? 'private, no-cache' : 'public, no-cache',
    };
    const document = once(async () => compressible(await text(), headers, needsToken ? 'Authorization' : undefined));
    const checks = [markTransport('web'), shareWithOrigins, allowOnly('GET', 'HEAD')];
    const handler = admitted(needsToken ? 'required' : 'none', async (request, response, token) => {
      if (needsToken) await token.requireCaller();
      (await document()).send(request, response);
    });
    router.all(path, ...checks, handler);
  };
  serve('/openapi.json', 'application/json', () => openApiText(publicUrl));
  if (introspection !== 'off')
    serve('/schema.graphql', 'text/plain', async () => printSchema(), introspection === 'token');
  return router;
}
