import { ParserFailed } from '../../parsers/run-job.ts';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import { WasmReader } from '@contentauth/c2pa-wasm';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Finding } from '../../contract/finding.ts';
import { noTrustLists } from '../../contract/trust-lists.ts';
import { originManifest, readOrigins } from '../../sidekicks/integrity/credentials/read-origins.ts';
import type { Parsers } from '../../jobs/media-runtime.ts';
import {
  credentialFindings,
  elsewhereFindings,
} from '../../sidekicks/integrity/credentials/credential-findings.ts';
import { readReport, settings } from '../../sidekicks/integrity/credentials/verify-credentials.ts';
import { readXmp } from '../../sidekicks/integrity/metadata/read-xmp.ts';
import { readPackets } from '../../formats/xmp/xmp-packets.ts';
import { inspectContainer } from '../../formats/container/inspect-container.ts';
import { originFindings } from '../../sidekicks/integrity/origin/origin-findings.ts';
import { kindOf } from '../../sidekicks/integrity/origin/source-types.ts';
import { fileTypeOf } from '@assay/domain/asset-type.ts';
import { make } from '../../../../tools/local/samples/ffmpeg.ts';
import type { ShownText } from '../../text/shown-text.ts';
import { createCredential } from '../support/certificates.ts';
import { bytesSource } from '../support/file-source.ts';
import { useParsers } from '../../../../test/support/parsers.ts';
import { mediaFile as file, runSidekick } from '../support/run-sidekick.ts';
import { signMedia, type SigningOptions } from '../support/signed-media.ts';
import {
  pdfWithMetadata,
  pngText,
  withCompressedXmp,
  withExtendedXmp,
  withXmp,
  xmpExtensions,
  xmpPacket,
} from '../support/xmp-files.ts';
import { sampled } from '../../../../test/support/sampled.ts';

const parsers = useParsers();
const run = (name: string) => runSidekick(parsers, 'integrity', name);
const codes = (findings: Finding[]) => findings.map(({ ruleCode }) => ruleCode);
const find = (findings: Finding[], code: string) => findings.find(({ ruleCode }) => ruleCode === code);

/** The parts of the reports of the C2PA library that the tests change. */
interface LibraryReport {
  validation_results: { activeManifest: { informational: { code: string }[] } };
}
interface LibraryHashes {
  manifests: { assertions: { 'c2pa.hash.data': { exclusions: { start: number; length: number }[] } } }[];
}

const newscodes = 'http://cv.iptc.org/newscodes/digitalsourcetype/';
const iptc = 'xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"';
/** Forms in which writers store the property. */
const forms = {
  attribute: (type: string) =>
    `<rdf:Description rdf:about="" ${iptc} Iptc4xmpExt:DigitalSourceType="${newscodes}${type}"/>`,
  element: (type: string) =>
    `<rdf:Description rdf:about="" ${iptc}><Iptc4xmpExt:DigitalSourceType>${newscodes}${type}</Iptc4xmpExt:DigitalSourceType></rdf:Description>`,
  resource: (type: string) =>
    `<rdf:Description rdf:about="" xmlns:e="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"><e:DigitalSourceType rdf:resource="${newscodes}${type}"/></rdf:Description>`,
  list: (type: string) =>
    `<rdf:Description rdf:about="" ${iptc}><Iptc4xmpExt:DigitalSourceType><rdf:Bag><rdf:li>${newscodes}${type}</rdf:li></rdf:Bag></Iptc4xmpExt:DigitalSourceType></rdf:Description>`,
};
const declaring = (type: string, form: keyof typeof forms = 'attribute') => xmpPacket(forms[form](type));

const still = ['-f', 'lavfi', '-i', 'testsrc2=size=160x120:rate=25', '-frames:v', '1'];
const clip = ['-f', 'lavfi', '-i', 'testsrc2=size=160x120:rate=25:duration=1', '-c:v', 'mpeg4'];
const plain = (extension: string) => file(`plain.${extension}`);

