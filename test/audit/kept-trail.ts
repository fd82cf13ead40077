/** The audit trail of a gateway, in a file. */

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

import { FILTER_NAMES } from '../../src/model/criteria';
import { OPERATIONS } from '../../src/model/operations';
import { CATALOGUE } from '../../src/errors';
import { LEASES, send } from '../http/client';
import { AUDIT_KEY } from '../support/secrets';
import { until } from '../support/until';

export type Line = Readonly<Record<string, unknown>>;

export { AUDIT_KEY };

export class KeptTrail {
  readonly #folder = mkdtempSync(join(tmpdir(), 'leasegate-audit-'));
  readonly file = join(this.#folder, 'audit.ndjson');
  #seen = 0;

  /** The settings with which a gateway writes this trail. */
  readonly env = { AUDIT_LOG: this.file, AUDIT_KEY };

  text(): string {
    return readFileSync(this.file, 'utf8');
  }

  lines(): Line[] {
    return existsSync(this.file) ? linesOf(this.text()) : [];
  }

  /** The lines since the last call. Lines are written in order: once one more is there, all earlier ones are. */
  async since(url: string): Promise<Line[]> {
    const last = (await send(url + LEASES)).headers.get('x-request-id');
    const fresh = () => this.lines().slice(this.#seen);
    await until(() => fresh().at(-1)?.requestId === last);
    const lines = fresh();
    this.#seen += lines.length;
    return lines.slice(0, -1);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true });
  }
}

/** Only complete lines. */
export function linesOf(text: string): Line[] {
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  return whole
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
}

const OUTCOMES: readonly unknown[] = ['ok', ...Object.values(CATALOGUE).map(({ type }) => type)];
const isNumber = (value: unknown): boolean => typeof value === 'number' && value >= 0;
const matches = (pattern: RegExp) => (value: unknown) => typeof value === 'string' && pattern.test(value);
const oneOf =
  (...values: readonly unknown[]) =>
  (value: unknown) =>
    values.includes(value);

/** The allowed values of every field, in order: known words, hashes and ids, so none can come from a request or a record. */
const PERMITTED: Readonly<Record<string, (value: unknown) => boolean>> = {
  level: oneOf(30),
  time: isNumber,
  pid: isNumber,
  hostname: oneOf(hostname()),
  audit: oneOf('lookup'),
  subject: (value) => value === null || matches(/^[0-9a-f]{32}$/)(value),
  tokenKind: oneOf(null, 'jwt', 'opaque'),
  tokenId: (value) => value === null || matches(/^[A-Za-z0-9._:-]{1,64}$/)(value),
  transport: oneOf('rest', 'graphql', 'mcp'),
  operation: oneOf(null, ...OPERATIONS),
  filters: (value) => Array.isArray(value) && value.every((name) => FILTER_NAMES.includes(String(name))),
  lookups: isNumber,
  records: isNumber,
  ms: isNumber,
  outcome: oneOf(...OUTCOMES),
  requestId: matches(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$|^[0-9a-f]{32}$/),
};

export const FIELDS = Object.keys(PERMITTED);

/** The fields of a line that contain anything else, are missing, or are not listed. */
export function strangeFields(line: Line): string[] {
  const names = new Set([...FIELDS, ...Object.keys(line)]);
  return [...names].filter((name) => PERMITTED[name]?.(line[name]) !== true);
}
