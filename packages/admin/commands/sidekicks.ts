import type { Command } from 'commander';
import { findSidekick, sidekickDescriptions } from '@assay/analysis/sidekicks/catalogue.ts';
import { isUuid } from '@assay/domain/blob-path.ts';
import { deriveKeys } from '@assay/domain/lib/key-ring.ts';
import type { Database } from '@assay/storage/database/database.ts';
import {
  listCustomSidekicks,
  readUnfinishedExaminations,
  removeSidekick,
} from '@assay/storage/submissions/custom-sidekicks.ts';
import { warn } from '../output.ts';
import { currentOperator } from '../operator.ts';
import { readRegistration, registerSidekick } from '../register-sidekick.ts';
import { type ConnectTemporal, requireWorkspace, type Run, UsageError } from '../run.ts';

interface RegisterOptions {
  file: string;
  workspace?: string;
  newSecret?: boolean;
}

export function addSidekickCommands(program: Command, run: Run): void {
  const sidekicks = program.command('sidekicks').description('manage the built-in and custom analysers');

  sidekicks
    .command('list')
    .description('list the sidekicks with their asset types, rules, and task queue or URL')
    .option('--workspace <id>', 'only those that this workspace may use')
    .action(({ workspace }: { workspace?: string }) =>
      run(async (db) => {
        if (workspace !== undefined) await requireWorkspace(db, workspace);
        const builtIn = sidekickDescriptions.map((sidekick) => ({ ...sidekick, ...builtInScope }));
        const custom = await listCustomSidekicks(db, workspace ?? null);
        return [...builtIn, ...custom].map(
          ({ id, code, name, version, assetTypes, rules, workspaceId, taskQueue, url }) => ({
            id,
            code,
            name,
            version,
            assetTypes,
            rules: rules.map((rule) => rule.code),
            workspaceId,
            taskQueue,
            url,
          }),
        );
      }),
    );

  sidekicks
    .command('register')
    .description('register a custom sidekick, or a new version of it; a signing secret is shown only once')
    .requiredOption('--file <file>', 'JSON description of the sidekick: see docs/custom-sidekicks.md')
    .option('--workspace <id>', 'the workspace that may use it (default: every workspace)')
    .option('--new-secret', 'replace the signing secret; the previous one stops working at once')
    .action(({ file, workspace, newSecret }: RegisterOptions) =>
      run(async (db, temporal, secretCipher) => {
        const registration = await readRegistration(file);
        if (workspace !== undefined) await requireWorkspace(db, workspace);
        const result = await registerSidekick(db, secretCipher, workspace ?? null, registration, {
          newSecret,
        });
        if (result.taskQueue !== null) await warnWithoutWorker(temporal, result.taskQueue);
        return { ...result };
      }),
    );

  sidekicks
    .command('keys')
    .description(
      'print the keys with which the worker of a custom sidekick decrypts and encrypts its payloads',
    )
    .argument('<id>', 'the sidekick, registered with "encrypted": true')
    .action((id: string) =>
      run(async (db, _temporal, _secretCipher, _blobs, _publicUrl, payloadKeys) => {
        const custom = await listCustomSidekicks(db, null);
        if (!custom.some((sidekick) => sidekick.id === id && sidekick.encrypted))
          throw new UsageError(`there is no custom sidekick ${id} with "encrypted": true`);
        const keys = await payloadKeys();
        if (keys === null) throw new UsageError('PAYLOAD_ENCRYPTION_KEYS is not set');
        return [...deriveKeys(keys, id)].map(([keyId, key]) => ({ keyId, key: key.toString('base64') }));
      }),
    );

  sidekicks
    .command('remove')
    .description('remove a custom sidekick and fail the assets that wait for it; its findings are kept')
    .argument('<id>', 'the sidekick')
    .action((id: string) => run((db, temporal) => remove(db, temporal, id)));
}

/** Scope of built-in sidekicks: they are available in every workspace and run on the platform's own workers. */
const builtInScope = { workspaceId: null, taskQueue: null, url: null };

/**
 * Removes a sidekick, then ends its queued and running work. The order matters: work that starts between these steps
 * finds that the sidekick was removed. If Temporal fails, the command can be repeated.
 */
async function remove(
  db: Database,
  temporal: ConnectTemporal,
  id: string,
): Promise<{ id: string; removed: true }> {
  if (findSidekick(id) !== null) throw new UsageError(`${id} is built in`);
  const removed = isUuid(id) && (await removeSidekick(db, id, currentOperator()));
  const unfinished = isUuid(id) ? await readUnfinishedExaminations(db, id) : [];
  if (!removed && unfinished.length === 0) throw new UsageError(`there is no sidekick ${id}`);
  if (unfinished.length === 0) return { id, removed: true };
  try {
    const { endRemovedExaminations } = await import('@assay/runtime/temporal/examinations.ts');
    await endRemovedExaminations(await temporal(), unfinished);
  } catch (error) {
    throw new Error(
      `the sidekick is removed, but its queued work could not be ended (run the command again): ${(error as Error).message}`,
      { cause: error },
    );
  }
  return { id, removed: true };
}

async function warnWithoutWorker(temporal: ConnectTemporal, taskQueue: string): Promise<void> {
  try {
    const { hasActivityPollers } = await import('@assay/runtime/temporal/examinations.ts');
    if (await hasActivityPollers(await temporal(), taskQueue)) return;
    warn(`no worker polls the task queue ${taskQueue}: assets wait until one is started, or fail`);
  } catch (error) {
    warn(`could not check whether a worker polls ${taskQueue}: ${(error as Error).message}`);
  }
}
