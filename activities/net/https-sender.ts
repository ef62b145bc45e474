import { isIP } from 'node:net';
import { createAddressGuard } from './addresses.ts';
import { createAgent } from './agent.ts';
import { type Answer, exchange, type Stage } from './exchange.ts';
import { BlockedAddress, createResolve } from './resolve.ts';
import { describeFault, type SendFault } from './send-fault.ts';

export interface HttpsSenderOptions {
  /** Networks to allow although they are not public. */
  allowedCidrs: readonly string[];
  /** Default time limit for an exchange, from the DNS lookup to the last byte of the response. */
  timeoutMs: number;
  /** Root certificates in PEM to trust in addition to Node's. */
  extraCa: string | null;
  /** Allowed ports. Null or absent: all. */
  allowedPorts?: readonly number[] | null;
  /** An HTTP proxy for all requests. */
  proxy?: URL | null;
  /** DNS servers to use instead of the system's. */
  dnsServers?: readonly string[] | null;
}

export type SendResult =
  ({ kind: 'response'; durationMs: number } & Answer) | ({ kind: 'error'; durationMs: number } & SendFault);

/** Options of one call. */
export interface ExchangeLimits {
  /** Replaces the sender's time limit. */
  timeoutMs?: number;
  /** Maximum size of the response body in bytes. Without it the body is discarded. */
  maxBodyBytes?: number;
  /** When aborted, `post` throws the signal's reason. */
  signal?: AbortSignal;
}

export type HttpsSender = ReturnType<typeof createHttpsSender>;

const httpsPort = 443;

/**
 * Creates a sender of HTTPS POST requests to URLs that customers chose (protection against SSRF). It connects to
 * public addresses only, does not follow redirects, and applies one deadline to the whole exchange. Faults of the
 * other side are results and not thrown errors.
 */
export function createHttpsSender(options: HttpsSenderOptions) {
  const {
    extraCa,
    timeoutMs: defaultTimeoutMs,
    allowedPorts = null,
    proxy = null,
    dnsServers = null,
  } = options;
  const isAllowed = createAddressGuard(options.allowedCidrs);
  const resolve = createResolve(isAllowed, dnsServers);
  const agent = createAgent({ resolve, extraCa, proxy, timeoutMs: defaultTimeoutMs });

  /** Parses a URL. Throws `BlockedAddress` if it is not allowed. A host name is checked when it is looked up. */
  function parseAllowedUrl(text: string): URL {
    const url = new URL(text);
    if (url.protocol !== 'https:') throw new BlockedAddress('URL is not HTTPS');
    if (allowedPorts !== null && !allowedPorts.includes(Number(url.port || httpsPort)))
      throw new BlockedAddress('port not allowed');
    // An IP address is not looked up, so it is checked here. URLs have brackets around IPv6 addresses.
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !isAllowed(host)) throw new BlockedAddress('address is not public');
    return url;
  }

  return {
    /** Sends one POST request. */
    async post(
      url: string,
      headers: Record<string, string>,
      body: string,
      limits: ExchangeLimits = {},
    ): Promise<SendResult> {
      const { timeoutMs = defaultTimeoutMs, maxBodyBytes = null } = limits;
      const startedAt = performance.now();
      const elapsedMs = () => Math.round(performance.now() - startedAt);
      const deadline = AbortSignal.timeout(timeoutMs);
      const signal = limits.signal === undefined ? deadline : AbortSignal.any([deadline, limits.signal]);
      let stage: Stage = 'connect';
      const onStage = (next: Stage) => (stage = next);
      try {
        const target = parseAllowedUrl(url);
        const request = { url: target, headers, body: Buffer.from(body), maxBodyBytes, signal, onStage };
        const answer = await exchange(agent, request);
        limits.signal?.throwIfAborted();
        return { kind: 'response', ...answer, durationMs: elapsedMs() };
      } catch (error) {
        limits.signal?.throwIfAborted();
        const fault: SendFault = deadline.aborted
          ? { errorClass: 'timeout', message: `no complete answer within ${timeoutMs / 1000} s` }
          : describeFault(error, stage);
        return { kind: 'error', ...fault, durationMs: elapsedMs() };
      }
    },

    close(): void {
      agent.destroy();
    },
  };
}
