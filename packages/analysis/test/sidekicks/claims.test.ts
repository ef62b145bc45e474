import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { matchClaims } from '../../sidekicks/claims/match-claims.ts';
import { minConfidence } from '../../sidekicks/claims/rules.ts';
import type { Finding } from '../../contract/finding.ts';
import { maxReported } from '../../formats/capped-collections.ts';
import { buildPdf } from '../../../../tools/local/samples/pdf.ts';
import { advertisements, otherTexts } from '../support/claim-texts.ts';
import { bytesSource } from '../support/file-source.ts';
import { greyImage, pdfOfPages, type ScannedPage } from '../support/scanned-pdfs.ts';
import { testPicture } from '../support/test-picture.ts';
import { useParsers } from '../../../../test/support/parsers.ts';
import { runSidekick } from '../support/run-sidekick.ts';
import { doc, docx, paragraph } from '../../../../test/support/word-files.ts';

const parsers = useParsers();
let files = 0;

async function examine(extension: string, content: Buffer | string): Promise<Finding[]> {
  const file = path.join(inject('scratchDir'), `claims-${files++}.${extension}`);
  await writeFile(file, content, extension === 'pdf' ? 'latin1' : 'utf8');
  return runSidekick(parsers, 'claims', file);
}

/** Returns the rule code and the wording of each claim. */
const claimsIn = (text: string) =>
  matchClaims(text).matches.map(({ ruleCode, start, end }) => [ruleCode, text.slice(start, end)]);

