import {
  excerptEvidence,
  findingsPerItem,
  measurementEvidence,
  newFinding,
} from '../../contract/contract.ts';
import type { Finding } from '../../contract/finding.ts';
import type { CappedList } from '../../formats/capped-collections.ts';
import type { MissingFont, PageSize } from './facts.ts';
import { anchorOf } from './places.ts';
import { rules } from './rules.ts';

/** The 14 standard fonts (ISO 32000-2, 9.6.2.2), which viewers before PDF 2.0 had to supply. */
const standardFont =
  /^(?:Times-(?:Roman|Bold|Italic|BoldItalic)|(?:Helvetica|Courier)(?:-(?:Bold)?(?:Oblique)?)?|Symbol|ZapfDingbats)$/;

/**
 * Returns a finding for each font that is not embedded. Those of the 14 standard fonts are one finding of severity
 * info.
 */
export function missingFontFindings({ first, count }: CappedList<MissingFont>): Finding[] {
  const standard = first.filter(({ name }) => standardFont.test(name));
  const others = first.filter(({ name }) => !standardFont.test(name));
  return [
    ...findingsPerItem(
      rules['font.not_embedded'],
      'fonts',
      { first: others, count: count - standard.length },
      missingFontFinding,
    ),
    ...(standard.length === 0 ? [] : [standardFontsFinding(standard)]),
  ];
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

function missingFontFinding(font: MissingFont): Finding {
  const { name, pages, pageCount } = font;
  const on = `on ${pageCount} page${pageCount === 1 ? '' : 's'}, first on page ${pages[0]}`;
  return newFinding(rules['font.not_embedded'], {
    summary: `The font ${name.slice(0, 100)} is not embedded`,
    details: `Text uses the font ${name.slice(0, 100)} ${on}; the font program is not in the file.`,
    reasoning:
      'Viewers and presses substitute another font: lines break differently and characters may be lost.',
    headline: 'Font not embedded',
    evidence: [fontEvidence(font, false)],
    anchor: anchorOf(pages[0]!),
    action: 'replace',
    resolution: 'Export the document with all fonts embedded.',
  });
}

export function blankPageFinding(page: number): Finding {
  const anchor = anchorOf(page);
  return newFinding(rules['page.blank'], {
    summary: `Page ${page} is blank`,
    details: `Page ${page} has no text, no painted content and no visible annotation.`,
    reasoning: 'A blank page may be left over or may have lost its content; it can also be intended.',
    headline: 'Blank page',
    evidence: [
      excerptEvidence(rules['page.blank'], `page.blank:${page}`, { page, text: '', paints: false }, anchor),
    ],
    anchor,
    action: 'review',
    resolution: `Confirm that page ${page} is intended to be blank, or remove it.`,
  });
}

export function sizeMixFindings(sizes: readonly PageSize[]): Finding[] {
  if (sizes.length < 2) return [];
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
