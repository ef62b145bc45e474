/** A version of a submission. */
interface VersionKey {
  submissionId: string;
  version: number;
}

/**
 * Reports when this process has recorded a sandbox version. The process that starts the workflow of a version also
 * executes the workflow's first task, which records the outcome.
 */
export type RecordingWatch = ReturnType<typeof createRecordingWatch>;

export function createRecordingWatch() {
  const waiting = new Map<string, () => void>();
  const keyOf = ({ submissionId, version }: VersionKey) => `${submissionId} ${version}`;
  return {
    /** Returns a promise that is resolved when the version has been recorded, and a function that stops waiting. */
    expect(key: VersionKey): { recorded: Promise<void>; stop: () => void } {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      waiting.set(keyOf(key), () => resolve(undefined));
      return { recorded: promise, stop: () => void waiting.delete(keyOf(key)) };
    },

    onRecorded(key: VersionKey): void {
      waiting.get(keyOf(key))?.();
    },
  };
}
