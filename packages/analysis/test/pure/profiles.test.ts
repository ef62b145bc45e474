import { describe, expect, test } from 'vitest';
import { type Profile, type ProfileInput, profileContent } from '@assay/domain/contracts/profile.ts';
import type { Severity } from '@assay/domain/sidekick.ts';
import { measurementEvidence, newFinding, wholeAsset } from '../../contract/contract.ts';
import { assayDefault, type Rule } from '../../contract/description.ts';
import { defaultSettings } from '../../contract/settings.ts';
import { applyRules } from '../../profiles/apply-rules.ts';
import { checkProfile } from '../../profiles/check-profile.ts';
import { settingsOf, sidekickCodes } from '../../profiles/profile.ts';
import { judgeVerdict, type VerdictInput } from '../../profiles/verdict.ts';
import { type Verdict, worstVerdict } from '@assay/domain/verdict.ts';
import { describeSidekick, sidekickDescriptions } from '../../sidekicks/catalogue.ts';

const valid = {
  code: 'studio',
  name: 'Studio',
  assetTypes: ['video'],
  sidekicks: [{ code: 'video-qc' }, { code: 'loudness' }],
} satisfies ProfileInput;

/** Returns the valid profile with the members of a JSON text, which can have the key `__proto__`. */
const fromJson = (json: string) => ({ ...valid, ...(JSON.parse(json) as object) });

