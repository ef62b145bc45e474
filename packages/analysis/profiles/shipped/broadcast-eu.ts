import type { ProfileSource } from '@assay/domain/contracts/profile.ts';
import type { ShippedProfile } from './shipped-profile.ts';

const loudness: ProfileSource = {
  title: 'EBU R 128, version 4.0 (publication page), and EBU news on its supplement s1 (10 December 2014)',
  url: 'https://tech.ebu.ch/publications/r128',
  part:
    'R 128: -23 LUFS, tolerance in quality control ±0.2 LU. Supplement s1, for short programmes: maximum true peak ' +
    '-1 dBTP, maximum short-term loudness -18 LUFS (https://tech.ebu.ch/news/2014/12/10/ebu-helps-measure-the-loudness-o). minorLu is an Assay default',
};

const formats: ProfileSource = {
  title: 'EBU Tech 3299, High Definition (HD) Image Formats for Television Production (December 2004)',
  url: 'https://docslib.org/doc/5157890/high-definition-hd-image-formats-for-television-production',
  part:
    'section 1, systems S1 to S4: 1280 × 720 at 50 Hz; 1920 × 1080 at 25 Hz, interlaced or progressive, and at 50 Hz ' +
    'progressive; 16 × 9',
};

const openChannel: ProfileSource = {
  title: 'OK54 Bürgerrundfunk (Germany), Technische Informationen',
  url: 'https://ok54.de/informationen/technische-informationen',
  part: 'QuickTime Wrapper: .mov, ProRes 422 (all variants) or VC-3 / DNxHD (all variants)',
};

const peach: ProfileSource = {
  title: 'Peach, technical specifications for Germany, Switzerland and Austria (XDCAM)',
  url: 'https://help.peach.me/hc/pt-br/articles/4407489316497-Deutschland-Schweiz-%C3%96sterreich-Technische-Spezifikationen-XDCAM',
  part: 'HD (1080/50i): Upper Field First; chroma subsampling 4:2:2; PCM, 48 kHz, 16 or 24 bits',
};

export const broadcastEu: ShippedProfile = {
  id: '33c0fa68-e5b3-4b79-8041-69439755cd9c',
  version: 1,
  content: {
    code: 'broadcast-eu',
    name: 'Television, Europe',
    description:
      'HD programmes as files for European broadcasters. Many broadcasters ask for MXF, which Assay does not accept; this ' +
      'profile describes a QuickTime master. Broadcasters differ: copy the profile and set the numbers of yours. Assay chose ' +
      'that each deviation beyond the tolerance of the loudness is major, and the severities.',
    assetTypes: ['video'],
    sources: [
      loudness,
      {
        title: 'RTL Deutschland Media Specs, longform content, Audio Basics',
        url: 'https://mediaspecs.rtl.de/longform-content/basics/longform-audio-basics',
        part: 'a broadcaster with the same numbers: -23 LUFS, ±0.2 LU, -1 dBTP',
      },
      formats,
      openChannel,
      peach,
      {
        title: 'EBU R 103, Video Signal Tolerance in Digital Television Systems',
        url: 'https://tech.ebu.ch/publications/r103',
        part: 'the rule levels.tolerance has the numbers',
      },
    ],
    sidekicks: [
      { code: 'video-qc' },
      { code: 'photosensitivity' },
      {
        code: 'loudness',
        parameters: {
          standard: 'EBU R 128',
          targetLufs: -23,
          toleranceLu: 0.2,
          minorLu: 0.2,
          truePeakDbtp: -1,
          shortTermLufs: -18,
        },
        source: loudness,
      },
      { code: 'integrity' },
    ],
    rules: {
      'colour.not_hdtv': { severity: 'major' },
      'colour.full_range': { severity: 'major' },
      'format.pixel_aspect': { severity: 'major' },
      'levels.tolerance': { severity: 'major' },
      // The requirements name the permitted rates and the chroma. 1080i25 is permitted.
      'format.frame_rate': { severity: 'off' },
      'format.chroma': { severity: 'off' },
      'scan.interlaced': { severity: 'off' },
      'length.mismatch': { severity: 'info' },
      'motion.cadence': { severity: 'off' },
      'sound.dual_mono': { severity: 'off' },
      // Metadata is not broadcast.
      'privacy.location': { severity: 'off' },
    },
    requirements: {
      container: { oneOf: ['mov'], source: openChannel },
      videoCodec: { oneOf: ['prores', 'dnxhd'], source: openChannel },
      width: { oneOf: [1920, 1280], source: formats },
      height: { oneOf: [1080, 720], source: formats },
      displayAspect: { oneOf: ['16:9'], source: formats },
      frameRate: { oneOf: ['25', '50'], source: formats },
      scan: { oneOf: ['progressive', 'top field first'], source: peach },
      chroma: { oneOf: ['4:2:2'], source: peach },
      soundCodec: { oneOf: ['pcm_s16le', 'pcm_s16be', 'pcm_s24le', 'pcm_s24be'], source: peach },
      sampleRate: { oneOf: [48_000], source: peach },
      soundBitDepth: { oneOf: [16, 24], source: peach },
    },
    manualChecks: [
      {
        code: 'rights',
        text: 'Music, archive and images are cleared for the territory and the broadcaster.',
      },
      { code: 'tracks', text: 'The audio tracks have the languages and mixes that the broadcaster ordered.' },
      { code: 'subtitles', text: 'Subtitles and audio description are delivered as ordered.' },
      {
        code: 'pse',
        text: 'A flash test that the broadcaster accepts has passed. Assay’s test is a screening.',
      },
    ],
    failsAt: 'major',
  },
};
