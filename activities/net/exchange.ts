import https from 'node:https';
import type { Socket } from 'node:net';

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** Null when it is longer than was to be read, or did not end; the latter where the status is no 2xx alone. */
  body: Buffer | null;
}

/** More than any server has reason to send before its answer; each costs as much as an answer does. */
const maxInterimAnswers = 100;

/** How far an exchange has come. */
export type Stage = 'connect' | 'tls' | 'answer';

export interface ExchangeRequest {
  url: URL;
  headers: Record<string, string>;
  body: Buffer;
  maxBodyBytes: number;
  /** Whatever the other side does, the exchange ends with this. */
  signal: AbortSignal;
  onStage: (stage: Stage) => void;
}

/**
 * Makes one POST and takes its answer, without following redirects; throws what went wrong with the connection. What is not a
 * success counts by its status and headers, however its body goes on.
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
  // Node tells of some ends by `close` alone.
  signal.addEventListener('abort', () => fail(signal.reason as Error), { once: true });
  request.on('error', (error) => fail(error));
  request.on('close', () => fail(Object.assign(new Error('closed'), { code: 'ECONNRESET' })));
  request.on('socket', (socket) => followStages(socket, request.reusedSocket, onStage));
  let interimAnswers = 0;
  request.on('information', () => {
    interimAnswers++;
    if (interimAnswers > maxInterimAnswers)
      request.destroy(Object.assign(new Error('no end of interim answers'), { code: 'TOO_MANY_1XX' }));
  });
  request.on('upgrade', (response, socket) => {
    socket.destroy();
    resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.alloc(0) });
  });
  request.on('response', (response) => {
    const answer = { status: response.statusCode ?? 0, headers: response.headers };
    if (!isSuccess(answer.status)) fail = () => resolve({ ...answer, body: null });
    const chunks: Buffer[] = [];
    let received = 0;
    response.on('data', (chunk: Buffer) => {
      received += chunk.length;
      chunks.push(chunk);
      if (received <= maxBodyBytes) return;
      resolve({ ...answer, body: null });
      response.destroy();
    });
    response.on('end', () => resolve({ ...answer, body: Buffer.concat(chunks) }));
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
  // What comes out of a proxy is connected already.
  if (!socket.connecting) onStage('tls');
  socket.once('connect', () => onStage('tls'));
  socket.once('secureConnect', () => onStage('answer'));
}
