import type { Reporter, TestModule } from 'vitest/node';

const maxFiles = 15;

/** Prints the slowest test files of a run before the summary. The times include the hooks of each file. */
export class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length < 2) return;
    const files = modules
      .map((module) => ({ file: module.relativeModuleId, ms: module.diagnostic().duration }))
      .sort((a, b) => b.ms - a.ms)
      .slice(0, maxFiles);
    console.log(`\nThe ${files.length} slowest files:`);
    for (const { file, ms } of files) console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${file}`);
  }
}
