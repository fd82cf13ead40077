import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { Command, Option } from 'commander';

import { listenToSignals } from '../../src/cli/signals';
import { CommandFailure, examples, wholeNumber } from '../../src/cli/terminal';
import type { Side } from '../compare/sides';
import { callersOf } from '../proxy/callers';
import { createProxy } from '../proxy/proxy';
import {
  type Address,
  addressOption,
  AGAIN_AFTER,
  DIFFERENCES,
  httpUrl,
  MAX_PAGES,
  outputFile,
  TIMEOUT,
  TOKENS,
  tokensIn,
} from './options';

interface Options {
  readonly old: URL;
  readonly new?: URL;
  readonly listen: Address;
  readonly admin: Address;
  readonly serve: Side;
  readonly fallback?: true;
  readonly compare: number;
  readonly comparisons: number;
  readonly tokens?: string;
  readonly save?: string;
  readonly differences?: string;
  readonly timeout: number;
  readonly maxInFlight: number;
  readonly maxPages: number;
  readonly againAfter: number;
}

/** `leasegate cutover proxy` */
export function proxyCommand(): Command {
  return new Command('proxy')
    .description('stand between the callers and both services: serve one, compare both, save requests')
    .requiredOption('--old <url>', 'base URL of the old service', httpUrl)
    .option('--new <url>', 'base URL of Leasegate; without it nothing is compared', httpUrl)
    .addOption(addressOption('--listen <host:port>', 'where callers send their requests', '127.0.0.1:4010'))
    .addOption(addressOption('--admin <host:port>', 'where /livez, /readyz and /metrics are', '127.0.0.1:4011'))
    .addOption(new Option('--serve <side>', 'whose answer callers get').choices(['old', 'new']).default('old'))
    .option('--fallback', 'with --serve new: the old answer in the place of a failure')
    .option('--compare <percent>', 'share of the lookups that are compared', wholeNumber(0, 100), 100)
    .option('--comparisons <n>', 'comparisons at the same time', wholeNumber(1, 100), 4)
    .option(...TOKENS)
    .option('--save <file>', 'new private file for the lookups, which `replay` can send')
    .option(...DIFFERENCES)
    .option(...TIMEOUT)
    .option('--max-in-flight <n>', 'requests at the same time', wholeNumber(1, 100_000), 500)
    .option(...MAX_PAGES)
    .option(...AGAIN_AFTER)
    .addHelpText(
      'after',
      `${examples(
        'leasegate cutover proxy --old https://old.example --save requests.ndjson',
        'leasegate cutover proxy --old https://old.example --new http://127.0.0.1:4000 --listen 0.0.0.0:4010',
        'leasegate cutover proxy --old https://old.example --new http://127.0.0.1:4000 --serve new --fallback',
      )}\n\nSIGTERM or Ctrl-C ends it when the requests in flight have their answers.`,
    )
    .action(async (options: Options, command: Command) => {
      if (options.new === undefined && (options.serve === 'new' || options.differences !== undefined))
        command.error('error: --serve new and --differences need --new.');
      if (options.fallback && options.serve === 'old') command.error('error: --fallback needs --serve new.');
      await run(options);
    });
}

async function run({ tokens, save, differences, listen, admin, compare, timeout, ...options }: Options): Promise<void> {
  const callers = callersOf(tokensIn(tokens), randomBytes(32));
  const files = [outputFile(save, () => proxy.tally.lost('save')), outputFile(differences)] as const;
  const proxy = createProxy({
    old: options.old,
    new: options.new,
    serve: options.serve,
    fallback: options.fallback ?? false,
    comparePercent: compare,
    callers,
    save: files[0],
    differences: files[1],
    timeoutMs: timeout * 1000,
    mostInFlight: options.maxInFlight,
    comparisons: options.comparisons,
    mostPages: options.maxPages,
    againAfterMs: options.againAfter,
    now: () => new Date(),
    monotonicNow: () => performance.now(),
    random: Math.random,
    sleep: (ms) => sleep(ms),
    onKind: (lookup, kind) => console.error(`Answers differ: ${kind} of ${lookup}`),
  });
  const signals = listenToSignals();
  const adminServer = createServer(proxy.admin);
  const [url, adminUrl] = [await listening(proxy.server, listen), await listening(adminServer, admin)];
  console.error(`Serving the ${options.serve} service at ${url}, admin at ${adminUrl}`);
  await signals.stop;
  void signals.force.then(() => proxy.server.closeAllConnections());
  await proxy.close();
  adminServer.close();
  adminServer.closeAllConnections();
  const closed = await Promise.all(files.map(async (file) => file?.close()));
  const problems = closed.filter((problem) => problem !== undefined);
  const requests = proxy.tally.counts('served').map(({ labels, count }) => `${count} ${labels.ending}`);
  console.log(`Requests: ${requests.join(', ') || 'none'}.`);
  if (save !== undefined) console.log(`Saved: ${files[0]!.counts.written}.`);
  if (problems.length > 0) throw new CommandFailure(`${problems.join('\n')}.`);
}

/** @throws {CommandFailure} */
async function listening(server: Server, { host, port }: Address): Promise<string> {
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new CommandFailure(`Cannot listen on ${host}:${port} (${code}).`, { cause });
  }
  const { address, family, port: actual } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${actual}`;
}
