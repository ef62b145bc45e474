import type { Command } from 'commander';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { type ChainHead, readChainHeads, verifyChains } from '@assay/storage/accounts/audit-chain.ts';
import { listAuditEntries } from '@assay/storage/accounts/audit-log.ts';
import { isoDate } from '../iso-date.ts';
import { requireWorkspace, type Run, UsageError } from '../run.ts';
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
  const audit = program
    .command('audit')
    .description('show who changed what, and check that no entry was changed');

  audit
    .command('head')
    .description('print the newest hash of each chain of the audit log, to keep outside the database')
    .action(() => run(async (db) => (await readChainHeads(db)).map((head) => ({ ...head }))));

  audit
    .command('verify')
    .description('check the hash of every entry; fails if an entry was changed or removed')
    .option('--heads <file>', 'JSON output of an earlier "audit head", which must still be in the chains')
    .action(({ heads }: { heads?: string }) =>
      run(async (db) => {
        const { faults, ...counts } = await verifyChains(
          db,
          heads === undefined ? [] : await readHeads(heads),
        );
        if (faults.length === 0) return { ...counts, faults: 0 };
        const lines = faults.map(
          ({ workspaceId, position, entryId, fault }) =>
            `${fault}: workspace ${workspaceId ?? '-'}, position ${position ?? '-'}, entry ${entryId ?? '-'}`,
        );
        throw new UsageError(`the audit log was changed:\n${lines.join('\n')}`);
      }),
    );

  audit
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

const headsFile = z.array(
  z.object({
    workspaceId: z.uuid().nullable(),
    position: z.int().min(1),
    hash: z.string().regex(/^[0-9a-f]{64}$/),
  }),
);

async function readHeads(file: string): Promise<ChainHead[]> {
  try {
    return headsFile.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    throw new UsageError(`${file} is not the output of "audit head --json": ${(error as Error).message}`);
  }
}
