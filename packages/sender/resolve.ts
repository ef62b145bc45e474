import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

export interface ResolvedAddress {
  address: string;
  family: 4 | 6;
}

export type Resolve = (hostname: string) => Promise<ResolvedAddress[]>;

/** Thrown when a URL, its port or its address is not allowed. */
export class BlockedAddress extends Error {}

const hostsFile = '/etc/hosts';
/**
 * Options of c-ares for DNS servers that do not respond; timeouts are in milliseconds. The first timeout is five times
 * the recent response time, and at least 250 ms. The timeout doubles with each try, up to `maxTimeout`. With one DNS
 * server, four tries take between 3.75 s and 8 s. The default time limit of an exchange is longer.
 */
const queryOptions = { timeout: 2_000, maxTimeout: 2_000, tries: 4 };
/** Maximum number of addresses to try per host name, because the owner of the name controls their number. */
const maxAddresses = 8;

/**
 * Creates a function that returns the allowed addresses of a host name, IPv4 first. The addresses come from the hosts
 * file, or from DNS if the hosts file does not contain the name. The function throws `BlockedAddress` if no address
 * is allowed, and the DNS error if the name has no addresses.
 *
 * `getaddrinfo` is not used. While a DNS server does not respond, `getaddrinfo` blocks one of the four libuv threads.
 * @param dnsServers addresses with or without a port; null for the system's DNS servers
 */
export function createResolve(
  isAllowed: (address: string) => boolean,
  dnsServers: readonly string[] | null,
): Resolve {
  const resolver = new Resolver(queryOptions);
  if (dnsServers !== null) resolver.setServers(dnsServers);

  async function fromDns(name: string): Promise<string[]> {
    const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    if (four.status === 'rejected' && six.status === 'rejected') throw four.reason;
    return [four, six].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  }

  return async (hostname) => {
    const name = hostname.toLowerCase().replace(/\.$/, '');
    const named = await fromHosts(name);
    const addresses = named.length > 0 ? named : await fromDns(name);
    const allowed = addresses.filter(isAllowed);
    if (allowed.length === 0) throw new BlockedAddress('host name does not resolve to a public address');
    return allowed
      .slice(0, maxAddresses)
      .map((address) => ({ address, family: isIP(address) === 6 ? 6 : 4 }));
  };
}

/** Returns the addresses of a name in the hosts file. `localhost` does not need an entry there (RFC 6761, 6.3). */
async function fromHosts(name: string): Promise<string[]> {
  const text = await readFile(hostsFile, 'utf8').catch(() => '');
  const addresses = text
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim().split(/\s+/))
    .filter(([, ...names]) => names.some((each) => each.toLowerCase() === name))
    .map(([address]) => address!)
    .sort((a, b) => isIP(a) - isIP(b));
  return addresses.length === 0 && name === 'localhost' ? ['127.0.0.1', '::1'] : addresses;
}
