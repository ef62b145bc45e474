import type { Finding } from '../../contract/finding.ts';
import type { DocumentFacts } from './facts.ts';
import { judgeLanguage } from './language/judge-language.ts';
import { documentFinding } from './places.ts';
import { rules } from './rules.ts';

/**
 * Returns findings for missing accessibility features (PDF/UA, ISO 14289-1): tags, language and title. A document
 * without tags has one finding for all of them, because one export fixes them. It is info if the document does not
 * claim tags: most documents are not made for it, and a workspace can raise the severity.
 */
export function judgeAccessibility({
  tagged,
  claimsTags,
  language,
  title,
  displaysTitle,
}: DocumentFacts): Finding[] {
  const others = [...judgeLanguage(language), ...titles(title, displaysTitle)];
  return tagged ? others : [untagged(others, claimsTags)];
}

/** Features that an untagged document lacks, by the code of the violated rule. */
const lacks: Readonly<Record<string, string>> = {
  'accessibility.language': 'no language',
  'accessibility.title': 'no title',
  'accessibility.display_title': 'title not displayed',
};

function untagged(others: readonly Finding[], claimsTags: boolean): Finding {
  const lacking = [...new Set(others.map(({ ruleCode }) => lacks[ruleCode]!))];
  const finding = documentFinding(
    rules['accessibility.untagged'],
    { tagged: false },
    {
      ...(claimsTags ? {} : { severity: 'info' as const }),
      summary:
        lacking.length === 0
          ? 'The document is not tagged'
          : `The document is not accessible: ${['no tags', ...lacking].join(', ')}`,
      details: [
        'The document has no structure tree, or its catalog does not mark it as tagged PDF.',
        ...others.map(({ details }) => details),
      ].join(' '),
      reasoning: 'Without tags, a screen reader has to guess the reading order, headings and tables.',
      headline: 'Untagged document',
      action: 'replace',
      resolution: 'Export the document as tagged PDF, with a language and a title.',
    },
  );
  return { ...finding, evidence: [...finding.evidence, ...others.flatMap(({ evidence }) => evidence)] };
}

function titles({ metadata, information, hasXmp }: DocumentFacts['title'], isDisplayed: boolean): Finding[] {
  if (metadata === null) {
    const instead =
      information === null ? '' : ` Its information dictionary has one: “${information.slice(0, 200)}”.`;
    return [
      documentFinding(
        rules['accessibility.title'],
        { metadataTitle: null, informationTitle: information },
        {
          ...(information === null ? {} : { severity: 'info' as const }),
          summary: 'The document has no title in its metadata',
          details: `${hasXmp ? 'The XMP metadata has no title (dc:title), or an empty one.' : 'The document has no XMP metadata.'}${instead}`,
          reasoning: 'Windows, tabs and screen readers identify a document by its title.',
          headline: 'No title',
          action: 'correct',
          resolution: 'Set the title of the document and keep it in the XMP metadata.',
        },
      ),
    ];
  }
  if (isDisplayed) return [];
  return [
    documentFinding(
      rules['accessibility.display_title'],
      { metadataTitle: metadata, displayDocTitle: false },
      {
        summary: 'Viewers show the file name instead of the title',
        details: 'The viewer preferences do not have DisplayDocTitle set to true.',
        reasoning: 'Windows and tabs show the file name, which is less informative than the title.',
        headline: 'Title not displayed',
        action: 'correct',
        resolution: 'Set the document to display its title in the title bar.',
      },
    ),
  ];
}
