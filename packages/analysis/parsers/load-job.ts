/**
 * Returns a job that imports its code when it runs. A process for an image needs no PDF library, and importing the code
 * of all jobs takes 0.7 s of processor time.
 */
export const loadJob =
  <Args extends readonly unknown[], Result>(load: () => Promise<(...args: Args) => Result>) =>
  async (...args: Args): Promise<Awaited<Result>> =>
    await (
      await load()
    )(...args);
