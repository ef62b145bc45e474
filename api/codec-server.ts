import { loadCodecServerConfig } from '@assay/runtime/config.ts';
import { exitOnConfigError, onStop } from '@assay/runtime/bootstrap.ts';
import { createLogger } from '@assay/runtime/telemetry/logger.ts';
import { createMetrics } from '@assay/runtime/telemetry/metrics.ts';
import { serveOperators } from '@assay/runtime/operator-port.ts';

// This process decodes payloads for operators and connects to no other service. It can therefore run in a network that
// the clients of Temporal, custom sidekicks among them, cannot reach.

const config = exitOnConfigError(loadCodecServerConfig);
const log = createLogger('codec server', config);
const operators = await serveOperators(config, {
  checks: {},
  condition: () => ({ ready: true, shown: {} }),
  metrics: createMetrics({}),
  log,
});
onStop(() => operators.close());
