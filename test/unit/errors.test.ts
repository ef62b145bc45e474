import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { validate } from '../../api/validate.ts';
import { ApiError, errorReply, errors, validationError } from '@assay/domain/errors.ts';

describe('the body of an error has the shape of its status', () => {
  test('domain', () => {
    expect(errorReply(new ApiError('submission_not_found'), null)).toEqual({
      status: 404,
      headers: {},
      body: { detail: 'Submission not found' },
    });
  });

  test('domain, with a link to the documentation unless it is a 401', () => {
    const link = 'https://assay.example/docs/errors#submission_not_found';
    const { body } = errorReply(new ApiError('submission_not_found'), 'https://assay.example');
    expect(body).toEqual({ detail: 'Submission not found', docs_url: link });
    expect(errorReply(new ApiError('missing_api_key'), 'https://assay.example').body).toEqual({
      detail: 'Missing X-API-Key header',
    });
  });

  test('validation', () => {
    expect(errorReply(validationError({ field: 'assets', message: 'is required' }), null).body).toEqual({
      error: 'validation_error',
      message: 'Request validation failed',
      fields: [{ field: 'assets', message: 'is required' }],
    });
  });

  test('rate limit, with the Retry-After header', () => {
    expect(errorReply(new ApiError('rate_limited', { retryAfterSeconds: 7 }), null)).toEqual({
      status: 429,
      headers: { 'retry-after': '7' },
      body: { error: 'Rate limit exceeded' },
    });
  });

  test('tier, with the bucket', () => {
    const error = new ApiError('tier_not_authorized', {
      values: { plan: 'free', bucket: 'upload' },
      bucket: 'upload',
    });
    expect(errorReply(error, null).body).toEqual({
      error_code: 'tier_not_authorized_for_integrations_api',
      message: 'The free plan does not include upload requests of the Integrations API',
      bucket: 'upload',
    });
  });
});

test('the texts are exactly those of specification 5 and 7', () => {
  expect(errors.missing_api_key.text).toBe('Missing X-API-Key header');
  expect(errors.invalid_api_key.text).toBe('Invalid API key');
  expect(errors.expired_api_key.text).toBe('This API key has expired');
  expect(errors.revoked_api_key.text).toBe('This API key has been revoked');
  expect(errors.invalid_blob_path.text).toBe('Invalid blob path');
});

test('the specification lists every status', () => {
  const statuses = new Set([400, 401, 402, 403, 404, 409, 413, 415, 422, 429, 500, 502]);
  for (const { status } of Object.values(errors)) expect(statuses).toContain(status);
});

test('a response lists at most 100 invalid fields', () => {
  const schemas = { body: z.strictObject({ numbers: z.array(z.number()) }) };
  const unknown = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`unknown${index}`, true]));
  const body = { numbers: Array.from({ length: 99 }, () => 'x'), ...unknown };
  let thrown: unknown;
  try {
    validate(schemas, { params: {}, query: {}, body });
  } catch (error) {
    thrown = error;
  }
  expect((thrown as ApiError).detail.fields).toHaveLength(100);
});