describe('a faulty profile gets the field and what is wrong', () => {
  test.each<[what: string, body: unknown, field: string, message: string]>([
    ['no object', 'studio', '', 'expected object'],
    ['unknown field', { ...valid, owner: 'me' }, 'owner', 'is unknown'],
    [
      'unknown sidekick',
      { ...valid, sidekicks: [{ code: 'video-qc' }, { code: 'smell' }] },
      'sidekicks.1.code',
      'names no sidekick of the workspace',
    ],
    [
      'only an unknown sidekick',
      { ...valid, sidekicks: [{ code: 'smell' }] },
      'sidekicks.0.code',
      'names no sidekick',
    ],
    [
      'repeated sidekick',
      { ...valid, sidekicks: [{ code: 'loudness' }, { code: 'loudness' }] },
      'sidekicks',
      'must not repeat a sidekick',
    ],
    [
      'unknown rule',
      { ...valid, rules: { 'picture.green': { severity: 'off' } } },
      'rules.picture.green',
      'is no rule of the sidekicks of this profile',
    ],
    [
      'rule of a sidekick that does not run',
      { ...valid, rules: { 'page.blank': { severity: 'off' } } },
      'rules.page.blank',
      'is no rule of the sidekicks of this profile',
    ],
    [
      'rule without a change',
      { ...valid, rules: { 'picture.black': {} } },
      'rules.picture.black',
      'must have severity or threshold',
    ],
    [
      'inherited name of a rule',
      { ...valid, rules: { constructor: { severity: 'off' } } },
      'rules.constructor',
      'is no rule of the sidekicks of this profile',
    ],
    [
      '__proto__ as a rule',
      fromJson('{"rules":{"__proto__":{"severity":"off"}}}'),
      'rules.__proto__',
      'is unknown',
    ],
    [
      '__proto__ as a parameter',
      fromJson('{"sidekicks":[{"code":"video-qc"},{"code":"loudness","parameters":{"__proto__":1}}]}'),
      'sidekicks.1.parameters.__proto__',
      'is unknown',
    ],
    [
      '__proto__ as a property',
      fromJson('{"requirements":{"__proto__":{"least":1}}}'),
      'requirements.__proto__',
      'is unknown',
    ],
    [
      'unknown parameter',
      { ...valid, sidekicks: [{ code: 'loudness', parameters: { bass: 1 } }] },
      'sidekicks.0.parameters.bass',
      'is unknown',
    ],
    [
      'parameter of a sidekick without parameters',
      { ...valid, sidekicks: [{ code: 'video-qc', parameters: { bass: 1 } }] },
      'sidekicks.0.parameters.bass',
      'is unknown',
    ],
    [
      'parameter out of range',
      { ...valid, sidekicks: [{ code: 'loudness', parameters: { targetLufs: 0 } }] },
      'sidekicks.0.parameters.targetLufs',
      '<=-5',
    ],
    [
      'parameter of another type',
      { ...valid, sidekicks: [{ code: 'loudness', parameters: { targetLufs: 'loud' } }] },
      'sidekicks.0.parameters.targetLufs',
      'expected number, received string',
    ],
    [
      'unknown property',
      { ...valid, requirements: { taste: { oneOf: ['sweet'] } } },
      'requirements.taste',
      'is unknown',
    ],
    [
      'repeated value',
      { ...valid, requirements: { width: { oneOf: [1920, 1920] } } },
      'requirements.width.oneOf',
      'must not repeat a value',
    ],
    [
      'value out of range',
      { ...valid, requirements: { width: { oneOf: [1920, 0] } } },
      'requirements.width.oneOf.1',
      'must be from 1 to 65535',
    ],
    [
      'unknown name',
      { ...valid, requirements: { container: { oneOf: ['vhs'] } } },
      'requirements.container.oneOf.0',
      'must be one of: mov, mp4',
    ],
    [
      'codec that is no name of ffmpeg',
      { ...valid, requirements: { soundCodec: { oneOf: ['aac', 'ac-3'] } } },
      'requirements.soundCodec.oneOf.1',
      'must be the name of a codec in ffmpeg, such as hevc',
    ],
    [
      'codec by a name that ffmpeg does not use',
      { ...valid, requirements: { videoCodec: { oneOf: ['h265'] } } },
      'requirements.videoCodec.oneOf.0',
      'must be the name of a codec in ffmpeg, such as hevc',
    ],
    [
      'colour by another name',
      { ...valid, requirements: { colourPrimaries: { oneOf: ['BT.709'] } } },
      'requirements.colourPrimaries.oneOf.0',
      'must be one of: bt709',
    ],
    [
      'time code that no clock shows',
      { ...valid, requirements: { startTimecode: { oneOf: ['99:99:99:99'] } } },
      'requirements.startTimecode.oneOf.0',
      'must be a time code such as 10:00:00:00',
    ],
    [
      'language by its name',
      { ...valid, requirements: { languages: { oneOf: ['English'] } } },
      'requirements.languages.oneOf.0',
      'must be a language tag such as eng or en-GB',
    ],
    [
      'conformance as printers write it',
      {
        ...valid,
        assetTypes: ['document'],
        sidekicks: [{ code: 'document' }],
        requirements: { conformance: { oneOf: ['PDF/X1a:2001'] } },
      },
      'requirements.conformance.oneOf.0',
      'must be a conformance such as PDF/A-2b',
    ],
    [
      'part of a channel',
      { ...valid, requirements: { channels: { least: 1.5 } } },
      'requirements.channels.least',
      'must be a whole number',
    ],
    [
      'tolerance above every value',
      { ...valid, requirements: { videoBitRate: { oneOf: [5000], tolerance: 1e300 } } },
      'requirements.videoBitRate.tolerance',
      'must be at most',
    ],
    [
      'value that the limits exclude',
      { ...valid, requirements: { width: { most: 1280, oneOf: [640, 1920] } } },
      'requirements.width.oneOf.1',
      'must be within least and most',
    ],
    [
      'file name with a folder',
      { ...valid, requirements: { fileName: { glob: '../*.mov' } } },
      'requirements.fileName.glob',
      'must not contain /',
    ],
    [
      'ratio of another form',
      { ...valid, requirements: { displayAspect: { oneOf: ['16/9'] } } },
      'requirements.displayAspect.oneOf.0',
      'must be a ratio such as 16:9',
    ],
    [
      'rate of another form',
      { ...valid, requirements: { frameRate: { oneOf: ['29.97'] } } },
      'requirements.frameRate.oneOf.0',
      'must be a rate such as 25 or 30000/1001',
    ],
    [
      'no value',
      { ...valid, requirements: { width: { ifUnknown: 'incomplete' } } },
      'requirements.width',
      'must have a value: least, most or oneOf',
    ],
    [
      'tolerance that applies to nothing',
      { ...valid, requirements: { width: { least: 1280, tolerance: 1 } } },
      'requirements.width.tolerance',
      'is only allowed with `oneOf`',
    ],
    [
      'least above most',
      { ...valid, requirements: { width: { least: 1921, most: 1920 } } },
      'requirements.width.least',
      'must be at most `most`',
    ],
    [
      'tolerance in frames of another property',
      { ...valid, requirements: { width: { least: 1, toleranceFrames: 1 } } },
      'requirements.width.toleranceFrames',
      'is only allowed for durationSeconds',
    ],
    [
      'tolerance in frames without video',
      {
        ...valid,
        assetTypes: ['audio'],
        sidekicks: [{ code: 'loudness' }],
        requirements: { durationSeconds: { most: 30, toleranceFrames: 1 } },
      },
      'requirements.durationSeconds.toleranceFrames',
      'applies only to video files',
    ],
    [
      'requirement for no asset type of the profile',
      { ...valid, requirements: { pages: { most: 8 } } },
      'requirements.pages',
      'applies to none of the asset types of this profile',
    ],
    [
      'asset type that nothing examines',
      { ...valid, assetTypes: ['video', 'document'] },
      'assetTypes',
      'no sidekick and no requirement of this profile applies to document files',
    ],
    [
      'threshold below its range',
      { ...valid, rules: { 'picture.black': { threshold: 0.03 } } },
      'rules.picture.black.threshold',
      'must be from 0.04 to 3600 s',
    ],
    [
      'threshold above its range',
      { ...valid, rules: { 'picture.black': { threshold: 3601 } } },
      'rules.picture.black.threshold',
      'must be from 0.04 to 3600 s',
    ],
    [
      'threshold that is fixed',
      { ...valid, rules: { 'picture.flash_frame': { threshold: 10 } } },
      'rules.picture.flash_frame.threshold',
      'cannot be changed for this rule',
    ],
    [
      'pattern of 201 characters',
      { ...valid, requirements: { fileName: { glob: '*'.repeat(201) } } },
      'requirements.fileName.glob',
      '<=200 characters',
    ],
    ['control character', { ...valid, name: 'Stu\u0007dio' }, 'name', 'without control characters'],
    ['code of another form', { ...valid, code: 'Studio 1' }, 'code', 'must be lower-case letters and digits'],
    [
      'repeated asset type',
      { ...valid, assetTypes: ['video', 'video'] },
      'assetTypes',
      'must not repeat a value',
    ],
    [
      'repeated manual check',
      { ...valid, manualChecks: [1, 2].map(() => ({ code: 'logo', text: 'Current logo' })) },
      'manualChecks',
      'must not repeat a code',
    ],
    [
      'link of another protocol',
      { ...valid, sources: [{ title: 'Page', url: 'javascript:alert(1)' }] },
      'sources.0.url',
      'must be a URL starting with https://',
    ],
  ])('%s', (_, body, field, message) => {
    const faults = [{ field, message: expect.stringContaining(message) as unknown }];
    expect(checkProfile(body, sidekickDescriptions)).toEqual({ faults });
  });

  test('all faults are reported at once', () => {
    const body = {
      ...valid,
      rules: { 'picture.green': { severity: 'off' }, 'picture.black': { threshold: 0 } },
      requirements: { pages: { most: 8 } },
    };
    expect(checkProfile(body, sidekickDescriptions)).toMatchObject({
      faults: [
        { field: 'rules.picture.green' },
        { field: 'rules.picture.black.threshold' },
        { field: 'requirements.pages' },
      ],
    });
  });

  test('all faults are reported at once, also if the form is wrong', () => {
    const fieldsOf = (body: unknown) => {
      const checked = checkProfile(body, sidekickDescriptions);
      return 'faults' in checked ? checked.faults.map(({ field }) => field) : [];
    };
    const rules = {
      'picture.black': { threshold: 99_999, severity: 'fatal' },
      'picture.green': { severity: 'off' },
    };
    expect(fieldsOf({ ...valid, owner: 'me', name: 1, rules, requirements: { pages: { most: 8 } } })).toEqual(
      [
        'name',
        'rules.picture.black.severity',
        'owner',
        'rules.picture.black.threshold',
        'rules.picture.green',
        'requirements.pages',
      ],
    );
    // Other parts may refer to a part that is missing.
    expect(
      fieldsOf({ ...valid, sidekicks: [{ code: 'loudness', owner: 1 }, { code: 'smell' }, 5], rules }),
    ).toEqual(['sidekicks.0.owner', 'sidekicks.2', 'rules.picture.black.severity', 'sidekicks.1.code']);
    expect(fieldsOf({ ...valid, sidekicks: undefined })).toEqual(['sidekicks']);
    expect(fieldsOf({ ...valid, sidekicks: [], requirements: { widht: { most: 8 } } })).toEqual([
      'requirements.widht',
    ]);
    expect(fieldsOf({ ...valid, assetTypes: ['film'], requirements: 1 })).toEqual([
      'assetTypes.0',
      'requirements',
    ]);
  });
});

