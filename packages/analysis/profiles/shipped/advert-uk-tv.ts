import type { ProfileSource } from '@assay/domain/contracts/profile.ts';
import type { ShippedProfile } from './shipped-profile.ts';

const master: ProfileSource = {
  title: 'XR Extreme Reach, AS-11 Video Specifications',
  url: 'https://helpcenter.xr.global/hc/en-us/articles/5758701516308-AS-11-Video-Specifications',
  part:
    'Video and Audio Specifications: QuickTime with ProRes 422 HQ, 1920 × 1080, 25.00, progressive, 16:9, square pixels, ' +
    '4:2:2; PCM, 24 bit, 48 kHz, stereo. No clock, black, hold or freeze is required',
};

const loudness: ProfileSource = {
  title: 'Honeycomb, UK and ROI Commercials, and EBU news on the supplement s1 to R 128 (10 December 2014)',
  url: 'https://support.honeycomb.tv/en/support/solutions/articles/19000025051-uk-roi-commercials',
  part:
    'Honeycomb: -23 LUFS, ±0.5, maximum true peak -1 dBTP. EBU: maximum short-term loudness -18 LUFS of commercials ' +
    '(https://tech.ebu.ch/news/2014/12/10/ebu-helps-measure-the-loudness-o). minorLu is an Assay default',
};

const supers: ProfileSource = {
  title: 'Clearcast, Legal Supers - Our Helpful Tools',
  url: 'https://help.clearcast.co.uk/en/article/legal-supers-our-helpful-tools',
  part:
    'minimum height set by BCAP: 30 lines in 16:9 HDTV (26 on an opaque block); duration of hold: 0.2 seconds per word, and ' +
    'a recognition period',
};

const durations: ProfileSource = {
  title: 'Myth Labs, What Is a TV Commercial (TVC)?',
  url: 'https://mythlabs.co.uk/concepts/what-is-tvc',
  part: 'quotes Thinkbox: 30 seconds is the length most bought in the UK; 10, 20 and 40 are common, and 60 is used',
};

export const advertUkTv: ShippedProfile = {
  id: '6944a637-f0e5-4a24-8339-2d55fdbfb3c1',
  version: 2,
  content: {
    code: 'advert-uk-tv',
    name: 'Television advert, United Kingdom',
    description:
      'The master of a television advert for broadcasters in the United Kingdom, from which a distributor makes the AS-11 ' +
      'file. The file has only the advert. Longer adverts need a copy of this profile with their length. Assay chose that ' +
      '`supers` takes each video for an advert, the tolerance of one frame, the threshold of black picture, that the short-term loudness is minor, because Honeycomb does not limit it, ' +
      'and the severities. Claims are judged by the CAP Code, which has rules like those of the BCAP Code.',
    assetTypes: ['video'],
    sources: [
      master,
      loudness,
      supers,
      durations,
      {
        title: 'Clearcast, The Library - Full Technical Spec',
        url: 'https://help.clearcast.co.uk/en/article/the-library-full-technical-spec-download',
        part: 'quality control: ITU-R BT.709; EBU R 103; ITU-R BT.1702; EBU R 128, -23 LUFS; -1 dBTP. The PDF was not opened',
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
          toleranceLu: 0.5,
          minorLu: 0.5,
          truePeakDbtp: -1,
          shortTermLufs: -18,
        },
        source: loudness,
      },
      { code: 'integrity' },
      { code: 'claims' },
      { code: 'supers', parameters: { advert: 'always' } },
    ],
    rules: {
      'supers.height': { threshold: 30, source: supers },
      'supers.hold': { threshold: 0.2, source: supers },
      'loudness.short_term': { severity: 'minor' },
      'picture.black': { threshold: 0.5 },
      'colour.not_hdtv': { severity: 'major' },
      'colour.full_range': { severity: 'major' },
      'levels.tolerance': { severity: 'major' },
      // Clearcast clears no advert that fails the flash test.
      'flash.extended': { severity: 'critical' },
      'pattern.stripes': { severity: 'critical' },
      // The requirements name the rate, the pixel aspect, the scan type and the chroma.
      'format.frame_rate': { severity: 'off' },
      'format.pixel_aspect': { severity: 'off' },
      'format.chroma': { severity: 'off' },
      'length.mismatch': { severity: 'info' },
      'motion.cadence': { severity: 'off' },
      'sound.dual_mono': { severity: 'off' },
      // Metadata is not broadcast.
      'privacy.location': { severity: 'off' },
    },
    requirements: {
      container: { oneOf: ['mov'], source: master },
      videoCodec: { oneOf: ['prores'], source: master },
      videoProfile: { oneOf: ['HQ'], source: master },
      width: { oneOf: [1920], source: master },
      height: { oneOf: [1080], source: master },
      displayAspect: { oneOf: ['16:9'], source: master },
      pixelAspect: { oneOf: ['1:1'], source: master },
      frameRate: { oneOf: ['25'], source: master },
      scan: { oneOf: ['progressive'], source: master },
      chroma: { oneOf: ['4:2:2'], source: master },
      durationSeconds: { oneOf: [10, 20, 30, 40, 60], toleranceFrames: 1, source: durations },
      soundCodec: { oneOf: ['pcm_s24le', 'pcm_s24be'], source: master },
      sampleRate: { oneOf: [48_000], source: master },
      soundBitDepth: { oneOf: [24], source: master },
    },
    manualChecks: [
      {
        code: 'clearance',
        text: 'Clearcast has cleared this version, and the clock number is the one of this version.',
      },
      { code: 'rights', text: 'Music, voices and images are licensed for this territory and period.' },
      { code: 'logo', text: 'The logo and the pack shot are the current ones.' },
      { code: 'offer', text: 'Prices, dates and terms of the offer are those of the campaign.' },
      { code: 'silence', text: 'The first and the last 6 frames are silent.' },
    ],
    failsAt: 'major',
  },
};
