import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import { withBlockCache } from '../../formats/block-reader.ts';
import { withPdf } from '../../formats/pdf/pdfjs.ts';
import type { SpokenText } from '../../speech/spoken-text.ts';
import type { ShownText, TextLine } from '../../text/shown-text.ts';
import type { FoundClaims } from './claim.ts';
import { createClaimCollector, type Section } from './claim-collector.ts';
import { matchClaims } from './match-claims.ts';
import type { Passage } from './passage.ts';
import { readDocx } from './read-docx.ts';
import { readPdf } from './read-pdf.ts';
import { pageSection, pictureClaims } from './picture-claims.ts';
import { joinClaims } from './join-claims.ts';
import { readText } from './read-text.ts';
import { addRegister, documentWords, emptyRegister, partLength } from './register.ts';
import { spokenClaims } from './spoken-claims.ts';
import { toClaim } from './to-claim.ts';

/**
 * Returns the claims in a document, or in the text and speech of a file, by rule. Returns null if documents of this
 * media type are not read. Runs in a parser process, because the text is untrusted.
 */
export async function findClaims(
  source: RangedSource,
  {
    mimeType,
    shownText,
    spokenText = null,
  }: { mimeType: string; shownText: ShownText | null; spokenText?: SpokenText | null },
  progress: (share: number) => void,
): Promise<FoundClaims | null> {
  const shown = shownText !== null && shownText.kind !== 'pages' ? pictureClaims(shownText) : null;
  if (spokenText !== null) return joinClaims(shown, spokenClaims(spokenText));
  if (shownText !== null && shownText.kind !== 'pages') return shown;
  switch (mimeType) {
    case 'application/pdf':
      return pdfClaims(source, shownText, progress);
    case 'application/vnd.openxmlformats-officedocument.wordprocessingml.document':
      return docxClaims(source);
    case 'text/plain':
      return claimsIn(readText(source));
    default:
      return null;
  }
}

function pdfClaims(
  file: RangedSource,
  read: Extract<ShownText, { kind: 'pages' }> | null,
  progress: (share: number) => void,
): Promise<FoundClaims> {
  const source = withBlockCache(file);
  return withPdf(source, (document) =>
    claimsIn(readPdf(document, source, read), {
      scans: new Map(read?.pages.map(({ page, lines }) => [page, lines])),
      onPage: (page) => progress(page / document.numPages),
    }),
  );
}

/** @param scans lines that were read on scanned pages, by page number */
async function claimsIn(
  passages: AsyncIterable<Passage>,
  {
    scans = new Map(),
    onPage = () => {},
  }: { scans?: ReadonlyMap<number, TextLine[]>; onPage?: (page: number) => void } = {},
): Promise<FoundClaims> {
  const collector = createClaimCollector();
  let section: Section | null = null;
  /** Length of the text of `section` in UTF-16 code units. */
  let length = 0;
  for await (const passage of passages) {
    const { text, page } = passage;
    const scan = page === null ? undefined : scans.get(page);
    if (scan !== undefined) collector.addSection(pageSection(scan, page!));
    const { matches, parts } = matchClaims(text);
    const candidates = parts.map((): Section['candidates'] => []);
    for (const match of matches)
      candidates[match.part]!.push({
        ...match,
        quote: text.slice(match.start, match.end),
        toClaim: () => toClaim(passage, match),
      });
    for (const [part, register] of parts.entries()) {
      if (section !== null && (section.page !== page || (page === null && length >= partLength))) {
        collector.addSection(section);
        section = null;
        length = 0;
      }
      section ??= { register: emptyRegister(), lexicon: documentWords, page, candidates: [] };
      addRegister(section.register, register);
      section.candidates.push(...candidates[part]!);
      length += Math.min(partLength, text.length);
    }
    if (page !== null) onPage(page);
  }
  if (section !== null) collector.addSection(section);
  return collector.claims();
}

/** Returns the claims in a DOCX. Without page breaks in the DOCX, the claims have offsets but no page numbers. */
async function docxClaims(source: RangedSource): Promise<FoundClaims> {
  let pages = 1;
  const found = await claimsIn(readDocx(source), { onPage: (page) => (pages = page) });
  if (pages > 1) return found;
  if (found.otherLanguage !== null) found.otherLanguage.pages = [];
  for (const known of Object.values(found.claims)) {
    known.furtherPages = [];
    for (const { claim, further } of known.first) for (const place of [claim, ...further]) place.page = null;
  }
  return found;
}
