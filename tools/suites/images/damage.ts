import path from 'node:path';
import type { Finding } from '@assay/analysis/contract/finding.ts';
import type { SuiteTools, Verdict } from '../suite.ts';

/** Runs the sidekick `integrity` on a file. Returns the verdict about damage and the details of the findings. */
export async function examineDamage(
  { directory, examine }: SuiteTools,
  item: string,
): Promise<Pick<Verdict, 'ours' | 'details'>> {
  const findings = (await examine('integrity', path.join(directory, item))).filter(isDamage);
  const isMinor = findings.every(({ severity }) => severity === 'minor');
  return {
    ours: findings.length === 0 ? 'whole' : isMinor ? 'slightly damaged' : 'damaged',
    details: findings.map(({ severity, details }) => `${severity}: ${details}`).join('; '),
  };
}

function isDamage({ ruleCode, severity }: Finding): boolean {
  return ruleCode.startsWith('decode.') && severity !== 'info';
}
