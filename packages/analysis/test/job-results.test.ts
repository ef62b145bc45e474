import { describe, expect, onTestFinished, test } from 'vitest';
import { jobResults } from '../jobs/job-results.ts';
import { measureSource } from '../measure/measure-source.ts';
import { createWorkRoot } from '../decode/work-directory.ts';
import type { Jobs } from '../jobs/parser-jobs.ts';
import { createParserPool } from '../parsers/parser-pool.ts';
import { ParserFailed } from '../parsers/run-job.ts';
import { maxPageBytes } from '../formats/pdf/scanned-pages/limits.ts';
import { bytesSource } from './support/file-source.ts';
import { mediaTools } from '../../../test/support/media-tools.ts';

// A file that has taken over its parser process chooses the result of the job.

const { signal } = new AbortController();

/** Returns parsers whose jobs return what the given JavaScript evaluates to. */
function useForgedResults(expression: string) {
  const names = Object.keys(jobResults).map((name) => `${name}: () => (${expression})`);
  const module = `data:text/javascript,${encodeURIComponent(`export const jobs = { ${names.join(', ')} };`)}`;
  const pool = createParserPool<Jobs>(module, jobResults);
  onTestFinished(() => pool.close());
  return pool.forTenant('a');
}

/** Returns whether the worker accepts what the given JavaScript evaluates to as the result of a job. */
async function isAccepted(job: keyof Jobs, expression: string): Promise<boolean> {
  const { default: result } = await import(
    `data:text/javascript,${encodeURIComponent(`export default ${expression};`)}`
  );
  return jobResults[job].safeParse(result).success;
}

const unexpected = new ParserFailed('the parser returned an unexpected result');
const pdf = '{ declaredPages: 1, leafPages: 1, unreadableKids: 0 }';
const list = '{ first: [], count: 0 }';
const claim = (shown: string) =>
  `{ quote: 'a', context: 'a', confidence: 1, page: 1, start: null, end: null, shown: ${shown}, heard: null }`;
const claims = (parts: string, shown = 'null', same = '') =>
  `({ claims: { 'health.proven': { first: [{ claim: ${claim(shown)}, further: [], count: 1, ${same} }], count: 1, furtherPages: [], ${parts} } },
    otherLanguage: null, otherSpeech: false })`;
const shown = (parts: string) =>
  `{ box: [0, 0, 1, 0.5], time: { startSeconds: 1, endSeconds: 2, isExact: true }, readConfidence: 0.9, ${parts} }`;
const container = (parts: string) =>
  `({ missingBytes: null, hasManifest: false, xmp: [], isAnimatedWebp: false, data: null, picture: null, colours: null, hasAlpha: null, frames: null, docType: null, encrypted: [], rareCoding: null, damage: null, ancillaryDamage: null, ${parts} })`;
const document = (parts: string) =>
  `({ encrypted: false, denied: [], scripts: ${list}, attachments: ${list}, missingFonts: ${list}, blankPages: ${list},
    actions: { Launch: ${list}, SubmitForm: ${list}, ImportData: ${list}, GoToR: ${list}, GoToE: ${list} },
    pageSizes: [], jpeg2000Page: null, pdfA: null, pagesFound: true, tagged: true, claimsTags: true,
    language: { document: null, isDeclaredInParts: false, gaps: ${list}, malformed: ${list} }, title: { metadata: null, information: null, hasXmp: false },
    displaysTitle: true, delivery: { version: 1.7, pageCount: 1, boxes: [], hasAllBoxes: true, conformances: { pdfA: null, pdfUa: null, pdfX: null },
      spaces: [], lowestDpi: null, hasAllImages: true }, ${parts} })`;
const attached = (box: string) => `attachments: { first: [{ name: 'a', page: 1, box: ${box} }], count: 1 }`;
const svg = (parts: string) =>
  `({ spots: [], counts: { script: 0, reference: 0, file: 0, path: 0, foreign: 0, entity: 0 }, unexamined: null, canHideScripts: false, ${parts} })`;
const credentials = (parts: string) =>
  `({ state: 'valid', trust: { signer: 'unjudged', timeStamp: 'none', time: null, revocation: 'unjudged' }, signer: null, generator: null, failures: [], wideExclusions: null, origins: [],
    brokenIngredients: [], ${parts} })`;
