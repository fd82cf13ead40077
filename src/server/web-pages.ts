/** The pages and their assets, which `web/build.mjs` writes to `dist/web/`. They are read on first use and cached. */

import { readFile } from 'node:fs/promises';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

import { type RequestHandler, Router } from 'express';

import { ServiceError } from '../errors';
import { type Admitted, type AdmittedHandler, allowOnly, markTransport } from '../http/admitted';
import { Content } from '../http/content';
import { sendJson } from '../http/send';
import { packageFolder } from '../package';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

/** The manifest of the build. */
interface Manifest {
  /** Changes with every asset. It is part of their paths, so that browsers may cache each for ever. */
  readonly version: string;
  readonly assets: readonly string[];
}

interface PagesOptions {
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

/** Serves the web pages. */
export function webPages({ basePath, rest, admitted, shareWithOrigins, problems }: PagesOptions): Pages {
  const site = siteOf(basePath, rest.explain);
  const page =
    (name: string): AdmittedHandler =>
    async (request, response) =>
      (await site.page(name)).send(request, response);

  const router = Router({ caseSensitive: true });
  const get = (path: string, handler: RequestHandler) =>
    router.all(path, markTransport('web'), shareWithOrigins, allowOnly('GET', 'HEAD'), handler);
  get('/', admitted('none', page('start')));
  get('/reference', admitted('none', page('reference')));
  get(
    '/assets/:version/:file',
    admitted('none', async (request, response) => (await site.asset(request)).send(request, response)),
  );
  // Answered even under overload. Unlike `/readyz` it gives no reasons, which are for the operator, and always has status 200,
  // because a browser would report another one as an error.
  get('/status', async (_request, response) => {
    sendJson(response, 200, { status: (await problems()).length === 0 ? 'ok' : 'unavailable' });
  });
  return { router, explorer: page('graphql') };
}

/** @param explain whether the reference shows the GraphQL operation of a request */
function siteOf(basePath: string, explain: 'on' | 'off') {
  const folder = join(packageFolder(), 'dist', 'web');
  const json = cached(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as Manifest);
  const manifest = () => json('site.json');
  const asset = cached(async (name) => {
    const gzipped = await readFile(join(folder, 'assets', `${name}.gz`));
    return new Content(gzipped, { ...ASSET_HEADERS, 'Content-Type': TYPES[extname(name)] });
  });
  const page = cached(async (name) => {
    const { version } = await manifest();
    const template = await readFile(join(folder, 'pages', `${name}.html`), 'utf8');
    const html = template
      .replaceAll('{{base}}', basePath)
      .replaceAll('{{assets}}', `${basePath}/assets/${version}/`)
      .replace('{{explain}}', explain);
    return new Content(await promisify(gzip)(html), { ...PAGE_HEADERS, 'Content-Type': 'text/html; charset=utf-8' });
  });
  return {
    page,
    /** @throws {ServiceError} `unknown_endpoint` */
    async asset({ url = '' }: IncomingMessage): Promise<Content> {
      const { version, assets } = await manifest();
      const path = url.split('?')[0];
      const name = assets.find((one) => path === `/assets/${version}/${one}`);
      if (name === undefined) throw new ServiceError('unknownEndpoint');
      return asset(name);
    },
  };
}

/** Reads each name once, and again only after a failure. The names come from the build, so their number is bounded. */
function cached<Result>(read: (name: string) => Promise<Result>): (name: string) => Promise<Result> {
  const contents = new Map<string, Promise<Result>>();
  return (name) => {
    const known = contents.get(name);
    if (known !== undefined) return known;
    const reading = read(name);
    contents.set(name, reading);
    reading.catch(() => contents.delete(name));
    return reading;
  };
}

/** The pages contain a token, so they allow nothing from another host, nothing inline, no `eval` and no frames. */
const POLICY = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  // The style sheets of the two libraries contain icons.
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
  'base-uri': "'none'",
};

const EVERYWHERE = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

const PAGE_HEADERS: OutgoingHttpHeaders = {
  ...EVERYWHERE,
  'Content-Security-Policy': Object.entries(POLICY)
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; '),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  // `/graphql` answers with a page or with GraphQL.
  Vary: 'Accept',
  // Browsers revalidate each time, at the cost of a 304.
  'Cache-Control': 'no-cache',
};

const ASSET_HEADERS: OutgoingHttpHeaders = {
  ...EVERYWHERE,
  'Cache-Control': 'public, max-age=31536000, immutable',
};
