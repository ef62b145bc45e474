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
          since: revoked?.since ?? null,
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
    .description('revoke a key: its signatures become invalid, except those with a time stamp before --since')
    .argument('<key-id>', 'id of the key')
    .requiredOption('--reason <text>', 'why; everybody can read it')
    .option('--since <time>', 'when somebody else may have got the key (ISO 8601). Default: now')
    .action((keyId: string, { reason, since }: { reason: string; since?: string }) =>
      run(async (db) => {
        const from = since === undefined ? null : new Date(since);
        if (from !== null && Number.isNaN(from.getTime()))
          throw new UsageError('--since must be a time in ISO 8601');
        if (!(await revokeReportKey(db, keyId, reason, from, currentOperator())))
          throw new UsageError(`no key ${keyId} that is not revoked`);
        return { keyId, revoked: true };
      }),
    );
}