const place = (latitude: string) => `{ latitude: ${latitude}, longitude: 0, where: 'its Exif metadata' }`;
const metadata = (parts: string) => `({ places: [], sourceTypes: [], provenance: null, ${parts} })`;
const pixels = (parts: string) => `({ width: 2, height: 1, bytes: new Uint8Array(6), ${parts} })`;
const scannedPages = (pages: readonly number[], count: number, letters = 'scan') =>
  `({ first: ${JSON.stringify(pages.map((page) => ({ page, letters })))}, count: ${count}, hidingPages: [], annotatedPages: [1] })`;
const options = { signal, maxComputeMs: 8_000, maxResultBytes: maxPageBytes };
const long = `'x'.repeat(3_000)`;

describe('a result is used if it has the form that the job returns:', () => {
  test.for([
    ['measureContent', `({ outcome: 'measured', value: 3, details: ${pdf} })`],
    ['findClaims', 'null'],
    ['findClaims', claims('')],
    ['findClaims', claims('', shown(''))],
    ['findClaims', claims('', shown('time: null'))],
    ['findClaims', '({ claims: {}, otherLanguage: { isPart: true, pages: [1] }, otherSpeech: false })'],
    ['findScannedPages', scannedPages([1, 2], 2)],
    ['pagePixels', pixels('')],
    ['pagePixels', 'null'],
    ['inspectContainer', container('')],
    ['inspectDocument', document('')],
    ['inspectDocument', document(attached('[0, 0, 1, 0.5]'))],
    ['inspectSvg', svg('')],
    ['readImageProperties', `({ dpi: 300, colourProfile: 'sRGB', isTurned: false })`],
    ['readSvgSize', '({ width: 10, height: 2.5 })'],
    ['readMetadata', metadata(`places: [${place('90')}]`)],
    ['readMetadata', metadata(`sourceTypes: [{ value: 'a', ofPart: false }]`)],
    ['verifyCredentials', credentials('')],
  ] as const)('%s', async ([job, expression]) => {
    expect(await isAccepted(job, expression)).toBe(true);
  });

  test('pagePixels, from a process', async () => {
    const result = useForgedResults(pixels('')).run(
      'pagePixels',
      undefined as never,
      bytesSource('x'),
      options,
    );
    await expect(result).resolves.toMatchObject({ width: 2, height: 1 });
  });
});

