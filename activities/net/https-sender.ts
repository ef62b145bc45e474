import { isIP } from 'node:net';
import { createAddressGuard } from './addresses.ts';
import { createAgent } from './agent.ts';
import { type Answer, exchange, type Stage } from './exchange.ts';
import { BlockedAddress, createResolve } from './resolve.ts';
import { describeFault, type SendFault } from './send-fault.ts';

export interface HttpsSenderOptions {
  /** Networks that may be reached although they are not public. */
  allowedCidrs: readonly string[];
  /** Limit for the whole exchange, from the name look-up to the last byte of the answer, where a call sets no other. */
  timeoutMs: number;
  /** PEM of root certificates to trust besides the usual ones. */
  extraCa: string | null;
  /** The only ports that are sent to; any without it. */
  allowedPorts?: readonly number[] | null;
  /** An HTTP proxy through which everything is sent. */
  proxy?: URL | null;
  /** Where names are looked up instead of the system's servers. */
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
 * Makes a sender of HTTPS POST requests to addresses that strangers chose. Only public addresses are connected
 * to, whatever name leads to them; redirects are not followed; one deadline covers everything. Never throws for
 * what the other side does: that is the result.
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

  /** The URL, when it may be sent to as far as it tells by itself; its name is looked up when it is connected to. */
  function checked(text: string): URL {
    const url = new URL(text);
    if (url.protocol !== 'https:') throw new BlockedAddress('it is not HTTPS');
    if (allowedPorts !== null && !allowedPorts.includes(Number(url.port || httpsPort)))
      throw new BlockedAddress('its port is not one that is sent to');
    // For an address in the URL no look-up is made. Brackets are how a URL writes IPv6.
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !isAllowed(host)) throw new BlockedAddress('it is an address that is not public');
    return url;
  }

  return {
    /** Sends one POST. `url` must be HTTPS. */
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
        const target = checked(url);
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