beforeAll(async () => {
  for (const extension of ['jpg', 'png', 'gif']) await make(plain(extension), still);
  await make(plain('webp'), [...still, '-c:v', 'libwebp']);
  for (const extension of ['mp4', 'mov']) await make(plain(extension), clip);
  await writeFile(plain('svg'), '<svg xmlns="http://www.w3.org/2000/svg"><rect width="5" height="5"/></svg>');
  await writeFile(plain('pdf'), '');
});

/** Writes a file with an XMP packet and returns its name. */
async function written(extension: string, name: string, packet: string): Promise<string> {
  const target = `${name}.${extension}`;
  await writeFile(file(target), withXmp(extension, await readFile(plain(extension)), packet));
  return target;
}

async function signed(name: string, from: string, options: SigningOptions): Promise<string> {
  await signMedia(file(from), fileTypeOf(from)!.mimeType, file(name), options);
  return name;
}

const created = (type: string) => ({ action: 'c2pa.created', digitalSourceType: `${newscodes}${type}` });

describe('a synthetic origin that XMP declares', () => {
  const declarations = [
    ['trainedAlgorithmicMedia', 'origin.generated', 'attribute'],
    ['compositeWithTrainedAlgorithmicMedia', 'origin.composite', 'element'],
    ['compositeSynthetic', 'origin.composite', 'resource'],
  ] as const;
  type Case = readonly [extension: string, ...(typeof declarations)[number]];
  const expectFound = async ([extension, type, code, form]: Case) => {
    const findings = await run(await written(extension, type, declaring(type, form)));
    expect(codes(findings)).toEqual([code, 'origin.unsigned_claim']);
    expect(findings).toMatchObject([
      { severity: 'info', evidence: [{ content: { declares: newscodes + type } }] },
      {
        severity: 'minor',
        summary: `The file declares ${code === 'origin.generated' ? 'a synthetic origin' : 'that parts of it are synthetic'}, without valid content credentials`,
        details: expect.stringContaining('has no content credentials'),
      },
    ]);
    expect(findings[0]!.summary).toContain('declares');
    expect(findings[0]!.details).toContain('A file without such a declaration may be generated too');
  };
  const all = xmpExtensions.flatMap((extension) =>
    declarations.map((declaration): Case => [extension, ...declaration]),
  );
  // The sample has one declaration of each format, in turn.
  const isInSample = ([extension, type]: Case) =>
    type === declarations[xmpExtensions.indexOf(extension) % declarations.length]![0];
  for (const [cases, options] of sampled(all, isInSample))
    test.for(cases)('is found in %s: %s', options, expectFound);

  test(
    'is found in a list, in extended XMP, in compressed text and in a compressed PDF stream',
    { tags: 'long' },
    async () => {
      const packet = declaring('trainedAlgorithmicMedia', 'list');
      const padded = `<!--${'x'.repeat(100_000)}-->${packet}`;
      await writeFile(file('extended.jpg'), withExtendedXmp(await readFile(plain('jpg')), padded));
      await writeFile(file('compressed.png'), withCompressedXmp(await readFile(plain('png')), packet));
      await writeFile(file('compressed.pdf'), pdfWithMetadata(Buffer.from(packet), true));
      for (const name of ['extended.jpg', 'compressed.png', 'compressed.pdf'])
        expect(codes(await run(name))).toContain('origin.generated');
    },
  );

  test('of a placed file is said to be that of a placed file', async () => {
    const pantry = `<rdf:Description xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"><xmpMM:Pantry><rdf:Bag><rdf:li>${forms.element('trainedAlgorithmicMedia')}</rdf:li></rdf:Bag></xmpMM:Pantry></rdf:Description>`;
    const findings = await run(await written('jpg', 'pantry', xmpPacket(pantry)));
    expect(findings[0]!.summary).toContain('a file that was used in it');
  });

  const others = [
    'algorithmicMedia',
    'computationalCapture',
    'digitalCapture',
    'humanEdits',
    'nothing known',
  ];
  for (const [types, options] of sampled(others, (type) => type === 'computationalCapture'))
    test.for(types)('is not found if %s is declared', options, async (type) => {
      expect(await run(await written('jpg', 'other', declaring(type)))).toEqual([]);
    });

  test('is not found if another vocabulary has a property of the same name', async () => {
    const other = forms.element('trainedAlgorithmicMedia').replaceAll('Iptc4xmpExt', 'other');
    const packet = xmpPacket(other.replace(/http:\/\/iptc\.org[^"]*/, 'https://other.example/'));
    expect(await run(await written('jpg', 'foreign', packet))).toEqual([]);
  });

  test.for([
    ['https://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia', 'generated'],
    ['digsrctype:trainedAlgorithmicMedia', 'generated'],
    [' trainedalgorithmicmedia/ ', 'generated'],
    ['http://c2pa.org/digitalsourcetype/trainedAlgorithmicData', 'generated'],
    ['https://evil.example/trainedAlgorithmicMedia', 'other'],
    ['not trainedAlgorithmicMedia', 'other'],
  ] as const)('%s is %s', ([value, kind]) => {
    expect(kindOf(value)).toBe(kind);
  });
});

describe('a synthetic origin that content credentials declare', { tags: 'long' }, () => {
  test.for([
    ['jpg', 'trainedAlgorithmicMedia', 'origin.generated'],
    ['png', 'compositeSynthetic', 'origin.composite'],
    ['mp4', 'compositeWithTrainedAlgorithmicMedia', 'origin.composite'],
  ] as const)('is found in %s: %s', async ([extension, type, code]) => {
    const name = await signed(`signed-${type}.${extension}`, `plain.${extension}`, {
      actions: [created(type)],
    });
    const findings = await run(name);
    expect(codes(findings)).toEqual(['credentials.present', code]);
    expect(findings[1]!.details).toContain('in the content credentials (action “c2pa.created”)');
  });

  test.for(['algorithmicMedia', 'digitalCapture', 'computationalCapture'])(
    'is not found if %s is declared',
    async (type) => {
      const name = await signed(`signed-${type}.jpg`, 'plain.jpg', { actions: [created(type)] });
      expect(codes(await run(name))).toEqual(['credentials.present']);
    },
  );

  test('is found in the credentials of ingredients', async () => {
    const part = await signed('part.jpg', 'plain.jpg', { actions: [created('trainedAlgorithmicMedia')] });
    const ingredient = { file: file(part), mimeType: 'image/jpeg' };
    const parent = await signed('from-parent.jpg', 'plain.jpg', {
      actions: [{ action: 'c2pa.opened', parameters: { ingredientIds: [path.basename(file(part))] } }],
      ingredients: [{ ...ingredient, relationship: 'parentOf' }],
    });
    const placed = await signed('with-part.jpg', 'plain.jpg', {
      actions: [created('digitalCapture')],
      ingredients: [{ ...ingredient, relationship: 'componentOf' }],
    });
    const generated = find(await run(parent), 'origin.generated');
    expect(generated!.details).toContain('of the file that it was made from');
    expect(generated!.summary).toContain('declares that a file that it was made from was generated');
    expect(find(await run(placed), 'origin.generated')!.summary).toContain('a file that was used in it');
  });

  test('of an edit or of the file before it does not contradict XMP that declares a recording', async () => {
    await written('jpg', 'photo', declaring('digitalCapture'));
    const filled = await signed('filled.jpg', 'photo.jpg', {
      actions: [created('digitalCapture'), { ...created('trainedAlgorithmicMedia'), action: 'c2pa.edited' }],
    });
    const findings = await run(filled);
    expect(codes(findings)).toEqual(['credentials.present', 'origin.generated']);
    expect(findings[1]!.summary).toContain('declares that a part of it was generated');
    const before = await signed('before.jpg', 'plain.jpg', { actions: [created('trainedAlgorithmicMedia')] });
    const after = await signed('after.jpg', 'photo.jpg', {
      actions: [{ action: 'c2pa.opened', parameters: { ingredientIds: [path.basename(file(before))] } }],
      ingredients: [{ file: file(before), mimeType: 'image/jpeg', relationship: 'parentOf' }],
    });
    expect(codes(await run(after))).toEqual(['credentials.present', 'origin.generated']);
  });

  test('counts as unsigned if the credentials do not hold', async () => {
    const whole = await readFile(
      file(await signed('intact.jpg', 'plain.jpg', { actions: [created('trainedAlgorithmicMedia')] })),
    );
    whole[whole.length - 200]! ^= 1;
    await writeFile(file('tampered.jpg'), whole);
    const findings = await run('tampered.jpg');
    expect(codes(findings)).toEqual(
      expect.arrayContaining(['credentials.broken', 'origin.generated', 'origin.unsigned_claim']),
    );
    expect(find(findings, 'origin.unsigned_claim')!.details).toContain('did not pass validation');
  });

  test('contradicts XMP that declares a recording of real life, and the reverse', async () => {
    await written('jpg', 'captured', declaring('digitalCapture'));
    await written('jpg', 'generated', declaring('trainedAlgorithmicMedia'));
    const [generated, captured, agreeing] = [
      await signed('contra-1.jpg', 'captured.jpg', { actions: [created('trainedAlgorithmicMedia')] }),
      await signed('contra-2.jpg', 'generated.jpg', { actions: [created('digitalCapture')] }),
      await signed('agreeing.jpg', 'generated.jpg', { actions: [created('trainedAlgorithmicMedia')] }),
    ];
    for (const name of [generated, captured]) {
      expect(find(await run(name), 'origin.contradiction')).toMatchObject({
        severity: 'major',
        evidence: [{}, {}],
      });
    }
    expect(codes(await run(agreeing))).toEqual(['credentials.present', 'origin.generated']);
  });
});

describe('content credentials', () => {
  test('with an expired certificate are not said to be changed', { tags: 'long' }, async () => {
    const findings = await run(await signed('expired.jpg', 'plain.jpg', { isExpired: true }));
    expect(findings).toMatchObject([{ ruleCode: 'credentials.expired', severity: 'minor' }]);
    expect(findings[0]!.details).toContain('signingCredential.expired: “certificate expired');
    expect(findings[0]!.severityReasoning).not.toContain('changed');
    const actions = [created('trainedAlgorithmicMedia')];
    const name = await signed('expired-origin.jpg', 'plain.jpg', { isExpired: true, actions });
    const [, , unsigned] = await run(name);
    expect(unsigned).toMatchObject({ ruleCode: 'origin.unsigned_claim' });
    expect(unsigned!.details).toContain('their certificate has expired');
    expect(unsigned!.details).not.toContain('anyone');
  });

  test('are judged in the parser process against the lists, and need a label if they declare generated content', async () => {
    const root = await createCredential('Root', { authority: true });
    const signer = await createCredential('Signer', { issuer: root });
    const actions = [created('trainedAlgorithmicMedia')];
    const name = await signed('listed.jpg', 'plain.jpg', { signer, actions });
    const shown: ShownText = { kind: 'image', width: 160, height: 120, lines: [] };
    const lists = { ...noTrustLists, signers: root.certificate.toString('pem') };
    const findings = await runSidekick(parsers, 'integrity', name, undefined, undefined, shown, lists);
    expect(codes(findings)).toEqual(['credentials.trusted', 'origin.generated', 'origin.unlabelled']);
  });

  test('that leave out more than the manifest are not said to protect the file as a whole', async () => {
    const bytes = await readFile(file(await signed('partial.jpg', 'plain.jpg', {})));
    const reader = await WasmReader.fromBytes('image/jpeg', bytes, JSON.stringify(settings));
    const report = JSON.parse(reader.json()) as LibraryReport;
    report.validation_results.activeManifest.informational.push({
      code: 'assertion.dataHash.additionalExclusionsPresent',
    });
    const crJson = JSON.parse(reader.crJson()) as LibraryHashes;
    const { exclusions } = crJson.manifests[0]!.assertions['c2pa.hash.data'];
    const manifestBytes = exclusions[0]!.length;
    exclusions.push({ start: bytes.length - 100, length: 5_000 }, { start: bytes.length - 50, length: 10 });
    const read = (other: () => string) => readReport(JSON.stringify(report), other, bytes.length);
    const partial = read(() => JSON.stringify(crJson));
    const left = manifestBytes + 100;
    expect(partial).toMatchObject({
      state: 'valid',
      wideExclusions: { bytes: left, ofBytes: bytes.length },
    });
    const [present] = credentialFindings(partial);
    expect(present!.details).toContain(`The hash leaves out ${left} of ${bytes.length} bytes`);
    expect(present!.details).not.toContain('the signed content is unchanged');
    for (const other of ['not JSON', '{}'])
      expect(credentialFindings(read(() => other))[0]!.details).toContain(
        'leaves out more than the manifest',
      );
    const xmp = [{ value: 'trainedAlgorithmicMedia', ofPart: false }];
    const found = originFindings(xmp, { state: 'partial', origins: partial.origins });
    expect(codes(found)).toContain('origin.unsigned_claim');
  });

  test('are quoted, so that they cannot add sentences', () => {
    const name = 'A. Verified by “B”. C';
    const findings = credentialFindings({
      state: 'valid',
      trust: { signer: 'unjudged', timeStamp: 'none', time: name, revocation: 'unjudged' },
      signer: name,
      generator: name,
      failures: [],
      wideExclusions: null,
      origins: [],
      brokenIngredients: [{ title: name, code: name, explanation: name }],
    });
    const text = JSON.stringify([
      findings[0]!.summary,
      findings[0]!.details,
      elsewhereFindings(name)[0]!.details,
    ]);
    expect(text.match(/“A\. Verified by ’B’\. C”/g)).toHaveLength(6);
    expect(text.replaceAll('“A. Verified by ’B’. C”', '')).not.toContain('Verified');
  });

  test('that no longer match are said to be changed, with the reason of the validator', async () => {
    const whole = await readFile(file(await signed('whole.jpg', 'plain.jpg', {})));
    whole[whole.length - 200]! ^= 1;
    await writeFile(file('changed.jpg'), whole);
    const broken = find(await run('changed.jpg'), 'credentials.broken')!;
    expect(broken.severity).toBe('major');
    expect(broken.severityReasoning).toContain('changed after signing');
    expect(broken.details).toMatch(/assertion\.dataHash\.mismatch: “.*Hashes do not match/);
  });

  test('of an ingredient that do not hold are named', { tags: 'long' }, async () => {
    const whole = await readFile(file(await signed('ingredient.jpg', 'plain.jpg', {})));
    whole[whole.length - 200]! ^= 1;
    await writeFile(file('broken\u202eingredient.jpg'), whole);
    const ingredient = { file: file('broken\u202eingredient.jpg'), mimeType: 'image/jpeg' };
    const name = await signed('with-broken.jpg', 'plain.jpg', {
      ingredients: [{ ...ingredient, relationship: 'componentOf' }],
    });
    const [present] = await run(name);
    expect(present).toMatchObject({ ruleCode: 'credentials.present', severity: 'info' });
    expect(present!.details).toMatch(
      /were not valid when it was added: “[^”]*broken ingredient\.jpg” \(assertion\.dataHash/,
    );
  });

  test('at another address are reported and not fetched', async () => {
    let requests = 0;
    const server = createServer((_, response) => {
      requests++;
      response.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.c2pa`;
    const findings = await run(await signed('remote.jpg', 'plain.jpg', { remoteUrl: url }));
    expect(findings).toMatchObject([
      { ruleCode: 'credentials.elsewhere', severity: 'info', evidence: [{ content: { address: url } }] },
    ]);
    expect(requests).toBe(0);
    server.close();
  });

  test('at another address are said to be unchecked beside a declaration in XMP', async () => {
    const address = 'xmlns:dcterms="http://purl.org/dc/terms/" dcterms:provenance="https://a.example/a.c2pa"';
    const packet = declaring('trainedAlgorithmicMedia').replace('rdf:about=""', address);
    const claim = find(await run(await written('jpg', 'elsewhere', packet)), 'origin.unsigned_claim')!;
    expect(claim.summary).toContain('whose content credentials were not checked');
    expect(claim.details).toContain('were not checked');
  });

  test('at another address are fetched by the library by default, and not with our settings', async () => {
    const url = 'https://manifests.example/a.c2pa';
    const bytes = await readFile(file(await signed('remote-2.jpg', 'plain.jpg', { remoteUrl: url })));
    const requested = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('no network in tests'));
    const read = (given: object) => WasmReader.fromBytes('image/jpeg', bytes, JSON.stringify(given));
    await expect(read(settings)).rejects.toThrow();
    expect(requested).not.toHaveBeenCalled();
    await expect(read({})).rejects.toThrow();
    expect(requested).toHaveBeenCalled();
    requested.mockRestore();
  });

  const values = ['self#jumbf=/c2pa/a', 'The archive of the city, 1999'];
  for (const [cases, options] of sampled(values, (value) => value === 'self#jumbf=/c2pa/a'))
    test.for(cases)(
      'at another address are not reported if the property is not an address: %s',
      options,
      async (value) => {
        const property = `<rdf:Description xmlns:dcterms="http://purl.org/dc/terms/" dcterms:provenance="${value}"/>`;
        expect(await run(await written('jpg', 'self', xmpPacket(property)))).toEqual([]);
      },
    );
});

describe('hostile XMP', () => {
  const property = forms.attribute('trainedAlgorithmicMedia');
  const bomb = Array.from({ length: 30 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`);

  test.for([
    [
      'entities that expand without bounds',
      `<!DOCTYPE a [${bomb.join('')}]>${xmpPacket(`${property}&l30;`)}`,
      1,
    ],
    [
      'an external entity',
      `<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]>${xmpPacket(property.replace(/"http[^"]*Media"/, '"&e;"'))}`,
      1,
    ],
    ['elements that are nested too deep', xmpPacket(`${property}${'<a>'.repeat(100_000)}`), 1],
    ['too many elements', xmpPacket(`${property}${'<a/>'.repeat(500_000)}`), 1],
    ['a thousand declarations', xmpPacket(property.repeat(1_000)), 20],
    [
      'a long namespace',
      xmpPacket(property + property.replace('/>', ` xmlns:a="${'x'.repeat(1_001)}"/>`)),
      1,
    ],
    [
      'too many attributes',
      xmpPacket(
        property +
          property.replace('/>', `${Array.from({ length: 10_000 }, (_, at) => ` a${at}=""`).join('')}/>`),
      ),
      1,
    ],
    ['only ampersands', '&'.repeat(4 * 2 ** 20), 0],
    ['only brackets', '<'.repeat(4 * 2 ** 20), 0],
    ['a long value', xmpPacket(forms.element('x'.repeat(2 ** 20))), 1],
  ] as const)('with %s is read within limits', ([, packet, count]) => {
    const startedAt = performance.now();
    const { sourceTypes } = readXmp(packet);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    expect(sourceTypes).toHaveLength(count);
    expect(sourceTypes.every(({ value }) => value.length <= 501 && !value.includes('root:'))).toBe(true);
  });

  test('that declares many harmless types does not hide another one', { tags: 'long' }, async () => {
    const packet = xmpPacket(forms.attribute('digitalCapture').repeat(50) + property);
    expect(codes(await run(await written('jpg', 'hidden', packet)))).toContain('origin.generated');
    const actions = Array.from({ length: 30 }, (_, at) => ({
      action: `own.${at}`,
      digitalSourceType: 'other',
    }));
    const manifest = { ...created('trainedAlgorithmicMedia'), action: 'c2pa.edited' };
    const assertions = [{ data: { actions: [...actions, manifest] } }];
    const { origins } = readOrigins({ a: originManifest.parse({ assertions }) }, 'a');
    expect(origins).toContainEqual(expect.objectContaining({ action: 'c2pa.edited' }));
    expect(origins).toHaveLength(21);
    const [found] = originFindings([], {
      state: 'valid',
      origins: Array.from({ length: 30 }, (_, at) => ({
        ...origins.at(-1)!,
        action: `A. Verified by B${Math.floor(at / 2)}`,
      })),
    });
    expect(found!.details).toContain('(action “A. Verified by B4”); and 10 more. ');
    expect(found!.details).not.toContain('B5');
  });

  test('in many packets is read up to 4 MiB in total', async () => {
    const bytes = Buffer.alloc(6 * 2 ** 20, '>');
    const halves = [0, 3 * 2 ** 20].map((start) => ({ start, end: start + 3 * 2 ** 20 }));
    const packets = await readPackets(bytesSource(bytes), 'video/mp4', halves);
    expect(packets.map(({ length }) => length / 2 ** 20)).toEqual([3, 1]);
    const spaces = Buffer.alloc(3 * 2 ** 20, '>');
    const png = withCompressedXmp(withCompressedXmp(await readFile(plain('png')), spaces), spaces);
    const { xmp } = await inspectContainer(bytesSource(png), { mimeType: 'image/png' });
    expect(xmp).toHaveLength(2);
    expect(await readPackets(bytesSource(png), 'image/png', xmp)).toHaveLength(1);
  });

  test('after many other texts of a PNG is read', { tags: 'long' }, async () => {
    const texts = Buffer.concat(Array.from({ length: 150 }, () => pngText(Buffer.from('Comment\0\0\0\0\0'))));
    const png = withXmp('png', await readFile(plain('png')), declaring('trainedAlgorithmicMedia'));
    await writeFile(file('texts.png'), Buffer.concat([png.subarray(0, 33), texts, png.subarray(33)]));
    expect(codes(await run('texts.png'))).toContain('origin.generated');
  });

  test('that takes too long to read is reported, and the rest of the file is examined', async () => {
    const name = await written('webp', 'slow', xmpPacket(''));
    const limited: Parsers = {
      run: (job, ...rest) =>
        job === 'readMetadata' ? Promise.reject(new ParserFailed('out of time')) : parsers.run(job, ...rest),
    };
    const findings = await runSidekick(limited, 'integrity', name);
    expect(findings).toMatchObject([
      { ruleCode: 'decode.unexamined', severity: 'info', summary: expect.stringContaining('metadata') },
    ]);
  });

  const bombs: [string, (zeros: Buffer, png: Buffer) => Buffer | string][] = [
    ['bomb.png', (zeros: Buffer, png: Buffer) => withCompressedXmp(png, zeros)],
    ['bomb.pdf', (zeros: Buffer) => pdfWithMetadata(zeros, true)],
    ['twice.pdf', (zeros: Buffer) => pdfWithMetadata(deflateSync(zeros), true)],
  ];
  test.for(bombs)(
    'that is small only while compressed (%s) does not fail the examination',
    { tags: 'long' },
    async ([name, write]) => {
      await writeFile(file(name), write(Buffer.alloc(200 * 2 ** 20, ' '), await readFile(plain('png'))));
      expect(await run(name)).toEqual([]);
    },
  );
});
