import { isUtf8 } from 'node:buffer';
import { LRUCache } from 'lru-cache';
import type { Decision } from '@assay/domain/contracts/decision.ts';
import type { Issue } from '@assay/domain/contracts/issue.ts';
import { ApiError } from '@assay/domain/errors.ts';
import { featuresOf, type PrecedentFeatures } from '@assay/domain/precedents/features.ts';
import { splitAtPictures } from '@assay/domain/pictures.ts';
import type { BlobStore } from '@assay/storage/s3/blob-store.ts';
import { pictureKeyBeside } from '@assay/storage/s3/keys.ts';
import { StorageFault } from '@assay/storage/s3/storage-fault.ts';

const maxCachedBytes = 64 * 2 ** 20;
/** Lifetime in seconds of a link to a picture: enough to look at all pictures of a list. */
const pictureLinkSeconds = 3_600;

export type ResultReader = ReturnType<typeof createResultReader>;

/** A stored list, split at the values that each read inserts: `slots[i]` is inserted after `texts[i]`. */
interface ResultTemplate {
  texts: Buffer[];
  slots: Slot[];
  /** The issues by id. Empty for topics. */
  issues: Map<string, DecidableIssue>;
}

/** A link to a picture, or the decision about an issue. */
type Slot = { pictureKey: string } | { issueId: string };

/** The parts of an issue that are kept with a decision about it. */
type DecidableIssue = Pick<Issue, 'ruleId' | 'ruleCode' | 'summary' | 'severity'> & { features: PrecedentFeatures };

/**
 * Creates a reader of issue and topic lists. The storage key of a list contains the digest of its content, so a cached
 * list is never outdated. Links to pictures are signed again for each read, without a request to the storage.
 */
export function createResultReader(blobs: BlobStore) {
  const cache = new LRUCache<string, ResultTemplate>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ texts }) => texts.reduce((sum, { length }) => sum + length, 1),
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

  return {
    /** Returns the issues of the list stored under `key`. Throws a 502 as `read` does. */
    async listIssues(key: string): Promise<({ id: string } & DecidableIssue)[]> {
      const { issues } = await readTemplate(key, 'issues');
      return Array.from(issues, ([id, issue]) => ({ id, ...issue }));
    },

    /** Returns the bytes of a report, which are never changed. Throws a 502 if they cannot be read. */
    async readReport(key: string): Promise<Buffer> {
      try {
        return await blobs.getSmall(key);
      } catch (error) {
        if (!(error instanceof StorageFault)) throw error;
        throw new ApiError('blob_unreadable', { values: { what: 'report' }, cause: error });
      }
    },

    /**
     * Returns the JSON stored under `key`. Throws a 502 whose text contains `what` if the JSON cannot be read.
     * @param decisions by the id of the issue
     */
    async read(
      key: string,
      what: 'issues' | 'topics',
      decisions: Readonly<Record<string, Decision>> = {},
    ): Promise<Buffer> {
      const { texts, slots } = await readTemplate(key, what);
      if (slots.length === 0) return texts[0]!;
      const links = new Map<string, string>();
      for (const picture of new Set(
        slots.flatMap((slot) => ('pictureKey' in slot ? [slot.pictureKey] : [])),
      )) {
        const link = await blobs.presignDownload(picture, pictureLinkSeconds);
        links.set(picture, JSON.stringify(link).slice(1, -1));
      }
      const valueOf = (slot: Slot) =>
        'pictureKey' in slot ? links.get(slot.pictureKey)! : JSON.stringify(decisions[slot.issueId] ?? null);
      const pieces = slots.flatMap((slot, index) => [texts[index]!, Buffer.from(valueOf(slot))]);
      return Buffer.concat([...pieces, texts.at(-1)!]);
    },

    /** Returns an issue of the list stored under `key`. Null if the list lacks it. Throws a 502 as `read` does. */
    async findIssue(key: string, issueId: string): Promise<DecidableIssue | null> {
      return (await readTemplate(key, 'issues')).issues.get(issueId) ?? null;
    },
  };
}

interface StoredList {
  issues?: Issue[];
}

const decisionPattern = /(?<="decision":)"decision:([0-9a-f-]{36})"/g;

/**
 * Splits a list at its pictures and at the decisions about its issues, which are not stored with it. Text of an issue
 * cannot contain a placeholder, because its quotation marks are escaped.
 */
function templateOf(stored: StoredList, key: string): ResultTemplate {
  const issues = stored.issues ?? [];
  const list =
    stored.issues === undefined
      ? stored
      : { ...stored, issues: issues.map((issue) => ({ ...issue, decision: `decision:${issue.id}` })) };
  const { texts, digests } = splitAtPictures(JSON.stringify(list));
  const template: ResultTemplate = {
    texts: [],
    slots: [],
    issues: new Map(
      issues.map((issue) => {
        const { id, ruleId, ruleCode, summary, severity } = issue;
        return [id, { ruleId, ruleCode, summary, severity, features: featuresOf(issue) }];
      }),
    ),
  };
  for (const [index, text] of texts.entries()) {
    let from = 0;
    for (const { 0: placeholder, 1: issueId, index: at } of text.matchAll(decisionPattern)) {
      template.texts.push(Buffer.from(text.slice(from, at)));
      template.slots.push({ issueId: issueId! });
      from = at + placeholder.length;
    }
    template.texts.push(Buffer.from(text.slice(from)));
    const digest = digests[index];
    if (digest !== undefined) template.slots.push({ pictureKey: pictureKeyBeside(key, digest) });
  }
  return template;
}
