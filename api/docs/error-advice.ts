import type { ErrorCode } from '../../domain/errors.ts';

/** What a consumer can do about each error. */
export const errorAdvice: Record<ErrorCode, string> = {
  missing_api_key: 'Send the key in the header `X-API-Key` on every request.',
  invalid_api_key:
    'Check that the whole key is sent, once: `sk_live_` or `sk_test_` and 64 hexadecimal characters. A key is shown only when it is made; if it is lost, make another.',
  expired_api_key: 'Make a new key, and give it an expiry that suits you.',
  revoked_api_key: 'Somebody in your workspace has revoked this key. Use another.',
  tier_not_authorized:
    'The plan of your workspace lacks the Integrations API, or the kind of request that `bucket` names. Change the plan.',
  rate_limited:
    'Wait for the seconds in `Retry-After`, then go on. Each of the six kinds of request is counted by itself, per key.',
  too_many_at_once:
    'More requests are in progress than the service takes at once, with your key or in all, or ten thousand deliveries of your workspace are still to be begun. Nothing was done: wait for the seconds in `Retry-After`, and send the same request again.',
  sandbox_only: 'Use a key that begins with `sk_test_`.',
  simulation_delay_on_live_key: 'Leave the parameter out, or use a sandbox key.',
  sandbox_marker_missing:
    'With a sandbox key the filename chooses the outcome. Put one of the markers that the message lists into it.',
  headers_too_large: 'A request’s headers may have 16 KiB in all.',
  request_incomplete: 'All of a request must arrive within 30 seconds. Try again.',
  malformed_request:
    'What was sent is not HTTP/1.1. Look at the client or at what is between it and the API.',
  invalid_request: 'Mend the fields that `fields` names. The request was not processed.',
  invalid_blob_path:
    'Submit the `blobPath` that `POST /uploads/url` gave you, unchanged, with a key of the same workspace.',
  asset_already_submitted:
    'An upload can be submitted once. To process a failed asset again, retry it; to submit the same file again, upload it again.',
  asset_not_retryable: 'Only an asset that failed and whose `isRetryable` is true can be retried.',
  asset_too_large: 'Video may have 5 GB, audio 500 MB, images 50 MB, documents 100 MB.',
  body_too_large: 'A request’s body may have 1 MiB. Files are uploaded to the URL of `POST /uploads/url`.',
  content_type_not_allowed: 'Convert the file to one of the content types that the API reference lists.',
  content_type_mismatch: 'Give the content type that belongs to the file’s extension.',
  file_content_mismatch:
    'What was uploaded is not what its extension says. Give the file its right extension and upload it again.',
  route_not_found: 'Check the method and the path against the API reference.',
  submission_not_found: 'Check the id, and that the key is of the workspace that made the submission.',
  asset_not_found: 'Check that the asset is one of this submission’s.',
  asset_not_finished: 'Poll the submission, or wait for the webhook, and ask again when the asset has ended.',
  subscription_not_found: 'Check the id; the subscription may have been deleted.',
  delivery_not_found:
    'Check that the event is one that this subscription was told of: the delivery history has its `eventId`.',
  subscription_disabled:
    'Enable the subscription, and ask again: nothing is delivered to one that is disabled.',
  internal: 'The fault is ours. Try again with exponential backoff.',
  overloaded:
    'The answer took too long to make. Wait for the seconds in `Retry-After` and try again with exponential backoff; what was to be written may have been.',
  storage: 'The storage did not answer. Try again with exponential backoff.',
  measurement_unavailable:
    'The files are still being measured. Try again with exponential backoff; what has been measured is kept.',
  blob_unreadable: 'The results could not be loaded. Try again with exponential backoff.',
};
