import S3rver from '@20minutes/s3rver';
import { AtomicStore } from './atomic-store.ts';

// node local/stack/s3-server.ts DIRECTORY PORT BUCKET: the local S3 server, objects as files in a directory.

const [directory, port, bucket] = process.argv.slice(2) as [string, string, string];
const server = new S3rver({
  directory,
  address: '127.0.0.1',
  port: Number(port),
  silent: true,
  configureBuckets: [{ name: bucket, configs: [] }],
});
server.store = server.context.store = new AtomicStore(directory);
await server.run();
process.send?.('ready');
// It ends with the stack, even when that could not say so.
process.on('disconnect', () => process.exit(0));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0));
