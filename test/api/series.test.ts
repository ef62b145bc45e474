import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { routes } from '../../api/route-table.ts';
import type { SeriesName } from '@assay/domain/series/series.ts';
import { encodeSeries } from '@assay/domain/series/stored-series.ts';
import { makeVideo, videoDefects } from '../../tools/local/samples/video.ts';
import { seriesKey } from '@assay/storage/s3/keys.ts';
import { expectDomain, expectInvalid } from '../conformance/errors.ts';
import { submitSandbox, untilDone, uploadFile, useStackDatabase, useTenant } from '../support/api.ts';
import { useBlobs } from '../support/blobs.ts';
import { meanColour, sizeOf } from '../support/jpeg.ts';
import { mediaOf, submitLive } from '../support/live.ts';

// The curves, the storyboard and the progress of a video and a text that all sidekicks have examined.

const database = useStackDatabase();
const tenant = useTenant(database);
const submissions = '/api/integrations/submissions';
const schemaOf = (end: string) => routes.find(({ path: at }) => at.endsWith(end))!.operation.responses[200]!;

let paths: Record<'video' | 'text', string>;

beforeAll(async () => {
  const sample = path.join(inject('scratchDir'), 'series.mp4');
  await makeVideo(sample);
  const text = Buffer.from('Our cream is clinically proven.\n');
  const { submissionId, assets } = (
    await submitLive(tenant, [
      await uploadFile(tenant.live, 'a.mp4', 'video/mp4', await readFile(sample)),
      await uploadFile(tenant.live, 'a.txt', 'text/plain', text),
    ])
  ).body;
  const [video, document] = assets.map(
    ({ assetId }: any) => `${submissions}/${submissionId}/assets/${assetId}`,
  );
  paths = { video, text: document };
  await untilDone(tenant.live, submissionId, 120_000);
});

/** Reads a part of a resource of an asset, and checks it against the interface description. */
async function read(name: 'video' | 'text', end: string, query = ''): Promise<any> {
  const { status, body } = await tenant.live('GET', `${paths[name]}/${end}${query}`);
  expect([end, status]).toEqual([end, 200]);
  return schemaOf(end.startsWith('series/') ? '/series/{name}' : `/${end}`).parse(body);
}

describe('the list of curves', () => {
  test('of a video has those that its sidekicks measured', async () => {
    const { series, total } = await read('video', 'series');
    const { durationSeconds } = videoDefects;
    expect(total).toBe(5);
    expect(series.map(({ name, channels }: any) => [name, channels])).toEqual([
      ['loudness', ['momentary', 'shortTerm']],
      ['peaks', ['channel 1']],
      ['flashes', ['general', 'red']],
      ['flash-area', ['general', 'red']],
      ['luminance', ['mean']],
    ]);
    for (const { startSeconds, endSeconds, stepSeconds } of series) {
      expect([startSeconds, stepSeconds]).toEqual([0, 0.1]);
      expect(Math.abs(endSeconds - durationSeconds)).toBeLessThanOrEqual(0.1);
    }
  });

  test('has a storyboard, whose link works without a key', async () => {
    const { storyboard } = await read('video', 'series');
    const { url, expiresAt, ...layout } = storyboard;
    expect(layout).toEqual({ columns: 10, rows: 10, count: 100, startSeconds: 0, stepSeconds: 0.2 });
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(3_000_000);
    const response = await fetch(url as string);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    const jpeg = Buffer.from(await response.arrayBuffer());
    expect(await sizeOf(jpeg)).toBe('1600x900');
    expect(Math.max(...Object.values(await meanColour(jpeg)))).toBeGreaterThan(60);
  });

  test.for(['text', 'sandbox'] as const)('of a %s is empty', async (what) => {
    if (what === 'text')
      expect(await read('text', 'series')).toMatchObject({ series: [], storyboard: null, total: 0 });
    else {
      const { submissionId, assets } = (await submitSandbox(tenant, ['pass'])).body;
      const [{ assetId }] = assets;
      const at = `${submissions}/${submissionId}/assets/${assetId}/series`;
      const { status, body } = await tenant.sandbox('GET', at);
      expect([status, body]).toEqual([200, { assetId, series: [], storyboard: null, total: 0 }]);
    }
  });
});

