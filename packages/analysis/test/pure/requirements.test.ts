import { describe, expect, test } from 'vitest';
import { type PropertyName, propertyNames, requirementCode } from '@assay/domain/requirements.ts';
import { compare } from '../../sidekicks/requirements/compare.ts';
import { type Facts, noFacts } from '../../sidekicks/requirements/facts.ts';
import { matchesGlob } from '../../sidekicks/requirements/glob.ts';
import { requirementsFor } from '../../contract/settings.ts';
import { judgeRequirements, measuredValues } from '../../sidekicks/requirements/judge-requirements.ts';
import { pixelFormatOf } from '../../sidekicks/requirements/pixel-format.ts';
import { remedyOf } from '../../sidekicks/requirements/remedies.ts';
import { requirementRules, requirementsDescription } from '../../sidekicks/requirements/rules.ts';
import { levelOf, scanOf, watchRecording } from '../../sidekicks/requirements/watch-recording.ts';
import { parsedRequirements } from '../support/requiring.ts';

type Input = Parameters<typeof parsedRequirements>[0];

/** Compares facts with one requirement. */
function outcomeOf(requirements: Input, facts: Partial<Facts>) {
  const [[name, requirement]] = Object.entries(parsedRequirements(requirements)) as [[PropertyName, never]];
  return compare(name, requirement, { ...noFacts, ...facts }).outcome;
}

/** Returns the findings about a file of an asset type. */
function findingsOf(requirements: Input, facts: Partial<Facts>, assetType: 'video' | 'document' = 'video') {
  const required = requirementsFor(parsedRequirements(requirements), assetType);
  return judgeRequirements(required, { ...noFacts, ...facts });
}

const pages = (...numbers: number[]) => ({ pages: numbers, pageCount: numbers.length });
const size = (widthMm: number, heightMm: number, ...numbers: number[]) => ({
  widthMm,
  heightMm,
  ...pages(...numbers),
});

describe('a requirement is met or missed:', () => {
  test.for<[string, Input, Partial<Facts>, string]>([
    ['at the least value', { width: { least: 1920 } }, { width: 1920 }, 'meets'],
    ['below the least value', { width: { least: 1920 } }, { width: 1919 }, 'misses'],
    ['at the largest value', { fileSizeBytes: { most: 1000 } }, { fileSizeBytes: 1000 }, 'meets'],
    ['above the largest value', { fileSizeBytes: { most: 1000 } }, { fileSizeBytes: 1001 }, 'misses'],
    ['within a range', { pages: { least: 2, most: 4 } }, { pages: 3 }, 'meets'],
    [
      'one of several values',
      { sampleRate: { oneOf: [44100, 48000] } },
      { sampleRate: { tracks: [48000] } },
      'meets',
    ],
    [
      'none of several values',
      { sampleRate: { oneOf: [44100, 48000] } },
      { sampleRate: { tracks: [32000] } },
      'misses',
    ],
    [
      'within a tolerance',
      { videoBitRate: { oneOf: [5000], tolerance: 50 } },
      { videoBitRate: 5050 },
      'meets',
    ],
    [
      'outside a tolerance',
      { videoBitRate: { oneOf: [5000], tolerance: 50 } },
      { videoBitRate: 5050.1 },
      'misses',
    ],
    [
      'the bit depth of a lossy track beside one that meets it',
      { soundBitDepth: { oneOf: [16] } },
      { soundBitDepth: { tracks: [false, 16] } },
      'meets',
    ],
    [
      'the bit depth of a lossy track beside an unknown one',
      { soundBitDepth: { oneOf: [16] } },
      { soundBitDepth: { tracks: [false, null] } },
      'unknown',
    ],
    ['an unknown value', { width: { least: 1 } }, {}, 'unknown'],
    ['a rate in full', { frameRate: { oneOf: ['30000/1001'] } }, { frameRate: 30000 / 1001 }, 'meets'],
    ['a rate of 29.97', { frameRate: { oneOf: ['30000/1001'] } }, { frameRate: 29.97 }, 'meets'],
    ['a rate of 30', { frameRate: { oneOf: ['30000/1001'] } }, { frameRate: 30 }, 'misses'],
    [
      'a rate of 23.976 instead of 24',
      { frameRate: { oneOf: ['24'] } },
      { frameRate: 24000 / 1001 },
      'misses',
    ],
    ['a variable rate', { frameRate: { oneOf: ['25'] } }, { frameRate: 'variable' }, 'misses'],
    ['a ratio of 853:480', { displayAspect: { oneOf: ['16:9'] } }, { displayAspect: 853 / 480 }, 'meets'],
    ['a ratio of 4:3', { displayAspect: { oneOf: ['16:9'] } }, { displayAspect: 4 / 3 }, 'misses'],
    ['a name in capitals', { videoProfile: { oneOf: ['High'] } }, { videoProfile: 'high' }, 'meets'],
    ['a part of a name', { videoProfile: { oneOf: ['High'] } }, { videoProfile: 'High 10' }, 'misses'],
    ['a flag', { alpha: { is: false } }, { alpha: false }, 'meets'],
    ['the other flag', { alpha: { is: false } }, { alpha: true }, 'misses'],
    ['a file name', { fileName: { glob: '*_????.mov' } }, { fileName: 'spot_0001.mov' }, 'meets'],
    ['another file name', { fileName: { glob: '*_????.mov' } }, { fileName: 'spot_001.mov' }, 'misses'],
    [
      '299.72 dpi, from 118 dots per cm',
      { resolutionDpi: { least: 300 } },
      { resolutionDpi: 299.72 },
      'meets',
    ],
    ['299 dpi', { resolutionDpi: { least: 300 } }, { resolutionDpi: 299 }, 'misses'],
  ])('%s', ([, requirements, facts, outcome]) => {
    expect(outcomeOf(requirements, facts)).toBe(outcome);
  });
});

