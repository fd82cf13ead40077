/** The demo: a private database server, a schema, data, tokens, the gateway, and what to ask it. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import type { ProgressReporter } from '../cli/progress';
import { startGateway } from '../http/server';
import { freePort } from '../local-server/free-port';
import { startLocalServer } from '../local-server/start';
import { readSettings } from '../settings';
import { curlLine, send, shortened } from './curl';
import { prepareDemoDatabase } from './demo-database';
import { type Examples, makeExamples } from './examples';
import type { Started } from './started';
import { keptSecret, TOKEN_LIFETIME_DAYS, tokenSigner } from './tokens';

export interface DemoOptions {
  /** Holds everything that the demo makes; a second run uses it again. */
  readonly folder: string;
  readonly leases: number;
  readonly groups: number;
  /** The ports to listen on if they are free. */
  readonly port: number;
  readonly adminPort: number;
  readonly now: Date;
  /** Searched for a database server, as the variable `PATH`. */
  readonly path: string;
  readonly say: (text: string) => void;
  /** Called when there is something to seed. */
  readonly startProgress: () => ProgressReporter;
}

export interface Demo {
  readonly url: string;
  readonly adminUrl: string;
  readonly examples: Examples;
}

/** Starts all of it and says what to paste. What it started is added to `started`, for the caller to end. */
export async function runDemo(options: DemoOptions, started: Started): Promise<Demo> {
  const { folder, leases, groups, now, path, say } = options;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const starting = startLocalServer({ folder: join(folder, 'database'), path, say });
  // Already now, so that what ends the demo meanwhile ends the server as well.
  started.add(() =>
    starting.then(
      (server) => server.stop(),
      () => undefined,
    ),
  );
  const server = await starting;
  if (started.isEnding) throw new Error('The demo was ended while its database server started.');
  say(`A private ${NAMES[server.program.kind]} ${server.program.version} runs in ${folder}.`);

  const databaseUrl = await prepareDemoDatabase({
    folder,
    server,
    data: { leases, groups, seed: 1, baseDate: `${now.getUTCFullYear()}-01-01` },
    startProgress() {
      say(`Making ${leases} leases in ${groups} groups; the next start will find them there.`);
      return options.startProgress();
    },
  });
  const settings = readSettings({
    DATABASE_URL: databaseUrl,
    PORT: await chosenPort(options.port, say),
    ADMIN_PORT: await chosenPort(options.adminPort, say),
    AUTH_JWT_SECRET: keptSecret(folder),
    LOG_LEVEL: 'error',
  });
  const gateway = await startGateway(settings);
  started.add(() => gateway.close());

  const examples = await makeExamples(gateway.url, tokenSigner(settings.jwt.secret ?? new Uint8Array(), now));
  say('\nPaste any of these. Answers are shown indented here, and lists cut after their first entry.');
  for (const [index, request] of examples.requests.entries()) {
    const { status, body } = await send(request);
    say(`\n${index + 1}. ${request.title}\n\n${curlLine(request)}\n\nHTTP ${status}`);
    say(JSON.stringify(shortened(body), null, 2));
  }
  say(summary(gateway, examples));
  return { url: gateway.url, adminUrl: gateway.adminUrl, examples };
}

const NAMES = { mariadb: 'MariaDB', mysql: 'MySQL' } as const;

async function chosenPort(wanted: number, say: (text: string) => void): Promise<string> {
  const port = await freePort(wanted);
  if (wanted !== 0 && port !== wanted) say(`Port ${wanted} is taken; using ${port}.`);
  return String(port);
}

function summary(gateway: { url: string; adminUrl: string }, { tokens, group, pageUrl }: Examples): string {
  return `
Tokens (the first two are good for ${TOKEN_LIFETIME_DAYS} days):

every group
  ${tokens.allGroups}
${group} alone
  ${tokens.oneGroup}
expired
  ${tokens.expired}

REST      ${gateway.url}/leases/find-for-tenant/ and ${gateway.url}/leases/tenants/
GraphQL   ${gateway.url}/graphql
Health    ${gateway.adminUrl}/readyz

Open this in a browser: the pages of both doors, with the first token and examples filled in

${pageUrl}

Ctrl-C ends everything that was started here.`;
}
