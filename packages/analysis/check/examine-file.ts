import path from 'node:path';
import { type FileType, fileTypeOf, isDecodable, maxBytes, showsText } from '@assay/domain/asset-type.ts';
import type { Profile } from '@assay/domain/contracts/profile.ts';
import { type Report, type ReportProblem, toReportIssue } from '@assay/domain/contracts/report.ts';
import { plainText } from '@assay/domain/lib/characters.ts';
import { createPausableTimeout } from '@assay/domain/lib/pausable-timeout.ts';
import { bytesSource } from '@assay/domain/lib/ranged-source.ts';
import { billableSeconds, metricOf } from '@assay/domain/pricing.ts';
import { requirementsCode, type Severity } from '@assay/domain/sidekick.ts';
import type { ReportCurve } from '@assay/reports/curves-view.ts';
import { checkFindings } from '../contract/check-findings.ts';
import type { SidekickDescription } from '../contract/description.ts';
import type { Finding } from '../contract/finding.ts';
import { measuredByFindings, type MeasuredValues } from '../contract/measured-values.ts';
import { attachRules, type FindingWithRule, stableId, toIssues } from '../contract/issues.ts';
import { ProbeTimedOut } from '../decode/ffprobe.ts';
import { DecodeTimedOut } from '../decode/run-ffmpeg.ts';
import { inWorkDirectory } from '../decode/work-directory.ts';
import { finalFailureOf } from '../jobs/final-failures.ts';
import type { MediaRuntime } from '../jobs/media-runtime.ts';
import { type Observed, observeFile } from '../jobs/observe-file.ts';
import { measureSource } from '../measure/measure-source.ts';
import type { MeasurementOutcome } from '../measure/measurement.ts';
import { applyRules } from '../profiles/apply-rules.ts';
import { countByRule, countMade, listChecks, type SidekickRun } from '../profiles/checks.ts';
import { settingsOf, sidekickCodes } from '../profiles/profile.ts';
import { defaultFailsAt, judgeVerdict } from '../profiles/verdict.ts';
import { builtInSidekicks } from '../sidekicks/built-in.ts';
import { examines } from '../sidekicks/find-sidekicks.ts';
import { requiresPackets } from '../sidekicks/requirements/packet-properties.ts';
import { installedSidekick, sidekickDescriptions, type SidekickCode } from '../sidekicks/catalogue.ts';
import { readSpeech } from '../speech/read-speech.ts';
import type { SpokenText } from '../speech/spoken-text.ts';
import { readFileText } from '../text/read-file.ts';
import { readPages } from '../text/read-pages.ts';
import { readingTimeMs } from '../text/reading-time.ts';
import type { ShownText } from '../text/shown-text.ts';
import { type LocalFile, openLocalFile } from './local-file.ts';
import { reportCurvesOf } from './report-curves.ts';

/** Time limit in milliseconds for one sidekick, as in the service. */
const maxSidekickMs = 2 * 60 * 60_000;
const maxMessageCharacters = 500;

/** The files of one run belong to one user, so all of them share the parser processes. */
const tenant = 'check';

export interface FileProgress {
  stage: 'measuring' | 'decoding' | 'reading text' | 'reading speech' | 'judging';
  /** Share (0–1) of the stage that is done. */
  share: number;
  /** The findings so far. Findings of several sidekicks can be one issue. */
  findings: readonly Finding[];
}

export interface ExamineOptions {
  runtime: MediaRuntime;
  /** Path of the file. */
  file: string;
  /** Null: all sidekicks with their defaults. */
  profile: Profile | null;
  /** Codes of the sidekicks that run. Absent: all of the profile. */
  codes?: readonly string[];
  /** False to examine a file that the service would refuse, because it cannot be measured. Absent: true. */
  isMeasured?: boolean;
  /** True if the user chose the profile. A missing text reader then makes the verdict `incomplete`. */
  isChosen?: boolean;
  /** The least severity that fails the file. Absent: that of the profile, or `major`. */
  failsAt?: Severity | undefined;
  signal: AbortSignal;
  onProgress?: (progress: FileProgress) => void;
}

