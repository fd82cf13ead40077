import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';

/** Runs a program to its end, all that it says going into `logFile`. @throws {Error} with the log's last lines when it fails */
export async function runLogged(program: string, args: readonly string[], logFile: string): Promise<void> {
  const log = openSync(logFile, 'a', 0o600);
  try {
    await new Promise<void>((resolve, reject) => {
      const child = spawn(program, args, { stdio: ['ignore', log, log] });
      child.once('error', reject);
      child.once('exit', (code, signal) => {
        if (code === 0) resolve();
        else reject(new Error(`${program} failed (${signal ?? code}):\n${lastLines(logFile)}`));
      });
    });
  } finally {
    closeSync(log);
  }
}

/** The end of a log, and where the whole of it is. */
export function lastLines(logFile: string): string {
  const lines = readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-8);
  return [...lines.map((line) => `  ${line}`), `  (all of it: ${logFile})`].join('\n');
}