describe('a tolerance in frames', () => {
  test.for([
    [30.033, 30000 / 1001, 1, 'meets'],
    [30.067, 30, 2, 'meets'],
    [30.068, 30, 2, 'misses'],
    [29.96, 25, 1, 'meets'],
    [29.958, 25, 1, 'misses'],
    [30.04, 'variable', 1, 'misses'],
    [30, 'variable', 1, 'meets'],
  ] as const)('%d s at a rate of %s with %i frames: %s', ([seconds, frameRate, frames, outcome]) => {
    const durationSeconds = { oneOf: [30], toleranceFrames: frames };
    expect(outcomeOf({ durationSeconds }, { durationSeconds: seconds, frameRate })).toBe(outcome);
  });

  test('holds for the least and the largest duration', () => {
    const durationSeconds = { least: 10, most: 20, toleranceFrames: 1 };
    const of = (seconds: number) =>
      outcomeOf({ durationSeconds }, { durationSeconds: seconds, frameRate: 25 });
    expect([9.96, 20.04].map(of)).toEqual(['meets', 'meets']);
    expect([9.95, 20.05].map(of)).toEqual(['misses', 'misses']);
  });
});

describe('the size of pages', () => {
  const a4 = { pageSize: { oneOf: [{ widthMm: 210, heightMm: 297 }] } };
  test.for([
    [210, 297, 'meets'],
    [297, 210, 'meets'],
    [211, 296, 'meets'],
    [211.02, 297, 'misses'],
    [215.9, 279.4, 'misses'],
    [297, 297, 'misses'],
  ] as const)('%d × %d mm: %s', ([widthMm, heightMm, outcome]) => {
    const pageSize = { sizes: [size(widthMm, heightMm, 1)], isComplete: true };
    expect(outcomeOf(a4, { pageSize })).toBe(outcome);
  });

  test('is unknown if the size of a page is unknown and no other page is wrong', () => {
    const sizes = [size(210, 297, 1)];
    expect(outcomeOf(a4, { pageSize: { sizes, isComplete: false } })).toBe('unknown');
    expect(outcomeOf(a4, { pageSize: { sizes: [...sizes, size(1, 1, 2)], isComplete: false } })).toBe(
      'misses',
    );
  });

  test('is one finding for all pages, at the page if it is one', () => {
    const of = (...sizes: ReturnType<typeof size>[]) =>
      findingsOf(a4, { pageSize: { sizes: [size(210, 297, 1), ...sizes], isComplete: true } }, 'document');
    expect(of(size(148, 210, 2))).toMatchObject([
      {
        summary: 'Page size 148 × 210 mm on page 2 instead of 210 × 297 mm ± 1 mm',
        anchor: { kind: 'page', page: 2 },
      },
    ]);
    expect(of(size(148, 210, 2, 4), size(100, 100, 3))).toMatchObject([
      {
        summary:
          'Page size 148 × 210 mm on pages 2, 4; 100 × 100 mm on page 3 instead of 210 × 297 mm ± 1 mm',
        anchor: { kind: 'asset' },
      },
    ]);
  });
});