describe('wording', () => {
  test.for([
    ['superlative.ranking', 'Britain’s No. 1 tea', 'Britain’s No. 1'],
    ['superlative.ranking', 'a market-leading network', 'market-leading'],
    ['superlative.ranking', 'It is simply the best.', 'simply the best'],
    ['superlative.ranking', 'the UK’s best-selling car', 'UK’s best-selling'],
    ['superlative.ranking', 'Nothing works faster.', 'Nothing works faster'],
    ['superlative.ranking', 'Superior cleaning power', 'Superior cleaning power'],
    ['superlative.ranking', 'award-winning taste', 'award-winning'],
    ['absolute.performance', 'It never fails', 'never fails'],
    ['absolute.performance', 'kills all germs', 'kills all germs'],
    ['absolute.performance', 'Kills 99.9% of bacteria', 'Kills 99.9% of bacteria'],
    ['absolute.performance', 'Unlimited data', 'Unlimited data'],
    ['absolute.performance', 'no hidden charges, ever', 'no hidden charges'],
    ['absolute.performance', '100 % effective', '100 % effective'],
    ['absolute.performance', '100 per cent', '100 per cent'],
    ['absolute.performance', 'completely removes stains', 'completely removes'],
    ['guarantee.promise', 'Results GUARANTEED', 'Results GUARANTEED'],
    ['guarantee.promise', 'a risk-free trial', 'risk-free'],
    ['guarantee.promise', 'your money back', 'money back'],
    [
      'guarantee.promise',
      '5 YEAR water-proofing and anti-algal warranty*',
      '5 YEAR water-proofing and anti-algal warranty',
    ],
    ['comparison.superiority', 'faster than any other browser', 'faster than any'],
    ['comparison.superiority', 'more reliable than before', 'more reliable than'],
    ['comparison.superiority', 'Beats Duracell in independent tests', 'Beats Duracell in independent tests'],
    ['comparison.superiority', 'three times as strong', 'three times as strong'],
    ['comparison.superiority', '30% more coverage', '30% more coverage'],
    ['statistic.figure', '9 out of 10 owners', '9 out of 10'],
    ['statistic.figure', 'Nine out of ten', 'Nine out of ten'],
    ['statistic.figure', '87.5% of women agreed', '87.5% of women'],
    ['statistic.figure', 'studies show', 'studies show'],
    ['statistic.figure', 'Reduces wrinkles by 47%', 'Reduces wrinkles by 47%'],
    ['health.proven', 'clinically proven', 'clinically proven'],
    ['health.proven', 'recommended by dentists', 'recommended by dentists'],
    ['health.treatment', 'cures chronic joint pain', 'cures chronic joint pain'],
    ['health.treatment', 'It cures!', 'cures'],
    ['health.treatment', 'stops hair loss', 'stops hair loss'],
    ['health.treatment', 'Fights colds', 'Fights colds'],
    ['health.treatment', 'Beat that cold!', 'Beat that cold'],
    ['health.treatment', 'Detoxes your body', 'Detoxes your body'],
    ['health.treatment', 'lose up to 10 lbs', 'lose up to 10 lbs'],
    ['health.treatment', 'Fat & cholesterol free', 'Fat & cholesterol free'],
    ['health.treatment', '8 calories per ounce', '8 calories per ounce'],
    ['health.treatment', 'with oodles of health benefits', 'oodles of health benefits'],
    ['health.proven', 'Safe for most diabetics', 'Safe for most diabetics'],
    ['health.treatment', 'Good for heart', 'Good for heart'],
    ['health.treatment', 'an immunity booster', 'immunity booster'],
    ['health.treatment', 'Kills parasites', 'Kills parasites'],
    ['guarantee.promise', '27 years of output warranty', '27 years of output warranty'],
    ['price.saving', 'Discount 30%', 'Discount 30%'],
    [
      'comparison.superiority',
      '10 % higher output compared to the average',
      '10 % higher output compared to',
    ],
    ['price.free', 'Free delivery', 'Free delivery'],
    ['price.free', 'It is yours free!', 'yours free'],
    ['price.lowest', 'the lowest prices in town', 'lowest prices'],
    ['price.lowest', 'You won’t find a cheaper quote', 'You won’t find a cheaper quote'],
    ['price.saving', 'Up to 50% off everything', 'Up to 50% off'],
    ['price.saving', 'Half price!', 'Half price'],
    ['environment.absolute', '100% carbon neutral', '100% carbon neutral'],
    ['environment.absolute', 'net zero by now', 'net zero'],
    ['environment.general', 'an eco-friendly choice', 'eco-friendly'],
    ['environment.general', 'kind to the planet', 'kind to the planet'],
  ] as const)('%s: %s', ([ruleCode, text, words]) => {
    expect(claimsIn(text)[0]).toEqual([ruleCode, words]);
  });

  test.for([
    'Results are not guaranteed.',
    'We cannot guarantee delivery dates, and no guarantee is given.',
    'It isn’t clinically proven.',
    'We do not claim to be the best.',
    'never the cheapest prices',
    'Without any guarantee of success',
    'No treatment is 100% effective.',
    'Nothing is guaranteed.',
    'They assess whether any equipment may be appropriate to support mobility.',
  ])('is not a claim if it is negated: %s', (text) => {
    expect(claimsIn(text)).toEqual([]);
  });

  test.for([
    ['It is not only the best, it lasts.', 'the best'],
    ['Don’t miss our lowest prices', 'lowest prices'],
    ['It is not magic: clinically proven', 'clinically proven'],
    ['Not cheap. Guaranteed.', 'Guaranteed'],
    ['No other soap is clinically proven.', 'clinically proven'],
    ['It is nothing less than the best.', 'the best'],
  ])('is a claim if something else is negated: %s', ([text, words]) => {
    expect(claimsIn(text!).map(([, found]) => found)).toEqual([words]);
  });

  test('is less certain in a question or if it is quoted in a sentence', () => {
    const confidence = (text: string) => matchClaims(text).matches[0]!.confidence;
    const stated = confidence('It is carbon neutral.');
    expect(confidence('Is it carbon neutral?')).toBeCloseTo(stated - 0.3);
    expect(confidence('The ‘carbon neutral’ flights')).toBeCloseTo(stated - 0.3);
    expect(confidence('‘Carbon neutral’')).toBe(stated);
  });

  test.for([
    'Please feel free to write to us. Best regards, and the best of luck.',
    'A gluten free drink for free-range cooks; free from additives. The recipe has 250 calories in 100 g.',
    'Smooth espresso with cold milk. Calm the kids with a cold drink.',
    'Rather than wait, speak to someone other than me; she is taller than I am.',
    'The leading edge of the wing, the leading role, the leading zeros.',
    'A 100% cotton shirt. In 2020 we met. Part 3 in a series. The manicurist secures it.',
    'Restless bestiary freedom, misleading marketing, bestowed, guaranteedly.',
    'The programme starts at 20:15. Cut. Music. The host greets the audience.',
    'Das beste Bier, garantiert. 第一。',
  ])('is not a claim in: %s', (text) => {
    expect(claimsIn(text)).toEqual([]);
  });

  test.for([
    ['guaran-\nteed', 'a word hyphenated at the end of a line'],
    ['risk-\r\nfree', 'a compound broken at its hyphen'],
    ['clinically\n  proven', 'words on two lines'],
    ['clinically\u00a0proven', 'a no-break space'],
    ['guar\u00adan\u200bteed', 'a soft hyphen'],
    ['eco\u2011friendly', 'a no-break hyphen'],
    ['scientiﬁcally proven', 'a ligature'],
    ['ＧＵＡＲＡＮＴＥＥＤ', 'full width'],
    ['guaranteed²', 'a footnote'],
  ])('is found in %s (%s)', ([text]) => {
    expect(claimsIn(`So it is ${text}, we say.`)).toHaveLength(1);
  });

  test('is not matched across paragraphs', () => {
    expect(claimsIn('tested clinically\n\nProven methods')).toEqual([]);
  });

  test('is matched in linear time', { tags: 'long' }, () => {
    for (const unit of [
      'no ',
      'guarantee ',
      'cures a b c ',
      '9 out of ',
      '100 % ',
      'if a b c d e f g ',
      'more a b c d than ',
      'sore, and stiff ',
      '-\n',
      'a-\u200b',
      ' \n',
      '9',
      'a',
    ]) {
      const startedAt = performance.now();
      matchClaims(unit.repeat(200_000 / unit.length));
      expect(performance.now() - startedAt).toBeLessThan(5_000);
    }
  });
});

