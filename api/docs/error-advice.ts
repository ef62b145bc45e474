import type { ErrorCode } from '@assay/domain/errors.ts';

/** The action that resolves each error, for consumers of the API. Text between backticks is displayed as code. */
export const errorAdvice: Record<ErrorCode, string> = {
  missing_api_key: 'Send the key in the header `X-API-Key` on every request.',
  invalid_api_key:
    'Send the complete key: `sk_live_` or `sk_test_` and 64 hexadecimal characters. A key is shown only when it is created. If it is lost, create another.',
  expired_api_key: 'Create a new key.',
  revoked_api_key: 'A member of your workspace has revoked this key. Use another.',
  not_signed_in:
    'Only in the console: sign in again. Sessions end after 12 hours without use, and after seven days.',
  invalid_sign_in_link:
    'Only in the console: a link works once, and not after its time. Ask the operator for another.',
  tier_not_authorized:
    'The plan of your workspace does not include the Integrations API, or not the kind of request that `bucket` names. Change the plan.',
  workspace_suspended:
    'The operator has suspended your workspace. Contact the operator. Submissions that were accepted are processed, and their webhooks are sent.',
  rate_limited:
    'Wait for the seconds in `Retry-After`, then send the request again. Each key has a separate limit for each of the six kinds of request. All keys and members of a workspace together have four times this limit.',
  too_many_at_once:
    'Too many requests are in progress, for your workspace or for the whole service. Or about ten thousand deliveries of your workspace wait to be started. The request had no effect. Wait for the seconds in `Retry-After`, then send it again.',
  list_timeout:
    'The list was not read within a second, because it is long or because many lists are being read. Wait for the seconds in `Retry-After`, then send the request again, with a shorter period or with other filters.',
  too_many_sign_ins:
    'Only in the console: wait for the seconds in `Retry-After`, then try again. Each address can fail ten times in a minute.',
  missing_role: 'Only in the console: ask an admin of your workspace for the role.',
  foreign_request:
    'Only in the console: open the console at its own address. Programs use the API with an API key instead.',
  missing_scope:
    'Use a key with this scope, or create one. The scopes of a key never change. The API reference lists the scope of each operation.',
  sandbox_only: 'Use a key that begins with `sk_test_`.',
  simulation_delay_on_live_key: 'Remove the parameter, or use a sandbox key.',
  sandbox_marker_missing:
    'With a sandbox key, the filename selects the outcome. Add one of the listed markers to it.',
  headers_too_large: 'Send at most 16 KiB of headers.',
  request_incomplete:
    'Send the complete request within 30 seconds, and its body at 1 KB per second or faster.',
  malformed_request: 'The request is not valid HTTP/1.1. Check the client and the proxies before the API.',
  invalid_request: 'Correct the fields that `fields` lists. The request had no effect.',
  invalid_blob_path:
    'Send the `blobPath` that `POST /uploads/url` returned, unchanged, with a key of the same workspace.',
  asset_already_submitted:
    'An upload can be submitted once. The header `Location` is the URL of the submission that has it. To process a failed asset again, retry it. To submit the same file again, upload it again.',
  too_many_keys: 'Only in the console: revoke keys that are not used, or ask the operator to create the key.',
  too_many_new_keys:
    'Only in the console: members of a workspace can create 100 keys within 24 hours. Wait for the seconds in `Retry-After`, or ask the operator to create the key.',
  too_many_members: 'Only in the console: remove people who left, or ask the operator to invite the person.',
  last_admin: 'Only in the console: make another member an admin first.',
  asset_not_retryable: 'Retry only assets that failed and whose `isRetryable` is true.',
  already_playable: 'Play the file itself: `GET …/media` has its link.',
  no_preview:
    'Request previews of video and audio files only. If processing has not begun, wait until the status of the asset is `processing`.',
  preview_failed:
    'The file failed to convert twice, so the preview is not made again. If the asset is retried, its new version can be converted again.',
  preview_failed_recently:
    'Wait for the seconds in `Retry-After`, then send the request again. If the preview fails again, the failure is final.',
  too_many_assets_in_progress:
    'Assets that are processed and previews that are made count towards the limit of your plan. Wait for the seconds in `Retry-After`, then send the request again.',
  asset_too_large:
    'The limits are 5 GB for video, 500 MB for audio, 50 MB for images and 100 MB for documents.',
  body_too_large:
    'Send at most 1 MiB of JSON, in at most 2,000 chunks. Upload files to the URL that `POST /uploads/url` returns, not to the API.',
  content_type_not_allowed: 'Convert the file to one of the content types in the API reference.',
  content_type_mismatch: 'Send the content type that belongs to the extension of the file.',
  file_content_mismatch:
    'The content of the file does not match its extension. Correct the extension and upload the file again.',
  route_not_found: 'Check the method and the path against the API reference.',
  api_key_not_found: 'Only in the console: check the id of the key.',
  member_not_found: 'Only in the console: check the id. The person may have been removed from the workspace.',
  workspace_not_found: 'Only in the console: check the id, and that you are a member of the workspace.',
  submission_not_found:
    'Check the id, and that the key belongs to the workspace that created the submission.',
  asset_not_found: 'Check that the asset belongs to this submission.',
  series_not_found:
    'Read `GET …/series`, which lists the curves of the asset. Curves are available once the asset has finished.',
  asset_not_finished:
    'Read the status of the asset, or wait for the webhook. Issues and topics are available once the status is `complete` or `failed`.',
  subscription_not_found: 'Check the id. The subscription may have been deleted.',
  profile_not_found:
    'Check the id against `GET /api/integrations/profiles`. The profile may have been deleted.',
  asset_signed_off:
    'Withdraw the sign-off with `DELETE …/sign-off`, change the decision, and sign the asset off again.',
  issues_undecided: '`GET …/sign-off` lists the issues in `undecided`. Decide about each of them first.',
  evidence_not_kept:
    'Files are copied within seconds after the decision: try again. If the `status` of a file is `lost`, upload it again and decide again.',
  evidence_not_found:
    'Check the id against the `evidence` of the decisions. Addresses have no file, and a file is available once its `status` is `kept`.',
  issue_not_found: 'Read the issues of the asset again. A retry can remove an issue.',
  report_not_found: 'Live assets have a report once they have finished. Sandbox assets have none.',
  report_link_not_found: 'List the links of the asset. The link may have been revoked.',
  too_many_report_links: 'Revoke links that are not needed any more.',
  report_not_signed:
    'The installation had no signing key when the asset finished. Its operator can set `REPORT_SIGNING_KEY_FILE`.',
  trial_not_found: 'Start another trial. Trials are kept for some days after their end.',
  profile_built_in: 'Create a profile with `basedOn` and the id of the built-in one, and change that.',
  profile_code_taken: 'Choose another code, or change the existing profile.',
  profile_changed: 'Read the profile, make your change again, and send it with the current version.',
  too_many_profiles: 'Delete profiles that are no longer used.',
  delivery_not_found:
    'Check the event id against the `eventId` values in the delivery history of this subscription.',
  subscription_disabled: 'Enable the subscription, then send the request again.',
  internal: 'This is a fault of the service. Retry with exponential backoff.',
  overloaded:
    'The response took too long to build. Wait for the seconds in `Retry-After`, then retry with exponential backoff. A write may have taken effect.',
  storage: 'The storage did not respond. Retry with exponential backoff.',
  too_many_measurements:
    'Wait for the seconds in `Retry-After`, then send the same request again. Finished measurements are kept.',
  storage_quota_exceeded:
    'Upload and submit the files whose URLs you have, or let their URLs expire. Declare `contentLength`: without it, an upload counts with the largest size of its type. Files of expired submissions no longer count.',
  spending_limit_reached:
    'The submission would cost more credits than the spending limit of your workspace leaves for this calendar month (UTC). Nothing was charged. Submit fewer or shorter files, wait for the next month, or ask the operator for a higher limit. `Retry-After` is the time until the next month.',
  too_many_upload_urls:
    'Submit the files whose URLs you have, or let their URLs expire, which takes an hour. Then send the request again.',
  too_many_pending:
    'Assets marked `__sandbox_pending__` never finish. They stop counting after 30 days. Use another marker.',
  sandbox_quota_reached:
    'The submission would exceed the number of sandbox assets that your plan permits per calendar day (UTC). Nothing was submitted. Submit fewer assets, wait for the next day, or ask the operator for a higher quota. `Retry-After` is the time until the next day.',
  measurement_unavailable:
    'The files are still being measured. Retry with exponential backoff. Finished measurements are kept.',
  blob_unreadable: 'The results could not be loaded. Retry with exponential backoff.',
};
