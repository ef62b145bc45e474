import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import { PermissionFlag } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, inject, test } from 'vitest';
import { findRule } from '../../sidekicks/catalogue.ts';
import { accessibilityPermission } from '../../sidekicks/document/facts.ts';
import { judgeAccess } from '../../sidekicks/document/judge-access.ts';
import { deniedBy } from '../../sidekicks/document/permissions.ts';
import type { Finding } from '../../contract/finding.ts';
import { maxReported } from '../../formats/capped-collections.ts';
import { buildPdf, type PdfOptions } from '../../../../tools/local/samples/pdf.ts';
import { createPdfWriter } from '../../../../tools/local/samples/pdf-writer.ts';
import { useParsers } from '../../../../test/support/parsers.ts';
import { runSidekick } from '../support/run-sidekick.ts';
import { xmpPacket } from '../support/xmp-files.ts';

const parsers = useParsers();
let files = 0;

async function inspectBytes(bytes: Buffer | string): Promise<Finding[]> {
  const file = path.join(inject('scratchDir'), `document-${files++}.pdf`);
  await writeFile(file, bytes, 'latin1');
  return runSidekick(parsers, 'document', file);
}

const inspect = (options: PdfOptions) => inspectBytes(buildPdf(options));

/** Returns the rule code and the page of each finding. Page 0 stands for the whole document. */
const places = (findings: readonly Finding[]) =>
  findings.map(({ ruleCode, anchor }) => [ruleCode, anchor.kind === 'page' ? anchor.page : 0]);

const contentOf = ({ evidence }: Finding, at = 0) => evidence[at]!.content as Record<string, unknown>;
/** Encodes bytes for the ASCII85Decode filter (ISO 32000-2, 7.4.3). */
function ascii85(bytes: Buffer): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 4) {
    const part = bytes.subarray(at, at + 4);
    let value = Buffer.concat([part, Buffer.alloc(4)]).readUInt32BE(0);
    let digits = '';
    for (let digit = 0; digit < 5; digit++, value = Math.floor(value / 85))
      digits = String.fromCharCode(33 + (value % 85)) + digits;
    text += digits.slice(0, part.length + 1);
  }
  return text;
}

const link = (action: string) => `<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A ${action} >>`;
const form = (content: string, entries = '') =>
  `<< /Type /XObject /Subtype /Form /BBox [0 0 99 99] ${entries} /Length ${content.length} >>\nstream\n${content}\nendstream`;

describe('a document without defects', () => {
  test.for([1, 3, 40])('has no findings with %i pages', async (pages) => {
    expect(await inspect({ pages })).toEqual([]);
  });

  test('may link to its own pages and to the web', async () => {
    const objects = {
      web: link('<< /S /URI /URI (https://example.org/) >>'),
      own: link('<< /S /GoTo /D [4 0 R /Fit] >>'),
      named: link('<< /S /Named /N /NextPage >>'),
    };
    const pageEntries = { 2: '/Annots [@web @own @named] ' };
    expect(await inspect({ pages: 2, objects, pageEntries })).toEqual([]);
  });
});

describe('encryption', () => {
  test.for(['revision-2', 'revision-3', 'revision-4', 'revision-4-rc4', 'revision-5', 'revision-6'])(
    'is found with the denied permissions: %s',
    async (name) => {
      const file = path.join(import.meta.dirname, `../fixtures/encrypted/${name}.pdf`);
      const [encrypted, ...others] = await runSidekick(parsers, 'document', file);
      expect(encrypted).toMatchObject({ ruleCode: 'access.encrypted', anchor: { kind: 'asset' } });
      const { denied } = contentOf(encrypted!) as { denied: string[] };
      for (const what of denied) expect(encrypted!.summary).toContain(what);
      expect(others.map(({ ruleCode }) => ruleCode)).not.toContain('structure.page_tree');
    },
  );

  test('that denies access to assistive technology is a finding of its own', () => {
    const all = Object.values(PermissionFlag);
    expect(deniedBy(new Set(all))).toEqual([]);
    const denied = deniedBy(new Set(all.filter((flag) => flag !== PermissionFlag.COPY_FOR_ACCESSIBILITY)));
    expect(denied).toEqual([accessibilityPermission]);
    expect(places(judgeAccess({ encrypted: true, denied }))).toEqual([
      ['access.encrypted', 0],
      ['access.assistive_technology', 0],
    ]);
  });
});

