import { isTooLarge } from '../../decode/image-limits.ts';
import { ParserFailed } from '../../parsers/run-job.ts';
import type { Sidekick, SidekickInput } from '../../contract/contract.ts';
import type { Finding } from '../../contract/finding.ts';
import { type Observation, readObservation } from '../../contract/watch.ts';
import type { ContainerReport } from '../../formats/container/container-report.ts';
import type { inspectContainer } from '../../formats/container/inspect-container.ts';
import { unclosed, variantFindings } from './variant-findings.ts';
import {
  credentialFindings,
  elsewhereFindings,
  unreadable,
  unverifiedFinding,
  failureKind,
  type Validated,
} from './credentials/credential-findings.ts';
import type { verifyCredentials } from './credentials/verify-credentials.ts';
import {
  damaged,
  damagedDocument,
  encryptedContent,
  imageFindings,
  memoryExceeded,
  partlyDecoded,
  rareCodingFinding,
  shortened,
  truncated,
  undecodable,
  undecodedPicture,
  undecodedSound,
  undecodedStreams,
  unexaminedMetadata,
} from './decoding/decode-findings.ts';
import { type DecodingMeasurements, watchDecoding } from './decoding/watch-decoding.ts';
import { locationFindings } from './location/location-findings.ts';
import type { Metadata, readMetadata } from './metadata/read-metadata.ts';
import { originFindings, type SignedOrigins } from './origin/origin-findings.ts';
import { rules } from './rules.ts';
import type { inspectSvg } from './svg/inspect-svg.ts';
import { svgFindings, unexaminedFinding } from './svg/svg-findings.ts';

type Jobs = {
  inspectContainer: typeof inspectContainer;
  readMetadata: typeof readMetadata;
  verifyCredentials: typeof verifyCredentials;
  inspectSvg: typeof inspectSvg;
};

const maxComputeMs = 30_000;
const noMetadata: Metadata = { places: [], sourceTypes: [], provenance: null };
/** Maximum processor time in ms for examining an SVG. No real drawing needs more. */
const maxSvgMs = 6_000;
const maxSvgBytes = 10 * 2 ** 20;
/** Maximum size in bytes of a file whose content credentials are validated. The C2PA validator holds the file twice. */
const maxVerifiedBytes = 200 * 2 ** 20;
/**
 * Errors in this number of seconds before a truncation or failure are its consequences, and not reported separately.
 */
const cutSeconds = 1;

/**
 * Finds damaged or encrypted content, truncated files, file names that do not match the content, and locations in
 * metadata. Validates content credentials (C2PA). Finds declarations of a synthetic origin in content credentials and
 * in XMP, and active content and linked files in SVG.
 *
 * Limits: damage is found only if a decoder reports it, or if checksums or the structure of the file show it. The VP8
 * and VP9 decoders conceal much damage. ffmpeg 5.1 cannot decode animated WebP. Very large images are not decoded in
 * full. Documents are checked only for their end mark and their checksums. The metadata of a PDF is read, but not the
 * metadata of pictures in documents.
 */
export const integrity: Sidekick<DecodingMeasurements, Jobs> = {
  watch: (media) => watchDecoding(media),
  // Only a file that declares a synthetic origin needs a label.
  wantsText: (findings) => findings.some(({ ruleCode }) => ruleCode === rules['origin.generated'].code),
  examine: async (input, observation) => {
    const { asset, source, parsers, signal } = input;
    const { mimeType } = asset;
    const options = { signal, maxComputeMs };
    // The lists of this observation are short: `fault-clusters.ts` limits them.
    const observed = observation === null ? null : await readObservation<DecodingMeasurements>(observation);
    const seen = observed?.seen ?? null;
    const container = await parsers.run('inspectContainer', { mimeType }, source, options);
    const { xmp } = container;
    const mayHaveMetadata = mimeType === 'application/pdf' || asset.assetType === 'image' || xmp.length > 0;
    const { places, sourceTypes, provenance, findings } = mayHaveMetadata
      ? await metadata(input, xmp)
      : { ...noMetadata, findings: [] };
    const credentials = container.hasManifest ? await verify(input) : null;
    return [
      ...decoding(asset.assetType === 'image', observed, container),
      ...(asset.assetType !== 'document' || container.damage === null
        ? []
        : [damagedDocument(container.damage)]),
      ...(container.data === 'unclosed' ? [unclosed()] : []),
      ...variantFindings(mimeType, seen, container.docType),
      ...findings,
      ...(seen?.places.hasUnreadSubtitles === true
        ? [unexaminedMetadata('the texts of the subtitles could not be read')]
        : []),
      ...locationFindings([...(seen?.places.tagged ?? []), ...places], seen?.places.telemetry ?? []),
      ...(credentials === null ? elsewhereFindings(provenance) : credentials.findings),
      ...originFindings(
        sourceTypes,
        credentials ?? { state: provenance === null ? 'none' : 'unchecked', origins: [] },
        input.shownText,
      ),
      ...(isSvg(mimeType) ? await svg(input) : []),
    ];
  },
};

function isSvg(mimeType: string): boolean {
  return mimeType === 'image/svg+xml';
}

