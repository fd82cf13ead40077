import { type Environment, readSettings, SettingsError } from '../../src/config/settings';
import { TEST_SECRET } from './tokens';

/** The least that `serve` starts with. */
export const REQUIRED = { DATABASE_URL: 'mysql://jane:s3cret@db.example/leasegate', AUTH_JWT_SECRET: TEST_SECRET };

/** What is wrong with these settings, a line each. */
export function problemsOf(environment: Environment): readonly string[] {
  try {
    readSettings(environment);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}
