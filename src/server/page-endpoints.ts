import { type RequestHandler, Router } from 'express';

import { type Admitted, type AdmittedHandler, allowOnly, markTransport } from '../http/admitted';
import { sendJson } from '../http/send';
import type { Site } from './site';

export interface PagesOptions {
  readonly basePath: string;
  readonly rest: { readonly explain: 'on' | 'off' };
  readonly admitted: Admitted;
  readonly shareWithOrigins: RequestHandler;
  /** The problems that make lookups unavailable. Pages learn only whether there are any. */
  readonly problems: () => Promise<readonly string[]>;
}

export interface Pages {
  readonly router: Router;
  /** The GraphQL explorer. */
  readonly explorer: AdmittedHandler;
}

/** Serves the web pages, which are loaded at the first request for one. */
export function webPages({ basePath, rest, admitted, shareWithOrigins, problems }: PagesOptions): Pages {
  let loading: Promise<Site> | undefined;
  const load = async () => (await import('./site.ts')).loadSite(basePath, rest.explain);
  const site = async (): Promise<Site> => {
    const loaded = (loading ??= load());
    // The next request tries again.
    return loaded.catch((failure: unknown) => {
      loading = undefined;
      throw failure;
    });
  };
  const page =
    (name: string): AdmittedHandler =>
    async (request, response) =>
      (await site()).page(name, request, response);

  const router = Router({ caseSensitive: true });
  const get = (path: string, handler: RequestHandler) =>
    router.all(path, markTransport('web'), shareWithOrigins, allowOnly('GET', 'HEAD'), handler);
  get('/', admitted('none', page('start')));
  get('/reference', admitted('none', page('reference')));
  get(
    '/assets/:version/:file',
    admitted('none', async (request, response) => (await site()).asset(request, response)),
  );
  // Answered even under overload. Unlike `/readyz` it gives no reasons, which are for the operator, and always has status 200,
  // because a browser would report another one as an error.
  get('/status', async (_request, response) => {
    sendJson(response, 200, { status: (await problems()).length === 0 ? 'ok' : 'unavailable' });
  });
  return { router, explorer: page('graphql') };
}
