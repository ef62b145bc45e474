import { expect, test } from 'vitest';
import { createAddressGuard } from '@assay/sender/addresses.ts';

const isPublic = createAddressGuard([]);

test.for(['93.184.216.34', '8.8.8.8', '2606:2800:220:1:248:1893:25c8:1946', '2a00:1450:4001:80b::200e'])(
  '%s is public',
  (address) => {
    expect(isPublic(address)).toBe(true);
  },
);

test.for([
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:10.0.0.1',
  '::ffff:8.8.8.8',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::1',
  '2001::1',
  '2001:db8::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  'localhost',
  '',
])('%s is not public', (address) => {
  expect(isPublic(address)).toBe(false);
});

test('addresses of allowed networks are allowed, also IPv4 written as IPv6', () => {
  const guard = createAddressGuard(['127.0.0.0/8', '::1/128']);
  expect(guard('127.0.0.1')).toBe(true);
  expect(guard('::ffff:127.0.0.1')).toBe(true);
  expect(guard('::1')).toBe(true);
  expect(guard('10.0.0.1')).toBe(false);
  expect(guard('::2')).toBe(false);
});

// The first and last address of each range in IANA's registries, and the public addresses before and after the range.
test.for([
  ['0.0.0.0', '0.255.255.255', null, '1.0.0.0'],
  ['10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
  ['100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
  ['127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
  ['168.63.129.16', '168.63.129.16', '168.63.129.15', '168.63.129.17'],
  ['169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
  ['172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
  ['192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0'],
  ['192.0.2.0', '192.0.2.255', '192.0.1.255', '192.0.3.0'],
  ['192.31.196.0', '192.31.196.255', '192.31.195.255', '192.31.197.0'],
  ['192.52.193.0', '192.52.193.255', '192.52.192.255', '192.52.194.0'],
  ['192.88.99.0', '192.88.99.255', '192.88.98.255', '192.88.100.0'],
  ['192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
  ['192.175.48.0', '192.175.48.255', '192.175.47.255', '192.175.49.0'],
  ['198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
  ['198.51.100.0', '198.51.100.255', '198.51.99.255', '198.51.101.0'],
  ['203.0.113.0', '203.0.113.255', '203.0.112.255', '203.0.114.0'],
  ['224.0.0.0', '255.255.255.255', '223.255.255.255', null],
  ['::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', null, null],
  ['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', '2000:ffff:ffff:ffff::1', '2001:200::'],
  ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db7:ffff::1', '2001:db9::'],
  ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2001:ffff:ffff::1', '2003::'],
  ['2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff', '2620:4f:7fff::1', '2620:4f:8001::'],
  ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', '3ffe:ffff::1', '3fff:1000::'],
  ['4000::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '3fff:ffff::1', null],
])('%s to %s is not public', ([first, last, before, after]) => {
  expect([first!, last!].map(isPublic)).toEqual([false, false]);
  for (const neighbour of [before, after])
    if (typeof neighbour === 'string') expect(isPublic(neighbour)).toBe(true);
});
