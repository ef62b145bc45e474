/** The target of an operator's action: the work of one sidekick on an asset, or all unfinished work on the asset. */
export interface OperatorTarget {
  assetId: string;
  /** The code of the sidekick. Absent: all unfinished work on the asset. */
  sidekick?: string;
}

/** The state of a part of a submission's work, for operators. */
export interface ProgressRow {
  assetId: string;
  /** The code of a sidekick, or `asset` for the asset as a whole. */
  part: string;
  state: string;
}
