import { excerptEvidence, measurementEvidence, newFinding } from '../contract.ts';
import type { Finding } from '../finding.ts';
import type { MissingFont, PageSize } from './facts.ts';
import { anchorOf } from './places.ts';

/** 9.6.2.2: those that readers had to have; PDF 2.0 asks that they be embedded too. */
const standardFont =
  /^(?:Times-(?:Roman|Bold|Italic|BoldItalic)|(?:Helvetica|Courier)(?:-(?:Bold)?(?:Oblique)?)?|Symbol|ZapfDingbats)$/;

export function missingFont({ name, pages, pageCount }: MissingFont): Finding {
  const anchor = anchorOf(pages[0]!);
  const standard = standardFont.test(name);
  const on = `on ${pageCount} page${pageCount === 1 ? '' : 's'}, first on page ${pages[0]}`;
  return newFinding('font.not_embedded', {
    ...(standard ? { severity: 'minor' as const } : {}),
    summary: `The font ${name.slice(0, 100)} is not embedded`,
    details: `Text is set in ${name.slice(0, 100)} ${on}; its font program is not in the file.`,
    reasoning: standard
      ? 'Readers and presses put a font of their own in its place, which for one of the 14 standard fonts looks much the same.'
      : 'Readers and presses put another font in its place: lines break elsewhere and characters may be lost.',
    headline: 'Font not embedded',
    evidence: [
      excerptEvidence(
        'font.not_embedded',
        `font.not_embedded:${name}`,
        { font: name, standard, pages, pageCount },
        anchor,
      ),
    ],
    anchor,
    action: 'replace',
    resolution: 'Export the document with all fonts embedded.',
  });
}

export function blankPage(page: number): Finding {
  const anchor = anchorOf(page);
  return newFinding('page.blank', {
    summary: `Page ${page} is blank`,
    details: `Page ${page} has no text, nothing is painted on it, and no annotation can be seen.`,
    reasoning: 'A blank page may be left over, or have lost its content; it may also be meant.',
    headline: 'Blank page',
    evidence: [
      excerptEvidence('page.blank', `page.blank:${page}`, { page, text: '', paints: false }, anchor),
    ],
    anchor,
    action: 'review',
    resolution: `Confirm that page ${page} is meant to be blank, or remove it.`,
  });
}

export function sizeMix(sizes: readonly PageSize[]): Finding[] {
  if (sizes.length < 2) return [];
  const byCount = sizes.toSorted((a, b) => b.pageCount - a.pageCount || a.firstPage - b.firstPage);
  const other = byCount[1]!;
  const anchor = anchorOf(other.firstPage);
  const named = byCount.map(({ shorterMm, longerMm, pageCount, firstPage }) => ({
    size: `${Math.round(shorterMm)} × ${Math.round(longerMm)} mm`,
    pageCount,
    firstPage,
  }));
  const told = named
    .slice(0, 5)
    .map(({ size, pageCount, firstPage }) => `${size} (${pageCount}, first page ${firstPage})`);
  return [
    newFinding('page.size_mix', {
      summary: `Pages have ${sizes.length} different sizes`,
      details: `Whichever way they are turned, pages have ${sizes.length} sizes that differ by more than 2 mm: ${told.join('; ')}.`,
      reasoning: 'Pages of another size are scaled or cut in print; a mix is often an oversight.',
      headline: 'Mixed page sizes',
      evidence: [
        measurementEvidence('page.size_mix', 'page.size_mix', sizes.length, anchor),
        excerptEvidence('page.size_mix', 'page.size_mix:sizes', { sizes: named }, anchor),
      ],
      anchor,
      action: 'review',
      resolution: 'Confirm that the sizes are intended, or bring all pages to one.',
    }),
  ];
}
