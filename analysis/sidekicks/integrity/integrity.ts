import { ParserFailed } from '../../parser-processes/run-job.ts';
import type { Sidekick, SidekickInput } from '../contract.ts';
import type { Finding } from '../finding.ts';
import type { Observation } from '../watch.ts';
import type { ContainerReport } from './container/inspect-container.ts';
import { variantFindings } from './container/variant-finding.ts';
import { credentialFindings, unreadable, unverifiedFinding } from './credentials/credential-findings.ts';
import {
  damaged,
  damagedDocument,
  imageFindings,
  truncated,
  undecodable,
} from './decoding/decode-findings.ts';
import { type DecodingMeasurements, watchDecoding } from './decoding/watch-decoding.ts';
import { locationFindings } from './location/location-findings.ts';
import { svgFindings, unexaminedFinding } from './svg/svg-findings.ts';
import { maxSvgBytes } from './svg/svg-limits.ts';

const maxComputeMs = 30_000;
/** A drawing that takes longer is none; together with what the isolate needs to start, well below ten seconds. */
const maxSvgMs = 6_000;
/** The validator needs the file in memory, twice. */
const maxVerifiedBytes = 200 * 2 ** 20;
/** Damage this near to where a file was cut off, or its decoding given up, comes of that. */
const cutSeconds = 1;

/**
 * Finds content that does not decode, files that were cut off, names that fit their content loosely, locations in
 * metadata, content credentials and what they are worth, and active content of SVG. Damage is what decoders complain of:
 * those of VP8 and VP9 conceal much without a word. The frames of an animated WebP are not decoded, as ffmpeg 5.1 cannot;
 * of a document, the ends and checksums are looked at, and the location in its own metadata, not in that of its pictures.
 */
export const integrity: Sidekick<DecodingMeasurements> = {
  watch: (media) => watchDecoding(media),
  examine: async (input, observation) => {
    const { asset, source, parsers, signal } = input;
    const { mimeType } = asset;
    const options = { signal, maxComputeMs };
    const seen = observation?.seen ?? null;
    const container = await parsers.run('inspectContainer', { mimeType }, source, options);
    const hasPlaces = mimeType === 'application/pdf' || (asset.assetType === 'image' && !isSvg(mimeType));
    const places = hasPlaces ? await parsers.run('readPlaces', { mimeType }, source, options) : [];
    return [
      ...decoding(asset.assetType === 'image', observation, container),
      ...(container.damage === null ? [] : [damagedDocument(container.damage)]),
      ...variantFindings(mimeType, seen, container.docType),
      ...locationFindings([...(seen?.places.tagged ?? []), ...places], seen?.places.telemetry ?? []),
      ...(container.hasManifest ? await credentials(input) : []),
      ...(isSvg(mimeType) ? await drawing(input) : []),
    ];
  },
};

function isSvg(mimeType: string): boolean {
  return mimeType === 'image/svg+xml';
}

function decoding(
  isImage: boolean,
  observation: Observation<DecodingMeasurements> | null,
  { missingBytes, isAnimatedWebp }: ContainerReport,
): Finding[] {
  if (observation === null) return [];
  const { seen, decodeFailure } = observation;
  const lacksBytes = (missingBytes ?? 0) > 0;
  if (isImage) {
    const faults = seen?.faults.flatMap(({ messages }) => messages) ?? [];
    const cut = lacksBytes ? [`the file lacks ${missingBytes} bytes at its end`] : [];
    // ffmpeg 5.1 decodes none of its pictures; that they are all there, its chunks tell.
    const said = isAnimatedWebp ? cut : [...cut, ...faults];
    const cannot = !isAnimatedWebp && (decodeFailure !== null || seen === null || seen.isEmpty);
    return imageFindings(
      said.length === 0 && cannot ? [decodeFailure ?? 'no picture came out'] : said,
      cannot,
    );
  }
  const decodedSeconds = seen?.decodedSeconds ?? 0;
  const isCut = lacksBytes || (seen?.truncation ?? null) !== null;
  // What is said where it ends is the end's own finding.
  const stops = isCut || decodeFailure !== null;
  const faults = (seen?.faults ?? []).filter(
    ({ range }) => !stops || (range !== null && range.endSeconds < decodedSeconds - cutSeconds),
  );
  return [
    ...(decodeFailure === null ? [] : [undecodable(decodeFailure, decodedSeconds)]),
    ...(isCut ? [truncated(lacksBytes ? missingBytes : null, seen?.truncation ?? null, decodedSeconds)] : []),
    ...faults.map(damaged),
  ];
}

async function credentials({ asset, source, parsers, signal }: SidekickInput): Promise<Finding[]> {
  if (source.sizeBytes > maxVerifiedBytes) return [unverifiedFinding(maxVerifiedBytes)];
  const { mimeType } = asset;
  try {
    // The validator's memory grows with the file and never shrinks.
    const options = { signal, maxComputeMs, isLast: true };
    return credentialFindings(await parsers.run('verifyCredentials', { mimeType }, source, options));
  } catch (error) {
    if (!(error instanceof ParserFailed)) throw error;
    return [unreadable(error.message)];
  }
}

async function drawing({ source, parsers, signal }: SidekickInput): Promise<Finding[]> {
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
