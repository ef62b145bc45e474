import type { Command } from 'commander';
import { listAuditEntries } from '@assay/storage/accounts/audit-log.ts';
import { isoDate } from '../iso-date.ts';
import { requireWorkspace, type Run } from '../run.ts';
import { wholeNumber } from '../whole-number.ts';

const defaultListed = 50;

interface ListOptions {
  workspace?: string;
  actor?: string;
  action?: string;
  subject?: string;
  since?: Date;
  until?: Date;
  limit?: number;
}

export function addAuditCommands(program: Command, run: Run): void {
  program
    .command('audit')
    .description('show who changed what')
    .command('list')
    .description('list the changes by API keys and operators, newest first')
    .option('--workspace <id>', 'only changes in this workspace')
    .option('--actor <name>', 'only changes by this API key (its id) or operator (the user name)')
    .option('--action <action>', 'only this action, e.g. submission.create')
    .option('--subject <path>', 'only this resource and resources below it, e.g. submissions/ID')
    .option('--since <iso>', 'only changes at this time or later', isoDate)
    .option('--until <iso>', 'only changes before this time', isoDate)
    .option('--limit <n>', `maximum number of changes (default: ${defaultListed})`, wholeNumber(1))
    .action(({ limit = defaultListed, ...options }: ListOptions) =>
      run(async (db) => {
        const { workspace, actor, action, subject, since, until } = options;
        if (workspace !== undefined) await requireWorkspace(db, workspace);
        const filter = {
          workspaceId: workspace ?? null,
          actor: actor ?? null,
          action: action ?? null,
          subject: subject ?? null,
          since: since ?? null,
          until: until ?? null,
        };
        return (await listAuditEntries(db, filter, limit)).map((entry) => ({ ...entry }));
      }),
    );
}
