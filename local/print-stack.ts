import path from 'node:path';
import type { Stack } from './stack/stack.ts';

/** The table of a running stack's addresses and keys. */
export function printStack({ info, directory }: Stack): void {
  const rows: [string, string | null][] = [
    ['API', info.apiUrl],
    ['Temporal UI', info.temporalUiUrl],
    ['Live key', info.liveKey],
    ['Sandbox key', info.sandboxKey],
    ['Workspace', info.workspaceId],
    ['Temporal', info.temporalAddress],
    ['Postgres', info.databaseUrl],
    ['S3', info.s3Endpoint],
    ['Metrics', Object.values(info.metricsUrls).join(' ')],
    ['Workers', Object.values(info.workerHealthUrls).join(' ')],
    ['For scripts', path.join(directory, 'stack.json')],
    ['Logs', path.join(directory, 'logs')],
  ];
  const width = Math.max(...rows.map(([label]) => label.length));
  console.log('');
  for (const [label, value] of rows) {
    if (value !== null) console.log(`  ${label.padEnd(width)}  ${value}`);
  }
}
