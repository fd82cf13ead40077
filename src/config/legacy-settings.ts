/** The settings of the old service beside Leasegate. */

import type { Environment, SettingReader } from './setting-reader';
import { httpUrl, integer, oneOf } from './setting-values';

export const LEGACY_SETTINGS = {
  LEGACY_URL: {
    meaning: 'base URL of the old service that Leasegate replaces; see `docs/operate/cutover.md`',
    read: httpUrl,
  },
  LEGACY_MODE: {
    default: 'off',
    meaning:
      'whose answer REST callers get: `shadow` (the old service’s) and `compare` (Leasegate’s) compare both, `fallback` (the old one instead of a 5xx), or `off`; the first two need `AUDIT_KEY`',
    read: oneOf('off', 'shadow', 'compare', 'fallback'),
  },
  LEGACY_TIMEOUT_MS: {
    default: '10000',
    meaning: 'milliseconds in which the old service must answer; each side of a comparison has as long',
    read: integer(1, 600_000),
  },
  LEGACY_COMPARISONS: {
    default: '4',
    meaning: 'number of comparisons that a process makes at the same time, each with a database connection of its own',
    read: integer(1, 100),
  },
} as const;

export interface LegacySettings {
  readonly url: string;
  readonly mode: 'shadow' | 'compare' | 'fallback';
  readonly timeoutMs: number;
  /** How many comparisons run at the same time. */
  readonly comparisons: number;
  /** Of the hash of a caller. Absent in a mode that compares nothing. */
  readonly key?: Uint8Array;
}

/** Null without an old service. */
export function readLegacy(reader: SettingReader, { LEGACY_URL, AUDIT_KEY }: Environment): LegacySettings | null {
  const mode = reader.required('LEGACY_MODE');
  const url = reader.optional('LEGACY_URL');
  const timeoutMs = reader.required('LEGACY_TIMEOUT_MS');
  const comparisons = reader.required('LEGACY_COMPARISONS');
  if (mode !== 'shadow' && mode !== 'compare' && mode !== 'fallback') return null;
  if (!LEGACY_URL) reader.reject('LEGACY_URL', 'must be set with LEGACY_MODE');
  if (mode !== 'fallback' && !AUDIT_KEY)
    reader.reject(
      'AUDIT_KEY',
      `must be set with LEGACY_MODE=${mode}, otherwise the comparisons of a caller could not be added up`,
    );
  const key = mode === 'fallback' ? undefined : reader.optional('AUDIT_KEY');
  return url === undefined ? null : { url, mode, timeoutMs, comparisons, key };
}
