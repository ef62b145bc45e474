import { log } from '@temporalio/activity';
import type { Issue } from '../../domain/contracts/issue.ts';
import { maxPictures } from '../../domain/pictures.ts';
import { severities } from '../../domain/sidekick.ts';
import { type AssetInWork, readAssetInWork } from '../../storage/postgres/recordings.ts';
import { DecodeFailed, DecodeTimedOut, takePicture } from '../../analysis/media/ffmpeg.ts';
import { probe, ProbeRefused } from '../../analysis/media/ffprobe.ts';
import { decoderThreads } from '../../analysis/media/memory-limits.ts';
import { examinedStreams } from '../../analysis/media/streams.ts';
import { addPictures, type TakenPicture } from '../record/add-pictures.ts';
import { mergeFindings } from '../record/merge-findings.ts';
import type { AssetStep } from '../record/secure-asset.ts';
import { storeIssues } from '../record/store-results.ts';
import { type MediaDeps, withLocalCopy } from './with-local-copy.ts';

/**
 * Time limit in milliseconds for one picture. Decoding starts at the preceding key frame, which can be much earlier.
 */
const timeoutMs = 30_000;
/** Time limit in milliseconds for all pictures of an asset. Pictures that are not taken by then are left out. */
const maxTotalMs = 3 * 60_000;
/**
 * If there is no frame at a moment, a second try is made this number of seconds earlier. A truncated file may have no
 * frame at its end.
 */
const backSeconds = 1;

/**
 * Merges the findings on a video into issues. Takes pictures of at most `maxPictures` moments that have issues, those
 * with the most severe issues first. Stores the issues with their pictures. Pictures that cannot be taken are left out.
 * @returns the key of the stored issues, which `recordAsset` later records; null if there are no issues
 */
export function createTakePictures(deps: MediaDeps) {
  const { database, blobs, tools } = deps;
  return async function takePictures({ submissionId, version, assetId }: AssetStep): Promise<string | null> {
    const asset = await readAssetInWork(database, submissionId, assetId, version);
    if (asset === null) return null;
    const subject = { submissionId, assetId };
    const issues = await mergeFindings(deps, subject, new Date());
    if (issues.length === 0) return null;
    const pictures = await picturesOf(subject, asset, momentsOf(issues));
    return storeIssues(blobs, subject, addPictures(issues, pictures));
  };

  async function picturesOf(
    { submissionId, assetId }: { submissionId: string; assetId: string },
    asset: AssetInWork,
    moments: readonly Moment[],
  ): Promise<TakenPicture[]> {
    if (moments.length === 0) return [];
    const taken = await withLocalCopy(deps, asset, async ({ path, signal, progress }) => {
      const until = Date.now() + maxTotalMs;
      const media = await probe(tools, path, signal).catch((error: unknown) => {
        if (error instanceof ProbeRefused) return null;
        throw error;
      });
      if (media === null) return [];
      const { picture: video } = examinedStreams(media);
      const of = { path, signal, pictureStream: video?.index, threads: decoderThreads(video?.stream ?? {}) };
      const pictures: TakenPicture[] = [];
      for (const [index, { atSeconds, issueIds }] of moments.entries()) {
        if (Date.now() > until) break;
        const picture = await pictureNear(of, atSeconds);
        progress((index + 1) / moments.length);
        if (picture === null) continue;
        const digest = await blobs.putPicture(submissionId, assetId, picture.jpeg);
        pictures.push({ issueIds, atSeconds: picture.atSeconds, digest });
      }
      return pictures;
    });
    if (taken.length < moments.length)
      log.warn('some pictures could not be taken', { missing: moments.length - taken.length });
    return taken;
  }

  async function pictureNear(
    of: Omit<Parameters<typeof takePicture>[0], 'tools' | 'timeoutMs' | 'atSeconds'>,
    atSeconds: number,
  ): Promise<{ jpeg: Buffer; atSeconds: number } | null> {
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

interface Moment {
  atSeconds: number;
  issueIds: string[];
}

/**
 * Returns the middle of each time range that has issues. Returns at most `maxPictures` moments, the most severe first.
 * Equally severe moments keep the order of `issues`.
 */
export function momentsOf(issues: readonly Issue[]): Moment[] {
  const moments = new Map<number, Moment>();
  const bySeverity = issues.toSorted(
    (a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity),
  );
  for (const { id, anchor } of bySeverity) {
    if (anchor.kind !== 'time') continue;
    const atSeconds = Number(((anchor.startSeconds + anchor.endSeconds) / 2).toFixed(3));
    const moment = moments.get(atSeconds);
    if (moment !== undefined) moment.issueIds.push(id);
    else if (moments.size < maxPictures) moments.set(atSeconds, { atSeconds, issueIds: [id] });
  }
  return [...moments.values()];
}
