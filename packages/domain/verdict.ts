/** Verdicts of a file by its profile, from worst to best. */
export const verdicts = ['fail', 'incomplete', 'pass_with_notes', 'pass'] as const;
export type Verdict = (typeof verdicts)[number];

/** The verdict of a file and its reason, such as `2 of 41 checks failed`. */
export interface JudgedVerdict {
  verdict: Verdict;
  reason: string;
}

/** Returns the worst verdict, which is that of a submission. Returns null if there is none. */
export function worstVerdict(found: readonly Verdict[]): Verdict | null {
  return verdicts.find((verdict) => found.includes(verdict)) ?? null;
}
