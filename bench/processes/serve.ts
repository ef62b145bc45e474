/** What a forked process is sent, and what it answers. */
export interface Request<Job> {
  id: number;
  job: Job;
}
export type Response<Result> = { id: number } & ({ result: Result } | { error: string });

/** Does the jobs that the process which forked this one asks for, and ends with it. */
export function serve(work: (job: never) => Promise<unknown>): void {
  process.on('message', ({ id, job }: Request<never>) => {
    work(job).then(
      (result) => process.send!({ id, result }),
      (error: unknown) =>
        process.send!({ id, error: error instanceof Error ? error.message : String(error) }),
    );
  });
  process.on('disconnect', () => process.exit(0));
}