describe('active content', () => {
  const rules = {
    Launch: 'active_content.launch',
    SubmitForm: 'active_content.submit_form',
    ImportData: 'active_content.import_data',
    GoToR: 'active_content.other_document',
    GoToE: 'active_content.other_document',
  };

  test.for(Object.entries(rules))(
    '%s of a link is found on its page, with its target',
    async ([type, code]) => {
      const objects = { link: link(`<< /S /${type} /F << /Type /Filespec /F (other.bin) >> >>`) };
      const findings = await inspect({ pages: 3, objects, pageEntries: { 3: '/Annots [@link] ' } });
      expect(places(findings)).toEqual([[code, 3]]);
      expect(contentOf(findings[0]!)).toMatchObject({ action: type, target: 'other.bin' });
      expect(findings[0]!.severity).toBe(findRule(code)!.rule.severity);
    },
  );

  test('is found for every trigger event', async () => {
    const launch = (name: string) => `<< /S /Launch /F (${name}) >>`;
    const findings = await inspect({
      pages: 4,
      catalogEntries: `/OpenAction ${launch('open')} /AA << /WC ${launch('close')} >> /Outlines << /First @first /Last @last >>`,
      objects: {
        first: `<< /Title (1) /Parent 1 0 R /Next @last /A ${launch('bookmark')} >>`,
        last: '<< /Title (2) /Parent 1 0 R /Prev @first /Next @first >>',
        link: link('<< /S /GoTo /D [4 0 R /Fit] /Next [<< /S /GoTo >> @second] >>'),
        second: '<< /S /Launch /Win << /F (chained) >> /Next @second >>',
        field: `<< /Subtype /Widget /FT /Btn /Rect [0 0 9 9] /AA << /U ${launch('field')} >> >>`,
      },
      pageEntries: { 2: `/AA << /O ${launch('page')} >> `, 3: '/Annots [@link] ', 4: '/Annots [@field] ' },
    });
    expect(places(findings)).toEqual([0, 0, 0, 2, 3, 4].map((page) => ['active_content.launch', page]));
    expect(findings.map((finding) => contentOf(finding)['target'])).toEqual([
      'open',
      'close',
      'bookmark',
      'page',
      'chained',
      'field',
    ]);
  });

  test('scripts are found in documents, names, pages, links, bookmarks and chained actions', async () => {
    const script = (text: string) => `<< /S /JavaScript /JS (${text}) >>`;
    const findings = await inspect({
      pages: 3,
      script: 'opened',
      catalogEntries: `/Names << /JavaScript << /Names [(a) ${script('named')}] >> >> /Outlines << /First @mark /Last @mark >>`,
      objects: {
        mark: `<< /Title (1) /Parent 1 0 R /A ${script('bookmark')} >>`,
        link: link('<< /S /JavaScript /JS @stream >>'),
        stream: '<< /Length 6 >>\nstream\nlinked\nendstream',
      },
      pageEntries: { 2: `/AA << /O << /S /GoTo /Next ${script('page')} >> >> `, 3: '/Annots [@link] ' },
    });
    expect(new Set(findings.map(({ ruleCode }) => ruleCode))).toEqual(new Set(['active_content.javascript']));
    const scripts = findings.map((finding) => [contentOf(finding)['script'], places([finding])[0]![1]]);
    expect(scripts.sort()).toEqual([
      ['bookmark', 0],
      ['linked', 3],
      ['named', 0],
      ['opened', 0],
      ['page', 2],
    ]);
  });

  test('scripts of rendition actions are found in documents, pages and fields', async () => {
    const rendition = (text: string) => `<< /S /Rendition /OP 0 /JS (${text}) >>`;
    const findings = await inspect({
      pages: 3,
      catalogEntries: `/OpenAction ${rendition('opened')}`,
      objects: {
        field: `<< /Subtype /Widget /FT /Btn /Rect [0 0 9 9] /AA << /U ${rendition('field')} >> >>`,
      },
      pageEntries: { 2: `/AA << /O ${rendition('page')} >> `, 3: '/Annots [@field] ' },
    });
    expect(findings.map((finding) => [contentOf(finding)['script'], ...places([finding])[0]!])).toEqual([
      ['opened', 'active_content.javascript', 0],
      ['page', 'active_content.javascript', 2],
      ['field', 'active_content.javascript', 3],
    ]);
  });

  test.for([
    ['a stream', '@whole'],
    ['packets', '[(preamble) @head (template) @tail]'],
  ] as const)('scripts of XFA forms are found, in %s', async ([, xfa]) => {
    const stream = (content: string) => `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;
    const [head, tail] = [
      '<xdp:xdp xmlns:xdp="x"><template><event activity="initialize">',
      '<script contentType="application/x-javascript">app.alert(1)</script>' +
        '<script contentType="application/x-formcalc">Sum(1, 2)</script></event></template></xdp:xdp>',
    ];
    const findings = await inspect({
      pages: 1,
      catalogEntries: `/AcroForm << /Fields [] /XFA ${xfa} >>`,
      objects: { whole: stream(head + tail), head: stream(head), tail: stream(tail) },
    });
    expect(places(findings)).toEqual([['active_content.javascript', 0]]);
    expect(contentOf(findings[0]!)).toMatchObject({ script: 'app.alert(1)' });
  });

  test('scripts of form fields are found once each, on the page of the field', async () => {
    const findings = await inspect({
      pages: 2,
      catalogEntries: '/AcroForm << /Fields [@sum @other] /CO [@sum] >>',
      objects: {
        sum:
          '<< /Type /Annot /Subtype /Widget /FT /Tx /T (sum) /Rect [0 0 9 9] /P 6 0 R ' +
          '/AA << /C << /S /JavaScript /JS (add\\(\\)) >> /K << /S /JavaScript /JS (key\\(\\)) >> >> >>',
        other: '<< /FT /Tx /T (other) /Kids [@kid] /AA << /F << /S /JavaScript /JS (shape\\(\\)) >> >> >>',
        kid: '<< /Type /Annot /Subtype /Widget /Parent @other /Rect [0 0 9 9] /P 4 0 R >>',
      },
      pageEntries: { 1: '/Annots [@kid] ', 2: '/Annots [@sum] ' },
    });
    expect(
      findings.map((finding) => [
        contentOf(finding)['field'],
        contentOf(finding)['script'],
        ...places([finding])[0]!,
      ]),
    ).toEqual([
      ['sum', 'add()', 'active_content.javascript', 2],
      ['sum', 'key()', 'active_content.javascript', 2],
      ['other', 'shape()', 'active_content.javascript', 1],
    ]);
  });
});

test('embedded files of the document and of a page are found', async () => {
  const file = (name: string) => `<< /Type /Filespec /F (${name}) /UF (${name}) /EF << /F @data >> >>`;
  const findings = await inspect({
    pages: 2,
    catalogEntries: `/Names << /EmbeddedFiles << /Names [(a) ${file('a.xml')}] >> >>`,
    objects: {
      data: '<< /Type /EmbeddedFile /Length 1 >>\nstream\nx\nendstream',
      pin: `<< /Type /Annot /Subtype /FileAttachment /Rect [0 0 9 9] /FS ${file('b.exe')} >>`,
    },
    pageEntries: { 2: '/Annots [@pin] ' },
  });
  expect(places(findings)).toEqual([
    ['attachment.embedded_file', 0],
    ['attachment.embedded_file', 2],
  ]);
  expect(findings.map((finding) => contentOf(finding)['name'])).toEqual(['a.xml', 'b.exe']);
});

test('films, sounds and 3D models in annotations are found; files outside the document are not', async () => {
  const film = '<< /Type /Filespec /F (film.mp4) /EF << /F @data >> >>';
  const annotation = (entries: string) => `<< /Type /Annot /Rect [0 0 9 9] ${entries} >>`;
  const rendition = (clip: string) =>
    `/Subtype /Screen /A << /S /Rendition /R << /S /MR /C << /S /MCD /D ${clip} >> >> >>`;
  const findings = await inspect({
    pages: 1,
    objects: {
      data: '<< /Type /EmbeddedFile /Length 1 >>\nstream\nx\nendstream',
      rich: annotation(
        `/Subtype /RichMedia /RichMediaContent << /Assets << /Kids [<< /Names [(f) ${film}] >>] >> >>`,
      ),
      screen: annotation(rendition(film)),
      outside: annotation(rendition('<< /Type /Filespec /F (there.mp4) >>')),
      movie: annotation('/Subtype /Movie /Movie << /F (there.avi) >>'),
      sound: annotation('/Subtype /Sound /Sound @data'),
      model: annotation('/Subtype /3D /3DD @data'),
    },
    pageEntries: { 1: '/Annots [@rich @screen @outside @movie @sound @model] ' },
  });
  const embedded = findings.filter(({ ruleCode }) => ruleCode === 'attachment.embedded_file');
  expect(embedded.map((finding) => contentOf(finding)['name'])).toEqual([
    'film.mp4',
    'film.mp4',
    'a sound',
    'a 3D model',
  ]);
});

describe('fonts that are not embedded', () => {
  const arial = '<< /Type /Font /Subtype /TrueType /BaseFont /ABCDEF+ArialNova >>';
  const withFont = (font: string) => `/Resources << /Font << /F1 ${font} >> >> `;

  test('are found once each with their pages; a standard font is less severe', async () => {
    const findings = await inspect({
      pages: 4,
      objects: {
        arial,
        times: '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>',
        mincho:
          '<< /Type /Font /Subtype /Type0 /BaseFont /Mincho /DescendantFonts [@cid] /Encoding /Identity-H >>',
        cid: '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Mincho /FontDescriptor << /FontName /Mincho >> >>',
      },
      pageEntries: { 2: withFont('@arial'), 3: withFont('@times'), 4: withFont('@arial') },
      contents: { 2: 'BT /F1 9 Tf (Arial) Tj ET', 4: 'BT /F1 9 Tf [(A) 3 (rial)] TJ ET' },
    });
    expect(
      findings.map(({ severity, ...finding }) => [severity, ...places([finding as Finding])[0]!]),
    ).toEqual([
      ['major', 'font.not_embedded', 2],
      ['info', 'font.not_embedded', 3],
    ]);
    expect(contentOf(findings[0]!)).toMatchObject({ font: 'ArialNova', pages: [2, 4], pageCount: 2 });
    expect(findings[0]!.summary).toBe('The font ArialNova is not embedded');
  });

  test('are one finding, because one export embeds them', async () => {
    const verdana = arial.replace('ABCDEF+ArialNova', 'Verdana');
    const contents = { 1: 'BT /F1 9 Tf (Arial) Tj ET', 2: 'BT /F1 9 Tf (Verdana) Tj ET' };
    const pageEntries = { 1: withFont('@arial'), 2: withFont('@verdana') };
    const [finding, ...others] = await inspect({
      pages: 2,
      objects: { arial, verdana },
      pageEntries,
      contents,
    });
    expect(others).toEqual([]);
    expect(finding!.summary).toBe('2 fonts are not embedded: ArialNova, Verdana');
    expect(finding!.evidence.map(({ anchor }) => anchor)).toEqual(
      [1, 2].map((page) => ({ kind: 'page', page })),
    );
  });

  test('are found in composite fonts and in forms within forms', async () => {
    const findings = await inspect({
      pages: 2,
      objects: {
        mincho:
          '<< /Type /Font /Subtype /Type0 /BaseFont /Mincho /DescendantFonts [@cid] /Encoding /Identity-H >>',
        cid: '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Mincho /FontDescriptor << /FontName /Mincho >> >>',
        outer: form('/In Do', '/Resources << /XObject << /In @inner >> >>'),
        inner: form('BT /F1 9 Tf <00410042> Tj ET', '/Resources << /Font << /F1 @mincho >> >>'),
      },
      pageEntries: { 2: '/Resources << /XObject << /Out @outer >> >> ' },
      contents: { 2: '/Out Do' },
    });
    expect(places(findings)).toEqual([['font.not_embedded', 2]]);
  });

  test('are not reported if they are unused or used only for invisible text', async () => {
    const findings = await inspect({
      pages: 2,
      objects: { arial },
      pageEntries: { 1: '/Resources << /Font << /F1 3 0 R /F2 @arial >> >> ', 2: withFont('@arial') },
      contents: { 2: '0 0 9 9 re f q BT /F1 9 Tf 3 Tr (recognised) Tj ET Q' },
    });
    expect(findings).toEqual([]);
  });
});

describe('blank pages', () => {
  test('are found if they have neither text nor painted content', async () => {
    const findings = await inspect({
      pages: 12,
      contents: {
        ...{ 10: '', 11: '', 12: '' },
        1: '',
        2: 'BT /F1 12 Tf ( ) Tj ET',
        3: '0 0 595 842 re W n',
        4: '% (text) Tj f\nq Q',
        5: '0 0 9 9 re f',
        6: 'BI /W 1 /H 1 /BPC 8 /CS /G ID x EI',
        7: '/Empty Do',
        8: '/Full Do',
      },
      objects: { empty: form('q Q'), full: form('0 0 m 9 9 l S') },
      pageEntries: {
        7: '/Resources << /XObject << /Empty @empty >> >> ',
        8: '/Resources << /XObject << /Full @full >> >> ',
        // The flags of the notes are Hidden, NoView and Print.
        10: '/Annots [<< /Subtype /Text /F 2 /Rect [0 0 9 9] >>] ',
        11: '/Annots [<< /Subtype /Stamp /F 32 /Rect [0 0 9 9] >>] ',
        12: '/Annots [<< /Subtype /Text /F 4 /Rect [0 0 9 9] >>] ',
      },
    });
    expect(findings.map(({ summary }) => summary)).toEqual(['Pages 1, 2, 3, 4, 7, 10, 11 are blank']);
    expect(findings[0]!.evidence.map(({ anchor }) => anchor)).toEqual(
      [1, 2, 3, 4, 7, 10, 11].map((page) => ({ kind: 'page', page })),
    );
  });

  test('are found if all painted content is filled in white', async () => {
    const findings = await inspect({
      pages: 9,
      contents: {
        1: '1 g 0 0 595 842 re f',
        2: '1 1 1 rg 0 0 595 842 re f*',
        3: '0 0 0 0 k q 0 g Q 0 0 595 842 re f',
        4: '1 g q 0 g 0 0 9 9 re f Q',
        5: '1 g 0 0 9 9 re B',
        6: '1 1 0 rg 0 0 9 9 re f',
        7: '1 g /Pattern cs /P1 scn 0 0 9 9 re f',
        8: 'q 1 g Q 0 0 9 9 re f',
        9: '1 G 0 0 9 9 re f',
      },
    });
    expect(findings.map(({ summary }) => summary)).toEqual(['Pages 1, 2, 3 are blank']);
  });

  test('are numbered in page order in a page tree of any shape', async () => {
    const plain = buildPdf({ pages: 4, contents: { 3: '' } });
    const nested = plain
      .replace('/Kids [4 0 R 6 0 R 8 0 R 10 0 R]', '/Kids [4 0 R @X 10 0 R]')
      .replace('@X', '<< /Type /Pages /Parent 2 0 R /Count 2 /Kids [6 0 R 8 0 R] >>');
    expect(places(await inspectBytes(plain))).toEqual([['page.blank', 3]]);
    // The offsets are wrong, so the reader searches the file for objects.
    expect(places(await inspectBytes(nested))).toEqual([['page.blank', 3]]);
  });

  test(`are one finding that lists the first ${maxReported}`, async () => {
    const contents = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [at + 1, '']));
    const [finding, ...others] = await inspect({ pages: 31, contents });
    expect(others).toEqual([]);
    expect(finding!.summary).toMatch(/^Pages 1, 2, .*, 20 and 10 more are blank$/);
    expect(finding!.evidence).toHaveLength(maxReported);
    const all = await inspect({ pages: 2, contents: { 1: '', 2: '' } });
    expect(all.map(({ summary }) => summary)).toEqual(['All 2 pages are blank']);
  });
});

test('pages of different sizes are found, whatever their orientation', async () => {
  const turned = { 2: '/MediaBox [0 300 842 895] ', 3: '/Rotate 90 ', 4: '/MediaBox [0 0 595.3 841.9] ' };
  expect(await inspect({ pages: 5, pageEntries: turned })).toEqual([]);
  const findings = await inspect({ pages: 5, pageEntries: { ...turned, 5: '/CropBox [0 0 612 792] ' } });
  expect(places(findings)).toEqual([['page.size_mix', 5]]);
  expect(contentOf(findings[0]!)).toMatchObject({ measured: 2, threshold: 1, unit: 'sizes' });
});

test('the double pages of a booklet may be beside single covers', async () => {
  const double = '/MediaBox [0 0 1190 842] ';
  expect(await inspect({ pages: 3, pageEntries: { 2: double } })).not.toEqual([]);
  expect(await inspect({ pages: 3, pageEntries: { 2: double, 3: double } })).toEqual([]);
});

describe('accessibility', () => {
  test.for([
    ['accessibility.untagged', { tagged: false }],
    ['accessibility.language', { language: null }],
    ['accessibility.title', { title: null }],
    ['accessibility.display_title', { displaysTitle: false }],
  ] as const)('%s', async ([ruleCode, options]) => {
    expect(places(await inspect({ pages: 2, ...options }))).toEqual([[ruleCode, 0]]);
  });

  test('a document without tags has one finding, with all that it lacks as evidence', async () => {
    const findings = await inspect({ pages: 2, tagged: false, language: null, title: null });
    expect(findings).toMatchObject([{ ruleCode: 'accessibility.untagged', severity: 'info' }]);
    const catalogEntries = '/MarkInfo << /Marked true >>';
    expect(await inspect({ pages: 2, tagged: false, catalogEntries })).toMatchObject([{ severity: 'minor' }]);
    expect(findings[0]!.summary).toBe('The document is not accessible: no tags, no language, no title');
    expect(findings[0]!.evidence.map(({ id }) => id)).toEqual([
      'accessibility.untagged',
      'accessibility.language',
      'accessibility.title',
    ]);
  });

  test('a title is also read from an attribute in the metadata', async () => {
    const xmp =
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
      '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" dc:title=\'Plan\'/></rdf:RDF></x:xmpmeta>';
    const metadata = `<< /Type /Metadata /Subtype /XML /Length ${xmp.length} >>\nstream\n${xmp}\nendstream`;
    expect(await inspect({ pages: 1, objects: { metadata } })).toEqual([]);
  });

  test('a title only in the information dictionary is less severe', async () => {
    const plain = buildPdf({ pages: 1, title: null, objects: { info: '<< /Title (Plan) >>' } });
    const number = /(\d+) 0 obj\n<< \/Title \(Plan\)/.exec(plain)![1]!;
    const findings = await inspectBytes(plain.replace('/Root 1 0 R', `/Root 1 0 R /Info ${number} 0 R`));
    expect(findings).toMatchObject([{ ruleCode: 'accessibility.title', severity: 'info' }]);
    expect(contentOf(findings[0]!)).toMatchObject({ informationTitle: 'Plan' });
  });
});

describe('a document that declares PDF/A', () => {
  const titled = '<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Plan</rdf:li></rdf:Alt></dc:title>';
  /** Returns an object with XMP metadata that declare PDF/A by elements, by attributes, or not. */
  const metadata = (attributes: string, elements = '') => {
    const xmp = xmpPacket(
      '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" ' +
        `xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" ${attributes}>${elements}${titled}</rdf:Description>`,
    );
    return `<< /Type /Metadata /Subtype /XML /Length ${xmp.length} >>\nstream\n${xmp}\nendstream`;
  };
  const byElements = (part: number, conformance: string) =>
    metadata('', `<pdfaid:part>${part}</pdfaid:part><pdfaid:conformance>${conformance}</pdfaid:conformance>`);
  const image =
    '<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /Filter [/JPXDecode] /Length 1 >>\nstream\n0\nendstream';
  const withImage = (declared: string): PdfOptions => ({
    pages: 2,
    contents: { 2: 'q 99 0 0 99 0 0 cm /I Do Q' },
    pageEntries: { 2: '/Resources << /XObject << /I @image >> >> ' },
    objects: { metadata: declared, image },
  });
  const archival = (findings: readonly Finding[]) =>
    findings.filter(({ ruleCode }) => ruleCode === 'conformance.pdfa').map(({ summary }) => summary);

  test('may have all that the declared part permits', async () => {
    expect(await inspect({ pages: 1, objects: { metadata: byElements(1, 'B') } })).toEqual([]);
    expect(await inspect(withImage(byElements(2, 'B')))).toEqual([]);
    expect(await inspect(withImage(metadata('')))).toEqual([]);
  });

  test('has no finding if only a description of a schema mentions PDF/A', async () => {
    const nested = '<dc:source><rdf:Description pdfaid:part="1"/></dc:source>';
    expect(await inspect(withImage(metadata('', nested)))).toEqual([]);
  });

  test('and uses what it forbids, is found', async () => {
    const [finding, ...others] = await inspect(withImage(metadata('pdfaid:part="1" pdfaid:conformance="B"')));
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      ruleCode: 'conformance.pdfa',
      severity: 'major',
      summary: 'The document declares PDF/A-1b, but has pictures in JPEG 2000',
    });
    expect(finding!.details).toContain('on page 2');
    const objects = { metadata: byElements(2, 'U') };
    const scripted = await inspect({ pages: 1, objects, script: 'app.beep()', embedsFont: false });
    expect(archival(scripted)).toEqual([
      'The document declares PDF/A-2u, but has JavaScript, fonts that are not embedded',
    ]);
    expect(archival(await inspect({ pages: 1, script: 'app.beep()', embedsFont: false }))).toEqual([]);
  });

  test('and has embedded files, is found for PDF/A-1 only', async () => {
    const options = (part: number): PdfOptions => ({
      pages: 1,
      catalogEntries: '/Names << /EmbeddedFiles << /Names [(a) @file] >> >>',
      objects: {
        metadata: byElements(part, 'B'),
        file: '<< /Type /Filespec /F (a.txt) /UF (a.txt) /EF << /F @data >> >>',
        data: '<< /Type /EmbeddedFile /Length 1 >>\nstream\n0\nendstream',
      },
    });
    expect(archival(await inspect(options(1)))).toEqual([
      'The document declares PDF/A-1b, but has embedded files',
    ]);
    expect(archival(await inspect(options(3)))).toEqual([]);
  });
});

