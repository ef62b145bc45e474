import type { ProfileSource } from '@assay/domain/contracts/profile.ts';
import type { ShippedProfile } from './shipped-profile.ts';

const loudness: ProfileSource = {
  title: 'XR Extreme Reach, North America Digital and Social Video Specifications',
  url: 'https://helpcenter.xr.global/hc/en-us/articles/13651787166356-North-America-Digital-Social-Video-Specifications',
  part:
    'Audio Levels: ATSC RP A/85; “Target Loudness level should be -24 LKFS +/- 2LU”, “Maximum True Peak -2dBTP”. ' +
    'minorLu, shortTermLufs and dialogueFromSeconds are Assay defaults',
};

const video: ProfileSource = {
  title: 'Extreme Reach, TV Video Specifications',
  url: 'https://helpcenter.extremereach.com/hc/en-us/articles/5758928813332-TV-Video-Specifications',
  part:
    'Video Configurations: QuickTime with ProRes 422 HQ, or MP4 with H.264; 1920 × 1080, 23.98 progressive; 16:9; square ' +
    'pixels; 4:2:2 or 4:2:0; PCM or AAC, 48 kHz. Also 1920 × 1080 at 29.97, interlaced (upper field) or progressive, and ' +
    '1280 × 720 at 59.94',
};

const captions: ProfileSource = {
  title: 'PostSlate, Extreme Reach audio description, in plain language',
  url: 'https://postslate.com/slate/extreme-reach-audio-description',
  part:
    '“Captions are required — CEA-608 embedded is the floor”, of Extreme Reach, Comcast Technology Solutions and Yangaroo. ' +
    'These summarise specifications that could not be opened',
};

export const broadcastUs: ShippedProfile = {
  id: '2bb15907-202d-4b06-ad46-7f6807272cca',
  version: 2,
  content: {
    code: 'broadcast-us',
    name: 'Television, United States',
    description:
      'HD programmes and commercials as files for broadcasters in the United States. The loudness is that of a distributor ' +
      'which names ATSC A/85. Assay chose that the loudness of programmes from 180 s is less ' +
      'certain, because A/85 measures the dialogue of long programmes, and Assay the whole mix; and the severities.',
    assetTypes: ['video'],
    sources: [loudness, video, captions],
    sidekicks: [
      { code: 'video-qc' },
      { code: 'photosensitivity' },
      {
        code: 'loudness',
        parameters: {
          standard: 'ATSC A/85',
          unit: 'LKFS',
          targetLufs: -24,
          toleranceLu: 2,
          minorLu: 2,
          truePeakDbtp: -2,
          shortTermLufs: null,
          dialogueFromSeconds: 180,
        },
        source: loudness,
      },
      { code: 'integrity' },
      { code: 'captions', parameters: { requiredTracks: 1, requiredKind: 'cea608' }, source: captions },
    ],
    rules: {
      'colour.not_hdtv': { severity: 'major' },
      'colour.full_range': { severity: 'major' },
      // The requirements name the rates, the pixel aspect and the chroma. 29.97 may be interlaced, also by pulldown.
      'format.frame_rate': { severity: 'off' },
      'format.pixel_aspect': { severity: 'off' },
      'format.chroma': { severity: 'off' },
      'scan.interlaced': { severity: 'off' },
      'scan.pulldown': { severity: 'off' },
      'length.mismatch': { severity: 'info' },
      'motion.cadence': { severity: 'off' },
      'sound.dual_mono': { severity: 'off' },
      // Metadata is not broadcast.
      'privacy.location': { severity: 'off' },
    },
    requirements: {
      container: { oneOf: ['mov', 'mp4'], source: video },
      videoCodec: { oneOf: ['prores', 'h264'], source: video },
      width: { oneOf: [1920, 1280], source: video },
      height: { oneOf: [1080, 720], source: video },
      displayAspect: { oneOf: ['16:9'], source: video },
      pixelAspect: { oneOf: ['1:1'], source: video },
      frameRate: { oneOf: ['24000/1001', '30000/1001', '60000/1001'], source: video },
      scan: { oneOf: ['progressive', 'top field first'], source: video },
      chroma: { oneOf: ['4:2:2', '4:2:0'], source: video },
      soundCodec: { oneOf: ['pcm_s16le', 'pcm_s16be', 'pcm_s24le', 'pcm_s24be', 'aac'], source: video },
      sampleRate: { oneOf: [48_000], source: video },
    },
    manualChecks: [
      {
        code: 'rights',
        text: 'Music, archive and images are cleared for the territory and the broadcaster.',
      },
      { code: 'captions', text: 'The closed captions say what is spoken, and belong to this version.' },
      { code: 'slate', text: 'A slate, if the broadcaster asks for one, names this version.' },
      { code: 'ad-id', text: 'The Ad-ID of a commercial is the one of this version.' },
    ],
    failsAt: 'major',
  },
};
