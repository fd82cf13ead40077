import { ServiceError } from '../errors';
import { SettingsError } from '../config/settings';
import { CommandFailure } from './terminal';

/** The message for the terminal about a failure. */
export async function messageOf(error: unknown): Promise<string> {
  if (error instanceof SettingsError) return `Invalid settings:\n  ${error.problems.join('\n  ')}`;
  if (error instanceof CommandFailure) return error.message;
  // By its name, because only the commands that need imports load them.
  if (error instanceof Error && error.name === 'LoadingError') return error.message;
  if (error instanceof ServiceError) {
    const { databaseReport } = await import('../db/pool/failures.ts');
    return `The database ${databaseReport(error)}.`;
  }
  return `Failed: ${error instanceof Error ? error.message : String(error)}`;
}
