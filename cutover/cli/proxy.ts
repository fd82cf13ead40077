import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { Command, InvalidArgumentError, Option } from 'commander';

import { listenToSignals } from '../../src/cli/signals';
import { CommandFailure, examples, wholeNumber } from '../../src/cli/terminal';
import { closed, outputFiles } from '../output-file';
import { callersOf } from '../proxy/callers';
import { createProxy, type ProxyOptions } from '../proxy/proxy';
import { comparing, type ComparingOptions, httpUrl, tokensIn } from './options';

interface Options
  extends ComparingOptions, Pick<ProxyOptions, 'new' | 'serve' | 'fallback' | 'compare' | 'maxInFlight'> {
  readonly listen: Address;
  readonly admin: Address;
  readonly save?: string;
}

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
        'leasegate cutover proxy --old https://old.example --new http://127.0.0.1:4000 --serve new --fallback',
      )}\n\nSIGTERM or Ctrl-C ends it when the requests in flight have their answers; a second one, at once.`,
    )
    .action(async (options: Options, command: Command) => {
      if (options.new === undefined && (options.serve === 'new' || options.differences !== undefined))
        command.error('error: --serve new and --differences need --new.');
      if (options.fallback && options.serve === 'old') command.error('error: --fallback needs --serve new.');
      await run(options);
    });
}

async function run(options: Options): Promise<void> {
  const callers = callersOf(tokensIn(options.tokens), randomBytes(32));
  const [save, differences] = outputFiles(options.save, options.differences);
  const proxy = createProxy({
    ...options,
    ...{ callers, save, differences },
    timeoutMs: options.timeout * 1000,
    now: () => new Date(),
    monotonicNow: () => performance.now(),
    random: Math.random,
    beforeAgain: () => sleep(options.againAfter, undefined, { ref: false }),
  });
  const signals = listenToSignals();
  // It answers to the end, and keeps nothing from ending.
  const adminServer = createServer(proxy.admin).on('connection', (socket) => socket.unref());
  try {
    const adminUrl = await listening(adminServer.unref(), options.admin);
    const url = await listening(proxy.server, options.listen);
    console.error(`Serving the ${options.serve} service at ${url}, admin at ${adminUrl}`);
  } catch (failure) {
    for (const file of [save, differences]) file?.remove();
    throw failure;
  }
  await signals.stop;
  void signals.force.then(() => {
    process.exitCode = 1;
    proxy.server.closeAllConnections();
  });
  const givenUp = await proxy.close();
  const requests = proxy.tally.counts.served.map(({ labels, count }) => `${count} ${labels.ending}`);
  console.log(`Requests: ${requests.join(', ') || 'none'}.`);
  if (save !== undefined) console.log(`Saved: ${save.counts.written}.`);
  if (givenUp > 0) console.log(`Comparisons given up: ${givenUp}.`);
  await closed(save, differences).finally(() => {
    // Comparisons that were given up may still hold connections.
    setImmediate(() => process.exit());
  });
}

type Address = readonly [host: string, port: number];

function address(text: string): Address {
  const [, host = '127.0.0.1', port] = /^(?:(\[.+\]|[\w.-]+):)?(\d{1,5})$/.exec(text) ?? [];
  if (port === undefined) throw new InvalidArgumentError('It must be like 4010 or 0.0.0.0:4010.');
  return [host.replace(/^\[(.*)\]$/, '$1'), Number(port)];
}

const addressOption = (flags: string, description: string, byDefault: string): Option =>
  new Option(flags, description).argParser(address).default(address(byDefault), byDefault);

/** @throws {CommandFailure} */
async function listening(server: Server, [host, port]: Address): Promise<string> {
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
