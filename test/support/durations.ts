import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

const shownFiles = 5;
const directory = '.local/test-durations';

/**
 * Prints the slowest test files of a run before the summary, and writes the durations of all files to a file of the
 * run. The durations are in seconds and include the hooks of each file.
 */
export class Durations implements Reporter {
  #startedAt = new Date();

  onTestRunStart(): void {
    this.#startedAt = new Date();
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length < 2) return;
    const seconds = (ms: number) => Number((ms / 1000).toFixed(1));
    const files = modules
      .map((module) => [module.relativeModuleId, seconds(module.diagnostic().duration)] as const)
      .sort(([, a], [, b]) => b - a);
    const total = seconds(Date.now() - this.#startedAt.getTime());
    mkdirSync(directory, { recursive: true });
    const file = path.join(
      directory,
      `${this.#startedAt.toISOString().slice(0, 19).replaceAll(':', '-')}.json`,
    );
    writeFileSync(file, JSON.stringify({ total, files: Object.fromEntries(files) }, null, 2));
    console.log(`\n${total} s in total (${file}). The ${shownFiles} slowest files:`);
    for (const [name, duration] of files.slice(0, shownFiles))
      console.log(`${duration.toFixed(1).padStart(7)} s  ${name}`);
  }
}
