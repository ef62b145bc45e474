import type { Finding } from '../../contract/finding.ts';
import { type DocumentFacts, accessibilityPermission } from './facts.ts';
import { documentFinding } from './places.ts';
import { rules } from './rules.ts';

export function judgeAccess({ encrypted, denied }: Pick<DocumentFacts, 'encrypted' | 'denied'>): Finding[] {
  if (!encrypted) return [];
  const permissions =
    denied.length === 0 ? 'No permission is denied.' : `Denied permissions: ${listed(denied)}.`;
  const findings = [
    documentFinding(
      rules['access.encrypted'],
      { encrypted: true, denied },
      {
        summary:
          denied.length === 0
            ? 'The document is encrypted'
            : `The document is encrypted and denies ${listed(denied)}`,
        details: `The document is encrypted and opens with an empty user password. ${permissions}`,
        reasoning: 'Archives, proofing tools and accessibility tools reject or alter encrypted documents.',
        headline: 'Encrypted document',
        action: 'replace',
        resolution: 'Supply the document without encryption.',
      },
    ),
  ];
  if (!denied.includes(accessibilityPermission)) return findings;
  const closed = documentFinding(
    rules['access.assistive_technology'],
    { denied: accessibilityPermission },
    {
      summary: 'The encryption denies access to screen readers',
      details: `The document is encrypted, and permission bit 10 is not set, which allows ${accessibilityPermission}.`,
      reasoning: 'A screen reader that obeys the permission cannot read the document.',
      headline: 'Closed to assistive technology',
      action: 'replace',
      resolution:
        'Allow the extraction of text for accessibility, or supply the document without encryption.',
    },
  );
  return [...findings, closed];
}

function listed(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}
