import { log } from '@temporalio/activity';
import type { Issue } from '../../domain/contracts/issue.ts';
import { maxPictures } from '../../domain/pictures.ts';
import { severities } from '../../domain/sidekick.ts';
import { readAssetInWork } from '../../storage/postgres/recordings.ts';
import { DecodeFailed, DecodeTimedOut, takePicture } from '../../analysis/media/ffmpeg.ts';
import type { MediaDeps } from './media-deps.ts';
import type { TakenPicture } from '../record/add-pictures.ts';
import { readIssues } from '../record/read-issues.ts';
import type { AssetStep } from '../record/secure-asset.ts';
import { onLocalCopy } from './on-local-copy.ts';

/** Where key frames are far apart, much is decoded for one picture. */
const timeoutMs = 30_000;
/** For all of an asset: what is not there by then is left out. */
const budgetMs = 3 * 60_000;
/** No picture comes at the very end, of where a file was cut off for one: then this much before. */
const backSeconds = 1;

/**
 * Takes a small picture of each moment that a video's issues are of, the most severe first, and keeps it beside them.
 * Answers the key under which is kept which picture is of which issue; null where there are none. A moment of which there
 * is no picture is left out.
 */
export function createTakePictures(deps: MediaDeps) {
  const { database, blobs, tools } = deps;
  return async function takePictures({ submissionId, version, assetId }: AssetStep): Promise<string | null> {
    const asset = await readAssetInWork(database, submissionId, assetId, version);
    if (asset === null) return null;
    const moments = momentsOf(await readIssues(deps, { submissionId, assetId }, new Date()));
    if (moments.length === 0) return null;
    const taken = await onLocalCopy(deps, asset, async ({ path, signal, progress }) => {
      const until = Date.now() + budgetMs;
      const pictures: TakenPicture[] = [];
      for (const [index, { atSeconds, issueIds }] of moments.entries()) {
        if (Date.now() > until) break;
        const picture = await pictureNear(path, atSeconds, signal);
        progress((index + 1) / moments.length);
        if (picture === null) continue;
        const digest = await blobs.putPicture(submissionId, assetId, picture.jpeg);
        pictures.push({ issueIds, atSeconds: picture.atSeconds, digest });
      }
      return pictures;
    });
    if (taken.length < moments.length)
      log.warn('there is no picture of some moments', { lacking: moments.length - taken.length });
    return taken.length === 0 ? null : blobs.putResult('pictures', submissionId, assetId, taken);
  };

  async function pictureNear(
    path: string,
    atSeconds: number,
    signal: AbortSignal,
  ): Promise<{ jpeg: Buffer; atSeconds: number } | null> {
    for (const at of [atSeconds, Math.max(0, atSeconds - backSeconds)]) {
      try {
        const jpeg = await takePicture({ tools, path, signal, timeoutMs, atSeconds: at });
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

/** The middle of each stretch that issues are of; of many, those of the most severe, and then the first. */
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
