import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Duplex } from 'node:stream';
import tls from 'node:tls';
import type { Resolve, ResolvedAddress } from './resolve.ts';
import { openTunnel } from './tunnel.ts';

export interface AgentOptions {
  resolve: Resolve;
  extraCa: string | null;
  proxy: URL | null;
  /** Time limit in milliseconds for the proxy to open a connection. */
  timeoutMs: number;
}

/**
 * Milliseconds after which an idle connection is closed. Shorter than the shortest common timeout of servers, which is
 * the 2 s of gunicorn. If the server closes a connection first, a request may already be on its way.
 */
const idleTimeoutMs = 1_500;

/**
 * Time limit in milliseconds for connecting to one address before the agent tries the next. Node's default of 250 ms
 * is too short for a distant host. It is also too short if the first packet is lost, because TCP sends the packet
 * again after 1 s.
 */
const addressTimeoutMs = 2_500;

export interface AgentPair {
  /** Keeps connections alive and reuses them. */
  kept: https.Agent;
  /** Opens a connection for each request. */
  unkept: https.Agent;
}

export interface Agents extends AgentPair {
  /** Returns agents that connect only to the given address, and open a connection for each request. */
  pinned: (address: ResolvedAddress) => AgentPair;
}

/**
 * Creates agents that connect, for a host name, only to the addresses that `resolve` returns. If a URL contains an IP
 * address, the caller must check it, because the agents call `resolve` only for host names.
 */
export function createAgents({ resolve, extraCa, proxy, timeoutMs }: AgentOptions): Agents {
  const options: https.AgentOptions = {
    // This option overrides NODE_TLS_REJECT_UNAUTHORIZED, so the environment cannot disable the check of certificates.
    rejectUnauthorized: true,
    autoSelectFamilyAttemptTimeout: addressTimeoutMs,
    // The TLS context is created only once, because parsing all root certificates takes longer than a request.
    ...(extraCa === null
      ? {}
      : { secureContext: tls.createSecureContext({ ca: [...tls.rootCertificates, extraCa] }) }),
  };
  const create = (own: https.AgentOptions, resolveHost = resolve): https.Agent => {
    const agent = new https.Agent({ ...options, lookup: lookupWith(resolveHost), ...own });
    if (proxy !== null) connectThrough(agent, proxy, resolveHost, timeoutMs);
    return agent;
  };
  return {
    kept: create({ keepAlive: true, timeout: idleTimeoutMs }),
    unkept: create({ keepAlive: false }),
    pinned(address) {
      const agent = create({ keepAlive: false }, () => Promise.resolve([address]));
      return { kept: agent, unkept: agent };
    },
  };
}

function lookupWith(resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) =>
        options.all === true
          ? callback(null, addresses)
          : callback(null, addresses[0]!.address, addresses[0]!.family),
      (error: unknown) => callback(error as NodeJS.ErrnoException, ''),
    );
  };
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

/**
 * Opens a tunnel to the first address that the proxy can reach. Tries the addresses one after another, as Node does
 * without a proxy. All tries together take at most `timeoutMs`.
 */
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
