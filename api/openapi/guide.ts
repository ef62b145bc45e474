import { allowedContentTypes, allowedExtensions, assetTypes, maxBytes } from '@assay/domain/asset-type.ts';
import { buckets } from '@assay/domain/api-key.ts';

const list = (items: readonly string[]) => items.map((item) => `\`${item}\``).join(', ');
const sizes = assetTypes.map((type) => `${type} ${maxBytes[type] / 2 ** 20} MiB`).join(', ');
const extensions = list(allowedExtensions);
const types = list([...allowedContentTypes]);

/** The introduction of the interface description, in Markdown. It explains how to use the operations together. */
export const guide = `Submit media for verification, and get back issues with evidence. All errors are explained at
[/docs/errors](docs/errors).

## From a file to its issues

1. \`POST /uploads/url\` returns an upload URL and a \`blobPath\`. Send the bytes to that URL with \`PUT\` and the returned
   headers. The extension of the filename decides the type.
2. \`POST /api/pricing/estimate\` returns the price of each file, measured on its bytes. A submission charges the same.
3. \`GET /api/integrations/sidekicks\` lists the analysers. \`POST /api/integrations/submissions\` submits files to them.
4. Poll \`GET /api/integrations/submissions/{submission_id}\` until its status is \`complete\` or \`failed\`. Or subscribe an
   HTTPS endpoint to \`asset.processing.completed\` and \`asset.processing.failed\`.
   \`GET /api/integrations/submissions\` lists all submissions with the number of their issues, and filters them.
5. Read the status of each asset. Once it is \`complete\` or \`failed\`, \`GET …/assets/{asset_id}/issues\` lists its issues;
   before that, the response is 404. A failed asset whose \`isRetryable\` is true can be retried, free of charge.
   \`GET …/checks\` also lists the rules that found nothing. \`GET …/media\` returns a link to the file, and its SHA-256.
   \`POST …/preview\` makes a preview of a video or sound that browsers cannot play.
   \`GET …/series\` lists the curves that were measured, such as loudness and flashes.

The code samples read environment variables: \`BASE_URL\` (the URL of this service, without a slash at the end),
\`API_KEY\`, and the ids that a sample needs. For example \`SUBMISSION_ID\` is the \`submissionId\` of a submission, and
\`BLOB_PATH\` is the \`blobPath\` of an upload.

## Prices

The operator can change prices; the estimate always has the current ones. By default:

| file | credits |
| --- | --- |
| video | 1 for each started 10 seconds |
| document | 1 for each page; plain text has 1,800 characters on a page |
| audio, image | 1 |
| anything with a sandbox key | 0 |

## Keys and the sandbox

Every request needs a key of your workspace in the header \`X-API-Key\`. A key that begins with \`sk_live_\` submits real
media. A key that begins with \`sk_test_\` selects the sandbox: the same paths, without upload, analysis or charge. Any UUID
works as asset id. A marker in the filename, in lower case, selects the outcome. If there are several, the worst counts.

| marker | outcome |
| --- | --- |
| \`__sandbox_pass__\` | \`complete\`, no issues |
| \`__sandbox_advisory__\` | \`complete\`, one \`minor\` and one \`info\` issue |
| \`__sandbox_fail__\` | \`complete\`, one \`critical\` and two \`major\` issues |
| \`__sandbox_error__\` | \`failed\`, not retryable |
| \`__sandbox_retryable_error__\` | \`failed\`, retryable; a retry succeeds |
| \`__sandbox_pending__\` | never finishes |

The status of a submission with several assets is that of the worst asset. The order is error, retryable error, fail,
advisory, pass, pending. A submission can therefore be \`complete\` while one of its assets stays pending; the issues of that
asset return 404. The sandbox sends events only through \`POST /api/integrations/sandbox/events/fire\`.

## Scopes of a key

The scopes of a key are set when it is created. By default a key has all of them. Each operation names its scope; without
it, the response is 403.

| scope | permits |
| --- | --- |
| \`read\` | reading and listing submissions; reading assets, issues, topics and versions |
| \`submit\` | upload URLs, submitting, retrying, and sandbox events |
| \`read\` or \`submit\` | price estimates, and the sidekicks and profiles, which a client needs before it submits |
| \`profiles\` | creating, changing and deleting profiles |
| \`webhooks\` | subscriptions and their deliveries |
| \`live_data\` | with a sandbox key: reading and retrying live submissions, and firing events for them |

A sandbox key without \`live_data\` gets the 404 of an unknown id for every live submission. It cannot have the scope
\`webhooks\`, because deliveries show events of live submissions, or \`profiles\`, because profiles judge live submissions. Live keys always have \`live_data\`.

## Errors

Branch on the HTTP status first, then read the body:

| status | body |
| --- | --- |
| 402 | \`error_code\`, \`message\` and the \`bucket\` that the plan does not include |
| 422 | \`error\`, \`message\` and \`fields\`, the fields to correct |
| 429 | \`error\`; the header \`Retry-After\` has the seconds to wait |
| others | \`detail\` and \`docs_url\`, a link to the explanation |

Retry only after 429, 500 and 502, with exponential backoff and jitter. Creating a submission is not idempotent. After a 500,
send the same request again: a 409 means that the files are already submitted, and its header \`Location\` is the URL of
the submission.

## Webhooks

Deliveries are signed as [Standard Webhooks](https://www.standardwebhooks.com). Verify \`webhook-signature\` with the secret
of the subscription over \`webhook-id\`, \`webhook-timestamp\` and the raw body. Return a 2xx within 15 seconds. Otherwise the
delivery is retried: up to ten attempts over about three days. All attempts have the same \`id\`, so ignore an \`id\` that you
have already processed. A 410 disables the subscription. Redirects are not followed. Test events (fired by a sandbox key,
and example events) have the body of a real event, and the header \`webhook-test: true\`. Do not act on them in production.

Other operations read deliveries, repeat one delivery or all of a period, rotate secrets and send example events.

## Limits

| limit | value |
| --- | --- |
| size of an upload | ${sizes} |
| assets in a submission or an estimate | 50, unless your plan says otherwise |
| subscriptions of a workspace | 20, unless your plan says otherwise |
| sandbox assets of a workspace per day (UTC) | 50,000, unless your plan says otherwise |
| body of a request | 1 MiB |

Content types: ${types}.

Extensions: ${extensions}.

Requests are counted per key and minute in six buckets: ${list(buckets)}. Your plan has a limit for each. The whole limit
of a minute can be used at once.

\`HEAD\` works wherever \`GET\` does, with the same limits. Lists reject query parameters that they do not have.
`;
