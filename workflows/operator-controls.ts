import {
  allHandlersFinished,
  ApplicationFailure,
  CancellationScope,
  condition,
  defineQuery,
  defineUpdate,
  setHandler,
} from '@temporalio/workflow';
import type { OperatorTarget, ProgressRow } from '@assay/domain/operator-controls.ts';
import type { ProgressBoard } from './progress-board.ts';

export const progressQuery = defineQuery<ProgressRow[]>('progress');

/**
 * Skips one sidekick of an asset, or all its unfinished sidekicks. The asset finishes as if these sidekicks had not
 * been requested. If the outcome of the asset is being written to Postgres and no sidekick is named, does the same as
 * `cancelUpdate`. Returns the asset's updated progress rows.
 */
export const skipUpdate = defineUpdate<ProgressRow[], [OperatorTarget]>('skip');

/**
 * Cancels the work of one sidekick or of an asset. The asset then fails with the type `cancelled` and may be retried.
 * If the outcome of the asset is being written to Postgres and no sidekick is named, cancels the write, and the asset
 * fails without issues. Returns the asset's updated progress rows.
 */
export const cancelUpdate = defineUpdate<ProgressRow[], [OperatorTarget]>('cancel');

type Action = 'skip' | 'cancel';

/** Work that an operator can end early while `open` is true. */
interface CancellableTask {
  assetId: string;
  /** The code of the sidekick. Null: the asset as a whole. */
  sidekick: string | null;
  scope: CancellationScope;
  open: boolean;
  skipped: boolean;
}

export type OperatorControls = ReturnType<typeof createOperatorControls>;

/** Creates the controls with which operators see the work in progress and skip or cancel parts of it. */
export function createOperatorControls(board: ProgressBoard) {
  const tasks: CancellableTask[] = [];
  /** Writes of the outcomes of assets to Postgres, in progress or finished. Their `sidekick` is null. */
  const assetEnds: CancellableTask[] = [];

  /** Returns the open tasks that an action targets. Throws an `ApplicationFailure` if there are none. */
  function findTargets(action: Action, target: OperatorTarget): CancellableTask[] {
    const { assetId, sidekick } = readTarget(target);
    const ofAsset = tasks.filter((task) => task.assetId === assetId);
    const [asset, ...sidekicks] = ofAsset;
    if (asset === undefined) throw rejection('unknown_work', `This workflow has no asset ${assetId}`);
    const assetEnd = assetEnds.find((task) => task.assetId === assetId && task.open);
    if (assetEnd !== undefined && sidekick === undefined) return [assetEnd];
    if (!asset.open) throw rejection('work_ended', `The work on asset ${assetId} has ended`);
    if (action === 'cancel' && sidekick === undefined) return [asset];
    if (sidekicks.length === 0) {
      throw rejection('unknown_work', `No sidekick has started on asset ${assetId} yet`);
    }
    const named = sidekicks.filter((task) => sidekick === undefined || task.sidekick === sidekick);
    if (named.length === 0) {
      const codes = sidekicks.map((task) => task.sidekick).join(', ');
      throw rejection(
        'unknown_work',
        `"${sidekick}" is not a sidekick on asset ${assetId}: those are ${codes}`,
      );
    }
    const open = named.filter((task) => task.open);
    if (open.length === 0) {
      const subject = sidekick === undefined ? 'All work of sidekicks' : `The work of ${sidekick}`;
      throw rejection('work_ended', `${subject} on asset ${assetId} has ended`);
    }
    return open;
  }

  async function apply(action: Action, target: OperatorTarget): Promise<ProgressRow[]> {
    const targets = findTargets(action, target);
    for (const task of targets) {
      task.skipped = action === 'skip';
      task.scope.cancel();
    }
    await condition(() => targets.every((task) => !task.open));
    return board.rows().filter((row) => row.assetId === target.assetId);
  }

  return {
    /**
     * Runs work that operators can end early. Throws a cancellation if an operator ends the work. The caller must add
     * the task of an asset before the tasks of its sidekicks.
     */
    async run<T>(assetId: string, sidekick: string | null, work: () => Promise<T>): Promise<T> {
      const task = { assetId, sidekick, scope: new CancellationScope(), open: true, skipped: false };
      tasks.push(task);
      try {
        return await task.scope.run(work);
      } finally {
        task.open = false;
      }
    },

    /**
     * Writes the outcome of an asset with `work`, which an operator can cancel while it runs. Returns the promise of
     * `work` itself. A promise derived from it would resolve later, which could reorder commands in a replay.
     */
    record<T>(assetId: string, work: () => Promise<T>): Promise<T> {
      const scope = new CancellationScope();
      const task = { assetId, sidekick: null, scope, open: true, skipped: false };
      assetEnds.push(task);
      let recorded!: Promise<T>;
      const close = () => void (task.open = false);
      void scope.run(() => (recorded = work())).then(close, close);
      return recorded;
    },

    isSkipped(assetId: string, sidekick: string): boolean {
      return tasks.some((task) => task.assetId === assetId && task.sidekick === sidekick && task.skipped);
    },

    /** Accepts queries and updates. The caller must call `run` for every asset first. */
    start(): void {
      setHandler(progressQuery, () => board.rows(), { description: 'State of every asset and sidekick' });
      setHandler(skipUpdate, (target: OperatorTarget) => apply('skip', target), {
        description:
          'Finish an asset without a sidekick: {"assetId": "…", "sidekick": "code"}; without "sidekick": all of them, or the recording',
        validator: (target: OperatorTarget) => void findTargets('skip', target),
      });
      setHandler(cancelUpdate, (target: OperatorTarget) => apply('cancel', target), {
        description:
          'Fail an asset so that it can be retried, also while it is recorded: {"assetId": "…"}, or cancel one "sidekick" of it',
        validator: (target: OperatorTarget) => void findTargets('cancel', target),
      });
    },

    /** Resolves when all accepted updates have returned, even if the workflow is cancelled. */
    finish: (): Promise<void> => CancellationScope.nonCancellable(() => condition(allHandlersFinished)),
  };
}

/** Validates a target, because operators type targets by hand. */
function readTarget(target: unknown): OperatorTarget {
  const { assetId, sidekick } = (target ?? {}) as Partial<Record<keyof OperatorTarget, unknown>>;
  if (typeof assetId !== 'string' || (sidekick !== undefined && typeof sidekick !== 'string')) {
    throw rejection(
      'invalid_order',
      'Name the target: {"assetId": "…"} or {"assetId": "…", "sidekick": "code"}',
    );
  }
  return { assetId, ...(sidekick === undefined ? {} : { sidekick }) };
}

function rejection(type: string, message: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(message, type);
}
