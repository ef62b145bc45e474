import { Resolver } from 'node:dns/promises';
import { expect, test } from 'vitest';
import { endpointUrlFault } from '@assay/domain/contracts/subscription.ts';

test.for([
  'https://user:password@example.com/',
  'https://user@example.com/',
  'https://:@example.com/',
  'https://@example.com',
])('%s is rejected, since it has credentials (possibly empty)', (url) => {
  expect(endpointUrlFault(url)).toBe('must not contain credentials');
});

test.for(['https://example.com/@me', 'https://example.com?to=@me'])(
  '%s is accepted, since it has no credentials',
  (url) => {
    expect(endpointUrlFault(url)).toBeNull();
  },
);

const label = 'a'.repeat(63);
/** A name of 253 characters, the longest in DNS. */
const longest = `${label}.${label}.${label}.${'a'.repeat(61)}`;

test.for([
  `https://${label}.example.com/`,
  `https://${longest}/`,
  `https://${longest}./`,
  'https://example.com./',
  'https://xn--nxasmq6b.example/',
  'https://bücher.example/',
  'https://a_b.example.com/',
  'https://192.0.2.1/',
  'https://[2001:db8::1]:8443/',
])('%s is accepted', (url) => {
  expect(endpointUrlFault(url)).toBeNull();
});

test.for([
  [`https://${label}a.example.com/`, 'must have at most 63 characters between the dots of its host name'],
  [`https://${'ü'.repeat(60)}.example/`, 'must have at most 63 characters between the dots of its host name'],
  [`https://${longest}a/`, 'must have a host name of at most 253 characters'],
  [`https://${`${label}.`.repeat(5)}example/`, 'must have a host name of at most 253 characters'],
  ['https://a..example.com/', 'must not have an empty part in its host name'],
  ['https://.example.com/', 'must not have an empty part in its host name'],
  ['https://example.com../', 'must not have an empty part in its host name'],
  ['https://a!b.example.com/', 'must have only letters, digits and hyphens in its host name'],
  ['https://*.example.com/', 'must have only letters, digits and hyphens in its host name'],
] as const)('%s is rejected, since DNS cannot have its host name', ([url, fault]) => {
  expect(endpointUrlFault(url)).toBe(fault);
});

test('a DNS client agrees that the rejected lengths cannot be names, and the accepted ones can', async () => {
  // No server listens on this port, so a name that is sent ends with ECONNREFUSED.
  const resolver = new Resolver({ timeout: 200, tries: 1 });
  resolver.setServers(['127.0.0.1:9']);
  const codeOf = (name: string) =>
    resolver.resolve4(name).catch((error: unknown) => (error as { code: string }).code);
  for (const name of [`${label}a.example.com`, `${label}.${longest}`, 'a..example.com', 'a!b.example.com'])
    expect(await codeOf(name)).toBe('EBADNAME');
  for (const name of [`${label}.example.com`, longest, 'a_b.example.com'])
    expect(await codeOf(name)).not.toBe('EBADNAME');
});