describe('a text', () => {
  test.for(Object.entries(otherTexts))('that is a %s has no claims', async ([, text]) => {
    expect(await examine('txt', text)).toEqual([]);
  });

  test.for(advertisements)('that advertises $name has its claims found', async ({ text, claims }) => {
    const quotes = (await examine('txt', text)).map(({ anchor }) => anchor.kind === 'text' && anchor.quote);
    expect(quotes.sort()).toEqual(expect.arrayContaining(claims));
  });

  test('has claims in generic words only if it is an advertisement', async () => {
    const words = 'The best, and the most effective.';
    expect(await examine('txt', `Shop now and save! ${words}`)).toHaveLength(2);
    expect(await examine('txt', words)).toEqual([]);
  });

  test('with a plain price after "only" or "from" claims no saving', async () => {
    expect(await examine('txt', 'Our mug is for sale. Buy it now for only £5, or two from just £9.')).toEqual(
      [],
    );
    expect(await examine('txt', 'Shop today! Our mug, now only £5.')).toHaveLength(1);
  });

  test('of another kind has no claims, except on a page that advertises', async () => {
    const { novel } = otherTexts;
    const claim = 'Our soap is clinically proven.';
    expect(await examine('txt', `${novel}\n\n${claim}\n\n${novel}`)).toEqual([]);
    const page = `Discover the shampoo of your dreams! ${claim} Enjoy a luxurious wash today, from our online shop.`;
    const texts = [novel!, page, novel!].map((text) =>
      text.replace(/\s+/g, ' ').replace(/(.{1,30}) /g, '$1\n'),
    );
    const findings = await examine('pdf', buildPdf({ pages: 3, texts }));
    expect(findings.map(({ ruleCode, anchor }) => [ruleCode, anchor])).toEqual([
      ['health.proven', { kind: 'page', page: 2 }],
    ]);
    expect(findings[0]!.confidence).toBeGreaterThanOrEqual(minConfidence);
  });

  test('in another language than English is not judged, and a finding says so', async () => {
    const bill = 'Votre facture pour le service\nde la ligne. Free Service Abonné:\n100% effective.';
    const findings = await examine('pdf', buildPdf({ pages: 2, texts: [bill, 'Guaranteed, by us.'] }));
    expect(findings.map(({ ruleCode, summary }) => [ruleCode, summary])).toEqual([
      ['guarantee.promise', 'Guarantee on page 2: “Guaranteed”'],
      ['language.unjudged', 'Text on page 1 was not judged, because it is in another language than English'],
    ]);
  });
});

