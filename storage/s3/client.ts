import { S3Client } from '@aws-sdk/client-s3';

/** A client of AWS, or of another S3 server where an endpoint is given. */
export function createClient(endpoint: string | null, region: string): S3Client {
  return new S3Client({
    region,
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    // Other servers than AWS may not know the newer checksum trailers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 2_000, requestTimeout: 15_000, throwOnRequestTimeout: true },
  });
}
