import https from 'node:https';
import type { Socket } from 'node:net';
import type { AgentPair } from './agent.ts';
import { isSuccess } from './is-success.ts';

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** The response body. Null if `maxBodyBytes` is null, the status is not 2xx, or the body exceeds `maxBodyBytes`. */
  body: Buffer | null;
}

/**
 * Maximum number of 1xx responses. Without it, an endpoint could send any number, and each costs as much processor time
 * as a final response.
 */
const maxInterimResponses = 100;

/** Maximum bytes to read of a body that is not needed. A connection is reused only if the body ends earlier. */
const maxDiscardedBytes = 20_000;

/** Maximum number of chunks of a body before they are joined. A chunk can have one byte, but its object takes 300. */
const maxChunks = 1_000;

/**
 * Thrown if a reused connection broke before any byte of a response arrived. The endpoint probably closed it because it
 * was idle, and did not read the request. `cause` is the error of the connection.
 */
class ReusedConnectionBroke extends Error {}

/** The current step of an exchange: connecting, the TLS handshake, or the request and its response. */
export type Stage = 'connect' | 'tls' | 'answer';

export interface ExchangeRequest {
  url: URL;
  headers: Record<string, string>;
  body: Buffer;
  /** Maximum size of the response body in bytes. Null if the body is not needed. */
  maxBodyBytes: number | null;
  signal: AbortSignal;
  onStage: (stage: Stage) => void;
  /** Called before the request is sent once more. */
  onResend: () => void;
}

/**
 * Sends a POST request and returns the response. Redirects are not followed. The promise rejects with the error of the
 * connection.
 *
 * If a reused connection breaks before any byte of a response has arrived, the request is sent once more, on a new
 * connection. Node recommends this for `reusedSocket`, and RFC 9110, 9.2.2, permits it if the request is idempotent.
 * Receivers deduplicate events by id, and requests to custom sidekicks are repeated after other faults too. `signal`
 * ends both requests.
 *
 * If the body is not needed, the exchange succeeds even if the body is too long, breaks off or never ends. The body
 * of a response whose status is not 2xx is never needed.
 */
export async function exchange(agents: AgentPair, sent: ExchangeRequest): Promise<Answer> {
  try {
    return await exchangeOnce(agents.kept, sent);
  } catch (error) {
    if (!(error instanceof ReusedConnectionBroke)) throw error;
    sent.onResend();
    sent.onStage('connect');
    return exchangeOnce(agents.unkept, sent);
  }
}

function exchangeOnce(agent: https.Agent, sent: ExchangeRequest): Promise<Answer> {
  const { url, headers, body, maxBodyBytes, signal, onStage } = sent;
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const request = https.request(url, {
    method: 'POST',
    agent,
    signal,
    headers: { ...headers, 'content-length': String(body.length) },
  });
  let isUnanswered = false;
  let fail = (error: Error) => {
    const isDropped = isUnanswered && !signal.aborted;
    reject(isDropped ? new ReusedConnectionBroke('a reused connection broke', { cause: error }) : error);
  };
  signal.addEventListener('abort', () => fail(signal.reason as Error), { once: true });
  request.on('error', (error) => fail(error));
  // Node reports some failures only with a `close` event.
  request.on('close', () => fail(Object.assign(new Error('closed'), { code: 'ECONNRESET' })));
  request.on('socket', (socket) => {
    followStages(socket, request.reusedSocket, onStage);
    if (!request.reusedSocket) return;
    isUnanswered = true;
    const onData = () => (isUnanswered = false);
    // Node's own listener reports a malformed response as an error, so this listener must run first.
    socket.prependOnceListener('data', onData);
    request.once('close', () => socket.off('data', onData));
  });
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
    let chunks: Buffer[] = [];
    let received = 0;
    response.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (isNeeded) chunks.push(chunk);
      if (chunks.length > maxChunks) chunks = [Buffer.concat(chunks)];
      if (received <= maxBytes) return;
      chunks = [];
      resolve(answer);
      response.destroy();
    });
    response.on('end', () => resolve(isNeeded ? { ...answer, body: Buffer.concat(chunks) } : answer));
    response.on('error', (error) => fail(error));
  });
  request.end(body);
  return promise;
}

function followStages(socket: Socket, reused: boolean, onStage: (stage: Stage) => void): void {
  if (reused) return onStage('answer');
  // A socket that leads through the tunnel of a proxy is already connected.
  if (!socket.connecting) onStage('tls');
  socket.once('connect', () => onStage('tls'));
  socket.once('secureConnect', () => onStage('answer'));
}
