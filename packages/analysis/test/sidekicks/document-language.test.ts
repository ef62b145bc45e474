import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import type { Finding } from '../../contract/finding.ts';
import { buildPdf, type PdfOptions } from '../../../../tools/local/samples/pdf.ts';
import { useParsers } from '../../../../test/support/parsers.ts';
import { runSidekick } from '../support/run-sidekick.ts';

// ISO 14289-1 (PDF/UA-1), 7.2: the natural language of all text can be determined.

const parsers = useParsers();
let files = 0;

/** Returns the findings of `accessibility.language` in a tagged PDF whose catalog has no language. */
async function inspect(options: Partial<PdfOptions>): Promise<Finding[]> {
  const file = path.join(inject('scratchDir'), `language-${process.pid}-${files++}.pdf`);
  const objects = { metadata: metadata('en'), ...options.objects };
  await writeFile(file, buildPdf({ pages: 1, language: null, ...options, objects }), 'latin1');
  const findings = await runSidekick(parsers, 'document', file);
  return findings.filter(({ ruleCode }) => ruleCode === 'accessibility.language');
}

const summaries = (findings: readonly Finding[]) =>
  findings.map(({ summary, anchor }) => [summary, anchor.kind === 'page' ? anchor.page : 0]);

const stream = (content: string, entries = '') =>
  `<< ${entries} /Length ${content.length} >>\nstream\n${content}\nendstream`;

/** XMP metadata with a title in the given language. */
const metadata = (language: string, after = '') =>
  stream(
    `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt><rdf:li xml:lang="${language}">Title</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF></x:xmpmeta>${after}`,
    '/Type /Metadata /Subtype /XML',
  );

const text = 'BT /F1 24 Tf 72 700 Td (Words) Tj ET';
const marked = (mcid: number, content = text, entries = '') =>
  `/P << /MCID ${mcid} ${entries} >> BDC ${content} EMC`;

/** A structure tree with one paragraph, which has the marked content 0 of the first page. */
const structure = (document: string, paragraph = '') => ({
  structure: '<< /Type /StructTreeRoot /K @document /ParentTree << /Kids [@parents] >> >>',
  parents: '<< /Limits [0 2] /Nums [0 [@paragraph] 1 [@paragraph] 2 @paragraph] >>',
  document: `<< /S /Document /P @structure /K [@paragraph] ${document} >>`,
  paragraph: `<< /S /P /P @document /Pg 4 0 R /K [0] ${paragraph} >>`,
});
const pageEntries = { 1: '/StructParents 0 ' };

describe('text has a language if', () => {
  test('its marked content begins in one content stream and ends in the next', async () => {
    const objects = {
      ...structure('', '/Lang (en-GB)'),
      one: stream('/P << /MCID'),
      two: stream(`0 >> BDC ${text} EMC`),
    };
    const divided = { 1: `${pageEntries[1]}/Contents [@one @two] ` };
    expect(await inspect({ objects, pageEntries: divided })).toEqual([]);
  });

  test.for([
    ['its structure element', structure('', '/Lang (en-GB)')],
    ['an element around its structure element', structure('/Lang (en-GB)')],
  ] as const)('%s declares one', async ([, objects]) => {
    expect(await inspect({ objects, pageEntries, contents: { 1: marked(0) } })).toEqual([]);
    const without = await inspect({ objects: structure(''), pageEntries, contents: { 1: marked(0) } });
    expect(summaries(without)).toEqual([['The document does not declare its language', 0]]);
  });

  test.for([
    ['is in the content stream', '/Span << /K true /Lang (en) >> BDC /Span BMC %s EMC EMC', ''],
    ['is in the resources', '/Span /Words BDC %s EMC', '/Properties << /Words @words >>'],
  ] as const)('its property list declares one and %s', async ([, content, properties]) => {
    const resources = { 1: `/Resources << /Font << /F1 3 0 R >> ${properties} >> ` };
    const objects = { words: '<< /Lang @language >>', language: '(en-GB)' };
    const pdf = { objects, pageEntries: resources };
    expect(await inspect({ ...pdf, contents: { 1: content.replace('%s', text) } })).toEqual([]);
    const after = await inspect({ ...pdf, contents: { 1: `${content.replace('%s', '')} ${text}` } });
    expect(summaries(after)).toEqual([['No language is declared for text on page 1', 1]]);
  });

  test('it is in a form that is painted in marked content with one', async () => {
    const pdf = {
      objects: { form: stream(text, '/Type /XObject /Subtype /Form /BBox [0 0 99 99]') },
      pageEntries: { 1: '/Resources << /Font << /F1 3 0 R >> /XObject << /Fm @form >> >> ' },
    };
    expect(await inspect({ ...pdf, contents: { 1: '/P << /Lang (en) >> BDC /Fm Do EMC' } })).toEqual([]);
    const twice = await inspect({ ...pdf, contents: { 1: '/P << /Lang (en) >> BDC /Fm Do EMC /Fm Do' } });
    expect(summaries(twice)).toEqual([['No language is declared for text on page 1', 1]]);
  });

  test('the marked content of a form belongs to an element with one', async () => {
    const form = stream(marked(0), '/Type /XObject /Subtype /Form /BBox [0 0 99 99] /StructParents 1');
    const entries = { 1: '/Resources << /Font << /F1 3 0 R >> /XObject << /Fm @form >> >> ' };
    const pdf = { pageEntries: entries, contents: { 1: '/Fm Do' } };
    expect(await inspect({ ...pdf, objects: { ...structure('/Lang (en)'), form } })).toEqual([]);
    expect(await inspect({ ...pdf, objects: { ...structure(''), form } })).toHaveLength(1);
  });

  test('it is in a form that belongs to an element with one as a whole', async () => {
    const form = stream(text, '/Type /XObject /Subtype /Form /BBox [0 0 99 99] /StructParent 2');
    const entries = { 1: '/Resources << /Font << /F1 3 0 R >> /XObject << /Fm @form >> >> ' };
    const pdf = { pageEntries: entries, contents: { 1: '/Fm Do' } };
    expect(await inspect({ ...pdf, objects: { ...structure('', '/Lang (en)'), form } })).toEqual([]);
    expect(await inspect({ ...pdf, objects: { ...structure(''), form } })).toHaveLength(1);
  });

  test('it is an artifact, which screen readers skip', async () => {
    expect(await inspect({ contents: { 1: `/Artifact BMC ${text} EMC` } })).toEqual([]);
  });
});