test.for([
  ['/ASCIIHexDecode', (content: Buffer) => Buffer.from(`${content.toString('hex')}>`)],
  ['[/ASCII85Decode /FlateDecode]', (content: Buffer) => Buffer.from(`${ascii85(deflateSync(content))}~>`)],
  ['[/FlateDecode]', (content: Buffer) => deflateSync(content)],
] as const)('content with the filter %s is read', async ([filter, pack]) => {
  const objects = (content: string) => {
    const bytes = pack(Buffer.from(content)).toString('latin1');
    return { packed: `<< /Filter ${filter} /Length ${bytes.length} >>\nstream\n${bytes}\nendstream` };
  };
  const pageEntries = { 2: '/Contents @packed ' };
  expect(await inspect({ pages: 2, pageEntries, objects: objects('0 0 9 9 re f') })).toEqual([]);
  const blank = await inspect({ pages: 2, pageEntries, objects: objects('0 0 595 842 re W n q Q') });
  expect(places(blank)).toEqual([['page.blank', 2]]);
});

test('objects in compressed object streams are read', async () => {
  const writer = createPdfWriter('streams-spread');
  const [catalog, tree, page, contents, annotation] = Array.from({ length: 5 }, () => writer.newNumber());
  writer.object(catalog!, `<< /Type /Catalog /Pages ${tree} 0 R >>`);
  writer.object(tree!, `<< /Type /Pages /Count 1 /Kids [${page} 0 R] /MediaBox [0 0 9 9] >>`);
  writer.object(
    page!,
    `<< /Type /Page /Parent ${tree} 0 R /Contents ${contents} 0 R /Annots [${annotation} 0 R] >>`,
  );
  writer.stream(contents!, '', Buffer.from('q Q'));
  writer.object(annotation!, link('<< /S /Launch /F (x) >>'));
  const findings = places(await inspectBytes(writer.end(catalog!)));
  expect(findings).toContainEqual(['active_content.launch', 1]);
  expect(findings).toContainEqual(['page.blank', 1]);
});

