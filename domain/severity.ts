/** Severities from worst to least. */
export const severities = ['critical', 'major', 'minor', 'info'] as const;
export type Severity = (typeof severities)[number];

export function worstSeverity(found: readonly Severity[]): Severity {
  return severities.find((severity) => found.includes(severity)) ?? 'info';
}