describe('audio tracks', () => {
  const required = { sampleRate: { oneOf: [48000] }, soundTracks: { least: 1 } };

  test('are one finding with the tracks that are wrong', () => {
    const facts = {
      container: 'mov',
      soundTracks: 4,
      soundCodec: { tracks: ['pcm_s24le', 'aac', 'pcm_s16be', 'pcm_s24le'] },
      sampleRate: { tracks: [44100, 48000, 44100, 32000] },
    };
    const [finding, ...others] = findingsOf(required, facts);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      ruleCode: 'requirement.sample_rate',
      summary: 'Sample rate 44,100 Hz on audio tracks 1, 3; 32,000 Hz on audio track 4 instead of 48,000 Hz',
      resolutionRequirement: {
        description:
          'Convert the sound to 48,000 Hz. With ffmpeg: `-map 0 -c copy -dn -c:a:0 pcm_s24le -ar:a:0 48000 -c:a:2 pcm_s16be -ar:a:2 48000 -c:a:3 pcm_s24le -ar:a:3 48000`. Data tracks are lost, except time code and chapters.',
      },
    });
  });

  test('that do not state a value are unknown unless another track is wrong', () => {
    const languages = { languages: { oneOf: ['eng'] } };
    expect(outcomeOf(languages, { languages: { tracks: ['eng', null] } })).toBe('unknown');
    expect(outcomeOf(languages, { languages: { tracks: ['deu', null] } })).toBe('misses');
  });

  test('that do not exist have only a wrong number', () => {
    const found = findingsOf(required, { soundTracks: 0, sampleRate: { tracks: [] } });
    expect(found.map(({ summary }) => summary)).toEqual(['Number of audio tracks 0 instead of at least 1']);
  });
});

test('measured values are known whether the requirement is met or not', () => {
  const required = requirementsFor(
    parsedRequirements({
      fileName: { glob: '*' },
      width: { oneOf: [1920] },
      displayAspect: { oneOf: ['16:9'] },
      frameRate: { oneOf: ['25'] },
      durationSeconds: { most: 1 },
      scan: { oneOf: ['progressive'] },
      sampleRate: { oneOf: [48000] },
      channels: { least: 1 },
      startTimecode: { oneOf: ['10:00:00:00'] },
    }),
    'video',
  );
  const facts = {
    ...noFacts,
    fileName: 'spot.mov',
    width: 1920,
    displayAspect: 16 / 9,
    frameRate: 30000 / 1001,
    durationSeconds: 30.0301,
    scan: 'progressive',
    sampleRate: { tracks: [48000, 44100, 48000] },
    channels: { tracks: [2] },
  };
  expect(measuredValues(required, facts)).toEqual({
    'requirement.file_name': '“spot.mov”',
    'requirement.width': 1920,
    'requirement.display_aspect': '16:9',
    'requirement.frame_rate': 29.97,
    'requirement.duration_seconds': 30.03,
    'requirement.scan': 'progressive',
    'requirement.sample_rate': '48,000 Hz on audio tracks 1, 3; 44,100 Hz on audio track 2',
    'requirement.channels': 2,
  });
});

describe('names', () => {
  const named = (isComplete: boolean, ...names: string[]) => ({
    names: names.map((name) => ({ name, ...pages(3) })),
    isComplete,
  });

  test('of colour spaces must all be permitted', () => {
    const required = { colourSpace: { oneOf: ['CMYK', 'Gray'] } };
    expect(outcomeOf(required, { colourSpace: named(true, 'CMYK', 'Gray') })).toBe('meets');
    expect(outcomeOf(required, { colourSpace: named(true, 'CMYK', 'RGB') })).toBe('misses');
    expect(outcomeOf(required, { colourSpace: named(false, 'CMYK') })).toBe('unknown');
    expect(findingsOf(required, { colourSpace: named(true, 'CMYK', 'RGB') }, 'document')).toMatchObject([
      { summary: 'Colour space RGB on page 3 instead of CMYK or Gray', anchor: { kind: 'page', page: 3 } },
    ]);
  });

  test('of conformances need one that is permitted', () => {
    const of = (required: string, ...declared: string[]) =>
      outcomeOf({ conformance: { oneOf: [required] } }, { conformance: named(true, ...declared) });
    expect(of('PDF/UA-1', 'PDF/A-2a', 'PDF/UA-1')).toBe('meets');
    expect(of('PDF/X-1a', 'PDF/X-1a:2003')).toBe('meets');
    expect(of('PDF/X-1a:2001', 'PDF/X-1a:2003')).toBe('misses');
    expect(of('PDF/A-2b')).toBe('misses');
  });
});