describe('plain text', () => {
  const text = 'Tea 😀 for all.\r\n\r\nIt is clinically\r\nproven, guaranteed.\r\n';

  test.for([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16', Buffer.from(`\ufeff${text}`, 'utf16le')],
  ] as const)('in %s has its claims where they are, counted in code points', async ([, bytes]) => {
    const findings = await examine('txt', bytes);
    expect(findings.map(({ ruleCode }) => ruleCode)).toEqual(['guarantee.promise', 'health.proven']);
    for (const { anchor, evidence, confidence } of findings) {
      if (anchor.kind !== 'text') throw new Error(`an anchor of kind ${anchor.kind}`);
      expect(Array.from(text).slice(anchor.start, anchor.end).join('')).toBe(anchor.quote);
      expect(confidence).toBeLessThan(1);
      expect(evidence[0]).toMatchObject({ confidence, sourceType: 'excerpt' });
    }
    expect(findings[1]).toMatchObject({
      severity: 'major',
      precedents: [],
      anchor: { quote: 'clinically\r\nproven' },
      evidence: [
        { content: { quote: 'clinically proven', context: expect.stringMatching(/^Tea/) as string } },
      ],
    });
  });

  test('read in many blocks has its claims at the right offsets', { tags: 'long' }, async () => {
    const filler = 'A line with umlauts äöü 😀 and no claim. '.repeat(3_000);
    const long = `${filler}\n\nNet zero, ${filler.replaceAll('. ', '.\n')}It never fails. ${filler}Guaranteed`;
    const findings = await examine('txt', long);
    expect(findings).toHaveLength(3);
    const points = Array.from(long);
    for (const { anchor } of findings) {
      if (anchor.kind !== 'text') throw new Error(`an anchor of kind ${anchor.kind}`);
      expect(points.slice(anchor.start, anchor.end).join('')).toBe(anchor.quote);
    }
  });

  test(`reports up to ${maxReported} claims of a rule one by one, and the rest as a number`, async () => {
    const savings = Array.from({ length: 500 }, (_, at) => `Save £${at + 1}.\n`);
    const findings = await examine('txt', `${savings.join('')}Net zero.`);
    expect(findings).toHaveLength(maxReported + 2);
    expect(findings[maxReported]).toMatchObject({
      ruleCode: 'price.saving',
      anchor: { kind: 'asset' },
      evidence: [{ content: { count: 500, reported: maxReported } }],
    });
  });

  test('has one finding for the same wording, with its first places', async () => {
    const findings = await examine('txt', 'It is guaranteed.\n'.repeat(500));
    expect(findings).toHaveLength(1);
    expect(findings[0]!.summary).toBe('Guarantee (in 500 places): “guaranteed”');
    expect(findings[0]!.evidence.map(({ anchor }) => anchor)).toEqual(
      Array.from({ length: 10 }, (_, at) => ({
        kind: 'text',
        start: 18 * at + 6,
        end: 18 * at + 16,
        quote: 'guaranteed',
      })),
    );
  });

  test.for(['', 'Cut. Music. Nothing is claimed here.'])('without claims has no findings', async (plain) => {
    expect(await examine('txt', plain)).toEqual([]);
  });
});

