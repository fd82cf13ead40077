import { Secret } from '../../src/model/secret';
import { type Environment, readSettings, SettingsError } from '../../src/config/settings';
import { TEST_SECRET } from './tokens';

/** The smallest set of settings with which `serve` starts. */
export const REQUIRED = { DATABASE_URL: 'mysql://jane:s3cret@db.example/leasegate', AUTH_JWT_SECRET: TEST_SECRET };

/** The settings with the values of their secrets, which no comparison sees otherwise. */
export function revealed(value: unknown): unknown {
  if (value instanceof Secret) return value.reveal();
  if (Array.isArray(value)) return value.map(revealed);
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, revealed(each)]));
}

/** The problems of these settings, one per line. */
export function problemsOf(environment: Environment): readonly string[] {
  try {
    readSettings(environment);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}
