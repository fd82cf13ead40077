/** The pages and their assets, which `web/build.mjs` writes to `dist/web/`. They are read on first use and cached. */

import { readFile } from 'node:fs/promises';
import type { OutgoingHttpHeaders } from 'node:http';
import { extname, join } from 'node:path';

import type { Request, RequestHandler, Response } from 'express';

import type { Settings } from '../config/settings';
import { ServiceError } from '../errors';
import { prefersPage } from '../http/accept';
import { type AdmittedHandler, allowOnly, type EndpointOptions, markTransport } from '../http/admitted';
import { sendJson } from '../http/bodies';
import { packageFolder } from '../package';
import { Content, once } from './documents';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

interface Manifest {
  /** Changes with every asset. It is part of their paths, so that browsers may cache each for ever. */
  readonly version: string;
  readonly assets: readonly string[];
}

interface PagesOptions extends Pick<EndpointOptions, 'routes' | 'admitted' | 'shareWithOrigins'> {
  readonly settings: Pick<Settings, 'introspection'>;
  readonly basePath: string;
  readonly rest: { readonly explain: 'on' | 'off' };
  /** The problems that make lookups unavailable. Pages learn only whether there are any. */
  readonly problems: () => Promise<readonly string[]>;
}

/** Serves the web pages, but for the GraphQL explorer, which shares its path with the endpoint. */
export function webPages(options: PagesOptions): { readonly explorer: AdmittedHandler; addRoutes(): void } {
  const { routes, settings, basePath, rest, admitted, shareWithOrigins, problems } = options;
  const folder = join(packageFolder(), 'dist', 'web');
  const manifest = once(async () => JSON.parse(await readFile(join(folder, 'site.json'), 'utf8')) as Manifest);
  const assetPath = once(async () => `${basePath}/assets/${(await manifest()).version}/`);
  const assets = once(async () => {
    const { version, assets: names } = await manifest();
    const read = async (name: string) => {
      const headers = { ...ASSET_HEADERS, 'Content-Type': TYPES[extname(name)] };
      const body = await readFile(join(folder, 'assets', `${name}.gz`));
      return [`/assets/${version}/${name}`, new Content(body, headers)] as const;
    };
    return new Map<string, Content>(await Promise.all(names.map(read)));
  });
  // A browser that follows a link sends no token.
  const documents = settings.introspection === 'public' ? ['openapi.json', 'schema.graphql'] : ['openapi.json'];
  const links = documents.map((name) => `<a href="${basePath}/${name}">${name}</a>`).join(' · ');
  const page = (name: string) => {
    const content = once(async () => {
      const template = await readFile(join(folder, 'pages', `${name}.html`), 'utf8');
      const html = template
        .replaceAll('{{base}}', basePath)
        .replaceAll('{{assets}}', await assetPath())
        .replace('{{explain}}', rest.explain)
        .replace('{{documents}}', links);
      // `/graphql` answers with a page or with GraphQL.
      return new Content(html, PAGE_HEADERS, 'Accept');
    });
    return async (request: Request, response: Response) => (await content()).send(request, response);
  };

  const get = (path: string, handler: RequestHandler) =>
    routes.all(path, markTransport('web'), shareWithOrigins, allowOnly('GET', 'HEAD'), handler);
  const start = page('start');
  const addRoutes = () => {
    get('/', admitted('none', start));
    get('/reference', admitted('none', page('reference')));
    get(
      '/assets/:version/:file',
      admitted('none', async (request, response) => {
        const asset = (await assets()).get(request.url.split('?')[0] ?? '');
        if (asset === undefined) throw new ServiceError('unknownEndpoint');
        asset.send(request, response);
      }),
    );
    // Answered even under overload, without the reasons, which are for the operator. Browsers report any status but 200 as an error.
    get('/status', async (request, response) => {
      if (prefersPage(request)) await start(request, response);
      else sendJson(response, 200, { status: (await problems()).length === 0 ? 'ok' : 'unavailable' });
    });
  };
  return { explorer: page('graphql'), addRoutes };
}

/** The pages contain a token, so they allow nothing from another host, nothing inline, no `eval` and no frames. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // The style sheet of GraphiQL contains icons.
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
].join('; ');

const EVERYWHERE = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

const PAGE_HEADERS: OutgoingHttpHeaders = {
  ...EVERYWHERE,
  'Content-Security-Policy': POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  'Content-Type': 'text/html; charset=utf-8',
  // Browsers revalidate each time, at the cost of a 304.
  'Cache-Control': 'no-cache',
};

/** Every browser takes gzip. */
const ASSET_HEADERS: OutgoingHttpHeaders = {
  ...EVERYWHERE,
  'Content-Encoding': 'gzip',
  'Cache-Control': 'public, max-age=31536000, immutable',
};
