import type { Severity } from '@assay/domain/sidekick.ts';

export const severityColours: Record<Severity, string> = {
  critical: '#b3152a',
  major: '#964500',
  minor: '#6b5600',
  info: '#4b5d78',
};
