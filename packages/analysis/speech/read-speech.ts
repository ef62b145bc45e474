import { Writable } from 'node:stream';
import { probe } from '../decode/ffprobe.ts';
import { soundStart } from '../decode/filter-graph.ts';
import type { MediaTools } from '../decode/media-tools.ts';
import { progressValue, runFfmpeg } from '../decode/run-ffmpeg.ts';
import { soundInput } from '../decode/sound-input.ts';
import { blockSamples, sampleRate } from './listener/limits.ts';
import { ListenerFailed, type SpeechListener } from './speech-listener.ts';
import type { SpokenText, SpokenWindow } from './spoken-text.ts';
import { packWindows, samplesOf, toSpokenWindow } from './windows.ts';

export interface SoundToRead {
  tools: MediaTools;
  /** Path of the file. */
  path: string;
  listener: SpeechListener;
  signal: AbortSignal;
  /** Receives the seconds of sound that have been read. */
  progress: (readSeconds: number) => void;
}

/** Maximum seconds of speech that are recognised, and maximum number of words that are stored. */
const maxSpeechSeconds = 2 * 60 * 60;
const maxWords = 50_000;
/** Length of sound after which decoding stops, in seconds. A file can state gaps of any length between its packets. */
const maxSoundSeconds = 12 * 60 * 60;
/** Sound before the end of a block that is also in the next block, in samples, because a word may be cut. */
const overlapSamples = sampleRate;

/**
 * Returns the speech in the sound that players select. Returns null if the file has no sound that can be decoded.
 * Throws `ProbeRefused` or `DecodeFailed` if the file cannot be decoded, and `ParserFailed` if no speech could be
 * sought.
 */
export async function readSpeech({
  tools,
  path,
  listener,
  signal,
  progress,
}: SoundToRead): Promise<SpokenText | null> {
  const media = await probe(tools, path, signal);
  const sound = soundInput(media);
  if (sound === undefined) return null;
  const windows: SpokenWindow[] = [];
  let speechSamples = 0;
  let heardSamples = 0;
  let words = 0;
  const failure: { fault: string | null } = { fault: null };
  /** Sound that has not been read, and its start in samples. */
  let block = Buffer.alloc(0);
  let blockStart = 0;

  async function readBlock(isLast: boolean): Promise<void> {
    const samples = Math.floor(block.length / 2);
    const speech = await listener.detect(block, signal);
    const last = speech.at(-1);
    // Speech at the end of a block continues in the next block, so it is read with that block.
    const isCut = !isLast && last !== undefined && last.end > samples - overlapSamples;
    const whole = isCut ? speech.slice(0, -1) : speech;
    const wanted = [];
    for (const window of packWindows(whole)) {
      speechSamples += samplesOf(window);
      if (failure.fault !== null || words >= maxWords) continue;
      if (heardSamples + samplesOf(window) > maxSpeechSeconds * sampleRate) continue;
      heardSamples += samplesOf(window);
      wanted.push(window);
    }
    try {
      const sounds = wanted.map((window) =>
        Buffer.concat(window.map(({ start, end }) => block.subarray(2 * start, 2 * end))),
      );
      const heard = await listener.hear(sounds, signal);
      for (const [at, result] of heard.entries()) {
        const spoken = toSpokenWindow(result, wanted[at]!, blockStart);
        words += spoken.words.length;
        if (spoken.words.length > 0) windows.push(spoken);
      }
    } catch (error) {
      if (!(error instanceof ListenerFailed)) throw error;
      failure.fault = error.message;
      heardSamples -= wanted.reduce((sum, window) => sum + samplesOf(window), 0);
    }
    const next = isLast ? samples : isCut ? last.start : Math.max(last?.end ?? 0, samples - overlapSamples);
    blockStart += next;
    block = block.subarray(2 * next);
    progress(blockStart / sampleRate);
  }

  const failed = new AbortController();
  const target = new Writable({
    // fluent-ffmpeg reports a failure if this stream emits `close` more than 20 ms before ffmpeg ends.
    emitClose: false,
    write(chunk: Buffer, _encoding, done) {
      // After an error, ffmpeg is killed. The remaining output is dropped.
      if (failed.signal.aborted) return done();
      block = Buffer.concat([block, chunk]);
      if (block.length < 2 * blockSamples) return done();
      readBlock(false).then(
        () => done(),
        (error: unknown) => {
          failed.abort(error);
          done();
        },
      );
    },
  });
  const filters = [
    // The sound starts at the start of the file, and gaps between packets are filled with silence.
    `aresample=${sampleRate}:async=1:first_pts=0`,
    'aformat=sample_fmts=s16:channel_layouts=mono',
    `atrim=end=${maxSoundSeconds}`,
  ];
  await runFfmpeg(
    { tools, path, signal: AbortSignal.any([signal, failed.signal]) },
    [`${soundStart(sound)}${filters.join(',')}[sound]`],
    [{ target, options: ['-map', '[sound]', '-c:a', 'pcm_s16le', '-f', 's16le'] }],
    (line) => {
      const microseconds = progressValue('out_time_us', line);
      if (microseconds !== null) progress(microseconds / 1e6);
    },
    ['-vn', '-sn', '-dn'],
  );
  failed.signal.throwIfAborted();
  await readBlock(true);
  const unheard = (speechSamples - heardSamples) / sampleRate;
  return {
    speechSeconds: speechSamples / sampleRate,
    windows,
    ...(unheard > 0 || failure.fault !== null ? { leftOut: { speechSeconds: unheard, ...failure } } : {}),
  };
}
