import { z } from 'zod';
import {
  assayDefault,
  rulesByCode,
  type RuleSource,
  type SidekickDescription,
} from '../../contract/description.ts';

const backlot = (clause: string): RuleSource => ({
  standard: 'Netflix English Template Timed Text Style Guide',
  clause,
  url: 'https://backlothelp.netflix.com/hc/en-us/articles/219375728-English-Template-Timed-Text-Style-Guide',
});

/** Returns a source in the standard of CEA-608 captions. This project had no copy of it. */
const cea608 = (clause: string): RuleSource => ({
  standard: 'ANSI/CTA-608-E',
  clause: `${clause}. The standard could not be opened; the rule follows descriptions of it`,
  url: 'https://shop.cta.tech/products/line-21-data-services',
});

export const captionsParameters = z.strictObject({
  requiredTracks: z.int().min(1).max(20).nullable().default(null).meta({
    unit: 'tracks',
    description:
      'Least number of tracks with captions. Without a value, captions are not required, and a video without them has no issue.',
    thresholdOf: 'captions.none',
  }),
  requiredKind: z
    .enum(['any', 'cea608'])
    .default('any')
    .describe('The captions that count for `requiredTracks`: all, or those in CEA-608 (`cea608`).'),
  cea608Rows: z.int().min(1).max(15).default(4).meta({
    unit: 'rows',
    description: 'Most rows of a caption in CEA-608. Other captions have the threshold of the rule.',
  }),
});
export type CaptionsParameters = z.infer<typeof captionsParameters>;

export const captionsDescription = {
  id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b0c',
  code: 'captions',
  name: 'Captions and subtitles',
  description:
    'Reads the captions and subtitles in videos, and judges their reading speed, times, rows and coding. It also finds missing captions if a profile requires them.',
  limits: [
    'The sidekick reads text tracks (timed text of MP4, SubRip, WebVTT, ASS), and CEA-608 in a track or in the pictures of H.264, HEVC and MPEG-2. It does not compare the captions with the speech.',
    'Pictures of text (PGS, DVB, DVD), CEA-708 without CEA-608, CEA-608 in the pictures of AVI, and TTML and WebVTT in MP4 are not read. A finding says so.',
    'The first 10,000 captions of a track are judged, and the first 50 tracks, up to four million characters in a file.',
    'The thresholds of text are for alphabets. They are too high for Chinese, Japanese and Korean, so faults in these languages are missed.',
    'Captions that roll up are only judged by the length of their rows and their coding. Of WebVTT, the positions are not read, so overlaps are not judged.',
    'Tracks in which most texts state a position of a drone or a camera are recordings of this position, and are not judged.',
    'Captions in files beside the video are not read.',
  ],
  version: '1',
  assetTypes: ['video'],
  decodes: true,
  readsText: false,
  parameters: captionsParameters,
  rules: [
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1bc1',
      code: 'captions.none',
      name: 'Missing captions, if the profile requires them',
      severity: 'major',
      threshold: null,
      unit: 'tracks',
      source: {
        ...assayDefault,
        clause: 'the profile requires captions and names its source; this rule has no value of its own',
      },
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1bc2',
      code: 'captions.reading_speed',
      name: 'Captions that are too fast to read',
      severity: 'minor',
      threshold: 20,
      unit: 'characters/s',
      adjustable: { least: 5, most: 60 },
      source: {
        standard: 'Netflix English Timed Text Style Guide',
        clause:
          'Reading speed limits, adult programmes: up to 20 characters per second (children’s programmes: 17). Spaces count; ' +
          'tags and ends of rows do not. The guide could not be opened; the number is that of a tool that checks by it',
        url: 'https://glama.ai/mcp/servers/markksantos/caption-checker',
      },
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1bc3',
      code: 'captions.duration_short',
      name: 'Captions that are shown too briefly',
      severity: 'minor',
      threshold: 0.833,
      unit: 's',
      adjustable: { least: 0.1, most: 5 },
      source: backlot('Minimum duration: 5/6 second per subtitle event'),
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1bc4',
      code: 'captions.duration_long',
      name: 'Captions that are shown too long',
      severity: 'minor',
      threshold: 7,
      unit: 's',
      adjustable: { least: 2, most: 60 },
      source: backlot('Maximum duration: 7 seconds per subtitle event'),
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1bc5',
      code: 'captions.gap',
      name: 'Gaps between captions that are too short',
      severity: 'info',
      threshold: 2,
      unit: 'frames',
      adjustable: { least: 1, most: 12 },
      source: backlot(
        'Frame gap: 2 frames minimum. This project does not count a gap of less than half a frame, nor captions in CEA-608, ' +
          'whose coding needs time between captions',
      ),
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1bc6',
      code: 'captions.overlap',
      name: 'Captions that begin before the one before them has ended',
      severity: 'major',
      threshold: null,
      unit: 's',
      source: {
        ...assayDefault,
        clause: `${assayDefault.clause}. Overlaps of less than half a frame, and captions in different places, are not reported`,
      },
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1bc7',
      code: 'captions.lines',
      name: 'Captions with too many rows',
      severity: 'minor',
      threshold: 2,
      unit: 'rows',
      adjustable: { least: 1, most: 15 },
      source: backlot(
        'Line treatment: 2 lines maximum. For captions in CEA-608: 4 rows, by descriptions of CTA-608',
      ),
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1bc8',
      code: 'captions.line_length',
      name: 'Captions with rows that are too long',
      severity: 'minor',
      threshold: 42,
      unit: 'characters',
      adjustable: { least: 16, most: 100 },
      source: backlot('Character limitation: 42 characters per line'),
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1bc9',
      code: 'captions.encoding',
      name: 'Captions with wrongly coded characters',
      severity: 'major',
      threshold: null,
      unit: 'captions',
      source: {
        ...assayDefault,
        clause:
          `${assayDefault.clause}. Reported are bytes that are no UTF-8, control characters, UTF-8 that was read as Windows-1252 ` +
          '(“Ã©”), and references (“&amp;”) and codes of rows (“\\N”) that are shown as text',
      },
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1bca',
      code: 'captions.byte_pairs',
      name: 'Faulty CEA-608 data',
      severity: 'minor',
      threshold: null,
      unit: 'faults',
      source: cea608(
        'bytes have odd parity; each control code in field 1 is sent twice, in successive frames, so that one bad frame does ' +
          'not lose a caption',
      ),
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1bcb',
      code: 'captions.not_examined',
      name: 'Captions that were not read',
      severity: 'info',
      isGap: true,
      threshold: null,
      unit: null,
      source: assayDefault,
    },
  ],
} as const satisfies SidekickDescription;

export const rules = rulesByCode(captionsDescription);
export type CaptionsRules = typeof rules;