function decoding(
  isImage: boolean,
  observation: Observation<DecodingMeasurements> | null,
  {
    missingBytes,
    isAnimatedWebp,
    picture,
    frames,
    encrypted,
    rareCoding,
    damage,
    ancillaryDamage,
  }: ContainerReport,
): Finding[] {
  if (observation === null) return [];
  const { seen, decodeFailure, firstFrames, firstSeconds, outOfMemory = false } = observation;
  const lacksBytes = (missingBytes ?? 0) > 0;
  if (isImage) {
    const faults = seen?.faults.flatMap(({ messages }) => messages) ?? [];
    const container = [
      ...(lacksBytes ? [`the file lacks at least ${missingBytes} bytes at its end`] : []),
      ...(damage === null ? [] : [damage]),
    ];
    const ancillary = ancillaryDamage === null ? [] : [ancillaryDamage];
    // ffmpeg 5.1 cannot decode animated WebP. Missing pictures are found from the chunks of the file instead.
    const hasFailed = decodeFailure !== null || seen === null || seen.isEmpty;
    const tooLarge = hasFailed && picture !== null && isTooLarge(picture) ? picture : null;
    const isUndecoded = isAnimatedWebp || tooLarge !== null || (rareCoding !== null && hasFailed);
    if (outOfMemory && !isUndecoded) {
      const found = imageFindings({ container, ancillary, decoder: [] }, false);
      return [...found, memoryExceeded(decodeFailure!, 0)];
    }
    const cannot = !isUndecoded && hasFailed;
    const failure = cannot && faults.length === 0 ? [decodeFailure ?? 'no picture was decoded'] : [];
    const decoder = isUndecoded ? [] : [...faults, ...failure];
    return [
      ...imageFindings({ container, ancillary, decoder }, cannot),
      ...(rareCoding === null ? [] : [rareCodingFinding(rareCoding, !hasFailed)]),
      ...(tooLarge === null ? [] : [undecodedPicture(tooLarge)]),
      ...(firstFrames === undefined || isUndecoded ? [] : [partlyDecoded(firstFrames, frames)]),
    ];
  }
  const undecoded = seen?.streams.encrypted ?? [];
  const kinds = (['picture', 'sound'] as const).filter(
    (kind) => encrypted.includes(kind) || undecoded.includes(kind),
  );
  // The decoder of an encrypted stream reports errors that are no damage.
  if (kinds.some((kind) => !undecoded.includes(kind))) return [encryptedContent(kinds)];
  const decodedSeconds = seen?.decodedSeconds ?? 0;
  const isCut = lacksBytes || (seen?.truncation ?? null) !== null;
  const stops = isCut || decodeFailure !== null;
  const faults = (seen?.faults ?? []).filter(
    ({ range }) => !stops || (range !== null && range.endSeconds < decodedSeconds - cutSeconds),
  );
  return [
    ...(kinds.length === 0 ? [] : [encryptedContent(kinds)]),
    ...(decodeFailure === null
      ? []
      : [(outOfMemory ? memoryExceeded : undecodable)(decodeFailure, decodedSeconds)]),
    ...(isCut ? [truncated(lacksBytes ? missingBytes : null, seen?.truncation ?? null, decodedSeconds)] : []),
    ...(firstFrames === undefined ? [] : [partlyDecoded(firstFrames, null)]),
    ...(firstSeconds === undefined ? [] : [shortened(firstSeconds)]),
    ...undecodedStreams(seen?.streams),
    ...undecodedSound(seen?.streams),
    ...faults.map(damaged),
  ];
}

/** Reads the metadata. If the parser process fails, returns no metadata and a finding. */
async function metadata(
  { asset, source, parsers, signal }: SidekickInput<Jobs>,
  xmp: ContainerReport['xmp'],
): Promise<Metadata & { findings: Finding[] }> {
  const { mimeType } = asset;
  try {
    const read = await parsers.run('readMetadata', { mimeType, xmp }, source, { signal, maxComputeMs });
    return { ...read, findings: [] };
  } catch (error) {
    if (!(error instanceof ParserFailed)) throw error;
    return { ...noMetadata, findings: [unexaminedMetadata(error.message)] };
  }
}

/** Validates embedded content credentials. Returns the findings about them, and the origins that they declare. */
async function verify({
  asset,
  source,
  trustLists,
  parsers,
  signal,
}: SidekickInput<Jobs>): Promise<SignedOrigins & { findings: Finding[] }> {
  const unchecked = { state: 'unchecked' as const, origins: [] };
  if (source.sizeBytes > maxVerifiedBytes)
    return { ...unchecked, findings: [unverifiedFinding(maxVerifiedBytes)] };
  const { mimeType } = asset;
  const lists = await trustLists();
  try {
    // WebAssembly memory never shrinks. `isLast` ends the parser process after the validation, which frees the memory.
    const options = { signal, maxComputeMs, isLast: true };
    const input = { mimeType, trustLists: lists };
    const credentials = await parsers.run('verifyCredentials', input, source, options);
    const findings = credentialFindings(credentials);
    if (credentials.state === 'unreadable') return { ...unchecked, findings };
    return { state: stateOf(credentials), origins: credentials.origins, findings };
  } catch (error) {
    if (!(error instanceof ParserFailed)) throw error;
    return { ...unchecked, findings: [unreadable(error.message)] };
  }
}

function stateOf(credentials: Validated): SignedOrigins['state'] {
  if (credentials.state === 'broken' || credentials.trust.revocation === 'revoked')
    return failureKind(credentials) === 'expired' ? 'expired' : 'broken';
  return credentials.wideExclusions === null ? 'valid' : 'partial';
}

async function svg({ source, parsers, signal }: SidekickInput<Jobs>): Promise<Finding[]> {
  if (source.sizeBytes > maxSvgBytes) {
    return [unexaminedFinding(`it is larger than ${maxSvgBytes / 2 ** 20} MiB`)];
  }
  try {
    const options = { signal, maxComputeMs: maxSvgMs };
    return svgFindings(await parsers.run('inspectSvg', undefined, source, options));
  } catch (error) {
    if (!(error instanceof ParserFailed)) throw error;
    return [unexaminedFinding(error.message)];
  }
}