describe('a part without a language is found:', () => {
  const declared = structure('', '/Lang (en)');
  const clean = { objects: declared, pageEntries, contents: { 1: marked(0), 2: '' } };

  test.for([
    ['the bookmarks', 0, { catalogEntries: '/Outlines << /First << /Title (One) >> >>' }],
    [
      'the title or other text in the XMP metadata',
      0,
      { objects: { ...declared, metadata: metadata('x-default') } },
    ],
    ['text on page 2', 2, { pages: 2, contents: { 1: marked(0), 2: text } }],
    ['text on page 1', 1, { contents: { 1: `${marked(0)} /Span << /ActualText (x) >> BDC EMC` } }],
  ] as const)('%s', async ([part, page, options]) => {
    expect(await inspect(clean)).toEqual([]);
    const empty = metadata('x-default')
      .replace('>Title<', '><')
      .replace(/Length \d+/, (length) => `Length ${Number(length.slice(7)) - 5}`);
    expect(await inspect({ ...clean, objects: { ...declared, metadata: empty } })).toEqual([]);
    expect(summaries(await inspect({ ...clean, ...options }))).toEqual([
      [`No language is declared for ${part}`, page],
    ]);
  });

  test('XMP metadata that are not encrypted in an encrypted document', async () => {
    const file = path.join(import.meta.dirname, '../fixtures/encrypted/plain-metadata.pdf');
    const findings = await runSidekick(parsers, 'document', file);
    const [language] = findings.filter(({ ruleCode }) => ruleCode === 'accessibility.language');
    expect(language?.evidence[0]?.content).toMatchObject({
      parts: ['the title or other text in the XMP metadata', 'text on page 1'],
    });
  });

  test.for([
    ['Alt', 'alternate text (Alt)'],
    ['ActualText', 'replacement text (ActualText)'],
    ['E', 'expansion (E)'],
  ])('%s of a structure element, on its page', async ([entry, name]) => {
    const objects = {
      ...declared,
      document: `<< /S /Document /P @structure /K [@paragraph @figure] >>`,
      figure: `<< /S /Figure /P @document /K << /Type /MCR /Pg 6 0 R /MCID 3 >> /${entry} (A cat) >>`,
    };
    expect(summaries(await inspect({ ...clean, pages: 2, objects }))).toEqual([
      [`No language is declared for the ${name} of a Figure element on page 2`, 2],
    ]);
  });

  test.for([
    ['/Subtype /Link /Contents (Our site)', 'the description (Contents) of a Link annotation'],
    ['/Subtype /Widget /FT /Tx /TU (First name)', 'the name (TU) of a form field'],
    ['/Subtype /Widget /Parent @field', 'the name (TU) of a form field'],
  ])('%s, with its box', async ([entries, name]) => {
    const annotated = (own: string) => ({
      ...clean,
      objects: {
        ...declared,
        note: `<< /Type /Annot /Rect [0 0 119 421] ${entries} ${own} >>`,
        field: '<< /FT /Tx /TU (First name) /Kids [@note] >>',
      },
      pageEntries: { 1: '/StructParents 0 /Annots [@note] ' },
    });
    const [finding, ...others] = await inspect(annotated(''));
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      summary: `No language is declared for ${name} on page 1`,
      anchor: { kind: 'page', page: 1, bbox: [0, 0.5, 0.2, 1] },
    });
    expect(await inspect(annotated('/StructParent 2'))).toEqual([]);
    expect(await inspect(annotated('/Lang (en)'))).toEqual([]);
  });
});

