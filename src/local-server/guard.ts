import { spawn } from 'node:child_process';

/**
 * Ends process `pid` as soon as this process is gone, however it went: the guard waits on a pipe that the kernel closes then.
 * Returns how to dismiss the guard, to be called once `pid` has ended.
 */
export function guardProcess(pid: number): () => void {
  const script = 'trap "" INT HUP TERM; read -r _; kill "$0"';
  const guard = spawn('sh', ['-c', script, String(pid)], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  guard.unref();
  return () => {
    guard.kill('SIGKILL');
  };
}
