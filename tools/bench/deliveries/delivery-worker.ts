import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { loadLocalConfig } from '@assay/runtime/config.ts';
import { parseEncryptionKeys } from '@assay/domain/lib/key-ring.ts';
import { createTenant } from '../../local/stack/tenant.ts';
import { ensureLocalCa } from '../../local/stack/tls.ts';
import { ensureWorkflowBundle } from '../../local/stack/bundles.ts';
import type { Database } from '@assay/storage/database/database.ts';
import { createSecretCipher } from '@assay/storage/accounts/secret-cipher.ts';
import { insertSubscription } from '@assay/storage/webhooks/subscriptions.ts';
import type { BenchStack } from '../bench-stack.ts';
import { startServiceProcess } from '../service-process.ts';

export const eventType = 'asset.processing.completed';

/** Creates a workspace with one subscription in a temporary database. */
export async function createTemporarySubscriber(
  { info }: BenchStack,
  database: Database,
  endpointUrl: string,
): Promise<{ workspaceId: string; subscriptionId: string }> {
  const { workspaceId } = await createTenant(database, 'Bench', 'unlimited');
  const id = randomUUID();
  const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
  const cipher = createSecretCipher(parseEncryptionKeys(info.encryptionKeys));
  await insertSubscription(
    database,
    {
      id,
      workspaceId,
      endpointUrl,
      eventTypes: [eventType],
      description: null,
      secret: cipher.encrypt(secret, id),
    },
    1,
  );
  return { workspaceId, subscriptionId: id };
}

/** Starts a delivery worker that leases the deliveries of a temporary database. */
export async function startDeliveryWorker(
  { info, directory }: BenchStack,
  databaseUrl: string,
  namespace: string,
  settings: NodeJS.ProcessEnv = {},
) {
  const { certFile } = await ensureLocalCa(path.join(directory, 'tls'));
  return startServiceProcess('workers/main.ts', info, {
    WORKER_ROLES: 'delivery',
    DATABASE_URL: databaseUrl,
    TEMPORAL_NAMESPACE: namespace,
    WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8,::1/128',
    WEBHOOK_CA_FILE: certFile,
    WORKFLOW_BUNDLE: await ensureWorkflowBundle(loadLocalConfig().cacheDir),
    ...settings,
  });
}