/** The parts of a report that do not depend on the environment of the command. */
export interface Examined extends Pick<Report, 'checks' | 'issues' | 'problems' | 'verdict' | 'sidekicks'> {
  asset: Omit<Report['asset'], 'path'>;
  /** The findings that were merged into the issues. */
  findings: readonly FindingWithRule[];
  /** The curves that reports show. Empty if the file has none. */
  curves: readonly ReportCurve[];
  /** Elapsed seconds of decoding, of reading text, of reading speech, and of all work. */
  seconds: { decoding: number; reading: number; hearing: number; all: number };
}

/**
 * Examines a file as a media worker does: with the same measurement, limits, sandbox and versions. Something that
 * cannot be checked is a problem of the result. Throws only the reason of `signal`.
 */
export async function examineFile(options: ExamineOptions): Promise<Examined> {
  const { file, signal } = options;
  const startedAt = performance.now();
  const name = path.basename(file);
  const type = fileTypeOf(name);
  const state = createState(options, name, type);
  const { asset, problems } = state;
  let local: LocalFile | null = null;
  try {
    if (type === null) throw new Problem('refused_type', 'files of this type are not accepted');
    local = await openLocalFile(file).catch((error: unknown) => {
      throw new Problem('unreadable', `the file cannot be opened: ${openingFault(error)}`);
    });
    asset.bytes = local.sizeBytes;
    if (local.sizeBytes > maxBytes[type.assetType])
      throw new Problem(
        'too_large',
        `the file has ${local.sizeBytes} bytes, more than ${maxBytes[type.assetType]} for ${type.assetType} files`,
      );
    const { profile } = options;
    if (profile !== null && !profile.assetTypes.includes(type.assetType))
      throw new Problem(
        'not_for_profile',
        `the profile “${profile.name}” is not for ${type.assetType} files`,
      );
    await examineOpened(options, state, local, type);
  } catch (error) {
    signal.throwIfAborted();
    problems.push(problemOf(error, null));
  } finally {
    await local?.close();
  }
  signal.throwIfAborted();
  return resultOf(options, state, startedAt);
}

/** Returns the result about a file that is not examined at all. */
export function unexaminedFile(
  options: Pick<ExamineOptions, 'file' | 'profile' | 'failsAt'>,
  code: string,
  message: string,
): Examined {
  const name = path.basename(options.file);
  const state = createState(options, name, fileTypeOf(name));
  state.problems.push(problemOf(new Problem(code, message), null));
  return resultOf(options, state, performance.now());
}

/** Thrown if a file cannot be examined. */
class Problem extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

