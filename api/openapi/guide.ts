import { allowedContentTypes, allowedExtensions, assetTypes, maxBytes } from '../../domain/asset-type.ts';
import { buckets } from '../../domain/api-key.ts';

const list = (items: readonly string[]) => items.map((item) => `\`${item}\``).join(', ');
const sizes = assetTypes.map((type) => `${type} ${maxBytes[type] / 2 ** 20} MiB`).join(', ');
const extensions = list(allowedExtensions);
const types = list([...allowedContentTypes]);

/** How the operations belong together: the text on top of the interface description, in Markdown. */
export const guide = `Submit media for verification, and get back issues with evidence.

## From a file to its issues

1. \`POST /uploads/url\` gives an upload URL and a \`blobPath\`. \`PUT\` the bytes there, with the headers given. The file
   name's extension decides the type.
2. \`POST /api/pricing/estimate\` tells what each file costs, measured on its bytes. It is what a submission charges.
3. \`GET /api/integrations/sidekicks\` lists the analysers; \`POST /api/integrations/submissions\` has them examine the files.
4. Poll \`GET /api/integrations/submissions/{submission_id}\` until its status is \`complete\` or \`failed\`, or subscribe an
   HTTPS endpoint to \`asset.processing.completed\` and \`asset.processing.failed\`.
5. \`GET …/assets/{asset_id}/issues\` lists what was found. An asset that failed and is retryable can be retried, free of charge.

## Prices

Video costs a credit for each started 10 seconds, a document one for each page, audio and images one each, unless your
operator has set other prices; the estimate tells. Plain text has a page for each 1,800 characters. The sandbox costs nothing.

## Keys and the sandbox

Every request carries a key of your workspace in the header \`X-API-Key\`. A key that begins with \`sk_live_\` submits real
media. One that begins with \`sk_test_\` selects the sandbox: the same paths, no upload (any UUID will do in a blob path), no
charge, and the outcome that a marker in the filename asks for, in lower case; of several the worst counts:

| marker | outcome |
| --- | --- |
| \`__sandbox_pass__\` | complete, no issues |
| \`__sandbox_advisory__\` | complete, a minor issue and an info |
| \`__sandbox_fail__\` | complete, a critical issue and two major ones |
| \`__sandbox_error__\` | failed, not retryable |
| \`__sandbox_retryable_error__\` | failed, retryable; a retry recovers it |
| \`__sandbox_pending__\` | never ends |

Several assets: the submission's status is that of the worst, in the order error, retryable error, fail, advisory, pass,
pending. So a submission may be \`complete\` while a pending asset of it never is, and has no issues to show (404). Events of
the sandbox are sent by \`POST /api/integrations/sandbox/events/fire\`.

## Errors

Branch on the HTTP status first, then read the body: a domain error has \`detail\`, a 422 has \`fields\`, a 429 has \`error\` and
the header \`Retry-After\` in seconds, a 402 has \`error_code\` and the \`bucket\` that the plan lacks. Only 429, 500 and 502 are
worth retrying, with exponential backoff and jitter. Creating a submission is not idempotent: after a 500, look whether the
blob path is taken (409) before you upload again. All errors are explained at [/docs/errors](docs/errors).

## Webhooks

Deliveries are signed as [Standard Webhooks](https://www.standardwebhooks.com): verify \`webhook-signature\` with the
subscription's secret over \`webhook-id\`, \`webhook-timestamp\` and the raw body. Answer with a 2xx within 15 seconds; else the
delivery is attempted again, up to ten times in all over about three days. The same event keeps its \`id\`, so take a repeated
one for done. 410 disables the subscription. Redirects are not followed. Beyond the specification, deliveries can be read
and made again, one by one or all of a time, secrets rotated, and example events sent.

## Limits

Uploads: ${sizes}. Content types: ${types}. Extensions: ${extensions}. A submission or an estimate may have 50 assets, a
workspace 20 subscriptions, a request's body 1 MiB, unless your plan says otherwise. Requests are counted per key, minute and
kind (${list(buckets)}), each up to what your plan allows; a whole minute's count may be used at once.
`;
