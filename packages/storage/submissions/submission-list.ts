import type { AssetType } from '@assay/domain/asset-type.ts';
import type { Environment } from '@assay/domain/api-key.ts';
import type { Verdict } from '@assay/domain/verdict.ts';
import { maxListedFilenames } from '@assay/domain/contracts/submission-list.ts';
import type { SignOffState } from '@assay/domain/contracts/sign-off.ts';
import type { Severity } from '@assay/domain/sidekick.ts';
import { nilUuid } from '@assay/domain/upkeep.ts';
import { iso, profileJson, verdictReason } from '../database/json.ts';
import { searchText } from '../database/search-text.ts';
import { isVisible, type ReadRequest } from '../accounts/workspace-read.ts';

/**
 * Maximum number of submissions that the query of one page compares with the filters, without a search (`filtered`) and
 * with one (`searched`), and of assets after which a search ends. This bounds the cost of filters that match few
 * submissions. After the maximum the page ends early, and `next` continues after the last compared submission.
 */
export const maxCompared = { filtered: 2_000, searched: 1_000, assets: 5_000 };

/** Filters and page position of a list of submissions. An absent filter matches every submission. */
export interface SubmissionListQuery {
  status?: 'processing' | 'complete' | 'failed' | undefined;
  verdict?: Verdict | undefined;
  /** Id of the profile. */
  profile?: string | undefined;
  environment?: Environment | undefined;
  /** The submission has an issue of this severity. If `ruleCode` is set too, one issue has both. */
  severity?: Severity | undefined;
  ruleCode?: string | undefined;
  assetType?: AssetType | undefined;
  /** The submission has an asset in this state. */
  signOff?: SignOffState | undefined;
  /** Text that the name of a file contains. Case is ignored, and there are no wildcards. */
  search?: string | undefined;
  /** SHA-256 hash, in hexadecimal, of the bytes of a file. */
  sha256?: string | undefined;
  /** Earliest creation time, as text that Postgres can parse. */
  since?: string | undefined;
  /** End of the creation times (exclusive). */
  until?: string | undefined;
  limit: number;
  /** A submission id: the `next` of the previous page. If the caller may not see this submission, the read is null. */
  cursor?: string | undefined;
}

/**
 * Maximum difference in milliseconds between the time in a submission's id, which the API's clock sets, and its
 * creation time, which the clock of Postgres sets.
 */
const maxClockDifferenceMs = 3_600_000;

const workspace = 'scope.workspace_id';
const [cursor, firstId, endId] = ['$2::uuid', '$3::uuid', '$4::uuid'];
const [environment, status, since, until] = ['$5::text', '$6::text', '$7::timestamptz', '$8::timestamptz'];
const [ruleCode, severity, assetType] = ['$9::text', '$10::text', '$11::text'];
const [search, limit] = ['$12::bytea', '$13::integer'];
const [verdict, profile, signOff] = ['$14::text', '$15::uuid', '$16::text'];
/** Only the query of the shape `hash` has this parameter. */
const sha256 = '$17::text';

// Filters are scalar subqueries. For an `exists` or a join, Postgres could build a hash table of the rows of all
// workspaces.

/** Returns an SQL condition: submission `c` has an asset `a` that meets `condition`. */
const hasAsset = (condition: string) =>
  `(select true from assets a where a.submission_id = c.id and a.erased_at is null and ${condition} limit 1)`;

const isCreatedThen = `(${since} is null or s.created_at >= ${since}) and (${until} is null or s.created_at < ${until})`;
const hasStatus = `(${status} is null or s.status = ${status})`;
const hasVerdict = `(${verdict} is null or s.verdict = ${verdict}) and (${profile} is null or s.profile_id = ${profile})`;

const filters = {
  submission: `(select true from submissions s where s.id = c.id and s.expired_at is null
    and ${isCreatedThen} and ${hasStatus} and ${hasVerdict})`,
  issue: `((${ruleCode} is null and ${severity} is null) or (
    select true from asset_rules r where r.submission_id = c.id
      and (${ruleCode} is null or r.rule_code = ${ruleCode}) and (${severity} is null or r.severity = ${severity})
    limit 1))`,
  signOff: `(${signOff} is null or ${hasAsset(`a.sign_off = ${signOff}`)})`,
  assetType: `(${assetType} is null or ${hasAsset(`a.asset_type = ${assetType}`)})`,
  search: `(${search} is null or ${hasAsset(`position(${search} in a.search_text) > 0`)})`,
};

/**
 * Returns an SQL condition on a row: its submission is in the page's id range, and the caller may see it. The condition
 * can use an index.
 * @param id column with the submission id
 */
