import { readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { print } from '@assay/admin/output.ts';
import type { LocalConfig } from '@assay/runtime/config.ts';
import { fileTypeOf } from '@assay/domain/asset-type.ts';
import { ensureTextModels } from '../../local/programs/text-models.ts';
import { messageWithCause, SetupError, step } from '../../local/progress.ts';
import { createExaminer, FileRefused } from '../examine.ts';
import { contactSheet, type JudgedFile } from './contact-sheet.ts';
import { deviations, expectations, type FileExpectations } from './expectations.ts';

interface Options {
  files: readonly string[];
  expected: Record<string, FileExpectations>;
  sheet: string;
  /** File for the findings as JSON; null if they are not stored. */
  json: string | null;
}

/**
 * Runs all built-in sidekicks on a folder of files, and reads the text that the files show. Prints the findings by
 * rule, the time that each file took, and how the findings deviate from the expected ones. Writes a contact sheet.
 * Returns whether all findings are as expected.
 * @param args command-line arguments after the name of the suite
 */
export async function judgeFolder(
  args: readonly string[],
  config: LocalConfig,
  signal: AbortSignal,
): Promise<boolean> {
  const { files, expected, sheet, json } = await readOptions(args);
  const models = await ensureTextModels(config.cacheDir, config.environment['PATH'] ?? '');
  if (models === null) throw new SetupError('text cannot be read without the weights of the reader');
  const { examineAll, tools, close } = await createExaminer(config, signal, models);
  const judged: JudgedFile[] = [];
  try {
    for (const file of files) {
      const name = path.basename(file);
      judged.push(await step(name, () => judge(file, expected[name])));
    }
    await writeFile(sheet, await contactSheet(judged, tools, signal));
  } finally {
    await close();
  }
  if (json !== null) await writeFile(json, JSON.stringify(judged, null, 1));
  printResults(judged);
  console.log(`\nContact sheet: ${sheet}`);
  return judged.every(({ deviations: found, failure }) => found.length === 0 && failure === null);

  async function judge(file: string, expectation: FileExpectations | undefined): Promise<JudgedFile> {
    const nothing = { file, examined: null, refusal: null, failure: null, deviations: [] };
    try {
      const examined = await examineAll(file);
      return { ...nothing, examined, deviations: deviations(expectation, examined.findings) };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof FileRefused)) return { ...nothing, failure: messageWithCause(error) };
      const refusal = error.message;
      return { ...nothing, refusal, deviations: deviations(expectation, [], refusal) };
    }
  }
}

async function readOptions(args: readonly string[]): Promise<Options> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      dir: { type: 'string' },
      expect: { type: 'string' },
      sheet: { type: 'string', default: path.join(tmpdir(), 'assay-contact-sheet.html') },
      json: { type: 'string' },
    },
  });
  if (values.dir === undefined) throw new SetupError('--dir is missing: the folder that contains the files');
  const directory = path.resolve(values.dir);
  const names = (await readdir(directory)).filter((name) => fileTypeOf(name) !== null).sort();
  const chosen = positionals.length === 0 ? names : positionals;
  const missing = chosen.filter((name) => !names.includes(name));
  if (missing.length > 0) throw new SetupError(`not in ${directory}: ${missing.join(', ')}`);
  if (chosen.length === 0) throw new SetupError(`${directory} has no file of an accepted format`);
  return {
    files: chosen.map((name) => path.join(directory, name)),
    expected: values.expect === undefined ? {} : await readExpectations(values.expect),
    sheet: path.resolve(values.sheet),
    json: values.json ?? null,
  };
}

async function readExpectations(file: string): Promise<Record<string, FileExpectations>> {
  const parsed = expectations.safeParse(JSON.parse(await readFile(file, 'utf8')));
  if (!parsed.success) throw new SetupError(`${file}: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

function printResults(judged: readonly JudgedFile[]): void {
  const findings = judged.flatMap(({ examined }) => examined?.findings ?? []);
  const byRule = Map.groupBy(findings, ({ ruleCode }) => ruleCode);
  console.log('');
  print(
    [...byRule].toSorted().map(([rule, of]) => ({ rule, findings: of.length })),
    false,
  );
  console.log('');
  print(
    judged.map(({ file, examined, refusal, failure, deviations: found }) => ({
      file: path.basename(file),
      findings: examined?.findings.length ?? refusal ?? failure,
      seconds: examined?.seconds.all.toFixed(1),
      'times real time': timesRealTime(examined),
      deviations: found.length,
    })),
    false,
  );
  for (const { file, deviations: found, examined } of judged) {
    for (const { expected, found: what, note } of found)
      console.log(`  ${path.basename(file)}: expected ${expected}, found ${what} (${note})`);
    for (const { sidekick, reason } of examined?.failures ?? [])
      console.log(`  ${path.basename(file)}: ${sidekick} failed: ${reason}`);
  }
}

function timesRealTime(examined: JudgedFile['examined']): string | null {
  const duration = examined?.durationSeconds ?? 0;
  return examined === null || duration === 0 ? null : (examined.seconds.all / duration).toFixed(1);
}
