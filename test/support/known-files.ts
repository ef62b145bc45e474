import { openAsBlob } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import type { Client } from '@assay/client/index.ts';
import { type DemoFile, makeSamples } from '../../tools/local/demo/media.ts';
import { make } from '../../tools/local/samples/ffmpeg.ts';
import { textFonts } from './text-frames.ts';

/** A file, and the codes of some rules that it breaks. */
export type KnownFile = Pick<DemoFile, 'path' | 'filename' | 'contentType'> & { ruleCodes: string[] };

/** Makes the sample files of the demo (a video, a sound, a PDF and a photo) and an image that shows a claim. */
export async function makeKnownFiles(directory: string): Promise<KnownFile[]> {
  const samples = await makeSamples(directory);
  const [font] = await textFonts();
  if (font === undefined) throw new Error('no font for the image with text: install fonts-dejavu-core');
  const file = path.join(directory, 'advertisement.jpg');
  const ground = 'gradients=s=1280x720:c0=0x204060:c1=0x806020:nb_colors=2:seed=1';
  const text = `drawtext=fontfile=${font}:text='Voted best family hotel':fontsize=64:fontcolor=white:borderw=2:x=80:y=100`;
  await make(file, ['-f', 'lavfi', '-i', `${ground},${text}`, '-frames:v', '1', '-q:v', '4']);
  const advertisement = { path: file, filename: 'advertisement.jpg', contentType: 'image/jpeg' };
  return [
    ...samples.map(({ expected, ...sample }) => ({
      ...sample,
      ruleCodes: expected!.findings.map(({ ruleCode }) => ruleCode),
    })),
    { ...advertisement, ruleCodes: ['superlative.ranking'] },
  ];
}

/**
 * Submits files to all built-in sidekicks, and expects their issues. The issues of the video must have pictures, which
 * the media worker takes after it has merged the findings. Returns the id of the submission.
 * @param reader another client of the same workspace, which reads the results
 */
export async function expectKnownIssues(
  writer: Client,
  reader: Client,
  files: readonly KnownFile[],
  timeoutMs: number,
): Promise<string> {
  const blobPaths: string[] = [];
  for (const file of files)
    blobPaths.push(await writer.upload({ ...file, body: await openAsBlob(file.path) }));
  const { totalCredits } = await reader.estimate(blobPaths);
  const sidekickIds = (await reader.sidekicks()).map(({ id }) => id);
  const { submissionId } = await writer.submit({ blobPaths, sidekickIds });
  const done = await reader.waitUntilDone(submissionId, { timeoutMs });
  expect(done).toMatchObject({ status: 'complete', creditsCharged: totalCredits });
  for (const [index, { filename, ruleCodes }] of files.entries()) {
    const issues = await Array.fromAsync(reader.issues(submissionId, done.assets[index]!.assetId));
    const found = issues.map(({ ruleCode }) => ruleCode);
    expect(found, filename).toEqual(expect.arrayContaining(ruleCodes));
    if (!filename.endsWith('.mp4')) continue;
    const evidence = issues.flatMap(({ contributors }) => contributors.flatMap((each) => each.evidence));
    expect(
      evidence.map(({ sourceType }) => sourceType),
      filename,
    ).toContain('image');
  }
  return submissionId;
}
