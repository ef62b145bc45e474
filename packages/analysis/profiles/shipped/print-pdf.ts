import type { ProfileSource } from '@assay/domain/contracts/profile.ts';
import type { ShippedProfile } from './shipped-profile.ts';

const printer: ProfileSource = {
  title: 'Printstart (printing house), Technical conditions',
  url: 'https://www.printstart.ee/en/technical-conditions/',
  part:
    'PDF/X-1a or PDF/X-4; CMYK and spot colours, no RGB; images 300 dpi, “backgrounds and other minor objects in raster graphics ' +
    '200 dpi”; all fonts embedded',
};

const pdfx: ProfileSource = {
  title: 'PDF Explained, PDF/X',
  url: 'http://what-when-how.com/Tutorial/topic-533lhi/PDF-Explained-19.html',
  part: 'all fonts must be embedded; no JavaScript, no encryption, no sound or films, no forms',
};

export const printPdf: ShippedProfile = {
  id: 'b0e77b89-8617-4b33-bf35-7ef42f543110',
  version: 1,
  content: {
    code: 'print-pdf',
    name: 'PDF for print',
    description:
      'A PDF file for a printing house that asks for PDF/X. The numbers are those of one printing house: 200 dpi is the ' +
      'lowest resolution that it permits in small images, and posters need less. Bleed and trim boxes are not measured. Assay ' +
      'chose the severities.',
    assetTypes: ['document'],
    sources: [printer, pdfx],
    sidekicks: [{ code: 'document' }, { code: 'integrity' }],
    rules: {
      'access.encrypted': { severity: 'critical' },
      'active_content.other_document': { severity: 'major' },
      'access.assistive_technology': { severity: 'off' },
      'accessibility.untagged': { severity: 'off' },
      'accessibility.language': { severity: 'off' },
      'accessibility.title': { severity: 'off' },
      'accessibility.display_title': { severity: 'off' },
      'conformance.pdfa': { severity: 'off' },
      // Books have blank pages.
      'page.blank': { severity: 'info' },
      'page.size_mix': { severity: 'minor' },
      'privacy.location': { severity: 'off' },
    },
    requirements: {
      documentFormat: { oneOf: ['pdf'], source: printer },
      conformance: { oneOf: ['PDF/X-1a', 'PDF/X-4'], source: printer },
      colourSpace: { oneOf: ['CMYK', 'Gray', 'Separation', 'DeviceN'], source: printer },
      imageResolutionDpi: { least: 200, source: printer },
      fontsEmbedded: { is: true, source: pdfx },
    },
    manualChecks: [
      { code: 'proof', text: 'A proof was checked for text, colours and overprint.' },
      { code: 'bleed', text: 'Pictures at the edge extend into the bleed that the printing house asks for.' },
      { code: 'rights', text: 'Images and fonts are licensed for print.' },
      { code: 'logo', text: 'The logo and the imprint are the current ones.' },
    ],
    failsAt: 'major',
  },
};
