import { loadLocalConfig } from '../config.ts';
import { buildTemporalServer, findTemporalServer } from './tools/temporal-server.ts';

// npm run temporal-server: builds Temporal's server for production, with which test/deploy/by-hand runs.

const { cacheDir, environment } = loadLocalConfig();
try {
  console.log(
    (await findTemporalServer(cacheDir)) ?? (await buildTemporalServer(cacheDir, environment['PATH'] ?? '')),
  );
} catch (error) {
  console.error(`error: ${(error as Error).message}`);
  process.exitCode = 1;
}
