import { log } from '@temporalio/activity';
import type { Issue } from '@assay/domain/contracts/issue.ts';
import { maxPictures } from '@assay/domain/pictures.ts';
import { compareSeverities } from '@assay/domain/sidekick.ts';
import { type AssetInWork, readAssetInWork } from '@assay/storage/submissions/asset-ends.ts';
import { DecodeFailed, DecodeTimedOut } from '@assay/analysis/decode/run-ffmpeg.ts';
import { takePicture } from '@assay/analysis/decode/take-picture.ts';
import { probe, ProbeRefused } from '@assay/analysis/decode/ffprobe.ts';
import { decoderThreads } from '@assay/analysis/decode/memory-limits.ts';
import { examinedStreams } from '@assay/analysis/decode/streams.ts';
import type { TimeRange } from '@assay/analysis/contract/time-ranges.ts';
import { decodeHeader } from '@assay/domain/series/stored-series.ts';
import type { BlobStore } from '@assay/storage/s3/blob-store.ts';
import { isObjectMissing } from '@assay/storage/s3/storage-fault.ts';
import { addPictures, type TakenPicture } from '../record/add-pictures.ts';
import { mergeFindings } from '../record/merge-findings.ts';
import type { AssetStep } from '../record/secure-asset.ts';
import { storeIssues } from '../record/store-results.ts';
import { startTimeLimit, type TimeLimit } from './final-failure.ts';
import { type MediaDeps, withLocalCopy } from './with-local-copy.ts';

/**
 * Time limit in milliseconds for one picture. Decoding starts at the key frame before the picture, often much earlier.
 */
const timeoutMs = 30_000;
/** Time limit in milliseconds for all pictures of an asset. Pictures that are not taken by then are left out. */
const maxTotalMs = 3 * 60_000;
/**
 * If there is no frame at a moment, a second attempt uses a time this number of seconds earlier. A truncated file may
 * have no frame at its end.
 */
const backSeconds = 1;

/** Maximum distance in seconds between a picture and an issue that has a point in time instead of a time range. */
const nearSeconds = 0.1;

export interface TakePicturesInput extends AssetStep {
  /** The key that `observeAsset` returned. Absent or null if there are no pictures from the decoding. */
  seriesKey?: string | null;
  /** Seconds after which the activity fails with `decoding_takes_long`. Absent: the time limit of the activity. */
  withinSeconds?: number;
}

/**
 * Merges the findings on a video into issues. Takes pictures of at most `maxPictures` moments that have issues, those
 * with the most severe issues first. Uses pictures that were taken during the decoding if they show the moment, and
 * otherwise decodes the file again. Stores the issues with their pictures. Pictures that cannot be taken are left out.
 * @returns the key of the stored issues, which `recordAsset` later records; null if there are no issues
 */
export function createTakePictures(deps: MediaDeps) {
  const { database, blobs, tools } = deps;
  return async function takePictures(input: TakePicturesInput): Promise<string | null> {
    const { submissionId, version, assetId, seriesKey = null, withinSeconds } = input;
    const asset = await readAssetInWork(database, submissionId, assetId, version);
    if (asset === null) return null;
    const subject = { submissionId, assetId };
    const issues = await mergeFindings(deps, subject, asset.profile, new Date());
    if (issues.length === 0) return null;
    const limit = startTimeLimit('taking pictures', withinSeconds);
    try {
      const pictures = await picturesOf(subject, asset, momentsOf(issues), seriesKey, limit);
      return await storeIssues(blobs, subject, addPictures(issues, pictures));
    } catch (error) {
      throw limit.failureOf(error);
    }
  };

  async function picturesOf(
    { submissionId, assetId }: { submissionId: string; assetId: string },
    asset: AssetInWork,
    moments: readonly Moment[],
    seriesKey: string | null,
    limit: TimeLimit,
  ): Promise<TakenPicture[]> {
    if (moments.length === 0) return [];
    const decoded = seriesKey === null ? null : await readDecodedPictures(blobs, seriesKey);
    const found = moments.map((moment) => ({ moment, picture: decoded && nearestPicture(decoded, moment) }));
    const missing = found.flatMap(({ moment, picture }) => (picture === null ? [moment] : []));
    const store = async ({ issueIds }: Moment, { jpeg, atSeconds }: Picture): Promise<TakenPicture> => ({
      issueIds,
      atSeconds,
      digest: await blobs.putPicture(submissionId, assetId, jpeg),
    });
    const stored = await Promise.all(
      found.flatMap(({ moment, picture }) => (picture === null ? [] : [store(moment, picture)])),
    );
    const sought = missing.length === 0 ? [] : await seekPictures(asset, missing, store, limit);
    if (sought.length < missing.length)
      log.warn('some pictures could not be taken', { missing: missing.length - sought.length });
    return [...stored, ...sought];
  }

  /** Takes the pictures from a local copy of the file. For each picture, decoding starts at the preceding key frame. */
  function seekPictures(
    asset: AssetInWork,
    moments: readonly Moment[],
    store: (moment: Moment, picture: Picture) => Promise<TakenPicture>,
    { signal, clock }: TimeLimit,
  ): Promise<TakenPicture[]> {
    return withLocalCopy({ ...deps, signal, clock }, asset, async ({ path, progress }) => {
      const until = Date.now() + maxTotalMs;
      const media = await probe(tools, path, signal).catch((error: unknown) => {
        if (error instanceof ProbeRefused) return null;
        throw error;
      });
      if (media === null) return [];
      const { picture: video } = examinedStreams(media);
      const of = { path, signal, pictureStream: video?.index, threads: decoderThreads(video?.stream ?? {}) };
      const pictures: TakenPicture[] = [];
      for (const [index, moment] of moments.entries()) {
        if (Date.now() > until) break;
        const picture = await pictureNear(of, moment.atSeconds);
        progress((index + 1) / moments.length);
        if (picture !== null) pictures.push(await store(moment, picture));
      }
      return pictures;
    });
  }

  async function pictureNear(
    of: Omit<Parameters<typeof takePicture>[0], 'tools' | 'timeoutMs' | 'atSeconds'>,
    atSeconds: number,
  ): Promise<Picture | null> {
    for (const at of [atSeconds, Math.max(0, atSeconds - backSeconds)]) {
      try {
        const jpeg = await takePicture({ ...of, tools, timeoutMs, atSeconds: at });
        if (jpeg !== null) return { jpeg, atSeconds: at };
      } catch (error) {
        if (error instanceof DecodeTimedOut) return null;
        if (!(error instanceof DecodeFailed)) throw error;
      }
    }
    return null;
  }
}

