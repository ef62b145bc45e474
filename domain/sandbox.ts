/** Sandbox outcomes from worst to best: the order that decides when several meet (specification 3). */
export const sandboxOutcomes = ['error', 'retryable_error', 'fail', 'advisory', 'pass', 'pending'] as const;
export type SandboxOutcome = (typeof sandboxOutcomes)[number];

export const sandboxMarkers = sandboxOutcomes.map((outcome) => `__sandbox_${outcome}__`).reverse();

/** The outcome that the markers in a filename ask for, the worst when there are several; null without one. */
export function sandboxOutcomeOf(filename: string): SandboxOutcome | null {
  return sandboxOutcomes.find((outcome) => filename.includes(`__sandbox_${outcome}__`)) ?? null;
}

/** How an asset ends whose outcome is a failure (texts: specification 2.2). */
export const sandboxFailures = {
  error: { errorType: 'sandbox_error', errorMessage: 'Sandbox simulated error', isRetryable: false },
  retryable_error: {
    errorType: 'sandbox_retryable_error',
    errorMessage: 'Sandbox simulated retryable error',
    isRetryable: true,
  },
} as const;

/** An outcome that ends; `pending` never does. */
export type FinalSandboxOutcome = Exclude<SandboxOutcome, 'pending'>;

export const maxSimulationDelaySeconds = 30;
