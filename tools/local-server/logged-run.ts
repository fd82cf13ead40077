import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';

/** Runs a program and writes its output to `logFile`. @throws {Error} with the end of the log when it fails */
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

/** The end of a log, and the path of the whole log. */
export function lastLines(logFile: string): string {
  const lines = readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-8);
  return [...lines.map((line) => `  ${line}`), `  (whole log: ${logFile})`].join('\n');
}
