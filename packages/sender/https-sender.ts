import { isIP } from 'node:net';
import { createAddressGuard } from './addresses.ts';
import { createAgents } from './agent.ts';
import { type Answer, exchange, type Stage } from './exchange.ts';
import { BlockedAddress, createResolve, type ResolvedAddress } from './resolve.ts';
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

interface Sent {
  /** Includes the second request. */
  durationMs: number;
  /** True if the request was sent once more, because a reused connection broke. */
  isResent?: boolean;
}

type FailedSend = { kind: 'error' } & Sent & SendFault;

export type SendResult = ({ kind: 'response' } & Sent & Answer) | FailedSend;

/** The address of a URL for one request, which was checked before the request. */
export interface Destination {
  kind: 'destination';
  address: ResolvedAddress;
  /** The host of the URL and the address, without duplicates. Empty if only `allowedCidrs` allows the address. */
  publicHosts: string[];
  durationMs: number;
}

export interface ExchangeLimits {
  /** Time limit in milliseconds. Absent: the sender's default time limit. */
  timeoutMs?: number;
  /** Maximum size of the response body in bytes. Absent: the body is discarded. */
  maxBodyBytes?: number;
  /** When this signal is aborted, `post` throws the signal's reason. */
  signal?: AbortSignal;
  /** The result of `resolve`. `post` connects only to its address, and the time limit includes its duration. */
  destination?: Destination;
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
  const isPublic = createAddressGuard([]);
  const resolve = createResolve(isAllowed, dnsServers);
  const agents = createAgents({ resolve, extraCa, proxy, timeoutMs: defaultTimeoutMs });

  /** Parses a URL. Throws `BlockedAddress` if it is not allowed. Host names are checked during the lookup. */
  function parseAllowedUrl(text: string): URL {
    const url = new URL(text);
    if (url.protocol !== 'https:') throw new BlockedAddress('URL is not HTTPS');
    if (allowedPorts !== null && !allowedPorts.includes(Number(url.port || httpsPort)))
      throw new BlockedAddress('port not allowed');
    // IP addresses are checked here because they are not resolved.
    const host = hostOf(url);
    if (isIP(host) !== 0 && !isAllowed(host)) throw new BlockedAddress('address is not public');
    return url;
  }

  async function resolveHost(host: string): Promise<ResolvedAddress[]> {
    const family = isIP(host);
    return family === 0 ? resolve(host) : [{ address: host, family: family as 4 | 6 }];
  }

  return {
    /**
     * Chooses one of the allowed addresses of a URL. Returns the fault if there are none.
     * @param turn index of the address, from 0; starts over after the last address
     */
    async resolve(url: string, turn = 0): Promise<Destination | FailedSend> {
      const startedAt = performance.now();
      const elapsedMs = () => Math.round(performance.now() - startedAt);
      const deadline = AbortSignal.timeout(defaultTimeoutMs);
      try {
        const host = hostOf(parseAllowedUrl(url));
        const addresses = await Promise.race([resolveHost(host), rejectOnAbort(deadline)]);
        const address = addresses[turn % addresses.length]!;
        const publicHosts = isPublic(address.address) ? [...new Set([host, address.address])] : [];
        return { kind: 'destination', address, publicHosts, durationMs: elapsedMs() };
      } catch (error) {
        const fault = deadline.aborted ? timeoutFault(defaultTimeoutMs) : describeFault(error, 'connect');
        return { kind: 'error', ...fault, durationMs: elapsedMs() };
      }
    },

    /** Sends one POST request. Returns the response, or the fault if there is no response. */
    async post(
      url: string,
      headers: Record<string, string>,
      body: string,
      limits: ExchangeLimits = {},
    ): Promise<SendResult> {
      const { timeoutMs = defaultTimeoutMs, maxBodyBytes = null, destination } = limits;
      const resolveMs = destination?.durationMs ?? 0;
      const startedAt = performance.now();
      const elapsedMs = () => Math.round(resolveMs + performance.now() - startedAt);
      const deadline = AbortSignal.timeout(Math.max(0, timeoutMs - resolveMs));
      const signal = limits.signal === undefined ? deadline : AbortSignal.any([deadline, limits.signal]);
      let stage: Stage = 'connect';
      const onStage = (next: Stage) => (stage = next);
      let isResent = false;
      const onResend = () => (isResent = true);
      try {
        const target = parseAllowedUrl(url);
        const request = {
          url: target,
          headers,
          body: Buffer.from(body),
          maxBodyBytes,
          signal,
          onStage,
          onResend,
        };
        const pair = destination === undefined ? agents : agents.pinned(destination.address);
        const answer = await exchange(pair, request);
        limits.signal?.throwIfAborted();
        return { kind: 'response', ...answer, durationMs: elapsedMs(), isResent };
      } catch (error) {
        limits.signal?.throwIfAborted();
        const fault = deadline.aborted ? timeoutFault(timeoutMs) : describeFault(error, stage);
        return { kind: 'error', ...fault, durationMs: elapsedMs(), isResent };
      }
    },

    close(): void {
      for (const agent of [agents.kept, agents.unkept]) agent.destroy();
    },
  };
}

/** Returns the host of a URL in lower case, without the brackets of an IPv6 address and without a final dot. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$|\.$/g, '');

const timeoutFault = (timeoutMs: number): SendFault => ({
  errorClass: 'timeout',
  message: `no complete answer within ${timeoutMs / 1000} s`,
});

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}
