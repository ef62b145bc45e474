/** A message from the parent process to a forked process. */
export interface JobRequest<Job> {
  id: number;
  job: Job;
}
/** The reply of a forked process to a job request. */
export type JobResponse<Result> = { id: number } & ({ result: Result } | { error: string });

/** Runs the jobs that the parent process sends, and exits when the parent disconnects. */
export function serveJobs(work: (job: never) => Promise<unknown>): void {
  process.on('message', ({ id, job }: JobRequest<never>) => {
    work(job).then(
      (result) => process.send!({ id, result }),
      (error: unknown) =>
        process.send!({ id, error: error instanceof Error ? error.message : String(error) }),
    );
  });
  process.on('disconnect', () => process.exit(0));
}
