import { findRule, type RuleCode } from '../../catalogue.ts';
import { newFinding, type FindingParts } from '../../contract.ts';
import type { Finding } from '../../finding.ts';
import type { Credentials } from './verify-credentials.ts';

const anchor = { kind: 'asset' as const };
/** What a reader of the finding must know of how it was come by. */
const scope =
  'Nothing was fetched: the signer was compared with no list of trusted ones, its certificate not asked for revocation, and manifests that lie elsewhere were not looked at.';

type Told = Omit<FindingParts, 'evidence' | 'anchor'> & { content: Record<string, unknown> };

/** What the content credentials of a file are worth. */
export function credentialFindings(credentials: Credentials): Finding[] {
  if (credentials.state === 'unreadable') return [unreadable(credentials.reason)];
  const { state, signer, generator, failures } = credentials;
  const by = signer === null ? 'an unnamed signer' : signer;
  const content = { state, signer, generator, failures, verified: true };
  if (state === 'valid') {
    return [
      told('credentials.present', {
        content,
        summary: `The file carries content credentials (C2PA) signed in the name of ${by}`,
        details: `The signature is valid, and what it is bound to is unchanged. Made with ${generator ?? 'an unnamed tool'}. ${scope}`,
        reasoning:
          'Credentials that hold tell where a file comes from, and are lost when it is processed carelessly.',
        headline: 'Content credentials hold',
        action: 'review',
        resolution: `Check that ${by} is who the file should come from, and keep the credentials.`,
      }),
    ];
  }
  const codes = failures.map(({ code }) => code).join(', ');
  return [
    told('credentials.broken', {
      content,
      summary: 'The file’s content credentials (C2PA) do not hold',
      details: `Validation failed with: ${codes}. The signature is in the name of ${by}. ${scope}`,
      reasoning:
        'The file, its manifest or its signature is not what was signed: it was changed since, or never valid.',
      headline: 'Broken content credentials',
      action: 'replace',
      resolution: 'Supply the file as it was signed, or have it signed again after the last change.',
    }),
  ];
}

/** A manifest is there, in a file that is more than a validator is given. */
export function unverifiedFinding(limitBytes: number): Finding {
  return told('credentials.present', {
    content: { state: 'unverified', verified: false, limitBytes },
    summary: 'The file carries content credentials (C2PA), which were not verified',
    details: `A manifest store is embedded. Files of more than ${limitBytes / 2 ** 20} MiB are not validated: neither signature nor hashes were checked.`,
    reasoning: 'Credentials tell where a file comes from, if they hold.',
    headline: 'Content credentials present',
    action: 'review',
    resolution: 'Validate the credentials with a tool of your own, and keep them.',
  });
}

export function unreadable(reason: string): Finding {
  return told('credentials.unreadable', {
    content: { state: 'unreadable', reason, verified: false },
    summary: 'The file has content credentials (C2PA) that cannot be read',
    details: `A manifest store is embedded, and cannot be read: ${reason}. Neither signature nor hashes could be checked.`,
    reasoning: 'What shows where the file comes from is damaged, or of a kind that readers do not know.',
    headline: 'Unreadable content credentials',
    action: 'review',
    resolution: 'Supply the file with credentials that can be read, or without any.',
  });
}

function told(code: RuleCode, { content, ...parts }: Told): Finding {
  const { rule } = findRule(code)!;
  const evidence = {
    id: code,
    sourceType: 'excerpt' as const,
    confidence: 1,
    content: { ...content, source: { ...rule.source } } as Finding['evidence'][number]['content'],
    anchor,
  };
  return newFinding(code, { ...parts, evidence: [evidence], anchor });
}
