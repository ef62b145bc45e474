/** A step cannot be done on this machine; `message` says what is missing and the ways to get it. */
export class SetupError extends Error {}

/** What an error says, with what caused it: of a request that failed the message alone tells nothing. */
export function messageWithCause(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message} (${cause.message})` : message;
}

const tickMs = 1_000;
const quietTickMs = 15_000;

/**
 * Tells a person what is going on: the step, how long it has taken, and how it ended. On a terminal the elapsed
 * time ticks in place; elsewhere a long step says so now and then.
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
