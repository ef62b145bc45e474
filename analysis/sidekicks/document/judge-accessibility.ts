import type { Finding } from '../finding.ts';
import type { DocumentFacts } from './facts.ts';
import { ofDocument } from './places.ts';

/** What a document lacks for people who do not see it. */
export function judgeAccessibility({ tagged, language, title, displaysTitle }: DocumentFacts): Finding[] {
  const findings: Finding[] = [];
  if (!tagged) {
    findings.push(
      ofDocument(
        'accessibility.untagged',
        { tagged },
        {
          summary: 'The document is not tagged',
          details: 'It has no structure tree, or its catalog does not mark it as tagged.',
          reasoning: 'Without tags, a screen reader has to guess the order of the text, headings and tables.',
          headline: 'Untagged document',
          action: 'replace',
          resolution: 'Export the document as tagged PDF.',
        },
      ),
    );
  }
  if (language === null) {
    findings.push(
      ofDocument(
        'accessibility.language',
        { language },
        {
          summary: 'The document does not say in which language it is',
          details: 'The catalog has no entry Lang.',
          reasoning: 'A screen reader pronounces the text by the rules of another language.',
          headline: 'No language declared',
          action: 'correct',
          resolution: 'Set the language of the document.',
        },
      ),
    );
  }
  return [...findings, ...titles(title, displaysTitle)];
}

function titles({ metadata, information }: DocumentFacts['title'], displayed: boolean): Finding[] {
  if (metadata === null) {
    const instead =
      information === null ? '' : ` Its information dictionary has one: “${information.slice(0, 200)}”.`;
    return [
      ofDocument(
        'accessibility.title',
        { metadataTitle: null, informationTitle: information },
        {
          ...(information === null ? {} : { severity: 'info' as const }),
          summary: 'The document has no title in its metadata',
          details: `The XMP metadata has no dc:title.${instead}`,
          reasoning: 'Windows, tabs and screen readers tell a document by its title.',
          headline: 'No title',
          action: 'correct',
          resolution: 'Set the title of the document and keep it in the XMP metadata.',
        },
      ),
    ];
  }
  if (displayed) return [];
  return [
    ofDocument(
      'accessibility.display_title',
      { metadataTitle: metadata, displayDocTitle: false },
      {
        summary: 'The file name is shown in place of the title',
        details: 'The viewer preferences do not have DisplayDocTitle set to true.',
        reasoning: 'Windows and tabs show the name of the file, which tells less than its title.',
        headline: 'Title not displayed',
        action: 'correct',
        resolution: 'Have the document title displayed in the title bar.',
      },
    ),
  ];
}
