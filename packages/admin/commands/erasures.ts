import type { Command } from 'commander';
import { erasuresPrefix } from '@assay/storage/s3/keys.ts';
import {
  eraseAsset,
  eraseMember,
  eraseSubmission,
  eraseWorkspace,
  type ErasureRecord,
} from '@assay/storage/upkeep/erase.ts';
import { isoDate } from '../iso-date.ts';
import { type Run, UsageError } from '../run.ts';
import { runErasure } from '../run-erasure.ts';

interface EraseOptions {
  workspace?: string;
  submission?: string;
  asset?: string;
  member?: string;
}

const keysPerList = 1000;

export function addErasureCommands(program: Command, run: Run): void {
  program
    .command('erase')
    .description(
      'erase the personal data of a workspace, a submission, an asset or a person; the ledger keeps amounts',
    )
    .option('--workspace <id>', 'the workspace, which must be suspended')
    .option('--submission <id>', 'the submission')
    .option('--asset <id>', 'the asset; with --submission, only there')
    .option('--member <id>', 'the person, who must have been removed from all workspaces')
    .action(({ workspace, submission, asset, member }: EraseOptions) =>
      run(async (db, temporal, _, blobs) => {
        const subjects = [workspace, submission ?? asset, member].filter((id) => id !== undefined);
        if (subjects.length !== 1)
          throw new UsageError('name one of --workspace, --submission, --asset and --member');
        const parts = { database: db, temporal: await temporal(), blobs: await blobs() };
        const record = await runErasure(parts, (deps) => {
          if (workspace !== undefined) return eraseWorkspace(deps, workspace);
          if (member !== undefined) return eraseMember(deps, member);
          if (asset !== undefined) return eraseAsset(deps, asset, submission ?? null);
          return eraseSubmission(deps, submission!);
        });
        return { ...record };
      }),
    );

  program
    .command('erasures')
    .description('show what was erased')
    .command('list')
    .description('list the erasures, oldest first, from their records in the bucket')
    .option('--since <iso>', 'only erasures that ended at this time or later', isoDate)
    .action(({ since = new Date(0) }: { since?: Date }) =>
      run(async (_db, _temporal, _secretCipher, open) => {
        const blobs = await open();
        const records: ErasureRecord[] = [];
        let after: string | null = null;
        for (let isLast = false; !isLast;) {
          const page = await blobs.list(erasuresPrefix, after, keysPerList);
          for (const { key } of page.objects)
            records.push(JSON.parse((await blobs.getSmall(key)).toString()) as ErasureRecord);
          ({ isLast } = page);
          after = page.objects.at(-1)?.key ?? null;
        }
        return records
          .filter(({ completedAt }) => new Date(completedAt) >= since)
          .map((record) => ({ ...record }));
      }),
    );
}
