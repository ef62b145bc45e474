import type { PropertyName } from '@assay/domain/requirements.ts';
import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import { NotMeasured, type SidekickInput } from '../../contract/contract.ts';
import { isWhole, type Observation, readObservation } from '../../contract/watch.ts';
import type { inspectContainer } from '../../formats/container/inspect-container.ts';
import { documentComputeMs } from '../../parsers/document-compute.ts';
import { ParserFailed } from '../../parsers/run-job.ts';
import type { DeliveryFacts, DocumentFacts } from '../document/facts.ts';
import type { inspectDocument } from '../document/inspect-document.ts';
import { type Facts, noFacts, rounded } from './facts.ts';
import { packetProperties } from './packet-properties.ts';
import type { readImageProperties } from './read-image-properties.ts';
import type { readSvgSize } from './read-svg-size.ts';
import type { RecordingFacts } from './watch-recording.ts';

export type RequirementJobs = {
  inspectContainer: typeof inspectContainer;
  inspectDocument: typeof inspectDocument;
  readImageProperties: typeof readImageProperties;
  readSvgSize: typeof readSvgSize;
};
type Input = SidekickInput<RequirementJobs>;

const maxComputeMs = 30_000;
/** The properties that need no look into the file. */
const outside: readonly PropertyName[] = ['fileName', 'fileSizeBytes', 'imageFormat', 'documentFormat'];

/**
 * Returns the facts of a file. Facts that cannot be read are null.
 * @param needed the required properties; parser jobs run only if one of them needs the content
 * @throws {NotMeasured} if a needed property is in the packets, which were not read
 */
export async function readFacts(
  input: Input,
  observation: RangedSource | null,
  needed: readonly PropertyName[],
): Promise<Facts> {
  const { asset, source } = input;
  const { assetType, filename } = asset;
  const named = {
    ...noFacts,
    fileName: filename.split(/[/\\]/).at(-1)!,
    fileSizeBytes: source.sizeBytes,
  };
  const needsContent = needed.some((name) => !outside.includes(name));
  if (assetType === 'document') return { ...named, ...(await documentFacts(input, needsContent)) };
  const observed = observation === null ? null : await readObservation<RecordingFacts>(observation);
  if (observed?.seen?.withoutPackets === true && needed.some((name) => packetProperties.includes(name)))
    throw new NotMeasured('the packets of this file were not read, which have its bit rates and key frames');
  const recording = recordingFacts(observed);
  if (assetType === 'image') return { ...named, ...(await imageFacts(input, recording, needsContent)) };
  if (recording.container !== 'matroska' || !needed.includes('container')) return { ...named, ...recording };
  const container = await run(() =>
    input.parsers.run('inspectContainer', asset, source, { signal: input.signal, maxComputeMs }),
  );
  return { ...named, ...recording, container: container?.docType === 'webm' ? 'webm' : 'matroska' };
}

/** Returns what a job returns; null if the content made it fail. */
async function run<Result>(job: () => Promise<Result>): Promise<Result | null> {
  try {
    return await job();
  } catch (error) {
    if (!(error instanceof ParserFailed)) throw error;
    return null;
  }
}

/**
 * Returns the facts that ffmpeg found. If it did not decode the whole file, returns only those that the headers state.
 */
function recordingFacts(observation: Observation<RecordingFacts> | null): Partial<Facts> {
  if (observation === null || observation.seen === null) return {};
  const { seen } = observation;
  return { ...seen.declared, ...(isWhole(observation) ? seen.decoded : {}) };
}

/** Formats by MIME type. The content has it, because `measureContent` rejects files with other content. */
const formats: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
  'application/pdf': 'pdf',
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'text/plain': 'txt',
};

async function imageFacts(
  { asset, source, parsers, signal }: Input,
  decoded: Partial<Facts>,
  needsContent: boolean,
): Promise<Partial<Facts>> {
  const imageFormat = formats[asset.mimeType] ?? null;
  if (!needsContent) return { imageFormat };
  const options = { signal, maxComputeMs };
  if (imageFormat === 'svg') {
    const size = await run(() => parsers.run('readSvgSize', undefined, source, options));
    // SVG has the colours of CSS, which are in sRGB (CSS Color Module Level 3, 4.2.1).
    return { imageFormat, colourSpace: coloursOf('RGB'), ...sizeFacts(size) };
  }
  const container = await run(() => parsers.run('inspectContainer', asset, source, options));
  const properties = await run(() => parsers.run('readImageProperties', undefined, source, options));
  const { width, height } = decoded;
  const stored = container?.picture ?? (width && height ? { width, height } : null);
  const isTurned = properties?.isTurned === true;
  const size = stored && isTurned ? { width: stored.height, height: stored.width } : stored;
  return {
    ...decoded,
    ...sizeFacts(size),
    imageFormat,
    alpha: container?.hasAlpha ?? null,
    colourSpace: coloursOf(container?.colours ?? null),
    colourProfile: properties?.colourProfile ?? null,
    resolutionDpi: properties?.dpi ?? null,
  };
}

function coloursOf(name: string | null): Facts['colourSpace'] {
  return name === null ? null : { names: [{ name, pages: [], pageCount: 0 }], isComplete: true };
}

function sizeFacts(size: { width: number; height: number } | null): Partial<Facts> {
  return size === null ? {} : { ...size, displayAspect: size.width / size.height };
}

async function documentFacts(
  { asset, source, parsers, signal, progress }: Input,
  needsContent: boolean,
): Promise<Partial<Facts>> {
  const named = { documentFormat: formats[asset.mimeType] ?? null, pages: asset.pages };
  if (asset.mimeType !== 'application/pdf' || !needsContent) return named;
  const limits = { signal, maxComputeMs: documentComputeMs(asset), onProgress: progress };
  const facts = await run(() => parsers.run('inspectDocument', undefined, source, limits));
  return facts === null ? named : { ...named, ...pdfFacts(facts) };
}

/** Returns the facts of a PDF. If its pages were not found, what they contain is unknown. */
function pdfFacts({ delivery, missingFonts, pagesFound }: DocumentFacts): Partial<Facts> {
  const facts = { pdfVersion: delivery.version, conformance: conformanceOf(delivery) };
  if (!pagesFound) return facts;
  return {
    ...facts,
    pages: delivery.pageCount,
    pageSize: { sizes: delivery.boxes, isComplete: delivery.hasAllBoxes },
    colourSpace: {
      names: delivery.spaces.filter(({ name }) => name !== 'unknown'),
      isComplete: !delivery.spaces.some(({ name }) => name === 'unknown'),
    },
    imageResolutionDpi: {
      lowest: delivery.lowestDpi && { ...delivery.lowestDpi, dpi: rounded(delivery.lowestDpi.dpi) },
      isComplete: delivery.hasAllImages,
    },
    fontsEmbedded: missingFonts.count === 0,
  };
}

function conformanceOf({ conformances: { pdfA, pdfUa, pdfX } }: DeliveryFacts): Facts['conformance'] {
  const names = [
    ...(pdfA === null ? [] : [`PDF/A-${pdfA}`]),
    ...(pdfUa === null ? [] : [`PDF/UA-${pdfUa}`]),
    ...(pdfX === null ? [] : [pdfX]),
  ];
  return { names: names.map((name) => ({ name, pages: [], pageCount: 0 })), isComplete: true };
}
