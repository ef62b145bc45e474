import { setCurrentDetails } from '@temporalio/workflow';
import type { ProgressRow } from '@assay/domain/operator-controls.ts';

export type ProgressBoard = ReturnType<typeof createProgressBoard>;

/** Creates the table of assets and sidekicks that operators see in the current details of the workflow. */
export function createProgressBoard(assets: readonly { assetId: string; assetType: string | null }[]) {
  const types = new Map(assets.map(({ assetId, assetType }) => [assetId, assetType ?? 'unclassified']));
  const rows = new Map<string, ProgressRow>();

  /** Returns the rows grouped by asset, in the order of the assets. */
  const inOrder = () =>
    assets.flatMap(({ assetId }) => [...rows.values()].filter((row) => row.assetId === assetId));

  return {
    set(assetId: string, part: string, state: string): void {
      rows.set(`${assetId} ${part}`, { assetId, part, state });
      setCurrentDetails(
        [
          '| asset | type | part | state |',
          '| --- | --- | --- | --- |',
          ...inOrder().map(
            (row) => `| ${row.assetId} | ${types.get(row.assetId)} | ${row.part} | ${row.state} |`,
          ),
        ].join('\n'),
      );
    },
    rows(): ProgressRow[] {
      return [...rows.values()];
    },
  };
}
