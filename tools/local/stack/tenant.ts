import { randomUUID } from 'node:crypto';
import { createKey } from '@assay/storage/accounts/create-key.ts';
import type { Database } from '@assay/storage/database/database.ts';
import { insertWorkspace } from '@assay/storage/accounts/workspaces.ts';

export interface TenantKeys {
  workspaceId: string;
  liveKey: string;
  sandboxKey: string;
}

export async function createTenant(database: Database, name: string, plan: string): Promise<TenantKeys> {
  const { id: workspaceId } = await insertWorkspace(database, { id: randomUUID(), name, plan });
  const { key: liveKey } = await createKey(database, workspaceId, 'live', null);
  const { key: sandboxKey } = await createKey(database, workspaceId, 'sandbox', null);
  return { workspaceId, liveKey, sandboxKey };
}
