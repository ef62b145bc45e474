import ipaddr from 'ipaddr.js';

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** The part of IPv6 that is routed in public. */
const globalUnicast = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/**
 * Public by its number, and yet what a cloud's machines are administered by.
 * @see https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
 */
const cloudInternal = '168.63.129.16';

/**
 * Makes the judge of the addresses that the service may connect to: public unicast ones, and those in the
 * networks given, in which IPv4 addresses may be written as IPv6; public ones may not. What is not public is told by IANA's
 * registries of special-purpose addresses, as `ipaddr.js` has them and `test/unit/addresses` holds them.
 * @param allowedCidrs networks such as `127.0.0.0/8`
 * @see https://www.iana.org/assignments/iana-ipv4-special-registry https://www.iana.org/assignments/iana-ipv6-special-registry
 */
export function createAddressGuard(allowedCidrs: readonly string[]): (address: string) => boolean {
  const allowed: Network[] = allowedCidrs.map((cidr) => ipaddr.parseCIDR(cidr));
  return (text) => {
    // A zone index names a local interface, and so a local network.
    if (text.includes('%') || !ipaddr.isValid(text)) return false;
    const address = ipaddr.process(text);
    if (allowed.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits)))
      return true;
    if (address.range() !== 'unicast' || address.toString() === cloudInternal) return false;
    const written = ipaddr.parse(text);
    return written instanceof ipaddr.IPv4 || written.match(globalUnicast);
  };
}
