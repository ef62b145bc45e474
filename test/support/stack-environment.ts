import { inject } from 'vitest';
import { defaultBucket, s3Credentials } from '../../tools/local/stack/local-s3.ts';

/** Returns the environment variables for an additional process of the running stack. */
export function stackEnvironment(): NodeJS.ProcessEnv {
  const stack = inject('stack');
  return {
    MEDIA_SANDBOX: 'auto',
    TEXT_READER: 'off',
    ...process.env,
    ...s3Credentials,
    LOG_LEVEL: 'fatal',
    DATABASE_URL: stack.databaseUrl,
    TEMPORAL_ADDRESS: stack.temporalAddress,
    S3_ENDPOINT: stack.s3Endpoint,
    S3_BUCKET: defaultBucket,
    ENCRYPTION_KEYS: stack.encryptionKeys,
    PAYLOAD_ENCRYPTION_KEYS: stack.payloadKeys,
  };
}
