import { type Command, InvalidArgumentError } from 'commander';

import { type Environment, readSetting } from '../config/settings';
import { type MetricLine, readMetricLines } from './metric-lines';
import { localUrl } from './ready';
import { CommandFailure } from './terminal';

const TIMEOUT_MS = 10_000;

export interface MetricsOption {
  readonly metricsUrl?: readonly string[];
}

export const withMetricsOption = (command: Command): Command =>
  command.option(
    '--metrics-url <url>',
    'metrics of a gateway; repeat it for each replica (default: this machine’s)',
    urls,
  );

function urls(text: string, before: readonly string[] = []): readonly string[] {
  if (!URL.canParse(text) || !/^https?:/.test(text))
    throw new InvalidArgumentError('It must be an http:// or https:// URL.');
  return [...before, text];
}

/**
 * The metrics of each gateway.
 * @param metric one that each of them has
 * @param setting what gives it that metric
 * @throws {CommandFailure}
 */
export async function readMetrics(
  environment: Environment,
  { metricsUrl }: MetricsOption,
  { metric, setting }: { readonly metric: string; readonly setting: string },
): Promise<readonly (readonly MetricLine[])[]> {
  const own = () =>
    `${localUrl(readSetting(environment, 'ADMIN_HOST'), readSetting(environment, 'ADMIN_PORT'))}/metrics`;
  return Promise.all(
    (metricsUrl ?? [own()]).map(async (url) => {
      const text = await readText(url);
      if (!text.includes(`# TYPE ${metric} `) && !text.includes(`${metric}{`))
        throw new CommandFailure(`${url} has no metrics of a gateway with ${setting}`);
      return readMetricLines(text);
    }),
  );
}

async function readText(url: string): Promise<string> {
  try {
    return await (await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' })).text();
  } catch (cause) {
    throw new CommandFailure(`No answer from ${url}. --metrics-url names another gateway.`, { cause });
  }
}
