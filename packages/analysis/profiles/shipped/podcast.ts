import type { ProfileSource } from '@assay/domain/contracts/profile.ts';
import type { ShippedProfile } from './shipped-profile.ts';

const apple: ProfileSource = {
  title: 'Apple Podcasts for Creators, Audio requirements (German edition)',
  url: 'https://podcasters.apple.com/de-de/support/893-audio-requirements',
  part:
    'RSS feeds: MP3 or AAC. Table for MP3: sample rate 44.1 kHz at least, 44.1 or 48 kHz recommended; bit rate at least ' +
    '32 kbit/s (mono) or 64 kbit/s (stereo); mono and stereo are accepted',
};

const loudness: ProfileSource = {
  title: 'Hanna Eng, Podcast loudness: what LUFS to target',
  url: 'https://www.hanna-eng.com/guides/podcast-loudness/',
  part: 'quotes Apple Podcasts for Creators: -16 LUFS, ±1 dB, -1 dBTP; mono -19 LUFS. minorLu and shortTermLufs are Assay defaults',
};

export const podcast: ShippedProfile = {
  id: 'f6e3cc13-bd2d-494f-93a7-9a8bc35486dc',
  version: 1,
  content: {
    code: 'podcast',
    name: 'Podcast',
    description:
      'An episode of a podcast for the RSS feed, by the requirements of Apple Podcasts. Mono sound is 3 LU quieter, because it ' +
      'is heard from two loudspeakers. The minimum bit rate is that of mono sound. Assay chose the severities.',
    assetTypes: ['audio'],
    sources: [apple, loudness],
    sidekicks: [
      {
        code: 'loudness',
        parameters: {
          standard: 'Apple Podcasts',
          targetLufs: -16,
          toleranceLu: 1,
          minorLu: 1,
          truePeakDbtp: -1,
          shortTermLufs: null,
          monoAsTwo: true,
        },
        source: loudness,
      },
      { code: 'integrity' },
    ],
    rules: {
      'sound.dual_mono': { severity: 'off' },
    },
    requirements: {
      container: { oneOf: ['mp3', 'aac'], source: apple },
      soundCodec: { oneOf: ['mp3', 'aac'], source: apple },
      sampleRate: { oneOf: [44_100, 48_000], source: apple },
      channels: { oneOf: [1, 2], source: apple },
      soundBitRate: { least: 32, source: apple },
    },
    manualChecks: [
      { code: 'rights', text: 'Music and quoted recordings are licensed for podcasts.' },
      { code: 'consent', text: 'Everybody who is heard has agreed to the publication.' },
      { code: 'adverts', text: 'Adverts are announced as such, and are the booked ones.' },
    ],
    failsAt: 'major',
  },
};
