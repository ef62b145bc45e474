import { startTraceServer } from './server.ts';

// npm run traces: shows the traces that are sent to it, until Ctrl-C.

/** Of OpenTelemetry's protocol over HTTP. */
const usualPort = 4318;

const { url } = await startTraceServer(usualPort);
console.log(`Traces are shown at ${url}/ once there are some. In another terminal, for one:

  OTEL_EXPORTER_OTLP_ENDPOINT=${url} OTEL_EXPORTER_OTLP_PROTOCOL=http/json npm run demo

Press Ctrl-C to stop.`);
