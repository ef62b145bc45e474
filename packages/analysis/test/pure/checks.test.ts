import { describe, expect, test } from 'vitest';
import type { ProfileInput } from '@assay/domain/contracts/profile.ts';
import { profileContent } from '@assay/domain/contracts/profile.ts';
import { newFinding, measurementEvidence, wholeAsset } from '../../contract/contract.ts';
import { measuredByFindings } from '../../contract/measured-values.ts';
import type { Rule, SidekickDescription } from '../../contract/description.ts';
import { countByRule, listChecks, type SidekickRun } from '../../profiles/checks.ts';
import type { Profile } from '@assay/domain/contracts/profile.ts';
import { describeSidekick } from '../../sidekicks/catalogue.ts';

function profileOf(input: Partial<ProfileInput>): Profile {
  const content = profileContent.parse({
    code: 'x',
    name: 'X',
    assetTypes: ['video'],
    sidekicks: [],
    ...input,
  });
  return { ...content, id: 'an id', version: 3, builtIn: false };
}

function runOf(sidekick: SidekickDescription, parts: Partial<SidekickRun> = {}): SidekickRun {
  return { sidekick, state: 'ran', ...parts };
}

function findingOf(rule: Rule, measured: number, severity = rule.severity) {
  const evidence = [measurementEvidence(rule, 'e', measured, wholeAsset)];
  const words = { summary: 's', details: '', headline: '', reasoning: '', action: 'review', resolution: '' };
  return newFinding(rule, { ...words, severity, evidence, anchor: wholeAsset });
}

const videoQc = describeSidekick('video-qc');
const loudness = describeSidekick('loudness');
const black = videoQc.rules.find(({ code }) => code === 'picture.black')!;

const checkOf = (
  ruleCode: string,
  runs: SidekickRun[],
  profile: Profile | null = null,
  type = 'video' as const,
) => listChecks(runs, profile, type).find((check) => check.ruleCode === ruleCode)!;

test('without a profile, every rule has its own values', () => {
  const checks = listChecks([runOf(videoQc), runOf(loudness)], null, 'video');
  expect(checks).toHaveLength(videoQc.rules.length + loudness.rules.length);
  expect(checks[0]).toEqual({
    sidekick: 'video-qc',
    ruleCode: 'picture.black',
    ruleName: black.name,
    severity: black.severity,
    threshold: black.threshold,
    required: null,
    unit: 's',
    source: black.source,
    outcome: 'passed',
    count: 0,
    measured: null,
  });
});

test('thresholds, severities and their sources are those of the profile', () => {
  const profile = profileOf({ rules: { 'picture.black': { threshold: 5, severity: 'critical' } } });
  expect(checkOf('picture.black', [runOf(videoQc)], profile)).toMatchObject({
    severity: 'critical',
    threshold: 5,
  });
  const own = { threshold: 5, source: { title: 'Own rules', part: 'part 2' } };
  const withSource = profileOf({ rules: { 'picture.black': own } });
  expect(checkOf('picture.black', [runOf(videoQc)], withSource).source).toEqual({
    standard: 'Own rules',
    clause: 'part 2',
    url: null,
  });
});

test('a threshold that is a parameter has its value, and is off without one', () => {
  const parameters = { toleranceLu: 2, truePeakDbtp: -3, shortTermLufs: null };
  const profile = profileOf({ sidekicks: [{ code: 'loudness', parameters, source: { title: 'House' } }] });
  const source = { standard: 'House' };
  const run = [runOf(loudness)];
  expect(checkOf('loudness.programme', run, profile)).toMatchObject({
    threshold: 2,
    source,
    outcome: 'passed',
  });
  expect(checkOf('loudness.true_peak', run, profile)).toMatchObject({ threshold: -3, source });
  expect(checkOf('loudness.short_term', run, profile)).toMatchObject({ severity: 'off', outcome: 'off' });
});

test('required values are in the words of findings, with their unit', () => {
  const profile = profileOf({ requirements: { frameRate: { oneOf: ['25', '50'] }, pages: { most: 9 } } });
  const run = [runOf(describeSidekick('requirements'))];
  expect(checkOf('requirement.frame_rate', run, profile).required).toBe('25 or 50 frames/s');
  expect(checkOf('requirement.pages', run, profile).required).toBe('at most 9');
});

test('a rule that cannot find anything in files of the type does not apply', () => {
  const integrity = describeSidekick('integrity');
  const outcomesOf = (type: 'audio' | 'image') =>
    Object.fromEntries(
      listChecks([runOf(integrity)], null, type).map((each) => [each.ruleCode, each.outcome]),
    );
  expect(outcomesOf('audio')).toMatchObject({
    'decode.damaged': 'passed',
    'decode.document': 'not_applicable',
    'active_content.svg_script': 'not_applicable',
  });
  expect(outcomesOf('image')).toMatchObject({
    'decode.damaged': 'not_applicable',
    'active_content.svg_script': 'passed',
  });
});

test('the measured value is that of the most severe finding', () => {
  const findings = [findingOf(black, 2.5, 'info'), findingOf(black, 9)];
  const run = runOf(videoQc, { counts: countByRule(findings), measured: measuredByFindings(findings) });
  expect(checkOf('picture.black', [run])).toMatchObject({
    outcome: 'found',
    count: 2,
    measured: 9,
  });
});

test.for([
  ['a sidekick for other types', runOf(loudness), null, 'document', 'not_applicable'],
  [
    'a rule that is off',
    runOf(loudness),
    profileOf({ rules: { 'sound.silence': { severity: 'off' } } }),
    'audio',
    'off',
  ],
  ['a sidekick that was skipped', runOf(loudness, { state: 'skipped' }), null, 'audio', 'skipped'],
  ['a sidekick that failed', runOf(loudness, { state: 'failed' }), null, 'audio', 'failed'],
] as const)('the outcome of %s', ([, run, profile, type, outcome]) => {
  const [check] = listChecks([run], profile, type);
  expect(check).toMatchObject({ ruleCode: 'sound.silence', outcome, count: 0 });
});

describe('requirements', () => {
  const requirements = describeSidekick('requirements');
  const profile = profileOf({ requirements: { width: { oneOf: [1920] } } });

  test('that are met have their measured values', () => {
    const run = runOf(requirements, { measured: { 'requirement.width': 1920 } });
    expect(checkOf('requirement.width', [run], profile)).toMatchObject({
      outcome: 'passed',
      required: '1920 pixels',
      measured: 1920,
    });
  });

  test.for([
    ['that the file cannot have do not apply', { 'requirement.width': 'none' }, 'not_applicable'],
    ['whose values are not known were not compared', {}, 'failed'],
  ] as const)('%s', ([, measured, outcome]) => {
    expect(checkOf('requirement.width', [runOf(requirements, { measured })], profile).outcome).toBe(outcome);
  });

  test('are no checks of types that the profile requires nothing of', () => {
    const codes = (type: 'video' | 'audio') =>
      listChecks([runOf(requirements, { measured: { 'requirement.width': 1920 } })], profile, type)
        .filter(({ outcome }) => outcome === 'passed')
        .map(({ ruleCode }) => ruleCode);
    expect(codes('video')).toEqual(['requirement.width', 'requirement.unknown']);
    expect(codes('audio')).toEqual([]);
    expect(listChecks([runOf(requirements)], null, 'video')).toEqual([]);
  });
});
