/** Sandbox outcomes from worst to best. The worst one decides when there are several (specification 3). */
const sandboxOutcomes = ['error', 'retryable_error', 'fail', 'advisory', 'pass', 'pending'] as const;
export type SandboxOutcome = (typeof sandboxOutcomes)[number];

export const sandboxMarkers = sandboxOutcomes.map((outcome) => `__sandbox_${outcome}__`).reverse();

/** Returns the outcome that a filename's marker selects, the worst one of several; null without a marker. */
export function sandboxOutcomeOf(filename: string): SandboxOutcome | null {
  return sandboxOutcomes.find((outcome) => filename.includes(`__sandbox_${outcome}__`)) ?? null;
}

/** Error fields of assets with a failing outcome (texts: specification 2.2). */
export const sandboxFailures = {
  error: { errorType: 'sandbox_error', errorMessage: 'Sandbox simulated error', isRetryable: false },
  retryable_error: {
    errorType: 'sandbox_retryable_error',
    errorMessage: 'Sandbox simulated retryable error',
    isRetryable: true,
  },
} as const;

/** An outcome with which an asset finishes; one marked `pending` never does. */
export type FinalSandboxOutcome = Exclude<SandboxOutcome, 'pending'>;

export const maxSimulationDelaySeconds = 30;
