import {
  assayDefault,
  rulesByCode,
  type RuleSource,
  type SidekickDescription,
} from '../../contract/description.ts';

const pdf = (clause: string): RuleSource => ({
  standard: 'ISO 32000-2:2020 (PDF 2.0)',
  clause,
  url: 'https://pdfa.org/resource/iso-32000-2/',
});

/**
 * Returns the source of a rule in the Matterhorn Protocol, which is the PDF Association's list of failure conditions of
 * ISO 14289-1 (PDF/UA-1).
 */
const matterhorn = (clause: string): RuleSource => ({
  standard: 'Matterhorn Protocol 1.1 (PDF/UA-1)',
  clause,
  url: 'https://pdfa.org/resource/the-matterhorn-protocol/',
});

const pdfDefault: RuleSource = { ...assayDefault, url: 'https://pdfa.org/resource/iso-32000-2/' };

export const documentDescription = {
  id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b03',
  code: 'document',
  name: 'Document inspection',
  description:
    'Finds encryption and denied permissions, active content, embedded files, fonts that are not embedded, blank pages, mixed page sizes, and barriers for people with disabilities in PDF files.',
  version: '4',
  assetTypes: ['document'],
  decodes: false,
  readsText: false,
  rules: [
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b31',
      code: 'access.encrypted',
      name: 'Encrypted document',
      severity: 'major',
      threshold: null,
      unit: null,
      source: pdf('7.6 Encryption'),
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b32',
      code: 'active_content.javascript',
      name: 'JavaScript run by a document, page, form field, annotation or bookmark',
      severity: 'critical',
      threshold: null,
      unit: null,
      source: pdf('12.6.4.17 ECMAScript actions'),
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b33',
      code: 'access.assistive_technology',
      name: 'Encryption that denies access to assistive technology',
      severity: 'major',
      threshold: null,
      unit: null,
      source: matterhorn('failure condition 26-002'),
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b34',
      code: 'active_content.launch',
      name: 'Action that starts a program or opens a file',
      severity: 'critical',
      threshold: null,
      unit: null,
      source: pdf('12.6.4 Action types, Launch'),
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b35',
      code: 'active_content.submit_form',
      name: 'Action that sends form data to an address',
      severity: 'major',
      threshold: null,
      unit: null,
      source: pdf('12.6.4 Action types, SubmitForm'),
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b36',
      code: 'active_content.import_data',
      name: 'Action that reads form data from a file',
      severity: 'major',
      threshold: null,
      unit: null,
      source: pdf('12.6.4 Action types, ImportData'),
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b37',
      code: 'active_content.other_document',
      name: 'Action that opens another document or an embedded document',
      severity: 'minor',
      threshold: null,
      unit: null,
      source: pdf('12.6.4 Action types, GoToR and GoToE'),
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b38',
      code: 'attachment.embedded_file',
      name: 'Embedded file',
      severity: 'major',
      threshold: null,
      unit: null,
      source: pdf('7.11.4 Embedded file streams'),
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b39',
      code: 'font.not_embedded',
      name: 'Font not embedded (minor if it is one of the 14 standard fonts)',
      severity: 'major',
      threshold: null,
      unit: null,
      source: pdf('9.9 Embedded font programs'),
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b3a',
      code: 'page.blank',
      name: 'Blank page',
      severity: 'minor',
      threshold: null,
      unit: null,
      source: pdfDefault,
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b3b',
      code: 'page.size_mix',
      name: 'Pages of different sizes',
      severity: 'info',
      threshold: 1,
      unit: 'sizes',
      source: pdfDefault,
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b3c',
      code: 'accessibility.untagged',
      name: 'Untagged document',
      severity: 'minor',
      threshold: null,
      unit: null,
      source: pdf('14.8 Tagged PDF'),
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b3d',
      code: 'accessibility.language',
      name: 'Natural language not declared, or not a language tag',
      severity: 'minor',
      threshold: null,
      unit: null,
      source: matterhorn('checkpoint 11 Declared natural language; ISO 14289-1, 7.2'),
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b3e',
      code: 'accessibility.title',
      name: 'No title in the XMP metadata (info if the information dictionary has a title)',
      severity: 'minor',
      threshold: null,
      unit: null,
      source: matterhorn('failure condition 06-003'),
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b3f',
      code: 'accessibility.display_title',
      name: 'File name shown instead of the title',
      severity: 'minor',
      threshold: null,
      unit: null,
      source: matterhorn('failure conditions 07-001 and 07-002'),
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b30',
      code: 'structure.page_tree',
      name: 'Damaged page tree',
      severity: 'major',
      threshold: null,
      unit: null,
      source: pdf('7.7.3 Page tree'),
    },
  ],
} as const satisfies SidekickDescription;

export const rules = rulesByCode(documentDescription);
