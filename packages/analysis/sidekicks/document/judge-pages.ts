import { sentenceCase } from '@assay/domain/lib/characters.ts';
import { excerptEvidence, measurementEvidence, newFinding } from '../../contract/contract.ts';
import type { Finding } from '../../contract/finding.ts';
import { type CappedList, inWords } from '../../formats/capped-collections.ts';
import type { MissingFont, PageSize } from './facts.ts';
import { isSameSize } from './page-sizes.ts';
import { anchorOf } from './places.ts';
import { rules } from './rules.ts';

/** The 14 standard fonts (ISO 32000-2, 9.6.2.2), which viewers before PDF 2.0 had to supply. */
const standardFont =
  /^(?:Times-(?:Roman|Bold|Italic|BoldItalic)|(?:Helvetica|Courier)(?:-(?:Bold)?(?:Oblique)?)?|Symbol|ZapfDingbats)$/;

/**
 * Returns one finding for the fonts that are not embedded, because one export embeds all of them. Those of the 14
 * standard fonts are a finding of their own, of severity info.
 */
export function missingFontFindings({ first, count }: CappedList<MissingFont>): Finding[] {
  const standard = first.filter(({ name }) => standardFont.test(name));
  const others = first.filter(({ name }) => !standardFont.test(name));
  return [
    ...(others.length === 0 ? [] : [missingFontsFinding({ first: others, count: count - standard.length })]),
    ...(standard.length === 0 ? [] : [standardFontsFinding(standard)]),
  ];
}

function missingFontsFinding({ first, count }: CappedList<MissingFont>): Finding {
  const names = inWords({ first: first.map(({ name }) => name.slice(0, 100)), count });
  const fonts = count === 1 ? `The font ${names} is` : `${count} fonts are`;
  const uses = first.map(({ name, pages, pageCount }) => {
    const on = `on ${pageCount} page${pageCount === 1 ? '' : 's'}, first on page ${pages[0]}`;
    return `${name.slice(0, 100)} ${on}`;
  });
  return newFinding(rules['font.not_embedded'], {
    summary: `${fonts} not embedded${count === 1 ? '' : `: ${names}`}`,
    details: `Text uses fonts whose programs are not in the file: ${inWords({ first: uses, count }, '; ')}.`,
    reasoning:
      'Viewers and presses substitute another font: lines break differently and characters may be lost.',
    headline: count === 1 ? 'Font not embedded' : `${count} fonts not embedded`,
    evidence: first.map((font) => fontEvidence(font, false)),
    anchor: anchorOf(first[0]!.pages[0]!),
    action: 'replace',
    resolution: 'Export the document with all fonts embedded.',
  });
}

function standardFontsFinding(fonts: readonly MissingFont[]): Finding {
  const rule = rules['font.not_embedded'];
  const names = fonts.map(({ name }) => name).join(', ');
  const [{ pages }] = fonts as [MissingFont];
  return newFinding(rule, {
    severity: 'info',
    summary: `Standard fonts are not embedded: ${names}`,
    details: `Text uses the standard fonts ${names}; the font programs are not in the file.`,
    reasoning:
      'Viewers and presses substitute other fonts, which look much the same for the 14 standard fonts.',
    headline: 'Standard fonts not embedded',
    evidence: fonts.map((font) => fontEvidence(font, true)),
    anchor: anchorOf(pages[0]!),
    action: 'review',
    resolution: 'Export the document with all fonts embedded if it is printed or archived.',
  });
}

function fontEvidence(
  { name, pages, pageCount }: MissingFont,
  standard: boolean,
): Finding['evidence'][number] {
  const content = { font: name, standard, pages, pageCount };
  return excerptEvidence(
    rules['font.not_embedded'],
    `font.not_embedded:${name}`,
    content,
    anchorOf(pages[0]!),
  );
}

/**
 * Returns one finding for all blank pages.
 * @param pageCount the number of pages of the document
 */
export function blankPagesFindings({ first, count }: CappedList<number>, pageCount: number): Finding[] {
  const rule = rules['page.blank'];
  if (count === 0) return [];
  const listed = inWords({ first: first.map(String), count });
  const pages = count === 1 ? `page ${listed}` : `pages ${listed}`;
  const isAll = count === pageCount && count > 1;
  const which = isAll ? `All ${count} pages are` : `${sentenceCase(pages)} ${count === 1 ? 'is' : 'are'}`;
  return [
    newFinding(rule, {
      summary: `${which} blank`,
      details: `${sentenceCase(pages)} ${count === 1 ? 'has' : 'have'} no text, no painted content and no visible annotation.`,
      reasoning: 'A blank page may be left over or may have lost its content; it can also be intended.',
      headline: count === 1 ? 'Blank page' : `${count} blank pages`,
      evidence: first.map((page) =>
        excerptEvidence(rule, `page.blank:${page}`, { page, text: '', paints: false }, anchorOf(page)),
      ),
      anchor: anchorOf(first[0]!),
      action: 'review',
      resolution: `Confirm that ${pages} ${count === 1 ? 'is' : 'are'} intended to be blank, or remove ${count === 1 ? 'it' : 'them'}.`,
    }),
  ];
}

/** Maximum number of single pages in a document of double pages: the covers. */
const maxCovers = 2;

/**
 * Returns whether a document has double pages, of two pages of a booklet side by side, and single pages only as covers.
 */
function isBooklet(sizes: readonly PageSize[]): boolean {
  const [single, double] = sizes.toSorted((a, b) => a.shorterMm * a.longerMm - b.shorterMm * b.longerMm);
  if (sizes.length !== 2 || single!.pageCount > maxCovers || single!.pageCount > double!.pageCount)
    return false;
  const sides = [single!.shorterMm, single!.longerMm];
  return sides.some((doubled, at) => {
    const [shorter, longer] = [2 * doubled, sides[1 - at]!].sort((a, b) => a - b) as [number, number];
    return isSameSize({ shorterMm: shorter, longerMm: longer }, double!);
  });
}

export function sizeMixFindings(sizes: readonly PageSize[]): Finding[] {
  if (sizes.length < 2 || isBooklet(sizes)) return [];
  const byCount = sizes.toSorted((a, b) => b.pageCount - a.pageCount || a.firstPage - b.firstPage);
  const other = byCount[1]!;
  const anchor = anchorOf(other.firstPage);
  const named = byCount.map(({ shorterMm, longerMm, pageCount, firstPage }) => ({
    size: `${Math.round(shorterMm)} × ${Math.round(longerMm)} mm`,
    pageCount,
    firstPage,
  }));
  const listed = named
    .slice(0, 5)
    .map(({ size, pageCount, firstPage }) => `${size} (${pageCount}, first page ${firstPage})`);
  return [
    newFinding(rules['page.size_mix'], {
      summary: `Pages have ${sizes.length} different sizes`,
      details: `Apart from their orientation, pages have ${sizes.length} sizes that differ by more than 2 mm: ${listed.join('; ')}.`,
      reasoning:
        'Pages of a different size are scaled or cropped in print; mixed sizes are often an oversight.',
      headline: 'Mixed page sizes',
      evidence: [
        measurementEvidence(rules['page.size_mix'], 'page.size_mix', sizes.length, anchor),
        excerptEvidence(rules['page.size_mix'], 'page.size_mix:sizes', { sizes: named }, anchor),
      ],
      anchor,
      action: 'review',
      resolution: 'Confirm that the sizes are intended, or give all pages one size.',
    }),
  ];
}
