import S3rver from '@20minutes/s3rver';
import { AtomicStore } from './atomic-store.ts';
import { corsXml } from './cors-xml.ts';

// node tools/local/stack/s3-server.ts DIRECTORY PORT BUCKET [ORIGIN…]: serves the files of a directory with the S3
// protocol. Pages of the origins may upload files.

const [directory, port, bucket, ...origins] = process.argv.slice(2) as [string, string, string, ...string[]];
// s3rver encodes a query with `encodeURIComponent` before it compares the signature. AWS Signature Version 4 also
// encodes the characters !'()*, which may occur in file names.
const encode = globalThis.encodeURIComponent;
globalThis.encodeURIComponent = (text) =>
  encode(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
const server = new S3rver({
  directory,
  address: '127.0.0.1',
  port: Number(port),
  silent: true,
  configureBuckets: [{ name: bucket, configs: origins.length === 0 ? [] : [corsXml(origins)] }],
});
server.store = server.context.store = new AtomicStore(directory);
await server.run();
process.send?.('ready');
// Exit when the IPC channel to the supervisor closes. It also closes if the supervisor is killed and sends no signal.
process.on('disconnect', () => process.exit(0));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0));
