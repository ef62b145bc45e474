import {
  allHandlersFinished,
  ApplicationFailure,
  CancellationScope,
  condition,
  defineQuery,
  defineUpdate,
  setHandler,
} from '@temporalio/workflow';
import type { ProgressBoard, ProgressRow } from './progress-board.ts';

/** What an operator's order is about: a sidekick's work on an asset or, with no sidekick, all that is open on it. */
export interface OversightTarget {
  assetId: string;
  /** The sidekick's code. */
  sidekick?: string;
}

/** Where every asset and sidekick stands. */
export const progressQuery = defineQuery<ProgressRow[]>('progress');

/** Goes on without a sidekick: its asset ends as if it had not been asked for. Answers where the asset stands then. */
export const skipUpdate = defineUpdate<ProgressRow[], [OversightTarget]>('skip');

/** Ends a sidekick's work, or an asset's: the asset fails with the type `cancelled`, and may be retried. */
export const cancelUpdate = defineUpdate<ProgressRow[], [OversightTarget]>('cancel');

type Order = 'skip' | 'cancel';

/** Work that an operator can end early; no more once it is not open. */
interface Piece {
  assetId: string;
  /** Null: the asset as a whole. */
  sidekick: string | null;
  scope: CancellationScope;
  open: boolean;
  skipped: boolean;
}

export type Oversight = ReturnType<typeof createOversight>;

/** Lets operators see what is under way, skip parts of it and cancel them. */
export function createOversight(board: ProgressBoard) {
  const pieces: Piece[] = [];

  /** The pieces that an order is about; refuses orders that nothing can come of, with the reason. */
  function chosen(order: Order, target: OversightTarget): Piece[] {
    const { assetId, sidekick } = readTarget(target);
    const ofAsset = pieces.filter((piece) => piece.assetId === assetId);
    const [asset, ...sidekicks] = ofAsset;
    if (asset === undefined) throw refusal('unknown_work', `This workflow has no asset ${assetId}`);
    if (!asset.open) throw refusal('work_ended', `The work on asset ${assetId} has ended`);
    if (order === 'cancel' && sidekick === undefined) return [asset];
    if (sidekicks.length === 0) {
      throw refusal('unknown_work', `No sidekick has begun on asset ${assetId} yet`);
    }
    const named = sidekicks.filter((piece) => sidekick === undefined || piece.sidekick === sidekick);
    if (named.length === 0) {
      const codes = sidekicks.map((piece) => piece.sidekick).join(', ');
      throw refusal(
        'unknown_work',
        `"${sidekick}" is not a sidekick on asset ${assetId}: those are ${codes}`,
      );
    }
    const open = named.filter((piece) => piece.open);
    if (open.length === 0) {
      const what = sidekick === undefined ? 'All work of sidekicks' : `The work of ${sidekick}`;
      throw refusal('work_ended', `${what} on asset ${assetId} has ended`);
    }
    return open;
  }

  async function carryOut(order: Order, target: OversightTarget): Promise<ProgressRow[]> {
    const ordered = chosen(order, target);
    for (const piece of ordered) {
      piece.skipped = order === 'skip';
      piece.scope.cancel();
    }
    await condition(() => ordered.every((piece) => !piece.open));
    return board.rows().filter((row) => row.assetId === target.assetId);
  }

  return {
    /** Runs work that operators can end early, which it throws a cancellation for. The asset comes before its sidekicks. */
    async run<T>(assetId: string, sidekick: string | null, work: () => Promise<T>): Promise<T> {
      const piece = { assetId, sidekick, scope: new CancellationScope(), open: true, skipped: false };
      pieces.push(piece);
      try {
        return await piece.scope.run(work);
      } finally {
        piece.open = false;
      }
    },

    /** Whether an operator chose to go on without this sidekick. */
    isSkipped(assetId: string, sidekick: string): boolean {
      return pieces.some(
        (piece) => piece.assetId === assetId && piece.sidekick === sidekick && piece.skipped,
      );
    },

    /** To be called when the work on the assets has begun. */
    begin(): void {
      setHandler(progressQuery, () => board.rows(), { description: 'Where every asset and sidekick stands' });
      setHandler(skipUpdate, (target: OversightTarget) => carryOut('skip', target), {
        description:
          'Go on without a sidekick: {"assetId": "…", "sidekick": "code"}; without "sidekick": all of them',
        validator: (target: OversightTarget) => void chosen('skip', target),
      });
      setHandler(cancelUpdate, (target: OversightTarget) => carryOut('cancel', target), {
        description: 'Fail an asset, to be retried: {"assetId": "…"}, or for the sake of one "sidekick"',
        validator: (target: OversightTarget) => void chosen('cancel', target),
      });
    },

    /** Until every order has been answered, those of a workflow that is cancelled, too. */
    end: (): Promise<void> => CancellationScope.nonCancellable(() => condition(allHandlersFinished)),
  };
}

/** Orders are typed by people. */
function readTarget(target: unknown): OversightTarget {
  const { assetId, sidekick } = (target ?? {}) as Partial<Record<keyof OversightTarget, unknown>>;
  if (typeof assetId !== 'string' || (sidekick !== undefined && typeof sidekick !== 'string')) {
    throw refusal(
      'invalid_order',
      'Say what it is about: {"assetId": "…"} or {"assetId": "…", "sidekick": "code"}',
    );
  }
  return { assetId, ...(sidekick === undefined ? {} : { sidekick }) };
}

function refusal(type: string, message: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(message, type);
}
