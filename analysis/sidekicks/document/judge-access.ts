import type { Finding } from '../finding.ts';
import { type DocumentFacts, accessibilityPermission } from './facts.ts';
import { ofDocument } from './places.ts';

/** What encryption keeps from whom. */
export function judgeAccess({ encrypted, denied }: Pick<DocumentFacts, 'encrypted' | 'denied'>): Finding[] {
  if (!encrypted) return [];
  const what = denied.length === 0 ? 'Nothing is denied to who opens it.' : `It denies ${listed(denied)}.`;
  const findings = [
    ofDocument(
      'access.encrypted',
      { encrypted: true, denied },
      {
        summary:
          denied.length === 0
            ? 'The document is encrypted'
            : `The document is encrypted and denies ${listed(denied)}`,
        details: `The document is encrypted and opens with an empty user password. ${what}`,
        reasoning: 'Archives, proofing and accessibility tools refuse or alter encrypted documents.',
        headline: 'Encrypted document',
        action: 'replace',
        resolution: 'Supply the document without encryption.',
      },
    ),
  ];
  if (!denied.includes(accessibilityPermission)) return findings;
  const kept = ofDocument(
    'access.assistive_technology',
    { denied: accessibilityPermission },
    {
      summary: 'The encryption keeps screen readers out',
      details: `The document is encrypted, and bit 10 of its permissions, which allows ${accessibilityPermission}, is not set.`,
      reasoning: 'A screen reader that obeys the permission reads nothing of the document.',
      headline: 'Closed to assistive technology',
      action: 'replace',
      resolution:
        'Allow the extraction of text for accessibility, or supply the document without encryption.',
    },
  );
  return [...findings, kept];
}

function listed(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}
