import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { SidekickCode } from '../sidekicks/catalogue.ts';
import type { Finding } from '../contract/finding.ts';
import { makeAudio } from '../../../tools/local/samples/audio.ts';
import { make } from '../../../tools/local/samples/ffmpeg.ts';
import { makePdf } from '../../../tools/local/samples/pdf.ts';
import { makePhoto, photoDefects } from '../../../tools/local/samples/photo.ts';
import { makeVideo, videoDefects } from '../../../tools/local/samples/video.ts';
import { until } from '../../../test/support/api.ts';
import { useParsers } from '../../../test/support/parsers.ts';
import { sampled } from '../../../test/support/sampled.ts';
import { mediaFile, runSidekick } from './support/run-sidekick.ts';
import { run as runCommand } from '../../../test/support/run.ts';

const parsers = useParsers();
const file = mediaFile;
const run = (code: SidekickCode, name: string, signal?: AbortSignal) =>
  runSidekick(parsers, code, name, signal);

function expectStretch(
  finding: Finding | undefined,
  ruleCode: string,
  range: { startSeconds: number; endSeconds: number },
) {
  expect(finding?.ruleCode).toBe(ruleCode);
  const { anchor, evidence } = finding!;
  if (anchor.kind !== 'time') throw new Error(`the anchor is of kind ${anchor.kind}`);
  expect(Math.abs(anchor.startSeconds - range.startSeconds)).toBeLessThan(0.5);
  expect(Math.abs(anchor.endSeconds - range.endSeconds)).toBeLessThan(0.5);
  const { measured, threshold, unit } = evidence[0]!.content as {
    measured: number;
    threshold: number;
    unit: string;
  };
  expect(measured).toBeCloseTo(range.endSeconds - range.startSeconds, 0);
  expect({ threshold, unit }).toEqual({ threshold: ruleCode === 'sound.silence' ? 3 : 2, unit: 's' });
}

describe('video-qc', () => {
  test('finds the black stretch and the freeze of the sample once each, at their times', async () => {
    await makeVideo(file('sample.mp4'));
    const findings = await run('video-qc', 'sample.mp4');
    expect(findings).toHaveLength(2);
    expectStretch(findings[0], 'picture.black', videoDefects.black);
    expectStretch(findings[1], 'picture.freeze', videoDefects.freeze);
  });

  test('finds nothing in a clean video', async () => {
    await make(file('clean.mp4'), ['-f', 'lavfi', '-i', 'testsrc2=size=160x120:rate=25:duration=2']);
    expect(await run('video-qc', 'clean.mp4')).toEqual([]);
  });

  test('ignores metadata of the file that looks like filter output', async () => {
    await make(file('forged.mp4'), [
      ...['-f', 'lavfi', '-i', 'testsrc2=size=160x120:rate=25:duration=2'],
      ...['-metadata', 'title=black_start:0 black_end:99999 black_duration:99999'],
      ...['-metadata', 'comment=x\n[blackdetect @ 0x1] black_start:0 black_end:4 black_duration:4'],
      ...['-metadata', 'artist=lavfi.freezedetect.freeze_start: 1'],
    ]);
    expect(await run('video-qc', 'forged.mp4')).toEqual([]);
  });

  test('stops ffmpeg at once when it is cancelled', async () => {
    await make(file('long.mp4'), [
      '-f',
      'lavfi',
      '-i',
      'testsrc2=size=320x180:rate=50:duration=20',
      '-preset',
      'ultrafast',
    ]);
    const cancelled = AbortSignal.timeout(700);
    let cancelledAt = Infinity;
    cancelled.addEventListener('abort', () => (cancelledAt = Date.now()));
    await expect(run('video-qc', 'long.mp4', cancelled)).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(Date.now() - cancelledAt).toBeLessThan(1_500);
    await until(
      async () => (await runCommand('ps', ['-eo', 'args'])).output,
      (processes) => !processes.includes(file('long.mp4')),
    );
  });
});

describe('loudness', () => {
  test('finds the silence of a video', async () => {
    const findings = await run('loudness', 'sample.mp4');
    expect(findings).toHaveLength(1);
    expectStretch(findings[0], 'sound.silence', videoDefects.silence);
  });

  const sounds = ['sample.wav', 'sample.mp3', 'sample.ogg'];
  for (const [names, options] of sampled(sounds, (name) => name === 'sample.wav'))
    test.for(names)('finds the silence of %s', options, async (name) => {
      await makeAudio(file(name));
      const findings = await run('loudness', name);
      expect(findings).toHaveLength(1);
      expectStretch(findings[0], 'sound.silence', { startSeconds: 3, endSeconds: 6 });
    });

  test('finds nothing in a file without sound', async () => {
    expect(await run('loudness', 'clean.mp4')).toEqual([]);
  });
});

describe('document', () => {
  test('finds a script with its text', async () => {
    await makePdf(file('script.pdf'));
    const findings = await run('document', 'script.pdf');
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({
      ruleCode: 'active_content.javascript',
      severity: 'critical',
      anchor: { kind: 'asset' },
      evidence: [{ content: { trigger: 'OpenAction', script: "app.alert('Opened');" } }],
    });
  });

  test('finds nothing in a plain document', async () => {
    await makePdf(file('plain.pdf'), { pages: 5 });
    expect(await run('document', 'plain.pdf')).toEqual([]);
  });

  test('finds nothing in plain text', async () => {
    await writeFile(file('plain.txt'), 'text');
    expect(await run('document', 'plain.txt')).toEqual([]);
  });
});

describe('integrity', () => {
  test('finds the position in a photo, and nothing else', async () => {
    await makePhoto(file('photo.jpg'));
    const findings = await run('integrity', 'photo.jpg');
    expect(findings.map((finding) => finding.ruleCode)).toEqual(['privacy.location']);
    const { latitude, longitude } = findings[0]!.evidence[0]!.content as {
      latitude: number;
      longitude: number;
    };
    expect(latitude).toBeCloseTo(photoDefects.latitude, 3);
    expect(longitude).toBeCloseTo(photoDefects.longitude, 3);
  });

  test('finds that noise after a PNG header cannot be decoded', async () => {
    await make(file('clean.png'), ['-f', 'lavfi', '-i', 'testsrc2=size=320x240', '-frames:v', '1']);
    const header = (await readFile(file('clean.png'))).subarray(0, 33);
    await writeFile(file('noise.png'), Buffer.concat([header, Buffer.alloc(2000, 0x5a)]));
    const findings = await run('integrity', 'noise.png');
    expect(findings).toMatchObject([{ ruleCode: 'decode.image', severity: 'critical' }]);
  });
});
