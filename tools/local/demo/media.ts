import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileTypeOf } from '@assay/domain/asset-type.ts';
import { SetupError, step } from '../progress.ts';
import { audioDefects, makeAudio } from '../samples/audio.ts';
import { makePdf, pdfDefects } from '../samples/pdf.ts';
import { makePhoto } from '../samples/photo.ts';
import { makeVideo, videoDefects } from '../samples/video.ts';

/** A finding that the analysis of a sample must report. */
export interface ExpectedFinding {
  ruleCode: string;
  /** Start of the defect in seconds. The start and the end of the finding may differ by up to 0.5 s. */
  startSeconds?: number;
  endSeconds?: number;
}

/** The samples have -23 LUFS, the broadcast target. They are too quiet for streaming (-18 to -14 LUFS). */
const offStreaming: ExpectedFinding = { ruleCode: 'streaming_loudness.programme' };

export interface DemoFile {
  path: string;
  filename: string;
  contentType: string;
  /** The known measurement and defects of a sample; null for the user's files. */
  expected: { metricValue: number | null; findings: ExpectedFinding[] } | null;
}

export async function makeSamples(directory: string): Promise<DemoFile[]> {
  await mkdir(directory, { recursive: true });
  const { black, freeze, silence, durationSeconds } = videoDefects;
  const samples: [string, (file: string) => Promise<void>, DemoFile['expected']][] = [
    [
      'interview.mp4',
      makeVideo,
      {
        metricValue: durationSeconds,
        findings: [
          { ruleCode: 'picture.black', ...black },
          { ruleCode: 'picture.freeze', ...freeze },
          { ruleCode: 'sound.silence', ...silence },
          offStreaming,
        ],
      },
    ],
    [
      'voice-over.wav',
      makeAudio,
      {
        metricValue: null,
        findings: [{ ruleCode: 'sound.silence', ...audioDefects.silence }, offStreaming],
      },
    ],
    [
      'contract.pdf',
      makePdf,
      { metricValue: pdfDefects.pages, findings: [{ ruleCode: 'active_content.javascript' }] },
    ],
    ['portrait.jpg', makePhoto, { metricValue: null, findings: [{ ruleCode: 'privacy.location' }] }],
  ];
  return step('Generating sample media with known defects', () =>
    Promise.all(
      samples.map(async ([filename, makeSample, expected]) => {
        const file = path.join(directory, filename);
        await makeSample(file);
        return { ...(await describe(file)), expected };
      }),
    ),
  );
}

/** Describes the user's files. Throws `SetupError` if a file is missing or its type is not accepted. */
export function describeFiles(files: readonly string[]): Promise<DemoFile[]> {
  return Promise.all(files.map(async (file) => ({ ...(await describe(file)), expected: null })));
}

async function describe(file: string): Promise<Omit<DemoFile, 'expected'>> {
  const filename = path.basename(file);
  const type = fileTypeOf(filename);
  if (type === null) throw new SetupError(`${file}: files with this extension are not accepted`);
  const stats = await stat(file).catch(() => null);
  if (!stats?.isFile()) throw new SetupError(`${file}: no such file`);
  return { path: path.resolve(file), filename, contentType: type.mimeType };
}
