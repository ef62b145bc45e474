import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { make } from '../../local/samples/ffmpeg.ts';
import { makePdf } from '../../local/samples/pdf.ts';

/** A small valid file that the load submits. */
export interface Sample {
  filename: string;
  contentType: string;
  /** Relative frequency of the file in the load. It is lower for files that take longer to examine. */
  weight: number;
  body: Blob;
  md5: string;
}

const makers: Record<string, { contentType: string; weight: number; make: (file: string) => Promise<void> }> =
  {
    'note.txt': {
      contentType: 'text/plain',
      weight: 3,
      make: (file) =>
        writeFile(
          file,
          'Our cream cures wrinkles in a week, clinically proven and free of risk.\n'.repeat(40),
        ),
    },
    'photo.png': {
      contentType: 'image/png',
      weight: 2,
      make: (file) => make(file, ['-f', 'lavfi', '-i', 'testsrc2=size=320x240', '-frames:v', '1']),
    },
    'paper.pdf': {
      contentType: 'application/pdf',
      weight: 2,
      make: (file) => makePdf(file, { pages: 3, script: "app.alert('Opened');" }),
    },
    'tone.wav': {
      contentType: 'audio/wav',
      weight: 1,
      make: (file) => make(file, ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=16000:duration=3']),
    },
    'clip.mp4': {
      contentType: 'video/mp4',
      weight: 1,
      make: (file) =>
        make(file, [
          ...[
            '-f',
            'lavfi',
            '-i',
            "testsrc2=size=192x108:rate=25:duration=4,drawbox=enable='between(t,1,3)':color=black:t=fill",
          ],
          ...['-f', 'lavfi', '-i', 'sine=duration=4', '-c:v', 'libx264', '-preset', 'ultrafast', '-shortest'],
        ]),
    },
  };

export async function makeSamples(directory: string): Promise<Sample[]> {
  await mkdir(directory, { recursive: true });
  return Promise.all(
    Object.entries(makers).map(async ([filename, { contentType, weight, make: makeFile }]) => {
      const file = path.join(directory, filename);
      await makeFile(file);
      const bytes = await readFile(file);
      return {
        filename,
        contentType,
        weight,
        body: new Blob([bytes]),
        md5: createHash('md5').update(bytes).digest('hex'),
      };
    }),
  );
}
