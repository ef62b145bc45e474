import type { Command } from 'commander';
import { createReportKey } from '@assay/storage/accounts/report-key-file.ts';
import { readReportKeys, revokeReportKey, rotateReportKey } from '@assay/storage/accounts/report-keys.ts';
import { currentOperator } from '../operator.ts';
import { type Run, UsageError } from '../run.ts';

export function addReportKeyCommands(program: Command, run: Run): void {
  const keys = program.command('report-keys').description('manage the keys that sign reports');

  keys
    .command('list')
    .description('list all keys, the newest first')
    .action(() =>
      run(async (db) => {
        const keySet = await readReportKeys(db);
        return [...keySet.keys, ...keySet.revoked].map(({ kid, from, until, revoked }) => ({
          keyId: kid,
          from,
          until,
          revokedAt: revoked?.at ?? null,
          reason: revoked?.reason ?? null,
        }));
      }),
    );

  keys
    .command('rotate')
    .description('create a key and write it to a file, which replaces the earlier key; signatures stay valid')
    .requiredOption('--file <path>', 'the file that REPORT_SIGNING_KEY_FILE names')
    .action(({ file }: { file: string }) =>
      run(async (db) => {
        const key = await createReportKey(file);
        await rotateReportKey(db, key, currentOperator());
        await key.replace();
        return { keyId: key.keyId, file };
      }),
    );

  keys
    .command('revoke')
    .description('revoke a key: all its signatures become invalid')
    .argument('<key-id>', 'id of the key')
    .requiredOption('--reason <text>', 'why; everybody can read it')
    .action((keyId: string, { reason }: { reason: string }) =>
      run(async (db) => {
        if (!(await revokeReportKey(db, keyId, reason, currentOperator())))
          throw new UsageError(`no key ${keyId} that is not revoked`);
        return { keyId, revoked: true };
      }),
    );
}