describe('the lowest resolution of images', () => {
  const required = { imageResolutionDpi: { least: 300 } };
  const of = (dpi: number | null, isComplete = true) =>
    outcomeOf(required, {
      imageResolutionDpi: { lowest: dpi === null ? null : { dpi, page: 2 }, isComplete },
    });

  test('is met without images, and unknown if some could not be measured', () => {
    expect([of(300), of(299), of(null)]).toEqual(['meets', 'misses', 'meets']);
    expect([of(300, false), of(299, false), of(null, false)]).toEqual(['unknown', 'misses', 'unknown']);
  });
});

describe('a finding', () => {
  test('has the measured and the required value with units, and the source of the profile', () => {
    const source = { title: 'Delivery guide', url: 'https://example.org/guide', part: '3.1' };
    const facts = { frameRate: 30000 / 1001 };
    expect(findingsOf({ frameRate: { oneOf: ['25'], source } }, facts)).toMatchObject([
      {
        ruleCode: 'requirement.frame_rate',
        severity: 'major',
        summary: 'Frame rate 29.97 frames/s instead of 25 frames/s',
        evidence: [
          {
            sourceType: 'measurement',
            content: {
              measured: 29.97,
              threshold: null,
              required: '25 frames/s',
              unit: 'frames/s',
              source: { standard: 'Delivery guide', clause: '3.1', url: 'https://example.org/guide' },
            },
          },
        ],
      },
    ]);
  });

  test('has the limit that a number misses as its threshold', () => {
    const thresholdOf = (value: number, requirement: Input['videoBitRate']) =>
      (findingsOf({ videoBitRate: requirement }, { videoBitRate: value })[0]!.evidence[0]!.content as any)
        .threshold;
    const between = { least: 8000, most: 12000 };
    expect([3500, 13000].map((value) => thresholdOf(value, between))).toEqual([8000, 12000]);
    expect(thresholdOf(3500, { oneOf: [8000] })).toBeNull();
  });

  test.for<[Input, Partial<Facts>, string]>([
    [
      { frameRate: { oneOf: ['25', '30000/1001'] } },
      { frameRate: 'variable' },
      'Frame rate variable instead of 25 or 29.97 (30000/1001) frames/s',
    ],
    [
      { durationSeconds: { oneOf: [10, 20, 30], toleranceFrames: 1 } },
      { durationSeconds: 25 },
      'Duration 25 s instead of 10, 20 or 30 s ± 1 frame',
    ],
    [
      { videoBitRate: { least: 8000, most: 12000 } },
      { videoBitRate: 3500.25 },
      'Bit rate of the picture 3500.25 kbit/s instead of 8000 to 12,000 kbit/s',
    ],
    [
      { keyFrameSeconds: { most: 2 } },
      { keyFrameSeconds: 10 },
      'Distance of key frames 10 s instead of at most 2 s',
    ],
    [
      { fileName: { glob: '*.mov' } },
      { fileName: 'a“b.mp4' },
      'File name “a’b.mp4” instead of a name like “*.mov”',
    ],
    [
      { pixelAspect: { oneOf: ['1:1'] } },
      { pixelAspect: 64 / 45 },
      'Pixel aspect ratio 1.422:1 instead of 1:1',
    ],
    [
      { displayAspect: { oneOf: ['9:16'] } },
      { displayAspect: 16 / 9 },
      'Display aspect ratio 16:9 instead of 9:16',
    ],
    [
      { displayAspect: { oneOf: ['9:16'] } },
      { displayAspect: 740 / 1280 },
      'Display aspect ratio 1:1.73 instead of 9:16',
    ],
    [
      { fileSizeBytes: { most: 1_000_000 } },
      { fileSizeBytes: 1_000_001 },
      'File size 1,000,001 bytes instead of at most 1,000,000 bytes',
    ],
    [
      { videoCodec: { oneOf: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] } },
      { videoCodec: 'x' },
      'Video codec x instead of a, b, c, d, e or 2 others',
    ],
  ])('%j', ([requirements, facts, summary]) => {
    expect(findingsOf(requirements, facts).map((finding) => finding.summary)).toEqual([summary]);
  });

  test('about an unknown property is one of its rule, or a gap, as the profile says', () => {
    const startTimecode = { oneOf: ['10:00:00:00'] };
    expect(findingsOf({ startTimecode }, {})).toMatchObject([
      { ruleCode: 'requirement.start_timecode', summary: 'Start time code not known; required: 10:00:00:00' },
    ]);
    expect(findingsOf({ startTimecode: { ...startTimecode, ifUnknown: 'incomplete' } }, {})).toMatchObject([
      {
        ruleCode: 'requirement.unknown',
        severity: 'info',
        summary: 'The start time code was not compared with 10:00:00:00',
      },
    ]);
  });

  test('is not made for a requirement of another type of file', () => {
    expect(findingsOf({ pages: { most: 1 }, width: { least: 10 } }, { width: 10, pages: 9 })).toEqual([]);
  });
});

