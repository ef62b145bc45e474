import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileTypeOf } from '../../domain/asset-type.ts';
import { SetupError, step } from '../progress.ts';
import { audioDefects, makeAudio } from '../samples/audio.ts';
import { makePdf, pdfDefects } from '../samples/pdf.ts';
import { makePhoto } from '../samples/photo.ts';
import { makeVideo, videoDefects } from '../samples/video.ts';

/** A finding that is known to be in a sample. */
export interface ExpectedFinding {
  ruleCode: string;
  /** For a stretch of time, where it is, give or take half a second. */
  startSeconds?: number;
  endSeconds?: number;
}

/** What is right for broadcasting is too quiet for streaming; the demo asks every sidekick. */
const offStreaming: ExpectedFinding = { ruleCode: 'streaming_loudness.programme' };

export interface DemoFile {
  path: string;
  filename: string;
  contentType: string;
  /** What is known of it; nothing for a file of the user's. */
  expected: { metricValue: number | null; findings: ExpectedFinding[] } | null;
}

/** Makes the samples, each with defects that are known. */
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

/** The user's own files. */
export function takeFiles(files: readonly string[]): Promise<DemoFile[]> {
  return Promise.all(files.map(async (file) => ({ ...(await describe(file)), expected: null })));
}

async function describe(file: string): Promise<Omit<DemoFile, 'expected'>> {
  const filename = path.basename(file);
  const type = fileTypeOf(filename);
  if (type === null) throw new SetupError(`${file}: files with this extension are not accepted`);
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) throw new SetupError(`${file}: there is no such file`);
  return { path: path.resolve(file), filename, contentType: type.mimeType };
}
