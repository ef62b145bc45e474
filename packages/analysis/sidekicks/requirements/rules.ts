import { properties, type PropertyName, propertyNames, requirementCode } from '@assay/domain/requirements.ts';
import { sentenceCase } from '@assay/domain/lib/characters.ts';
import {
  assayDefault,
  type Rule,
  type RuleSource,
  type SidekickDescription,
} from '../../contract/description.ts';

/** The last two digits of the ids of the rules. They never change. */
const idEnds: Record<PropertyName, string> = {
  fileName: '01',
  fileSizeBytes: '02',
  container: '03',
  videoCodec: '04',
  videoProfile: '05',
  videoLevel: '06',
  width: '07',
  height: '08',
  displayAspect: '09',
  pixelAspect: '0a',
  frameRate: '0b',
  scan: '0c',
  chroma: '0d',
  videoBitDepth: '0e',
  colourPrimaries: '0f',
  colourTransfer: '10',
  colourMatrix: '11',
  colourRange: '12',
  videoBitRate: '13',
  keyFrameSeconds: '14',
  durationSeconds: '15',
  startTimecode: '16',
  leadSeconds: '17',
  tailSeconds: '18',
  soundTracks: '19',
  soundCodec: '1a',
  sampleRate: '1b',
  soundBitDepth: '1c',
  channels: '1d',
  channelLayout: '1e',
  languages: '1f',
  soundBitRate: '20',
  imageFormat: '21',
  colourSpace: '22',
  colourProfile: '23',
  resolutionDpi: '24',
  alpha: '25',
  documentFormat: '26',
  pages: '27',
  pageSize: '28',
  pdfVersion: '29',
  conformance: '2a',
  imageResolutionDpi: '2b',
  fontsEmbedded: '2c',
};

const source: RuleSource = {
  ...assayDefault,
  clause: 'the profile names the required value and its source; this rule has no value of its own',
};

const ruleOf = (name: PropertyName): Rule & { code: `requirement.${string}` } => ({
  id: `6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a2b${idEnds[name]}`,
  code: requirementCode(name),
  name: `${sentenceCase(properties[name].name)} other than required`,
  severity: 'major',
  threshold: null,
  unit: properties[name].unit,
  source,
});

const rulesByName = Object.fromEntries(propertyNames.map((name) => [name, ruleOf(name)])) as Record<
  PropertyName,
  ReturnType<typeof ruleOf>
>;

const unknown: Rule & { code: 'requirement.unknown' } = {
  id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a2bff',
  code: 'requirement.unknown',
  name: 'Property that could not be compared, because the file does not state it',
  severity: 'info',
  threshold: null,
  unit: null,
  source,
  isGap: true,
};

export const requirementRules = { ofProperty: rulesByName, unknown };

export const requirementsDescription = {
  id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b0b',
  code: 'requirements',
  name: 'Requirements of the destination',
  description:
    'Compares properties of a file, such as its duration, frame rate, codecs, page size or file name, with the requirements of a profile. Without a profile that has requirements, it finds nothing.',
  limits: ['It does not judge the quality of picture and sound, and takes most properties from the headers.'],
  version: '2',
  assetTypes: ['video', 'audio', 'image', 'document'],
  decodes: true,
  readsText: false,
  rules: [...Object.values(rulesByName), unknown],
} as const satisfies SidekickDescription;
