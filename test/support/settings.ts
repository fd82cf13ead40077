import { type Environment, readSettings, SettingsError } from '../../src/config/settings';
import { TEST_SECRET } from './tokens';

/** The smallest set of settings with which `serve` starts. */
export const REQUIRED = { DATABASE_URL: 'mysql://jane:s3cret@db.example/leasegate', AUTH_JWT_SECRET: TEST_SECRET };

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
