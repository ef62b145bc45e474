import { beforeAll } from 'vitest';
import type { Issue } from '@assay/client/shapes.ts';
import type { Database } from '@assay/storage/database/database.ts';
import { mediaOf, submitLive } from '../../../test/support/live.ts';
import { newTenant, type Tenant, untilDone, uploadFile } from '../../../test/support/api.ts';
import { gridOf } from './read-picture.ts';

const [width, height] = [640, 360];
/** The side of a square of the counter in pixels. All squares together are less than 1 % of the picture. */
const square = 10;
const [columns, rows] = [width / square, height / square];
const counterBits = 10;

/** The content of the video with a counter, in frames. */
export const counted = {
  frames: 300,
  /** A black picture with the counter. */
  black: { first: 100, last: 180 },
  /** The picture alternates between white and black every three frames. */
  flashes: { first: 210, last: 260 },
} as const;

const h264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];

/**
 * Returns an MP4 whose pictures show their number: squares at the lower edge are its binary digits, the lowest on the
 * left.
 */
export function countedVideo(
  rate: string,
  extension = 'mp4',
  codecs: readonly string[] = h264,
): Promise<Buffer> {
  const { black, flashes } = counted;
  const box = (colour: string, enable: string) => `drawbox=color=${colour}:t=fill:enable='${enable}'`;
  const inFlashes = `between(n,${flashes.first},${flashes.last})`;
  const digits = Array.from({ length: counterBits }, (_, bit) => {
    const place = `x=${bit * square}:y=${height - square}:w=${square}:h=${square}`;
    const isSet = `gte(mod(n,${2 ** (bit + 1)}),${2 ** bit})`;
    return `drawbox=${place}:color=black:t=fill,drawbox=${place}:color=white:t=fill:enable='${isSet}'`;
  });
  const picture = [
    box('black', `between(n,${black.first},${black.last})`),
    box('white', `${inFlashes}*lt(mod(n,6),3)`),
    box('black', `${inFlashes}*gte(mod(n,6),3)`),
    ...digits,
  ].join(',');
  const [over, under = '1'] = rate.split('/');
  const startTimeCode = under === '1' ? '10:00:00:00' : '10:00:00;00';
  const seconds = (counted.frames * Number(under)) / Number(over);
  return mediaOf(extension, [
    ...['-f', 'lavfi', '-i', `testsrc2=size=${width}x${height}:rate=${rate}`],
    ...['-f', 'lavfi', '-i', `sine=frequency=440:sample_rate=48000:duration=${seconds}`],
    ...['-vf', picture, '-t', String(seconds), '-timecode', startTimeCode, ...codecs],
  ]);
}

/** Returns an MP4 of 24 s with flashes at 6 to 8 s, loud sound at 7 to 10 s, and black and silence at 13 to 16 s. */
export function showcaseVideo(): Promise<Buffer> {
  const colours = ['0x0b2447', '0x19a7ce', '0xf6ba6f', '0xb04759'].map((each, index) => `c${index}=${each}`);
  const gradients = `gradients=size=640x360:rate=25:duration=24:speed=0.02:nb_colors=4:seed=7:${colours.join(':')}`;
  const voice = (base: number, second: number) =>
    `0.35*sin(2*PI*${base}*t)*(0.55+0.45*sin(4.4*t))+0.25*sin(2*PI*${second}*t)*(0.5+0.5*sin(12*t))*between(t,3,10)` +
    '+0.5*sin(2*PI*110*t)*between(t,7,10)';
  const picture = [
    "drawbox=color=white:t=fill:enable='between(t,6,8)*lt(mod(n,6),3)'",
    "drawbox=color=black:t=fill:enable='between(t,6,8)*gte(mod(n,6),3)'",
    "drawbox=color=black:t=fill:enable='between(t,13,15.999)'",
  ].join(',');
  return mediaOf('mp4', [
    ...['-f', 'lavfi', '-i', gradients],
    ...['-f', 'lavfi', '-i', `aevalsrc='${voice(220, 330)}|${voice(221, 440)}':s=48000:d=24`],
    ...['-vf', picture, '-af', "volume=0:enable='between(t,13,16)'"],
    ...['-timecode', '10:00:00:00', ...h264],
  ]);
}

/** Returns the number that the shown picture of a counted video has. @param png a screenshot of the picture */
export async function readCounter(png: Buffer): Promise<number> {
  const grid = await gridOf(png, columns, rows);
  const lowest = grid.subarray((rows - 1) * columns);
  return Array.from({ length: counterBits }, (_, bit) => (lowest[bit]! > 128 ? 2 ** bit : 0)).reduce(
    (sum, value) => sum + value,
  );
}

/** A finished asset with its issues. */
export interface ReviewedAsset {
  submissionId: string;
  assetId: string;
  issues: Issue[];
  /** The path of its review page below `/console`. */
  page: string;
}

/** Uploads a file, waits until it has been examined, and returns its asset. */
export async function examine(
  tenant: Tenant,
  filename: string,
  contentType: string,
  bytes: Buffer,
  timeoutMs = 90_000,
): Promise<ReviewedAsset> {
  const blobPath = await uploadFile(tenant.live, filename, contentType, bytes);
  const { body } = await submitLive(tenant, [blobPath]);
  const submissionId = body.submissionId as string;
  await untilDone(tenant.live, submissionId, timeoutMs);
  const assetId = blobPath.split('/')[0]!;
  const path = `/submissions/${submissionId}/assets/${assetId}`;
  const list = await tenant.live('GET', `/api/integrations${path}/issues`);
  return {
    submissionId,
    assetId,
    issues: list.body.issues as Issue[],
    page: `/${tenant.workspaceId}/live${path}`,
  };
}

const sharedVideos = {
  'trailer.mp4': showcaseVideo,
  'counted-25.mp4': () => countedVideo('25'),
  'counted-30.mp4': () => countedVideo('30000/1001'),
};
type SharedVideo = keyof typeof sharedVideos;

// The test files of a process share these variables, because the project `console` does not isolate its files.
let sharedTenant: Promise<Tenant> | undefined;
const sharedAssets = new Map<SharedVideo, Promise<ReviewedAsset>>();

/**
 * Returns a workspace that the test files of a process share, and examined videos in it. Each video is examined once in
 * a process. Tests must not change these videos.
 */
export function useSharedVideos<Name extends SharedVideo>(
  database: Database,
  ...names: Name[]
): { tenant: Tenant; assets: Record<Name, ReviewedAsset> } {
  const tenant = {} as Tenant;
  const assets = {} as Record<Name, ReviewedAsset>;
  beforeAll(async () => {
    Object.assign(tenant, await (sharedTenant ??= newTenant(database)));
    for (const name of names) {
      const examined =
        sharedAssets.get(name) ??
        sharedVideos[name]().then((bytes) => examine(tenant, name, 'video/mp4', bytes));
      sharedAssets.set(name, examined);
      assets[name] = await examined;
    }
  }, 240_000);
  return { tenant, assets };
}
