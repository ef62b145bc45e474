import { expect, test } from 'vitest';
import { endpointUrlFault } from '../../domain/contracts/subscription.ts';

test.for([
  'https://user:password@example.com/',
  'https://user@example.com/',
  'https://:@example.com/',
  'https://@example.com',
])('%s has credentials, be they empty', (url) => {
  expect(endpointUrlFault(url)).toBe('must not contain credentials');
});

test.for(['https://example.com/@me', 'https://example.com?to=@me'])('%s has none', (url) => {
  expect(endpointUrlFault(url)).toBeNull();
});
