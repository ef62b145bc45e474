import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { make } from '../local/samples/ffmpeg.ts';
import type { Benchmark } from './benchmark.ts';
import { createCall } from './call.ts';
import { machineBusyMs, processorMs } from './processes-of.ts';
import { sidekicksFor } from './sidekicks-for.ts';
import { upload } from './upload.ts';
import { WrongAnswer } from './wrong-answer.ts';

const count = 50;
const pollMs = 200;

const imageSidekicks = sidekicksFor('image');

export const analysisCores: Benchmark = {
  name: 'analysis-cores',
  title: `cores that the media worker keeps busy with ${count} images, of those that others leave it`,
  async run(bed) {
    const file = path.join(bed.directory, 'photo.jpg');
    // 45 megapixels, as professional cameras make them.
    const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=8192x5464', '-frames:v', '1'];
    await make(file, [...picture, '-vf', 'noise=alls=12', '-q:v', '3']);
    const call = createCall(bed.stack.apiUrl, bed.liveKey);
    const assets = await uploadTimes(call, await readFile(file));
    await call('POST', '/api/pricing/estimate', { files: assets });
    const worker = bed.stack.pids['mediaWorker']!;
    const others = async () => (await machineBusyMs()) - (await processorMs(bed.stack.supervisor.pid));
    const [before, othersBefore] = [await processorMs(worker), await others()];
    const startedAt = performance.now();
    await examined(call, assets);
    const wallMs = performance.now() - startedAt;
    const [busyMs, othersMs] = [(await processorMs(worker)) - before, (await others()) - othersBefore];
    const cores = availableParallelism();
    return {
      measurement: {
        name: this.name,
        unit: '% of the cores that others left',
        // What other work takes is not there to be used.
        value: (100 * busyMs) / (wallMs * cores - othersMs),
        baseline: null,
        goal: { atLeast: 70 },
      },
      notes: [
        `Sidekicks: ${imageSidekicks.map(({ code }) => code).join(', ')}. ${Math.round(wallMs)} ms by the clock on ${cores} cores, ${busyMs} ms of processor time.`,
        `What is not of this stack used ${percent(othersMs / (wallMs * cores))} of the cores meanwhile.`,
      ],
    };
  },
};

const percent = (share: number) => `${Math.round(share * 100)} %`;

type Call = ReturnType<typeof createCall>;

/** Uploads the same bytes so many times; answers them as they are submitted. */
async function uploadTimes(call: Call, bytes: Buffer<ArrayBuffer>): Promise<{ blobPath: string }[]> {
  const assets: { blobPath: string }[] = [];
  for (let number = 1; number <= count; number++)
    assets.push(await upload(call, `photo-${number}.jpg`, 'image/jpeg', bytes));
  return assets;
}

async function examined(call: Call, assets: readonly { blobPath: string }[]): Promise<void> {
  const sidekickIds = imageSidekicks.map(({ id }) => id);
  const submissions = '/api/integrations/submissions';
  const { submissionId } = await call<{ submissionId: string }>('POST', submissions, { assets, sidekickIds });
  for (;;) {
    const { status } = await call<{ status: string }>('GET', `${submissions}/${submissionId}`);
    if (status === 'complete') return;
    if (status === 'failed') throw new WrongAnswer('the submission failed');
    await setTimeout(pollMs);
  }
}
