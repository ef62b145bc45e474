import type { DataConverter } from '@temporalio/client';
import { parseEncryptionKeys } from '@assay/domain/lib/key-ring.ts';
import { createDataConverter } from '@assay/runtime/temporal/payload-codec.ts';
import type { StackInfo } from './state.ts';

/** Returns the data converter for clients of a stack. The processes of the stack refuse payloads without encryption. */
export function dataConverterOf(
  { payloadKeys }: Pick<StackInfo, 'payloadKeys'>,
  namespace = 'default',
): DataConverter {
  return createDataConverter({
    payloadKeys: parseEncryptionKeys(payloadKeys),
    PAYLOAD_ENCRYPTION: 'required',
    TEMPORAL_NAMESPACE: namespace,
  });
}
