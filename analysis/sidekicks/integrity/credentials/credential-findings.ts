import type { RuleCode } from '../../catalogue.ts';
import {
  excerptEvidence,
  type ExcerptContent,
  type FindingParts,
  newFinding,
  wholeAsset,
} from '../../contract.ts';
import type { Finding } from '../../finding.ts';
import type { Credentials } from './verify-credentials.ts';

/** The limits of the validation. The findings about validated credentials contain this text. */
const scope =
  'Validation was offline: the signer was not compared with a trust list, the revocation of its certificate was not checked, and remote manifests were not fetched.';

type CredentialParts = Omit<FindingParts, 'evidence' | 'anchor'> & { content: ExcerptContent };

/** Returns the findings for the result of validating content credentials. */
export function credentialFindings(credentials: Credentials): Finding[] {
  if (credentials.state === 'unreadable') return [unreadable(credentials.reason)];
  const { state, signer, generator, failures } = credentials;
  const by = signer === null ? 'an unnamed signer' : signer;
  const content = { state, signer, generator, failures, verified: true };
  if (state === 'valid') {
    return [
      credentialFinding('credentials.present', {
        content,
        summary: `The file carries content credentials (C2PA) signed in the name of ${by}`,
        details: `The signature is valid and the signed content is unchanged. The claim was made with ${generator ?? 'an unnamed tool'}. ${scope}`,
        reasoning:
          'Valid credentials show the origin of a file. Many tools remove them when they process the file.',
        headline: 'Valid content credentials',
        action: 'review',
        resolution: `Check that ${by} is the expected source of the file, and keep the credentials.`,
      }),
    ];
  }
  const codes = failures.map(({ code }) => code).join(', ');
  return [
    credentialFinding('credentials.broken', {
      content,
      summary: 'The content credentials (C2PA) of the file are not valid',
      details: `Validation failed with: ${codes}. The signature is in the name of ${by}. ${scope}`,
      reasoning: 'The file, its manifest or its signature was changed after signing, or was never valid.',
      headline: 'Invalid content credentials',
      action: 'replace',
      resolution: 'Supply the file as it was signed, or sign it again after the last change.',
    }),
  ];
}

/** Returns the finding for a manifest in a file that is too large for validation. */
export function unverifiedFinding(limitBytes: number): Finding {
  return credentialFinding('credentials.present', {
    content: { state: 'unverified', verified: false, limitBytes },
    summary: 'The file carries content credentials (C2PA), which were not verified',
    details: `A manifest store is embedded. Files larger than ${limitBytes / 2 ** 20} MiB are not validated: neither the signature nor the hashes were checked.`,
    reasoning: 'Credentials show the origin of a file if they are valid.',
    headline: 'Content credentials present',
    action: 'review',
    resolution: 'Validate the credentials with another tool, and keep them.',
  });
}

/** Returns the finding for a manifest store that the validator cannot read. */
export function unreadable(reason: string): Finding {
  return credentialFinding('credentials.unreadable', {
    content: { state: 'unreadable', reason, verified: false },
    summary: 'The file has content credentials (C2PA) that cannot be read',
    details: `A manifest store is embedded but cannot be read: ${reason}. Neither the signature nor the hashes could be checked.`,
    reasoning: 'The record of the origin of the file is damaged, or in a form that readers do not support.',
    headline: 'Unreadable content credentials',
    action: 'review',
    resolution: 'Supply the file with readable credentials, or without any.',
  });
}

function credentialFinding(code: RuleCode, { content, ...parts }: CredentialParts): Finding {
  const evidence = [excerptEvidence(code, code, content, wholeAsset)];
  return newFinding(code, { ...parts, evidence, anchor: wholeAsset });
}
