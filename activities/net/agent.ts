import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Duplex } from 'node:stream';
import tls from 'node:tls';
import type { Resolve, ResolvedAddress } from './resolve.ts';
import { openTunnel } from './tunnel.ts';

export interface AgentOptions {
  resolve: Resolve;
  /** Root certificates in PEM to trust in addition to Node's. */
  extraCa: string | null;
  /** An HTTP proxy for all connections. */
  proxy: URL | null;
  /** Time limit for the proxy to open a connection. */
  timeoutMs: number;
}

/** Connections that are idle for longer are closed, because the other side has often closed them by then. */
const idleTimeoutMs = 5_000;

/**
 * Time limit for connecting to one of several addresses before the next is tried. Node's default of 250 ms is too
 * short for a distant host and for a lost first packet, which is sent again after 1 s.
 */
const addressTimeoutMs = 2_500;

/**
 * Creates an agent that keeps connections alive and connects a host name only to the addresses that `resolve`
 * returns. The caller must check an IP address in a URL, because the agent does not look it up.
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
    // Overrides NODE_TLS_REJECT_UNAUTHORIZED.
    rejectUnauthorized: true,
    autoSelectFamilyAttemptTimeout: addressTimeoutMs,
    // Created once, because parsing all root certificates takes longer than an exchange.
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

/** Opens a tunnel to the first of the addresses that the proxy can connect to, as Node does without a proxy. */
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
