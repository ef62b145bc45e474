import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import { withPdf } from '../../formats/pdf/pdfjs.ts';
import type { ShownText, TextLine } from '../../text/shown-text.ts';
import { addPageClaims, pictureClaims } from './picture-claims.ts';
import type { Claims } from './claim.ts';
import { createClaimCollector } from './claim-collector.ts';
import { matchClaims } from './match-claims.ts';
import type { Passage } from './passage.ts';
import { readDocx } from './read-docx.ts';
import { readPdf } from './read-pdf.ts';
import { readText } from './read-text.ts';
import { toClaim } from './to-claim.ts';

/**
 * Returns the claims in a document or in the text that was read in pictures, by rule. Returns null if documents of this
 * media type are not read. Runs in a parser process, because the text is untrusted.
 */
export async function findClaims(
  source: RangedSource,
  { mimeType, shownText }: { mimeType: string; shownText: ShownText | null },
  progress: (share: number) => void,
): Promise<Claims | null> {
  if (shownText !== null && shownText.kind !== 'pages') return pictureClaims(shownText);
  switch (mimeType) {
    case 'application/pdf':
      return withPdf(source, (document) =>
        claimsIn(readPdf(document), {
          scans: new Map(shownText?.pages.map(({ page, lines }) => [page, lines])),
          onPage: (page) => progress(page / document.numPages),
        }),
      );
    case 'application/vnd.openxmlformats-officedocument.wordprocessingml.document':
      return docxClaims(source);
    case 'text/plain':
      return claimsIn(readText(source));
    default:
      return null;
  }
}

/** @param scans lines that were read on scanned pages, by page number */
async function claimsIn(
  passages: AsyncIterable<Passage>,
  {
    scans = new Map(),
    onPage = () => {},
  }: { scans?: ReadonlyMap<number, TextLine[]>; onPage?: (page: number) => void } = {},
): Promise<Claims> {
  const collector = createClaimCollector();
  for await (const passage of passages) {
    const { matches, register } = matchClaims(passage.text);
    collector.addRegister(register);
    for (const match of matches)
      collector.add(match.ruleCode, () => toClaim(passage, match), match.confidence);
    if (passage.page === null) continue;
    const lines = scans.get(passage.page) ?? [];
    addPageClaims(collector, lines, passage.page);
    onPage(passage.page);
  }
  return collector.claims();
}

/** Returns the claims in a DOCX. Without page breaks in the DOCX, the claims have offsets but no page numbers. */
async function docxClaims(source: RangedSource): Promise<Claims> {
  let pages = 1;
  const claims = await claimsIn(readDocx(source), { onPage: (page) => (pages = page) });
  if (pages > 1) return claims;
  for (const known of Object.values(claims)) {
    known.furtherPages = [];
    for (const claim of known.first) claim.page = null;
  }
  return claims;
}
