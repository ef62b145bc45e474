import path from 'node:path';
import { expect, test } from 'vitest';
import { supersDescription } from '../../sidekicks/supers/rules.ts';
import { judgeSupers } from '../../sidekicks/supers/judge-supers.ts';
import { checkFindings } from '../../contract/check-findings.ts';
import type { Finding } from '../../contract/finding.ts';
import { readFileText } from '../../text/read-file.ts';
import { make } from '../../../../tools/local/samples/ffmpeg.ts';
import { mediaTools } from '../../../../test/support/media-tools.ts';
import { mediaFile } from '../support/run-sidekick.ts';
import { useParsers } from '../../../../test/support/parsers.ts';
import { useTextReaders } from '../../../../test/support/text-readers.ts';

// Small print in made clips, read by the networks. Capitals of this font have 0.69 of its size.

const readers = useTextReaders();
const parsers = useParsers();
const font = path.resolve('node_modules/pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf');
const seconds = 5;
const grounds = {
  plain: 'color=c=0x203050:s=1920x1080:r=25',
  moving: 'mandelbrot=s=480x270:r=25:start_scale=0.4:maxiter=400,scale=1920:1080',
};

interface Drawn {
  text: string;
  capitalHeight: number;
  top: number;
  startSeconds?: number;
  endSeconds?: number;
  style?: string;
}

const headline: Drawn = { text: 'Big Summer Sale', capitalHeight: 90, top: 300 };
const logo: Drawn = { text: 'Aurora', capitalHeight: 36, top: 60 };
const terms: Drawn = {
  text: 'Subject to status. See website',
  capitalHeight: 34,
  top: 960,
  startSeconds: 0.8,
  endSeconds: 4.6,
};

async function findingsIn(name: string, ground: keyof typeof grounds, lines: Drawn[]): Promise<Finding[]> {
  const file = mediaFile(`${name}.mp4`);
  const drawn = lines.map(
    ({ text, capitalHeight, top, startSeconds = 0, endSeconds = seconds + 1, style = 'fontcolor=white' }) =>
      `drawtext=fontfile=${font}:text='${text}':expansion=none:fontsize=${Math.round(capitalHeight / 0.69)}:x=150:y=${top}:` +
      `${style}:enable='gte(t\\,${startSeconds - 0.02})*lt(t\\,${endSeconds - 0.02})'`,
  );
  const source = `${grounds[ground]},trim=duration=${seconds},${drawn.join(',')}`;
  const coded = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '20', '-pix_fmt', 'yuv420p'];
  await make(file, ['-filter_complex', source, ...coded]);
  const text = await readFileText({
    tools: await mediaTools(),
    path: file,
    reader: readers.forTenant('a'),
    parsers,
    measuredSeconds: seconds,
    signal: new AbortController().signal,
    progress: () => undefined,
  });
  expect(text!.kind).toBe('video');
  return text!.kind === 'video' ? checkFindings(supersDescription, judgeSupers(text!)) : [];
}

const codesOf = (findings: Finding[]) => findings.map(({ ruleCode }) => ruleCode);

test(
  'small print that conforms, headlines and logos have no findings',
  { tags: 'long', timeout: 300_000 },
  async () => {
    expect(
      await findingsIn('conforming', 'plain', [headline, logo, { ...terms, text: 'Terms apply' }]),
    ).toEqual([]);
  },
);

test('small print of two lines that is too small is one finding', { timeout: 300_000 }, async () => {
  const lines = ['Subject to status.', 'See our website'].map((text, i) => ({
    ...terms,
    text,
    capitalHeight: 27,
    top: 940 + 48 * i,
  }));
  const findings = await findingsIn('too-small', 'plain', [logo, ...lines]);
  expect(codesOf(findings)).toEqual(['supers.height']);
  const [measured] = findings[0]!.evidence;
  const { measured: height } = measured!.content as { measured: number };
  expect(Math.abs(height - 27)).toBeLessThanOrEqual(1);
  const { startSeconds, endSeconds } = findings[0]!.anchor as { startSeconds: number; endSeconds: number };
  expect(Math.abs(startSeconds - 0.8)).toBeLessThanOrEqual(0.09);
  expect(Math.abs(endSeconds - 4.6)).toBeLessThanOrEqual(0.09);
});

test(
  'small print on a block may be lower, and must be shown long enough',
  { tags: 'long', timeout: 300_000 },
  async () => {
    const block = {
      ...terms,
      capitalHeight: 28,
      style: 'fontcolor=white:box=1:boxcolor=0x101010:boxborderw=16',
    };
    const findings = await findingsIn('block', 'moving', [
      { ...block, text: 'Excludes Northern Ireland. Subject to status', startSeconds: 1.2, endSeconds: 4 },
    ]);
    expect(codesOf(findings)).toEqual(['supers.hold']);
  },
);

test(
  'small print that hardly differs from the picture has little contrast',
  { tags: 'long', timeout: 300_000 },
  async () => {
    const faint = { ...terms, style: 'fontcolor=0x607090' };
    expect(codesOf(await findingsIn('faint', 'plain', [faint]))).toEqual(['supers.contrast']);
  },
);
