import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Command } from 'commander';
import { sidekickDescriptions } from '@assay/analysis/sidekicks/catalogue.ts';
import { libraryName } from '@assay/domain/contracts/precedent-library.ts';
import type { Database } from '@assay/storage/database/database.ts';
import { listCustomSidekicks } from '@assay/storage/submissions/custom-sidekicks.ts';
import {
  importLibrary,
  listLibraries,
  removeLibrary,
} from '@assay/storage/submissions/precedent-libraries.ts';
import { currentOperator } from '../operator.ts';
import { readRulingFile } from '../read-rulings.ts';
import { type Run, UsageError } from '../run.ts';

export function addPrecedentCommands(program: Command, run: Run): void {
  const precedents = program
    .command('precedents')
    .description('manage libraries of published rulings, which issues of all workspaces name as precedents');

  precedents
    .command('import')
    .description('import rulings as a library, or as a new version that replaces the one before')
    .argument('<file>', 'CSV or JSON: see docs/precedents.md')
    .option('--name <name>', 'name of the library (default: the name of the file)')
    .action((file: string, { name }: { name?: string }) =>
      run(async (db) => {
        const parsed = libraryName.safeParse(name ?? path.parse(file).name.toLowerCase());
        if (!parsed.success) throw new UsageError(`--name ${parsed.error.issues[0]!.message}`);
        const { bytes, rulings } = await readRulingFile(file);
        await requireRules(db, file, new Set(rulings.flatMap(({ ruleCodes }) => ruleCodes)));
        const library = {
          name: parsed.data,
          sha256: createHash('sha256').update(bytes).digest('hex'),
          rulings,
        };
        const version = await importLibrary(db, library, currentOperator());
        return { name: library.name, version, rulings: rulings.length };
      }),
    );

  precedents
    .command('list')
    .description('list all versions of all libraries; those without an end are used')
    .action(() => run(async (db) => (await listLibraries(db)).map((library) => ({ ...library }))));

  precedents
    .command('remove')
    .description('remove the rulings of a library; issues that were found before keep them')
    .argument('<name>', 'the library')
    .action((name: string) =>
      run(async (db) => {
        if (!(await removeLibrary(db, name, currentOperator())))
          throw new UsageError(`there is no library ${name}`);
        return { name, removed: true };
      }),
    );
}

/** Throws a `UsageError` if no built-in or custom sidekick has one of the rules. */
async function requireRules(db: Database, file: string, codes: ReadonlySet<string>): Promise<void> {
  const sidekicks = [...sidekickDescriptions, ...(await listCustomSidekicks(db, null))];
  const known = new Set(sidekicks.flatMap(({ rules }) => rules.map(({ code }) => code)));
  const unknown = [...codes].filter((code) => !known.has(code));
  if (unknown.length > 0)
    throw new UsageError(`${file} names rules that no sidekick has: ${unknown.slice(0, 20).join(', ')}`);
}