describe('a curve', () => {
  const { black, silence, durationSeconds } = videoDefects;

  /** Returns the points of a channel that are in a time range. */
  const within = (body: any, { startSeconds, endSeconds }: { startSeconds: number; endSeconds: number }) =>
    body.channels[0].max.filter((_: unknown, index: number) => {
      const step = body.stepSeconds as number;
      const start = (body.startSeconds as number) + index * step;
      return start >= startSeconds && start + step <= endSeconds;
    }) as (number | null)[];

  test('of luminance shows the black part, and no other', async () => {
    const body = await read('video', 'series/luminance', '?points=2000');
    expect(body).toMatchObject({
      name: 'luminance',
      unit: '1',
      stepSeconds: 0.1,
      complete: true,
      limits: [],
    });
    expect(Math.max(...(within(body, black) as number[]))).toBeLessThan(0.01);
    const before = within(body, { startSeconds: 0, endSeconds: black.startSeconds }) as number[];
    expect(Math.min(...before)).toBeGreaterThan(0.2);
  });

  test('of loudness has no values in silence, and the limits of all profiles', async () => {
    const body = await read('video', 'series/loudness', '?points=2000');
    // The window of momentary loudness is 0.4 s long. AAC sounds a little before and after.
    const silent = within(body, {
      startSeconds: silence.startSeconds + 0.6,
      endSeconds: silence.endSeconds - 0.2,
    });
    expect(silent.length).toBeGreaterThan(15);
    expect(silent.every((value) => value === null || value < -70)).toBe(true);
    expect(body.limits.map(({ value, ruleCode }: any) => [value, ruleCode])).toEqual([
      [-23, 'loudness.programme'],
      [-18, 'loudness.short_term'],
      [-24, 'atsc_loudness.programme'],
      // The sound is mono, which counts as two loudspeakers for streaming.
      [-19.01, 'streaming_loudness.programme'],
    ]);
  });

  test.for([1, 7, 500, 2000])('has at most %d points, with the extremes of all values', async (points) => {
    const all = await read('video', 'series/peaks', '?points=2000');
    const few = await read('video', 'series/peaks', `?points=${points}`);
    const [{ min, max }] = few.channels;
    expect(min.length).toBeLessThanOrEqual(points);
    expect(max.length).toBe(min.length);
    expect(min.length * few.stepSeconds).toBeGreaterThanOrEqual(durationSeconds - 0.1);
    const numbers = (values: (number | null)[]) => values.filter((value) => value !== null);
    expect(Math.max(...numbers(max))).toBe(Math.max(...numbers(all.channels[0].max)));
    expect(Math.min(...numbers(min))).toBe(Math.min(...numbers(all.channels[0].min)));
  });

  test('is read in parts', async () => {
    const all = await read('video', 'series/luminance', '?points=2000');
    const part = await read('video', 'series/luminance', '?from=4.95&to=5.3&points=2000');
    expect(part).toMatchObject({ startSeconds: 4.9, stepSeconds: 0.1 });
    expect(part.channels[0].max).toEqual(all.channels[0].max.slice(49, 53));
    const after = await read('video', 'series/luminance', '?from=100&to=200');
    expect(after.channels).toEqual([{ name: 'mean', min: [], max: [] }]);
  });

  test.for([
    ['points=0', 'points'],
    ['points=2001', 'points'],
    ['from=-1', 'from'],
    ['to=x', 'to'],
    ['from=2&to=1', 'to'],
  ] as const)('with %s is a 422', async ([query, field]) => {
    expectInvalid(await tenant.live('GET', `${paths.video}/series/loudness?${query}`), field);
  });

  test.for(['phase', 'no-such', 'constructor', '..%2Fsecret'])('%s of this video is a 404', async (name) => {
    expectDomain(await tenant.live('GET', `${paths.video}/series/${name}`), 404, 'Series not found');
  });
});

describe('the progress of a finished asset', () => {
  test.for(['video', 'text'] as const)('%s has the findings of each sidekick', async (name) => {
    const { status, decoded, sidekicks } = await read(name, 'progress');
    expect([status, decoded]).toEqual(['complete', null]);
    const { checks } = await read(name, 'checks');
    const counts = new Map<string, number>();
    for (const { sidekickId, count } of checks)
      counts.set(sidekickId, (counts.get(sidekickId) ?? 0) + (count as number));
    // Without a profile, `requirements` has nothing to check.
    const isUsed = ({ code }: any) => code !== 'requirements';
    const used = sidekicks.filter(isUsed).map(({ sidekickId }: any) => sidekickId);
    expect(used.sort()).toEqual([...counts.keys()].sort());
    for (const { sidekickId, state, findingCount } of sidekicks) {
      const isApplicable = checks.some(
        (check: any) => check.sidekickId === sidekickId && check.result !== 'not_applicable',
      );
      expect([state, findingCount]).toEqual(
        isApplicable ? ['done', counts.get(sidekickId)] : ['not_applicable', null],
      );
    }
  });
});

