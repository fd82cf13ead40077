import { type ChildProcess, spawn } from 'node:child_process';

// Again and again, for a server that is still starting may lose the signal.
const INSIST = 'for _ in 1 2 3 4 5 6 7 8 9 10; do kill "$pid" || exit; sleep 1; done; kill -9 "$pid"';

/**
 * Starts a process that ends as soon as this one is gone, however it went: a guard waits on a pipe that the kernel closes
 * then. The guard is made first: a signal to this process's whole group ends a child that has no session of its own yet,
 * and must not end the guard alone.
 */
export function startGuarded<Child extends ChildProcess>(start: () => Child): Child {
  const script = `trap "" INT HUP TERM; read -r pid || exit; read -r _; ${INSIST}`;
  // Its last word says whose guard it is.
  const guard = spawn('sh', ['-c', script, String(process.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  guard.unref();
  // It may have been ended.
  guard.stdin.on('error', () => undefined);
  const child = start();
  if (child.pid === undefined) guard.stdin.end();
  else guard.stdin.write(`${child.pid}\n`);
  // At once, even after a crash: the number may be given to a stranger.
  child.once('exit', () => guard.kill('SIGKILL'));
  return child;
}
