/** The web pages, beside the two doors that they explore. Nothing of them is loaded or read before somebody asks for one. */

import { errorEnvelope } from '../http/error-responses';
import type { Endpoint } from '../http/endpoint';
import { sendJson } from '../http/send';
import { prefersPage } from '../http/prefers-page';
import type { Site } from './site';

export interface PagesOptions {
  readonly basePath: string;
  /** What keeps lookups from being answered. Pages learn no more of it than whether there is something. */
  readonly problems: () => Promise<readonly string[]>;
}

type Answer = Endpoint['answer'];

/** The pages, and `graphql` with a page for whoever would rather read HTML. */
export function withPages(graphql: Endpoint, { basePath, problems }: PagesOptions): Endpoint[] {
  let loading: Promise<Site> | undefined;
  const load = async () => (await import('./site.ts')).loadSite(basePath);
  const site = async (): Promise<Site> => {
    const loaded = (loading ??= load());
    // One that could not be loaded is loaded again.
    return loaded.catch((failure: unknown) => {
      loading = undefined;
      throw failure;
    });
  };
  const page =
    (name: string): Answer =>
    async (request, response) =>
      (await site()).page(name, request, response);

  const explorer = page('graphql');
  const pagePath = (path: string, answer: Answer): Endpoint => ({
    path,
    door: 'web',
    methods: ['GET', 'HEAD'],
    answer,
    errorBody: errorEnvelope,
  });
  return [
    {
      ...graphql,
      answer: (request, response, asker) =>
        (request.method === 'GET' && prefersPage(request) ? explorer : graphql.answer)(request, response, asker),
    },
    pagePath('', page('start')),
    pagePath('/reference', page('reference')),
    pagePath('/assets/:version/:file', async (request, response) => (await site()).asset(request, response)),
    // Unlike `/readyz` it gives no reasons, which are the operator's, and no other status, which a browser would report as an error.
    {
      ...pagePath('/status', async (_request, response) => {
        sendJson(response, 200, { status: (await problems()).length === 0 ? 'ok' : 'unavailable' });
      }),
      atAnyLoad: true,
    },
  ];
}
