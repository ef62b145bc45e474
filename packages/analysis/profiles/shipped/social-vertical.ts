import type { ProfileSource } from '@assay/domain/contracts/profile.ts';
import type { ShippedProfile } from './shipped-profile.ts';

const reels: ProfileSource = {
  title: 'Swat.io Help Center, Instagram Reels: Format requirements',
  url: 'https://help.swat.io/en/articles/11663331-instagram-reels-format-requirements',
  part:
    'AAC, at most 48 kHz, stereo; HEVC or H264, 4:2:0; 9:16 recommended; video bitrate at most 25 Mbps; at least 3 s; file ' +
    'size at most 300 MB. The page of Meta was opened, but its table was empty',
};

const reelsContainer: ProfileSource = {
  title: 'Circleboom, Video and Reels Limitations on Instagram',
  url: 'https://help.circleboom.com/publish/faq/video-and-reels-limitations-on-instagram',
  part: 'Instagram Reels: MOV or MP4 (MPEG-4 Part 14); AAC, 1 or 2 channels (mono or stereo)',
};

const tiktok: ProfileSource = {
  title: 'TikTok Ads Help, Video Ads Specifications',
  url: 'https://ads.tiktok.com/help/article?aid=6669199281502552069',
  part: 'TikTok in-feed ad: 9:16; resolution ≥ 720*1280px; bitrate ≥ 516 kbps; .mp4, .mov and others',
};

const bitRate: ProfileSource = {
  ...tiktok,
  part: `${tiktok.part}. The maximum is that of Instagram Reels, 25 Mbps (${reels.url})`,
};

const shorts: ProfileSource = {
  title: 'YouTube Help, Understand three-minute YouTube Shorts',
  url: 'https://support.google.com/youtube/answer/15424877',
  part:
    'square or vertical aspect ratio, up to three minutes (read in a mirror of the page). The minimum of 3 s is that of ' +
    'Instagram Reels (https://help.swat.io/en/articles/11663331-instagram-reels-format-requirements)',
};

const streaming: ProfileSource = {
  title: 'Versed, AES Loudness for Internet Audio',
  url: 'https://versed.com.au/aes-loudness-for-internet-audio',
  part: 'reports AES TD1008: -18 LUFS ±2 LU for mixed content, -16 LUFS for tracks, at most -14 LUFS for the tracks of an album',
};

export const socialVertical: ShippedProfile = {
  id: 'd92f10b4-1649-4e42-8691-bb5b4afecb40',
  version: 1,
  content: {
    code: 'social-vertical',
    name: 'Vertical video for social media',
    description:
      'One file for TikTok, Instagram Reels and YouTube Shorts: the limits that all three accept. Frame rates are not ' +
      'limited, because phones record variable ones. Assay chose the loudness from the range that Versed reports of AES ' +
      'TD1008, the true peak, and the severities.',
    assetTypes: ['video'],
    sources: [reels, reelsContainer, tiktok, shorts, streaming],
    sidekicks: [
      { code: 'video-qc' },
      { code: 'photosensitivity' },
      {
        code: 'loudness',
        parameters: {
          standard: 'social media',
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
      'bars.constant': { severity: 'minor' },
      // Platforms turn the loudness down to their own target.
      'loudness.programme': { severity: 'minor' },
      'loudness.true_peak': { severity: 'minor' },
      'picture.black_silent': { severity: 'minor' },
      'colour.not_hdtv': { severity: 'off' },
      'colour.unsignalled': { severity: 'off' },
      'format.variable_frame_rate': { severity: 'off' },
      'format.frame_rate': { severity: 'off' },
      'format.chroma': { severity: 'off' },
      'levels.tolerance': { severity: 'off' },
      'length.mismatch': { severity: 'info' },
      'motion.cadence': { severity: 'off' },
      'sound.dual_mono': { severity: 'off' },
    },
    requirements: {
      container: { oneOf: ['mp4', 'mov'], source: reelsContainer },
      fileSizeBytes: { most: 300_000_000, source: reels },
      videoCodec: { oneOf: ['h264', 'hevc'], source: reels },
      displayAspect: { oneOf: ['9:16'], source: tiktok },
      width: { least: 720, source: tiktok },
      height: { least: 1280, source: tiktok },
      chroma: { oneOf: ['4:2:0'], source: reels },
      videoBitRate: { least: 516, most: 25_000, source: bitRate },
      durationSeconds: { least: 3, most: 180, source: shorts },
      soundCodec: { oneOf: ['aac'], source: reels },
      sampleRate: { most: 48_000, source: reels },
      channels: { oneOf: [1, 2], source: reelsContainer },
    },
    manualChecks: [
      { code: 'rights', text: 'Music and images are licensed for commercial use on each platform.' },
      { code: 'safe-zone', text: 'No text or logo is below the buttons and captions of the platforms.' },
      { code: 'captions', text: 'The video can be understood without sound.' },
      { code: 'disclosure', text: 'Advertising and generated content are disclosed.' },
    ],
    failsAt: 'major',
  },
};
