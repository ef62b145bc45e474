import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { print } from '@assay/admin/output.ts';
import { loadLocalConfig } from '@assay/runtime/config.ts';
import { messageWithCause, SetupError, step } from '../local/progress.ts';
import { interruption, stopSignal } from '../local/stop-signal.ts';
import { runTool } from '../local/programs/run-tool.ts';
import { createExaminer } from './examine.ts';
import { judgeFolder } from './real/judge-folder.ts';
import type { Suite, Verdict } from './suite.ts';
import { suites } from './suites.ts';
import { type Summary, summarise } from './summary.ts';

// npm run suites -- [NAME…] --dir DIR: compares the verdicts of sidekicks with those of public suites of files in
// DIR/NAME. If a suite is missing, prints the command that gets it. The exit code is 1 if a disagreement has no
// explanation, or if an explanation belongs to no disagreement.
//
// npm run suites -- real --dir DIR [--expect FILE] [--sheet FILE] [--json FILE] [NAME…]: runs all sidekicks on the
// files in DIR, and writes a contact sheet. The exit code is 1 if a finding is not as FILE expects.

function readArguments(): { chosen: readonly Suite[]; directory: string } {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { dir: { type: 'string' } } });
  const known = suites.map(({ name }) => name);
  const unknown = positionals.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new SetupError(`unknown suite: ${unknown.join(', ')}. Available: ${known.join(', ')}`);
  if (values.dir === undefined)
    throw new SetupError('--dir is missing: the folder that contains the clones of the suites');
  const directory = path.resolve(values.dir);
  const chosen = suites.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  const missing = chosen.filter(({ name }) => !existsSync(path.join(directory, name)));
  if (missing.length > 0)
    throw new SetupError(
      `these suites are missing; get them with:\n${missing.map(howToGet(directory)).join('\n')}`,
    );
  return { chosen, directory };
}

const howToGet =
  (directory: string) =>
  ({ name, repository, commit }: Suite) => {
    const target = path.join(directory, name);
    return `  git clone ${repository} ${target} && git -C ${target} checkout ${commit}`;
  };

/** Warns if the clone of a suite is not at the commit for which its explanations were written. */
async function warnOfOtherCommit({ name, commit }: Suite, directory: string): Promise<void> {
  const isClone = existsSync(path.join(directory, '.git'));
  const head = isClone ? (await runTool('git', ['-C', directory, 'rev-parse', 'HEAD'])).trim() : 'unknown';
  if (head !== commit) console.warn(`  ${name}: expected commit ${commit}, found ${head}`);
}

async function collect(verdicts: AsyncIterable<Verdict>, note: (text: string) => void): Promise<Verdict[]> {
  const collected: Verdict[] = [];
  for await (const verdict of verdicts) {
    collected.push(verdict);
    note(`${collected.length} verdicts`);
  }
  return collected;
}

function printDisagreements(name: string, { disagreements, needless }: Summary): void {
  for (const { check, item, expected, ours, details, reason } of disagreements)
    console.log(
      `  ${item} (${check}): expected ${expected}, ours ${ours}. ${reason ?? `UNEXPLAINED: ${details}`}`,
    );
  for (const key of needless) console.log(`  needless explanation of ${name}: ${key}`);
}

const signal = stopSignal();
const interrupted = interruption(signal);
const config = loadLocalConfig();

async function compareSuites(): Promise<boolean> {
  const { chosen, directory } = readArguments();
  const { examine, measure, close } = await createExaminer(config, signal);
  const summaries: Summary[] = [];
  try {
    for (const suite of chosen) {
      const clone = path.join(directory, suite.name);
      await warnOfOtherCommit(suite, clone);
      const verdicts = await step(suite.name, (note) =>
        Promise.race([
          collect(suite.compare({ directory: clone, config, examine, measure }), note),
          interrupted,
        ]),
      );
      const summary = summarise(suite, verdicts);
      printDisagreements(suite.name, summary);
      summaries.push(summary);
    }
  } finally {
    await close();
  }
  console.log('');
  print(
    summaries.flatMap(({ rows }) => rows.map((row) => ({ ...row }))),
    false,
  );
  return summaries.every(
    ({ disagreements, needless }) =>
      needless.length === 0 && disagreements.every(({ reason }) => reason !== null),
  );
}

try {
  const [name, ...rest] = process.argv.slice(2);
  const isRight = await (name === 'real' ? judgeFolder(rest, config, signal) : compareSuites());
  if (!isRight) process.exitCode = 1;
} catch (error) {
  console.error(`\nerror: ${messageWithCause(error)}`);
  process.exitCode = 1;
}
