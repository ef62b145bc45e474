import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

export interface ResolvedAddress {
  address: string;
  family: 4 | 6;
}

export type Resolve = (hostname: string) => Promise<ResolvedAddress[]>;

/** Names lead there, or the URL says so itself. */
export class BlockedAddress extends Error {}

const hostsFile = '/etc/hosts';
/**
 * A server that does not answer is asked again, and where it is the only one given up well within an exchange's limit. The first wait is five times what
 * answers have taken of late, 250 ms at least, and each further one twice as long, so that four come to 3.75 s or more.
 */
const queryWaits = { timeout: 2_000, maxTimeout: 2_000, tries: 4 };
/** A name has as many addresses as its owner likes, and each that cannot be connected to is followed by the next. */
const maxAddresses = 8;

/**
 * Makes a function that gives the addresses of a name which may be connected to, IPv4 first: from the hosts file, else
 * from DNS. Throws `BlockedAddress` when it has none that may, and what DNS says when it has none at all.
 *
 * Names of strangers are not looked up with the system's `getaddrinfo`: it holds one of a process's four threads for as
 * long as a name server chooses to be silent.
 * @param dnsServers addresses with or without a port; null for the system's
 */
export function createResolve(
  isAllowed: (address: string) => boolean,
  dnsServers: readonly string[] | null,
): Resolve {
  const resolver = new Resolver(queryWaits);
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
    if (allowed.length === 0) throw new BlockedAddress('it leads to an address that is not public');
    return allowed
      .slice(0, maxAddresses)
      .map((address) => ({ address, family: isIP(address) === 6 ? 6 : 4 }));
  };
}

/** The addresses that this machine's own file has for a name; localhost is known without it (RFC 6761, 6.3). */
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
