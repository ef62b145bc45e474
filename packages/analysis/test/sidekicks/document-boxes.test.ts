import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { isPageBox } from '@assay/domain/page-box.ts';
import type { Finding } from '../../contract/finding.ts';
import { buildPdf, type PdfOptions } from '../../../../tools/local/samples/pdf.ts';
import { useParsers } from '../../../../test/support/parsers.ts';
import { mediaFile, runSidekick } from '../support/run-sidekick.ts';

const parsers = useParsers();
let files = 0;

/** Returns the anchors of the findings of a PDF, and checks that the evidence has the same. */
async function anchorsOf(options: PdfOptions): Promise<Finding['anchor'][]> {
  const name = `boxes-${files++}.pdf`;
  await writeFile(mediaFile(name), buildPdf({ contents: { 1: '0 0 9 9 re f' }, ...options }), 'latin1');
  const findings = await runSidekick(parsers, 'document', name);
  for (const { anchor, evidence } of findings) {
    expect(evidence[0]!.anchor).toEqual(anchor);
    if (anchor.kind === 'page' && anchor.bbox !== undefined) expect(isPageBox(anchor.bbox)).toBe(true);
  }
  return findings.map(({ anchor }) => anchor);
}

/** Returns the box of the only link, which has a launch action. */
async function boxOf(pageEntries: string, rectangle: string) {
  const objects = { link: `<< /Subtype /Link /Rect ${rectangle} /A << /S /Launch /F (x) >> >>` };
  const anchors = await anchorsOf({
    pages: 1,
    objects,
    pageEntries: { 1: `/Annots [@link] ${pageEntries}` },
  });
  expect(anchors).toMatchObject([{ kind: 'page', page: 1 }]);
  return (anchors[0] as { bbox?: number[] }).bbox ?? null;
}

// The rectangle is 20 wide and 10 high, 10 from the left and 40 from the bottom of a page of 100 × 200.
const page = '/MediaBox [0 0 100 200] ';
const rectangle = '[10 40 30 50]';

test.for([
  ['', [0.1, 0.75, 0.3, 0.8]],
  ['/Rotate 0 ', [0.1, 0.75, 0.3, 0.8]],
  ['/Rotate 90 ', [0.2, 0.1, 0.25, 0.3]],
  ['/Rotate 180 ', [0.7, 0.2, 0.9, 0.25]],
  ['/Rotate 270 ', [0.75, 0.7, 0.8, 0.9]],
  ['/Rotate -90 ', [0.75, 0.7, 0.8, 0.9]],
  ['/Rotate 450 ', [0.2, 0.1, 0.25, 0.3]],
  ['/Rotate 45 ', [0.1, 0.75, 0.3, 0.8]],
  ['/Rotate (90) ', [0.1, 0.75, 0.3, 0.8]],
  ['/UserUnit 4 ', [0.1, 0.75, 0.3, 0.8]],
] as const)('the box of a link is that of the page as shown: %s', async ([entries, box]) => {
  expect(await boxOf(page + entries, rectangle)).toEqual(box);
});

test.for([
  ['an offset', '/MediaBox [-50 -100 50 100] ', '[-40 -60 -20 -50]', [0.1, 0.75, 0.3, 0.8]],
  ['a crop box', `${page}/CropBox [0 0 50 100] `, rectangle, [0.2, 0.5, 0.6, 0.6]],
  ['a crop box and a rotation', `${page}/CropBox [0 0 50 100] /Rotate 90 `, rectangle, [0.4, 0.2, 0.5, 0.6]],
  ['a crop box larger than the page', `${page}/CropBox [-9 -9 900 900] `, rectangle, [0.1, 0.75, 0.3, 0.8]],
  ['a crop box outside the page', `${page}/CropBox [500 500 600 600] `, rectangle, [0.1, 0.75, 0.3, 0.8]],
  ['a crop box without area', `${page}/CropBox [5 5 5 5] `, rectangle, [0.1, 0.75, 0.3, 0.8]],
  ['corners in another order', '/MediaBox [100 200 0 0] ', '[30 50 10 40]', [0.1, 0.75, 0.3, 0.8]],
  ['no usable media box: US Letter', '/MediaBox [0 0 (x) 1] ', '[0 0 306 396]', [0, 0.5, 0.5, 1]],
] as const)('the box is a share of the crop box: %s', async ([, entries, rect, box]) => {
  expect(await boxOf(entries, rect)).toEqual(box);
});