describe('PDF', () => {
  test('has its claims on their pages, with their wording', async () => {
    const texts = ['Nothing here', 'Our soap is clinic-\nally proven.', 'Page', 'The lowest prices'];
    const findings = await examine('pdf', buildPdf({ pages: 4, texts }));
    expect(findings).toMatchObject([
      {
        ruleCode: 'health.proven',
        anchor: { kind: 'page', page: 2 },
        evidence: [{ content: { quote: 'clinic-ally proven' } }],
      },
      { ruleCode: 'price.lowest', anchor: { kind: 'page', page: 4 } },
    ]);
  });

  test('has the pages of the claims beyond the limit', async () => {
    const texts = Array.from({ length: 30 }, (_, at) => `Save £${at + 1} today`);
    const findings = await examine('pdf', buildPdf({ pages: 30, texts }));
    expect(findings.slice(0, maxReported).map(({ anchor }) => anchor)).toEqual(
      Array.from({ length: maxReported }, (_, at) => ({ kind: 'page', page: at + 1 })),
    );
    expect(findings.at(-1)!.evidence[0]!.content).toMatchObject({
      furtherPages: Array.from({ length: 10 }, (_, at) => maxReported + at + 1),
    });
  });

  test.for(['', ' /OC /Hidden BDC BT /F0 8 Tf 4 90 Td (Old) Tj ET EMC'])(
    'has no claim over two cells of a table%s',
    async (hidden) => {
      const table = (gap: number) => ({
        content: `BT /F0 8 Tf 4 60 Td (Save) Tj ${gap} 0 Td (50% with us) Tj ET${hidden}`,
        entries: '/MediaBox [0 0 400 128]',
      });
      expect(await examine('pdf', pdfOfPages([table(100)]))).toEqual([]);
      expect(await examine('pdf', pdfOfPages([table(24)]))).toMatchObject([{ ruleCode: 'price.saving' }]);
    },
  );

  test('without claims has no findings', async () => {
    expect(await examine('pdf', buildPdf({ pages: 3 }))).toEqual([]);
  });
});

