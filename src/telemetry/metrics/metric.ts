import type { Registry } from 'prom-client';

/** Upper bounds in seconds, for requests, statements and answers of an old service alike. */
export const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** What every metric of a registry is made from. */
export const metricsOf =
  (registry: Registry) =>
  <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) => ({
    name,
    help,
    labelNames,
    registers: [registry],
  });
