import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findOnPath } from '@assay/analysis/decode/find-on-path.ts';
import type { LocalConfig } from '@assay/runtime/config.ts';
import { SetupError } from '../../../local/progress.ts';
import { runTool } from '../../../local/programs/run-tool.ts';

/** The flavours of veraPDF that the suite uses: PDF/UA-1 and PDF/A-1b. */
export type Flavour = 'ua1' | '1b';

export interface Question {
  flavour: Flavour;
  file: string;
}

/**
 * Returns for each file the rules of veraPDF that the file breaks, such as `7.2-29`. Builds `Judge.java` with Maven in
 * the user's cache folder and runs it. Throws `SetupError` if Java or Maven is missing.
 */
export async function askVeraPdf(
  questions: readonly Question[],
  { cacheDir, environment }: LocalConfig,
): Promise<ReadonlySet<string>[]> {
  const searchPath = environment['PATH'] ?? '';
  for (const program of ['java', 'mvn'])
    if ((await findOnPath(program, searchPath)) === null)
      throw new SetupError(`${program} is missing: install Java 17 and Maven to compare with veraPDF`);
  const directory = path.join(cacheDir, 'verapdf-judge');
  await mkdir(directory, { recursive: true });
  const pom = path.join(import.meta.dirname, 'pom.xml');
  const goals = ['package', 'dependency:copy-dependencies', '-DincludeScope=runtime'];
  const options = ['--quiet', '--batch-mode', '--file', pom];
  await runTool('mvn', [...options, ...goals, `-Djudge.directory=${directory}`]);
  const list = path.join(directory, `files-${process.pid}.txt`);
  await writeFile(list, questions.map(({ flavour, file }) => `${flavour}\t${file}\n`).join(''));
  const classes = [path.join(directory, 'classes'), path.join(directory, 'dependency', '*')].join(':');
  try {
    const output = await runTool('java', ['-Xmx900m', '-cp', classes, 'Judge', list]);
    return output
      .split('\n')
      .slice(0, questions.length)
      .map((line) => new Set(line.split(' ').filter((rule) => rule !== '')));
  } finally {
    await rm(list, { force: true });
  }
}
