import ipaddr from 'ipaddr.js';

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** The part of IPv6 that is routed in public. */
const globalUnicast = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/**
 * Makes the judge of the addresses that the service may connect to: public unicast ones, and those in the
 * networks given. IPv4 addresses written as IPv6 are judged as what they are.
 * @param allowedCidrs networks such as `127.0.0.0/8`
 */
export function createAddressGuard(allowedCidrs: readonly string[]): (address: string) => boolean {
  const allowed: Network[] = allowedCidrs.map((cidr) => ipaddr.parseCIDR(cidr));
  return (text) => {
    // A zone index names a local interface, and so a local network.
    if (text.includes('%') || !ipaddr.isValid(text)) return false;
    const address = ipaddr.process(text);
    if (allowed.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits)))
      return true;
    if (address.range() !== 'unicast') return false;
    return address instanceof ipaddr.IPv4 || address.match(globalUnicast);
  };
}