/** Returns the difference between each byte and the previous byte. */
function differences(bytes: Uint8Array): Uint8Array {
  return bytes.map((byte, at) => byte - (at === 0 ? 0 : bytes[at - 1]!));
}

test('a page tree that only pdf.js can read is reported', async () => {
  // An object stream with predictor 2, horizontal differencing (TIFF 6.0, 14). Producers use this predictor only for
  // images.
  const objects = ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Count 1 /Kids [3 0 R] >>'];
  objects.push(
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /AA << /O << /S /JavaScript /JS (run) >> >> >>',
  );
  const starts = objects.map((_, at) => objects.slice(0, at).join(' ').length + (at === 0 ? 0 : 1));
  const head = `${starts.map((start, at) => `${at + 1} ${start}`).join(' ')} `;
  const packed = deflateSync(differences(Buffer.from(head + objects.join(' '))));
  let body = '%PDF-1.7\n';
  const streamAt = body.length;
  body +=
    `4 0 obj\n<< /Type /ObjStm /N 3 /First ${head.length} /Filter /FlateDecode /DecodeParms << /Predictor 2 ` +
    `/Columns ${head.length + objects.join(' ').length} >> /Length ${packed.length} >>\n` +
    `stream\n${packed.toString('latin1')}\nendstream\nendobj\n`;
  const rows = [[0, 0, 0], ...[0, 1, 2].map((index) => [2, 4, index]), [1, streamAt, 0], [1, body.length, 0]];
  const table = Buffer.concat(
    rows.map(([type, second, third]) => Buffer.from([type!, second! >> 8, second! & 255, third!])),
  );
  const end =
    `5 0 obj\n<< /Type /XRef /Size 6 /W [1 2 1] /Root 1 0 R /Length ${table.length} >>\nstream\n` +
    `${table.toString('latin1')}\nendstream\nendobj\nstartxref\n${body.length}\n%%EOF\n`;
  const findings = await inspectBytes(body + end);
  expect(places(findings)).toContainEqual(['structure.page_tree', 0]);
  expect(places(findings)).toContainEqual(['active_content.javascript', 1]);
  expect(places(findings)).not.toContainEqual(['page.blank', 1]);
});
