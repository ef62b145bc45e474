import type { Command } from 'commander';
import { listLedger } from '../../storage/postgres/ledger.ts';
import { requireWorkspace } from '../arguments.ts';
import type { Run } from '../run.ts';

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
        await requireWorkspace(db, workspace);
        return (await listLedger(db, workspace)).map((entry) => ({ ...entry }));
      }),
    );
}
