import type { ProfileSource } from '@assay/domain/contracts/profile.ts';
import type { ShippedProfile } from './shipped-profile.ts';

const pdfua: ProfileSource = {
  title: 'PDFlib, PDF/UA-1 File Format Requirements',
  url: 'https://www.pdflib.com/pdf-knowledge-base/pdfua/requirements/',
  part:
    'the document must be tagged; all fonts must be embedded (except fonts for invisible text); the title must be specified in ' +
    'the metadata',
};

const matterhorn: ProfileSource = {
  title: 'PDF Association, The Matterhorn Protocol 1.1',
  url: 'https://pdfa.org/resource/the-matterhorn-protocol/',
  part: 'the ways to fail PDF/UA-1, the ISO standard for accessible PDF. The rules of the sidekick name the failure conditions',
};

export const accessiblePdf: ShippedProfile = {
  id: '080dfddb-9be7-4fb3-a936-a1856025d204',
  version: 1,
  content: {
    code: 'accessible-pdf',
    name: 'Accessible PDF',
    description:
      'A PDF file that people with disabilities can read, and that declares PDF/UA-1. Assay does not validate PDF/UA: many ' +
      'failure conditions, such as wrong alternative texts, need a person. Assay chose the severities.',
    assetTypes: ['document'],
    sources: [pdfua, matterhorn],
    sidekicks: [{ code: 'document' }, { code: 'integrity' }],
    rules: {
      'access.assistive_technology': { severity: 'critical' },
      'accessibility.untagged': { severity: 'critical' },
      'accessibility.language': { severity: 'major' },
      'accessibility.title': { severity: 'major' },
      'accessibility.display_title': { severity: 'major' },
      'attachment.embedded_file': { severity: 'minor' },
      'page.size_mix': { severity: 'off' },
      'page.blank': { severity: 'info' },
    },
    requirements: {
      documentFormat: { oneOf: ['pdf'], source: matterhorn },
      conformance: { oneOf: ['PDF/UA-1'], source: matterhorn },
      fontsEmbedded: { is: true, source: pdfua },
    },
    manualChecks: [
      { code: 'reading-order', text: 'The reading order of the tags is that of the content.' },
      {
        code: 'alternative-texts',
        text: 'Each image has an alternative text that says what it shows, or is an artifact.',
      },
      { code: 'headings', text: 'Headings, lists and tables are tagged as such.' },
      {
        code: 'contrast',
        text: 'Text has sufficient contrast, and colour is not the only mark of information.',
      },
    ],
    failsAt: 'major',
  },
};