describe('a forged result makes the job fail:', () => {
  test.for([
    ['measureContent', 'null'],
    ['measureContent', `({ outcome: 'measured', value: -1, details: {} })`],
    ['measureContent', `({ outcome: 'measured', value: 1.5, details: {} })`],
    ['measureContent', `({ outcome: 'measured', value: 1e300, details: ${pdf} })`],
    ['measureContent', `({ outcome: 'measured', value: 1, details: { note: '\\0' } })`],
    ['measureContent', `({ outcome: 'unmeasurable', reason: 'two\\nlines' })`],
    ['measureContent', `({ outcome: 'unmeasurable', reason: 'x'.repeat(201) })`],
    ['measureContent', `({ outcome: 'unmeasurable', reason: '\\u202e' })`],
    ['findClaims', claims('count: 0')],
    ['findClaims', claims('', shown('box: [0, 0, 1.1, 1]'))],
    ['findClaims', claims('', shown('readConfidence: 2'))],
    ['findClaims', claims('', shown('time: { startSeconds: 2, endSeconds: 1, isExact: true }'))],
    ['findClaims', claims('furtherPages: Array(51).fill(1)')],
    ['findClaims', claims('', 'null', `further: Array(10).fill(${claim('null')})`)],
    [
      'findClaims',
      '({ claims: { unknown: { first: [], count: 0, furtherPages: [] } }, otherLanguage: null, otherSpeech: false })',
    ],
    [
      'findClaims',
      '({ claims: {}, otherLanguage: { isPart: true, pages: Array(51).fill(1) }, otherSpeech: false })',
    ],
    ['findScannedPages', scannedPages([1], 2)],
    ['findScannedPages', scannedPages([0], 1)],
    ['findScannedPages', scannedPages([1], 1, 'other')],
    [
      'findScannedPages',
      scannedPages(
        Array.from({ length: 51 }, () => 1),
        51,
      ),
    ],
    ['pagePixels', '({ width: 2, height: 1 })'],
    ['pagePixels', pixels('bytes: new Uint8Array(5)')],
    ['pagePixels', pixels('bytes: new Uint8Array(7)')],
    ['pagePixels', pixels(`bytes: 'xxxxxx'`)],
    ['pagePixels', pixels('bytes: { length: 6 }')],
    ['pagePixels', pixels('width: 6, height: 1, bytes: new Uint8Array(6)')],
    ['pagePixels', pixels('width: 2201, bytes: new Uint8Array(2201 * 3)')],
    ['pagePixels', pixels('width: 0, bytes: new Uint8Array(1)')],
    ['inspectContainer', 'null'],
    ['inspectContainer', container(`damage: ${long}`)],
    ['inspectContainer', container(`ancillaryDamage: ${long}`)],
    ['inspectContainer', container('missingBytes: -1')],
    ['inspectDocument', document(`blankPages: { first: Array(21).fill(1), count: 21 }`)],
    [
      'inspectDocument',
      document(`missingFonts: { first: [{ name: 'a', pages: [], pageCount: 1 }], count: 1 }`),
    ],
    ['inspectDocument', document(`language: ${long}`)],
    ['inspectDocument', document('more: 1')],
    ['inspectDocument', document(attached('[0.5, 0, 0.4, 1]'))],
    ['inspectDocument', document(attached('[0, 0, 1, 1.1]'))],
    ['inspectDocument', document('delivery: {}')],
    ['readImageProperties', `({ dpi: 1e300, colourProfile: null, isTurned: false })`],
    ['readImageProperties', `({ dpi: null, colourProfile: ${long}, isTurned: false })`],
    ['readSvgSize', '({ width: -1, height: 1 })'],
    ['inspectSvg', svg('counts: {}')],
    ['inspectSvg', svg(`unexamined: ${long}`)],
    ['inspectContainer', container('xmp: Array(101).fill({ start: 0, end: 1 })')],
    ['inspectContainer', container('xmp: [{ start: -1, end: 1 }]')],
    ['readMetadata', metadata(`places: [${place('91')}]`)],
    ['readMetadata', metadata(`places: Array(5).fill(${place('1')})`)],
    ['readMetadata', metadata(`sourceTypes: Array(161).fill({ value: 'a', ofPart: false })`)],
    ['readMetadata', metadata(`provenance: ${long}`)],
    ['verifyCredentials', credentials(`failures: Array(101).fill({ code: '', explanation: '' })`)],
    ['verifyCredentials', credentials(`signer: ${long}`)],
    ['verifyCredentials', credentials(`origins: [{ sourceType: 'a', manifest: 'other', action: null }]`)],
    [
      'verifyCredentials',
      credentials(`brokenIngredients: Array(6).fill({ title: '', code: '', explanation: '' })`),
    ],
  ] as const)('%s: %s', async ([job, expression]) => {
    expect(await isAccepted(job, expression)).toBe(false);
  });

  test.for([
    ['measureContent', 'null'],
    ['pagePixels', pixels('bytes: new Uint8Array(7)')],
  ] as const)('%s, from a process', async ([job, expression]) => {
    const parsers = useForgedResults(expression);
    await expect(parsers.run(job, undefined as never, bytesSource('x'), options)).rejects.toThrow(unexpected);
  });
});

test('a document whose measurement is forged is unmeasurable', async () => {
  const parsers = useForgedResults(`({ outcome: 'measured', value: 1, details: { nul: '\\0' } })`);
  const runtime = {
    parsers,
    tools: await mediaTools(),
    workDir: createWorkRoot('unused'),
    workspaceId: 'any',
  };
  expect(await measureSource(runtime, bytesSource('x'), 'application/pdf', signal)).toEqual({
    outcome: 'unmeasurable',
    reason: 'damaged or too complex file',
    cause: 'the parser returned an unexpected result',
  });
});
