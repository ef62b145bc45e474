import { linkMember } from '@assay/storage/accounts/invite.ts';
import { createPool } from '@assay/storage/database/database.ts';
import type { StackInfo } from '../stack/state.ts';

/**
 * Prints a sign-in link that leads to the page of a submission in the console. If the stack stops after the demo,
 * prints the URL of the page instead. The next start of the stack creates a new sign-in link.
 */
export async function printConsoleLink(
  info: StackInfo,
  submissionId: string,
  isKeptRunning: boolean,
): Promise<void> {
  const { origin } = new URL(info.consoleUrl);
  const page = `/${info.workspaceId}/live/submissions/${submissionId}`;
  if (!isKeptRunning) {
    console.log(`In the console, after "npm start" and its sign-in link: ${origin}/console${page}`);
    return;
  }
  const database = createPool({
    databaseUrl: info.databaseUrl,
    applicationName: 'demo',
    maxConnections: 1,
    onIdleError: () => undefined,
  });
  try {
    const link = await linkMember(database, origin, info.memberId, null, page);
    console.log(
      link === null
        ? `In the console: ${origin}/console${page}`
        : `In the console (once, within 15 minutes): ${link.url}`,
    );
  } finally {
    await database.end();
  }
}