test.each([
  [
    'limits of a threshold',
    { rules: { 'picture.black': { threshold: 0.04 }, 'picture.freeze': { threshold: 3600 } } },
  ],
  ['pattern of 200 characters', { requirements: { fileName: { glob: '*'.repeat(200) } } }],
  ['least that equals most', { requirements: { width: { least: 1920, most: 1920 } } }],
  ['only requirements', { sidekicks: [], requirements: { width: { oneOf: [1920] } } }],
])('a profile is valid: %s', (_, change) => {
  expect(checkProfile({ ...valid, ...change }, sidekickDescriptions)).toHaveProperty('content');
});

function profileOf(content: Partial<ProfileInput>, own: Partial<Profile> = {}): Profile {
  const parsed = profileContent.parse({ ...valid, ...content });
  return { ...parsed, id: '00000000-0000-4000-8000-000000000000', version: 3, builtIn: false, ...own };
}

test('`requirements` runs if and only if a profile has requirements', () => {
  expect(sidekickCodes(profileOf({}))).toEqual(['video-qc', 'loudness']);
  const requirements = { width: { oneOf: [1920] } };
  expect(sidekickCodes(profileOf({ requirements }))).toEqual(['requirements', 'video-qc', 'loudness']);
});

describe('settings of a sidekick', () => {
  const loudness = describeSidekick('loudness');
  const source = { title: 'House rules', url: 'https://example.com/rules', part: 'section 4' };
  const houseRules = { standard: 'House rules', clause: 'section 4', url: 'https://example.com/rules' };

  test('without a profile, and of a profile that changes nothing, are the defaults', () => {
    expect(settingsOf(loudness, null)).toEqual(defaultSettings(loudness));
    expect(settingsOf(loudness, profileOf({}))).toEqual(defaultSettings(loudness));
  });

  test('have the values of the profile, and defaults for the others', () => {
    const profile = profileOf({
      sidekicks: [{ code: 'loudness', parameters: { targetLufs: -20 }, source }],
      rules: { 'sound.silence': { threshold: 5, source }, 'sound.clipping': { severity: 'minor' } },
    });
    expect(settingsOf(loudness, profile)).toEqual({
      parameters: { ...defaultSettings(loudness).parameters, targetLufs: -20 },
      source: houseRules,
      thresholds: { 'sound.silence': { threshold: 5, source: houseRules } },
      requirements: {},
    });
    expect(settingsOf(describeSidekick('video-qc'), profile)).toEqual(
      defaultSettings(describeSidekick('video-qc')),
    );
  });

  test.each([
    [
      'of a workspace is the profile',
      false,
      { standard: 'Profile “Studio”', clause: 'version 3', url: null },
    ],
    ['of a shipped profile is Assay', true, assayDefault],
  ])('the source of a value without a source %s', (_, builtIn, expected) => {
    const rules = { 'sound.silence': { threshold: 5 } };
    const { thresholds } = settingsOf(loudness, profileOf({ rules }, { builtIn }));
    expect(thresholds['sound.silence']).toEqual({ threshold: 5, source: expected });
  });

  test('only `requirements` gets the requirements, each with a source', () => {
    const profile = profileOf({ requirements: { width: { oneOf: [1920] }, height: { least: 720, source } } });
    const sidekick = { ...describeSidekick('integrity'), code: 'requirements' };
    expect(settingsOf(sidekick, profile).requirements).toMatchObject({
      width: { oneOf: [1920], source: { title: 'Profile “Studio”', part: 'version 3', url: null } },
      height: { least: 720, source },
    });
    expect(settingsOf(loudness, profile).requirements).toEqual({});
  });
});

