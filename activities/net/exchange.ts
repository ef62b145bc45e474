import https from 'node:https';
import type { Socket } from 'node:net';

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** Null unless the status is 2xx and the caller set `maxBodyBytes`. Null too when the body exceeds that limit. */
  body: Buffer | null;
}

/** Maximum number of 1xx responses before the final one. Each takes as long to process as a final response. */
const maxInterimResponses = 100;

/** Bytes of an unwanted body to read. A body that ends within them leaves a connection that can be used again. */
const maxDiscardedBytes = 20_000;

/** The part of an exchange that is in progress. */
export type Stage = 'connect' | 'tls' | 'answer';

export interface ExchangeRequest {
  url: URL;
  headers: Record<string, string>;
  body: Buffer;
  /** Maximum size of the response body in bytes. Null: the body is not needed. */
  maxBodyBytes: number | null;
  /** Ends the exchange when aborted. */
  signal: AbortSignal;
  onStage: (stage: Stage) => void;
}

/**
 * Sends one POST and returns the response. Does not follow redirects. Rejects with the connection's error.
 *
 * Where the body is not needed, an exchange has succeeded once the headers have arrived: a body that is too long,
 * breaks off or never ends changes nothing. The body of a response that is not 2xx is never needed.
 */
export function exchange(agent: https.Agent, sent: ExchangeRequest): Promise<Answer> {
  const { url, headers, body, maxBodyBytes, signal, onStage } = sent;
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const request = https.request(url, {
    method: 'POST',
    agent,
    signal,
    headers: { ...headers, 'content-length': String(body.length) },
  });
  let fail = reject;
  // Node reports some failures by `close` alone.
  signal.addEventListener('abort', () => fail(signal.reason as Error), { once: true });
  request.on('error', (error) => fail(error));
  request.on('close', () => fail(Object.assign(new Error('closed'), { code: 'ECONNRESET' })));
  request.on('socket', (socket) => followStages(socket, request.reusedSocket, onStage));
  let interimResponses = 0;
  request.on('information', () => {
    interimResponses++;
    if (interimResponses > maxInterimResponses)
      request.destroy(Object.assign(new Error('too many 1xx responses'), { code: 'TOO_MANY_1XX' }));
  });
  request.on('upgrade', (response, socket) => {
    socket.destroy();
    resolve({ status: response.statusCode ?? 0, headers: response.headers, body: null });
  });
  request.on('response', (response) => {
    const status = response.statusCode ?? 0;
    const answer = { status, headers: response.headers, body: null };
    const isNeeded = maxBodyBytes !== null && isSuccess(status);
    if (!isNeeded) fail = () => resolve(answer);
    const maxBytes = isNeeded ? maxBodyBytes : maxDiscardedBytes;
    const chunks: Buffer[] = [];
    let received = 0;
    response.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (isNeeded) chunks.push(chunk);
      if (received <= maxBytes) return;
      resolve(answer);
      response.destroy();
    });
    response.on('end', () => resolve(isNeeded ? { ...answer, body: Buffer.concat(chunks) } : answer));
    response.on('error', (error) => fail(error));
  });
  request.end(body);
  return promise;
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function followStages(socket: Socket, reused: boolean, onStage: (stage: Stage) => void): void {
  if (reused) return onStage('answer');
  // A socket that the egress proxy opened is already connected.
  if (!socket.connecting) onStage('tls');
  socket.once('connect', () => onStage('tls'));
  socket.once('secureConnect', () => onStage('answer'));
}