const isInRange = (id: string) => `
  workspace_id = ${workspace} and ${id} >= ${firstId} and ${id} < ${endId}
  and ${isVisible('environment')} and (${environment} is null or environment = ${environment})`;

/** SQL condition: the query has no cursor, or a cursor whose submission the caller may see. */
const hasKnownCursor = `(${cursor} is null or (select true from submissions p
  where p.id = ${cursor} and p.workspace_id = ${workspace} and ${isVisible('p.environment')}))`;

const submissionsWith = (condition: string) => `
  select id from submissions s
  where ${isInRange('id')} and expired_at is null and ${isCreatedThen} and ${hasVerdict} ${condition} order by id desc`;

const submissionsIn = (table: string, condition: string) => `
  select distinct submission_id as id from ${table}
  where ${isInRange('submission_id')} and ${condition} order by id desc`;

/**
 * Parts of the query, by the filter whose index the query reads. `ids` selects submissions from this index, newest
 * first. Only these submissions are compared with the other filters, so a rare value is found without comparing every
 * submission. `compared` has the conditions that each of these submissions must meet.
 */
const shapes = {
  hash: {
    ids: submissionsIn('assets', `sha256 = decode(${sha256}, 'hex') and erased_at is null`),
    compared: [filters.submission, filters.issue, filters.assetType, filters.signOff, filters.search],
  },
  signOff: {
    ids: submissionsIn('assets', `sign_off = ${signOff} and erased_at is null`),
    compared: [filters.submission, filters.issue, filters.assetType, filters.search],
  },
  rule: {
    ids: submissionsIn(
      'asset_rules',
      `rule_code = ${ruleCode} and (${severity} is null or severity = ${severity})`,
    ),
    compared: [filters.submission, filters.assetType, filters.signOff, filters.search],
  },
  severity: {
    ids: submissionsIn('asset_rules', `severity = ${severity} and ${ruleCode} is null`),
    compared: [filters.submission, filters.assetType, filters.signOff, filters.search],
  },
  type: {
    ids: submissionsIn('assets', `asset_type = ${assetType} and erased_at is null`),
    compared: [filters.submission, filters.issue, filters.signOff, filters.search],
  },
  verdict: {
    ids: submissionsWith(`and verdict = ${verdict} and ${hasStatus}`),
    compared: [filters.issue, filters.assetType, filters.signOff, filters.search],
  },
  profile: {
    ids: submissionsWith(`and profile_id = ${profile} and ${hasStatus}`),
    compared: [filters.issue, filters.assetType, filters.signOff, filters.search],
  },
  sandbox: {
    ids: submissionsWith(`and environment = 'sandbox' and ${status} is null`),
    compared: [filters.issue, filters.assetType, filters.signOff, filters.search],
  },
  status: {
    ids: submissionsWith(`and status = ${status}`),
    compared: [filters.issue, filters.assetType, filters.signOff, filters.search],
  },
  all: {
    ids: submissionsWith(`and ${status} is null`),
    compared: [filters.issue, filters.assetType, filters.signOff, filters.search],
  },
};

function shapeOf(query: SubmissionListQuery): keyof typeof shapes {
  if (query.sha256 !== undefined) return 'hash';
  if (query.signOff !== undefined) return 'signOff';
  if (query.ruleCode !== undefined) return 'rule';
  if (query.severity !== undefined) return 'severity';
  if (query.assetType !== undefined) return 'type';
  if (query.verdict !== undefined) return 'verdict';
  if (query.profile !== undefined) return 'profile';
  if (query.status !== undefined) return 'status';
  return query.environment === 'sandbox' ? 'sandbox' : 'all';
}

const isShown = 'a.erased_at is null';
const isFinished = `${isShown} and a.status in ('complete', 'failed')`;
const sumOf = (column: string) => `coalesce(sum(a.${column}) filter (where ${isShown}), 0)`;

/** SQL expression: submission `s` as an item of the list, in JSON. */
const itemJson = `json_build_object(
  'submissionId', s.id, 'environment', s.environment, 'status', s.status, 'version', s.version,
  'filenames', x.filenames[:${maxListedFilenames}], 'assetCount', x.total, 'assetTypes', x.types,
  'progress', json_build_object('finished', x.finished, 'total', x.total),
  'severities', case when x.counted = x.finished then json_build_object(
    'critical', x.critical, 'major', x.major, 'minor', x.minor, 'info', x.info) end,
  'profile', ${profileJson}, 'verdict', s.verdict, 'verdictReason', ${verdictReason}, 'signOff', x."signOff",
  'creditsCharged', x.credits, 'createdAt', ${iso('s.created_at')}, 'completedAt', ${iso('s.completed_at')})`;

