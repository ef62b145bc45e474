/** A problem with this machine or with the command line. `message` says what is wrong and how to fix it. */
export class SetupError extends Error {}

/** Returns an error's message with that of its cause: a message such as `fetch failed` does not give the reason. */
export function messageWithCause(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message} (${cause.message})` : message;
}

const tickMs = 1_000;
const quietTickMs = 15_000;

/**
 * Runs a step and prints its title, duration and success or failure. While the step runs, a terminal shows the elapsed
 * time. Other outputs get a line with the elapsed time every 15 seconds.
 * @param work runs the step; its argument sets a note, which is printed in parentheses after the title
 */
export async function step<T>(title: string, work: (note: (text: string) => void) => Promise<T>): Promise<T> {
  const startedAt = Date.now();
  const { isTTY } = process.stdout;
  let note = '';
  const line = () => `  ${title}${note === '' ? '' : ` (${note})`}`;
  const show = () => {
    const elapsed = `${Math.round((Date.now() - startedAt) / 1000)} s`;
    if (isTTY) process.stdout.write(`\r\x1b[2K${line()}… ${elapsed}`);
    else if (Date.now() - startedAt >= quietTickMs / 2) console.log(`${line()}… ${elapsed}`);
  };
  show();
  const timer = setInterval(show, isTTY ? tickMs : quietTickMs);
  const end = (mark: string) => {
    clearInterval(timer);
    const elapsed = `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;
    console.log(`${isTTY ? '\r\x1b[2K' : ''}${mark} ${line().trimStart()}  ${elapsed}`);
  };
  try {
    const result = await work((text) => {
      note = text;
    });
    end('✓');
    return result;
  } catch (error) {
    end('✗');
    throw error;
  }
}
