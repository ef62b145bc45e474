import { type Signal, signal } from '@preact/signals';
import type { components } from '@assay/client/schema.ts';
import type { Asset, Submission } from '@assay/client/shapes.ts';
import { maxBytes } from '@assay/domain/asset-type.ts';
import { announce } from '../../announce.tsx';
import { callApi, type Scope } from '../../scope.ts';
import { fileFault, uploadFile } from '../../upload-file.ts';
import { areVersions, searchFor } from './earlier-version.ts';

export type UploadState =
  | { status: 'waiting' }
  | { status: 'uploading'; sentBytes: number }
  | { status: 'uploaded'; blobPath: string }
  | { status: 'failed'; reason: string }
  /** The service would reject the file, so it is not uploaded. */
  | { status: 'refused'; reason: string };

export interface Upload {
  id: string;
  file: File;
  state: Signal<UploadState>;
  /** The newest submission of a file with the same bytes. Null if there is none, or if it is not known. */
  earlier: Signal<EarlierSubmission | null>;
  /** The earlier version that the file replaces, as its name suggests. Null if there is none. */
  replaces: Signal<Asset | null>;
}

export type EarlierSubmission = components['schemas']['SubmissionSummary'];

const maxConcurrentUploads = 3;

/** Creates the list of a new submission's files, which the browser uploads directly to the storage. */
export function createUploads(scope: Scope) {
  const uploads = signal<readonly Upload[]>([]);
  const controllers = new Map<string, AbortController>();

  function add(files: Iterable<File>): void {
    const added = [...files].map((file): Upload => {
      const fault = faultOf(file);
      return {
        id: crypto.randomUUID(),
        file,
        state: signal(fault === null ? { status: 'waiting' } : { status: 'refused', reason: fault }),
        earlier: signal(null),
        replaces: signal(null),
      };
    });
    uploads.value = [...uploads.value, ...added];
    startNext();
    const accepted = added.filter(({ state }) => state.value.status !== 'refused');
    void findReplaced(accepted);
    void findEarlier(accepted);
  }

  /** Looks for the newest finished version of each file by its name. A failure only leaves out the suggestion. */
  async function findReplaced(added: readonly Upload[]): Promise<void> {
    for (const { file, replaces } of added) {
      try {
        const read = <T>(path: string) => callApi<T>(scope, 'GET', `/api/integrations/submissions${path}`);
        const search = encodeURIComponent(searchFor(file.name));
        const { items } = await read<components['schemas']['SubmissionList']>(
          `?search=${search}&environment=live&limit=20`,
        );
        const isVersion = (name: string) => areVersions(name, file.name);
        const found = items.find(
          ({ status, filenames }) => status !== 'processing' && filenames.some(isVersion),
        );
        if (found === undefined) continue;
        const { assets } = await read<Submission>(`/${found.submissionId}`);
        replaces.value = assets.find(({ filename }) => isVersion(filename)) ?? null;
      } catch {
        // The service is unavailable.
      }
    }
  }

  /** Looks for earlier submissions of the same bytes, one file after the other. A failure only leaves out the hint. */
  async function findEarlier(added: readonly Upload[]): Promise<void> {
    const isListed = (upload: Upload) => uploads.value.includes(upload);
    for (const upload of added) {
      try {
        const { hashFile } = await import('../../hash-file.ts');
        const stop = new AbortController();
        const hash = await hashFile(upload.file, () => isListed(upload) || stop.abort(), stop.signal);
        const { items } = await callApi<components['schemas']['SubmissionList']>(
          scope,
          'GET',
          `/api/integrations/submissions?sha256=${hash}&environment=live&limit=1`,
        );
        upload.earlier.value = items[0] ?? null;
      } catch {
        // The file was removed, or the service is unavailable.
      }
    }
  }

  function startNext(): void {
    for (const upload of uploads.value) {
      if (controllers.size >= maxConcurrentUploads) return;
      if (upload.state.value.status === 'waiting') void run(upload);
    }
  }

  async function run(upload: Upload): Promise<void> {
    const controller = new AbortController();
    controllers.set(upload.id, controller);
    try {
      const onProgress = (sentBytes: number) => (upload.state.value = { status: 'uploading', sentBytes });
      const blobPath = await uploadFile(scope, upload.file, onProgress, controller.signal);
      upload.state.value = { status: 'uploaded', blobPath };
      announce(`${upload.file.name} is uploaded`);
    } catch (error) {
      if (controller.signal.aborted) return;
      upload.state.value = { status: 'failed', reason: (error as Error).message };
      announce(`${upload.file.name} could not be uploaded`);
    } finally {
      controllers.delete(upload.id);
      startNext();
    }
  }

  function stop(id: string): void {
    controllers.get(id)?.abort(new DOMException('cancelled', 'AbortError'));
  }

  return {
    uploads,
    add,

    retry(upload: Upload): void {
      upload.state.value = { status: 'waiting' };
      startNext();
    },

    /** Removes a file, and cancels its upload. */
    remove(id: string): void {
      stop(id);
      uploads.value = uploads.value.filter((upload) => upload.id !== id);
    },

    stopAll(): void {
      // The list is emptied first, because the end of each upload starts the next one in the list.
      uploads.value = [];
      for (const id of controllers.keys()) stop(id);
    },
  };
}

const faultOf = (file: File) =>
  fileFault(file, ({ assetType }) => ({ bytes: maxBytes[assetType], of: `${assetType} files` }));
