import dns from 'node:dns';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import tls from 'node:tls';
import { createAddressGuard } from './addresses.ts';

export interface HttpsSenderOptions {
  /** Networks that may be reached although they are not public. */
  allowedCidrs: readonly string[];
  /** Limit for the whole exchange, from the name look-up to the last byte of the answer, where a call sets no other. */
  timeoutMs: number;
  /** PEM of root certificates to trust besides the usual ones. */
  extraCa: string | null;
}

/** Where an exchange failed. */
export type SendErrorClass = 'blocked' | 'dns' | 'connect' | 'tls' | 'timeout' | 'protocol';

export type SendResult =
  | ({ kind: 'response'; durationMs: number } & Answer)
  | { kind: 'error'; errorClass: SendErrorClass; message: string; durationMs: number };

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** Null when it is longer than was to be read. */
  body: Buffer | null;
}

/** What a call allows beside what the sender does. */
export interface ExchangeLimits {
  timeoutMs?: number;
  maxBodyBytes?: number;
  /** Aborted when the answer is no longer wanted, which then is thrown. */
  signal?: AbortSignal;
}

export type HttpsSender = ReturnType<typeof createHttpsSender>;

/** Where the answer's body is of no account: reading it to the end lets the connection be used again. */
const defaultMaxBodyBytes = 20_000;

class BlockedAddress extends Error {}

const idleTimeoutMs = 5_000;

/**
 * Makes a sender of HTTPS POST requests to addresses that strangers chose. Only public addresses are connected
 * to, whatever name leads to them; redirects are not followed; one deadline covers everything. Never throws for
 * what the other side does: that is the result.
 */
export function createHttpsSender(options: HttpsSenderOptions) {
  const isAllowed = createAddressGuard(options.allowedCidrs);

  /** Resolves a name to its allowed addresses: what is connected to is what was checked. */
  const lookup: LookupFunction = (hostname, lookupOptions, callback) => {
    dns.lookup(hostname, { ...lookupOptions, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, '');
      const allowed = addresses.filter(({ address }) => isAllowed(address));
      if (allowed.length === 0)
        return callback(new BlockedAddress('it leads to an address that is not public'), '');
      if (lookupOptions.all === true) return callback(null, allowed);
      return callback(null, allowed[0]!.address, allowed[0]!.family);
    });
  };

  const agent = new https.Agent({
    keepAlive: true,
    // A connection that has been idle for long is gone on the other side more often than not.
    timeout: idleTimeoutMs,
    lookup,
    ...(options.extraCa === null ? {} : { ca: [...tls.rootCertificates, options.extraCa] }),
  });

  function exchange(
    url: URL,
    headers: Record<string, string>,
    body: Buffer,
    maxBodyBytes: number,
    signal: AbortSignal,
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      // For an address in the URL no look-up is made. Brackets are how a URL writes IPv6.
      const host = url.hostname.replace(/^\[|\]$/g, '');
      if (isIP(host) !== 0 && !isAllowed(host))
        throw new BlockedAddress('it is an address that is not public');
      const request = https.request(url, {
        method: 'POST',
        agent,
        signal,
        headers: { ...headers, 'content-length': String(body.length) },
      });
      // Whatever the other side does, the limit holds; Node tells of some ends by `close` alone.
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      request.on('error', reject);
      request.on('close', () => reject(new Error('closed without an answer')));
      request.on('upgrade', (response, socket) => {
        socket.destroy();
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.alloc(0) });
      });
      request.on('response', (response) => {
        const answer = { status: response.statusCode ?? 0, headers: response.headers };
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
        response.on('error', reject);
      });
      request.end(body);
    });
  }

  return {
    /** Sends one POST. `url` must be HTTPS. */
    async post(
      url: string,
      headers: Record<string, string>,
      body: string,
      limits: ExchangeLimits = {},
    ): Promise<SendResult> {
      const { timeoutMs = options.timeoutMs, maxBodyBytes = defaultMaxBodyBytes, signal } = limits;
      const startedAt = performance.now();
      const elapsedMs = () => Math.round(performance.now() - startedAt);
      const deadline = AbortSignal.timeout(timeoutMs);
      const ends = signal === undefined ? deadline : AbortSignal.any([deadline, signal]);
      try {
        const target = new URL(url);
        if (target.protocol !== 'https:') throw new BlockedAddress('it is not HTTPS');
        const answer = await exchange(target, headers, Buffer.from(body), maxBodyBytes, ends);
        return { kind: 'response', ...answer, durationMs: elapsedMs() };
      } catch (error) {
        signal?.throwIfAborted();
        return { kind: 'error', ...describe(error, deadline, timeoutMs), durationMs: elapsedMs() };
      }
    },

    close(): void {
      agent.destroy();
    },
  };
}

/** What failed, in words that tell nothing but what the endpoint's owner may know. */
function describe(
  error: unknown,
  deadline: AbortSignal,
  timeoutMs: number,
): { errorClass: SendErrorClass; message: string } {
  if (deadline.aborted)
    return { errorClass: 'timeout', message: `no complete answer within ${timeoutMs / 1000} s` };
  if (error instanceof BlockedAddress) return { errorClass: 'blocked', message: error.message };
  const { code = '', syscall = '' } = error as { code?: string; syscall?: string };
  if (syscall === 'getaddrinfo')
    return { errorClass: 'dns', message: `the name cannot be resolved (${code})` };
  if (isTlsCode(code)) return { errorClass: 'tls', message: `no trusted TLS connection (${code})` };
  if (syscall === 'connect' || code === 'ECONNREFUSED')
    return { errorClass: 'connect', message: `no connection (${code})` };
  return {
    errorClass: 'protocol',
    message: `the connection broke before a complete answer (${code || 'unknown'})`,
  };
}

/** OpenSSL's verification results and Node's own TLS errors. */
function isTlsCode(code: string): boolean {
  return /^(?:ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|INVALID_CA|EPROTO)/.test(
    code,
  );
}
