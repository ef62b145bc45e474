import type { ChildProcess } from 'node:child_process';

/**
 * Kills a process and its children. The process must have been started with `detached`, and so has a process group of
 * its own. If only bubblewrap is killed while it starts, its child waits for it forever and keeps the pipes open:
 * `--die-with-parent` takes effect later.
 */
export function killGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  // The id of a process that has ended may belong to another process.
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // The process has just ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
