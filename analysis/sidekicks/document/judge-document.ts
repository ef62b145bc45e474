import type { Finding } from '../finding.ts';
import { findingsPerItem } from '../capped-collections.ts';
import type { DocumentFacts } from './facts.ts';
import { judgeAccess } from './judge-access.ts';
import { judgeAccessibility } from './judge-accessibility.ts';
import { embeddedFile, reaching, script } from './judge-active-content.ts';
import { blankPage, missingFont, sizeMix } from './judge-pages.ts';
import { ofDocument } from './places.ts';

/** The findings in what was seen of a document. */
export function judgeDocument(facts: DocumentFacts): Finding[] {
  return [
    ...judgeAccess(facts),
    ...findingsPerItem('active_content.javascript', 'scripts', facts.scripts, script),
    ...Object.values(facts.actions).flatMap(reaching),
    ...findingsPerItem('attachment.embedded_file', 'embedded files', facts.attachments, embeddedFile),
    ...findingsPerItem('font.not_embedded', 'fonts', facts.missingFonts, missingFont),
    ...findingsPerItem('page.blank', 'blank pages', facts.blankPages, blankPage),
    ...sizeMix(facts.pageSizes),
    ...judgeAccessibility(facts),
    ...pageTree(facts),
  ];
}

function pageTree({ pagesFound }: DocumentFacts): Finding[] {
  if (pagesFound) return [];
  return [
    ofDocument(
      'structure.page_tree',
      { pagesFound },
      {
        summary: 'The document’s pages are found by repair alone',
        details:
          'Neither its cross-references nor a search of the file lead to a page tree. Its fonts, its links, blank pages and page sizes were not examined.',
        reasoning: 'Programs that do not repair the document show nothing of it.',
        headline: 'Damaged structure',
        action: 'replace',
        resolution: 'Export the document again.',
      },
    ),
  ];
}