describe('severities of a profile', () => {
  const ruleOf = (severity: Severity): Rule => ({
    id: '00000000-0000-4000-8000-000000000001',
    code: 'picture.black',
    name: 'Black picture',
    severity,
    threshold: null,
    unit: null,
    source: assayDefault,
  });

  function apply(usual: Severity, found: Severity, wanted: Severity | 'off' | undefined) {
    const rule = ruleOf(usual);
    const made = newFinding(rule, {
      summary: 'Black picture',
      details: '',
      reasoning: 'Viewers see nothing.',
      headline: 'Black',
      evidence: [],
      anchor: wholeAsset,
      action: 'review',
      resolution: '',
    });
    const rules: Profile['rules'] = wanted === undefined ? {} : { 'picture.black': { severity: wanted } };
    const studio = profileOf({}, { name: 'Studio', rules });
    return applyRules([{ finding: { ...made, severity: found }, rule }], studio)[0]?.finding;
  }

  test.each<
    [usual: Severity, found: Severity, wanted: Severity | 'off' | undefined, expected: Severity | undefined]
  >([
    ['minor', 'minor', undefined, 'minor'],
    ['minor', 'minor', 'off', undefined],
    ['minor', 'critical', 'off', undefined],
    ['minor', 'minor', 'critical', 'critical'],
    ['critical', 'critical', 'info', 'info'],
    // Less severe than usual: lowered, but not raised.
    ['major', 'minor', 'critical', 'minor'],
    ['major', 'minor', 'info', 'info'],
    ['critical', 'minor', 'major', 'minor'],
    // More severe than usual: kept if the profile raises the rule or leaves it, lowered if it lowers the rule.
    ['minor', 'critical', 'minor', 'critical'],
    ['minor', 'critical', 'major', 'critical'],
    ['minor', 'major', 'critical', 'critical'],
    ['major', 'critical', 'minor', 'minor'],
  ])('rule %s, finding %s, profile %s: %s', (usual, found, wanted, expected) => {
    expect(apply(usual, found, wanted)?.severity).toBe(expected);
  });

  test('a changed severity says so, and another one does not', () => {
    expect(apply('minor', 'minor', 'major')?.severityReasoning).toBe(
      'Viewers see nothing. The profile “Studio” sets the severity of this rule; without it, the issue is minor.',
    );
    expect(apply('minor', 'minor', 'minor')?.severityReasoning).toBe('Viewers see nothing.');
  });

  test('a document that the profile names for a rule is in the evidence', () => {
    const rule = ruleOf('minor');
    const made = newFinding(rule, {
      ...{ summary: 'Black', details: '', reasoning: '', headline: '', action: 'review', resolution: '' },
      evidence: [measurementEvidence(rule, 'e', 3, wholeAsset)],
      anchor: wholeAsset,
    });
    const source = { title: 'Own rules', url: null, part: '2.1' };
    const studio = profileOf({}, { rules: { 'picture.black': { severity: 'major', source } } });
    const [{ finding } = {}] = applyRules([{ finding: made, rule }], studio);
    expect(finding!.evidence[0]!.content).toMatchObject({
      measured: 3,
      source: { standard: 'Own rules', clause: '2.1', url: null },
    });
  });

  test('without a profile, findings are as they were', () => {
    expect(applyRules([], null)).toEqual([]);
  });
});