describe('Word documents', () => {
  const run = (content: string) => `<w:p><w:r>${content}</w:r></w:p>`;
  const breaking = '<w:lastRenderedPageBreak/>';

  test('that Word broke into pages have their claims on these pages', async () => {
    const body =
      paragraph('Tea for all') +
      run('<w:t>Net </w:t></w:r><w:r><w:t>zero</w:t>') +
      run(`${breaking}<w:t>It is guaran</w:t><w:softHyphen/><w:t>teed</w:t>`) +
      run(`<w:t>On and on</w:t><w:br w:type="page"/>`) +
      run(`${breaking}<w:t>The lowest prices</w:t>`);
    const findings = await examine('docx', docx({ body }));
    expect(findings.map(({ ruleCode, anchor }) => [ruleCode, anchor])).toEqual([
      ['guarantee.promise', { kind: 'page', page: 2 }],
      ['price.lowest', { kind: 'page', page: 3 }],
      ['environment.absolute', { kind: 'page', page: 1 }],
    ]);
  });

  test('have a new page after each explicit break, and only one if Word broke there too', async () => {
    const body =
      paragraph('Tea for all') +
      run('<w:br w:type="page"/>') +
      run(`${breaking}<w:t>It never fails</w:t><w:br/><w:t>in use</w:t>`) +
      `<w:p><w:pPr><w:pageBreakBefore/></w:pPr><w:r><w:t>Net zero</w:t></w:r></w:p>` +
      `<w:p><w:pPr><w:pageBreakBefore w:val="0"/></w:pPr><w:r><w:t>The lowest prices</w:t></w:r></w:p>`;
    const document = `<w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`;
    for (const content of [document, document.replaceAll('w:', 'ns0:').replace('xmlns:w', 'xmlns:ns0')]) {
      const findings = await examine('docx', docx({ parts: { 'word/document.xml': content } }));
      expect(findings.map(({ ruleCode, anchor }) => [ruleCode, anchor])).toEqual([
        ['absolute.performance', { kind: 'page', page: 2 }],
        ['price.lowest', { kind: 'page', page: 3 }],
        ['environment.absolute', { kind: 'page', page: 3 }],
      ]);
    }
  });

  test('have the claims of headers, footers and notes after those of the text', async () => {
    const parts = Object.fromEntries(
      ['header1', 'footnotes'].map((name) => [
        `word/${name}.xml`,
        `<w:p xmlns:w="w">${paragraph(name)}</w:p>`,
      ]),
    );
    parts['word/footer1.xml'] = `<w:ftr xmlns:w="w">${paragraph('The UK’s No. 1 tea')}</w:ftr>`;
    parts['word/_rels/document.xml.rels'] =
      '<Relationships>' +
      ['header', 'footer', 'footnotes']
        .map(
          (type) => `<Relationship Type="x/${type}" Target="${type}${type === 'footnotes' ? '' : 1}.xml"/>`,
        )
        .join('') +
      '<Relationship Type="x/footer" Target="missing.xml"/></Relationships>';
    const body = paragraph('Tea') + run('<w:br w:type="page"/>') + paragraph('for all');
    const findings = await examine('docx', docx({ body, parts }));
    expect(findings.map(({ anchor }) => anchor)).toEqual([
      { kind: 'text', start: 26, end: 36, quote: 'UK’s No. 1' },
    ]);
  });

  test('are read if the document names a part by an absolute path in the package', async () => {
    const parts = {
      'word/footer1.xml': `<w:ftr xmlns:w="w">${paragraph('The UK’s No. 1 tea')}</w:ftr>`,
      'word/_rels/document.xml.rels':
        '<Relationships><Relationship Type="x/footer" Target="/word/footer1.xml"/></Relationships>',
    };
    const findings = await examine('docx', docx({ body: paragraph('Tea'), parts }));
    expect(findings.map(({ ruleCode }) => ruleCode)).toEqual(['superlative.ranking']);
  });

  test('without page breaks have their claims at character offsets', async () => {
    const findings = await examine('docx', docx({ body: paragraph('Tee 😀') + paragraph('It never fails') }));
    expect(findings.map(({ anchor }) => anchor)).toEqual([
      { kind: 'text', start: 9, end: 20, quote: 'never fails' },
    ]);
  });

  test('do not count text that was deleted, moved away or repeated as a fallback', async () => {
    const body =
      run('<w:delText>guaranteed</w:delText>') +
      `<w:p><w:moveFrom><w:r><w:t>guaranteed</w:t></w:r></w:moveFrom></w:p>` +
      run(
        '<mc:AlternateContent><mc:Choice><w:t>Net zero</w:t></mc:Choice><mc:Fallback><w:t>Net zero</w:t></mc:Fallback></mc:AlternateContent>',
      );
    const findings = await examine('docx', docx({ body }));
    expect(findings.map(({ ruleCode }) => ruleCode)).toEqual(['environment.absolute']);
  });

  test('do not count hidden text, hidden by itself or by a style', async () => {
    const style = (id: string, type: string, properties: string, basedOn = '') =>
      `<w:style w:type="${type}" w:styleId="${id}">${basedOn}<w:rPr>${properties}</w:rPr></w:style>`;
    const styles =
      style('Secret', 'character', '<w:vanish/>') +
      style('Note', 'paragraph', '<w:vanish w:val="true"/>') +
      style('SubNote', 'paragraph', '', '<w:basedOn w:val="Note"/>') +
      style('Shown', 'paragraph', '<w:vanish w:val="0"/>', '<w:basedOn w:val="Note"/>');
    const styled = (paragraphStyle: string, runProperties: string, text: string) =>
      `<w:p><w:pPr><w:pStyle w:val="${paragraphStyle}"/><w:rPr><w:vanish/></w:rPr></w:pPr>` +
      `<w:r><w:rPr>${runProperties}</w:rPr><w:t>${text}</w:t></w:r></w:p>`;
    const body =
      styled('', '<w:vanish/>', 'It is guaranteed') +
      styled('', '<w:rStyle w:val="Secret"/>', 'It is guaranteed') +
      styled('Note', '', 'It is guaranteed') +
      styled('SubNote', '', 'It is guaranteed') +
      styled('Shown', '<w:rPrChange><w:rPr><w:vanish/></w:rPr></w:rPrChange>', 'It never fails') +
      styled('Note', '<w:vanish w:val="off"/>', 'The lowest prices') +
      styled('Note', '<w:rStyle w:val="Secret"/>', 'Net zero');
    const parts = {
      'word/styles.xml': `<w:styles xmlns:w="w">${styles}</w:styles>`,
      'word/_rels/document.xml.rels':
        '<Relationships><Relationship Type="x/styles" Target="styles.xml"/></Relationships>',
    };
    const findings = await examine('docx', docx({ body, parts }));
    expect(findings.map(({ ruleCode }) => ruleCode)).toEqual([
      'absolute.performance',
      'price.lowest',
      'environment.absolute',
    ]);
  });

  test('in the DOC format are not read, which a finding says', async () => {
    expect(await examine('doc', doc(100, 1))).toMatchObject([
      { ruleCode: 'text.unread', details: expect.stringContaining('(DOC)') },
    ]);
  });
});

