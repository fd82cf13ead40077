import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The kernel's limit is 107 bytes (103 on macOS); MySQL puts `.lock` behind the name. */
const LONGEST = 98;

export interface SocketPath {
  readonly path: string;
  /** Removes the folder that was made for it, if any. */
  remove(): void;
}

/** Where the server may put its socket: in `folder`, or in a short temporary one when the path would be too long. */
export function socketPath(folder: string, temporary: string = tmpdir()): SocketPath {
  const path = join(folder, 'server.sock');
  if (Buffer.byteLength(path) <= LONGEST) return { path, remove: () => undefined };
  const short = mkdtempSync(join(temporary, 'leasegate-'));
  return { path: join(short, 'server.sock'), remove: () => rmSync(short, { recursive: true, force: true }) };
}