function problemOf(error: unknown, sidekick: string | null): ReportProblem {
  const failure = finalFailureOf(error);
  const code =
    error instanceof Problem
      ? error.code
      : error instanceof ProbeTimedOut
        ? 'analysis_timed_out'
        : (failure?.type ?? 'analysis_failed');
  const reason = reasonOf(error);
  const message = failure === null ? reason : `${failure.message}: ${reason}`;
  return { code, sidekick, message: plainText(message, maxMessageCharacters), blocking: true };
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message} (${cause.message})` : message;
}

/** Returns why a file could not be opened, without the path that messages of Node contain. */
function openingFault(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const known: Record<string, string> = {
    ENOENT: 'it does not exist',
    EACCES: 'permission denied',
    ELOOP: 'its links form a loop',
    EMFILE: 'too many files are open',
  };
  return known[code] ?? (code === '' ? message : code);
}

/** Returns the sidekicks with these codes (absent: those of the profile), and the codes that do not exist. */
function chosenSidekicks(
  profile: Profile | null,
  codes: readonly string[] = profile === null
    ? sidekickDescriptions.map(({ code }) => code).filter((code) => code !== requirementsCode)
    : sidekickCodes(profile),
): { sidekicks: SidekickDescription[]; unknown: string[] } {
  return {
    sidekicks: sidekickDescriptions.filter(({ code }) => codes.includes(code)),
    unknown: codes.filter((code) => sidekickDescriptions.every((sidekick) => sidekick.code !== code)),
  };
}

interface FileRun extends SidekickRun {
  /** The findings with the severities of the profile, without those of rules that are off. */
  findings: readonly Finding[];
}

/** The facts about a file, which its examination adds to. */
interface State extends Pick<Examined, 'asset' | 'problems'> {
  type: FileType | null;
  /** The chosen sidekicks by code. Those that have no result yet are `failed`. */
  runs: Map<string, FileRun>;
  /** Codes of the profile that name no sidekick. */
  unknown: readonly string[];
  findings: Finding[];
  curves: readonly ReportCurve[];
  seconds: { decoding: number; reading: number; hearing: number };
}

function createState(
  {
    profile,
    codes,
    runtime,
  }: Pick<ExamineOptions, 'profile' | 'codes'> & Partial<Pick<ExamineOptions, 'runtime'>>,
  name: string,
  type: FileType | null,
): State {
  const chosen = chosenSidekicks(profile, codes);
  const { unknown } = chosen;
  // Without the reader of speech, no sidekick examines speech. A missing reader of text is a problem of the result.
  const hearsSpeech = (runtime?.speechListeners ?? null) !== null;
  const sidekicks = chosen.sidekicks.map((sidekick) =>
    installedSidekick(sidekick, { readsText: true, hearsSpeech }),
  );
  return {
    type,
    asset: {
      name: plainText(name, maxMessageCharacters),
      bytes: null,
      sha256: null,
      type: type?.assetType ?? null,
      mimeType: type?.mimeType ?? null,
      metric: null,
      media: null,
    },
    problems: [],
    runs: new Map(sidekicks.map((sidekick) => [sidekick.code, { sidekick, state: 'failed', findings: [] }])),
    unknown,
    findings: [],
    curves: [],
    seconds: { decoding: 0, reading: 0, hearing: 0 },
  };
}

function resultOf(
  { file, profile, failsAt }: Pick<ExamineOptions, 'file' | 'profile' | 'failsAt'>,
  { asset, type, problems, runs, curves, seconds }: State,
  startedAt: number,
): Examined {
  const ended = [...runs.values()];
  // The service merges the findings in the order of the sidekick ids.
  const findings = ended
    .toSorted((a, b) => (a.sidekick.id < b.sidekick.id ? -1 : 1))
    .flatMap((run) => attachRules(run.sidekick, run.findings));
  const checks = type === null ? [] : listChecks(ended, profile, type.assetType);
  const effective = failsAt ?? profile?.failsAt ?? defaultFailsAt;
  const verdict = judgeVerdict({
    found: findings.map(({ finding, rule }) => ({ ...finding, isGap: rule.isGap === true })),
    missing: problems.filter(({ blocking }) => blocking).map(({ sidekick }) => sidekick ?? 'the file'),
    checks: countMade(checks),
    failsAt: effective,
  });
  // Without a submission, ids are derived from the bytes, so that the same defect of the same file keeps its id.
  const assetId = stableId(`file:${asset.sha256 ?? file}`);
  const merged = toIssues({ submissionId: assetId, assetId }, findings, new Date(0));
  return {
    asset,
    sidekicks: ended.map(({ sidekick: { id, code, name, version } }) => ({ id, code, name, version })),
    checks,
    issues: merged.map(toReportIssue),
    verdict: { ...verdict, failsAt: effective },
    problems,
    findings,
    curves,
    seconds: { ...seconds, all: (performance.now() - startedAt) / 1000 },
  };
}

/** Measures an opened file and runs the sidekicks on it. Throws `Problem` if the file is not examined. */
async function examineOpened(
  options: ExamineOptions,
  state: State,
  local: LocalFile,
  type: FileType,
): Promise<void> {
  const { runtime, signal, isMeasured = true } = options;
  const { asset, problems, unknown } = state;
  for (const code of unknown)
    problems.push(problemOf(new Problem('unknown_sidekick', 'there is no such sidekick'), code));
  const hash = local.sha256(signal);
  // The hash is awaited at the end.
  hash.catch(() => undefined);
  options.onProgress?.({ stage: 'measuring', share: 0, findings: [] });
  const value = isMeasured ? await measure(runtime, local, type.mimeType, signal) : null;
  const metric = metricOf(type.assetType);
  if (metric !== null && value !== null) asset.metric = { name: metric, value };
  await inWorkDirectory(runtime.workDir, { workspaceId: tenant, signal }, async (directory) => {
    const copy = directory.localCopyOf(local);
    const linked = path.join(directory.path, 'media');
    let place: Promise<string> | null = null;
    // As in the service, ffmpeg sees only this directory, and learns nothing from the name of the file.
    const localFile = () => (place ??= local.linkTo(linked).then((isLinked) => (isLinked ? linked : copy())));
    await runSidekicks(options, state, { local, type, value, localFile });
  });
  asset.sha256 = await hash;
  if (!(await local.isUnchanged()))
    throw new Problem('content_changed', 'the file was changed while it was examined');
}

/** Returns the measured value: seconds or pages; null for types that are not measured. */
async function measure(
  runtime: MediaRuntime,
  local: LocalFile,
  mimeType: string,
  signal: AbortSignal,
): Promise<number | null> {
  const parsers = runtime.parserPool.forTenant(tenant);
  const measured: MeasurementOutcome = await measureSource(
    { ...runtime, parsers, workspaceId: tenant },
    local,
    mimeType,
    signal,
  );
  if (measured.outcome === 'measured') return measured.value;
  const { outcome, reason, cause } = measured;
  const what =
    outcome === 'content_mismatch' ? `the content is not ${mimeType}` : 'the file cannot be measured';
  throw new Problem(outcome, `${what}: ${reason}${cause === undefined ? '' : ` (${cause})`}`);
}

interface MeasuredFile {
  local: LocalFile;
  type: FileType;
  /** The measured value: seconds or pages. */
  value: number | null;
  /** Returns a path in a directory that contains nothing but the file. */
  localFile: () => Promise<string>;
}

/** Decodes a file once, reads its text if a sidekick needs it, and runs the sidekicks. */
async function runSidekicks(
  { runtime, profile, isChosen = false, signal, onProgress }: ExamineOptions,
  state: State,
  { local, type: { assetType, mimeType }, value, localFile }: MeasuredFile,
): Promise<void> {
  const { asset, problems, runs, findings: findingsSoFar, seconds } = state;
  const { tools, parserPool, textReaders, speechListeners, trustLists } = runtime;
  const parsers = parserPool.forTenant(tenant);
  const pages = assetType === 'document' ? value : null;
  const measuredSeconds = assetType === 'video' && value !== null ? billableSeconds(value) : null;
  const report = (stage: FileProgress['stage'], share = 0) =>
    onProgress?.({ stage, share, findings: findingsSoFar });

  const running = [...runs.values()]
    .map(({ sidekick }) => sidekick)
    .filter((sidekick) => examines(sidekick, assetType, profile))
    .filter((sidekick) => {
      const readers = { readsText: textReaders !== null, hearsSpeech: speechListeners !== null };
      if (installedSidekick(sidekick, readers).assetTypes.includes(assetType)) return true;
      runs.set(sidekick.code, { sidekick, state: 'skipped', findings: [] });
      const message = 'it needs the reader of text in pictures, which is not installed (TEXT_MODELS)';
      problems.push({ code: 'no_text_reader', sidekick: sidekick.code, message, blocking: isChosen });
      return false;
    });
  const decoders = running.filter(({ decodes }) => decodes && isDecodable(mimeType));
  const measured = new Map<string, MeasuredValues>();
  const mayShowText = textReaders !== null && showsText(assetType, mimeType);
  const readers = running.filter(({ readsText }) => readsText && mayShowText);
  const mayHaveSpeech = speechListeners !== null && (assetType === 'video' || assetType === 'audio');
  const hearers = running.filter(({ hearsSpeech }) => hearsSpeech === true && mayHaveSpeech);

  const decoded = decoders.length === 0 ? null : observe();
  decoded?.catch(() => undefined);
  // The text is read after the decoding, which is faster and leads to most findings.
  let text: Promise<ShownText | null> | null = null;
  const textAfterDecoding = () => {
    text ??= (decoded ?? Promise.resolve()).then(readText, readText);
    text.catch(() => undefined);
    return text;
  };
  if (readers.length > 0) void textAfterDecoding();
  const speech =
    hearers.length === 0 ? null : (decoded ?? Promise.resolve()).then(readSpokenText, readSpokenText);
  speech?.catch(() => undefined);
  await Promise.all(running.map(examineWith));
  // The directory of the file is removed afterwards, so work whose result nobody needed has to end first.
  await Promise.allSettled([decoded, text, speech].filter((work) => work !== null));

  async function observe(): Promise<Observed> {
    const startedAt = performance.now();
    report('decoding');
    const observed = await observeFile({
      tools,
      path: await localFile(),
      codes: decoders.map(({ code }) => code as SidekickCode),
      readsPackets: requiresPackets(profile?.requirements ?? {}, assetType),
      measuredSeconds,
      signal,
      progress: (share) => report('decoding', share),
    });
    asset.media = observed.media;
    if (observed.series !== null) state.curves = reportCurvesOf(observed.series, profile);
    seconds.decoding = (performance.now() - startedAt) / 1000;
    return observed;
  }

  async function readText(): Promise<ShownText | null> {
    const startedAt = performance.now();
    const limitMs = readingTimeMs({ assetType, metricValue: measuredSeconds });
    const limit = limitMs === undefined ? null : createPausableTimeout(limitMs);
    const common = {
      parsers,
      reader: textReaders!.forTenant(tenant, limit?.clock ?? null),
      signal: limit === null ? signal : AbortSignal.any([signal, limit.signal]),
      progress: (share: number) => report('reading text', share),
    };
    report('reading text');
    try {
      return assetType === 'document'
        ? await readPages({ ...common, source: local, pages: pages ?? 1 })
        : await readFileText({ ...common, tools, path: await localFile(), measuredSeconds });
    } catch (error) {
      if (limit?.signal.aborted !== true || signal.aborted) throw error;
      throw new DecodeTimedOut(`reading text took longer than ${limitMs! / 1000} s`);
    } finally {
      seconds.reading = (performance.now() - startedAt) / 1000;
    }
  }

  async function readSpokenText(): Promise<SpokenText | null> {
    const startedAt = performance.now();
    const limitMs = readingTimeMs({ assetType: 'video', metricValue: measuredSeconds })!;
    const limit = createPausableTimeout(limitMs);
    report('reading speech');
    try {
      return await readSpeech({
        tools,
        path: await localFile(),
        listener: speechListeners!.forTenant(tenant, limit.clock),
        signal: AbortSignal.any([signal, limit.signal]),
        progress: (readSeconds) =>
          report('reading speech', Math.min(1, readSeconds / (measuredSeconds ?? Infinity))),
      });
    } catch (error) {
      if (!limit.signal.aborted || signal.aborted) throw error;
      throw new DecodeTimedOut(`reading speech took longer than ${limitMs / 1000} s`);
    } finally {
      seconds.hearing = (performance.now() - startedAt) / 1000;
    }
  }

  async function examineWith(sidekick: SidekickDescription): Promise<void> {
    const code = sidekick.code as SidekickCode;
    try {
      const observation = decoders.includes(sidekick) ? (await decoded!).observations[code] : null;
      let found = await judge(
        sidekick,
        observation,
        readers.includes(sidekick) ? await text : null,
        hearers.includes(sidekick) ? await speech : null,
      );
      const asks = sidekick.asksForText === true && mayShowText && assetType !== 'document';
      if (asks && builtInSidekicks[code].wantsText?.(found) === true) {
        // As in the service, it is no failure if text that was asked for cannot be read.
        const read = await textAfterDecoding().catch(() => null);
        signal.throwIfAborted();
        if (read !== null) found = await judge(sidekick, observation, read);
      }
      const withRules = applyRules(attachRules(sidekick, found), profile);
      const findings = withRules.map(({ finding }) => finding);
      runs.set(code, {
        sidekick,
        state: 'ran',
        findings,
        counts: countByRule(findings),
        measured: { ...measured.get(code), ...measuredByFindings(findings) },
      });
      findingsSoFar.push(...findings);
      report('judging');
    } catch (error) {
      signal.throwIfAborted();
      problems.push(problemOf(error, code));
    }
  }

  async function judge(
    sidekick: SidekickDescription,
    observation: unknown,
    shownText: ShownText | null,
    spokenText: SpokenText | null = null,
  ): Promise<Finding[]> {
    const limit = AbortSignal.timeout(maxSidekickMs);
    try {
      const findings = await builtInSidekicks[sidekick.code as SidekickCode].examine(
        {
          asset: { assetId: asset.name, filename: asset.name, assetType, mimeType, pages },
          source: local,
          shownText,
          spokenText,
          settings: settingsOf(sidekick, profile),
          trustLists: trustLists.read,
          parsers,
          signal: AbortSignal.any([signal, limit]),
          progress: () => undefined,
          onMeasured: (values) => measured.set(sidekick.code, values),
        },
        bytesSource(Buffer.from(JSON.stringify(observation ?? null))),
      );
      return checkFindings(sidekick, findings);
    } catch (error) {
      if (!limit.aborted || signal.aborted) throw error;
      throw new DecodeTimedOut(`the examination took longer than ${maxSidekickMs / 1000} s`);
    }
  }
}
