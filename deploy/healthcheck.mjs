// node deploy/healthcheck.mjs: ends with 0 when the process of this container is ready, else with what is wrong.

const port = process.env['HEALTH_PORT'] || process.env['PORT'] || '3000';
try {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(5_000) });
  process.stdout.write(await answer.text());
  process.exitCode = answer.ok ? 0 : 1;
} catch (error) {
  process.stdout.write(String(error));
  process.exitCode = 1;
}
