import ipaddr from 'ipaddr.js';

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** The IPv6 addresses that are routed on the public internet. */
const globalUnicast = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/**
 * Azure's virtual address of the platform service that manages virtual machines. The address is in a public range, so
 * it must be blocked separately.
 * @see https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
 */
const cloudInternal = '168.63.129.16';

/**
 * Returns a function that decides whether the service may connect to an address (protection against SSRF). Public
 * unicast addresses and addresses in the given networks are allowed. An IPv4 address in IPv6 notation is allowed only
 * if it is in one of the given networks. Addresses in IANA's registries of special-purpose addresses are not public.
 * `ipaddr.js` implements the registries; `test/unit/addresses` checks the implementation.
 * @param allowedCidrs networks such as `127.0.0.0/8`
 * @see https://www.iana.org/assignments/iana-ipv4-special-registry
 * @see https://www.iana.org/assignments/iana-ipv6-special-registry
 */
export function createAddressGuard(allowedCidrs: readonly string[]): (address: string) => boolean {
  const allowed: Network[] = allowedCidrs.map((cidr) => ipaddr.parseCIDR(cidr));
  return (text) => {
    // A zone index names a network interface of this machine, so the address is local.
    if (text.includes('%') || !ipaddr.isValid(text)) return false;
    const address = ipaddr.process(text);
    if (allowed.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits)))
      return true;
    if (address.range() !== 'unicast' || address.toString() === cloudInternal) return false;
    const written = ipaddr.parse(text);
    return written instanceof ipaddr.IPv4 || written.match(globalUnicast);
  };
}
