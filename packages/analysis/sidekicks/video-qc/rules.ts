import {
  assayDefault,
  rulesByCode,
  type RuleSource,
  type SidekickDescription,
} from '../../contract/description.ts';

const netflixInspections = 'Netflix Inspection as a Service error codes';
const netflixInspectionsUrl = 'https://partnerhelp.netflixstudios.com/hc/en-us/articles/115002355892';
const extraneousFrame = 'Netflix QC error codes';
const extraneousFrameUrl = 'https://backlothelp.netflix.com/hc/en-us/articles/115000536672-Extraneous-Frame';
const bt709Url = 'https://www.itu.int/rec/R-REC-BT.709';

const youtube = (clause: string): RuleSource => ({
  standard: 'YouTube recommended upload encoding settings',
  clause,
  url: 'https://support.google.com/youtube/answer/1722171',
});
const streamLengths = (clause: string): RuleSource => ({
  standard: 'Encoding.com Qualify test reference',
  clause: `FC-108 Compare Stream Lengths: ${clause}`,
  url: 'https://api.encoding.com/docs/qualify-test-reference',
});

export const videoQcDescription = {
  id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b01',
  code: 'video-qc',
  name: 'Video quality control',
  description:
    'Finds black and frozen picture, interlacing and telecine, letterbox and pillarbox bars, colour and format that ' +
    'differ from BT.709, variable frame rates, and sound that is longer or shorter than the picture. Also finds levels ' +
    'beyond EBU R 103, visible coding blocks, single frames that are black or of another picture, and repeated frames.',
  version: '14',
  assetTypes: ['video'],
  decodes: true,
  readsText: false,
  rules: [
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b11',
      code: 'picture.black',
      name: 'Black picture',
      severity: 'minor',
      threshold: 2,
      unit: 's',
      adjustable: { least: 0.04, most: 3600 },
      source: {
        standard: netflixInspections,
        clause:
          'ANALYZER-CommercialBlacks: a black segment longer than two seconds. This project counts a picture as black if ' +
          '99.9 % of its pixels outside the corners are below 5 % of white. The corners (a fifth of width and height) may ' +
          'show a channel logo',
        url: netflixInspectionsUrl,
      },
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b13',
      code: 'picture.black_silent',
      defect: 'sound.silence',
      name: 'Black picture without sound',
      severity: 'critical',
      threshold: 4,
      unit: 's',
      adjustable: { least: 2, most: 3600 },
      source: {
        standard: 'Netflix QC glossary',
        clause:
          'Commercial Blacks: black and silence of 4 seconds or longer block the delivery, also at the head and the tail of ' +
          'a file. Silence is sound below -60 dBFS, or missing sound if the file has sound elsewhere',
        url: 'https://partnerhelp.netflixstudios.com/hc/en-us/articles/115000455091-Commercial-Blacks',
      },
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b12',
      code: 'picture.freeze',
      name: 'Frozen picture',
      severity: 'major',
      threshold: 2,
      unit: 's',
      adjustable: { least: 2, most: 3600 },
      source: {
        ...assayDefault,
        clause:
          `${assayDefault.clause}. A freeze begins within a moving shot; it is minor if a cut or a fade follows. ` +
          'Stretches that are still from the start of their shot are not reported: titles, slides, and fixed cameras. Nor is one ' +
          'that begins at most 0.8 s after another still picture. A video ' +
          'that is still as a whole is minor, for example a caption on black. More than 3 freezes are one finding, of severity ' +
          'info if they fill a third of the video; 2 or 3 are then one minor finding. A picture held for up to 5 seconds at the end, and a still picture with strong grain, are not reported',
      },
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b14',
      code: 'scan.mislabelled',
      name: 'Interlaced picture that is not marked as interlaced',
      severity: 'major',
      threshold: 4,
      unit: 's',
      adjustable: { least: 1, most: 3600 },
      source: {
        ...assayDefault,
        clause: `${assayDefault.clause}. Half seconds in which no pixel changes by more than 2 of 255 levels show no field order`,
      },
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b15',
      code: 'scan.interlaced',
      name: 'Interlaced picture',
      severity: 'minor',
      threshold: 4,
      unit: 's',
      adjustable: { least: 1, most: 3600 },
      source: youtube(
        'Video codec: progressive scan (no interlacing). The minimum duration is chosen by this project',
      ),
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b16',
      code: 'scan.pulldown',
      name: 'Film with repeated fields (3:2 pulldown, telecine)',
      severity: 'minor',
      threshold: 4,
      unit: 's',
      adjustable: { least: 1, most: 3600 },
      source: {
        standard: netflixInspections,
        clause:
          'ANALYZER-TelecineDetected: a pulldown pattern suggests that the content is not in its native frame rate. ' +
          'The minimum duration is chosen by this project',
        url: netflixInspectionsUrl,
      },
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b17',
      code: 'colour.not_hdtv',
      name: 'HD picture in colours other than BT.709',
      severity: 'minor',
      threshold: 720,
      unit: 'lines',
      source: {
        standard: 'ITU-R BT.709-6',
        clause:
          'items 1.2 (transfer), 1.3 (primaries) and 3.2 (luminance); this project checks only pictures whose shorter side has at least 720 pixels',
        url: bt709Url,
      },
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b18',
      code: 'colour.unsignalled',
      name: 'HD picture with incomplete colour metadata',
      severity: 'info',
      threshold: 720,
      unit: 'lines',
      source: assayDefault,
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b19',
      code: 'colour.full_range',
      name: 'Full-range levels',
      severity: 'minor',
      threshold: null,
      unit: null,
      source: {
        standard: 'ITU-R BT.709-6',
        clause: 'section 5, digital representation: black at level 16 and nominal peak at level 235 (8 bits)',
        url: bt709Url,
      },
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b1a',
      code: 'format.chroma',
      name: 'Chroma other than 4:2:0',
      severity: 'info',
      threshold: null,
      unit: null,
      source: youtube(
        'Video codec: chroma subsampling 4:2:0. This project judges only codecs of players, and not those of masters, such as ProRes',
      ),
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b1b',
      code: 'format.pixel_aspect',
      name: 'HD picture with non-square pixels',
      severity: 'minor',
      threshold: 1,
      unit: 'width:height',
      source: {
        standard: 'ITU-R BT.709-6',
        clause:
          'section 2, picture characteristics: square pixels; this project checks only pictures whose shorter side has at least ' +
          '720 pixels, and permits a difference of 1 %, because editors for phones write 0.3 %',
        url: bt709Url,
      },
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b1c',
      code: 'format.frame_rate',
      name: 'Unusual frame rate',
      severity: 'minor',
      threshold: 0.1,
      unit: '%',
      adjustable: { least: 0.01, most: 5 },
      source: {
        standard: 'ITU-R BT.2020',
        clause:
          'picture temporal characteristics: 24, 25, 30, 50, 60 and 120 Hz, and 24, 30 and 60 divided by 1.001; ' +
          'this project adds 48 and 100 Hz, 48 and 120 divided by 1.001, and the tolerance. Rates that differ by more than 5 % ' +
          'from each of these are info',
        url: 'https://www.itu.int/rec/R-REC-BT.2020',
      },
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b1d',
      code: 'format.variable_frame_rate',
      name: 'Variable frame rate',
      severity: 'minor',
      threshold: 1,
      unit: '%',
      adjustable: { least: 0.1, most: 100 },
      source: assayDefault,
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b1e',
      code: 'length.mismatch',
      name: 'Sound and picture differ in length (info up to 5 frames at the end)',
      severity: 'minor',
      threshold: 2,
      unit: 'frames',
      adjustable: { least: 0.5, most: 10000 },
      source: streamLengths(
        'sound shorter than the picture by more than 2 frames; this project applies the limit to the start and the end, and also to longer sound',
      ),
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b1f',
      code: 'length.gross_mismatch',
      name: 'Sound and picture differ greatly in length',
      severity: 'major',
      threshold: 2,
      unit: 's',
      adjustable: { least: 0.1, most: 3600 },
      source: streamLengths(
        'sound longer than the picture by more than 2 seconds; this project applies the limit to the start and the end, and also to shorter sound',
      ),
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b10',
      code: 'bars.constant',
      name: 'Letterbox or pillarbox bars',
      severity: 'info',
      threshold: 2,
      unit: '%',
      source: {
        ...assayDefault,
        clause:
          `${assayDefault.clause}. Bars on one side, and unequal ones, are found if they are black in the whole video, except for ` +
          'the thin letters of a watermark. A bar is found if the picture beside it is lit along 97 % of the length of the frame, ' +
          'each pixel at some time. Equal bars on all four sides are found without this condition, and unequal ones are not found',
      },
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b20',
      code: 'bars.change',
      name: 'Change of the active picture size',
      severity: 'minor',
      threshold: 5,
      unit: 's',
      adjustable: { least: 0.5, most: 3600 },
      source: assayDefault,
    },
    {
      id: '5d07322a-585c-441c-ab72-b45c77a0c7a6',
      code: 'levels.tolerance',
      name: 'Levels beyond the tolerance of EBU R 103',
      severity: 'minor',
      threshold: 1,
      unit: '% of the picture',
      adjustable: { least: 1, most: 100 },
      source: {
        standard: 'EBU R 103 v3.0 (May 2020)',
        clause:
          'annex 1: red, green, blue and luma from 5 to 246 (8 bits) or 20 to 984 (10 bits); up to 1 % of the picture may ' +
          'exceed. The numbers were checked in EBU QC item 0051B and in EBU News 2016/06. This project measures the picture ' +
          'that is displayed at each whole second, and counts only 5 or more adjacent pixels of a line. If no matrix is declared, colours may fit BT.601 or ' +
          'BT.709. All stretches are one finding. PQ, HLG, RGB, grey, and pictures above 100 MiB are not judged. Full range is converted to limited range first',
        url: 'https://tech.ebu.ch/publications/r103',
      },
    },
    {
      id: '5a73a997-1cd8-41ba-b9fa-74f043ec76a8',
      code: 'picture.blocks',
      name: 'Visible coding blocks',
      severity: 'minor',
      threshold: 10.5,
      unit: '% of the blocks',
      adjustable: { least: 10.5, most: 100 },
      source: {
        ...assayDefault,
        clause:
          `${assayDefault.clause}. Wu and Yuen (1997) and Wang, Sheikh and Bovik (2002) compare steps at block edges with those ` +
          'beside them; no published limit was found. An edge is visible if its mean step is 4 to 40 levels (8 bits), and four times those ' +
          'beside it. At least two pictures, one of each whole second, must reach the limit. Pictures that were scaled after coding, ' +
          'and blocks that a deblocking filter (H.264, HEVC) has smoothed, are not found. Pixel art without large steps is reported',
        url: 'https://ece.uwaterloo.ca/~z70wang/publications/icip02.html',
      },
    },
    {
      id: '460442f4-5e7b-4701-941d-e0fff47e32ad',
      code: 'picture.black_frames',
      name: 'A few black frames',
      severity: 'minor',
      threshold: 5,
      unit: 'frames',
      source: {
        standard: extraneousFrame,
        clause:
          'a flash frame that does not fit the scene. This project chose: at most 5 frames, a sudden change of 5 % of full scale ' +
          'on both sides, and fewer than 3 such places within a second. Fades to black are not reported',
        url: extraneousFrameUrl,
      },
    },
    {
      id: '2195f108-2ff0-4297-ad65-744c70ffc03e',
      code: 'picture.flash_frame',
      name: 'Single frame of another picture',
      severity: 'minor',
      threshold: 10,
      unit: '% of full scale',
      source: {
        standard: extraneousFrame,
        clause:
          'an additional frame that is unrelated to the scene. The mean change of luma is the default of the scene detector of ' +
          'FFmpeg (scdet). This project chose: the frames before and after differ by at most half of it, at least 30 % of the edges ' +
          'differ, and fewer than 3 such frames within a second. Flashes of cameras and lightning keep the edges, and are ' +
          'not reported',
        url: extraneousFrameUrl,
      },
    },
    {
      id: '84baf65a-af2f-49f0-8eb7-deacfa4f820b',
      code: 'motion.repeated_frames',
      name: 'Repeated frames in moving picture',
      severity: 'minor',
      threshold: 1,
      unit: 'frames',
      source: {
        standard: 'Netflix Branded Content QC error 053',
        clause:
          'Dropped Frame: missing frames make motion stutter. All numbers are chosen by this project: a repeated frame changes ' +
          'by at most 35 % of the changes directly before and after, in a movement of 0.3 to 5 % of full scale, no part of it ' +
          'changes by more than 6 of 255 levels (more if the changes beside it are far larger), and it is repeated at most 5 times. ' +
          'Places are not reported if most of the 17 frames around each of them rest: a title or a page that moves in steps',
        url: 'https://partnerhelp.netflixstudios.com/hc/en-us/articles/39481665105171--053-Dropped-Frame',
      },
    },
    {
      id: '4ccaa3d5-c6d0-45f5-ac82-8caf0aa966ef',
      code: 'motion.cadence',
      name: 'Frames repeated as a cadence',
      severity: 'info',
      threshold: null,
      unit: null,
      source: {
        ...assayDefault,
        clause:
          `${assayDefault.clause}. A cadence has at least 30 frames and 5 places, and 70 % of its intervals within shots are equal or ` +
          'multiples, or 15 % of its frames are repeated. Animation of 12 drawings per second is one. In small movements, only ' +
          'exact copies at the interval of a converted frame rate are one',
      },
    },
  ],
} as const satisfies SidekickDescription;

export const rules = rulesByCode(videoQcDescription);
export type VideoRules = typeof rules;
