import { connect } from 'node:net';
import { inject } from 'vitest';

/** Sends bytes unchanged over a TCP connection. Returns everything that is received until the connection closes. */
export function overSocket(request: string, apiUrl = inject('stack').apiUrl): Promise<string> {
  const { port, hostname } = new URL(apiUrl);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(request));
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString()));
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
  });
}
