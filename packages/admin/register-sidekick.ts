import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { v5 as uuidV5, v7 as uuidV7 } from 'uuid';
import { z } from 'zod';
import { sidekickDescriptions } from '@assay/analysis/sidekicks/catalogue.ts';
import {
  sidekickRegistration,
  type SidekickRegistration,
} from '@assay/domain/contracts/sidekick-registration.ts';
import type { Database } from '@assay/storage/database/database.ts';
import { findRegistration, saveSidekick } from '@assay/storage/submissions/custom-sidekicks.ts';
import type { SecretCipher } from '@assay/storage/accounts/secret-cipher.ts';
import { currentOperator } from './operator.ts';
import { UsageError } from './run.ts';

const secretBytes = 32;
/** Default of `maxWaitSeconds` in the registration file: the maximum wait for a worker of the sidekick, in seconds. */
const defaultMaxWaitSeconds = 3600;

export interface RegistrationResult {
  id: string;
  code: string;
  version: string;
  /** The workspace that may use the sidekick. Null: all workspaces. */
  workspaceId: string | null;
  taskQueue: string | null;
  url: string | null;
  /** New signing secret, shown only once. Absent if the secret is unchanged or the sidekick needs none. */
  secret?: string;
}

/** Reads a registration file. Throws a `UsageError` that lists every fault of the file. */
export async function readRegistration(file: string): Promise<SidekickRegistration> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`);
  });
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${file} is not JSON: ${(error as Error).message}`);
  }
  const parsed = sidekickRegistration.safeParse(content);
  if (!parsed.success)
    throw new UsageError(`${file} does not describe a sidekick:\n${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

/**
 * Registers a custom sidekick for one workspace, or for all workspaces if `workspaceId` is null. If a sidekick with
 * this code is already registered for the same workspaces, updates this sidekick. The ids of the sidekick and of its
 * rules are the same in all versions. Throws `UsageError` if another sidekick uses the code or the version is
 * registered with other content.
 * @param secretCipher returns the cipher of secrets; called only if the sidekick gets a new secret
 * @param options `newSecret`: replace the signing secret of a sidekick at an HTTPS endpoint
 */
export async function registerSidekick(
  database: Database,
  secretCipher: () => Promise<SecretCipher>,
  workspaceId: string | null,
  { rules, ...registration }: SidekickRegistration,
  { newSecret = false } = {},
): Promise<RegistrationResult> {
  const { code, version, taskQueue, url } = registration;
  if (sidekickDescriptions.some((sidekick) => sidekick.code === code))
    throw new UsageError(`"${code}" is the code of a built-in sidekick`);
  const known = await findRegistration(database, workspaceId, code);
  const id = known?.id ?? uuidV7();
  const needsSecret = url !== null && (newSecret || (known?.url ?? null) === null);
  const secret = needsSecret ? `whsec_${randomBytes(secretBytes).toString('base64')}` : null;
  const saved = await saveSidekick(
    database,
    id,
    {
      ...registration,
      maxWaitSeconds: taskQueue === null ? null : (registration.maxWaitSeconds ?? defaultMaxWaitSeconds),
      workspaceId,
      rules: rules.map((rule) => ({ id: uuidV5(rule.code, id), ...rule })),
      secret: secret === null ? null : (await secretCipher()).encrypt(secret, id),
    },
    currentOperator(),
  );
  if (saved.outcome === 'code taken') throw new UsageError(`the sidekick ${saved.by} has the code "${code}"`);
  if (saved.outcome === 'version taken') {
    throw new UsageError(
      `version "${version}" of ${code} is registered with other content: give this one a new version`,
    );
  }
  return { id, code, version, workspaceId, taskQueue, url, ...(secret === null ? {} : { secret }) };
}
