import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { openSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';

import { Command, InvalidArgumentError, Option } from 'commander';

import { valueHash } from '../comparison/differences';
import { listening } from '../http/listening';
import { callerNames, readTokenFile, type TokenFile } from '../replay/callers';
import { createRecorder } from '../replay/recorder';
import { lossyStream } from '../telemetry/log';
import { localUrl } from './ready';
import { httpUrl, readKey, readText } from './remote-options';
import { listenToSignals } from './signals';
import { CommandFailure, errorStyle, examples } from './terminal';

interface Options {
  readonly listen: { readonly host: string; readonly port: number };
  readonly to: URL;
  readonly tape: string;
  readonly keepValues?: true;
  readonly tokens?: string;
  readonly key?: string;
}

/** `leasegate record` */
export function recordCommand(): Command {
  return new Command('record')
    .description('pass lookups on to a service and write them to a tape')
    .requiredOption('--to <url>', 'base URL of the service', httpUrl)
    .requiredOption('--tape <file>', 'new file for the tape')
    .addOption(
      new Option('--listen <host:port>', 'where callers send their requests')
        .argParser(address)
        .default(address('127.0.0.1:4010'), '127.0.0.1:4010'),
    )
    .option('--keep-values', 'write e-mail addresses, phone numbers and all other values as they are')
    .option('--tokens <file>', 'file that gives callers a name; others get the hash of their subject or token')
    .option('--key <file>', 'file with the key of the hashes (default: a random key that is not kept)')
    .addHelpText(
      'after',
      `${examples('leasegate record --to https://old.example --tape tape.ndjson --listen 0.0.0.0:4010')}\n\nSIGTERM or Ctrl-C ends it when the requests in flight have their answers.`,
    )
    .action(record);
}

async function record({ listen, to, tape, keepValues, tokens, key }: Options): Promise<void> {
  const hash = valueHash(key === undefined ? randomBytes(32) : readKey(key));
  const names = tokens === undefined ? new Map<string, never>() : readTokens(tokens);
  let lost = 0;
  const lines = lossyStream({
    fd: openTape(tape),
    onLost: (count) => (lost += count),
    onFailure: (code) => console.error(errorStyle(`${tape} cannot be written to (${code}).`)),
  });
  const recorder = createRecorder({
    target: to,
    nameCaller: callerNames(names, hash),
    ...(!keepValues && { hash }),
    write: (line) => lines.stream.write(line),
    monotonicNow: () => performance.now(),
  });
  const signals = listenToSignals();
  await listening(recorder.server, listen.host, listen.port, '--listen').catch((failure: unknown) => {
    // The next attempt needs a new file.
    rmSync(tape);
    throw failure;
  });
  console.error(`Recording at ${localUrl(listen.host, (recorder.server.address() as AddressInfo).port)}`);
  await signals.stop;
  void signals.force.then(() => recorder.server.closeAllConnections());
  recorder.server.close();
  await once(recorder.server, 'close');
  await lines.close();
  const { recorded, passedOnly, failed } = recorder.counts;
  console.log(
    `${recorded} requests recorded, ${passedOnly} others passed on, ${failed} without an answer, ${lost} lines lost.`,
  );
  if (lost > 0) process.exitCode = 1;
}

/** A tape may have personal data, so it is for one account, and none is overwritten. */
function openTape(file: string): number {
  try {
    return openSync(file, 'ax', 0o600);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new CommandFailure(
      code === 'EEXIST' ? `${file} exists already.` : `${file} cannot be written to (${code}).`,
      {
        cause,
      },
    );
  }
}

/** @throws {CommandFailure} */
export function readTokens(file: string): TokenFile {
  const text = readText(file);
  try {
    return readTokenFile(text);
  } catch (cause) {
    throw new CommandFailure(`${file} ${(cause as Error).message}.`, { cause });
  }
}

function address(text: string): Options['listen'] {
  const [, bracketed, plain = '127.0.0.1', port = ''] =
    /^(?:(?:\[([\da-f:.]+)\]|([\w.-]+)):)?(\d{1,5})$/i.exec(text) ?? [];
  if (port === '' || Number(port) > 65_535) throw new InvalidArgumentError('It must be like 4010 or 0.0.0.0:4010.');
  return { host: bracketed ?? plain, port: Number(port) };
}
