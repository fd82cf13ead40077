/** The demo: a private database server, its data, tokens, `leasegate serve` and example requests. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import type { ProgressReporter } from '../../src/cli/progress';
import { type Environment, readSettings } from '../../src/config/settings';
import { freePort } from '../local-server/free-port';
import { startLocalServer } from '../local-server/start';
import { curlLine, send, shortened } from './curl';
import { prepareDemoDatabase } from './demo-database';
import { type Examples, makeExamples } from './examples';
import { startServing } from './serving';
import type { Started } from './run-until-signal';
import { keptSecret, TOKEN_LIFETIME_DAYS, tokenSigner } from './tokens';

export interface DemoOptions {
  /** Holds all files of the demo. The next run uses them again. */
  readonly folder: string;
  readonly leases: number;
  readonly groups: number;
  /** Has the settings of the gateway. The demo sets the database, and what is absent of the ports, the secret and the log level. */
  readonly environment: Environment;
  /** Prints every example and the tokens, not just the link and two requests. */
  readonly verbose: boolean;
  readonly now: Date;
  readonly say: (text: string) => void;
  /** Called before seeding. */
  readonly startProgress: () => ProgressReporter;
}

export interface Demo {
  readonly url: string;
  readonly adminUrl: string;
  readonly examples: Examples;
}

/** Starts everything and prints the link and the requests. The caller ends what is added to `started`. */
export async function runDemo(options: DemoOptions, started: Started): Promise<Demo> {
  const { folder, leases, groups, environment, verbose, now, say } = options;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const starting = startLocalServer({ folder: join(folder, 'database'), path: environment.PATH ?? '', say });
  // Added before the start is complete, so that a signal in between stops the server, too.
  started.add(() =>
    starting.then(
      (server) => server.stop(),
      () => undefined,
    ),
  );
  const server = await starting;
  if (started.isEnding) throw new Error('The demo was stopped while its database server started.');

  const databaseUrl = await prepareDemoDatabase({
    folder,
    server,
    data: { leases, groups, seed: 1, baseDate: `${now.getUTCFullYear()}-01-01` },
    startProgress() {
      say(`Making ${leases} leases in ${groups} groups. The next run uses them again.`);
      return options.startProgress();
    },
  });
  const gatewayEnvironment = {
    ...environment,
    DATABASE_URL: databaseUrl,
    PORT: await chosenPort(environment.PORT || '4000', say),
    ADMIN_PORT: await chosenPort(environment.ADMIN_PORT || '4001', say),
    AUTH_JWT_SECRET: environment.AUTH_JWT_SECRET || keptSecret(folder),
    LOG_LEVEL: environment.LOG_LEVEL || 'error',
  };
  const settings = readSettings(gatewayEnvironment);
  const gateway = await startServing(gatewayEnvironment, settings, started);

  const examples = await makeExamples(gateway.url, tokenSigner(settings.jwt, now));
  if (settings.explorer === 'on')
    say(`\nOpen this in a browser. A token and examples are filled in.\n\n${examples.pageUrl}`);
  say('\nOr paste a request into a shell. Answers are indented here, and lists are cut after their first entry.');
  for (const [index, request] of (verbose ? examples.requests : examples.requests.slice(0, 2)).entries()) {
    const { status, body } = await send(request);
    say(`\n${index + 1}. ${request.title}\n\n${curlLine(request)}\n\nHTTP ${status}`);
    say(JSON.stringify(shortened(body), null, 2));
  }
  say(verbose ? details(gateway, examples) : '\n`npm run demo -- --verbose` prints more requests and all tokens.');
  const { kind, version } = server.program;
  say(`\nA private ${NAMES[kind]} ${version} runs in ${folder}. Ctrl-C ends everything that was started here.`);
  return { url: gateway.url, adminUrl: gateway.adminUrl, examples };
}

const NAMES = { mariadb: 'MariaDB', mysql: 'MySQL' } as const;

async function chosenPort(setting: string, say: (text: string) => void): Promise<string> {
  const wanted = Number(setting);
  // A wrong setting is reported with the others.
  if (!Number.isInteger(wanted) || wanted < 0 || wanted > 65_535) return setting;
  const port = await freePort(wanted);
  if (wanted !== 0 && port !== wanted) say(`Port ${wanted} is taken; using ${port}.`);
  return String(port);
}

function details(gateway: { url: string; adminUrl: string }, { tokens, group }: Examples): string {
  return `
Tokens (the first two are valid for ${TOKEN_LIFETIME_DAYS} days):

every group
  ${tokens.allGroups}
${group} only
  ${tokens.oneGroup}
expired
  ${tokens.expired}

REST      ${gateway.url}/leases/find-for-tenant/ and ${gateway.url}/leases/tenants/
GraphQL   ${gateway.url}/graphql
Health    ${gateway.adminUrl}/readyz`;
}