test('the facts of a video are those of its headers, and a text has none', async () => {
  expect((await read('video', 'media')).facts).toEqual({
    durationSeconds: 20,
    startTimecode: null,
    video: {
      codec: 'h264',
      profile: 'High',
      pixelFormat: 'yuv420p',
      width: 640,
      height: 360,
      displayAspectRatio: 1.7778,
      frameRate: '25/1',
    },
    audio: { codec: 'aac', channels: 1, sampleRate: 44_100 },
    streams: [
      { index: 0, type: 'video', codec: 'h264', language: 'und', examined: true },
      { index: 1, type: 'audio', codec: 'aac', language: 'und', examined: true },
    ],
  });
  expect((await read('text', 'media')).facts).toBeNull();
});

describe('a recording of two hours', { tags: 'long' }, () => {
  const steps = 2 * 36_000;
  const names = { loudness: 2, peaks: 2, phase: 1, flashes: 2, 'flash-area': 2, luminance: 1 } as const;
  const blobs = useBlobs();
  let at: string;

  // The curves replace those of a finished asset, because decoding two hours takes minutes.
  beforeAll(async () => {
    const blobPath = await uploadFile(
      tenant.live,
      'a.wav',
      'audio/wav',
      await mediaOf('wav', ['-f', 'lavfi', '-i', 'sine=duration=1']),
    );
    const { submissionId, assets } = (await submitLive(tenant, [blobPath])).body;
    await untilDone(tenant.live, submissionId, 60_000);
    const [{ assetId }] = assets;
    at = `${submissions}/${submissionId}/assets/${assetId}/series`;
    const key = seriesKey(submissionId, assetId, [{ code: 'all', version: '1' }]);
    const curves = Object.entries(names).map(([name, channels]) => ({
      name: name as SeriesName,
      unit: '1',
      startSeconds: 0,
      stepSeconds: 0.1,
      scale: 0.01,
      limits: [],
      channels: Array.from({ length: channels }, (_, index) => String(index)),
      // Each value differs from the one before it. One is a short peak.
      values: Int16Array.from({ length: steps * channels }, (_, index) =>
        Math.floor(index / channels) === 50_000 ? 30_000 : (index * 7919) % 20_000,
      ),
    }));
    const content = {
      complete: true,
      sha256: '',
      media: null,
      ffmpeg: '7',
      storyboard: null,
      pictures: null,
      curves,
    };
    await blobs.putBytes(key, encodeSeries(content), 'application/octet-stream');
    await database.query('update assets set series_key = $3 where submission_id = $1 and asset_id = $2', [
      submissionId,
      assetId,
      key,
    ]);
  });

  test('is read with at most 2 MB, and shows a peak of a tenth of a second', async () => {
    let bytes = JSON.stringify((await tenant.live('GET', at)).body).length;
    for (const [name, channels] of Object.entries(names)) {
      const { status, body } = await tenant.live('GET', `${at}/${name}?points=2000`);
      expect([status, body.channels.length]).toEqual([200, channels]);
      bytes += JSON.stringify(body).length;
      for (const { min, max } of body.channels) {
        expect([min.length, max.length]).toEqual([2_000, 2_000]);
        expect(max.indexOf(300)).toBe(Math.floor((50_000 * 2_000) / steps));
      }
    }
    expect(bytes).toBeLessThan(2_000_000);
  });

  test('has every value of a short part', async () => {
    const { body } = await tenant.live('GET', `${at}/luminance?from=4999.95&to=5000.25&points=2000`);
    expect(body).toMatchObject({ startSeconds: 4_999.9, stepSeconds: 0.1 });
    expect(body.channels[0].max).toEqual(
      [49_999, 50_000, 50_001, 50_002].map((step) =>
        step === 50_000 ? 300 : ((step * 7919) % 20_000) / 100,
      ),
    );
  });

  test('is a 502 while its curves cannot be read', async () => {
    const { rows } = await database.query<{ key: string }>(
      'select series_key as key from assets where asset_id = $1',
      [at.split('/').at(-2)],
    );
    await blobs.putBytes(rows[0]!.key, Buffer.from('no series'), 'application/octet-stream');
    for (const path of [at, `${at}/loudness`])
      expectDomain(await tenant.live('GET', path), 502, 'Failed to load curves from storage');
  });
});
