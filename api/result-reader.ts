import { isUtf8 } from 'node:buffer';
import { LRUCache } from 'lru-cache';
import { comparable, type ComparableIssue } from '@assay/domain/comparison/compare-issues.ts';
import type { Decision } from '@assay/domain/contracts/decision.ts';
import type { Issue } from '@assay/domain/contracts/issue.ts';
import { ApiError } from '@assay/domain/errors.ts';
import { featuresOf, type PrecedentFeatures } from '@assay/domain/precedents/features.ts';
import { splitAtPictures } from '@assay/domain/pictures.ts';
import type { BlobStore } from '@assay/storage/s3/blob-store.ts';
import { pictureKeyBeside } from '@assay/storage/s3/keys.ts';
import { StorageFault } from '@assay/storage/s3/storage-fault.ts';

const maxCachedBytes = 64 * 2 ** 20;
/** Approximate memory in bytes of the parts of an issue that are kept beside its JSON. */
const bytesOfIssue = 500;
/** Lifetime in seconds of a link to a picture: enough to look at all pictures of a list. */
const pictureLinkSeconds = 3_600;

export type ResultReader = ReturnType<typeof createResultReader>;

/** A part of JSON, or a value that each read inserts: a link to a picture, or the decision about an issue. */
export type Piece = Buffer | { pictureKey: string } | { issueId: string };

/** The decisions about issues, by the id of the issue. */
export type Decisions = Readonly<Record<string, Decision>>;

/** The JSON of a list. `start` and `end` are around its issues. A list of topics is all in `start`. */
interface ResultTemplate {
  start: Piece[];
  issues: Map<string, IssueTemplate>;
  end: Buffer;
}

export interface IssueTemplate {
  /** The JSON of the issue with its decision, without the brace at its end. */
  pieces: Piece[];
  comparable: ComparableIssue;
  ruleId: string;
  /** Kept with a decision about the issue, to find precedents by. */
  features: PrecedentFeatures;
}

/**
 * Creates a reader of issue and topic lists. The storage key of a list contains the digest of its content, so a cached
 * list is never outdated. Links to pictures are signed again for each read, without a request to the storage.
 */
export function createResultReader(blobs: BlobStore) {
  const cache = new LRUCache<string, ResultTemplate>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ start, issues }) =>
      1 +
      sizeOf(start) +
      [...issues.values()].reduce((sum, { pieces }) => sum + sizeOf(pieces) + bytesOfIssue, 0),
  });

  async function readTemplate(key: string, what: 'issues' | 'topics'): Promise<ResultTemplate> {
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    try {
      const bytes = await blobs.getSmall(key);
      if (!isUtf8(bytes)) throw new SyntaxError(`${key} is not UTF-8`);
      const text = bytes.toString();
      const template = templateOf(JSON.parse(text) as StoredList, key);
      cache.set(key, template);
      return template;
    } catch (error) {
      if (!(error instanceof StorageFault) && !(error instanceof SyntaxError)) throw error;
      throw new ApiError('blob_unreadable', { values: { what }, cause: error });
    }
  }

  /** Returns pieces as JSON, with the links and the decisions that they name. */
  async function fill(pieces: readonly Piece[], decisions: Decisions = {}): Promise<Buffer> {
    const links = new Map<string, Buffer>();
    for (const piece of pieces) {
      if (!('pictureKey' in piece) || links.has(piece.pictureKey)) continue;
      const link = await blobs.presignDownload(piece.pictureKey, pictureLinkSeconds);
      links.set(piece.pictureKey, Buffer.from(JSON.stringify(link).slice(1, -1)));
    }
    return Buffer.concat(
      pieces.map((piece) => {
        if (Buffer.isBuffer(piece)) return piece;
        if ('pictureKey' in piece) return links.get(piece.pictureKey)!;
        return Buffer.from(JSON.stringify(decisions[piece.issueId] ?? null));
      }),
    );
  }

  return {
    fill,

    /** Returns the bytes of a report, which are never changed. Throws a 502 if they cannot be read. */
    async readReport(key: string): Promise<Buffer> {
      try {
        return await blobs.getSmall(key);
      } catch (error) {
        if (!(error instanceof StorageFault)) throw error;
        throw new ApiError('blob_unreadable', { values: { what: 'report' }, cause: error });
      }
    },

    /** Returns the pictures of a report by their digest. Pictures that cannot be read are left out. */
    async readPictures(issuesKey: string | null, report: Buffer): Promise<Map<string, Buffer>> {
      if (issuesKey === null) return new Map();
      const digests = new Set(splitAtPictures(report.toString()).digests);
      const pictures = await Promise.all(
        [...digests].map(async (digest) => {
          const picture = await blobs.getSmall(pictureKeyBeside(issuesKey, digest)).catch(nullIfUnreadable);
          return [digest, picture] as const;
        }),
      );
      return new Map(pictures.filter((found): found is [string, Buffer] => found[1] !== null));
    },

    /** Returns the JSON stored under `key`. Throws a 502 whose text contains `what` if the JSON cannot be read. */
    async read(key: string, what: 'issues' | 'topics', decisions: Decisions = {}): Promise<Buffer> {
      const { start, issues, end } = await readTemplate(key, what);
      return fill(
        [...start, ...joined([...issues.values()].map(({ pieces }) => [...pieces, brace])), end],
        decisions,
      );
    },

    /** Returns the issues of the list stored under `key`, by id. Throws a 502 as `read` does. */
    async readIssues(key: string): Promise<ReadonlyMap<string, IssueTemplate>> {
      return (await readTemplate(key, 'issues')).issues;
    },
  };
}

const brace = Buffer.from('}');
const comma = Buffer.from(',');

/** Returns the pieces of JSON values with commas between the values. */
export function joined(values: Iterable<readonly Piece[]>): Piece[] {
  const pieces: Piece[] = [];
  for (const value of values) {
    if (pieces.length > 0) pieces.push(comma);
    pieces.push(...value);
  }
  return pieces;
}

function sizeOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, piece) => sum + (Buffer.isBuffer(piece) ? piece.length : 100), 0);
}

function nullIfUnreadable(error: unknown): null {
  if (!(error instanceof StorageFault)) throw error;
  return null;
}

interface StoredList {
  issues?: Issue[];
}

/** Splits a list at its issues, its pictures, and the decisions about its issues, which are not stored with it. */
function templateOf(stored: StoredList, key: string): ResultTemplate {
  const followed = new Set<string>();
  const split = (json: string): Piece[] => {
    const { texts, digests } = splitAtPictures(json, followed);
    return texts.flatMap((text, index): Piece[] => {
      const digest = digests[index];
      const picture = digest === undefined ? [] : [{ pictureKey: pictureKeyBeside(key, digest) }];
      return [Buffer.from(text), ...picture];
    });
  };
  if (stored.issues === undefined)
    return { start: split(JSON.stringify(stored)), issues: new Map(), end: Buffer.alloc(0) };
  const [start, end] = JSON.stringify({ ...stored, issues: [] }).split('"issues":[]') as [string, string];
  return {
    start: [Buffer.from(`${start}"issues":[`)],
    issues: new Map(
      stored.issues.map((issue) => {
        const pieces = split(`${JSON.stringify(issue).slice(0, -1)},"decision":`);
        return [
          issue.id,
          {
            pieces: [...pieces, { issueId: issue.id }],
            comparable: comparable(issue),
            ruleId: issue.ruleId,
            features: featuresOf(issue),
          },
        ];
      }),
    ),
    end: Buffer.from(`]${end}`),
  };
}
