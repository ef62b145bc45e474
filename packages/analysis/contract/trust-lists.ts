import { X509Certificate } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';

/** The lists that the signers and the time stamps of content credentials are judged against. */
export const trustListNames = ['signers', 'timeStamps', 'anchors'] as const;
export type TrustListName = (typeof trustListNames)[number];

/**
 * Certificates in PEM format by list. Null: there is no list. `signers` is the C2PA trust list, `timeStamps` the C2PA
 * trust list of time-stamp authorities, and `anchors` has the operator's own anchors for both purposes.
 */
export type TrustLists = Readonly<Record<TrustListName, string | null>>;

/** The path of the file of each list. */
export type TrustListFiles = TrustLists;

export const noTrustLists: TrustLists = { signers: null, timeStamps: null, anchors: null };

export interface TrustListReader {
  /**
   * Returns the lists. A file is read again after it has changed. If the changed file cannot be used, the certificates
   * of the earlier file are returned. Throws if no earlier file could be used.
   */
  read: () => Promise<TrustLists>;
  /** Returns the seconds since the last change of the file of each list that has a readable file. */
  ages: () => Promise<{ list: TrustListName; seconds: number }[]>;
}

/**
 * Creates a reader of the files of trust lists.
 * @param onFault called if a changed file cannot be used
 */
export function createTrustLists(
  files: TrustListFiles,
  onFault: (list: TrustListName, reason: string) => void = () => undefined,
): TrustListReader {
  const known = new Map<TrustListName, { state: string; pem: string }>();

  async function readList(list: TrustListName): Promise<string | null> {
    const file = files[list];
    if (file === null) return null;
    const earlier = known.get(list);
    try {
      const { mtimeMs, size, ino } = await stat(file);
      const state = `${mtimeMs} ${size} ${ino}`;
      if (earlier?.state === state) return earlier.pem;
      const pem = await readFile(file, 'utf8');
      checkCertificates(pem);
      known.set(list, { state, pem });
      return pem;
    } catch (error) {
      const reason = `${file}: ${(error as Error).message}`;
      if (earlier === undefined) throw new Error(`a trust list cannot be used: ${reason}`, { cause: error });
      onFault(list, reason);
      return earlier.pem;
    }
  }

  return {
    async read() {
      const [signers, timeStamps, anchors] = await Promise.all(trustListNames.map(readList));
      return { signers: signers!, timeStamps: timeStamps!, anchors: anchors! };
    },
    async ages() {
      const ages = await Promise.all(
        trustListNames.map(async (list) => {
          const file = files[list];
          const changed = file === null ? null : await stat(file).catch(() => null);
          return changed === null ? [] : [{ list, seconds: (Date.now() - changed.mtimeMs) / 1000 }];
        }),
      );
      return ages.flat();
    },
  };
}

/** Throws if a text has no certificate in PEM format, or one that cannot be parsed. */
function checkCertificates(pem: string): void {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^]*?-----END CERTIFICATE-----/g) ?? [];
  if (blocks.length === 0) throw new Error('contains no certificate');
  if (blocks.length !== pem.match(/-----BEGIN /g)!.length) throw new Error('has an incomplete certificate');
  for (const block of blocks) new X509Certificate(block);
}