test.for([
  ['clipped to the page', '[-10 190 10 900]', [0, 0, 0.1, 0.05]],
  ['the whole page', '[-1000 -1000 1000 1000]', [0, 0, 1, 1]],
  ['outside the page', '[200 300 210 310]', null],
  ['touching the edge', '[100 0 110 10]', null],
  ['without width', '[10 40 10 50]', null],
  ['too thin to be seen', '[10 40 10.00001 50]', null],
  ['three numbers', '[10 40 30]', null],
  ['five numbers', '[10 40 30 50 60]', null],
  ['no numbers', '[(a) /b null true]', null],
  ['no array', '<< /A 1 >>', null],
  ['beyond all numbers', `[0 0 ${'9'.repeat(400)} 10]`, null],
] as const)('a rectangle that is damaged or not visible: %s', async ([, rect, box]) => {
  expect(await boxOf(page, rect)).toEqual(box);
});

test('boxes use the boxes and the rotation that a page inherits', async () => {
  const objects = {
    link: `<< /Subtype /Link /Rect ${rectangle} /A << /S /Launch /F (x) >> >>`,
    upper: '<< /Type /Pages /Count 1 /Kids [@lower] /MediaBox [0 0 100 200] /Rotate 90 >>',
    lower: '<< /Type /Pages /Count 1 /Kids [@leaf] /CropBox [0 0 50 100] >>',
    leaf: '<< /Type /Page /Annots [@link] /Contents @content >>',
    content: '<< /Length 12 >>\nstream\n0 0 9 9 re f\nendstream',
  };
  const plain = buildPdf({ pages: 1, objects });
  const upper = /(\d+) 0 obj\n<< \/Type \/Pages \/Count 1 \/Kids \[\d+ 0 R\] \/MediaBox/.exec(plain)![1]!;
  const name = 'inherited-boxes.pdf';
  await writeFile(mediaFile(name), plain.replace('/Kids [4 0 R]', `/Kids [${upper} 0 R]`), 'latin1');
  const findings = await runSidekick(parsers, 'document', name);
  expect(findings.map(({ anchor }) => anchor)).toEqual([
    { kind: 'page', page: 1, bbox: [0.4, 0.2, 0.5, 0.6] },
  ]);
});

test('everything with a rectangle has a box: links, fields, annotations and attached files', async () => {
  const anchors = await anchorsOf({
    pages: 1,
    catalogEntries: '/AcroForm << /Fields [@field] >>',
    objects: {
      link: `<< /Subtype /Link /Rect ${rectangle} /A << /S /JavaScript /JS (link) >> >>`,
      field: `<< /Subtype /Widget /FT /Tx /T (sum) /Rect [10 60 30 70] /P 4 0 R /AA << /K << /S /JavaScript /JS (key) >> >> >>`,
      note: `<< /Subtype /Screen /Rect [10 80 30 90] /AA << /PO << /S /GoToR /F (x.pdf) >> >> >>`,
      pin: `<< /Subtype /FileAttachment /Rect [10 100 30 110] /FS << /Type /Filespec /F (b.exe) >> >>`,
    },
    pageEntries: {
      1: `${page}/Rotate 90 /Annots [@link @field @note @pin] /AA << /O << /S /Launch /F (page) >> >> `,
    },
  });
  expect(anchors).toEqual([
    { kind: 'page', page: 1, bbox: [0.3, 0.1, 0.35, 0.3] },
    { kind: 'page', page: 1, bbox: [0.2, 0.1, 0.25, 0.3] },
    { kind: 'page', page: 1 },
    { kind: 'page', page: 1, bbox: [0.4, 0.1, 0.45, 0.3] },
    { kind: 'page', page: 1, bbox: [0.5, 0.1, 0.55, 0.3] },
  ]);
});

test('a field on many pages has a box for each script that is reported', { timeout: 30_000 }, async () => {
  const fields = Array.from({ length: 500 }, (_, at) => `field${at}`);
  const widget = `<< /Subtype /Widget /FT /Tx /Rect ${rectangle} /P 4 0 R /AA << /K << /S /JavaScript /JS (key) >> >>`;
  const anchors = await anchorsOf({
    pages: 1,
    catalogEntries: `/AcroForm << /Fields [${fields.map((name) => `@${name}`).join(' ')}] >>`,
    objects: Object.fromEntries(fields.map((name) => [name, `${widget} /T (${name}) >>`])),
    pageEntries: { 1: `${page}/Annots [${fields.map((name) => `@${name}`).join(' ')}] ` },
  });
  expect(anchors).toHaveLength(21);
  expect(anchors[0]).toEqual({ kind: 'page', page: 1, bbox: [0.1, 0.75, 0.3, 0.8] });
});
