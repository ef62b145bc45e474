import { plainText } from '@assay/domain/lib/characters.ts';
import { excerptEvidence, newFinding, wholeAsset } from '../../../contract/contract.ts';
import type { Finding } from '../../../contract/finding.ts';
import { rules } from '../rules.ts';
import type { SvgFeature, SvgReport } from './inspect-svg.ts';

/** Maximum length of an address or path in the details. The evidence quotes more. */
const maxQuotedCharacters = 100;

const features = {
  script: {
    rule: rules['active_content.svg_script'],
    named: ['script', 'scripts'],
    reasoning:
      'A script in a drawing runs with the rights of the page that shows it; publishers reject such files.',
    headline: 'Scripted drawing',
    resolution: 'Supply the drawing without scripts, event handlers and script URLs.',
  },
  reference: {
    rule: rules['active_content.svg_reference'],
    named: ['reference to external content', 'references to external content'],
    reasoning:
      'Viewers load the content from elsewhere. That discloses who opens the drawing, and the content can change.',
    headline: 'External content',
    resolution: 'Embed the external content in the drawing, or remove the references.',
  },
  file: {
    rule: rules['active_content.svg_file'],
    named: ['linked file that is not in it', 'linked files that are not in it'],
    reasoning:
      'A linked file is not part of the drawing. Viewers show a gap in its place, unless they find the file at the same path.',
    headline: 'Missing linked file',
    resolution: 'Embed the linked files in the drawing.',
  },
  path: {
    rule: rules['privacy.user_name'],
    named: ['path with the name of a user', 'paths with the name of a user'],
    reasoning:
      'The path of a file on a computer discloses the name of its user to everybody who gets the file.',
    headline: 'User name disclosed',
    resolution: 'Embed the linked files, or remove the paths.',
  },
  foreign: {
    rule: rules['active_content.svg_foreign'],
    named: ['foreignObject', 'foreignObjects'],
    reasoning: 'A foreign object can contain forms, frames and HTML pages, which many viewers do not show.',
    headline: 'Foreign content',
    resolution: 'Replace the foreign object with SVG elements.',
  },
  entity: {
    rule: rules['active_content.svg_entities'],
    named: ['entity declaration', 'entity declarations'],
    reasoning:
      'Entities can hide active content, refer to files on the viewer’s machine, or expand to an enormous size.',
    headline: 'XML entities',
    resolution: 'Replace the entities with their text, and remove their declarations.',
  },
} as const satisfies Record<SvgFeature, unknown>;

/** Returns a finding for each kind of active content, and a finding if the drawing was not examined in full. */
export function svgFindings({ spots, counts, unexamined, canHideScripts }: SvgReport): Finding[] {
  const found = (Object.keys(features) as SvgFeature[])
    .filter((feature) => counts[feature] > 0)
    .map((feature) =>
      featureFinding(
        feature,
        counts[feature],
        spots.filter((spot) => spot.feature === feature),
      ),
    );
  return unexamined === null ? found : [...found, unexaminedFinding(unexamined, canHideScripts)];
}

function featureFinding(feature: SvgFeature, count: number, spots: SvgReport['spots']): Finding {
  const { rule, named, reasoning, headline, resolution } = features[feature];
  const places = spots
    .map(
      ({ what, excerpt, line }) =>
        `${what} (line ${line})${isNamed(feature) ? `: ${shortened(excerpt)}` : ''}`,
    )
    .join(', ');
  // Internal entities (without SYSTEM or PUBLIC) do not refer to another file, so they are less severe.
  const isInternal =
    feature === 'entity' && spots.every(({ excerpt }) => !/\b(?:SYSTEM|PUBLIC)\b/.test(excerpt));
  return newFinding(rule, {
    severity: isInternal ? 'minor' : rule.severity,
    summary: `The drawing has ${count} ${named[count === 1 ? 0 : 1]}`,
    details: `${places}${count > spots.length ? `, and ${count - spots.length} more` : ''}.`,
    reasoning,
    headline,
    evidence: [
      excerptEvidence(
        rule,
        rule.code,
        { count, places: spots.map(({ what, excerpt, line }) => ({ what, excerpt, line })) },
        wholeAsset,
      ),
    ],
    anchor: wholeAsset,
    action: feature === 'reference' || feature === 'file' ? 'embed' : 'remove',
    resolution,
  });
}

/** Returns whether the details quote the address or path of each place. */
function isNamed(feature: SvgFeature): boolean {
  return feature === 'reference' || feature === 'file' || feature === 'path';
}

function shortened(text: string): string {
  return plainText(text, maxQuotedCharacters);
}

/**
 * Returns the finding for a drawing that was not examined in full. With `canHideScripts`, the severity is that of a
 * script: a viewer may read the drawing in another encoding and find scripts.
 */
export function unexaminedFinding(reason: string, canHideScripts = false): Finding {
  const rule = rules['active_content.unexamined'];
  return newFinding(rule, {
    severity: (canHideScripts ? features.script.rule : rule).severity,
    summary: 'Not all of the drawing could be examined for active content',
    details: `The drawing was not examined in full because ${reason}. The rest may have active content.`,
    reasoning: 'A drawing that cannot be examined may have active content that was not found.',
    headline: 'Unexamined drawing',
    evidence: [excerptEvidence(rule, rule.code, { reason }, wholeAsset)],
    anchor: wholeAsset,
    action: 'replace',
    resolution: 'Export the drawing again as plain, well-formed SVG.',
  });
}
