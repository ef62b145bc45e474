import { findRule } from '../../catalogue.ts';
import { newFinding } from '../../contract.ts';
import type { Finding } from '../../finding.ts';
import type { SvgFeature, SvgReport } from './inspect-svg.ts';

const anchor = { kind: 'asset' as const };

const features = {
  script: {
    code: 'active_content.svg_script',
    named: ['script', 'scripts'],
    reasoning:
      'A script in a drawing runs with the rights of the page that it is opened in; publishers refuse it.',
    headline: 'Scripted drawing',
    resolution: 'Supply the drawing without scripts, event handlers and script URLs.',
  },
  reference: {
    code: 'active_content.svg_reference',
    named: ['reference to what lies outside of it', 'references to what lies outside of it'],
    reasoning:
      'Whoever opens the drawing has something loaded from elsewhere, which tells on them and can change what they see.',
    headline: 'External content',
    resolution: 'Embed what the drawing refers to, or remove it.',
  },
  foreign: {
    code: 'active_content.svg_foreign',
    named: ['foreignObject', 'foreignObjects'],
    reasoning: 'It can hold forms, frames and pages of HTML, which many viewers do not show at all.',
    headline: 'Foreign content',
    resolution: 'Draw with SVG what the foreign object shows.',
  },
  entity: {
    code: 'active_content.svg_entities',
    named: ['entity declaration', 'entity declarations'],
    reasoning:
      'Entities can hide what a drawing does, refer to files on the machine that opens it, or expand beyond measure.',
    headline: 'XML entities',
    resolution: 'Write out what the entities stand for, and remove their declarations.',
  },
} as const satisfies Record<SvgFeature, unknown>;

/** A finding for each kind of active content, with the first places of it, and one where not all was examined. */
export function svgFindings({ spots, counts, unexamined }: SvgReport): Finding[] {
  const found = (Object.keys(features) as SvgFeature[])
    .filter((feature) => counts[feature] > 0)
    .map((feature) =>
      featureFinding(
        feature,
        counts[feature],
        spots.filter((spot) => spot.feature === feature),
      ),
    );
  return unexamined === null ? found : [...found, unexaminedFinding(unexamined)];
}

function featureFinding(feature: SvgFeature, count: number, spots: SvgReport['spots']): Finding {
  const { code, named, reasoning, headline, resolution } = features[feature];
  const { rule } = findRule(code)!;
  const places = spots.map(({ what, line }) => `${what} (line ${line})`).join(', ');
  // An entity that names no file is a text of its own.
  const isPlain =
    feature === 'entity' && spots.every(({ excerpt }) => !/\b(?:SYSTEM|PUBLIC)\b/.test(excerpt));
  return newFinding(code, {
    severity: isPlain ? 'minor' : rule.severity,
    summary: `The drawing has ${count} ${named[count === 1 ? 0 : 1]}`,
    details: `${places}${count > spots.length ? `, and ${count - spots.length} more` : ''}.`,
    reasoning,
    headline,
    evidence: [
      {
        id: code,
        sourceType: 'excerpt',
        confidence: 1,
        content: {
          count,
          places: spots.map(({ what, excerpt, line }) => ({ what, excerpt, line })),
          source: { ...rule.source },
        },
        anchor,
      },
    ],
    anchor,
    action: feature === 'reference' ? 'embed' : 'remove',
    resolution,
  });
}

/** What it has beyond is not known. */
export function unexaminedFinding(reason: string): Finding {
  const code = 'active_content.unexamined';
  const { rule } = findRule(code)!;
  return newFinding(code, {
    summary: 'Not all of the drawing could be examined for active content',
    details: `Active content may be where the drawing was not examined, as ${reason}.`,
    reasoning: 'A drawing that cannot be examined may do what nobody has checked.',
    headline: 'Unexamined drawing',
    evidence: [
      {
        id: code,
        sourceType: 'excerpt',
        confidence: 1,
        content: { reason, source: { ...rule.source } },
        anchor,
      },
    ],
    anchor,
    action: 'replace',
    resolution: 'Export the drawing again as plain, well-formed SVG.',
  });
}
