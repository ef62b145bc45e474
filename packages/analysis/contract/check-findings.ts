import { z } from 'zod';
import { plainText } from '@assay/domain/lib/characters.ts';
import type { SidekickDescription } from './description.ts';
import { finding, type Finding } from './finding.ts';

/** Maximum number of findings of a sidekick on an asset. `findingsPerItem` keeps rules with many items below it. */
export const maxFindings = 1_000;
/** Maximum length of all findings of one sidekick on one asset, in characters of JSON. */
const maxFindingCharacters = 2 ** 21;
const maxReasonCharacters = 300;

/**
 * Thrown if findings do not match the schema `finding`, are too many, or name another sidekick's rule. Not retryable.
 */
export class InvalidFindings extends Error {}

/**
 * Returns the findings of a sidekick after checking them. Throws `InvalidFindings` if a check fails. Findings quote the
 * file and are merged in memory, so their total length is limited to `maxFindingCharacters`.
 */
export function checkFindings(sidekick: SidekickDescription, findings: unknown): Finding[] {
  const refused = (reason: string) =>
    new InvalidFindings(plainText(`sidekick ${sidekick.code}: ${reason}`, maxReasonCharacters));
  const checked = z.array(finding).safeParse(findings);
  if (!checked.success) throw refused(z.prettifyError(checked.error));
  if (checked.data.length > maxFindings)
    throw refused(`there are ${checked.data.length} findings, more than ${maxFindings}`);
  const characters = JSON.stringify(checked.data).length;
  if (characters > maxFindingCharacters)
    throw refused(`the findings have ${characters} characters, more than ${maxFindingCharacters}`);
  for (const { ruleCode } of checked.data) {
    if (!sidekick.rules.some(({ code }) => code === ruleCode)) {
      throw refused(`${ruleCode} is not one of its rules`);
    }
  }
  return checked.data;
}
