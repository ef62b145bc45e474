import { get, type IncomingHttpHeaders } from 'node:http';

/** Sends a GET whose path is not normalised. Returns the body as it was sent, without decompressing it. */
export function rawGet(
  origin: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: IncomingHttpHeaders; bytes: Buffer; text: string }> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const request = get({ hostname, port, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        resolve({
          status: response.statusCode!,
          headers: response.headers,
          bytes,
          text: bytes.toString(),
        });
      });
    });
    request.on('error', reject);
  });
}
