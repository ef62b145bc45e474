import { plainText } from '@assay/domain/lib/characters.ts';
import { compareSeverities } from '@assay/domain/sidekick.ts';
import type { Finding } from './finding.ts';

/** Measured values by rule code. */
export type MeasuredValues = Readonly<Record<string, number | string>>;

const maxCharacters = 500;

/** Returns the measured value that the most severe finding of each rule names. Texts of more characters are cut. */
export function measuredByFindings(findings: readonly Finding[]): MeasuredValues {
  const values = [...Map.groupBy(findings, ({ ruleCode }) => ruleCode)].flatMap(
    ([ruleCode, some]): [string, number | string][] => {
      const [worst] = some.toSorted((a, b) => compareSeverities(a.severity, b.severity));
      const content = worst!.evidence[0]?.content;
      const measured =
        typeof content === 'object' && content !== null && 'measured' in content ? content.measured : null;
      if (typeof measured === 'number') return [[ruleCode, measured]];
      return typeof measured === 'string' ? [[ruleCode, plainText(measured, maxCharacters)]] : [];
    },
  );
  return Object.fromEntries(values);
}
