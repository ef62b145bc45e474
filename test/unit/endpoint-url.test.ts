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
