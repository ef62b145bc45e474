import { expect, test } from 'vitest';
import { createAddressGuard } from '../../activities/net/addresses.ts';

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
])('%s is not', (address) => {
  expect(isPublic(address)).toBe(false);
});

test('networks that are named are allowed, in either way of writing their addresses', () => {
  const guard = createAddressGuard(['127.0.0.0/8', '::1/128']);
  expect(guard('127.0.0.1')).toBe(true);
  expect(guard('::ffff:127.0.0.1')).toBe(true);
  expect(guard('::1')).toBe(true);
  expect(guard('10.0.0.1')).toBe(false);
  expect(guard('::2')).toBe(false);
});