const itemsJson = `
  select coalesce(json_agg(${itemJson} order by s.id desc), '[]')
  from (select id from page order by id desc limit ${limit}) shown
  join submissions s on s.id = shown.id
  cross join lateral (
    select array_agg(a.filename order by a.position) filter (where ${isShown}) as filenames,
      coalesce(array_agg(distinct a.asset_type) filter (where ${isShown} and a.asset_type is not null), '{}') as types,
      count(*) filter (where ${isShown}) as total, count(*) filter (where ${isFinished}) as finished,
      case when bool_or(${isShown} and a.sign_off = 'needed') then 'needed'
        when bool_or(${isShown} and a.sign_off = 'done') then 'done' end as "signOff",
      count(a.critical_count) filter (where ${isFinished}) as counted, sum(a.credits) as credits,
      ${sumOf('critical_count')} as critical, ${sumOf('major_count')} as major,
      ${sumOf('minor_count')} as minor, ${sumOf('info_count')} as info
    from assets a where a.submission_id = s.id
  ) x`;

/**
 * Returns the parts of the query that bound its cost: a `with` item, the submissions to compare, newest first, and the
 * last of them if there may be more. Otherwise the last is null.
 */
function boundsOf(ids: string, isSearch: boolean): { item: string; compared: string; last: string } {
  if (!isSearch)
    return {
      item: '',
      compared: `${ids} limit ${maxCompared.filtered}`,
      last: `${ids} offset ${maxCompared.filtered - 1} limit 1`,
    };
  const isWithin = `coalesce(earlier, 0) < ${maxCompared.assets}`;
  return {
    // `earlier` is the number of assets of the newer submissions.
    item: `searched as materialized (
      select id, sum(assets) over (order by id desc rows between unbounded preceding and 1 preceding) as earlier
      from (
        select i.id, (select count(*) from assets a where a.submission_id = i.id) as assets
        from (${ids} limit ${maxCompared.searched}) i
      ) counted
    ),`,
    compared: `select id from searched where ${isWithin}`,
    last: `
      select case when count(*) = ${maxCompared.searched} or not bool_and(${isWithin})
        then (array_agg(id order by id) filter (where ${isWithin}))[1] end
      from searched`,
  };
}

function expressionOf(shape: (typeof shapes)[keyof typeof shapes], isSearch: boolean): string {
  const { item, compared, last } = boundsOf(shape.ids, isSearch);
  return `
    case when ${hasKnownCursor} then (
      with ${item} page as materialized (
        select c.id from (${compared}) c
        where ${shape.compared.join(' and ')} order by c.id desc limit ${limit} + 1
      )
      select json_build_object('items', (${itemsJson}), 'next', case
        when (select count(*) from page) > ${limit}
          then (select id from page order by id desc offset ${limit} - 1 limit 1)
        else (${last})
      end)::text
    ) end`;
}

/** Returns the smallest UUIDv7 of a time, in milliseconds since 1970. */
function firstIdAt(ms: number): string {
  const hex = Math.max(0, ms).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** Returns the range of submission ids on a page: the lowest id, and the end (exclusive). */
function rangeOf({ cursor, since, until }: SubmissionListQuery): [string, string] {
  const ends = [
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    ...(cursor === undefined ? [] : [cursor]),
    ...(until === undefined ? [] : [firstIdAt(Date.parse(until) + maxClockDifferenceMs)]),
  ];
  const first = since === undefined ? nilUuid : firstIdAt(Date.parse(since) - maxClockDifferenceMs);
  return [first, ends.sort()[0]!];
}

/**
 * Returns the read for one page of a workspace's submissions, newest first. The result is null if no page of the
 * workspace has the cursor. `next` in the result is the cursor of the next page, or null after the last page. A page
 * can have fewer than `limit` submissions although more follow (`maxCompared`).
 */
export function readSubmissionList(query: SubmissionListQuery): ReadRequest {
  const shape = shapeOf(query);
  const isSearch = query.search !== undefined;
  const name = `list-submissions${shape === 'all' ? '' : `-by-${shape === 'signOff' ? 'sign-off' : shape}`}${isSearch ? '-search' : ''}`;
  const { environment, status, since, until, ruleCode, severity, assetType, limit } = query;
  const search = isSearch ? searchText(query.search!) : null;
  return {
    read: { name, expression: expressionOf(shapes[shape], isSearch) },
    values: [
      query.cursor ?? null,
      ...rangeOf(query),
      ...[environment, status, since, until, ruleCode, severity, assetType, search].map(
        (value) => value ?? null,
      ),
      String(limit),
      query.verdict ?? null,
      query.profile ?? null,
      query.signOff ?? null,
      ...(query.sha256 === undefined ? [] : [query.sha256]),
    ],
  };
}
