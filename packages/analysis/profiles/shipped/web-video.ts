import type { ProfileSource } from '@assay/domain/contracts/profile.ts';
import type { ShippedProfile } from './shipped-profile.ts';

const youtube: ProfileSource = {
  title: 'YouTube Help, Recommended upload encoding settings',
  url: 'https://support.google.com/youtube/answer/1722171',
  part: 'Container: MP4. Video codec: H.264, progressive scan (no interlacing), chroma subsampling 4:2:0. Audio codec: AAC-LC',
};

const streaming: ProfileSource = {
  title: 'Versed, AES Loudness for Internet Audio',
  url: 'https://versed.com.au/aes-loudness-for-internet-audio',
  part: 'reports AES TD1008: -18 LUFS ±2 LU for mixed content, -16 LUFS for tracks, at most -14 LUFS for the tracks of an album',
};

export const webVideo: ShippedProfile = {
  id: '1ccca5f0-73fe-4b42-be5e-2db1d67e320e',
  version: 1,
  content: {
    code: 'web-video',
    name: 'Video on the web',
    description:
      'Video for platforms such as YouTube, and for web pages. The platform accepts more formats than it recommends. ' +
      'Recommendations on bit rate, key frames and sample rate are left out, because the platform codes the file again. ' +
      'Assay chose the loudness from the range that Versed reports of AES TD1008, the true peak, and the severities.',
    assetTypes: ['video'],
    sources: [youtube, streaming],
    sidekicks: [
      { code: 'video-qc' },
      { code: 'photosensitivity' },
      {
        code: 'loudness',
        parameters: {
          standard: 'web video',
          targetLufs: -16,
          toleranceLu: 2,
          minorLu: 2,
          truePeakDbtp: -1,
          shortTermLufs: null,
          monoAsTwo: true,
        },
      },
      { code: 'integrity' },
    ],
    rules: {
      'scan.interlaced': { severity: 'major' },
      // Platforms turn the loudness down to their own target.
      'loudness.programme': { severity: 'minor' },
      'loudness.true_peak': { severity: 'minor' },
      'picture.black_silent': { severity: 'minor' },
      'colour.not_hdtv': { severity: 'info' },
      'format.variable_frame_rate': { severity: 'info' },
      'format.frame_rate': { severity: 'off' },
      'format.chroma': { severity: 'off' },
      'levels.tolerance': { severity: 'off' },
      'length.mismatch': { severity: 'info' },
      'motion.cadence': { severity: 'off' },
      'sound.dual_mono': { severity: 'off' },
    },
    requirements: {
      container: { oneOf: ['mp4'], source: youtube },
      videoCodec: { oneOf: ['h264'], source: youtube },
      chroma: { oneOf: ['4:2:0'], source: youtube },
      soundCodec: { oneOf: ['aac'], source: youtube },
    },
    manualChecks: [
      { code: 'rights', text: 'Music and images are licensed for the web and worldwide.' },
      { code: 'captions', text: 'Captions exist and match the sound.' },
      {
        code: 'disclosure',
        text: 'Sponsors and generated content are disclosed where the platform asks for it.',
      },
    ],
    failsAt: 'major',
  },
};