interface Picture {
  jpeg: Uint8Array;
  atSeconds: number;
}

/** A time range that has issues. */
interface Moment extends TimeRange {
  /** The middle of the range. */
  atSeconds: number;
  issueIds: string[];
}

/** Pictures at equal intervals, the first at the start of the file. */
interface DecodedPictures {
  stepSeconds: number;
  jpegs: readonly Uint8Array[];
}

/** Returns the pictures that were taken during the decoding. Returns null if there are none. */
async function readDecodedPictures(blobs: BlobStore, seriesKey: string): Promise<DecodedPictures | null> {
  try {
    const bytes = await blobs.getSmall(seriesKey);
    const { pictures, dataStart } = decodeHeader(bytes);
    if (pictures === null) return null;
    let at = dataStart + pictures.offset;
    const jpegs = pictures.sizes.map((size) => bytes.subarray(at, (at += size)));
    return { stepSeconds: pictures.stepSeconds, jpegs };
  } catch (error) {
    if (isObjectMissing(error) || error instanceof SyntaxError) return null;
    throw error;
  }
}

/**
 * Returns the picture that is nearest to the middle of a moment. Returns null if this picture lies outside the time
 * range of the moment. For a point in time, the maximum distance is `nearSeconds`.
 */
function nearestPicture(
  { stepSeconds, jpegs }: DecodedPictures,
  { atSeconds: middle, startSeconds, endSeconds }: Moment,
): Picture | null {
  const index = Math.round(middle / stepSeconds);
  const jpeg = jpegs[index];
  const atSeconds = Number((index * stepSeconds).toFixed(3));
  const shows =
    startSeconds === endSeconds
      ? Math.abs(atSeconds - middle) <= nearSeconds
      : atSeconds >= startSeconds && atSeconds < endSeconds;
  return jpeg !== undefined && shows ? { jpeg, atSeconds } : null;
}

/**
 * Returns one moment for each distinct middle of the issues' time ranges. Returns at most `maxPictures` moments, the
 * most severe first. Equally severe moments keep the order of `issues`.
 */
export function momentsOf(issues: readonly Issue[]): Moment[] {
  const moments = new Map<number, Moment>();
  const bySeverity = issues.toSorted((a, b) => compareSeverities(a.severity, b.severity));
  for (const { id, anchor } of bySeverity) {
    if (anchor.kind !== 'time') continue;
    const atSeconds = Number(((anchor.startSeconds + anchor.endSeconds) / 2).toFixed(3));
    const moment = moments.get(atSeconds);
    const { startSeconds, endSeconds } = anchor;
    if (moment === undefined) {
      if (moments.size < maxPictures)
        moments.set(atSeconds, { atSeconds, startSeconds, endSeconds, issueIds: [id] });
      continue;
    }
    moment.issueIds.push(id);
    // One picture must show all issues of the moment, so its range is the intersection of their ranges.
    moment.startSeconds = Math.max(moment.startSeconds, startSeconds);
    moment.endSeconds = Math.min(moment.endSeconds, endSeconds);
  }
  return [...moments.values()];
}
