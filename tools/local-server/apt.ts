import { runLogged } from './logged-run';

/** Runs `apt-get` with these arguments, once more with fresh package lists when it fails. @throws {Error} with the end of the log */
export async function installWithApt(aptGet: string, args: readonly string[], log: string): Promise<void> {
  const apt = (...given: string[]) => runLogged('env', ['DEBIAN_FRONTEND=noninteractive', aptGet, ...given], log);
  try {
    await apt(...args);
  } catch {
    // The package lists are missing or old.
    await apt('update');
    await apt(...args);
  }
}
