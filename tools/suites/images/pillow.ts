import type { Suite } from '../suite.ts';
import { compareWithPillow } from './compare-with-pillow.ts';

/** The test images of Pillow. Many of them are damaged or unusual files from bug reports. */
export const pillow: Suite = {
  name: 'pillow',
  repository: 'https://github.com/python-pillow/Pillow',
  commit: '4e5f09f533dbd0d87d39951f48b62f4d1a421cba',
  compare: (tools) => compareWithPillow(tools, 'Tests/images', /\.(?:jpe?g|png)$/i),
  explanations: [
    {
      check: 'damage',
      items: ['Tests/images/hopper_bad_exif.jpg'],
      reason:
        'libjpeg warns of corrupt data (1,214 extraneous bytes before a restart marker), which Pillow ignores.',
    },
    {
      check: 'damage',
      items: ['Tests/images/apng/fctl_actl.png'],
      reason:
        'The chunk fcTL stands before acTL, which the APNG specification forbids. ffmpeg does not open the file.',
    },
    {
      check: 'damage',
      items: ['Tests/images/icc_profile_none.png'],
      reason:
        'The compressed colour profile is damaged. ffmpeg then decodes no picture; other decoders ignore it.',
    },
    {
      check: 'damage',
      items: [
        'sequence_fdat_fctl',
        'sequence_gap',
        'sequence_reorder',
        'sequence_repeat',
        'sequence_repeat_chunk',
        'sequence_start',
      ].map((name) => `Tests/images/apng/${name}.png`),
      reason: 'The sequence numbers of the animation are wrong. ffmpeg ignores them, and shows every frame.',
    },
    {
      check: 'damage',
      items: ['Tests/images/apng/syntax_num_frames_high.png'],
      reason: 'The animation has fewer frames than its header states. The frames that it has are whole.',
    },
    {
      check: 'damage',
      items: ['Tests/images/png_decompression_dos.png'],
      reason: 'Pillow limits the size of compressed texts. The picture is whole.',
    },
  ],
};
