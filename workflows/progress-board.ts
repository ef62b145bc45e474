import { setCurrentDetails } from '@temporalio/workflow';

export interface ProgressRow {
  assetId: string;
  /** A sidekick's code, or `asset` for the asset as a whole. */
  part: string;
  state: string;
}

export type ProgressBoard = ReturnType<typeof createProgressBoard>;

/** Keeps the table of asset × sidekick that operators see in the workflow's current details. */
export function createProgressBoard(assets: readonly { assetId: string; assetType: string | null }[]) {
  const types = new Map(assets.map(({ assetId, assetType }) => [assetId, assetType ?? 'unclassified']));
  const rows = new Map<string, ProgressRow>();

  return {
    set(assetId: string, part: string, state: string): void {
      rows.set(`${assetId} ${part}`, { assetId, part, state });
      setCurrentDetails(
        [
          '| asset | type | part | state |',
          '| --- | --- | --- | --- |',
          ...[...rows.values()].map(
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
