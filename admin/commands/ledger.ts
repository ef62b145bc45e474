import type { Command } from 'commander';
import { isUuid } from '../../domain/blob-path.ts';
import { listLedger } from '../../storage/postgres/ledger.ts';
import { readWorkspace } from '../../storage/postgres/workspaces.ts';
import type { Run } from '../run.ts';
import { UsageError } from '../usage-error.ts';

export function addLedgerCommands(program: Command, run: Run): void {
  program
    .command('ledger')
    .description('what was charged')
    .command('list')
    .description(
      'list the entries of a workspace, each with the submission, bytes, measurement and prices it came from',
    )
    .requiredOption('--workspace <id>', 'the workspace')
    .action(({ workspace }: { workspace: string }) =>
      run(async (db) => {
        const known = isUuid(workspace) && (await readWorkspace(db, workspace)) !== null;
        if (!known) throw new UsageError(`there is no workspace ${workspace}`);
        return (await listLedger(db, workspace)).map((entry) => ({ ...entry }));
      }),
    );
}
