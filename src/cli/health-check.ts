import { withSecretFiles } from '../config/environment';
import type { Environment } from '../config/settings';
import { ready } from './readiness';

/** `leasegate ready` without options. It loads what prints a failure only then. @returns the exit status */
export async function checkHealth(environment: Environment): Promise<number> {
  try {
    await ready(withSecretFiles(environment));
    return 0;
  } catch (error) {
    return (await import('./program.ts')).failed(error, environment);
  }
}