describe('verdict', () => {
  const minor = { ruleCode: 'picture.black', severity: 'minor', isGap: false } as const;
  const major = { ruleCode: 'picture.freeze', severity: 'major', isGap: false } as const;
  const gap = { ruleCode: 'text.unread', severity: 'info', isGap: true } as const;
  const files: [what: string, input: Partial<VerdictInput>, verdict: Verdict, reason: string][] = [
    ['nothing found', {}, 'pass', '41 checks passed'],
    ['one check', { checks: 1 }, 'pass', '1 check passed'],
    ['a note', { found: [minor] }, 'pass_with_notes', '1 of 41 checks with notes'],
    ['two notes of one check', { found: [minor, minor] }, 'pass_with_notes', '1 of 41 checks with notes'],
    ['a failure', { found: [minor, major] }, 'fail', '1 of 41 checks failed'],
    ['two failures', { found: [minor, major], failsAt: 'minor' }, 'fail', '2 of 41 checks failed'],
    [
      'a failure below the limit',
      { found: [major], failsAt: 'critical' },
      'pass_with_notes',
      '1 of 41 checks with notes',
    ],
    ['a gap', { found: [gap, gap, minor] }, 'incomplete', 'Not judged: text.unread'],
    ['a missing check', { missing: ['claims'] }, 'incomplete', 'Not judged: claims'],
    ['both', { missing: ['claims'], found: [gap] }, 'incomplete', 'Not judged: claims, text.unread'],
    ['a failure and a gap', { found: [major, gap], missing: ['claims'] }, 'fail', '1 of 41 checks failed'],
    ['no check at all', { checks: 0 }, 'incomplete', 'Not judged: no check was made'],
  ];
  test.each(files)('%s', (_, input, verdict, reason) => {
    const usual: VerdictInput = { found: [], missing: [], checks: 41, failsAt: 'major' };
    expect(judgeVerdict({ ...usual, ...input })).toEqual({ verdict, reason });
  });

  test.each<[Verdict[], Verdict | null]>([
    [[], null],
    [['pass'], 'pass'],
    [['pass', 'pass_with_notes'], 'pass_with_notes'],
    [['pass_with_notes', 'incomplete', 'pass'], 'incomplete'],
    [['incomplete', 'fail', 'pass'], 'fail'],
  ])('the worst of %j is %s', (verdicts, worst) => {
    expect(worstVerdict(verdicts)).toBe(worst);
  });
});
