import { expect, test } from 'vitest';
import { sandboxMarkers, sandboxOutcomeOf } from '@assay/domain/sandbox.ts';

test.for(['pass', 'advisory', 'fail', 'error', 'retryable_error', 'pending'])(
  '__sandbox_%s__ selects its outcome',
  (outcome) => {
    expect(sandboxOutcomeOf(`a__sandbox_${outcome}__b.mp4`)).toBe(outcome);
    expect(sandboxMarkers).toContain(`__sandbox_${outcome}__`);
  },
);

test('the worst of several markers counts', () => {
  expect(sandboxOutcomeOf('__sandbox_pending____sandbox_pass__')).toBe('pass');
  expect(sandboxOutcomeOf('__sandbox_pass____sandbox_advisory__')).toBe('advisory');
  expect(sandboxOutcomeOf('__sandbox_advisory____sandbox_fail__')).toBe('fail');
  expect(sandboxOutcomeOf('__sandbox_fail____sandbox_retryable_error__')).toBe('retryable_error');
  expect(sandboxOutcomeOf('__sandbox_retryable_error____sandbox_error__')).toBe('error');
});

test('markers are case-sensitive and optional', () => {
  expect(sandboxOutcomeOf('__SANDBOX_PASS__.mp4')).toBeNull();
  expect(sandboxOutcomeOf('__sandbox_other__.mp4')).toBeNull();
});
