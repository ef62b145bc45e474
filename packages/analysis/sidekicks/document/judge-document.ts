import type { Finding } from '../../contract/finding.ts';
import { findingsPerItem } from '../../contract/contract.ts';
import type { DocumentFacts } from './facts.ts';
import { judgeAccess } from './judge-access.ts';
import { judgeArchive } from './judge-archive.ts';
import { judgeAccessibility } from './judge-accessibility.ts';
import { actionFindings, embeddedFileFinding, scriptFinding } from './judge-active-content.ts';
import { blankPagesFindings, missingFontFindings, sizeMixFindings } from './judge-pages.ts';
import { documentFinding } from './places.ts';
import { rules } from './rules.ts';

export function judgeDocument(facts: DocumentFacts): Finding[] {
  return [
    ...judgeAccess(facts),
    ...findingsPerItem(rules['active_content.javascript'], 'scripts', facts.scripts, scriptFinding),
    ...Object.values(facts.actions).flatMap(actionFindings),
    ...findingsPerItem(
      rules['attachment.embedded_file'],
      'embedded files',
      facts.attachments,
      embeddedFileFinding,
    ),
    ...missingFontFindings(facts.missingFonts),
    ...blankPagesFindings(
      facts.blankPages,
      facts.pageSizes.reduce((sum, { pageCount }) => sum + pageCount, 0),
    ),
    ...sizeMixFindings(facts.pageSizes),
    ...judgeArchive(facts),
    ...judgeAccessibility(facts),
    ...pageTree(facts),
  ];
}

function pageTree({ pagesFound }: DocumentFacts): Finding[] {
  if (pagesFound) return [];
  return [
    documentFinding(
      rules['structure.page_tree'],
      { pagesFound },
      {
        summary: 'The pages of the document can be found only by repair',
        details:
          'Neither the cross-reference tables nor a search of the file lead to a page tree. Fonts, links, languages, blank pages and page sizes were not examined.',
        reasoning: 'Viewers that do not repair the document cannot show it.',
        headline: 'Damaged structure',
        action: 'replace',
        resolution: 'Export the document again.',
      },
    ),
  ];
}
