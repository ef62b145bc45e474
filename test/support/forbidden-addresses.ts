/** Hosts of URLs that must be blocked, in many spellings of their addresses. */
export const forbiddenHosts: readonly string[] = [
  // Loopback, in every form that a URL parser accepts (https://url.spec.whatwg.org/#concept-ipv4-parser).
  ...['127.0.0.1', '127.0.1', '127.1', '127.0.0.1.', '127.000.000.001', '127.255.255.254', '127.0.0.53'],
  ...['2130706433', '017700000001', '0x7f000001', '0X7F000001', '0x7f.0.0.1', '0x7f.1', '0177.0.0.1'],
  ...['0177.0x0.0.1', '127.0x1', '%31%32%37.0.0.1', '１２７.０.０.１', '127。0。0。1', '①②⑦.⓪.⓪.①'],
  ...['localhost', 'LOCALHOST', 'localhost.', 'ｌｏｃａｌｈｏｓｔ'],
  // Addresses that mean this host or this network.
  ...['0.0.0.0', '0', '0x0', '00', '0.1.2.3'],
  // Private, shared and link-local addresses.
  ...['10.0.0.1', '10.1', '167772161', '0xa.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255'],
  ...['192.168.0.1', '0xc0a80001', '192.168.1', '100.64.0.1', '100.127.255.254', '169.254.0.1'],
  // Addresses of cloud metadata services and cloud management.
  ...['169.254.169.254', '0xa9fea9fe', '2852039166', '0251.0376.0251.0376', '169.254.43518', '169.16689662'],
  ...['100.100.100.200', '192.0.0.192', '168.63.129.16', '[fd00:ec2::254]', '[::ffff:a9fe:a9fe]'],
  // Addresses for documentation, benchmarks, relays and multicast, and reserved addresses.
  ...['192.0.0.1', '192.0.2.1', '198.51.100.1', '203.0.113.1', '198.18.0.1', '198.19.255.255'],
  ...['192.88.99.1', '192.31.196.1', '192.52.193.1', '192.175.48.1', '224.0.0.1', '239.255.255.255'],
  ...['240.0.0.1', '255.255.255.255', '0xffffffff'],
  // IPv6 addresses that embed an IPv4 address: mapped, compatible, translated, NAT64, 6to4, Teredo.
  ...[
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:ffff:7f00:0001]',
    '[::FFFF:10.0.0.1]',
    '[::ffff:8.8.8.8]',
  ],
  ...['[::127.0.0.1]', '[::7f00:1]', '[::ffff:0:127.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b:1::7f00:1]'],
  ...['[2002:7f00:1::]', '[2002:a9fe:a9fe::1]', '[2001:0:7f00:1::]', '[2001:0:0:0:0:0:80ff:fffe]'],
  // Other IPv6 addresses: loopback, unspecified, local and multicast addresses, and all others that are not
  // global unicast.
  ...['[::1]', '[0:0:0:0:0:0:0:1]', '[0000::0001]', '[::]', '[::2]', '[fe80::1]', '[febf::1]', '[fec0::1]'],
  ...['[fc00::1]', '[fdff::1]', '[ff02::1]', '[ff0e::1]', '[100::1]', '[4000::1]', '[5f00::1]', '[e000::1]'],
  ...['[2001:2::1]', '[2001:3::1]', '[2001:10::1]', '[2001:20::1]', '[2001:db8::1]', '[3fff::1]'],
];
