import { Command } from 'commander';

import type { Environment } from '../config/settings';
import { type Judgement, judge } from './judge-cutover';
import { type MetricsOption, readMetrics, withMetricsOption } from './metrics-option';
import { badStyle, examples, goodStyle, jsonOption, type JsonOption, wholeNumber } from './terminal';

interface CutoverOptions extends JsonOption, MetricsOption {
  readonly minComparisons: number;
  readonly maxNotCompared: number;
}

/** `leasegate cutover`: says from the metrics of all gateways whether the callers are ready for the next LEGACY_MODE. */
export function cutoverCommand(environment: Environment): Command {
  return withMetricsOption(new Command('cutover'))
    .description('say whether the next LEGACY_MODE can be set, and which callers are not ready')
    .option(
      '--min-comparisons <n>',
      'comparisons that each caller needs, of each operation that it uses',
      wholeNumber(1, 1_000_000_000),
      100,
    )
    .option(
      '--max-not-compared <percent>',
      'share of requests that may be without a comparison',
      wholeNumber(0, 100),
      5,
    )
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `${examples(
        'leasegate cutover',
        'leasegate cutover --metrics-url http://gate-1:4001/metrics --metrics-url http://gate-2:4001/metrics',
      )}\n\nThe exit status is 0 only if all callers are ready.`,
    )
    .action(async ({ metricsUrl, minComparisons, maxNotCompared, json }: CutoverOptions) => {
      const needed = { metric: 'leasegate_legacy_mode', setting: 'LEGACY_MODE' };
      const scraped = await readMetrics(environment, { metricsUrl }, needed);
      const judgement = judge(scraped, { minComparisons, maxNotCompared: maxNotCompared / 100 });
      if (json) console.log(JSON.stringify(judgement));
      else for (const line of linesOf(judgement)) console.log(line);
      if (!judgement.ready) process.exitCode = 1;
    });
}

function linesOf({ mode, next, since, ready, problems, callers, meanMs, ...counts }: Judgement): string[] {
  const list = (title: string, counted: Judgement['differences']): string[] =>
    counted.map(({ operation, what, requests }) => `${title}: ${what} (${operation}): ${requests}`);
  return [
    `LEGACY_MODE=${mode}, counted since ${since}`,
    ...callers.map((caller) => {
      const found = caller.ready ? goodStyle('ready') : badStyle(caller.problems.join('; '));
      return `caller ${caller.caller}: ${found} (${caller.operations.map(countsLine).join('; ')})`;
    }),
    ...list('different', counts.differences),
    ...list('ignored', counts.ignored),
    ...list('not compared', counts.notCompared),
    ...(meanMs.legacy === null || meanMs.own === null
      ? []
      : [`mean duration: ${meanMs.own} ms, of the old service ${meanMs.legacy} ms`]),
    ...problems.map((problem) => badStyle(problem)),
    ready ? goodStyle(`Ready for ${next}`) : badStyle(`Not ready yet for ${next}`),
  ];
}

const countsLine = ({
  operation,
  same,
  ignored,
  different,
  notCompared,
}: Judgement['callers'][number]['operations'][number]) =>
  `${operation}: ${same} same, ${ignored} ignored, ${different} different, ${notCompared} not compared`;
