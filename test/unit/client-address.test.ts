import { expect, test } from 'vitest';
import { clientAddress } from '../../api/client-address.ts';

test.for([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8::1', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['unknown', '198.51.100.9'],
  ["1.2.3.4'; drop table audit_log", '198.51.100.9'],
] as const)('%s is stored as %s', ([ip, stored]) => {
  expect(clientAddress({ ip, socket: { remoteAddress: '198.51.100.9' } as never })).toBe(stored);
});

test('a closed connection has no address', () => {
  expect(clientAddress({ ip: undefined as never, socket: {} as never })).toBeNull();
});