describe('the syntax of a language tag', () => {
  test.for(['en', 'EN-gb', 'de-CH-1996', 'zh-min-nan', 'i-klingon', 'sgn-BE-FR', 'x-piglatin'])(
    '%s is valid',
    async (language) => {
      expect(await inspect({ language })).toEqual([]);
    },
  );

  test.for(['en_GB', 'en-', '1-pt', 'portugues-pt', 'English (UK)', 'en-GB '])(
    '“%s” of the document is invalid',
    async (language) => {
      expect(summaries(await inspect({ language: language.replace(/[()]/g, '\\$&') }))).toEqual([
        [`“${language}” is not a language tag`, 0],
      ]);
    },
  );

  test('an empty language is invalid', async () => {
    expect(summaries(await inspect({ language: '' }))).toEqual([
      ['The language of the document is empty', 0],
    ]);
  });

  test('is checked once per value, on the page of the first element or property list', async () => {
    const objects = structure('/Lang (fr_FR)', '/Lang (fr_FR)');
    const contents = { 1: marked(0, text, '/Lang <feff00650073005f00450053>') };
    const findings = await inspect({ language: 'en', objects, pageEntries, contents });
    expect(summaries(findings)).toEqual([
      ['“fr_FR” is not a language tag', 0],
      ['“es_ES” is not a language tag', 1],
    ]);
    expect(findings[0]!.evidence[0]!.content).toMatchObject({ language: 'fr_FR', count: 2 });
  });
});

test('names and values are quoted without control characters', async () => {
  const objects = {
    ...structure('/Lang (en)', '/Lang <feff202e0065006e000a>'),
    structure: '<< /Type /StructTreeRoot /K [@document @figure] >>',
    figure: '<< /S /Fig#0a#80ure /Alt (A cat) >>',
  };
  const findings = await inspect({ objects, contents: { 1: '' } });
  expect(summaries(findings)).toEqual([
    ['No language is declared for the alternate text (Alt) of a Fig  ure element in the document', 0],
    ['“ en ” is not a language tag', 1],
  ]);
  expect(findings[1]!.evidence[0]!.content).toMatchObject({ language: ' en ' });
});

describe('a hostile structure tree is read within limits:', () => {
  test('elements and parents that contain themselves', async () => {
    const objects = {
      structure: '<< /Type /StructTreeRoot /K [@document @document] /ParentTree @parents >>',
      parents: '<< /Kids [@parents @parents] /Nums [0 0 1] >>',
      document: '<< /S /Document /P @document /K [@document @structure @list] /Lang @document /Alt (x) >>',
      list: '[@list @document]',
    };
    const findings = await inspect({ objects, pageEntries, contents: { 1: marked(0) } });
    expect(summaries(findings)).toEqual([['The document does not declare its language', 0]]);
  });

  test('an array of parents that exceeds the cache', { tags: 'long', timeout: 30_000 }, async () => {
    const objects = {
      ...structure('/Lang (en)'),
      parents: '<< /Nums [0 @list] >>',
      list: `[${'@paragraph '.repeat(800_000)}]`,
    };
    const content = Array.from({ length: 2_000 }, (_, mcid) => marked(mcid)).join(' ');
    expect(await inspect({ objects, pageEntries, contents: { 1: content } })).toEqual([]);
  });

  test('XMP metadata with millions of syntax errors', { tags: 'long', timeout: 30_000 }, async () => {
    const objects = {
      ...structure('/Lang (en)'),
      metadata: metadata('x-default', '<'.repeat(60 * 2 ** 20)),
    };
    const findings = await inspect({ objects, pageEntries, contents: { 1: marked(0) } });
    expect(summaries(findings)).toEqual([
      ['No language is declared for the title or other text in the XMP metadata', 0],
    ]);
  });

  test(
    'half a million elements, of which those beyond the limit are not accused',
    { tags: 'long', timeout: 60_000 },
    async () => {
      const kids = Array.from({ length: 500_000 }, (_, at) => `<</S/P/K ${at}>>`).join('');
      const objects = {
        ...structure('/Lang (en)'),
        document: `<< /S /Document /Lang (en) /K [${kids} @paragraph] >>`,
      };
      expect(await inspect({ objects, pageEntries, contents: { 1: marked(0) } })).toEqual([]);
    },
  );
});
