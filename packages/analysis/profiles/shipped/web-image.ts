import type { ProfileSource } from '@assay/domain/contracts/profile.ts';
import type { ShippedProfile } from './shipped-profile.ts';

const formats: ProfileSource = {
  title: 'Google Webmaster Central Blog, 1000 Words About Images',
  url: 'https://staging.bluesquaremanagement.com/1000-words-about-images/',
  part: 'supported formats: “BMP, GIF, JPEG, PNG, WebP or SVG” (read in a copy of the article). Assay does not accept BMP',
};

const size: ProfileSource = {
  title: 'Wagtail CRX (CodeRed CMS), Best Practices for Images',
  url: 'https://docs.coderedcorp.com/cms/how_to/images.html',
  part: '“Avoid uploading huge “raw” image files (e.g. images greater than 1 MB in file size)”',
};

const colours: ProfileSource = {
  title: 'Imgix documentation, Color Space',
  url: 'https://docs.imgix.com/apis/url/format/cs',
  part: 'names CMYK and YCCK as colours that are not safe on the web',
};

export const webImage: ShippedProfile = {
  id: '5f4c0b85-bd72-420b-8987-f65c0accccd4',
  version: 2,
  content: {
    code: 'web-image',
    name: 'Image on the web',
    description:
      'An image as a web page or a shop shows it. Scripts, links and locations in the file stop it, because the file is ' +
      'published as it is. Assay chose the severities.',
    assetTypes: ['image'],
    sources: [formats, size, colours],
    sidekicks: [{ code: 'integrity' }],
    rules: {
      'privacy.user_name': { severity: 'major' },
    },
    requirements: {
      imageFormat: { oneOf: ['jpeg', 'png', 'gif', 'webp', 'svg'], source: formats },
      fileSizeBytes: { most: 1_000_000, source: size },
      colourSpace: { oneOf: ['RGB', 'Gray'], source: colours },
    },
    manualChecks: [
      { code: 'rights', text: 'The image is licensed for the web, and the people in it have agreed.' },
      { code: 'alternative-text', text: 'The page has an alternative text for the image.' },
      { code: 'logo', text: 'The logo is the current one.' },
    ],
    failsAt: 'major',
  },
};
