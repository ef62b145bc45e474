/** Sandbox outcomes from worst to best. The worst of a filename's markers applies (specification 3). */
const sandboxOutcomes = ['error', 'retryable_error', 'fail', 'advisory', 'pass', 'pending'] as const;
export type SandboxOutcome = (typeof sandboxOutcomes)[number];

export const sandboxMarkers = sandboxOutcomes.map((outcome) => `__sandbox_${outcome}__`).reverse();

/** Returns the worst outcome that a marker in the filename selects. Null if there is no marker. */
export function sandboxOutcomeOf(filename: string): SandboxOutcome | null {
  return sandboxOutcomes.find((outcome) => filename.includes(`__sandbox_${outcome}__`)) ?? null;
}

/** Error fields of assets with the outcomes `error` and `retryable_error`. The texts are from specification 2.2. */
export const sandboxFailures = {
  error: { errorType: 'sandbox_error', errorMessage: 'Sandbox simulated error', isRetryable: false },
  retryable_error: {
    errorType: 'sandbox_retryable_error',
    errorMessage: 'Sandbox simulated retryable error',
    isRetryable: true,
  },
} as const;

/** An outcome with which an asset finishes. An asset marked `pending` never finishes. */
export type FinalSandboxOutcome = Exclude<SandboxOutcome, 'pending'>;

export interface SandboxOutcomes {
  submissionId: string;
  version: number;
  outcomes: { assetId: string; outcome: FinalSandboxOutcome }[];
}

/** Returns the outcomes that a version's markers request. Every retry passes (specification, section 3). */
export function outcomesOf(version: {
  submissionId: string;
  version: number;
  assets: readonly { assetId: string; sandboxOutcome: SandboxOutcome | null }[];
}): SandboxOutcomes {
  const { submissionId, version: number, assets } = version;
  const outcomes = assets.flatMap(({ assetId, sandboxOutcome }) =>
    sandboxOutcome === null || sandboxOutcome === 'pending'
      ? []
      : [{ assetId, outcome: number === 1 ? sandboxOutcome : 'pass' }],
  );
  return { submissionId, version: number, outcomes };
}

export const maxSimulationDelaySeconds = 30;

/** Days after which the workflow of an asset marked `pending` ends. The asset stays unfinished. */
export const maxPendingDays = 30;
