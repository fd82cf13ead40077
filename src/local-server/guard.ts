import { spawn } from 'node:child_process';

/**
 * Ends process `pid` as soon as this process is gone, however it went: the guard waits on a pipe that the kernel closes then.
 * Returns how to dismiss the guard, to be called as soon as `pid` has ended.
 */
export function guardProcess(pid: number): () => void {
  // Again and again, for a server that is still starting may lose the signal.
  const insist = 'for _ in 1 2 3 4 5 6 7 8 9 10; do kill "$0" || exit; sleep 1; done; kill -9 "$0"';
  const script = `trap "" INT HUP TERM; read -r _; ${insist}`;
  const guard = spawn('sh', ['-c', script, String(pid)], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  guard.unref();
  return () => {
    guard.kill('SIGKILL');
  };
}
