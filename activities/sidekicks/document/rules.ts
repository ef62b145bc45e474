import type { RuleSource, SidekickDescription } from '../description.ts';

const pdf = (clause: string): RuleSource => ({
  standard: 'ISO 32000-2:2020 (PDF 2.0)',
  clause,
  url: 'https://pdfa.org/resource/iso-32000-2/',
});

export const documentDescription = {
  id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b03',
  code: 'document',
  name: 'Document inspection',
  description: 'Finds encryption and active content in PDF files.',
  version: '1',
  assetTypes: ['document'],
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
      name: 'JavaScript run by a document or page',
      severity: 'critical',
      threshold: null,
      unit: null,
      source: pdf('12.6.4.17 ECMAScript actions'),
    },
  ],
} as const satisfies SidekickDescription;