describe('claims of a PDF that viewers', () => {
  const claim = 'Clinically proven to cure back pain';
  const show = (text: string, before = '') => `BT /F0 4 Tf ${before} 4 20 Td (${text}) Tj ET`;
  const box = (entries: string) => ({
    content: '',
    objects: {
      Box: {
        entries:
          '/Type /XObject /Subtype /Form /BBox [0 0 90 9] /Resources << /Font << /F0 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>',
        bytes: Buffer.from(show(claim)),
      },
    },
    entries: `/MediaBox [0 0 96 128] /Annots [<< /Type /Annot ${entries} /Rect [4 20 94 29] /AP << /N @Box >> >>]`,
  });

  async function proven(page: ScannedPage): Promise<string[]> {
    const bytes = pdfOfPages([
      { ...page, content: `${page.content as string} ${show('Poster for our pillow')}` },
    ]);
    const options = { signal: new AbortController().signal, maxComputeMs: 20_000 };
    const {
      count,
      first: _,
      ...listed
    } = await parsers.run('findScannedPages', { pages: 1 }, bytesSource(bytes), options);
    const shownText = { kind: 'pages' as const, pages: [], scannedPages: count, ...listed };
    const found = await parsers.run(
      'findClaims',
      { mimeType: 'application/pdf', shownText },
      bytesSource(bytes),
      options,
    );
    return found!.claims['health.proven']?.first.map(({ claim: { quote } }) => quote) ?? [];
  }

  const image = greyImage(testPicture(96, 128));
  const scan = `q 96 0 0 60 0 0 cm /Im Do Q`;
  test.for<[string, ScannedPage]>([
    ['a text box', box('/Subtype /FreeText /F 4')],
    ['a form field', box(`/Subtype /Widget /FT /Tx /T (a) /V (${claim})`)],
    [
      'a visible part of a page with a hidden part',
      { content: `${show(claim)} /OC /Hidden BDC ${show('Old')} EMC` },
    ],
    ['an invisible layer over a scan', { content: `${scan} ${show(claim, '3 Tr')}`, objects: { Im: image } }],
  ])('show in %s are found', async ([, page]) => {
    expect(await proven(page)).toEqual(['Clinically proven']);
  });

  test.for<[string, ScannedPage]>([
    ['a hidden text box', box('/Subtype /FreeText /F 2')],
    ['a text box that is not viewable', box('/Subtype /FreeText /F 32')],
    ['a hidden layer', { content: `/OC /Hidden BDC ${show(claim)} EMC` }],
    [
      'a form on a hidden layer',
      {
        content: '/Box Do',
        objects: {
          Box: {
            ...box('').objects.Box,
            entries: `${box('').objects.Box.entries} /OC << /Type /OCMD /OCGs 4 0 R >>`,
          },
        },
      },
    ],
    ['an invisible string', { content: show(claim, '3 Tr') }],
    [
      'an invisible string beside a picture',
      { content: `q 9 0 0 9 80 90 cm /Im Do Q ${show(claim, '3 Tr')}`, objects: { Im: image } },
    ],
  ])('do not show, in %s, are none', async ([, page]) => {
    expect(await proven(page)).toEqual([]);
  });
});

test('pages whose letters are pictures or shapes and that were not read are reported', async () => {
  const file = path.join(inject('scratchDir'), 'claims-unread.pdf');
  await writeFile(file, pdfOfPages([{ content: '' }]));
  const text = {
    kind: 'pages' as const,
    pages: [{ page: 1, lines: [] }],
    scannedPages: 61,
    hidingPages: [],
    annotatedPages: [],
  };
  const findings = await runSidekick(parsers, 'claims', file, undefined, undefined, text);
  expect(findings).toMatchObject([
    { ruleCode: 'text.unread', severity: 'info', summary: 'The letters of 60 pages were not read' },
  ]);
});
