import { startUpkeep } from '@assay/runtime/temporal/upkeep.ts';
import { listFindings, listUpkeepRuns } from '@assay/storage/upkeep/upkeep-runs.ts';
import type { Check, Evidence } from './check.ts';

/** Runs the reconciliation of the service. Orphaned blobs are no violations: a crash may leave them. */
export async function checkReconciliation({ temporal, database }: Evidence): Promise<Check> {
  await (await startUpkeep(temporal, 'reconciliation', { minAgeHours: 0, minAgeMinutes: 0 })).result();
  const [run] = await listUpkeepRuns(database, 'reconciliation', 1);
  const findings = run === undefined ? [] : await listFindings(database, run.runId);
  const orphans = findings.filter(({ kind }) => kind === 'blob_orphaned').length;
  return {
    name: 'reconciliation finds no inconsistency',
    examined: `${run?.checked ?? 0} items compared, ${orphans} orphaned blobs`,
    violations: findings.flatMap(({ kind, subject }) =>
      kind === 'blob_orphaned' ? [] : [`${kind} ${subject}`],
    ),
  };
}