describe('options of ffmpeg', () => {
  const movie: Partial<Facts> = {
    container: 'mov',
    videoCodec: 'h264',
    videoProfile: 'High',
    videoLevel: 4,
    scan: 'progressive',
    chroma: '4:2:0',
    videoBitDepth: 8,
    frameRate: 25,
    colourRange: 'limited',
    soundCodec: { tracks: ['pcm_s24le'] },
    sampleRate: { tracks: [44_100] },
    soundBitDepth: { tracks: [24] },
    channels: { tracks: [2] },
    languages: { tracks: ['ger'] },
  };
  function optionsFor(requirements: Input, facts: Partial<Facts> = {}) {
    // Not validated: no profile can have some of these texts.
    const [[name, requirement]] = Object.entries(requirements) as unknown as [[PropertyName, never]];
    const { description } = remedyOf(name, requirement, { ...noFacts, ...movie, ...facts });
    return /With ffmpeg: `(.+)`/.exec(description)?.[1] ?? null;
  }

  test('contain only texts of a known form', () => {
    expect(optionsFor({ startTimecode: { oneOf: ['10:00:00:00'] } })).toContain('-timecode 10:00:00:00');
    for (const text of ['10:00:00:00 -y', '`rm`', '$(rm)', '10:00:00;00', '10:00:00:25'])
      expect(optionsFor({ startTimecode: { oneOf: [text] } })).toBe(null);
    expect(optionsFor({ languages: { oneOf: ['eng'] } })).toContain('language=eng');
    expect(optionsFor({ languages: { oneOf: ['eng;rm'] } })).toBe(null);
  });

  const twoTracks = { soundCodec: { tracks: ['pcm_s24le', 'pcm_s24le'] } };
  test.for<[string, Input, Partial<Facts>]>([
    ['a container that does not permit a codec', { container: { oneOf: ['mp4'] } }, {}],
    ['a container of one track', { container: { oneOf: ['wav'] } }, { ...twoTracks, videoCodec: null }],
    [
      'a codec that the container does not permit',
      { videoCodec: { oneOf: ['prores'] } },
      { container: 'mp4' },
    ],
    ['a codec with fewer bits', { videoCodec: { oneOf: ['mpeg2video'] } }, { videoBitDepth: 10 }],
    ['a codec with another chroma format', { videoCodec: { oneOf: ['hevc'] } }, { chroma: '4:4:4' }],
    ['fields', { videoCodec: { oneOf: ['hevc'] } }, { scan: 'top field first' }],
    ['high dynamic range', { videoCodec: { oneOf: ['hevc'] } }, { colourTransfer: 'smpte2084' }],
    ['a profile that is not kept', { scan: { oneOf: ['progressive'] } }, { videoProfile: 'High 4:4:4' }],
    ['a codec that is not kept', { keyFrameSeconds: { most: 2 } }, { videoCodec: 'mpeg2video' }],
    ['a distance between two frames', { keyFrameSeconds: { oneOf: [1.02] } }, {}],
    ['a least bit rate', { videoBitRate: { least: 5_000 } }, {}],
    ['lossy sound', { sampleRate: { oneOf: [48_000] } }, { soundCodec: { tracks: ['aac'] } }],
    ['an unknown track', { sampleRate: { oneOf: [48_000] } }, { sampleRate: { tracks: [44_100, null] } }],
    ['channels that would be mixed', { soundCodec: { oneOf: ['aac'] } }, { channels: { tracks: [6] } }],
    ['a rate that would change', { soundCodec: { oneOf: ['aac'] } }, { sampleRate: { tracks: [96_000] } }],
    [
      'a time code that the container does not have',
      { startTimecode: { oneOf: ['10:00:00:00'] } },
      { container: 'avi' },
    ],
    ['a file of which nothing is known', { soundCodec: { oneOf: ['aac'] } }, noFacts],
  ])('are left out for %s', ([, requirements, facts]) => {
    expect(optionsFor(requirements, facts)).toBe(null);
  });
});

