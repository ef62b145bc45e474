import { type RegistrationResult, registerSidekick } from '@assay/admin/register-sidekick.ts';
import { sidekickRegistration } from '@assay/domain/contracts/sidekick-registration.ts';
import type { SecretCipher } from '@assay/storage/accounts/secret-cipher.ts';
import type { Database } from '@assay/storage/database/database.ts';
import { testCipher } from './secrets.ts';

/** The registration file of a custom sidekick that examines documents. Tests change parts of it. */
export const registrationFile = {
  code: 'house-style',
  name: 'House style',
  description: 'Finds what our house does not print.',
  version: '1',
  assetTypes: ['document'],
  rules: [
    {
      code: 'style.word',
      name: 'Word that is not printed',
      severity: 'minor',
      threshold: 0,
      unit: 'words',
      source: { standard: 'House style', clause: '3 Words', url: 'https://example.com/style#words' },
    },
  ],
};

/**
 * Registers a custom sidekick for one workspace. If `workspaceId` is null, every workspace of the database
 * may use it.
 * @param secrets must have the keys of the worker that calls the sidekick
 */
export function registerCustom(
  database: Database,
  workspaceId: string | null,
  parts: Record<string, unknown>,
  secrets: SecretCipher = testCipher,
): Promise<RegistrationResult> {
  const file = sidekickRegistration.parse({ ...registrationFile, ...parts });
  return registerSidekick(database, () => Promise.resolve(secrets), workspaceId, file);
}

/** A finding as the custom sidekick of `registrationFile` returns it. */
export const customFinding = {
  ruleCode: 'style.word',
  summary: 'The word "utilise" is used',
  details: 'It stands on page 1.',
  severityReasoning: 'Readers stumble over it, and nothing is wrong in it.',
  severityReasoningHeadline: 'Looks like carelessness',
  evidence: [
    {
      id: 'word:1',
      sourceType: 'measurement',
      confidence: 1,
      content: { measured: 1 },
      anchor: { kind: 'page', page: 1 },
    },
  ],
  anchor: { kind: 'page', page: 1 },
  resolutionRequirement: { action: 'replace', description: 'Write "use".' },
};
