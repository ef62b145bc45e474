import { z } from 'zod';
import { maxStreams } from '../media-facts.ts';
import { count, largeCount, nullableTimestampOf, timestampOf } from './fields.ts';
import { asset } from './submission.ts';

const previewStatuses = ['making', 'ready', 'failed'] as const;
export type PreviewStatus = (typeof previewStatuses)[number];

const previewStatus = z.enum(previewStatuses).meta({
  id: 'PreviewStatus',
  description:
    '`making`: requested, queued or being made. `ready`: `url` has it. `failed`: the conversion failed.',
});

const preview = z
  .strictObject({
    status: previewStatus,
    isRetryable: z
      .boolean()
      .describe(
        'True if the preview has failed, and another request can start it again, at the earliest after five minutes.',
      ),
    url: z.string().nullable().describe('Link to the preview. Null until it is ready.'),
    expiresAt: nullableTimestampOf('When the link expires. Null without a link.'),
  })
  .meta({
    id: 'Preview',
    description:
      'An MP4 file with H.264 and AAC, at most 640 pixels wide, whose frames have the times of the original.',
  });

export const requestedPreview = z
  .strictObject({ status: previewStatus.describe('`making` or `ready`.') })
  .meta({ id: 'RequestedPreview', description: 'The state of a requested preview.' });
const seconds = z.number().min(0);

const videoFacts = z
  .strictObject({
    codec: z.string().describe('Codec, as ffprobe names it, such as `h264`.'),
    profile: z.string().nullable().describe('Profile of the codec, such as `High`.'),
    pixelFormat: z.string().nullable().describe('Pixel format, as ffprobe names it, such as `yuv420p`.'),
    width: count.describe('Width in pixels, as coded.'),
    height: count.describe('Height in pixels, as coded.'),
    displayAspectRatio: z
      .number()
      .describe('Width divided by height as displayed, after the pixels’ aspect ratio and the rotation.'),
    frameRate: z
      .string()
      .nullable()
      .describe(
        'Frames per second as a fraction, such as `30000/1001`. Null if the rate varies, and for images.',
      ),
  })
  .meta({ id: 'VideoFacts', description: 'Facts about a video stream or an image.' });

const audioFacts = z
  .strictObject({
    codec: z.string().describe('Codec, as ffprobe names it, such as `aac`.'),
    channels: count.describe('Number of channels.'),
    sampleRate: count.describe('Sample rate in Hz.'),
  })
  .meta({ id: 'AudioFacts', description: 'Facts about an audio stream.' });

const streamFacts = z
  .strictObject({
    index: count.describe('Number of the stream in the file, from 0.'),
    type: z.string().nullable().describe('Type as ffprobe names it, such as `video`, `audio` or `subtitle`.'),
    codec: z.string().nullable().describe('Codec as ffprobe names it.'),
    language: z.string().nullable().describe('Language as the file states it.'),
    examined: z.boolean().describe('True for the video and the audio stream that were examined.'),
  })
  .meta({ id: 'StreamFacts', description: 'A stream of a recording.' });

export const mediaFacts = z
  .strictObject({
    durationSeconds: seconds.nullable().describe('Null for images, and if the file does not state it.'),
    startTimecode: z
      .string()
      .nullable()
      .describe(
        'Time code of the first frame, as the file states it. A `;` before the frames means drop frame.',
      ),
    video: videoFacts.nullable().describe('The video stream that was examined, or the image.'),
    audio: audioFacts.nullable().describe('The audio stream that was examined.'),
    streams: z.array(streamFacts).describe(`The streams of the file, at most ${maxStreams}.`),
  })
  .meta({ id: 'MediaFacts', description: 'Facts about a decoded file, as its headers state them.' });

const original = z
  .strictObject({
    url: z
      .string()
      .describe(
        'Link to the file, for GET with or without `Range`. Types that can contain scripts (SVG, documents) are served ' +
          'as downloads.',
      ),
    expiresAt: timestampOf('When the link expires, at most an hour after the response.'),
    playable: z
      .boolean()
      .describe(
        'Whether browsers usually play or show the file without conversion. Depends on the codecs once the file has been decoded: ' +
          'MP4 with 8-bit H.264, VP9 or AV1, and usual codecs of sound. Before, and for other files, depends on the type.',
      ),
  })
  .meta({ id: 'OriginalFile', description: 'A link to the file of an asset.' });

export const assetMedia = z
  .strictObject({
    original: original
      .nullable()
      .describe('The file itself. Null in the sandbox, which has no files, and until processing has begun.'),
    filename: asset.shape.filename,
    sizeBytes: largeCount.nullable().describe('Size of the file in bytes. Null in the sandbox.'),
    mimeType: asset.shape.mimeType,
    sha256: z
      .string()
      .nullable()
      .describe(
        'SHA-256 of the bytes that were analysed, as 64 hexadecimal digits. Null until they have been read as a whole, in ' +
          'the sandbox, and for assets that were not decoded completely.',
      ),
    preview: preview.nullable().describe('The preview. Null until it is requested.'),
    facts: mediaFacts
      .nullable()
      .describe(
        'Null for documents, in the sandbox, until the asset has finished, and if nothing was decoded.',
      ),
  })
  .meta({ id: 'AssetMedia', description: 'The file of an asset, with a link that expires.' });