describe('a pattern for file names', () => {
  test.for([
    ['*', '', true],
    ['', '', true],
    ['', 'a', false],
    ['?', '', false],
    ['?', '😀', true],
    ['a*b', 'ab', true],
    ['a*b', 'acb', true],
    ['a*b', 'acbc', false],
    ['*a*a', 'aba', true],
    ['*.mov', 'a.mov.mov', true],
    ['*.mov', 'a.MOV', false],
    ['[a].(b)', '[a].(b)', true],
    ['[a]', 'a', false],
    ['caf\u00e9', 'cafe\u0301', true],
  ] as const)('%j and %j: %j', ([pattern, name, expected]) => {
    expect(matchesGlob(pattern, name)).toBe(expected);
  });

  test('does not take long for a hostile pattern', () => {
    const started = performance.now();
    expect(matchesGlob(`${'*a'.repeat(99)}b`, 'a'.repeat(10_000))).toBe(false);
    expect(performance.now() - started).toBeLessThan(500);
  });
});

test('each property has a rule with its own id', () => {
  const rules = requirementsDescription.rules;
  expect(rules.map(({ code }) => code)).toEqual([
    ...propertyNames.map(requirementCode),
    'requirement.unknown',
  ]);
  expect(new Set(rules.map(({ id }) => id)).size).toBe(propertyNames.length + 1);
  expect(requirementRules.ofProperty.frameRate.id).toBe('6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a2b0b');
});

test.for([
  ['h264', 41, 4.1],
  ['h264', 9, 1],
  ['hevc', 123, 4.1],
  ['hevc', 150, 5],
  ['av1', 8, 4],
  ['av1', 13, 5.1],
  ['av1', 31, null],
  ['vp9', 41, 4.1],
  ['h264', -99, null],
  ['mpeg2video', 8, null],
] as const)('the level of %s with the code %i is %j', ([codec_name, level, expected]) => {
  expect(levelOf({ codec_name, level, tags: {} })).toBe(expected);
});

test.for([
  ['yuv420p', '4:2:0', 8],
  ['yuvj422p', '4:2:2', 8],
  ['yuv422p10le', '4:2:2', 10],
  ['yuva444p12le', '4:4:4', 12],
  ['yuv411p', '4:1:1', 8],
  ['p010le', '4:2:0', 10],
  ['p210le', '4:2:2', 10],
  ['gray', '4:0:0', 8],
  ['gray16be', '4:0:0', 16],
  ['monob', '4:0:0', 1],
  ['gbrp10le', 'RGB', 10],
  ['rgb24', 'RGB', 8],
  ['rgb48be', 'RGB', 16],
  ['bayer_bggr8', null, null],
  [undefined, null, null],
] as const)('the pixel format %s has the chroma format %s and %j bits', ([name, chroma, bits]) => {
  expect(pixelFormatOf(name)).toEqual({ chroma, bits });
});

test.for([
  ['h264', 'progressive', 'progressive'],
  ['h264', 'tt', 'top field first'],
  ['prores', 'tb', 'top field first'],
  ['mpeg2video', 'bb', 'bottom field first'],
  ['prores', 'bt', 'bottom field first'],
  ['av1', 'unknown', 'progressive'],
  ['mpeg2video', 'unknown', null],
  ['hevc', 'tt', 'top field first'],
] as const)('the scan type of %s with the field order %s is %j', ([codec_name, field_order, expected]) => {
  expect(scanOf({ codec_name, field_order, tags: {} })).toBe(expected);
});

test('the values of more than 64 audio tracks are not all known', () => {
  const track = { codec_type: 'audio', codec_name: 'aac', sample_rate: 48_000, tags: {} };
  const factsOf = (count: number) =>
    watchRecording({
      streams: Array.from({ length: count }, () => track),
      format: { format_name: 'mp3', tags: {} },
    }).seen(0).declared;
  const sampleRate = { oneOf: [48_000] };
  expect(outcomeOf({ sampleRate }, factsOf(64))).toBe('meets');
  expect(outcomeOf({ sampleRate }, factsOf(65))).toBe('unknown');
});
