// node deploy/healthcheck.mjs: exits with 0 if the process in this container is ready. Otherwise the script prints
// the reason and exits with 1.

const port = process.env['HEALTH_PORT'] || process.env['PORT'] || '3000';
try {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(5_000) });
  process.stdout.write(await answer.text());
  process.exitCode = answer.ok ? 0 : 1;
} catch (error) {
  process.stdout.write(String(error));
  process.exitCode = 1;
}
