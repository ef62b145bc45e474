import { isIP } from 'node:net';
import { createAddressGuard } from './addresses.ts';
import { createAgents } from './agent.ts';
import { type Answer, exchange, type Stage } from './exchange.ts';
import { BlockedAddress, createResolve } from './resolve.ts';
import { describeFault, type SendFault } from './send-fault.ts';

export interface HttpsSenderOptions {
  /** Networks in CIDR notation that are allowed although they are not public. */
  allowedCidrs: readonly string[];
  /** Default time limit in milliseconds for an exchange, from the DNS lookup to the last byte of the response. */
  timeoutMs: number;
  /** Root certificates in PEM to trust in addition to Node's. Null: trust only Node's. */
  extraCa: string | null;
  /** Allowed ports. Null or absent: all ports are allowed. */
  allowedPorts?: readonly number[] | null;
  /** HTTP proxy for all requests. Null or absent: no proxy. */
  proxy?: URL | null;
  /** DNS servers to use instead of the system's. Null or absent: the system's DNS servers. */
  dnsServers?: readonly string[] | null;
}

export type SendResult =
  ({ kind: 'response'; durationMs: number } & Answer) | ({ kind: 'error'; durationMs: number } & SendFault);

export interface ExchangeLimits {
  /** Time limit in milliseconds. Absent: the sender's default time limit. */
  timeoutMs?: number;
  /** Maximum size of the response body in bytes. Absent: the body is discarded. */
  maxBodyBytes?: number;
  /** When this signal is aborted, `post` throws the signal's reason. */
  signal?: AbortSignal;
}

export type HttpsSender = ReturnType<typeof createHttpsSender>;

const httpsPort = 443;

/**
 * Creates a sender of HTTPS POST requests to URLs that customers chose (protection against SSRF). The sender connects
 * only to public addresses and to those in `allowedCidrs`, and does not follow redirects. One deadline applies to the
 * whole exchange. Faults of the endpoint are returned as results, not thrown.
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
  const agents = createAgents({ resolve, extraCa, proxy, timeoutMs: defaultTimeoutMs });

  /** Parses a URL. Throws `BlockedAddress` if it is not allowed. Host names are checked during the lookup. */
  function parseAllowedUrl(text: string): URL {
    const url = new URL(text);
    if (url.protocol !== 'https:') throw new BlockedAddress('URL is not HTTPS');
    if (allowedPorts !== null && !allowedPorts.includes(Number(url.port || httpsPort)))
      throw new BlockedAddress('port not allowed');
    // IP addresses are checked here because they are not resolved. In a URL, an IPv6 address is in brackets.
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !isAllowed(host)) throw new BlockedAddress('address is not public');
    return url;
  }

  return {
    /** Sends one POST request. Returns the response, or the fault if there is no response. */
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
        const answer = await exchange(agents, request);
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
      for (const agent of [agents.kept, agents.unkept]) agent.destroy();
    },
  };
}
