import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Duplex } from 'node:stream';
import tls from 'node:tls';
import type { Resolve, ResolvedAddress } from './resolve.ts';
import { openTunnel } from './tunnel.ts';

export interface AgentOptions {
  resolve: Resolve;
  /** PEM of root certificates to trust besides the usual ones. */
  extraCa: string | null;
  /** An HTTP proxy that makes the connections. */
  proxy: URL | null;
  /** Limit for the proxy to make one. */
  timeoutMs: number;
}

/** A connection that has been idle for long is gone on the other side more often than not. */
const idleTimeoutMs = 5_000;

/**
 * For how long one of several addresses is tried before the next. Node's 250 ms are less than a connection to the other side
 * of the world takes, or one whose first packet is lost; the second packet goes out after 1 s.
 */
const addressTimeoutMs = 2_500;

/**
 * Makes an agent whose connections are kept and used again, and which connects names to the addresses that `resolve`
 * gives and to no others. Addresses in URLs it takes as they are.
 */
export function createAgent({ resolve, extraCa, proxy, timeoutMs }: AgentOptions): https.Agent {
  const lookup: LookupFunction = (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) =>
        options.all === true
          ? callback(null, addresses)
          : callback(null, addresses[0]!.address, addresses[0]!.family),
      (error: unknown) => callback(error as NodeJS.ErrnoException, ''),
    );
  };
  const agent = new https.Agent({
    keepAlive: true,
    timeout: idleTimeoutMs,
    lookup,
    // Whatever NODE_TLS_REJECT_UNAUTHORIZED says.
    rejectUnauthorized: true,
    autoSelectFamilyAttemptTimeout: addressTimeoutMs,
    // Made once: reading all the roots takes longer than an exchange.
    ...(extraCa === null
      ? {}
      : { secureContext: tls.createSecureContext({ ca: [...tls.rootCertificates, extraCa] }) }),
  });
  if (proxy !== null) connectThrough(agent, proxy, resolve, timeoutMs);
  return agent;
}

function connectThrough(agent: https.Agent, proxy: URL, resolve: Resolve, timeoutMs: number): void {
  const secure = agent.createConnection.bind(agent) as (options: https.RequestOptions) => Duplex;

  agent.createConnection = (options, callback) => {
    const connect = async (): Promise<Duplex> => {
      const host = options.host ?? '';
      const family = isIP(host);
      const addresses = family === 0 ? await resolve(host) : [{ address: host, family: family as 4 | 6 }];
      const socket = await tunnelToFirst(proxy, addresses, Number(options.port), timeoutMs);
      return secure({ ...options, socket } as https.RequestOptions);
    };
    connect().then(
      (stream) => callback!(null, stream),
      (error: unknown) => callback!(error as Error, undefined as never),
    );
    return undefined;
  };
}

/** Has the proxy connect to the first of some addresses that it can connect to, as Node does without a proxy. */
async function tunnelToFirst(
  proxy: URL,
  [first, ...others]: ResolvedAddress[],
  port: number,
  timeoutMs: number,
): Promise<Duplex> {
  if (others.length === 0) return openTunnel(proxy, first!, port, timeoutMs);
  const startedAt = performance.now();
  try {
    return await openTunnel(proxy, first!, port, Math.min(timeoutMs, addressTimeoutMs));
  } catch (error) {
    const leftMs = timeoutMs - Math.ceil(performance.now() - startedAt);
    if (leftMs <= 0) throw error;
    return tunnelToFirst(proxy, others, port, leftMs);
  }
}
