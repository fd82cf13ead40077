import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { Command, InvalidArgumentError, Option } from 'commander';

import { listenToSignals } from '../../src/cli/signals';
import { CommandFailure, examples, wholeNumber } from '../../src/cli/terminal';
import { callersOf } from '../proxy/callers';
import { createProxy, type ProxyOptions } from '../proxy/proxy';
import { closed, comparing, type ComparingOptions, httpUrl, outputFile, tokensIn } from './options';

type OfProxy = 'new' | 'serve' | 'fallback' | 'compare' | 'maxInFlight';

interface Options extends ComparingOptions, Pick<ProxyOptions, OfProxy> {
  readonly listen: Address;
  readonly admin: Address;
  readonly save?: string;
}

/** `leasegate cutover proxy` */
export function proxyCommand(): Command {
  return comparing(new Command('proxy'))
    .description('stand between the callers and both services: serve one, compare both, save requests')
    .option('--new <url>', 'base URL of Leasegate; without it nothing is compared', httpUrl)
    .addOption(addressOption('--listen <host:port>', 'where callers send their requests', '127.0.0.1:4010'))
    .addOption(addressOption('--admin <host:port>', 'where /livez, /readyz and /metrics are', '127.0.0.1:4011'))
    .addOption(new Option('--serve <side>', 'whose answer callers get').choices(['old', 'new']).default('old'))
    .option('--fallback', 'with --serve new: the old answer in the place of a failure')
    .option('--compare <percent>', 'share of the lookups that are compared', wholeNumber(0, 100), 100)
    .option('--save <file>', 'new private file for the lookups, which `replay` can send')
    .option('--max-in-flight <n>', 'requests at the same time', wholeNumber(1, 100_000), 500)
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

async function run({ tokens, save, differences, listen, admin, timeout, ...options }: Options): Promise<void> {
  const callers = callersOf(tokensIn(tokens), randomBytes(32));
  const [saved, different] = [outputFile(save), outputFile(differences)];
  const proxy = createProxy({
    ...options,
    callers,
    save: saved,
    differences: different,
    timeoutMs: timeout * 1000,
    now: () => new Date(),
    monotonicNow: () => performance.now(),
    random: Math.random,
    sleep,
  });
  const signals = listenToSignals();
  const adminServer = createServer(proxy.admin);
  const closeAdmin = (): void => {
    adminServer.close();
    adminServer.closeAllConnections();
  };
  const adminUrl = await listening(adminServer, admin);
  const url = await listening(proxy.server, listen).finally(() => proxy.server.listening || closeAdmin());
  console.error(`Serving the ${options.serve} service at ${url}, admin at ${adminUrl}`);
  await signals.stop;
  let isForced = false;
  void signals.force.then(() => {
    isForced = true;
    proxy.server.closeAllConnections();
  });
  await proxy.close(signals.force);
  closeAdmin();
  const requests = proxy.tally.counts.served.map(({ labels, count }) => `${count} ${labels.ending}`);
  console.log(`Requests: ${requests.join(', ') || 'none'}.`);
  if (saved !== undefined) console.log(`Saved: ${saved.counts.written}.`);
  // What is being compared would keep the process alive.
  await closed(saved, different).finally(() => isForced && process.exit(1));
}

interface Address {
  readonly host: string;
  readonly port: number;
}

function address(text: string): Address {
  const [, bracketed, plain = '127.0.0.1', port = ''] =
    /^(?:(?:\[([\da-f:.]+)\]|([\w.-]+)):)?(\d{1,5})$/i.exec(text) ?? [];
  if (port === '' || Number(port) > 65_535) throw new InvalidArgumentError('It must be like 4010 or 0.0.0.0:4010.');
  return { host: bracketed ?? plain, port: Number(port) };
}

const addressOption = (flags: string, description: string, byDefault: string): Option =>
  new Option(flags, description).argParser(address).default(address(byDefault), byDefault);

/** @throws {CommandFailure} */
async function listening(server: Server, { host, port }: Address): Promise<string> {
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new CommandFailure(`Cannot listen on ${host}:${port} (${code}).`, { cause });
  }
  const { address: name, family, port: actual } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${name}]` : name}:${actual}`;
}
