import { z } from 'zod';
import type { Finding } from '@assay/analysis/contract/finding.ts';

const rule = z.string().describe('A rule code, or the start of one, such as `supers.`.');
const pattern = z.string().describe('A regular expression, in any letter case. Empty: every text matches.');
const note = z.string().describe('Why the answer is right.');

/** The expected findings of one file, or the expected reason for which it is refused. */
const fileExpectations = z.strictObject({
  from: z.string().optional(),
  refused: z.tuple([pattern, note]).optional(),
  present: z.array(z.tuple([rule, pattern, note])).default([]),
  absent: z.array(z.tuple([rule, pattern, note])).default([]),
  atMost: z.array(z.tuple([rule, z.int().min(0), note])).default([]),
});
export type FileExpectations = z.infer<typeof fileExpectations>;

/** The expected findings of a folder of files, by file name. */
export const expectations = z.record(z.string(), fileExpectations);

/** An expected finding that is missing, one that should be absent, or a refusal that is missing or not expected. */
export interface Deviation {
  expected: string;
  found: string;
  note: string;
}

/**
 * Returns how the findings of a file deviate from the expected ones. Without expectations, nothing deviates except a
 * refusal.
 * @param refusal why the service would refuse the file; null or absent if it would not
 */
export function deviations(
  expected: FileExpectations | undefined,
  findings: readonly Finding[],
  refusal: string | null = null,
): Deviation[] {
  const [pattern, why = ''] = expected?.refused ?? [];
  if (pattern === undefined && refusal !== null)
    return [{ expected: 'no refusal', found: refusal, note: why }];
  if (pattern !== undefined && !new RegExp(pattern, 'iu').test(refusal ?? ''))
    return [{ expected: `refused: ${pattern}`, found: refusal ?? 'no refusal', note: why }];
  if (expected === undefined || refusal !== null) return [];
  const { present, absent, atMost } = expected;
  const ofRule = (code: string) => findings.filter(({ ruleCode }) => ruleCode.startsWith(code));
  const matching = (code: string, text: string) =>
    ofRule(code).filter((finding) => new RegExp(text, 'iu').test(textOf(finding)));
  return [
    ...present
      .filter(([code, text]) => matching(code, text).length === 0)
      .map(([code, text, why]) => ({ expected: `${code} ${text}`.trim(), found: 'nothing', note: why })),
    ...absent.flatMap(([code, text, why]) =>
      matching(code, text).map(({ ruleCode, summary }) => ({
        expected: `no ${code} ${text}`.trim(),
        found: `${ruleCode}: ${summary}`,
        note: why,
      })),
    ),
    ...atMost
      .map(([code, most, why]) => ({ code, most, why, count: ofRule(code).length }))
      .filter(({ most, count }) => count > most)
      .map(({ code, most, why, count }) => ({
        expected: `at most ${most} of ${code}`,
        found: `${count}`,
        note: why,
      })),
  ];
}

function textOf({ summary, details, evidence }: Finding): string {
  return [summary, details, ...evidence.map(({ content }) => JSON.stringify(content))].join('\n');
}
