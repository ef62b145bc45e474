import type { Command } from 'commander';
import { listLedger } from '@assay/storage/accounts/ledger.ts';
import { requireWorkspace, type Run } from '../run.ts';

export function addLedgerCommands(program: Command, run: Run): void {
  program
    .command('ledger')
    .description('show charges')
    .command('list')
    .description('list the ledger entries of a workspace with their submission, file, measurement and prices')
    .requiredOption('--workspace <id>', 'the workspace')
    .action(({ workspace }: { workspace: string }) =>
      run(async (db) => {
        await requireWorkspace(db, workspace);
        return (await listLedger(db, workspace)).map((entry) => ({ ...entry }));
      }),
    );
}
