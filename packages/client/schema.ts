// Generated from the OpenAPI description; `npm test -- test/unit/client-schema -u` updates it.

export interface paths {
    "/uploads/url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a URL to upload a file to
         * @description Returns a presigned URL, the headers to send with the bytes, and the blob path that identifies the upload in estimates and submissions. The URL expires after an hour.
         *
         *     Rate-limit bucket: `upload`. Scope: `submit`.
         */
        post: operations["createUploadUrl"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/integrations/uploads/url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a URL to upload a file to (second path)
         * @description Returns a presigned URL, the headers to send with the bytes, and the blob path that identifies the upload in estimates and submissions. The URL expires after an hour.
         *
         *     Rate-limit bucket: `upload`. Scope: `submit`.
         */
        post: operations["createUploadUrlAlias"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pricing/estimate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview what assets cost
         * @description Read-only: no submission is created and nothing is charged. The price comes from a metric measured on the uploaded bytes. A submission at this moment would be charged the same. Sandbox files cost nothing.
         *
         *     Rate-limit bucket: `submission_read`. Scope: `read` or `submit`.
         */
        post: operations["estimatePricing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/integrations/submissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the submissions
         * @description Newest first. A submission must match all filters. A page can have fewer submissions than `limit`, even none, although more follow: a request compares a limited number of submissions with its filters. The list ends when `next` is null.
         *
         *     Rate-limit bucket: `submission_read`. Scope: `read`.
         */
        get: operations["listSubmissions"];
        put?: never;
        /**
         * Submit assets for analysis
         * @description Not idempotent: submitting the same blob path again returns 409, with the URL of the submission in the `Location` header. If many assets of the workspace are being processed, new assets stay `pending` until others have finished. With a sandbox key, a marker in each filename chooses the outcome, and `simulationDelaySeconds` delays it.
         *
         *     Rate-limit bucket: `submission_write`. Scope: `submit`.
         */
        post: operations["createSubmission"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/integrations/submissions/{submission_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a submission and its assets
         * @description Rate-limit bucket: `submission_read`. Scope: `read`.
         */
        get: operations["readSubmission"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/integrations/submissions/{submission_id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of a submission
         * @description The first version has all assets. Each retry of an asset adds a version with that asset only.
         *
         *     Rate-limit bucket: `submission_read`. Scope: `read`.
         */
        get: operations["listVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/integrations/submissions/{submission_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of the events of a submission
         * @description Newest first, at most 200. Deliveries to deleted subscriptions are left out.
         *
         *     Rate-limit bucket: `webhook_read`. Scope: `webhooks`.
         */
        get: operations["listSubmissionDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/integrations/submissions/{submission_id}/assets/{asset_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an asset
         * @description Rate-limit bucket: `submission_read`. Scope: `read`.
         */
        get: operations["readAsset"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/integrations/submissions/{submission_id}/assets/{asset_id}/issues": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the issues of an asset
         * @description Returns all issues, ordered by reference number. Read the asset’s status first: until it is `complete` or `failed`, this returns 404. The evidence of an issue at a moment in a video includes a small picture of that moment. Its link expires after an hour.
         *
         *     Rate-limit bucket: `submission_read`. Scope: `read`.
         */
        get: operations["listIssues"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/integrations/submissions/{submission_id}/assets/{asset_id}/topics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the topics of an asset
         * @description A topic groups issues of one rule family, or issues whose anchors overlap. Read the asset’s status first: until it is `complete` or `failed`, this returns 404.
         *
         *     Rate-limit bucket: `submission_read`. Scope: `read`.
         */
        get: operations["listTopics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/integrations/submissions/{submission_id}/assets/{asset_id}/checks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the checks that were made on an asset
         * @description Returns every rule of the sidekicks that the submission or its profile named, with its result. Of the requirements, it returns those of the profile. Until the asset is `complete` or `failed`, this returns 404.
         *
         *     Rate-limit bucket: `submission_read`. Scope: `read`.
         */
        get: operations["listChecks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/integrations/submissions/{submission_id}/assets/{asset_id}/issues/{issue_id}/decision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Decide about an issue
         * @description Replaces the decision before it, which stays in the history. Decisions are kept when the asset is retried. They change the verdict when the asset is signed off, and cannot be changed after that.
         *
         *     Rate-limit bucket: `submission_write`. Scope: `submit`.
         */
        put: operations["decideIssue"];
        post?: never;
        /**
         * Withdraw the decision about an issue
         * @description The issue is then undecided. The decision stays in the history.
         *
         *     Rate-limit bucket: `submission_write`. Scope: `submit`.
         */
        delete: operations["withdrawDecision"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/integrations/submissions/{submission_id}/assets/{asset_id}/decisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the decisions about an asset
         * @description Who decided what about which issue, when and why.
         *
         *     Rate-limit bucket: `submission_read`. Scope: `read`.
         */
        get: operations["listDecisions"];
        /**
         * Decide about several issues of an asset
         * @description As for one issue: all issues get the same decision, or none if one of them is unknown.
         *
         *     Rate-limit bucket: `submission_write`. Scope: `submit`.
         */
        put: operations["decideIssues"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/integrations/submissions/{submission_id}/assets/{asset_id}/evidence/{evidence_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a link to a file of evidence
         * @description The link needs no key. Each response has a new one.
         *
         *     Rate-limit bucket: `submission_read`. Scope: `read`.
         */
        get: operations["readEvidence"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/integrations/submissions/{submission_id}/assets/{asset_id}/sign-off": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the sign-off of an asset
         * @description An asset needs a sign-off if its profile has manual checks, or if issues fail it. Until then the verdict that counts is `incomplete`.
         *
         *     Rate-limit bucket: `submission_read`. Scope: `read`.
         */
        get: operations["readSignOff"];
        /**
         * Sign an asset off
         * @description Confirms the manual checks of the profile and the decisions about the issues. Each issue at or above `failsAt` needs a decision first, and each file of evidence has to be kept. Issues that are waived or disputed do not fail the asset; a failed manual check does. A new report has the decisions, the sign-off and the verdict that counts, and names the report before it. Decisions cannot be changed until the sign-off is withdrawn. A retry of the asset ends the sign-off.
         *
         *     Rate-limit bucket: `submission_write`. Scope: `submit`.
         */
        put: operations["signOffAsset"];
        post?: never;
        /**
         * Withdraw the sign-off of an asset
         * @description Decisions can then be changed again. A new report has neither them nor the sign-off.
         *
         *     Rate-limit bucket: `submission_write`. Scope: `submit`.
         */
        delete: operations["withdrawSignOff"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/integrations/submissions/{submission_id}/assets/{asset_id}/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare an asset with an earlier one
         * @description Tells which issues are fixed, which are still there, which have changed and which are new. Issues are the same if they are of the same defect and in the same place. A cut shifts the times after it; it is found by the curves of both recordings.
         *
         *     Rate-limit bucket: `submission_read`. Scope: `read`.
         */
        get: operations["compareAssets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/integrations/submissions/{submission_id}/assets/{asset_id}/report.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the report of an asset
         * @description The document that was written when the asset finished: every check that was made, with the rules, thresholds and the profile that were in force, the issues and the verdict. It is the document of `assay check --format json`. Its bytes never change. Pictures are named by the digest of their content: the issues of the asset have links to them. Until the asset is `complete` or `failed`, this returns 404.
         *
         *     Rate-limit bucket: `submission_read`. Scope: `read`.
         */
        get: operations["readReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/integrations/submissions/{submission_id}/assets/{asset_id}/report.jws": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the signature of the report of an asset
         * @description A JSON Web Signature (RFC 7515, flattened, Ed25519) over an in-toto Statement that has the SHA-256 of the file and of the report. The public keys are at `/.well-known/assay-report-keys.json`. The page `/verify` checks the signature, the report and the file in the browser. If the installation has no signing key, this returns 404.
         *
         *     Rate-limit bucket: `submission_read`. Scope: `read`.
         */
        get: operations["readSignedReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/integrations/submissions/{submission_id}/assets/{asset_id}/report.pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the report of an asset as PDF
         * @description A document for people, with the pictures of the issues and the curves of loudness, luminance and flashes. It is accessible (PDF/UA-1), and has the JSON report and its signature as attachments.
         *
         *     Rate-limit bucket: `submission_read`. Scope: `read`.
         */
        get: operations["readPdfReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/integrations/submissions/{submission_id}/assets/{asset_id}/report.{format}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the report of an asset in another format
         * @description `csv`: a line for each issue. `vtt`: WebVTT, the issues with a time as cues. `edl`: markers for DaVinci Resolve. `fcpxml`: for Final Cut Pro. `xmeml`: Final Cut Pro 7 XML, for Premiere. `avid.txt` and `avid.xml`: for Avid Media Composer. `xml`: EBU QC. `edl`, `fcpxml`, `xmeml`, `avid.txt` and `avid.xml` have the issues with a time, and need a constant frame rate: for other files, this returns 422.
         *
         *     Rate-limit bucket: `submission_read`. Scope: `read`.
         */
        get: operations["readFormattedReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/integrations/submissions/{submission_id}/assets/{asset_id}/report-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the links to the report of an asset
         * @description Only links that work: neither expired nor revoked.
         *
         *     Rate-limit bucket: `submission_read`. Scope: `read`.
         */
        get: operations["listReportLinks"];
        put?: never;
        /**
         * Create a link to share the report of an asset
         * @description Anybody who has the link can read the newest report of this asset as a web page, PDF and JSON, without an account. The link is shown once. It shows no other asset, and no media besides the pictures of issues that `includesPictures` permits.
         *
         *     Rate-limit bucket: `submission_write`. Scope: `submit`.
         */
        post: operations["createReportLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/integrations/submissions/{submission_id}/assets/{asset_id}/report-links/{report_link_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a link to the report of an asset
         * @description The link stops working at once.
         *
         *     Rate-limit bucket: `submission_write`. Scope: `submit`.
         */
        delete: operations["revokeReportLink"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/integrations/submissions/{submission_id}/assets/{asset_id}/media": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a link to the file of an asset
         * @description The link needs no key. Each response has a new one.
         *
         *     Rate-limit bucket: `submission_read`. Scope: `read`.
         */
        get: operations["readMedia"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/integrations/submissions/{submission_id}/assets/{asset_id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request a preview of an asset that browsers cannot play
         * @description Returns 202 while the preview is made, which takes at most about as long as the recording, and 200 when it is ready. `GET …/media` then has its link. Repeated requests start nothing twice. If it fails, another request can start it once more after five minutes. A preview that is being made counts as an asset in progress. Free of charge.
         *
         *     Rate-limit bucket: `submission_read`. Scope: `read`.
         */
        post: operations["requestPreview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/integrations/submissions/{submission_id}/assets/{asset_id}/progress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the progress of an asset
         * @description Returns the state of each sidekick that the submission named. The share that has been decoded is at most a few seconds old.
         *
         *     Rate-limit bucket: `submission_read`. Scope: `read`.
         */
        get: operations["readProgress"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/integrations/submissions/{submission_id}/assets/{asset_id}/series": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the curves of an asset
         * @description Curves are measured while the file is decoded, by the sidekicks that need them: loudness, peaks, phase, flashes and luminance. A video has a storyboard, too. Its link needs no key.
         *
         *     Rate-limit bucket: `submission_read`. Scope: `read`.
         */
        get: operations["listSeries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/integrations/submissions/{submission_id}/assets/{asset_id}/series/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a part of a curve
         * @description Returns at most `points` points. Each has the smallest and the largest value of its time, so that short peaks are visible in a long curve.
         *
         *     Rate-limit bucket: `submission_read`. Scope: `read`.
         */
        get: operations["readSeries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/integrations/submissions/{submission_id}/assets/{asset_id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Process a failed asset again
         * @description Only for an asset whose `isRetryable` is true. Free of charge.
         *
         *     Rate-limit bucket: `submission_write`. Scope: `submit`.
         */
        post: operations["retryAsset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/integrations/sidekicks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the sidekicks with their rules, thresholds and sources
         * @description Rate-limit bucket: `submission_read`. Scope: `read` or `submit`.
         */
        get: operations["listSidekicks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/integrations/rules/decisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the decisions of the last 90 days by rule
         * @description How often issues of each rule were accepted, waived and disputed. A rule that is often disputed finds too much.
         *
         *     Rate-limit bucket: `submission_read`. Scope: `read`.
         */
        get: operations["countDecisions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/integrations/profiles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the profiles
         * @description A profile describes what a destination asks for. Send its id in `sidekickIds` of a submission to get a verdict.
         *
         *     Rate-limit bucket: `submission_read`. Scope: `read` or `submit`.
         */
        get: operations["listProfiles"];
        put?: never;
        /**
         * Create a profile
         * @description With `basedOn`, the profile is a copy of another one with the fields that the request has.
         *
         *     Rate-limit bucket: `submission_write`. Scope: `profiles`.
         */
        post: operations["createProfile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/integrations/profiles/{profile_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a profile
         * @description Earlier versions stay readable, also after the profile was deleted.
         *
         *     Rate-limit bucket: `submission_read`. Scope: `read` or `submit`.
         */
        get: operations["readProfile"];
        /**
         * Change a profile
         * @description Adds a version. Submissions that exist keep their version, also if an asset is retried; later ones use the new version.
         *
         *     Rate-limit bucket: `submission_write`. Scope: `profiles`.
         */
        put: operations["updateProfile"];
        post?: never;
        /**
         * Delete a profile
         * @description Results that were judged by it keep it.
         *
         *     Rate-limit bucket: `submission_write`. Scope: `profiles`.
         */
        delete: operations["deleteProfile"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/integrations/profiles/{profile_id}/trials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a change of a profile
         * @description Judges the files again that any version of the profile has judged in the last 30 days: the newest 200. Nothing is decoded and nothing changes. A workspace has one trial at a time: a new one ends that which is running.
         *
         *     Rate-limit bucket: `submission_write`. Scope: `profiles`.
         */
        post: operations["startTrial"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/integrations/profiles/{profile_id}/trials/{trial_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what a change of a profile would change
         * @description Files that were deleted after the trial are left out. A trial is kept for some days after its end.
         *
         *     Rate-limit bucket: `submission_read`. Scope: `profiles`.
         */
        get: operations["readTrial"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/integrations/sandbox/events/fire": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an event for every asset of a submission
         * @description Notifies every enabled subscription to the event type. The events are signed, delivered and retried like real events. Sandbox keys only.
         *
         *     Rate-limit bucket: `sandbox`. Scope: `submit`.
         */
        post: operations["fireEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/integrations/webhooks/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the subscriptions
         * @description Rate-limit bucket: `webhook_read`. Scope: `webhooks`.
         */
        get: operations["listSubscriptions"];
        put?: never;
        /**
         * Subscribe an endpoint to events
         * @description Only this response contains the signing secret. Deliveries are signed in the Standard Webhooks format.
         *
         *     Rate-limit bucket: `webhook_write`. Scope: `webhooks`.
         */
        post: operations["createSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/integrations/webhooks/subscriptions/{subscription_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a subscription
         * @description Rate-limit bucket: `webhook_read`. Scope: `webhooks`.
         */
        get: operations["readSubscription"];
        put?: never;
        post?: never;
        /**
         * Delete a subscription
         * @description Deliveries to the subscription stop, including their retries.
         *
         *     Rate-limit bucket: `webhook_write`. Scope: `webhooks`.
         */
        delete: operations["deleteSubscription"];
        options?: never;
        head?: never;
        /**
         * Enable or disable a subscription
         * @description Rate-limit bucket: `webhook_write`. Scope: `webhooks`.
         */
        patch: operations["updateSubscription"];
        trace?: never;
    };
    "/api/integrations/webhooks/subscriptions/{subscription_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the delivery attempts of a subscription
         * @description Newest first. Scheduled attempts are included.
         *
         *     Rate-limit bucket: `webhook_read`. Scope: `webhooks`.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/integrations/webhooks/subscriptions/{subscription_id}/deliveries/{event_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a delivery with its payload
         * @description Returns the exact payload of one event for one subscription, and every attempt to deliver it.
         *
         *     Rate-limit bucket: `webhook_read`. Scope: `webhooks`.
         */
        get: operations["readDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/integrations/webhooks/subscriptions/{subscription_id}/deliveries/{event_id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver an event again
         * @description Works for deliveries in any state. The next attempt is made at once, with the same `id` and payload, and the retry schedule starts over. An attempt scheduled for later is skipped. If an attempt is due or in progress, that attempt is the redelivery.
         *
         *     Rate-limit bucket: `webhook_write`. Scope: `webhooks`.
         */
        post: operations["redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/integrations/webhooks/subscriptions/{subscription_id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver the events of a period again
         * @description Redelivers each event of the period, oldest first, about 1,000 in one request. By default these are the deliveries that failed, were skipped or wait for a later attempt. `statuses` selects others.
         *
         *     Rate-limit bucket: `webhook_write`. Scope: `webhooks`.
         */
        post: operations["replayDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/integrations/webhooks/subscriptions/{subscription_id}/example": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an example event to a subscription
         * @description Sends an event to this subscription only. It is signed, delivered and retried like a real event. Its asset and submission do not exist, so reading them returns 404.
         *
         *     Rate-limit bucket: `webhook_write`. Scope: `webhooks`.
         */
        post: operations["sendExample"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/integrations/webhooks/subscriptions/{subscription_id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret of a subscription
         * @description You choose the new secret. Until the overlap ends, deliveries carry two signatures, one with the new secret and one with the previous one. Repeating the request changes nothing. Repeating it with a shorter overlap shortens the overlap.
         *
         *     Rate-limit bucket: `webhook_write`. Scope: `webhooks`.
         */
        post: operations["rotateSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "asset.processing.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An asset finished processing
         * @description Sent to subscriptions and signed as [Standard Webhooks](https://www.standardwebhooks.com). Verify the signature, return a 2xx within 15 seconds, and ignore an `id` that you have already processed. Any other status is retried, except 410, which disables the subscription.
         */
        post: operations["assetProcessingCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "asset.processing.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An asset failed to process
         * @description Sent to subscriptions and signed as [Standard Webhooks](https://www.standardwebhooks.com). Verify the signature, return a 2xx within 15 seconds, and ignore an `id` that you have already processed. Any other status is retried, except 410, which disables the subscription.
         */
        post: operations["assetProcessingFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description A place in an asset. `kind` decides which other fields are present. */
        Anchor: components["schemas"]["TimeAnchor"] | components["schemas"]["PageAnchor"] | components["schemas"]["RegionAnchor"] | components["schemas"]["TextAnchor"] | components["schemas"]["AssetAnchor"];
        /** @description A file of a submission. */
        Asset: {
            /**
             * Format: uuid
             * @description Identifier of the asset: the UUID at the start of its `blobPath`.
             */
            assetId: string;
            /**
             * Format: uuid
             * @description The submission of the asset.
             */
            submissionId: string;
            status: components["schemas"]["AssetStatus"];
            /** @description Why the asset failed, for people to read. Null unless it failed. */
            errorMessage: string | null;
            /** @description Why the asset failed, as a code for programs. For example `content_changed`, `undecodable_media` or `analysis_failed`; accept unknown codes. Null unless it failed. */
            errorType: string | null;
            /** @description True if the asset failed and can be retried. */
            isRetryable: boolean;
            /** @description Number of times the asset was retried. */
            retryCount: number;
            /** @description The blob path that was submitted. */
            blobPath: string;
            /** @description The part of the blob path after the first `/`. */
            filename: string;
            /** @description Category of the file, from its extension. Null if the extension is unknown (sandbox only). */
            assetType: components["schemas"]["AssetType"] | null;
            /** @description MIME type of the file, from its extension. Null if the extension is unknown (sandbox only). */
            mimeType: string | null;
            /** @description The version of the submission that processed the asset last. 1 until it is retried. */
            version: number;
            /** @description The metric that decided the price: `durationSeconds` for video, `pages` for documents. Null for types with a flat price. */
            metric: components["schemas"]["PriceMetric"] | null;
            /** @description Measured value of the metric, in seconds or pages. Null if nothing was measured. */
            metricValue: number | null;
            /**
             * Format: int64
             * @description Credits charged for the asset. 0 in the sandbox.
             */
            credits: number;
            /** @description Number of issues found. Null until the asset has finished. */
            issueCount: number | null;
            /** @description The asset that this one replaces, as the request named it. Null if it named none, and once it is erased. */
            replaces: components["schemas"]["ReplacedAsset"] | null;
            /** @description The version of the profile that judges the asset. Null without a profile. */
            profile: components["schemas"]["ProfileReference"] | null;
            /** @description Whether the asset meets the profile. Null without a profile, and until the asset has finished. */
            verdict: components["schemas"]["Verdict"] | null;
            /** @description Reason of the verdict, such as `2 of 41 checks failed`. Null without a verdict. */
            verdictReason: string | null;
            /** @description Whether a person has to sign the asset off. Null without a profile, if there is nothing to decide, and until the asset has finished. */
            signOff: components["schemas"]["SignOffState"] | null;
            /** @description The verdict that counts: `incomplete` while `signOff` is `needed`, and that of the sign-off once it is `done`. Otherwise the same as `verdict`. */
            finalVerdict: components["schemas"]["Verdict"] | null;
            /**
             * Format: date-time
             * @description When the asset was submitted. ISO 8601 in UTC with milliseconds.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the asset finished. Null until then, and again while it is retried. ISO 8601 in UTC with milliseconds.
             */
            completedAt: string | null;
        };
        /** @description The asset as a whole. */
        AssetAnchor: {
            /**
             * @description The asset as a whole. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "asset";
        };
        /** @description The file of an asset, with a link that expires. */
        AssetMedia: {
            /** @description The file itself. Null in the sandbox, which has no files, and until processing has begun. */
            original: components["schemas"]["OriginalFile"] | null;
            /** @description The part of the blob path after the first `/`. */
            filename: string;
            /**
             * Format: int64
             * @description Size of the file in bytes. Null in the sandbox.
             */
            sizeBytes: number | null;
            /** @description MIME type of the file, from its extension. Null if the extension is unknown (sandbox only). */
            mimeType: string | null;
            /** @description SHA-256 of the bytes that were analysed, as 64 hexadecimal digits. Null until they have been read as a whole, in the sandbox, and for assets that were not decoded completely. */
            sha256: string | null;
            /** @description The preview. Null until it is requested. */
            preview: components["schemas"]["Preview"] | null;
            /** @description Null for documents, in the sandbox, until the asset has finished, and if nothing was decoded. */
            facts: components["schemas"]["MediaFacts"] | null;
        };
        /** @description An asset finished processing. */
        AssetProcessingCompleted: {
            /**
             * Format: uuid
             * @description Identifier of the event, the same on every attempt. Also in the header `webhook-id`.
             */
            id: string;
            /**
             * Format: date-time
             * @description When the event occurred. The same on every attempt. ISO 8601 in UTC with milliseconds.
             */
            timestamp: string;
            /**
             * @description The event type.
             * @constant
             */
            type: "asset.processing.completed";
            data: components["schemas"]["AssetProcessingCompletedData"];
        };
        /** @description The asset that finished. Read its issues and topics through the API. */
        AssetProcessingCompletedData: {
            /**
             * Format: uuid
             * @description The asset that finished.
             */
            asset_id: string;
            /**
             * Format: uuid
             * @description The submission of the asset.
             */
            submission_id: string;
            /**
             * Format: uuid
             * @description The workspace of the submission.
             */
            workspace_id: string;
            /**
             * @description Always `completed` for this event type.
             * @constant
             */
            status: "completed";
            /** @description Filename of the asset, without its asset id. */
            filename: string;
            /** @description Number of issues found in the asset. */
            issue_count: number;
        };
        /** @description An asset failed to process. */
        AssetProcessingFailed: {
            /**
             * Format: uuid
             * @description Identifier of the event, the same on every attempt. Also in the header `webhook-id`.
             */
            id: string;
            /**
             * Format: date-time
             * @description When the event occurred. The same on every attempt. ISO 8601 in UTC with milliseconds.
             */
            timestamp: string;
            /**
             * @description The event type.
             * @constant
             */
            type: "asset.processing.failed";
            data: components["schemas"]["AssetProcessingFailedData"];
        };
        /** @description The asset that failed. Read the asset to see whether it can be retried. */
        AssetProcessingFailedData: {
            /**
             * Format: uuid
             * @description The asset that finished.
             */
            asset_id: string;
            /**
             * Format: uuid
             * @description The submission of the asset.
             */
            submission_id: string;
            /**
             * Format: uuid
             * @description The workspace of the submission.
             */
            workspace_id: string;
            /**
             * @description Always `failed` for this event type.
             * @constant
             */
            status: "failed";
            /** @description Filename of the asset, without its asset id. */
            filename: string;
            /** @description Why the asset failed, for people to read. */
            error_message: string;
        };
        /** @description The progress of an asset, by sidekick. */
        AssetProgress: {
            /**
             * Format: uuid
             * @description The asset that was asked for.
             */
            assetId: string;
            status: components["schemas"]["AssetStatus"];
            /** @description Share of the file that has been decoded. Null if the file is not being decoded. */
            decoded: number | null;
            /** @description The sidekicks that the submission named. Empty in the sandbox. */
            sidekicks: components["schemas"]["SidekickProgress"][];
        };
        /** @description A reference to an uploaded file. */
        AssetReference: {
            /**
             * @description `{asset-id}/{filename}`, where the asset id is a UUID. With a live key, send the value that the upload-URL operation returned.
             * @example 6c0f5a0e-8a57-4f6b-9a65-0b8f6e0a4c11/trailer.mp4
             * @example 6c0f5a0e-8a57-4f6b-9a65-0b8f6e0a4c11/trailer.mp4
             */
            blobPath: string;
        };
        /**
         * @description `pending`: waiting to be processed. `processing`: being processed. `complete`: examined. `failed`: not examined. `complete` and `failed` are terminal; issues and topics can then be read.
         * @enum {string}
         */
        AssetStatus: "pending" | "processing" | "complete" | "failed";
        /** @description A file to submit, and the asset that it replaces. */
        AssetToSubmit: {
            /**
             * @description `{asset-id}/{filename}`, where the asset id is a UUID. With a live key, send the value that the upload-URL operation returned.
             * @example 6c0f5a0e-8a57-4f6b-9a65-0b8f6e0a4c11/trailer.mp4
             * @example 6c0f5a0e-8a57-4f6b-9a65-0b8f6e0a4c11/trailer.mp4
             */
            blobPath: string;
            /**
             * Format: uuid
             * @description The `assetId` of an earlier asset of this workspace and environment, if this file is a new version of it. Decisions about issues that are still there are then kept, and the two can be compared. Absent or null: none.
             * @example 0199a4bf-21a7-7b3e-8f46-5c0de1a4b722
             * @example 0199a4bf-21a7-7b3e-8f46-5c0de1a4b722
             */
            replaces?: string | null;
        };
        /**
         * @description Category of a file, from its extension.
         * @enum {string}
         */
        AssetType: "video" | "audio" | "image" | "document";
        /** @description An attempt to deliver an event to a subscription. */
        Attempt: {
            /**
             * Format: uuid
             * @description Identifier of the attempt.
             */
            id: string;
            /** @description Identifier of the event. It is also the `id` in the payload and the header `webhook-id`. */
            eventId: string;
            eventType: components["schemas"]["EventType"];
            status: components["schemas"]["DeliveryStatus"];
            /** @description Number of the attempt within its delivery, starting at 1. */
            attemptNumber: number;
            /**
             * Format: date-time
             * @description When the attempt was made. For a pending attempt, when it was scheduled. ISO 8601 in UTC with milliseconds.
             */
            createdAt: string;
            /** @description HTTP status that the endpoint returned. Null if there was no response. */
            responseStatus: number | null;
            /** @description Duration of the attempt in milliseconds. Null if the attempt was not made. */
            durationMs: number | null;
            /** @description The kind of error, a colon, and the reason. For example `status: HTTP 503`. Null if the attempt is pending, or succeeded without a note. The notes are `interrupted: …` if a worker stopped during an earlier request of the attempt, and `resent: …` if the request was sent on two connections. */
            error: string | null;
            /**
             * Format: date-time
             * @description When the next attempt is due; for a pending attempt, when it is due itself. Null if none follows. ISO 8601 in UTC with milliseconds.
             */
            nextAttemptAt: string | null;
        };
        /** @description The delivery history of a subscription. */
        AttemptList: {
            /** @description The attempts that match the filter, newest first, at most `limit`. */
            attempts: components["schemas"]["Attempt"][];
            /** @description Number of attempts that match the filter, regardless of `limit`. */
            total: number;
        };
        /** @description Facts about an audio stream. */
        AudioFacts: {
            /** @description Codec, as ffprobe names it, such as `aac`. */
            codec: string;
            /** @description Number of channels. */
            channels: number;
            /** @description Sample rate in Hz. */
            sampleRate: number;
        };
        /**
         * @description `key`: an API key. `member`: a person in the console.
         * @enum {string}
         */
        AuthorKind: "key" | "member";
        /**
         * @description A kind of request that has its own rate limit.
         * @enum {string}
         */
        Bucket: "upload" | "submission_write" | "submission_read" | "webhook_write" | "webhook_read" | "sandbox";
        /** @description The issue of a replaced asset whose decision was carried over. */
        CarriedFrom: {
            /**
             * Format: uuid
             * @description The submission of the replaced asset.
             */
            submissionId: string;
            /**
             * Format: uuid
             * @description The replaced asset.
             */
            assetId: string;
            /**
             * Format: uuid
             * @description Its issue, which is still there.
             */
            issueId: string;
        };
        /** @description A file whose verdict would change, or could not be judged again. */
        ChangedFile: {
            /**
             * Format: uuid
             * @description The submission of the file.
             */
            submissionId: string;
            /**
             * Format: uuid
             * @description The file.
             */
            assetId: string;
            /** @description Name of the file. */
            filename: string;
            /** @description The verdict that the file has. */
            before: components["schemas"]["Verdict"];
            /** @description The verdict that it would have. Null if it could not be judged again. */
            after: components["schemas"]["Verdict"] | null;
            /** @description The reason of `after`. Null if `after` is null. */
            reason: string | null;
            /** @description Why the file could not be judged again. Null if `after` is not null. */
            notJudged: string | null;
        };
        /** @description An issue that differs in the earlier asset. */
        ChangedIssue: {
            /**
             * Format: uuid
             * @description Identifier of the issue.
             */
            id: string;
            /**
             * Format: uuid
             * @description The asset that the issue was found in.
             */
            assetId: string;
            /** @description The defect in one sentence. */
            summary: string;
            severity: components["schemas"]["Severity"];
            /**
             * @description Always `open`. The API has no operation that changes it.
             * @constant
             */
            status: "open";
            /**
             * Format: date-time
             * @description When the issue was recorded. ISO 8601 in UTC with milliseconds.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the issue last changed. Equal to `createdAt`, because issues do not change. ISO 8601 in UTC with milliseconds.
             */
            updatedAt: string;
            /** @description Number of the issue within its asset, starting at 1. Lists are ordered by it. */
            referenceNumber: number;
            /**
             * Format: uuid
             * @description Identifier of the broken rule. `GET /api/integrations/sidekicks` lists all rules.
             */
            ruleId: string;
            /** @description Code of the broken rule, as `family.name`. For example `picture.black`. */
            ruleCode: string;
            /** @description The full explanation of the defect, with what was measured and where. */
            details: string;
            /** @description Why the issue has this severity, in full. */
            severityReasoning: string;
            /** @description Why the issue has this severity, in a few words. */
            severityReasoningHeadline: string;
            /** @description Earlier decisions about the same rule and similar content, as they were when the asset finished. Up to five of the workspace and five published rulings, each newest first, after up to 20 that a custom sidekick sent. */
            precedents: components["schemas"]["Precedent"][];
            /** @description The findings that led to the issue, one per sidekick that found the defect. At least one; the `primary` one is first. */
            contributors: components["schemas"]["Contributor"][];
            /** @description The action that resolves the issue. */
            resolutionRequirement: components["schemas"]["ResolutionRequirement"];
            /** @description Where in the asset the defect is. */
            anchor: components["schemas"]["Anchor"];
            /** @description The decision about the issue. Null until somebody decides. */
            decision: components["schemas"]["Decision"] | null;
            /**
             * Format: uuid
             * @description Id of the same issue of the earlier asset.
             */
            earlierIssueId: string;
            /** @description The issue of the earlier asset. */
            earlier: components["schemas"]["Issue"];
            /** @description What differs. At least one entry. */
            changes: components["schemas"]["IssueChange"][];
        };
        /** @description One rule of one sidekick, and what it found in the asset. */
        Check: {
            /**
             * Format: uuid
             * @description Identifier of the sidekick. Send it in `sidekickIds` of a submission.
             */
            sidekickId: string;
            /** @description Short name of the sidekick. For example `video-qc`. */
            sidekickCode: string;
            /** @description Name of the sidekick, for people to read. */
            sidekickName: string;
            /** @description Version of the rules that the sidekick used. If it has no result, the current version of its rules. */
            sidekickVersion: string;
            /** @description Code of the rule, as `family.name`. For example `picture.black`. Issues have it as `ruleCode`. */
            ruleCode: string;
            /** @description Name of the rule, for people to read. */
            ruleName: string;
            /** @description Severity of its issues, under the profile if there is one. */
            severity: components["schemas"]["Severity"];
            /** @description The threshold in force, under the profile if there is one. Null if the rule has none. */
            threshold: number | null;
            /** @description The values that the profile requires, with their unit, such as `25 or 50 frames/s`. Null for other rules. */
            required: string | null;
            /** @description Unit of the threshold. For example `s` for seconds. Null if it has none. */
            unit: string | null;
            source: components["schemas"]["RuleSource"];
            /** @description The result of the check. Null if an earlier release ran the sidekick, which did not record findings by rule. */
            result: components["schemas"]["CheckResult"] | null;
            /** @description Number of findings of this sidekick. Findings of several sidekicks can be one issue. Null if `result` is null. */
            count: number | null;
            /** @description The value that was measured: a number in the unit of the check, or a text. Null if no value is known. */
            measured: unknown;
        };
        /** @description The checks that were made on an asset. */
        CheckList: {
            /**
             * Format: uuid
             * @description The asset that was asked for.
             */
            assetId: string;
            /** @description The rules of all sidekicks that the submission named, grouped by sidekick. Empty in the sandbox. */
            checks: components["schemas"]["Check"][];
            /** @description False if a sidekick ran whose rules are not known any more, because an earlier release did not record them. Its rules are missing in `checks`. */
            complete: boolean;
            /** @description Number of checks. Equals the length of `checks`. */
            total: number;
        };
        /**
         * @description `found`: the sidekick has findings. `none`: it ran and has none, also if the file has nothing that the rule is about. `skipped`: an operator skipped the sidekick. `failed`: the asset failed before the sidekick had a result. `not_applicable`: the check is not for this type of file. `off`: the profile turns the rule off.
         * @enum {string}
         */
        CheckResult: "found" | "none" | "skipped" | "failed" | "not_applicable" | "off";
        /** @description The issues of an asset, compared with those of an earlier one. */
        Comparison: {
            /**
             * Format: uuid
             * @description The asset that was asked for.
             */
            assetId: string;
            with: components["schemas"]["EarlierAsset"];
            /** @description Seconds to add to a time in the earlier recording to get the time in the newer one: that of the longest part of `timeline`. 0 without parts. */
            offsetSeconds: number;
            /** @description The parts of the earlier recording that the newer one has too. Empty if their contents differ. Null if no curve of both was measured, as for documents and images; times are then compared as they are. */
            timeline: components["schemas"]["TimelinePart"][] | null;
            /** @description The issues of the earlier asset that this one does not have. */
            fixed: components["schemas"]["Issue"][];
            /** @description The issues of this asset that the earlier one has too, without a noticeable change. */
            remaining: components["schemas"]["RemainingIssue"][];
            /** @description The issues of this asset that the earlier one has too, but that differ. */
            changed: components["schemas"]["ChangedIssue"][];
            /** @description The issues of this asset that the earlier one does not have. */
            new: components["schemas"]["Issue"][];
        };
        /** @description A finding of one sidekick that led to the issue. Several sidekicks can contribute to one issue. */
        Contributor: {
            /**
             * Format: uuid
             * @description Identifier of the contributor.
             */
            id: string;
            /** @description Name of the sidekick that reported the finding. */
            label: string;
            /** @description Why the sidekick chose this severity. */
            reasoning: string;
            /** @description How certain the finding is, from 0 to 1 (certain). */
            confidence: number;
            relationType: components["schemas"]["RelationType"];
            /** @description The facts that support the finding. At least one entry; the order has no meaning. */
            evidence: components["schemas"]["Evidence"][];
            /** @description The action that this sidekick asks for. */
            resolutionRequirement: components["schemas"]["ResolutionRequirement"];
            /** @description Code of the rule that the finding breaks. For example `picture.black`. */
            ruleCode: string;
            /** @description Name of that rule. For example `Black picture`. */
            ruleName: string;
            /** @description Severity of this finding: `critical`, `major`, `minor` or `info`, from worst to least. */
            severity: components["schemas"]["Severity"];
        };
        /** @description A new profile. Without `basedOn`, `assetTypes` and `sidekicks` are needed. */
        CreateProfileRequest: {
            /**
             * Format: uuid
             * @description Id of the profile to copy. Fields that the request does not have are copied from it.
             * @example 0199a4be-9c55-7d10-b1f8-8e6f0c2d9a44
             * @example 0199a4be-9c55-7d10-b1f8-8e6f0c2d9a44
             */
            basedOn?: string | null;
            /**
             * @description Short name, such as `advert-uk-tv`. Unique in the workspace.
             * @example spots
             * @example spots
             */
            code: string;
            /**
             * @description Name for people to read.
             * @example Spots of our channel
             * @example Spots of our channel
             */
            name: string;
            /**
             * @description Description of the destination. Null if there is none.
             * @example The channel takes spots of 10 to 60 seconds.
             * @example The channel takes spots of 10 to 60 seconds.
             */
            description?: string | null;
            /**
             * @description The types of files that the destination accepts.
             * @example [
             *       "video"
             *     ]
             * @example [
             *       "video"
             *     ]
             */
            assetTypes?: components["schemas"]["AssetType"][] | null;
            /**
             * @description The documents of the destination.
             * @example [
             *       {
             *         "title": "EBU R 128",
             *         "url": "https://tech.ebu.ch/publications/r128",
             *         "part": null
             *       }
             *     ]
             * @example [
             *       {
             *         "title": "EBU R 128",
             *         "url": "https://tech.ebu.ch/publications/r128",
             *         "part": null
             *       }
             *     ]
             */
            sources?: components["schemas"]["ProfileSource"][] | null;
            /**
             * @description The sidekicks that examine the files. `requirements` runs if there are requirements.
             * @example [
             *       {
             *         "code": "video-qc"
             *       },
             *       {
             *         "code": "loudness",
             *         "parameters": {
             *           "targetLufs": -23,
             *           "toleranceLu": 0.5
             *         }
             *       }
             *     ]
             * @example [
             *       {
             *         "code": "video-qc"
             *       },
             *       {
             *         "code": "loudness",
             *         "parameters": {
             *           "targetLufs": -23,
             *           "toleranceLu": 0.5
             *         }
             *       }
             *     ]
             */
            sidekicks?: components["schemas"]["ProfileSidekick"][] | null;
            /**
             * @description Changed rules by code.
             * @example {
             *       "picture.black": {
             *         "threshold": 0.5,
             *         "severity": "major"
             *       },
             *       "bars.constant": {
             *         "severity": "off"
             *       }
             *     }
             * @example {
             *       "picture.black": {
             *         "threshold": 0.5,
             *         "severity": "major"
             *       },
             *       "bars.constant": {
             *         "severity": "off"
             *       }
             *     }
             */
            rules?: {
                [key: string]: components["schemas"]["ProfileRule"];
            } | null;
            /** @description Properties that the destination fixes, by name. */
            requirements?: components["schemas"]["Requirements"] | null;
            /**
             * @description Checks for a person. They are part of the sign-off and not of the verdict.
             * @example [
             *       {
             *         "code": "rights",
             *         "text": "The music is licensed for this territory"
             *       }
             *     ]
             * @example [
             *       {
             *         "code": "rights",
             *         "text": "The music is licensed for this territory"
             *       }
             *     ]
             */
            manualChecks?: components["schemas"]["ManualCheck"][] | null;
            /** @description The verdict is `fail` if there is an issue of this severity or a worse one. */
            failsAt?: components["schemas"]["FailsAt"] | null;
        };
        /** @description A link to share the report of an asset. */
        CreateReportLinkRequest: {
            /**
             * @description Days until the link expires.
             * @default 30
             */
            expiresInDays?: number | null;
            /**
             * @description True to show the pictures of the issues to everybody who has the link.
             * @default false
             */
            includesPictures?: boolean | null;
        };
        /** @description The files and the sidekicks that examine them. */
        CreateSubmissionRequest: {
            /** @description The files to submit, at most 50 unless your plan says otherwise. Each can be submitted once. */
            assets: components["schemas"]["AssetToSubmit"][];
            /**
             * @description The sidekicks to run, by the ids that `GET /api/integrations/sidekicks` lists. A file is examined by those that support its type; at least one must. One of the ids can be that of a profile, as `GET /api/integrations/profiles` lists them: its sidekicks run, and the result has a verdict. With a sandbox key, any text is accepted and no sidekick runs.
             * @example [
             *       "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b01"
             *     ]
             * @example [
             *       "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b01"
             *     ]
             */
            sidekickIds: string[];
        };
        /** @description The endpoint and its events. */
        CreateSubscriptionRequest: {
            /**
             * Format: uri
             * @description URL that receives the events. HTTPS only, without credentials or fragment.
             * @example https://example.com/webhooks/assay
             * @example https://example.com/webhooks/assay
             */
            endpointUrl: string;
            /** @description The events to deliver: `asset.processing.completed`, `asset.processing.failed` or both. Repeated entries count once. */
            eventTypes: components["schemas"]["EventType"][];
            /**
             * @description A note for people to read. Absent or null: none.
             * @example Newsroom
             * @example Newsroom
             */
            description?: string | null;
            /**
             * @description `true` or absent, because a new subscription is enabled. To disable it, update it.
             * @example true
             * @example true
             */
            enabled?: boolean | null;
        };
        /** @description A new link to the report of an asset. */
        CreatedReportLink: {
            /**
             * Format: uuid
             * @description Identifier of the link. It opens nothing.
             */
            id: string;
            /**
             * Format: date-time
             * @description When the link was created. ISO 8601 in UTC with milliseconds.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the link stops working. ISO 8601 in UTC with milliseconds.
             */
            expiresAt: string;
            /** @description True if the pages of the link show the pictures of the issues. */
            includesPictures: boolean;
            /** @description Who created the link. */
            by: components["schemas"]["DecisionAuthor"];
            /** @description The link. It contains a secret, which is not shown again. A path if `PUBLIC_URL` is not set. */
            url: string;
        };
        /** @description A new webhook subscription with its secret. */
        CreatedSubscription: {
            /**
             * Format: uuid
             * @description Identifier of the subscription.
             */
            id: string;
            /**
             * Format: uuid
             * @description The workspace of the subscription.
             */
            workspaceId: string;
            /** @description URL that receives the events. */
            endpointUrl: string;
            /** @description The events that are delivered: `asset.processing.completed`, `asset.processing.failed` or both. */
            eventTypes: components["schemas"]["EventType"][];
            /** @description A note for people to read. Null if there is none. */
            description: string | null;
            /** @description Whether events are delivered. The service sets it to false if the endpoint returns 410 or fails for five days. */
            enabled: boolean;
            /**
             * Format: date-time
             * @description When the subscription was created. ISO 8601 in UTC with milliseconds.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the subscription last changed. ISO 8601 in UTC with milliseconds.
             */
            updatedAt: string;
            /** @description The signing secret: `whsec_` and base64. Store it now, because no other response contains it. */
            secret: string;
        };
        /** @description The same decision about several issues. */
        DecideManyRequest: {
            /**
             * @description Ids of the issues.
             * @example [
             *       "0199a4c0-5b1e-5d0c-8e9f-2a6b7c8d9e0f"
             *     ]
             * @example [
             *       "0199a4c0-5b1e-5d0c-8e9f-2a6b7c8d9e0f"
             *     ]
             */
            issueIds: string[];
            decision: components["schemas"]["DecisionKind"];
            /**
             * @description Why. Required for `waived` and `disputed`. Absent or null: no reason.
             * @example The client approved the black frames.
             * @example The client approved the black frames.
             */
            reason?: string | null;
            /**
             * @description The evidence for the decision. Replaces that of the decision before it. Absent or null: none.
             * @example [
             *       {
             *         "title": "Study of 40 people",
             *         "url": "https://client.example/study"
             *       }
             *     ]
             * @example [
             *       {
             *         "title": "Study of 40 people",
             *         "url": "https://client.example/study"
             *       }
             *     ]
             */
            evidence?: components["schemas"]["NewEvidence"][] | null;
        };
        /** @description The decision about an issue. */
        DecideRequest: {
            decision: components["schemas"]["DecisionKind"];
            /**
             * @description Why. Required for `waived` and `disputed`. Absent or null: no reason.
             * @example The client approved the black frames.
             * @example The client approved the black frames.
             */
            reason?: string | null;
            /**
             * @description The evidence for the decision. Replaces that of the decision before it. Absent or null: none.
             * @example [
             *       {
             *         "title": "Study of 40 people",
             *         "url": "https://client.example/study"
             *       }
             *     ]
             * @example [
             *       {
             *         "title": "Study of 40 people",
             *         "url": "https://client.example/study"
             *       }
             *     ]
             */
            evidence?: components["schemas"]["NewEvidence"][] | null;
        };
        /** @description Issues that were decided together. */
        DecidedIssues: {
            /** @description Ids of the issues. */
            issueIds: string[];
            /** @description The decision about each of them. */
            decision: components["schemas"]["Decision"];
            /** @description Number of issues. Equals the length of `issueIds`. */
            total: number;
        };
        /** @description What a person or a key decided about an issue. */
        Decision: {
            decision: components["schemas"]["DecisionKind"];
            /** @description Why. Null if no reason was given. */
            reason: string | null;
            by: components["schemas"]["DecisionAuthor"];
            /**
             * Format: date-time
             * @description When it was decided. ISO 8601 in UTC with milliseconds.
             */
            at: string;
            /** @description The evidence for it. */
            evidence: components["schemas"]["DecisionEvidence"][];
            /** @description The issue about which it was decided, if the decision was carried over. Null otherwise. */
            carriedFrom: components["schemas"]["CarriedFrom"] | null;
        };
        /** @description Who decided. */
        DecisionAuthor: {
            kind: components["schemas"]["AuthorKind"];
            /**
             * Format: uuid
             * @description Id of the key or the person.
             */
            id: string;
            /** @description Name. Null if the key has no name, and after the person was erased. */
            name: string | null;
        };
        /** @description A decision about an issue, or its withdrawal. */
        DecisionEntry: {
            /**
             * Format: uuid
             * @description Id of the issue.
             */
            issueId: string;
            /** @description Code of the rule that the issue breaks. */
            ruleCode: string;
            /** @description The defect in one sentence, as it was when it was decided. */
            summary: string;
            /** @description The decision. Null if the decision before it was withdrawn. */
            decision: components["schemas"]["DecisionKind"] | null;
            /** @description Why. Null if no reason was given. */
            reason: string | null;
            by: components["schemas"]["DecisionAuthor"];
            /**
             * Format: date-time
             * @description When it was decided. ISO 8601 in UTC with milliseconds.
             */
            at: string;
            /** @description The evidence for it. */
            evidence: components["schemas"]["DecisionEvidence"][];
            /** @description The issue about which it was decided, if the decision was carried over. Null otherwise. */
            carriedFrom: components["schemas"]["CarriedFrom"] | null;
        };
        /** @description Evidence for a decision: an uploaded file, or the address of a page. */
        DecisionEvidence: {
            /**
             * Format: uuid
             * @description Id of the evidence, with which other decisions about the asset can name it.
             */
            id: string;
            /** @description What it is. */
            title: string;
            /** @description Address of a page. Its content is not kept. Null for a file. */
            url: string | null;
            /** @description The file. Null for an address. */
            file: components["schemas"]["EvidenceFile"] | null;
        };
        /** @description What was decided about the issues of an asset. */
        DecisionHistory: {
            /**
             * Format: uuid
             * @description The asset that was asked for.
             */
            assetId: string;
            /** @description All decisions and withdrawals, oldest first, also about issues that a retry removed. */
            decisions: components["schemas"]["DecisionEntry"][];
            /** @description Number of entries. Equals the length of `decisions`. */
            total: number;
        };
        /**
         * @description `accepted`: the defect is there and is to be mended. `waived`: the defect is there and may stay. `disputed`: the finding is wrong.
         * @enum {string}
         */
        DecisionKind: "accepted" | "waived" | "disputed";
        /** @description One event for one subscription. */
        Delivery: {
            /**
             * Format: uuid
             * @description The subscription that receives the event.
             */
            subscriptionId: string;
            /**
             * Format: uuid
             * @description Identifier of the event. It is also the `id` in the payload and the header `webhook-id`.
             */
            eventId: string;
            eventType: components["schemas"]["EventType"];
            /** @description The status of the last attempt. */
            status: components["schemas"]["DeliveryStatus"];
            /** @description The exact body of every attempt, as JSON text. The signature covers this text. */
            payload: string;
            /**
             * Format: date-time
             * @description When the event occurred. ISO 8601 in UTC with milliseconds.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the last attempt ended. Null while an attempt is pending. ISO 8601 in UTC with milliseconds.
             */
            completedAt: string | null;
            /** @description The attempts, newest first, at most 200. */
            attempts: components["schemas"]["Attempt"][];
            /** @description Number of attempts, including those beyond the first 200. */
            total: number;
        };
        /**
         * @description `succeeded`: the endpoint returned a 2xx. `failed`: it did not. `pending`: scheduled or in progress. `skipped`: not sent; `error` has the reason.
         * @enum {string}
         */
        DeliveryStatus: "succeeded" | "failed" | "pending" | "skipped";
        /** @description The body of most errors. */
        DomainError: {
            /** @description The error, for people to read. Do not parse it. */
            detail: string;
            /**
             * Format: uri
             * @description Link to the explanation of the error. The part after `#` is its code. Absent on a 401, or if the service has no public URL.
             */
            docs_url?: string;
        };
        /** @description The earlier asset. */
        EarlierAsset: {
            /**
             * Format: uuid
             * @description The submission of the earlier asset.
             */
            submissionId: string;
            /**
             * Format: uuid
             * @description The earlier asset.
             */
            assetId: string;
            /** @description The name of its file. */
            filename: string;
        };
        /**
         * @description The kind of key: `live` or `sandbox`.
         * @enum {string}
         */
        Environment: "live" | "sandbox";
        /** @description The prices of the requested files. */
        Estimate: {
            /** @description One entry per file of the request, in the same order. */
            files: components["schemas"]["PricedFile"][];
            /**
             * Format: int64
             * @description Sum of the credits of all priceable files.
             */
            totalCredits: number;
        };
        /** @description The files to price. */
        EstimateRequest: {
            /**
             * @description The files to price, at most 50 unless your plan says otherwise. Absent or null: none.
             * @default []
             */
            files?: components["schemas"]["AssetReference"][] | null;
        };
        /**
         * @description The event type: `asset.processing.completed` or `asset.processing.failed`.
         * @enum {string}
         */
        EventType: "asset.processing.completed" | "asset.processing.failed";
        /** @description A fact that supports a finding. */
        Evidence: {
            /** @description Identifier of the evidence within its contributor. Not a UUID; treat it as opaque text. */
            id: string;
            sourceType: components["schemas"]["EvidenceSource"];
            /** @description How reliable this evidence is, from 0 to 1 (certain). */
            confidence: number;
            /** @description Any JSON value; `sourceType` decides its shape. A measurement has `measured`, `threshold`, `unit` and `source`, so that the finding can be contested. An image has `mimeType` and `url`, a link that expires after an hour. */
            content: unknown;
            /** @description Where in the asset this evidence was found. */
            anchor: components["schemas"]["Anchor"];
        };
        /** @description An uploaded file that is evidence. */
        EvidenceFile: {
            /** @description Name of the uploaded file. */
            filename: string;
            /** @description MIME type, from the extension. */
            contentType: string;
            /**
             * Format: int64
             * @description Size in bytes.
             */
            sizeBytes: number;
            /** @description SHA-256 hash of the file as 64 hexadecimal digits. Null until it is kept. */
            sha256: string | null;
            status: components["schemas"]["EvidenceFileStatus"];
        };
        /**
         * @description `keeping`: the upload is being copied, which takes seconds. `kept`: the copy is stored with the asset. `lost`: the upload was replaced or removed before it was copied.
         * @enum {string}
         */
        EvidenceFileStatus: "keeping" | "kept" | "lost";
        /** @description A link to a file of evidence. */
        EvidenceLink: {
            /** @description Link to the file, for GET. It downloads files that can contain scripts. */
            url: string;
            /**
             * Format: date-time
             * @description When the link expires, at most an hour after the response. ISO 8601 in UTC with milliseconds.
             */
            expiresAt: string;
            /** @description Name of the uploaded file. */
            filename: string;
            /** @description MIME type, from the extension. */
            contentType: string;
            /**
             * Format: int64
             * @description Size in bytes.
             */
            sizeBytes: number;
            /** @description SHA-256 hash of the file as 64 hexadecimal digits. */
            sha256: string;
        };
        /**
         * @description `measurement`: a measured value beside its threshold. `excerpt`: facts read from the file. `image`: a picture of the moment.
         * @enum {string}
         */
        EvidenceSource: "measurement" | "excerpt" | "image";
        /**
         * @description The verdict is `fail` if there is an issue of this severity or a worse one.
         * @enum {string}
         */
        FailsAt: "critical" | "major" | "minor" | "info";
        /** @description The pattern that file names must match. */
        FileNameRequirement: {
            /** @description `*` stands for any characters, and `?` for one character. */
            glob: string;
            /** @default finding */
            ifUnknown?: components["schemas"]["IfUnknown"];
            /** @description Where the required value comes from. */
            source?: components["schemas"]["ProfileSource"];
        };
        /** @description The sandbox event to send. */
        FireEventRequest: {
            /** @description The event to send: `asset.processing.completed` or `asset.processing.failed`. */
            eventType: components["schemas"]["EventType"];
            /**
             * Format: uuid
             * @description A submission of the workspace. One event is sent for each of its assets.
             * @example 0199a4c0-5d3e-7c41-9a52-3f0c8f1f6a10
             * @example 0199a4c0-5d3e-7c41-9a52-3f0c8f1f6a10
             */
            submissionId: string;
            /**
             * @description The `error_message` of a failed event. Ignored for a completed event. Absent or null: the message of the asset, or a sandbox text.
             * @example The file is damaged
             * @example The file is damaged
             */
            errorMessage?: string | null;
        };
        /** @description The result of sending a sandbox event. */
        FiredEvents: {
            /** @description Number of subscriptions notified, added up over all assets of the submission. */
            dispatched: number;
        };
        /** @description Whether the file must have a property. */
        FlagRequirement: {
            /** @description Whether the file must have the property. */
            is: boolean;
            /** @default finding */
            ifUnknown?: components["schemas"]["IfUnknown"];
            /** @description Where the required value comes from. */
            source?: components["schemas"]["ProfileSource"];
        };
        /**
         * @description Result if the file does not state the property. `finding`: it is an issue. `incomplete`: the verdict is `incomplete`.
         * @enum {string}
         */
        IfUnknown: "finding" | "incomplete";
        /** @description A field of the request, and why it was rejected. */
        InvalidField: {
            /** @description Path of the field, joined by dots, such as `assets.0.blobPath`. `body` means the whole body. */
            field: string;
            /** @description Why the value was rejected. */
            message: string;
        };
        /** @description A defect found in an asset. Every field is always present. Only `decision` can be null. */
        Issue: {
            /**
             * Format: uuid
             * @description Identifier of the issue.
             */
            id: string;
            /**
             * Format: uuid
             * @description The asset that the issue was found in.
             */
            assetId: string;
            /** @description The defect in one sentence. */
            summary: string;
            severity: components["schemas"]["Severity"];
            /**
             * @description Always `open`. The API has no operation that changes it.
             * @constant
             */
            status: "open";
            /**
             * Format: date-time
             * @description When the issue was recorded. ISO 8601 in UTC with milliseconds.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the issue last changed. Equal to `createdAt`, because issues do not change. ISO 8601 in UTC with milliseconds.
             */
            updatedAt: string;
            /** @description Number of the issue within its asset, starting at 1. Lists are ordered by it. */
            referenceNumber: number;
            /**
             * Format: uuid
             * @description Identifier of the broken rule. `GET /api/integrations/sidekicks` lists all rules.
             */
            ruleId: string;
            /** @description Code of the broken rule, as `family.name`. For example `picture.black`. */
            ruleCode: string;
            /** @description The full explanation of the defect, with what was measured and where. */
            details: string;
            /** @description Why the issue has this severity, in full. */
            severityReasoning: string;
            /** @description Why the issue has this severity, in a few words. */
            severityReasoningHeadline: string;
            /** @description Earlier decisions about the same rule and similar content, as they were when the asset finished. Up to five of the workspace and five published rulings, each newest first, after up to 20 that a custom sidekick sent. */
            precedents: components["schemas"]["Precedent"][];
            /** @description The findings that led to the issue, one per sidekick that found the defect. At least one; the `primary` one is first. */
            contributors: components["schemas"]["Contributor"][];
            /** @description The action that resolves the issue. */
            resolutionRequirement: components["schemas"]["ResolutionRequirement"];
            /** @description Where in the asset the defect is. */
            anchor: components["schemas"]["Anchor"];
            /** @description The decision about the issue. Null until somebody decides. */
            decision: components["schemas"]["Decision"] | null;
        };
        /**
         * @description `severity`: the severity. `measured`: the measured value, by more than a tenth of its distance from the threshold. `wording`: the words that the issue is about. `place`: the time, which is shorter or longer, or the worst place of the recording.
         * @enum {string}
         */
        IssueChange: "severity" | "measured" | "wording" | "place";
        /** @description Number of issues by severity. */
        IssueCounts: {
            /** @description Number of critical issues. */
            critical: number;
            /** @description Number of major issues. */
            major: number;
            /** @description Number of minor issues. */
            minor: number;
            /** @description Number of informational issues. */
            info: number;
        };
        /** @description The issues of an asset. */
        IssueList: {
            /**
             * Format: uuid
             * @description The asset that was asked for.
             */
            assetId: string;
            /** @description All issues of the asset, ordered by `referenceNumber`. Empty if nothing was found. */
            issues: components["schemas"]["Issue"][];
            /** @description Number of issues. Equals the length of `issues`. */
            total: number;
        };
        /** @description A check that only a person can make. */
        ManualCheck: {
            /** @description Short name of the check. */
            code: string;
            /** @description What a person has to confirm. */
            text: string;
        };
        /**
         * @description `passed`: a person has confirmed the check. `failed`: the file does not meet it.
         * @enum {string}
         */
        ManualOutcome: "passed" | "failed";
        /** @description A check of the profile that a person has made. */
        ManualResult: {
            /** @description Code of the check in the profile. */
            code: string;
            /** @description What the person had to confirm. */
            text: string;
            outcome: components["schemas"]["ManualOutcome"];
            /** @description Remark of the person. Null if there is none. */
            note: string | null;
        };
        /** @description Facts about a decoded file, as its headers state them. */
        MediaFacts: {
            /** @description Null for images, and if the file does not state it. */
            durationSeconds: number | null;
            /** @description Time code of the first frame, as the file states it. A `;` before the frames means drop frame. */
            startTimecode: string | null;
            /** @description The video stream that was examined, or the image. */
            video: components["schemas"]["VideoFacts"] | null;
            /** @description The audio stream that was examined. */
            audio: components["schemas"]["AudioFacts"] | null;
            /** @description The streams of the file, at most 50. */
            streams: components["schemas"]["StreamFacts"][];
        };
        /**
         * @description Evidence for a decision: evidence that the asset has (`id`), an address, or an upload.
         * @example {
         *       "title": "Study of 40 people",
         *       "url": "https://client.example/study"
         *     }
         * @example {
         *       "title": "Study of 40 people",
         *       "url": "https://client.example/study"
         *     }
         */
        NewEvidence: {
            /**
             * Format: uuid
             * @description Id of evidence that a decision about this asset has. Alone.
             */
            id?: string | null;
            /** @description What it is. Required with `url` and `blobPath`. */
            title?: string | null;
            /** @description Address of a page, with https or http. Its content is not kept. */
            url?: string | null;
            /** @description The `blobPath` of an upload of at most 100 MiB that was not submitted. The file is copied, and kept as long as the asset. */
            blobPath?: string | null;
        };
        /** @description The permitted values of a measured number. */
        NumberRequirement: {
            /** @description The smallest permitted value. */
            least?: number;
            /** @description The largest permitted value. */
            most?: number;
            /** @description The permitted values. */
            oneOf?: number[];
            /** @description Tolerance of the values of `oneOf`. Absent: 0. */
            tolerance?: number;
            /** @description Tolerance of all values in frames. Only for `durationSeconds` of videos. */
            toleranceFrames?: number;
            /** @default finding */
            ifUnknown?: components["schemas"]["IfUnknown"];
            /** @description Where the required value comes from. */
            source?: components["schemas"]["ProfileSource"];
        };
        /** @description A link to the file of an asset. */
        OriginalFile: {
            /** @description Link to the file, for GET with or without `Range`. Types that can contain scripts (SVG, documents) are served as downloads. */
            url: string;
            /**
             * Format: date-time
             * @description When the link expires, at most an hour after the response. ISO 8601 in UTC with milliseconds.
             */
            expiresAt: string;
            /** @description Whether browsers usually play or show the file without conversion. Depends on the codecs once the file has been decoded: MP4 with 8-bit H.264, VP9 or AV1, and usual codecs of sound. Before, and for other files, depends on the type. */
            playable: boolean;
        };
        /** @description A page of a document, or a part of it. */
        PageAnchor: {
            /**
             * @description A page of a document. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "page";
            /** @description Page number. The first page is 1. */
            page: number;
            /** @description Part of the page as `[left, top, right, bottom]`. Each is a share (0–1) of the page’s crop box as shown, after `/Rotate`; left and top count from the left and top edges. `left` is less than `right`, and `top` less than `bottom`. Absent when the whole page is meant. Issues of custom sidekicks from before this definition can have other numbers. */
            bbox?: [
                number,
                number,
                number,
                number
            ];
        };
        /** @description A size of a page. */
        PageSize: {
            /** @description Width in millimetres. */
            widthMm: number;
            /** @description Height in millimetres. */
            heightMm: number;
        };
        /** @description The permitted sizes of pages. */
        PageSizeRequirement: {
            /** @description The permitted sizes in millimetres, in either orientation. */
            oneOf: components["schemas"]["PageSize"][];
            /**
             * @description Tolerance of width and height.
             * @default 1
             */
            toleranceMm?: number;
            /** @default finding */
            ifUnknown?: components["schemas"]["IfUnknown"];
            /** @description Where the required value comes from. */
            source?: components["schemas"]["ProfileSource"];
        };
        /**
         * @description Type of the value: `number`, `boolean` or `string`.
         * @enum {string}
         */
        ParameterType: "number" | "boolean" | "string";
        /** @description An earlier decision about the same rule and similar content: a decision of the workspace, or a published ruling. Use it to judge the issue at hand. */
        Precedent: {
            /** @description Link to the earlier decision. For a decision of the workspace, the issue in the console. */
            url: string;
            /** @description Title of the earlier decision, for people to read. */
            title: string;
            /** @description The outcome of the earlier decision with its reason, and how similar the content is. */
            decision: string;
            /** @description Date of the decision, as its source writes it. The format is not fixed. */
            date: string;
        };
        /** @description An MP4 file with H.264 and AAC, at most 640 pixels wide, whose frames have the times of the original. */
        Preview: {
            status: components["schemas"]["PreviewStatus"];
            /** @description True if the preview has failed, and another request can start it again, at the earliest after five minutes. */
            isRetryable: boolean;
            /** @description Link to the preview. Null until it is ready. */
            url: string | null;
            /**
             * Format: date-time
             * @description When the link expires. Null without a link. ISO 8601 in UTC with milliseconds.
             */
            expiresAt: string | null;
        };
        /**
         * @description `making`: requested, queued or being made. `ready`: `url` has it. `failed`: the conversion failed.
         * @enum {string}
         */
        PreviewStatus: "making" | "ready" | "failed";
        /**
         * @description The metric that decides a price: `durationSeconds` for video, `pages` for documents.
         * @enum {string}
         */
        PriceMetric: "durationSeconds" | "pages";
        /** @description The price of one file. */
        PricedFile: {
            /** @description The blob path from the request, unchanged. */
            blobPath: string;
            /** @description Category of the file, from its extension. Null if the extension is unknown; such a file has the flat price. */
            assetType: components["schemas"]["AssetType"] | null;
            /** @description The metric that decides the price: `durationSeconds` for video, `pages` for documents. Null for types with a flat price. */
            metric: components["schemas"]["PriceMetric"] | null;
            /** @description Measured value of the metric, in seconds or pages. Null if nothing was measured. */
            metricValue: number | null;
            /**
             * Format: int64
             * @description Credits that the file costs at submission. 0 if `priceable` is false.
             */
            credits: number;
            /** @description False if the file could not be measured. A submission with such a file is rejected. */
            priceable: boolean;
        };
        /** @description A version of a profile. Every field is always present. */
        Profile: {
            /**
             * Format: uuid
             * @description Identifier of the profile. Send it in `sidekickIds` of a submission.
             */
            id: string;
            /** @description Number of the version, starting at 1. Versions never change. */
            version: number;
            /** @description True for a profile of the service, false for one of the workspace. */
            builtIn: boolean;
            /**
             * @description Short name, such as `advert-uk-tv`. Unique in the workspace.
             * @example spots
             * @example spots
             */
            code: string;
            /**
             * @description Name for people to read.
             * @example Spots of our channel
             * @example Spots of our channel
             */
            name: string;
            /** @description Description of the destination. Null if there is none. */
            description: string | null;
            /**
             * @description The types of files that the destination accepts.
             * @example [
             *       "video"
             *     ]
             * @example [
             *       "video"
             *     ]
             */
            assetTypes: components["schemas"]["AssetType"][];
            /**
             * @description The documents of the destination.
             * @example [
             *       {
             *         "title": "EBU R 128",
             *         "url": "https://tech.ebu.ch/publications/r128",
             *         "part": null
             *       }
             *     ]
             * @example [
             *       {
             *         "title": "EBU R 128",
             *         "url": "https://tech.ebu.ch/publications/r128",
             *         "part": null
             *       }
             *     ]
             */
            sources: components["schemas"]["ProfileSource"][];
            /**
             * @description The sidekicks that examine the files. `requirements` runs if there are requirements.
             * @example [
             *       {
             *         "code": "video-qc"
             *       },
             *       {
             *         "code": "loudness",
             *         "parameters": {
             *           "targetLufs": -23,
             *           "toleranceLu": 0.5
             *         }
             *       }
             *     ]
             * @example [
             *       {
             *         "code": "video-qc"
             *       },
             *       {
             *         "code": "loudness",
             *         "parameters": {
             *           "targetLufs": -23,
             *           "toleranceLu": 0.5
             *         }
             *       }
             *     ]
             */
            sidekicks: components["schemas"]["ProfileSidekick"][];
            /**
             * @description Changed rules by code.
             * @example {
             *       "picture.black": {
             *         "threshold": 0.5,
             *         "severity": "major"
             *       },
             *       "bars.constant": {
             *         "severity": "off"
             *       }
             *     }
             * @example {
             *       "picture.black": {
             *         "threshold": 0.5,
             *         "severity": "major"
             *       },
             *       "bars.constant": {
             *         "severity": "off"
             *       }
             *     }
             */
            rules: {
                [key: string]: components["schemas"]["ProfileRule"];
            };
            requirements: components["schemas"]["Requirements"];
            /**
             * @description Checks for a person. They are part of the sign-off and not of the verdict.
             * @example [
             *       {
             *         "code": "rights",
             *         "text": "The music is licensed for this territory"
             *       }
             *     ]
             * @example [
             *       {
             *         "code": "rights",
             *         "text": "The music is licensed for this territory"
             *       }
             *     ]
             */
            manualChecks: components["schemas"]["ManualCheck"][];
            failsAt: components["schemas"]["FailsAt"];
        };
        /** @description The profiles of a workspace. */
        ProfileList: {
            /** @description The profiles that the workspace may use, built-in ones first. */
            profiles: components["schemas"]["ProfileSummary"][];
        };
        /** @description The version of a profile that judges a submission. */
        ProfileReference: {
            /**
             * Format: uuid
             * @description Identifier of the profile.
             */
            id: string;
            /**
             * @description Short name, such as `advert-uk-tv`. Unique in the workspace.
             * @example spots
             * @example spots
             */
            code: string;
            /**
             * @description Name for people to read.
             * @example Spots of our channel
             * @example Spots of our channel
             */
            name: string;
            /** @description Number of the version, starting at 1. Versions never change. */
            version: number;
        };
        /** @description What a profile changes of a rule. */
        ProfileRule: {
            /** @description Severity of its issues. `off`: the rule reports nothing. Absent: the severity of the rule. */
            severity?: components["schemas"]["ProfileSeverity"];
            /** @description Threshold in the unit of the rule. Absent: that of the rule. */
            threshold?: number;
            /** @description Where the values come from. */
            source?: components["schemas"]["ProfileSource"];
        };
        /**
         * @description Severity of the issues of a rule. `off`: the rule reports nothing.
         * @enum {string}
         */
        ProfileSeverity: "critical" | "major" | "minor" | "info" | "off";
        /** @description A sidekick of a profile, with its parameters. */
        ProfileSidekick: {
            /** @description The code of the sidekick, such as `loudness`. */
            code: string;
            /** @description Values of its parameters by name. Absent parameters have their default. */
            parameters?: {
                [key: string]: unknown;
            };
            /** @description Where the values come from. */
            source?: components["schemas"]["ProfileSource"];
        };
        /** @description A document that says what the destination asks for. */
        ProfileSource: {
            /** @description Title of the document. */
            title: string;
            /**
             * Format: uri
             * @description Link to the document. Null if it is not public.
             * @default null
             */
            url?: string | null;
            /**
             * @description Clause or section of the document, or a note.
             * @default null
             */
            part?: string | null;
        };
        /** @description The current version of a profile in a list. */
        ProfileSummary: {
            /**
             * Format: uuid
             * @description Identifier of the profile. Send it in `sidekickIds` of a submission.
             */
            id: string;
            /**
             * @description Short name, such as `advert-uk-tv`. Unique in the workspace.
             * @example spots
             * @example spots
             */
            code: string;
            /**
             * @description Name for people to read.
             * @example Spots of our channel
             * @example Spots of our channel
             */
            name: string;
            /** @description Number of the version, starting at 1. Versions never change. */
            version: number;
            /** @description True for a profile of the service, false for one of the workspace. */
            builtIn: boolean;
            /**
             * @description The types of files that the destination accepts.
             * @example [
             *       "video"
             *     ]
             * @example [
             *       "video"
             *     ]
             */
            assetTypes: components["schemas"]["AssetType"][];
            /** @description Description of the destination. Null if there is none. */
            description: string | null;
        };
        /** @description The body of a 429. */
        RateLimitError: {
            /** @description The limit that was exceeded. The header `Retry-After` has the seconds to wait. */
            error: string;
        };
        /** @description A rectangle in an image. */
        RegionAnchor: {
            /**
             * @description A rectangle in an image. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "region";
            /** @description Left edge, as a fraction (0–1) of the width, from the left. */
            x: number;
            /** @description Top edge, as a fraction (0–1) of the height, from the top. */
            y: number;
            /** @description Width of the rectangle, as a fraction (0–1) of the width of the image. */
            width: number;
            /** @description Height of the rectangle, as a fraction (0–1) of the height of the image. */
            height: number;
        };
        /**
         * @description `primary`: the most severe finding of this defect. The issue takes its texts, rule and severity from it. `supporting`: another sidekick found the same defect in the same place. An issue has exactly one primary contributor.
         * @enum {string}
         */
        RelationType: "primary" | "supporting";
        /** @description An issue that the earlier asset has too. */
        RemainingIssue: {
            /**
             * Format: uuid
             * @description Identifier of the issue.
             */
            id: string;
            /**
             * Format: uuid
             * @description The asset that the issue was found in.
             */
            assetId: string;
            /** @description The defect in one sentence. */
            summary: string;
            severity: components["schemas"]["Severity"];
            /**
             * @description Always `open`. The API has no operation that changes it.
             * @constant
             */
            status: "open";
            /**
             * Format: date-time
             * @description When the issue was recorded. ISO 8601 in UTC with milliseconds.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the issue last changed. Equal to `createdAt`, because issues do not change. ISO 8601 in UTC with milliseconds.
             */
            updatedAt: string;
            /** @description Number of the issue within its asset, starting at 1. Lists are ordered by it. */
            referenceNumber: number;
            /**
             * Format: uuid
             * @description Identifier of the broken rule. `GET /api/integrations/sidekicks` lists all rules.
             */
            ruleId: string;
            /** @description Code of the broken rule, as `family.name`. For example `picture.black`. */
            ruleCode: string;
            /** @description The full explanation of the defect, with what was measured and where. */
            details: string;
            /** @description Why the issue has this severity, in full. */
            severityReasoning: string;
            /** @description Why the issue has this severity, in a few words. */
            severityReasoningHeadline: string;
            /** @description Earlier decisions about the same rule and similar content, as they were when the asset finished. Up to five of the workspace and five published rulings, each newest first, after up to 20 that a custom sidekick sent. */
            precedents: components["schemas"]["Precedent"][];
            /** @description The findings that led to the issue, one per sidekick that found the defect. At least one; the `primary` one is first. */
            contributors: components["schemas"]["Contributor"][];
            /** @description The action that resolves the issue. */
            resolutionRequirement: components["schemas"]["ResolutionRequirement"];
            /** @description Where in the asset the defect is. */
            anchor: components["schemas"]["Anchor"];
            /** @description The decision about the issue. Null until somebody decides. */
            decision: components["schemas"]["Decision"] | null;
            /**
             * Format: uuid
             * @description Id of the same issue of the earlier asset.
             */
            earlierIssueId: string;
        };
        /** @description The replaced asset. */
        ReplacedAsset: {
            /**
             * Format: uuid
             * @description The submission of the replaced asset.
             */
            submissionId: string;
            /**
             * Format: uuid
             * @description The replaced asset.
             */
            assetId: string;
            /** @description The name of its file. */
            filename: string;
        };
        /** @description The period whose events are delivered again. */
        ReplayRequest: {
            /**
             * Format: date-time
             * @description Start of the period: only events that occurred at this time or later. ISO 8601.
             * @example 2026-01-15T09:30:00Z
             * @example 2026-01-15T09:30:00Z
             */
            since: string;
            /**
             * Format: date-time
             * @description End of the period: only events that occurred before this time. ISO 8601. Absent or null: no end.
             * @example 2026-01-16T09:30:00Z
             * @example 2026-01-16T09:30:00Z
             */
            until?: string | null;
            /**
             * @description Only deliveries with one of these statuses. Absent or null: those that have not succeeded (`pending`, `failed`, `skipped`).
             * @default [
             *       "pending",
             *       "failed",
             *       "skipped"
             *     ]
             */
            statuses?: components["schemas"]["DeliveryStatus"][] | null;
        };
        /** @description The result of a replay. */
        ReplayResult: {
            /** @description Number of deliveries that were started again. */
            redelivered: number;
            /**
             * Format: date-time
             * @description The `since` of the next request, if the period has more events. Null if all were handled. ISO 8601.
             */
            next: string | null;
        };
        /**
         * Report of Assay about a file
         * @description What Assay checked in one file, and what it found.
         */
        Report: {
            /**
             * @description Version of this schema.
             * @constant
             */
            schemaVersion: 1;
            /**
             * Format: date-time
             * @description When the examination ended, in UTC.
             */
            checkedAt: string;
            asset: components["schemas"]["ReportAsset"];
            /** @description The submission of the file to the service. Null in reports of `assay check`. */
            submission: components["schemas"]["ReportSubmission"] | null;
            /** @description The profile. Null if all sidekicks ran with their defaults. */
            profile: components["schemas"]["ReportProfile"] | null;
            tools: components["schemas"]["ReportTools"];
            /** @description The chosen sidekicks. */
            sidekicks: components["schemas"]["ReportSidekick"][];
            /** @description The rules and requirements of the chosen sidekicks. */
            checks: components["schemas"]["ReportCheck"][];
            /** @description The defects of the file, ordered by `referenceNumber`. */
            issues: components["schemas"]["ReportIssue"][];
            verdict: components["schemas"]["ReportVerdict"];
            /** @description What could not be checked. */
            problems: components["schemas"]["ReportProblem"][];
            /** @description The sign-off. Null in the report that is written when the asset finishes. */
            signOff: components["schemas"]["ReportSignOff"] | null;
        };
        /** @description The file. */
        ReportAsset: {
            /** @description Name of the file without folders. */
            name: string;
            /** @description Path of the file as it was given. */
            path: string;
            /**
             * Format: int64
             * @description Size in bytes. Null if the file could not be opened.
             */
            bytes: number | null;
            /** @description SHA-256 of the bytes in hexadecimal. Null if the file was not read as a whole. */
            sha256: string | null;
            /** @description Type by the extension. Null if it is not accepted. */
            type: components["schemas"]["AssetType"] | null;
            /** @description MIME type by the extension. Null if the extension is not accepted. */
            mimeType: string | null;
            /** @description The measured size. Null for sound and images, and if the file could not be measured. */
            metric: components["schemas"]["ReportMetric"] | null;
            /** @description Facts of the headers, with the start time code and all streams. Null if nothing was decoded. */
            media: components["schemas"]["MediaFacts"] | null;
        };
        /** @description One rule or requirement, and its outcome. */
        ReportCheck: {
            /** @description Code of the sidekick that makes the check, such as `video-qc`. */
            sidekick: string;
            /** @description Code of the rule, such as `picture.black`. */
            ruleCode: string;
            /** @description Name of the rule, for people to read. */
            ruleName: string;
            /** @description Severity of its issues under the profile. `off`: the profile turns the rule off. */
            severity: components["schemas"]["ProfileSeverity"];
            /** @description The threshold in force. Null if the rule has none, and for requirements. */
            threshold: number | null;
            /** @description The values that the profile requires, with their unit, such as `25 or 50 frames/s`. Null for other rules. */
            required: string | null;
            /** @description Unit of the threshold and of the measured value. Null without a unit. */
            unit: string | null;
            source: components["schemas"]["RuleSource"];
            outcome: components["schemas"]["ReportOutcome"];
            /** @description Number of findings. Findings of several sidekicks can be one issue. */
            count: number;
            /** @description The value that was measured: a number in the unit of the check, or a text. Null if no value is known. */
            measured: unknown;
        };
        /**
         * @description Format of a report besides JSON.
         * @enum {string}
         */
        ReportFormat: "csv" | "vtt" | "edl" | "fcpxml" | "xmeml" | "avid.txt" | "avid.xml" | "xml";
        /** @description A defect of the file. */
        ReportIssue: {
            /**
             * Format: uuid
             * @description Identifier. With the same profile, the same defect of the same bytes has the same one in every report. The service has others.
             */
            id: string;
            /** @description Number of the issue in the file, starting at 1. */
            referenceNumber: number;
            /** @description How serious the defect is. */
            severity: components["schemas"]["Severity"];
            /** @description The defect in one sentence. */
            summary: string;
            /** @description The full explanation of the defect. */
            details: string;
            /**
             * Format: uuid
             * @description Identifier of the broken rule.
             */
            ruleId: string;
            /** @description Code of the broken rule. */
            ruleCode: string;
            /** @description Why the issue has this severity. */
            severityReasoning: string;
            /** @description Why the issue has this severity, in a few words. */
            severityReasoningHeadline: string;
            /** @description Earlier decisions about the same rule and similar content. */
            precedents: components["schemas"]["Precedent"][];
            /** @description The findings that led to the issue, the primary one first. */
            contributors: components["schemas"]["Contributor"][];
            /** @description The action that resolves the issue. */
            resolutionRequirement: components["schemas"]["ResolutionRequirement"];
            /** @description Where in the file the defect is. */
            anchor: components["schemas"]["Anchor"];
            /** @description What was decided about the issue. Null in reports without a sign-off. */
            decision: components["schemas"]["Decision"] | null;
        };
        /** @description A link to the report of an asset. Anybody who has it can read the report. */
        ReportLink: {
            /**
             * Format: uuid
             * @description Identifier of the link. It opens nothing.
             */
            id: string;
            /**
             * Format: date-time
             * @description When the link was created. ISO 8601 in UTC with milliseconds.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the link stops working. ISO 8601 in UTC with milliseconds.
             */
            expiresAt: string;
            /** @description True if the pages of the link show the pictures of the issues. */
            includesPictures: boolean;
            /** @description Who created the link. */
            by: components["schemas"]["DecisionAuthor"];
        };
        /** @description The links to the report of an asset. */
        ReportLinkList: {
            /**
             * Format: uuid
             * @description The asset that was asked for.
             */
            assetId: string;
            /** @description The links that work, oldest first. */
            links: components["schemas"]["ReportLink"][];
            /** @description Number of links. Equals the length of `links`. */
            total: number;
        };
        /** @description The measured size. */
        ReportMetric: {
            /** @description What was measured. */
            name: components["schemas"]["PriceMetric"];
            /** @description Duration in seconds, or number of pages. */
            value: number;
        };
        /**
         * @description `passed`: the check was made and found nothing. `found`: it has findings. `off`: the profile turns the rule off. `not_applicable`: it is not for files of this type. `skipped`: it was not made, because something that it needs is missing. `failed`: it could not be made on this file.
         * @enum {string}
         */
        ReportOutcome: "passed" | "found" | "off" | "not_applicable" | "skipped" | "failed";
        /** @description Something that could not be checked. */
        ReportProblem: {
            /** @description Kind of the problem, such as `unreadable`, `refused_type`, `content_mismatch`, `analysis_timed_out`, `unreadable_content` or `no_text_reader`. Later versions of Assay can add further ones. */
            code: string;
            /** @description Code of the sidekick that could not run. Null if the file as a whole was not examined. */
            sidekick: string | null;
            /** @description What could not be checked, and why. */
            message: string;
            /** @description True if the verdict cannot be `pass` because of it. False for a sidekick that nobody asked for by name, and that needs something which is not installed. */
            blocking: boolean;
        };
        /** @description The profile that judged the file. */
        ReportProfile: {
            /**
             * Format: uuid
             * @description Identifier. That of a profile from a file is derived from its content.
             */
            id: string;
            /** @description Code, such as `web-video`. */
            code: string;
            /** @description Name for people to read. */
            name: string;
            /** @description Version. 1 for a profile from a file that states none. */
            version: number;
        };
        /** @description A sidekick that was chosen. */
        ReportSidekick: {
            /**
             * Format: uuid
             * @description Identifier.
             */
            id: string;
            /** @description Code, such as `video-qc`. */
            code: string;
            /** @description Name for people to read. */
            name: string;
            /** @description Version of its rules. */
            version: string;
        };
        /** @description Who signed the file off, and the checks that this person made. */
        ReportSignOff: {
            by: components["schemas"]["DecisionAuthor"];
            /**
             * Format: date-time
             * @description When the asset was signed off. ISO 8601 in UTC with milliseconds.
             */
            at: string;
            /** @description Remark of the person. Null if there is none. */
            note: string | null;
            /** @description The manual checks of the profile. */
            manualChecks: components["schemas"]["ManualResult"][];
        };
        /** @description The submission of a file to the service. */
        ReportSubmission: {
            /**
             * Format: uuid
             * @description Identifier of the submission.
             */
            submissionId: string;
            /**
             * Format: uuid
             * @description Identifier of the asset.
             */
            assetId: string;
            /** @description The version of the submission that finished the asset. */
            version: number;
            /** @description SHA-256 hash of the report before this one, in hexadecimal. Null in the first report. */
            previousReport: string | null;
            /**
             * Format: int64
             * @description Credits charged for the asset.
             */
            credits: number;
        };
        /** @description The programs that examined the file. */
        ReportTools: {
            /** @description Version of Assay. */
            assay: string;
            /** @description Version of Node. */
            node: string;
            /** @description Version of ffmpeg. Null if it is not installed. */
            ffmpeg: string | null;
        };
        /** @description The verdict of the file. */
        ReportVerdict: {
            verdict: components["schemas"]["Verdict"];
            /** @description The reason in words. */
            reason: string;
            /** @description The least severity that fails the file. */
            failsAt: components["schemas"]["Severity"];
        };
        /** @description The state of a requested preview. */
        RequestedPreview: {
            /** @description `making` or `ready`. */
            status: components["schemas"]["PreviewStatus"];
        };
        /**
         * @description Properties that the destination fixes, by name.
         * @example {
         *       "frameRate": {
         *         "oneOf": [
         *           "25"
         *         ]
         *       },
         *       "width": {
         *         "oneOf": [
         *           1920
         *         ]
         *       },
         *       "height": {
         *         "oneOf": [
         *           1080
         *         ]
         *       }
         *     }
         * @example {
         *       "frameRate": {
         *         "oneOf": [
         *           "25"
         *         ]
         *       },
         *       "width": {
         *         "oneOf": [
         *           1920
         *         ]
         *       },
         *       "height": {
         *         "oneOf": [
         *           1080
         *         ]
         *       }
         *     }
         */
        Requirements: {
            /** @description File name. The name of the file without folders. `*` stands for any characters, and `?` for one. */
            fileName?: components["schemas"]["FileNameRequirement"];
            /** @description File size in bytes. The number of bytes of the file. 1 MB has 1,000,000 bytes, and 1 MiB has 1,048,576. */
            fileSizeBytes?: components["schemas"]["NumberRequirement"];
            /** @description Container. The format of the file, as its first bytes and its brand say. */
            container?: components["schemas"]["TextRequirement"];
            /** @description Video codec. Name of the codec in ffmpeg, such as `h264`, `hevc` or `prores`. */
            videoCodec?: components["schemas"]["TextRequirement"];
            /** @description Codec profile. Name of the profile in ffmpeg, such as `High`, `Main 10` or `HQ`. */
            videoProfile?: components["schemas"]["TextRequirement"];
            /** @description Codec level. The level that the stream declares, such as 4.1. Only H.264, HEVC, VP9 and AV1 have one that is a number. */
            videoLevel?: components["schemas"]["NumberRequirement"];
            /** @description Width in pixels. Width of the stored picture, after rotation and before the pixel aspect ratio. An SVG has the width that it declares in pixels. */
            width?: components["schemas"]["NumberRequirement"];
            /** @description Height in pixels. Height of the stored picture, after rotation and before the pixel aspect ratio. An SVG has the height that it declares in pixels. */
            height?: components["schemas"]["NumberRequirement"];
            /** @description Display aspect ratio. Width to height as displayed, within 1 %. */
            displayAspect?: components["schemas"]["TextRequirement"];
            /** @description Pixel aspect ratio. Width to height of a pixel, within 0.1 %. A file that declares none has square pixels. */
            pixelAspect?: components["schemas"]["TextRequirement"];
            /** @description Frame rate in frames/s. The constant frame rate. A variable frame rate meets no requirement. */
            frameRate?: components["schemas"]["TextRequirement"];
            /** @description Scan type. The scan type that the stream or its first frame declares, and the field that is displayed first. HEVC, VP8, VP9 and AV1 that declare none are progressive. */
            scan?: components["schemas"]["TextRequirement"];
            /** @description Chroma format. The chroma subsampling of the stored pixels. */
            chroma?: components["schemas"]["TextRequirement"];
            /** @description Bit depth of the picture in bits. Bits of each component of a pixel. */
            videoBitDepth?: components["schemas"]["NumberRequirement"];
            /** @description Colour primaries. The primaries that the stream declares, by their names in ffmpeg. */
            colourPrimaries?: components["schemas"]["TextRequirement"];
            /** @description Transfer characteristics. The transfer that the stream declares, by its name in ffmpeg. */
            colourTransfer?: components["schemas"]["TextRequirement"];
            /** @description Colour matrix. The matrix that the stream declares, by its name in ffmpeg. */
            colourMatrix?: components["schemas"]["TextRequirement"];
            /** @description Colour range. The range that the stream declares. */
            colourRange?: components["schemas"]["TextRequirement"];
            /** @description Bit rate of the picture in kbit/s. Mean bit rate of the video stream: the bytes of its packets divided by its duration. */
            videoBitRate?: components["schemas"]["NumberRequirement"];
            /** @description Distance of key frames in s. The longest time from one key frame to the next, or to the end of the stream. */
            keyFrameSeconds?: components["schemas"]["NumberRequirement"];
            /** @description Duration in s. Duration of the decoded picture, or of the sound if that is longer by more than 0.25 s, the padding of sound codecs. A profile can permit a tolerance in frames. */
            durationSeconds?: components["schemas"]["NumberRequirement"];
            /** @description Start time code. The time code of the first frame, such as `10:00:00:00`. */
            startTimecode?: components["schemas"]["TextRequirement"];
            /** @description Picture before the programme in s. Seconds of black or still picture, such as a slate, at the start. Still picture counts from 2 s. */
            leadSeconds?: components["schemas"]["NumberRequirement"];
            /** @description Picture after the programme in s. Seconds of black or still picture at the end. Still picture counts from 2 s. */
            tailSeconds?: components["schemas"]["NumberRequirement"];
            /** @description Number of audio tracks in tracks. The number of audio streams. The other properties of sound do not apply to a file without audio streams. */
            soundTracks?: components["schemas"]["NumberRequirement"];
            /** @description Audio codec. Name of the codec of each audio track in ffmpeg, such as `aac`, `ac3` or `pcm_s24le`. */
            soundCodec?: components["schemas"]["TextRequirement"];
            /** @description Sample rate in Hz. Samples per second of each audio track. */
            sampleRate?: components["schemas"]["NumberRequirement"];
            /** @description Bit depth of the sound in bits. Bits of a sample. Only PCM and lossless codecs have a bit depth; tracks of other codecs are not compared. */
            soundBitDepth?: components["schemas"]["NumberRequirement"];
            /** @description Channels in channels. Number of channels of each audio track. */
            channels?: components["schemas"]["NumberRequirement"];
            /** @description Channel layout. Layout that each audio track declares, by its name in ffmpeg, such as `stereo` or `5.1`. */
            channelLayout?: components["schemas"]["TextRequirement"];
            /** @description Language. Language tag that each audio track declares, such as `eng`. */
            languages?: components["schemas"]["TextRequirement"];
            /** @description Bit rate of the sound in kbit/s. Mean bit rate of each audio track: the bytes of its packets divided by its duration. */
            soundBitRate?: components["schemas"]["NumberRequirement"];
            /** @description Image format. The format of the file, as its first bytes say. */
            imageFormat?: components["schemas"]["TextRequirement"];
            /** @description Colour space. The colour space of the pixels, or all those that pages use in text, graphics, images and patterns. A space based on an ICC profile counts by its number of components. An SVG has RGB. Annotations do not count. */
            colourSpace?: components["schemas"]["TextRequirement"];
            /** @description Colour profile. The description in the embedded ICC profile, such as `sRGB IEC61966-2.1`. */
            colourProfile?: components["schemas"]["TextRequirement"];
            /** @description Resolution in dpi. The resolution that the file declares, the lower one of width and height, within 0.5 dpi. */
            resolutionDpi?: components["schemas"]["NumberRequirement"];
            /** @description Transparency. Whether the image has an alpha channel or a transparent colour. */
            alpha?: components["schemas"]["FlagRequirement"];
            /** @description Document format. The format of the file, as its first bytes say. */
            documentFormat?: components["schemas"]["TextRequirement"];
            /** @description Pages in pages. The number of pages. Word files and plain text have the number that is charged, which is an estimate. */
            pages?: components["schemas"]["NumberRequirement"];
            /** @description Page size in mm. Width and height of the crop box of each page in its user unit, in either orientation. */
            pageSize?: components["schemas"]["PageSizeRequirement"];
            /** @description PDF version. The PDF version, such as 1.7: the later one of header and catalog. */
            pdfVersion?: components["schemas"]["NumberRequirement"];
            /** @description Declared conformance. The conformance that the XMP metadata or, for PDF/X, the information dictionary declare, such as `PDF/A-2b`, `PDF/UA-1`, `PDF/X-4` or `PDF/X-1a:2003`. At least one must be named. A name without a year stands for any year. */
            conformance?: components["schemas"]["TextRequirement"];
            /** @description Resolution of images on the page in dpi. The lowest resolution of an image at the size at which it is printed. Images of fewer than 16 pixels in a direction do not count. */
            imageResolutionDpi?: components["schemas"]["NumberRequirement"];
            /** @description Embedded fonts. Whether all fonts of visible text are embedded. */
            fontsEmbedded?: components["schemas"]["FlagRequirement"];
        };
        /** @description The action that resolves an issue. */
        ResolutionRequirement: {
            /** @description The kind of action, as one word. For example `replace`, `review`, `correct`, `remove` or `none`. */
            action: string;
            /** @description The action in one sentence. */
            description: string;
        };
        /** @description The new secret of a subscription. */
        RotateSecretRequest: {
            /**
             * @description The new secret: `whsec_` and the base64 of 24 to 64 random bytes that you generate.
             * @example whsec_ZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSA=
             * @example whsec_ZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSA=
             */
            secret: string;
            /**
             * @description Seconds for which deliveries are also signed with the previous secret. Absent or null: a day. At most a week.
             * @default 86400
             */
            overlapSeconds?: number | null;
        };
        /** @description A check that a sidekick makes. */
        Rule: {
            /**
             * Format: uuid
             * @description Identifier of the rule. Issues refer to it as `ruleId`.
             */
            id: string;
            /** @description Code of the rule, as `family.name`. For example `picture.black`. Issues have it as `ruleCode`. */
            code: string;
            /** @description Name of the rule, for people to read. */
            name: string;
            /** @description Usual severity of its issues: `critical`, `major`, `minor` or `info`, from worst to least. */
            severity: components["schemas"]["Severity"];
            /** @description The limit that a measured value must pass to be reported. Null if nothing is measured. */
            threshold: number | null;
            /** @description Unit of the threshold. For example `s` for seconds. Null if it has none. */
            unit: string | null;
            /** @description The types of files in which the rule can find something. Null: those of the sidekick. */
            assetTypes: components["schemas"]["AssetType"][] | null;
            /** @description The thresholds that a profile can set. Null if it cannot change the threshold. */
            adjustable: components["schemas"]["ThresholdRange"] | null;
            source: components["schemas"]["RuleSource"];
            /** @description Null for the rules of custom sidekicks. */
            evidence: components["schemas"]["RuleEvidence"] | null;
        };
        /** @description The decisions of a workspace, counted by rule. */
        RuleDecisionList: {
            /** @description Number of days that are counted, up to now. */
            days: number;
            /** @description All rules with a decision in these days, the most disputed first. Only the newest decision of an issue counts. Decisions about data that expired or was erased do not. */
            rules: components["schemas"]["RuleDecisions"][];
            /** @description Number of entries. Equals the length of `rules`. */
            total: number;
        };
        /** @description How often issues of a rule were decided in which way. */
        RuleDecisions: {
            /** @description Code of the rule. */
            ruleCode: string;
            /** @description Number of issues whose defect is to be mended. */
            accepted: number;
            /** @description Number of issues whose defect may stay. */
            waived: number;
            /** @description Number of issues that are said to be wrong. */
            disputed: number;
        };
        /** @description How often the findings of the rule were right on real files that a person judged. */
        RuleEvidence: {
            /**
             * Format: date
             * @description Date on which the files were examined.
             */
            date: string;
            /** @description Version of the sidekick that examined the files. */
            version: string;
            /** @description Number of real files of other people that the sidekick examined. */
            files: number;
            /** @description Number of findings of the rule in these files. */
            findings: number;
            /** @description Share of the findings that are true, from 0 to 1. Null without findings. */
            trueShare: number | null;
            /** @description Share of the findings that are true and useful, from 0 to 1. Null without findings. */
            usefulShare: number | null;
            /** @description Limits of the study. */
            notKnown: string;
        };
        /** @description Where the rule and its threshold come from. */
        RuleSource: {
            /** @description Title of the standard or guideline. `Assay default` if this project chose it. */
            standard: string;
            /** @description The clause of the standard, with its wording or how it is applied here. */
            clause: string;
            /** @description Link to the standard. Null if no document supports the threshold. */
            url: string | null;
        };
        /** @description The result of rotating a secret. */
        SecretRotation: {
            /**
             * Format: uuid
             * @description The subscription whose secret was rotated.
             */
            subscriptionId: string;
            /**
             * Format: date-time
             * @description When the previous secret stops signing deliveries. Null if only the new secret signs. ISO 8601 in UTC with milliseconds.
             */
            previousSecretExpiresAt: string | null;
        };
        /** @description The example event to send. */
        SendExampleRequest: {
            eventType: components["schemas"]["EventType"];
        };
        /** @description A part of a curve. */
        Series: {
            /** @description The curve that was asked for. */
            name: components["schemas"]["SeriesName"];
            /** @description Unit of the values. `1` for a number without a unit. */
            unit: string;
            /** @description Time of the first value, in seconds from the start of the file. */
            startSeconds: number;
            /** @description Time that each point covers, in seconds. Point i starts at `startSeconds + i * stepSeconds`. */
            stepSeconds: number;
            /** @description False if only the first part of the file was decoded. */
            complete: boolean;
            /** @description The channels of the curve. All have the same number of points. */
            channels: components["schemas"]["SeriesChannel"][];
            /** @description The limits of the sidekicks that measured the curve. */
            limits: components["schemas"]["SeriesLimit"][];
        };
        /** @description The points of one channel of a curve. */
        SeriesChannel: {
            /** @description Name of the channel. */
            name: string;
            /** @description The smallest value of each point. Null where nothing was measured, for example in digital silence. */
            min: (number | null)[];
            /** @description The largest value of each point. Null where nothing was measured, for example in digital silence. */
            max: (number | null)[];
        };
        /** @description A limit of a sidekick, for the values of a curve. */
        SeriesLimit: {
            /** @description The limit, in the unit of the curve. */
            value: number;
            /** @description What the limit is. */
            label: string;
            /** @description Code of the rule that has the limit. */
            ruleCode: string;
        };
        /** @description The curves of an asset, and the storyboard of a video. */
        SeriesList: {
            /**
             * Format: uuid
             * @description The asset that was asked for.
             */
            assetId: string;
            /** @description The curves that the sidekicks measured while the file was decoded. Empty for documents, images, in the sandbox, and until the asset has finished. */
            series: components["schemas"]["SeriesSummary"][];
            /** @description Null if there are no pictures. */
            storyboard: components["schemas"]["Storyboard"] | null;
            /** @description Number of curves. Equals the length of `series`. */
            total: number;
        };
        /**
         * @description Name of a curve.
         * @enum {string}
         */
        SeriesName: "loudness" | "peaks" | "phase" | "flashes" | "flash-area" | "luminance";
        /** @description A curve in a list. */
        SeriesSummary: {
            name: components["schemas"]["SeriesName"];
            /** @description Unit of the values. `1` for a number without a unit. */
            unit: string;
            /** @description Names of the channels of the curve. */
            channels: string[];
            /** @description Time of the first value, in seconds from the start of the file. */
            startSeconds: number;
            /** @description End of the last value, in seconds. */
            endSeconds: number;
            /** @description Time that each stored value covers, in seconds. */
            stepSeconds: number;
        };
        /**
         * @description How serious it is: `critical`, `major`, `minor` or `info`, from worst to least.
         * @enum {string}
         */
        Severity: "critical" | "major" | "minor" | "info";
        /** @description An analyser with its rules. */
        Sidekick: {
            /**
             * Format: uuid
             * @description Identifier of the sidekick. Send it in `sidekickIds` of a submission.
             */
            id: string;
            /** @description Short name of the sidekick. For example `video-qc`. */
            code: string;
            /** @description Name of the sidekick, for people to read. */
            name: string;
            /** @description What the sidekick finds, in one or two sentences. */
            description: string;
            /** @description What the sidekick does not do, and how it decides in doubtful cases. Empty for custom sidekicks. */
            limits: string[];
            /** @description Version of its rules. It changes whenever a rule or a threshold changes. */
            version: string;
            /** @description The asset types that it can examine: `video`, `audio`, `image`, `document`. */
            assetTypes: components["schemas"]["AssetType"][];
            /** @description True for a sidekick of the service, false for a custom one that an operator registered. */
            builtIn: boolean;
            /** @description The values that a profile can set, besides the thresholds of rules. Empty for custom sidekicks. */
            parameters: components["schemas"]["SidekickParameter"][];
            /** @description All checks that the sidekick makes. */
            rules: components["schemas"]["Rule"][];
        };
        /** @description The analysers with their rules. */
        SidekickList: {
            /** @description The sidekicks that the workspace may use, built-in ones first. */
            sidekicks: components["schemas"]["Sidekick"][];
        };
        /** @description A value that a profile can set for a sidekick. */
        SidekickParameter: {
            /** @description Name of the parameter in a profile. For example `targetLufs`. */
            name: string;
            /** @description What the parameter changes. */
            description: string;
            type: components["schemas"]["ParameterType"];
            /** @description True if the value can be null. */
            nullable: boolean;
            /** @description Unit of a number. Null if it has none. */
            unit: string | null;
            /** @description Smallest number. Null for other types. */
            least: number | null;
            /** @description Largest number. Null for other types. */
            most: number | null;
            /** @description Code of the rule whose threshold the parameter is. Null if it is no threshold. */
            thresholdOf: string | null;
            /** @description The possible texts. Null if any text is possible. */
            values: string[] | null;
            /** @description Value without a profile: a number, a boolean, a text or null. */
            default: unknown;
        };
        /** @description The progress of one sidekick on an asset. */
        SidekickProgress: {
            /**
             * Format: uuid
             * @description Identifier of the sidekick. Send it in `sidekickIds` of a submission.
             */
            sidekickId: string;
            /** @description Short name of the sidekick. For example `video-qc`. */
            code: string;
            /** @description Name of the sidekick, for people to read. */
            name: string;
            state: components["schemas"]["SidekickState"];
            /** @description Number of findings. Null unless the state is `done`. */
            findingCount: number | null;
        };
        /**
         * @description `waiting`: not started. `decoding`: the file is being decoded for it. `reading_text`: the text in its pictures is being read for it, or is being examined. `running`: started, without a result. `done`: it has a result. `skipped`: an operator skipped it. `failed`: the asset failed before it had a result. `not_applicable`: it does not examine this type of file.
         * @enum {string}
         */
        SidekickState: "waiting" | "decoding" | "reading_text" | "running" | "done" | "skipped" | "failed" | "not_applicable";
        /** @description Whether an asset is signed off, and what a sign-off needs. */
        SignOff: {
            /** @description Null if the asset needs no sign-off and has none. It can still be signed off. */
            state: components["schemas"]["SignOffState"] | null;
            /** @description The verdict that counts: `incomplete` until an asset that needs a sign-off is signed off. Null without a profile and without a sign-off. */
            verdict: components["schemas"]["Verdict"] | null;
            /** @description Reason of the verdict. Null without a verdict. */
            reason: string | null;
            /** @description The manual checks of the profile. */
            manualChecks: components["schemas"]["SignOffCheck"][];
            /** @description Ids of the issues at or above `failsAt` that have no decision. A sign-off needs all of them. */
            undecided: string[];
            /** @description Who signed the asset off. Null unless it is signed off. */
            by: components["schemas"]["DecisionAuthor"] | null;
            /**
             * Format: date-time
             * @description When the asset was signed off. ISO 8601 in UTC with milliseconds.
             */
            at: string | null;
            /** @description Remark of the person. Null if there is none. */
            note: string | null;
            /** @description True if the newest report has this state. It is written within seconds after a change. */
            isReported: boolean;
        };
        /** @description A manual check of the profile. */
        SignOffCheck: {
            /** @description Code of the check in the profile. */
            code: string;
            /** @description What the person had to confirm. */
            text: string;
            /** @description The outcome. Null if nobody has made the check. */
            outcome: components["schemas"]["ManualOutcome"] | null;
            /** @description Remark of the person. Null if there is none. */
            note: string | null;
        };
        /** @description The outcome of a manual check. */
        SignOffOutcome: {
            /** @description Code of the check in the profile. */
            code: string;
            outcome: components["schemas"]["ManualOutcome"];
            /** @description Remark. Absent or null: none. */
            note?: string | null;
        };
        /** @description What a person confirms by a sign-off. */
        SignOffRequest: {
            /**
             * @description The outcomes of all manual checks of the profile. Absent: the profile has none.
             * @example [
             *       {
             *         "code": "rights",
             *         "outcome": "passed"
             *       }
             *     ]
             * @example [
             *       {
             *         "code": "rights",
             *         "outcome": "passed"
             *       }
             *     ]
             */
            manualChecks?: components["schemas"]["SignOffOutcome"][] | null;
            /**
             * @description Remark. Absent or null: none.
             * @example For delivery.
             * @example For delivery.
             */
            note?: string | null;
        };
        /**
         * @description `needed`: a person has to decide. `done`: the asset is signed off.
         * @enum {string}
         */
        SignOffState: "needed" | "done";
        /** @description The time stamp of the signature. */
        SignatureTimeStamp: {
            /** @description The tokens. */
            tstTokens: components["schemas"]["TimeStampToken"][];
        };
        /** @description The signature of a report: a JSON Web Signature. Its payload has the SHA-256 of the file and of the report. */
        SignedReport: {
            /** @description The signed in-toto Statement (version 1), in base64url. */
            payload: string;
            /** @description The header in base64url: `alg` is EdDSA, and `kid` names the key. */
            protected: string;
            /** @description The Ed25519 signature in base64url. */
            signature: string;
            /** @description The time stamp of the signature. Absent if there is none yet, and without an authority. */
            header?: components["schemas"]["UnsignedHeader"];
        };
        /**
         * @description The order of a list.
         * @enum {string}
         */
        SortOrder: "asc" | "desc";
        /** @description The content that a profile could get. */
        StartTrialRequest: {
            /**
             * @description Short name, such as `advert-uk-tv`. Unique in the workspace.
             * @example spots
             * @example spots
             */
            code: string;
            /**
             * @description Name for people to read.
             * @example Spots of our channel
             * @example Spots of our channel
             */
            name: string;
            /**
             * @description Description of the destination. Null if there is none.
             * @example The channel takes spots of 10 to 60 seconds.
             * @example The channel takes spots of 10 to 60 seconds.
             */
            description?: string | null;
            /**
             * @description The types of files that the destination accepts.
             * @example [
             *       "video"
             *     ]
             * @example [
             *       "video"
             *     ]
             */
            assetTypes: components["schemas"]["AssetType"][];
            /**
             * @description The documents of the destination.
             * @default []
             * @example [
             *       {
             *         "title": "EBU R 128",
             *         "url": "https://tech.ebu.ch/publications/r128",
             *         "part": null
             *       }
             *     ]
             * @example [
             *       {
             *         "title": "EBU R 128",
             *         "url": "https://tech.ebu.ch/publications/r128",
             *         "part": null
             *       }
             *     ]
             */
            sources?: components["schemas"]["ProfileSource"][] | null;
            /**
             * @description The sidekicks that examine the files. `requirements` runs if there are requirements.
             * @example [
             *       {
             *         "code": "video-qc"
             *       },
             *       {
             *         "code": "loudness",
             *         "parameters": {
             *           "targetLufs": -23,
             *           "toleranceLu": 0.5
             *         }
             *       }
             *     ]
             * @example [
             *       {
             *         "code": "video-qc"
             *       },
             *       {
             *         "code": "loudness",
             *         "parameters": {
             *           "targetLufs": -23,
             *           "toleranceLu": 0.5
             *         }
             *       }
             *     ]
             */
            sidekicks: components["schemas"]["ProfileSidekick"][];
            /**
             * @description Changed rules by code.
             * @default {}
             * @example {
             *       "picture.black": {
             *         "threshold": 0.5,
             *         "severity": "major"
             *       },
             *       "bars.constant": {
             *         "severity": "off"
             *       }
             *     }
             * @example {
             *       "picture.black": {
             *         "threshold": 0.5,
             *         "severity": "major"
             *       },
             *       "bars.constant": {
             *         "severity": "off"
             *       }
             *     }
             */
            rules?: {
                [key: string]: components["schemas"]["ProfileRule"];
            } | null;
            /**
             * @description Properties that the destination fixes, by name.
             * @default {}
             */
            requirements?: components["schemas"]["Requirements"] | null;
            /**
             * @description Checks for a person. They are part of the sign-off and not of the verdict.
             * @default []
             * @example [
             *       {
             *         "code": "rights",
             *         "text": "The music is licensed for this territory"
             *       }
             *     ]
             * @example [
             *       {
             *         "code": "rights",
             *         "text": "The music is licensed for this territory"
             *       }
             *     ]
             */
            manualChecks?: components["schemas"]["ManualCheck"][] | null;
            /**
             * @description The verdict is `fail` if there is an issue of this severity or a worse one.
             * @default major
             */
            failsAt?: components["schemas"]["FailsAt"] | null;
        };
        /** @description A trial that was started. */
        StartedTrial: {
            /**
             * Format: uuid
             * @description Identifier of the trial.
             */
            trialId: string;
        };
        /** @description Small pictures of a video at equal intervals. */
        Storyboard: {
            /** @description Link to one JPEG with all pictures, row by row. */
            url: string;
            /**
             * Format: date-time
             * @description When the link expires, at most an hour after the response. ISO 8601 in UTC with milliseconds.
             */
            expiresAt: string;
            /** @description Number of pictures in a row. */
            columns: number;
            /** @description Number of rows. The last rows can be empty. */
            rows: number;
            /** @description Number of pictures. */
            count: number;
            /** @description Time of the first picture, in seconds from the start of the file. */
            startSeconds: number;
            /** @description Time between two pictures, in seconds. */
            stepSeconds: number;
        };
        /** @description A stream of a recording. */
        StreamFacts: {
            /** @description Number of the stream in the file, from 0. */
            index: number;
            /** @description Type as ffprobe names it, such as `video`, `audio` or `subtitle`. */
            type: string | null;
            /** @description Codec as ffprobe names it. */
            codec: string | null;
            /** @description Language as the file states it. */
            language: string | null;
            /** @description True for the video and the audio stream that were examined. */
            examined: boolean;
        };
        /** @description Files that were submitted together. Every field is always present. */
        Submission: {
            /**
             * Format: uuid
             * @description Identifier of the submission.
             */
            submissionId: string;
            /**
             * Format: uuid
             * @description The workspace of the API key.
             */
            workspaceId: string;
            /** @description `live` or `sandbox`: the kind of key that created the submission. */
            environment: components["schemas"]["Environment"];
            /** @description The status of the worst asset. `complete` and `failed` are terminal. A live submission stays `processing` until all its assets have finished. */
            status: components["schemas"]["SubmissionStatus"];
            /** @description The error message of the worst failed asset. Null unless the submission failed. */
            errorMessage: string | null;
            /** @description True if the submission failed and its worst asset can be retried. */
            isRetryable: boolean;
            /** @description Number of the latest version. Each retry of an asset adds one. */
            version: number;
            /**
             * Format: int64
             * @description Sum of the credits of all assets. 0 in the sandbox.
             */
            creditsCharged: number;
            progress: components["schemas"]["SubmissionProgress"];
            /** @description The version of the profile that judges the assets. Null without a profile. */
            profile: components["schemas"]["ProfileReference"] | null;
            /** @description The worst verdict of the finished assets. Null without a profile, and until an asset has finished. */
            verdict: components["schemas"]["Verdict"] | null;
            /** @description The assets, in the order of the request. */
            assets: components["schemas"]["Asset"][];
            /**
             * Format: date-time
             * @description When the submission was created. ISO 8601 in UTC with milliseconds.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the submission finished. Null until then, and again while an asset is retried. ISO 8601 in UTC with milliseconds.
             */
            completedAt: string | null;
        };
        /** @description An event of a submission for one subscription. */
        SubmissionDelivery: {
            /**
             * Format: uuid
             * @description Identifier of the event. It is also the `id` in the payload and the header `webhook-id`.
             */
            eventId: string;
            eventType: components["schemas"]["EventType"];
            /**
             * Format: uuid
             * @description The asset that the event is about.
             */
            assetId: string;
            /**
             * Format: uuid
             * @description The subscription that receives the event.
             */
            subscriptionId: string;
            /** @description The URL of the subscription. */
            endpointUrl: string;
            /** @description The status of the last attempt. */
            status: components["schemas"]["DeliveryStatus"];
            /** @description Number of attempts that were made or skipped. */
            attemptCount: number;
            /** @description The error of the last attempt, as in `Attempt`. Null if it succeeded or none was made. */
            error: string | null;
            /**
             * Format: date-time
             * @description When the next attempt is due. Null if none follows. ISO 8601 in UTC with milliseconds.
             */
            nextAttemptAt: string | null;
            /**
             * Format: date-time
             * @description When the event occurred. ISO 8601 in UTC with milliseconds.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the last attempt ended. Null while an attempt is pending. ISO 8601 in UTC with milliseconds.
             */
            completedAt: string | null;
        };
        /** @description The deliveries of the events of a submission. */
        SubmissionDeliveryList: {
            /** @description Newest first, at most 200, of the 200 newest events. */
            deliveries: components["schemas"]["SubmissionDelivery"][];
        };
        /** @description A page of submissions. */
        SubmissionList: {
            /** @description The submissions that match all filters, newest first. Can be empty although `next` is not null. */
            items: components["schemas"]["SubmissionSummary"][];
            /**
             * Format: uuid
             * @description The `cursor` of the next page. Null if there are no more submissions.
             */
            next: string | null;
        };
        /** @description How many of the assets have finished. */
        SubmissionProgress: {
            /** @description Number of assets that are `complete` or `failed`. */
            finished: number;
            /** @description Number of assets in the submission. */
            total: number;
        };
        /**
         * @description `processing`, `complete` or `failed`. `complete` and `failed` are terminal.
         * @enum {string}
         */
        SubmissionStatus: "processing" | "complete" | "failed";
        /** @description A submission in a list. */
        SubmissionSummary: {
            /**
             * Format: uuid
             * @description Identifier of the submission.
             */
            submissionId: string;
            /** @description `live` or `sandbox`: the kind of key that created the submission. */
            environment: components["schemas"]["Environment"];
            /** @description The status of the worst asset. `complete` and `failed` are terminal. A live submission stays `processing` until all its assets have finished. */
            status: components["schemas"]["SubmissionStatus"];
            /** @description Number of the latest version. Each retry of an asset adds one. */
            version: number;
            /** @description The names of the first five files, in the order of the request. */
            filenames: string[];
            /** @description Number of assets in the submission. */
            assetCount: number;
            /** @description The types of the assets, each once, in alphabetical order. */
            assetTypes: components["schemas"]["AssetType"][];
            progress: components["schemas"]["SubmissionProgress"];
            /** @description Number of issues of the finished assets, by severity. Null if it is not known, because an asset finished before the service counted issues. */
            severities: components["schemas"]["IssueCounts"] | null;
            /** @description The profile that judges the assets. Null without one. */
            profile: components["schemas"]["ProfileReference"] | null;
            /** @description The worst verdict of the finished assets. Null without a profile, and until an asset has finished. */
            verdict: components["schemas"]["Verdict"] | null;
            /** @description Reason of the verdict, of the first asset that has it. Null without a verdict. */
            verdictReason: string | null;
            /** @description `needed` if an asset needs a sign-off, else `done` if one is signed off. Null if no asset has either. */
            signOff: components["schemas"]["SignOffState"] | null;
            /**
             * Format: int64
             * @description Sum of the credits of all assets. 0 in the sandbox.
             */
            creditsCharged: number;
            /**
             * Format: date-time
             * @description When the submission was created. ISO 8601 in UTC with milliseconds.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the submission finished. Null until then, and again while an asset is retried. ISO 8601 in UTC with milliseconds.
             */
            completedAt: string | null;
        };
        /** @description A webhook subscription, without its secret. */
        Subscription: {
            /**
             * Format: uuid
             * @description Identifier of the subscription.
             */
            id: string;
            /**
             * Format: uuid
             * @description The workspace of the subscription.
             */
            workspaceId: string;
            /** @description URL that receives the events. */
            endpointUrl: string;
            /** @description The events that are delivered: `asset.processing.completed`, `asset.processing.failed` or both. */
            eventTypes: components["schemas"]["EventType"][];
            /** @description A note for people to read. Null if there is none. */
            description: string | null;
            /** @description Whether events are delivered. The service sets it to false if the endpoint returns 410 or fails for five days. */
            enabled: boolean;
            /**
             * Format: date-time
             * @description When the subscription was created. ISO 8601 in UTC with milliseconds.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the subscription last changed. ISO 8601 in UTC with milliseconds.
             */
            updatedAt: string;
        };
        /** @description A page of subscriptions. */
        SubscriptionPage: {
            /** @description The subscriptions on this page. Empty past the last page. */
            items: components["schemas"]["Subscription"][];
            /** @description Page number, as requested. */
            page: number;
            /** @description Number of subscriptions on a full page, as requested. */
            pageSize: number;
            /** @description Number of subscriptions that match the filters, on all pages. */
            total: number;
            /** @description Number of pages. 0 if nothing matches. */
            totalPages: number;
        };
        /**
         * @description A field to sort subscriptions by.
         * @enum {string}
         */
        SubscriptionSortField: "endpoint_url" | "created_at" | "updated_at";
        /** @description A passage of text in a document. */
        TextAnchor: {
            /**
             * @description A passage of text in a document. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "text";
            /** @description Position of the first character of the passage in the text. Starts at 0. */
            start: number;
            /** @description Position after the last character of the passage. */
            end: number;
            /** @description The text of the passage. */
            quote: string;
        };
        /** @description The permitted values of a property that is a name. */
        TextRequirement: {
            /** @description The permitted values. */
            oneOf: string[];
            /** @default finding */
            ifUnknown?: components["schemas"]["IfUnknown"];
            /** @description Where the required value comes from. */
            source?: components["schemas"]["ProfileSource"];
        };
        /** @description The thresholds of a rule that a profile can set. */
        ThresholdRange: {
            /** @description Smallest threshold that a profile can set. */
            least: number;
            /** @description Largest threshold that a profile can set. */
            most: number;
        };
        /** @description The body of a 402. */
        TierError: {
            /**
             * @description Always `tier_not_authorized_for_integrations_api`.
             * @constant
             */
            error_code: "tier_not_authorized_for_integrations_api";
            /** @description The plan and the missing capability, for people to read. */
            message: string;
            /** @description The kind of request that the plan does not include. */
            bucket: components["schemas"]["Bucket"];
        };
        /** @description A stretch of time in a video or an audio file. */
        TimeAnchor: {
            /**
             * @description A stretch of time in a video or an audio file. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "time";
            /** @description Start of the stretch, in seconds from the start of the file. */
            startSeconds: number;
            /** @description End of the stretch, in seconds from the start of the file. Equal to `startSeconds` for a single moment. */
            endSeconds: number;
            /** @description Part of the picture as `[left, top, right, bottom]`. Each is a share (0–1) of the picture as displayed; left and top count from the left and top edges. `left` is less than `right`, and `top` less than `bottom`. Absent when the whole picture or the sound is meant. */
            bbox?: [
                number,
                number,
                number,
                number
            ];
        };
        /** @description A time stamp token. */
        TimeStampToken: {
            /** @description The token (RFC 3161, DER) in base64. */
            val: string;
        };
        /** @description A part of the earlier recording that the newer one has too. */
        TimelinePart: {
            /** @description Start of the part in the earlier recording, in seconds. */
            startSeconds: number;
            /** @description End of the part in the earlier recording, in seconds. */
            endSeconds: number;
            /** @description Seconds to add to a time in the earlier recording to get the time in the newer one. */
            offsetSeconds: number;
        };
        /** @description Two or more issues that belong together. They share a rule family (the part of `ruleCode` before the dot), or their anchors overlap. */
        Topic: {
            /**
             * Format: uuid
             * @description Identifier of the topic. The same issues always give the same id.
             */
            id: string;
            /** @description The rule families of its issues. For example `Picture` for `picture.black` and `picture.freeze`. */
            title: string;
            /** @description The summaries of its issues, joined by semicolons. */
            summary: string;
            /** @description Severity of its worst issue: `critical`, `major`, `minor` or `info`, from worst to least. */
            severity: components["schemas"]["Severity"];
            /** @description Number of issues in the topic. At least 2. */
            issueCount: number;
            /** @description Ids of its issues, ordered by reference number. */
            issueIds: string[];
        };
        /** @description The issues of an asset, grouped into topics. */
        TopicList: {
            /**
             * Format: uuid
             * @description The asset that was asked for.
             */
            assetId: string;
            /** @description The groups of related issues, ordered by the lowest reference number in each. Often empty. */
            topics: components["schemas"]["Topic"][];
            /** @description Ids of the issues that belong to no topic. Every issue is in one topic or in this list. */
            orphanIssueIds: string[];
            /** @description Number of topics. Equals the length of `topics`. */
            total: number;
        };
        /** @description What a changed profile would change. */
        Trial: {
            /**
             * Format: uuid
             * @description Identifier of the trial.
             */
            trialId: string;
            status: components["schemas"]["TrialStatus"];
            /** @description The files whose verdict would change, and those that could not be judged again, newest first. Empty unless `status` is `done`. */
            files: components["schemas"]["ChangedFile"][];
            /** @description Number of files that were judged again. 0 unless `status` is `done`. */
            examined: number;
            /** @description Number of files that could not be judged again. 0 unless `status` is `done`. */
            unexamined: number;
        };
        /**
         * @description `failed`: it ended early, for example because another trial of the workspace was started.
         * @enum {string}
         */
        TrialStatus: "running" | "done" | "failed";
        /** @description The header that is not signed. */
        UnsignedHeader: {
            /** @description Properties that were added after the signature (ETSI TS 119 182-1). */
            etsiU: components["schemas"]["UnsignedProperty"][];
        };
        /** @description A property that is not signed. */
        UnsignedProperty: {
            sigTst: components["schemas"]["SignatureTimeStamp"];
        };
        /** @description The content of the next version of a profile. */
        UpdateProfileRequest: {
            /**
             * @description Short name, such as `advert-uk-tv`. Unique in the workspace.
             * @example spots
             * @example spots
             */
            code: string;
            /**
             * @description Name for people to read.
             * @example Spots of our channel
             * @example Spots of our channel
             */
            name: string;
            /**
             * @description Description of the destination. Null if there is none.
             * @example The channel takes spots of 10 to 60 seconds.
             * @example The channel takes spots of 10 to 60 seconds.
             */
            description?: string | null;
            /**
             * @description The types of files that the destination accepts.
             * @example [
             *       "video"
             *     ]
             * @example [
             *       "video"
             *     ]
             */
            assetTypes: components["schemas"]["AssetType"][];
            /**
             * @description The documents of the destination.
             * @default []
             * @example [
             *       {
             *         "title": "EBU R 128",
             *         "url": "https://tech.ebu.ch/publications/r128",
             *         "part": null
             *       }
             *     ]
             * @example [
             *       {
             *         "title": "EBU R 128",
             *         "url": "https://tech.ebu.ch/publications/r128",
             *         "part": null
             *       }
             *     ]
             */
            sources?: components["schemas"]["ProfileSource"][] | null;
            /**
             * @description The sidekicks that examine the files. `requirements` runs if there are requirements.
             * @example [
             *       {
             *         "code": "video-qc"
             *       },
             *       {
             *         "code": "loudness",
             *         "parameters": {
             *           "targetLufs": -23,
             *           "toleranceLu": 0.5
             *         }
             *       }
             *     ]
             * @example [
             *       {
             *         "code": "video-qc"
             *       },
             *       {
             *         "code": "loudness",
             *         "parameters": {
             *           "targetLufs": -23,
             *           "toleranceLu": 0.5
             *         }
             *       }
             *     ]
             */
            sidekicks: components["schemas"]["ProfileSidekick"][];
            /**
             * @description Changed rules by code.
             * @default {}
             * @example {
             *       "picture.black": {
             *         "threshold": 0.5,
             *         "severity": "major"
             *       },
             *       "bars.constant": {
             *         "severity": "off"
             *       }
             *     }
             * @example {
             *       "picture.black": {
             *         "threshold": 0.5,
             *         "severity": "major"
             *       },
             *       "bars.constant": {
             *         "severity": "off"
             *       }
             *     }
             */
            rules?: {
                [key: string]: components["schemas"]["ProfileRule"];
            } | null;
            /**
             * @description Properties that the destination fixes, by name.
             * @default {}
             */
            requirements?: components["schemas"]["Requirements"] | null;
            /**
             * @description Checks for a person. They are part of the sign-off and not of the verdict.
             * @default []
             * @example [
             *       {
             *         "code": "rights",
             *         "text": "The music is licensed for this territory"
             *       }
             *     ]
             * @example [
             *       {
             *         "code": "rights",
             *         "text": "The music is licensed for this territory"
             *       }
             *     ]
             */
            manualChecks?: components["schemas"]["ManualCheck"][] | null;
            /**
             * @description The verdict is `fail` if there is an issue of this severity or a worse one.
             * @default major
             */
            failsAt?: components["schemas"]["FailsAt"] | null;
            /**
             * @description The version that the change was made from. If a newer one exists, 409.
             * @example 1
             * @example 1
             */
            version: number;
        };
        /** @description The change to a subscription. */
        UpdateSubscriptionRequest: {
            /** @description Whether the subscription receives events. */
            enabled: boolean;
        };
        /** @description A presigned upload URL. */
        UploadUrl: {
            /**
             * Format: uri
             * @description URL for a `PUT` request with the bytes of the file. Until the submission, another upload replaces the previous one.
             */
            uploadUrl: string;
            /**
             * @description HTTP method of the upload. Always `PUT`.
             * @constant
             */
            method: "PUT";
            /** @description Headers to send with the upload, exactly as they are. Each value is a string. HTTP clients add `Content-Length` themselves. */
            headers: {
                [key: string]: string;
            };
            /** @description Identifies the upload in estimates and submissions. */
            blobPath: string;
            /**
             * Format: date-time
             * @description When `uploadUrl` stops working, an hour after the request. ISO 8601 in UTC with milliseconds.
             */
            expiresAt: string;
        };
        /** @description The file to upload. */
        UploadUrlRequest: {
            /**
             * @description Name of the file, without `/`, `\`, control or bidirectional-control characters. Its extension decides the asset type.
             * @example trailer.mp4
             * @example trailer.mp4
             */
            filename: string;
            /**
             * @description MIME type of the file. It must be an allowed content type and match the extension.
             * @example video/mp4
             * @example video/mp4
             */
            contentType: string;
            /**
             * Format: int64
             * @description Size of the file in bytes. If present, the storage rejects an upload of any other size. Absent or null: any size.
             * @example 1048576
             * @example 1048576
             */
            contentLength?: number | null;
        };
        /** @description The body of a 422. */
        ValidationError: {
            /**
             * @description Always `validation_error`.
             * @constant
             */
            error: "validation_error";
            /** @description A summary, for people to read. */
            message: string;
            /** @description The fields to correct. */
            fields: components["schemas"]["InvalidField"][];
        };
        /**
         * @description Whether a file meets its profile, from worst to best. `fail`: it has an issue at or above `failsAt`. `incomplete`: a check could not be made. `pass_with_notes`: it has only lesser issues. `pass`: it has no issues.
         * @enum {string}
         */
        Verdict: "fail" | "incomplete" | "pass_with_notes" | "pass";
        /** @description One processing run of a submission. */
        Version: {
            /** @description Number of the version, starting at 1. */
            version: number;
            trigger: components["schemas"]["VersionTrigger"];
            /** @description The assets that this version processes. For a retry exactly one. */
            assetIds: string[];
            /** @description `processing`, `complete`, or `failed` if any of its assets failed in this version. */
            status: components["schemas"]["SubmissionStatus"];
            /**
             * Format: date-time
             * @description When the version was created. ISO 8601 in UTC with milliseconds.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When all assets of the version had finished. Null until then. ISO 8601 in UTC with milliseconds.
             */
            completedAt: string | null;
        };
        /** @description The versions of a submission. */
        VersionList: {
            /**
             * Format: uuid
             * @description The submission that was asked for.
             */
            submissionId: string;
            /** @description One entry for the creation and one for each retry, oldest first. At least one. */
            versions: components["schemas"]["Version"][];
            /** @description Number of versions. Equals the length of `versions`. */
            total: number;
        };
        /**
         * @description `created`: the submission itself. `retry`: the retry of an asset.
         * @enum {string}
         */
        VersionTrigger: "created" | "retry";
        /** @description Facts about a video stream or an image. */
        VideoFacts: {
            /** @description Codec, as ffprobe names it, such as `h264`. */
            codec: string;
            /** @description Profile of the codec, such as `High`. */
            profile: string | null;
            /** @description Pixel format, as ffprobe names it, such as `yuv420p`. */
            pixelFormat: string | null;
            /** @description Width in pixels, as coded. */
            width: number;
            /** @description Height in pixels, as coded. */
            height: number;
            /** @description Width divided by height as displayed, after the pixels’ aspect ratio and the rotation. */
            displayAspectRatio: number;
            /** @description Frames per second as a fraction, such as `30000/1001`. Null if the rate varies, and for images. */
            frameRate: string | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    createUploadUrl: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "filename": "script.txt",
                 *       "contentType": "text/plain",
                 *       "contentLength": 27
                 *     }
                 */
                "application/json": components["schemas"]["UploadUrlRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "uploadUrl": "https://storage.example/file?X-Amz-Signature=example",
                     *       "method": "PUT",
                     *       "headers": {
                     *         "Content-Type": "text/plain"
                     *       },
                     *       "blobPath": "00000000-0000-4000-8000-000000000001/script.txt",
                     *       "expiresAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["UploadUrl"];
                };
            };
            /** @description Missing, invalid, expired or revoked key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description The plan does not include this, or the workspace is suspended */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Content type not allowed, or not matching the file */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Request validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Rate limit exceeded */
            429: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitError"];
                };
            };
            /** @description Storage error or internal failure */
            500: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
        };
    };
    createUploadUrlAlias: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "filename": "script.txt",
                 *       "contentType": "text/plain",
                 *       "contentLength": 27
                 *     }
                 */
                "application/json": components["schemas"]["UploadUrlRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "uploadUrl": "https://storage.example/file?X-Amz-Signature=example",
                     *       "method": "PUT",
                     *       "headers": {
                     *         "Content-Type": "text/plain"
                     *       },
                     *       "blobPath": "00000000-0000-4000-8000-000000000001/script.txt",
                     *       "expiresAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["UploadUrl"];
                };
            };
            /** @description Missing, invalid, expired or revoked key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description The plan does not include this, or the workspace is suspended */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Content type not allowed, or not matching the file */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Request validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Rate limit exceeded */
            429: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitError"];
                };
            };
            /** @description Storage error or internal failure */
            500: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
        };
    };
    estimatePricing: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "files": [
                 *         {
                 *           "blobPath": "00000000-0000-4000-8000-000000000002/script.txt"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["EstimateRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "files": [
                     *         {
                     *           "blobPath": "00000000-0000-4000-8000-000000000002/script.txt",
                     *           "assetType": "document",
                     *           "metric": "pages",
                     *           "metricValue": 1,
                     *           "credits": 1,
                     *           "priceable": true
                     *         }
                     *       ],
                     *       "totalCredits": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Estimate"];
                };
            };
            /** @description Missing, invalid, expired or revoked key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description The plan does not include this, or the workspace is suspended */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Request validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Rate limit exceeded */
            429: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitError"];
                };
            };
            /** @description Storage error or internal failure */
            500: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
        };
    };
    listSubmissions: {
        parameters: {
            query?: {
                /** @description Only submissions with this status. Absent: all. */
                status?: components["schemas"]["SubmissionStatus"];
                /** @description Only submissions that have an issue of this severity. Absent: all. */
                severity?: components["schemas"]["Severity"];
                /** @description Only submissions that have an asset of this type. Absent: all. */
                assetType?: components["schemas"]["AssetType"];
                /** @description Only submissions that have an issue of this rule, for example `picture.black`. With `severity`, one issue must have both. Absent: all. */
                ruleCode?: string;
                /** @description Only submissions with this verdict. Absent: all. */
                verdict?: components["schemas"]["Verdict"];
                /** @description Only submissions with this profile. Absent: all. */
                profile?: string;
                /** @description Only submissions with an asset that needs a sign-off, or that is signed off. Absent: all. */
                signOff?: components["schemas"]["SignOffState"];
                /** @description Only submissions of a file with these bytes: its SHA-256 in hexadecimal. Absent: all. */
                sha256?: string;
                /** @description Only submissions that this kind of key created. Absent: both. */
                environment?: components["schemas"]["Environment"];
                /** @description Text that the name of a file must contain. Case is ignored; there are no wildcards. */
                search?: string;
                /** @description Only submissions that were created at this time or later. ISO 8601 with offset. */
                since?: string;
                /** @description Only submissions that were created before this time. ISO 8601 with offset. */
                until?: string;
                /** @description Maximum number of submissions to return, newest first. */
                limit?: number;
                /** @description The `next` of the previous page. Absent: the first page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "submissionId": "00000000-0000-4000-8000-000000000034",
                     *           "environment": "sandbox",
                     *           "status": "failed",
                     *           "version": 1,
                     *           "filenames": [
                     *             "trailer__sandbox_fail__.mp4",
                     *             "poster__sandbox_retryable_error__.png"
                     *           ],
                     *           "assetCount": 2,
                     *           "assetTypes": [
                     *             "image",
                     *             "video"
                     *           ],
                     *           "progress": {
                     *             "finished": 2,
                     *             "total": 2
                     *           },
                     *           "severities": {
                     *             "critical": 1,
                     *             "major": 2,
                     *             "minor": 0,
                     *             "info": 0
                     *           },
                     *           "profile": null,
                     *           "verdict": null,
                     *           "verdictReason": null,
                     *           "signOff": null,
                     *           "creditsCharged": 0,
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "completedAt": "2026-01-15T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "next": null
                     *     }
                     */
                    "application/json": components["schemas"]["SubmissionList"];
                };
            };
            /** @description Missing, invalid, expired or revoked key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description The plan does not include this, or the workspace is suspended */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Request validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Rate limit exceeded */
            429: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitError"];
                };
            };
            /** @description Storage error or internal failure */
            500: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
        };
    };
    createSubmission: {
        parameters: {
            query?: {
                /** @description Seconds until the simulated outcome. Absent: 0. Sandbox keys only; with a live key the response is 400. */
                simulationDelaySeconds?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "assets": [
                 *         {
                 *           "blobPath": "00000000-0000-4000-8000-000000000032/trailer__sandbox_fail__.mp4"
                 *         },
                 *         {
                 *           "blobPath": "00000000-0000-4000-8000-000000000033/poster__sandbox_retryable_error__.png"
                 *         }
                 *       ],
                 *       "sidekickIds": [
                 *         "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b01"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateSubmissionRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description URL of the created resource. */
                    Location: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "submissionId": "00000000-0000-4000-8000-000000000034",
                     *       "workspaceId": "00000000-0000-4000-8000-000000000031",
                     *       "environment": "sandbox",
                     *       "status": "failed",
                     *       "errorMessage": "Sandbox simulated retryable error",
                     *       "isRetryable": true,
                     *       "version": 1,
                     *       "creditsCharged": 0,
                     *       "progress": {
                     *         "finished": 2,
                     *         "total": 2
                     *       },
                     *       "profile": null,
                     *       "verdict": null,
                     *       "assets": [
                     *         {
                     *           "assetId": "00000000-0000-4000-8000-000000000032",
                     *           "submissionId": "00000000-0000-4000-8000-000000000034",
                     *           "status": "complete",
                     *           "errorMessage": null,
                     *           "errorType": null,
                     *           "isRetryable": false,
                     *           "retryCount": 0,
                     *           "blobPath": "00000000-0000-4000-8000-000000000032/trailer__sandbox_fail__.mp4",
                     *           "filename": "trailer__sandbox_fail__.mp4",
                     *           "assetType": "video",
                     *           "mimeType": "video/mp4",
                     *           "version": 1,
                     *           "metric": "durationSeconds",
                     *           "metricValue": null,
                     *           "credits": 0,
                     *           "issueCount": 3,
                     *           "replaces": null,
                     *           "profile": null,
                     *           "verdict": null,
                     *           "verdictReason": null,
                     *           "signOff": null,
                     *           "finalVerdict": null,
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "completedAt": "2026-01-15T09:30:00.000Z"
                     *         },
                     *         {
                     *           "assetId": "00000000-0000-4000-8000-000000000033",
                     *           "submissionId": "00000000-0000-4000-8000-000000000034",
                     *           "status": "failed",
                     *           "errorMessage": "Sandbox simulated retryable error",
                     *           "errorType": "sandbox_retryable_error",
                     *           "isRetryable": true,
                     *           "retryCount": 0,
                     *           "blobPath": "00000000-0000-4000-8000-000000000033/poster__sandbox_retryable_error__.png",
                     *           "filename": "poster__sandbox_retryable_error__.png",
                     *           "assetType": "image",
                     *           "mimeType": "image/png",
                     *           "version": 1,
                     *           "metric": null,
                     *           "metricValue": null,
                     *           "credits": 0,
                     *           "issueCount": 0,
                     *           "replaces": null,
                     *           "profile": null,
                     *           "verdict": null,
                     *           "verdictReason": null,
                     *           "signOff": null,
                     *           "finalVerdict": null,
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "completedAt": "2026-01-15T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "completedAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Submission"];
                };
            };
            /** @description Bad request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Missing, invalid, expired or revoked key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description The plan does not include this, or the workspace is suspended */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    /** @description URL of the submission that has the asset. Absent if the request itself names the asset twice, or if the submission has expired. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Content type not allowed, or not matching the file */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Request validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Rate limit exceeded */
            429: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitError"];
                };
            };
            /** @description Storage error or internal failure */
            500: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
        };
    };
    readSubmission: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `submissionId` of the submission, from the response that created it. */
                submission_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "submissionId": "00000000-0000-4000-8000-000000000034",
                     *       "workspaceId": "00000000-0000-4000-8000-000000000031",
                     *       "environment": "sandbox",
                     *       "status": "failed",
                     *       "errorMessage": "Sandbox simulated retryable error",
                     *       "isRetryable": true,
                     *       "version": 1,
                     *       "creditsCharged": 0,
                     *       "progress": {
                     *         "finished": 2,
                     *         "total": 2
                     *       },
                     *       "profile": null,
                     *       "verdict": null,
                     *       "assets": [
                     *         {
                     *           "assetId": "00000000-0000-4000-8000-000000000032",
                     *           "submissionId": "00000000-0000-4000-8000-000000000034",
                     *           "status": "complete",
                     *           "errorMessage": null,
                     *           "errorType": null,
                     *           "isRetryable": false,
                     *           "retryCount": 0,
                     *           "blobPath": "00000000-0000-4000-8000-000000000032/trailer__sandbox_fail__.mp4",
                     *           "filename": "trailer__sandbox_fail__.mp4",
                     *           "assetType": "video",
                     *           "mimeType": "video/mp4",
                     *           "version": 1,
                     *           "metric": "durationSeconds",
                     *           "metricValue": null,
                     *           "credits": 0,
                     *           "issueCount": 3,
                     *           "replaces": null,
                     *           "profile": null,
                     *           "verdict": null,
                     *           "verdictReason": null,
                     *           "signOff": null,
                     *           "finalVerdict": null,
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "completedAt": "2026-01-15T09:30:00.000Z"
                     *         },
                     *         {
                     *           "assetId": "00000000-0000-4000-8000-000000000033",
                     *           "submissionId": "00000000-0000-4000-8000-000000000034",
                     *           "status": "failed",
                     *           "errorMessage": "Sandbox simulated retryable error",
                     *           "errorType": "sandbox_retryable_error",
                     *           "isRetryable": true,
                     *           "retryCount": 0,
                     *           "blobPath": "00000000-0000-4000-8000-000000000033/poster__sandbox_retryable_error__.png",
                     *           "filename": "poster__sandbox_retryable_error__.png",
                     *           "assetType": "image",
                     *           "mimeType": "image/png",
                     *           "version": 1,
                     *           "metric": null,
                     *           "metricValue": null,
                     *           "credits": 0,
                     *           "issueCount": 0,
                     *           "replaces": null,
                     *           "profile": null,
                     *           "verdict": null,
                     *           "verdictReason": null,
                     *           "signOff": null,
                     *           "finalVerdict": null,
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "completedAt": "2026-01-15T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "completedAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Submission"];
                };
            };
            /** @description Missing, invalid, expired or revoked key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description The plan does not include this, or the workspace is suspended */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Request validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Rate limit exceeded */
            429: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitError"];
                };
            };
            /** @description Storage error or internal failure */
            500: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
        };
    };
    listVersions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `submissionId` of the submission, from the response that created it. */
                submission_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "submissionId": "00000000-0000-4000-8000-000000000034",
                     *       "versions": [
                     *         {
                     *           "version": 1,
                     *           "trigger": "created",
                     *           "assetIds": [
                     *             "00000000-0000-4000-8000-000000000032",
                     *             "00000000-0000-4000-8000-000000000033"
                     *           ],
                     *           "status": "failed",
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "completedAt": "2026-01-15T09:30:00.000Z"
                     *         },
                     *         {
                     *           "version": 2,
                     *           "trigger": "retry",
                     *           "assetIds": [
                     *             "00000000-0000-4000-8000-000000000033"
                     *           ],
                     *           "status": "complete",
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "completedAt": "2026-01-15T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "total": 2
                     *     }
                     */
                    "application/json": components["schemas"]["VersionList"];
                };
            };
            /** @description Missing, invalid, expired or revoked key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description The plan does not include this, or the workspace is suspended */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Request validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Rate limit exceeded */
            429: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitError"];
                };
            };
            /** @description Storage error or internal failure */
            500: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
        };
    };
    listSubmissionDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `submissionId` of the submission, from the response that created it. */
                submission_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deliveries": [
                     *         {
                     *           "eventId": "00000000-0000-4000-8000-000000000036",
                     *           "eventType": "asset.processing.failed",
                     *           "assetId": "00000000-0000-4000-8000-000000000037",
                     *           "subscriptionId": "00000000-0000-4000-8000-000000000030",
                     *           "endpointUrl": "https://hooks.example/example",
                     *           "status": "succeeded",
                     *           "attemptCount": 1,
                     *           "error": null,
                     *           "nextAttemptAt": null,
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "completedAt": "2026-01-15T09:30:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SubmissionDeliveryList"];
                };
            };
            /** @description Missing, invalid, expired or revoked key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description The plan does not include this, or the workspace is suspended */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Request validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Rate limit exceeded */
            429: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitError"];
                };
            };
            /** @description Storage error or internal failure */
            500: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
        };
    };
    readAsset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `submissionId` of the submission, from the response that created it. */
                submission_id: string;
                /** @description The `assetId` of an asset of this submission. It is the UUID at the start of its `blobPath`. */
                asset_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "assetId": "00000000-0000-4000-8000-000000000033",
                     *       "submissionId": "00000000-0000-4000-8000-000000000034",
                     *       "status": "failed",
                     *       "errorMessage": "Sandbox simulated retryable error",
                     *       "errorType": "sandbox_retryable_error",
                     *       "isRetryable": true,
                     *       "retryCount": 0,
                     *       "blobPath": "00000000-0000-4000-8000-000000000033/poster__sandbox_retryable_error__.png",
                     *       "filename": "poster__sandbox_retryable_error__.png",
                     *       "assetType": "image",
                     *       "mimeType": "image/png",
                     *       "version": 1,
                     *       "metric": null,
                     *       "metricValue": null,
                     *       "credits": 0,
                     *       "issueCount": 0,
                     *       "replaces": null,
                     *       "profile": null,
                     *       "verdict": null,
                     *       "verdictReason": null,
                     *       "signOff": null,
                     *       "finalVerdict": null,
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "completedAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Asset"];
                };
            };
            /** @description Missing, invalid, expired or revoked key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description The plan does not include this, or the workspace is suspended */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Request validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Rate limit exceeded */
            429: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitError"];
                };
            };
            /** @description Storage error or internal failure */
            500: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
        };
    };
    listIssues: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `submissionId` of the submission, from the response that created it. */
                submission_id: string;
                /** @description The `assetId` of an asset of this submission. It is the UUID at the start of its `blobPath`. */
                asset_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "assetId": "00000000-0000-4000-8000-000000000003",
                     *       "issues": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000004",
                     *           "assetId": "00000000-0000-4000-8000-000000000003",
                     *           "summary": "Black picture for 3.0 s from 0:05.00 to 0:08.00",
                     *           "severity": "minor",
                     *           "status": "open",
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "updatedAt": "2026-01-15T09:30:00.000Z",
                     *           "referenceNumber": 1,
                     *           "ruleId": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b11",
                     *           "ruleCode": "picture.black",
                     *           "details": "Black picture from 0:05.00 to 0:08.00: 3 s exceeds the limit of 2 s.",
                     *           "severityReasoning": "Viewers take black picture of this length for a fault of the programme or of the playback.",
                     *           "severityReasoningHeadline": "3.0 s of black picture",
                     *           "precedents": [],
                     *           "contributors": [
                     *             {
                     *               "id": "00000000-0000-4000-8000-000000000005",
                     *               "label": "Video quality control",
                     *               "reasoning": "Viewers take black picture of this length for a fault of the programme or of the playback.",
                     *               "confidence": 1,
                     *               "relationType": "primary",
                     *               "evidence": [
                     *                 {
                     *                   "id": "picture.black:5",
                     *                   "sourceType": "measurement",
                     *                   "confidence": 1,
                     *                   "content": {
                     *                     "measured": 3,
                     *                     "threshold": 2,
                     *                     "unit": "s",
                     *                     "source": {
                     *                       "standard": "Netflix Inspection as a Service error codes",
                     *                       "clause": "ANALYZER-CommercialBlacks: a black segment longer than two seconds. This project counts a picture as black if 99.9 % of its pixels outside the corners are below 5 % of white. The corners (a fifth of width and height) may show a channel logo",
                     *                       "url": "https://partnerhelp.netflixstudios.com/hc/en-us/articles/115002355892"
                     *                     }
                     *                   },
                     *                   "anchor": {
                     *                     "kind": "time",
                     *                     "startSeconds": 5,
                     *                     "endSeconds": 8
                     *                   }
                     *                 },
                     *                 {
                     *                   "id": "picture:6.6",
                     *                   "sourceType": "image",
                     *                   "confidence": 1,
                     *                   "content": {
                     *                     "mimeType": "image/jpeg",
                     *                     "url": "https://storage.example/file?X-Amz-Signature=example"
                     *                   },
                     *                   "anchor": {
                     *                     "kind": "time",
                     *                     "startSeconds": 6.6,
                     *                     "endSeconds": 6.6
                     *                   }
                     *                 }
                     *               ],
                     *               "resolutionRequirement": {
                     *                 "action": "review",
                     *                 "description": "Confirm that the black picture from 0:05.00 to 0:08.00 is intended, or shorten or replace it."
                     *               },
                     *               "ruleCode": "picture.black",
                     *               "ruleName": "Black picture",
                     *               "severity": "minor"
                     *             }
                     *           ],
                     *           "resolutionRequirement": {
                     *             "action": "review",
                     *             "description": "Confirm that the black picture from 0:05.00 to 0:08.00 is intended, or shorten or replace it."
                     *           },
                     *           "anchor": {
                     *             "kind": "time",
                     *             "startSeconds": 5,
                     *             "endSeconds": 8
                     *           },
                     *           "decision": null
                     *         },
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000006",
                     *           "assetId": "00000000-0000-4000-8000-000000000003",
                     *           "summary": "Frozen picture for 3.0 s from 0:11.00 to 0:14.00",
                     *           "severity": "major",
                     *           "status": "open",
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "updatedAt": "2026-01-15T09:30:00.000Z",
                     *           "referenceNumber": 2,
                     *           "ruleId": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b12",
                     *           "ruleCode": "picture.freeze",
                     *           "details": "Frozen picture from 0:11.00 to 0:14.00: 3 s exceeds the limit of 2 s.",
                     *           "severityReasoning": "Viewers take frozen picture of this length for a fault of the programme or of the playback.",
                     *           "severityReasoningHeadline": "3.0 s of frozen picture",
                     *           "precedents": [],
                     *           "contributors": [
                     *             {
                     *               "id": "00000000-0000-4000-8000-000000000007",
                     *               "label": "Video quality control",
                     *               "reasoning": "Viewers take frozen picture of this length for a fault of the programme or of the playback.",
                     *               "confidence": 1,
                     *               "relationType": "primary",
                     *               "evidence": [
                     *                 {
                     *                   "id": "picture.freeze:11",
                     *                   "sourceType": "measurement",
                     *                   "confidence": 1,
                     *                   "content": {
                     *                     "measured": 3,
                     *                     "threshold": 2,
                     *                     "unit": "s",
                     *                     "source": {
                     *                       "standard": "Assay default",
                     *                       "clause": "chosen by this project; not taken from a published standard. A freeze begins within a moving shot; it is minor if a cut or a fade follows. Stretches that are still from the start of their shot are not reported: titles, slides, and fixed cameras. Nor is one that begins at most 0.8 s after another still picture. A video that is still as a whole is minor, for example a caption on black. More than 3 freezes are one finding, of severity info if they fill a third of the video; 2 or 3 are then one minor finding. A picture held for up to 5 seconds at the end, and a still picture with strong grain, are not reported",
                     *                       "url": null
                     *                     }
                     *                   },
                     *                   "anchor": {
                     *                     "kind": "time",
                     *                     "startSeconds": 11,
                     *                     "endSeconds": 14
                     *                   }
                     *                 },
                     *                 {
                     *                   "id": "picture:12.6",
                     *                   "sourceType": "image",
                     *                   "confidence": 1,
                     *                   "content": {
                     *                     "mimeType": "image/jpeg",
                     *                     "url": "https://storage.example/file?X-Amz-Signature=example"
                     *                   },
                     *                   "anchor": {
                     *                     "kind": "time",
                     *                     "startSeconds": 12.6,
                     *                     "endSeconds": 12.6
                     *                   }
                     *                 }
                     *               ],
                     *               "resolutionRequirement": {
                     *                 "action": "review",
                     *                 "description": "Confirm that the frozen picture from 0:11.00 to 0:14.00 is intended, or replace it."
                     *               },
                     *               "ruleCode": "picture.freeze",
                     *               "ruleName": "Frozen picture",
                     *               "severity": "major"
                     *             }
                     *           ],
                     *           "resolutionRequirement": {
                     *             "action": "review",
                     *             "description": "Confirm that the frozen picture from 0:11.00 to 0:14.00 is intended, or replace it."
                     *           },
                     *           "anchor": {
                     *             "kind": "time",
                     *             "startSeconds": 11,
                     *             "endSeconds": 14
                     *           },
                     *           "decision": null
                     *         }
                     *       ],
                     *       "total": 2
                     *     }
                     */
                    "application/json": components["schemas"]["IssueList"];
                };
            };
            /** @description Missing, invalid, expired or revoked key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description The plan does not include this, or the workspace is suspended */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Request validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Rate limit exceeded */
            429: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitError"];
                };
            };
            /** @description Storage error or internal failure */
            500: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description A blob could not be loaded from storage */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
        };
    };
    listTopics: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `submissionId` of the submission, from the response that created it. */
                submission_id: string;
                /** @description The `assetId` of an asset of this submission. It is the UUID at the start of its `blobPath`. */
                asset_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "assetId": "00000000-0000-4000-8000-000000000003",
                     *       "topics": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000008",
                     *           "title": "Picture",
                     *           "summary": "Black picture for 3.0 s from 0:05.00 to 0:08.00; Frozen picture for 3.0 s from 0:11.00 to 0:14.00",
                     *           "severity": "major",
                     *           "issueCount": 2,
                     *           "issueIds": [
                     *             "00000000-0000-4000-8000-000000000004",
                     *             "00000000-0000-4000-8000-000000000006"
                     *           ]
                     *         }
                     *       ],
                     *       "orphanIssueIds": [],
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["TopicList"];
                };
            };
            /** @description Missing, invalid, expired or revoked key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description The plan does not include this, or the workspace is suspended */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Request validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Rate limit exceeded */
            429: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitError"];
                };
            };
            /** @description Storage error or internal failure */
            500: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description A blob could not be loaded from storage */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
        };
    };
    listChecks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `submissionId` of the submission, from the response that created it. */
                submission_id: string;
                /** @description The `assetId` of an asset of this submission. It is the UUID at the start of its `blobPath`. */
                asset_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "assetId": "00000000-0000-4000-8000-000000000003",
                     *       "checks": [
                     *         {
                     *           "sidekickId": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b01",
                     *           "sidekickCode": "video-qc",
                     *           "sidekickName": "Video quality control",
                     *           "sidekickVersion": "14",
                     *           "ruleCode": "picture.black",
                     *           "ruleName": "Black picture",
                     *           "severity": "minor",
                     *           "threshold": 2,
                     *           "required": null,
                     *           "unit": "s",
                     *           "source": {
                     *             "url": "https://partnerhelp.netflixstudios.com/hc/en-us/articles/115002355892",
                     *             "clause": "ANALYZER-CommercialBlacks: a black segment longer than two seconds. This project counts a picture as black if 99.9 % of its pixels outside the corners are below 5 % of white. The corners (a fifth of width and height) may show a channel logo",
                     *             "standard": "Netflix Inspection as a Service error codes"
                     *           },
                     *           "result": "found",
                     *           "count": 1,
                     *           "measured": 3
                     *         },
                     *         {
                     *           "sidekickId": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b01",
                     *           "sidekickCode": "video-qc",
                     *           "sidekickName": "Video quality control",
                     *           "sidekickVersion": "14",
                     *           "ruleCode": "picture.black_silent",
                     *           "ruleName": "Black picture without sound",
                     *           "severity": "critical",
                     *           "threshold": 4,
                     *           "required": null,
                     *           "unit": "s",
                     *           "source": {
                     *             "url": "https://partnerhelp.netflixstudios.com/hc/en-us/articles/115000455091-Commercial-Blacks",
                     *             "clause": "Commercial Blacks: black and silence of 4 seconds or longer block the delivery, also at the head and the tail of a file. Silence is sound below -60 dBFS, or missing sound if the file has sound elsewhere",
                     *             "standard": "Netflix QC glossary"
                     *           },
                     *           "result": "none",
                     *           "count": 0,
                     *           "measured": null
                     *         }
                     *       ],
                     *       "complete": true,
                     *       "total": 23
                     *     }
                     */
                    "application/json": components["schemas"]["CheckList"];
                };
            };
            /** @description Missing, invalid, expired or revoked key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description The plan does not include this, or the workspace is suspended */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Request validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Rate limit exceeded */
            429: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitError"];
                };
            };
            /** @description Storage error or internal failure */
            500: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
        };
    };
    decideIssue: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `submissionId` of the submission, from the response that created it. */
                submission_id: string;
                /** @description The `assetId` of an asset of this submission. It is the UUID at the start of its `blobPath`. */
                asset_id: string;
                /** @description The `id` of an issue of this asset. */
                issue_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "decision": "waived",
                 *       "reason": "The client wants the black frames.",
                 *       "evidence": [
                 *         {
                 *           "title": "Agreement with the client",
                 *           "blobPath": "00000000-0000-4000-8000-000000000009/agreement.txt"
                 *         },
                 *         {
                 *           "title": "Brief of the campaign",
                 *           "url": "https://client.example/brief"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["DecideRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "decision": "waived",
                     *       "reason": "The client wants the black frames.",
                     *       "by": {
                     *         "kind": "key",
                     *         "id": "00000000-0000-4000-8000-000000000010",
                     *         "name": null
                     *       },
                     *       "at": "2026-01-15T09:30:00.000Z",
                     *       "evidence": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000011",
                     *           "title": "Agreement with the client",
                     *           "url": null,
                     *           "file": {
                     *             "filename": "agreement.txt",
                     *             "contentType": "text/plain",
                     *             "sizeBytes": 25,
                     *             "sha256": null,
                     *             "status": "keeping"
                     *           }
                     *         },
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000012",
                     *           "title": "Brief of the campaign",
                     *           "url": "https://client.example/brief",
                     *           "file": null
                     *         }
                     *       ],
                     *       "carriedFrom": null
                     *     }
                     */
                    "application/json": components["schemas"]["Decision"];
                };
            };
            /** @description Missing, invalid, expired or revoked key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description The plan does not include this, or the workspace is suspended */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Request validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Rate limit exceeded */
            429: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitError"];
                };
            };
            /** @description Storage error or internal failure */
            500: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description A blob could not be loaded from storage */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
        };
    };
    withdrawDecision: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `submissionId` of the submission, from the response that created it. */
                submission_id: string;
                /** @description The `assetId` of an asset of this submission. It is the UUID at the start of its `blobPath`. */
                asset_id: string;
                /** @description The `id` of an issue of this asset. */
                issue_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Missing, invalid, expired or revoked key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description The plan does not include this, or the workspace is suspended */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Request validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Rate limit exceeded */
            429: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitError"];
                };
            };
            /** @description Storage error or internal failure */
            500: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description A blob could not be loaded from storage */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
        };
    };
    listDecisions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `submissionId` of the submission, from the response that created it. */
                submission_id: string;
                /** @description The `assetId` of an asset of this submission. It is the UUID at the start of its `blobPath`. */
                asset_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "assetId": "00000000-0000-4000-8000-000000000003",
                     *       "decisions": [
                     *         {
                     *           "issueId": "00000000-0000-4000-8000-000000000004",
                     *           "ruleCode": "picture.black",
                     *           "summary": "Black picture for 3.0 s from 0:05.00 to 0:08.00",
                     *           "decision": "waived",
                     *           "reason": "The client wants the black frames.",
                     *           "by": {
                     *             "kind": "key",
                     *             "id": "00000000-0000-4000-8000-000000000010",
                     *             "name": null
                     *           },
                     *           "at": "2026-01-15T09:30:00.000Z",
                     *           "evidence": [
                     *             {
                     *               "id": "00000000-0000-4000-8000-000000000011",
                     *               "title": "Agreement with the client",
                     *               "url": null,
                     *               "file": {
                     *                 "filename": "agreement.txt",
                     *                 "contentType": "text/plain",
                     *                 "sizeBytes": 25,
                     *                 "sha256": "b4f7347b58833846ad332b102c0d172c13829e62f23cac6b8b069391a23654bd",
                     *                 "status": "kept"
                     *               }
                     *             },
                     *             {
                     *               "id": "00000000-0000-4000-8000-000000000012",
                     *               "title": "Brief of the campaign",
                     *               "url": "https://client.example/brief",
                     *               "file": null
                     *             }
                     *           ],
                     *           "carriedFrom": null
                     *         },
                     *         {
                     *           "issueId": "00000000-0000-4000-8000-000000000004",
                     *           "ruleCode": "picture.black",
                     *           "summary": "Black picture for 3.0 s from 0:05.00 to 0:08.00",
                     *           "decision": null,
                     *           "reason": null,
                     *           "by": {
                     *             "kind": "key",
                     *             "id": "00000000-0000-4000-8000-000000000010",
                     *             "name": null
                     *           },
                     *           "at": "2026-01-15T09:30:00.000Z",
                     *           "evidence": [],
                     *           "carriedFrom": null
                     *         }
                     *       ],
                     *       "total": 3
                     *     }
                     */
                    "application/json": components["schemas"]["DecisionHistory"];
                };
            };
            /** @description Missing, invalid, expired or revoked key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description The plan does not include this, or the workspace is suspended */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Request validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Rate limit exceeded */
            429: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitError"];
                };
            };
            /** @description Storage error or internal failure */
            500: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
        };
    };
    decideIssues: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `submissionId` of the submission, from the response that created it. */
                submission_id: string;
                /** @description The `assetId` of an asset of this submission. It is the UUID at the start of its `blobPath`. */
                asset_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "issueIds": [
                 *         "00000000-0000-4000-8000-000000000004"
                 *       ],
                 *       "decision": "accepted"
                 *     }
                 */
                "application/json": components["schemas"]["DecideManyRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "issueIds": [
                     *         "00000000-0000-4000-8000-000000000004"
                     *       ],
                     *       "decision": {
                     *         "decision": "accepted",
                     *         "reason": null,
                     *         "by": {
                     *           "kind": "key",
                     *           "id": "00000000-0000-4000-8000-000000000010",
                     *           "name": null
                     *         },
                     *         "at": "2026-01-15T09:30:00.000Z",
                     *         "evidence": [],
                     *         "carriedFrom": null
                     *       },
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["DecidedIssues"];
                };
            };
            /** @description Missing, invalid, expired or revoked key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description The plan does not include this, or the workspace is suspended */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Request validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Rate limit exceeded */
            429: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitError"];
                };
            };
            /** @description Storage error or internal failure */
            500: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description A blob could not be loaded from storage */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
        };
    };
    readEvidence: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `submissionId` of the submission, from the response that created it. */
                submission_id: string;
                /** @description The `assetId` of an asset of this submission. It is the UUID at the start of its `blobPath`. */
                asset_id: string;
                /** @description The `id` of a file of evidence, from the decision about an issue of this asset. */
                evidence_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://storage.example/file?X-Amz-Signature=example",
                     *       "expiresAt": "2026-01-15T09:30:00.000Z",
                     *       "filename": "agreement.txt",
                     *       "contentType": "text/plain",
                     *       "sizeBytes": 25,
                     *       "sha256": "b4f7347b58833846ad332b102c0d172c13829e62f23cac6b8b069391a23654bd"
                     *     }
                     */
                    "application/json": components["schemas"]["EvidenceLink"];
                };
            };
            /** @description Missing, invalid, expired or revoked key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description The plan does not include this, or the workspace is suspended */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Request validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Rate limit exceeded */
            429: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitError"];
                };
            };
            /** @description Storage error or internal failure */
            500: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
        };
    };
    readSignOff: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `submissionId` of the submission, from the response that created it. */
                submission_id: string;
                /** @description The `assetId` of an asset of this submission. It is the UUID at the start of its `blobPath`. */
                asset_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "state": null,
                     *       "undecided": [
                     *         "00000000-0000-4000-8000-000000000006"
                     *       ],
                     *       "isReported": true,
                     *       "verdict": null,
                     *       "reason": null,
                     *       "manualChecks": [],
                     *       "by": null,
                     *       "at": null,
                     *       "note": null
                     *     }
                     */
                    "application/json": components["schemas"]["SignOff"];
                };
            };
            /** @description Missing, invalid, expired or revoked key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description The plan does not include this, or the workspace is suspended */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Request validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Rate limit exceeded */
            429: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitError"];
                };
            };
            /** @description Storage error or internal failure */
            500: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description A blob could not be loaded from storage */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
        };
    };
    signOffAsset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `submissionId` of the submission, from the response that created it. */
                submission_id: string;
                /** @description The `assetId` of an asset of this submission. It is the UUID at the start of its `blobPath`. */
                asset_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "note": "For delivery."
                 *     }
                 */
                "application/json": components["schemas"]["SignOffRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignOff"];
                };
            };
            /** @description Missing, invalid, expired or revoked key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description The plan does not include this, or the workspace is suspended */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Request validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Rate limit exceeded */
            429: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitError"];
                };
            };
            /** @description Storage error or internal failure */
            500: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description A blob could not be loaded from storage */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
        };
    };
    withdrawSignOff: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `submissionId` of the submission, from the response that created it. */
                submission_id: string;
                /** @description The `assetId` of an asset of this submission. It is the UUID at the start of its `blobPath`. */
                asset_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "state": null,
                     *       "undecided": [
                     *         "00000000-0000-4000-8000-000000000006"
                     *       ],
                     *       "isReported": true,
                     *       "verdict": null,
                     *       "reason": null,
                     *       "manualChecks": [],
                     *       "by": null,
                     *       "at": null,
                     *       "note": null
                     *     }
                     */
                    "application/json": components["schemas"]["SignOff"];
                };
            };
            /** @description Missing, invalid, expired or revoked key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description The plan does not include this, or the workspace is suspended */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Request validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Rate limit exceeded */
            429: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitError"];
                };
            };
            /** @description Storage error or internal failure */
            500: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description A blob could not be loaded from storage */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
        };
    };
    compareAssets: {
        parameters: {
            query?: {
                /** @description The `assetId` of the earlier asset, of this workspace and environment. Absent: the asset that this one replaces. */
                with?: string;
            };
            header?: never;
            path: {
                /** @description The `submissionId` of the submission, from the response that created it. */
                submission_id: string;
                /** @description The `assetId` of an asset of this submission. It is the UUID at the start of its `blobPath`. */
                asset_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "assetId": "00000000-0000-4000-8000-000000000015",
                     *       "with": {
                     *         "submissionId": "00000000-0000-4000-8000-000000000013",
                     *         "assetId": "00000000-0000-4000-8000-000000000003",
                     *         "filename": "trailer.mp4"
                     *       },
                     *       "offsetSeconds": 0,
                     *       "timeline": null,
                     *       "fixed": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000004",
                     *           "assetId": "00000000-0000-4000-8000-000000000003",
                     *           "summary": "Black picture for 3.0 s from 0:05.00 to 0:08.00",
                     *           "severity": "minor",
                     *           "status": "open",
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "updatedAt": "2026-01-15T09:30:00.000Z",
                     *           "referenceNumber": 1,
                     *           "ruleId": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b11",
                     *           "ruleCode": "picture.black",
                     *           "details": "Black picture from 0:05.00 to 0:08.00: 3 s exceeds the limit of 2 s.",
                     *           "severityReasoning": "Viewers take black picture of this length for a fault of the programme or of the playback.",
                     *           "severityReasoningHeadline": "3.0 s of black picture",
                     *           "precedents": [],
                     *           "contributors": [
                     *             {
                     *               "id": "00000000-0000-4000-8000-000000000005",
                     *               "label": "Video quality control",
                     *               "reasoning": "Viewers take black picture of this length for a fault of the programme or of the playback.",
                     *               "confidence": 1,
                     *               "relationType": "primary",
                     *               "evidence": [
                     *                 {
                     *                   "id": "picture.black:5",
                     *                   "sourceType": "measurement",
                     *                   "confidence": 1,
                     *                   "content": {
                     *                     "measured": 3,
                     *                     "threshold": 2,
                     *                     "unit": "s",
                     *                     "source": {
                     *                       "standard": "Netflix Inspection as a Service error codes",
                     *                       "clause": "ANALYZER-CommercialBlacks: a black segment longer than two seconds. This project counts a picture as black if 99.9 % of its pixels outside the corners are below 5 % of white. The corners (a fifth of width and height) may show a channel logo",
                     *                       "url": "https://partnerhelp.netflixstudios.com/hc/en-us/articles/115002355892"
                     *                     }
                     *                   },
                     *                   "anchor": {
                     *                     "kind": "time",
                     *                     "startSeconds": 5,
                     *                     "endSeconds": 8
                     *                   }
                     *                 },
                     *                 {
                     *                   "id": "picture:6.6",
                     *                   "sourceType": "image",
                     *                   "confidence": 1,
                     *                   "content": {
                     *                     "mimeType": "image/jpeg",
                     *                     "url": "https://storage.example/file?X-Amz-Signature=example"
                     *                   },
                     *                   "anchor": {
                     *                     "kind": "time",
                     *                     "startSeconds": 6.6,
                     *                     "endSeconds": 6.6
                     *                   }
                     *                 }
                     *               ],
                     *               "resolutionRequirement": {
                     *                 "action": "review",
                     *                 "description": "Confirm that the black picture from 0:05.00 to 0:08.00 is intended, or shorten or replace it."
                     *               },
                     *               "ruleCode": "picture.black",
                     *               "ruleName": "Black picture",
                     *               "severity": "minor"
                     *             }
                     *           ],
                     *           "resolutionRequirement": {
                     *             "action": "review",
                     *             "description": "Confirm that the black picture from 0:05.00 to 0:08.00 is intended, or shorten or replace it."
                     *           },
                     *           "anchor": {
                     *             "kind": "time",
                     *             "startSeconds": 5,
                     *             "endSeconds": 8
                     *           },
                     *           "decision": {
                     *             "decision": "accepted",
                     *             "reason": null,
                     *             "by": {
                     *               "kind": "key",
                     *               "id": "00000000-0000-4000-8000-000000000010",
                     *               "name": null
                     *             },
                     *             "at": "2026-01-15T09:30:00.000Z",
                     *             "evidence": [],
                     *             "carriedFrom": null
                     *           }
                     *         },
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000006",
                     *           "assetId": "00000000-0000-4000-8000-000000000003",
                     *           "summary": "Frozen picture for 3.0 s from 0:11.00 to 0:14.00",
                     *           "severity": "major",
                     *           "status": "open",
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "updatedAt": "2026-01-15T09:30:00.000Z",
                     *           "referenceNumber": 2,
                     *           "ruleId": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b12",
                     *           "ruleCode": "picture.freeze",
                     *           "details": "Frozen picture from 0:11.00 to 0:14.00: 3 s exceeds the limit of 2 s.",
                     *           "severityReasoning": "Viewers take frozen picture of this length for a fault of the programme or of the playback.",
                     *           "severityReasoningHeadline": "3.0 s of frozen picture",
                     *           "precedents": [],
                     *           "contributors": [
                     *             {
                     *               "id": "00000000-0000-4000-8000-000000000007",
                     *               "label": "Video quality control",
                     *               "reasoning": "Viewers take frozen picture of this length for a fault of the programme or of the playback.",
                     *               "confidence": 1,
                     *               "relationType": "primary",
                     *               "evidence": [
                     *                 {
                     *                   "id": "picture.freeze:11",
                     *                   "sourceType": "measurement",
                     *                   "confidence": 1,
                     *                   "content": {
                     *                     "measured": 3,
                     *                     "threshold": 2,
                     *                     "unit": "s",
                     *                     "source": {
                     *                       "standard": "Assay default",
                     *                       "clause": "chosen by this project; not taken from a published standard. A freeze begins within a moving shot; it is minor if a cut or a fade follows. Stretches that are still from the start of their shot are not reported: titles, slides, and fixed cameras. Nor is one that begins at most 0.8 s after another still picture. A video that is still as a whole is minor, for example a caption on black. More than 3 freezes are one finding, of severity info if they fill a third of the video; 2 or 3 are then one minor finding. A picture held for up to 5 seconds at the end, and a still picture with strong grain, are not reported",
                     *                       "url": null
                     *                     }
                     *                   },
                     *                   "anchor": {
                     *                     "kind": "time",
                     *                     "startSeconds": 11,
                     *                     "endSeconds": 14
                     *                   }
                     *                 },
                     *                 {
                     *                   "id": "picture:12.6",
                     *                   "sourceType": "image",
                     *                   "confidence": 1,
                     *                   "content": {
                     *                     "mimeType": "image/jpeg",
                     *                     "url": "https://storage.example/file?X-Amz-Signature=example"
                     *                   },
                     *                   "anchor": {
                     *                     "kind": "time",
                     *                     "startSeconds": 12.6,
                     *                     "endSeconds": 12.6
                     *                   }
                     *                 }
                     *               ],
                     *               "resolutionRequirement": {
                     *                 "action": "review",
                     *                 "description": "Confirm that the frozen picture from 0:11.00 to 0:14.00 is intended, or replace it."
                     *               },
                     *               "ruleCode": "picture.freeze",
                     *               "ruleName": "Frozen picture",
                     *               "severity": "major"
                     *             }
                     *           ],
                     *           "resolutionRequirement": {
                     *             "action": "review",
                     *             "description": "Confirm that the frozen picture from 0:11.00 to 0:14.00 is intended, or replace it."
                     *           },
                     *           "anchor": {
                     *             "kind": "time",
                     *             "startSeconds": 11,
                     *             "endSeconds": 14
                     *           },
                     *           "decision": null
                     *         }
                     *       ],
                     *       "remaining": [],
                     *       "changed": [],
                     *       "new": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000016",
                     *           "assetId": "00000000-0000-4000-8000-000000000015",
                     *           "summary": "Silence for 3.0 s from 0:15.00 to 0:18.02",
                     *           "severity": "minor",
                     *           "status": "open",
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "updatedAt": "2026-01-15T09:30:00.000Z",
                     *           "referenceNumber": 1,
                     *           "ruleId": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b21",
                     *           "ruleCode": "sound.silence",
                     *           "details": "The sound stays below -60 dBFS from 0:15.00 to 0:18.02: 3.015 s. Silence is reported from 3 s (tolerance 0.1 s), and at the start and the end from 2 s.",
                     *           "severityReasoning": "Listeners may take silence of this length for a fault; it can also be intended.",
                     *           "severityReasoningHeadline": "3.0 s of silence",
                     *           "precedents": [],
                     *           "contributors": [
                     *             {
                     *               "id": "00000000-0000-4000-8000-000000000017",
                     *               "label": "Loudness and sound",
                     *               "reasoning": "Listeners may take silence of this length for a fault; it can also be intended.",
                     *               "confidence": 1,
                     *               "relationType": "primary",
                     *               "evidence": [
                     *                 {
                     *                   "id": "sound.silence:15.0029",
                     *                   "sourceType": "measurement",
                     *                   "confidence": 1,
                     *                   "content": {
                     *                     "measured": 3.015,
                     *                     "threshold": 3,
                     *                     "unit": "s",
                     *                     "source": {
                     *                       "standard": "Assay default",
                     *                       "clause": "chosen by this project; not taken from a published standard. At the start and the end of the sound, the threshold is 2 s unless a profile sets it. A silence below 10 s is a pause if there are at least three other pauses per minute",
                     *                       "url": null
                     *                     }
                     *                   },
                     *                   "anchor": {
                     *                     "kind": "time",
                     *                     "startSeconds": 15.0029,
                     *                     "endSeconds": 18.0181
                     *                   }
                     *                 },
                     *                 {
                     *                   "id": "picture:16.6",
                     *                   "sourceType": "image",
                     *                   "confidence": 1,
                     *                   "content": {
                     *                     "mimeType": "image/jpeg",
                     *                     "url": "https://storage.example/file?X-Amz-Signature=example"
                     *                   },
                     *                   "anchor": {
                     *                     "kind": "time",
                     *                     "startSeconds": 16.6,
                     *                     "endSeconds": 16.6
                     *                   }
                     *                 }
                     *               ],
                     *               "resolutionRequirement": {
                     *                 "action": "review",
                     *                 "description": "Confirm that the silence from 0:15.00 to 0:18.02 is intended, or restore the sound."
                     *               },
                     *               "ruleCode": "sound.silence",
                     *               "ruleName": "Silence (info for a pause in sound with many pauses)",
                     *               "severity": "minor"
                     *             }
                     *           ],
                     *           "resolutionRequirement": {
                     *             "action": "review",
                     *             "description": "Confirm that the silence from 0:15.00 to 0:18.02 is intended, or restore the sound."
                     *           },
                     *           "anchor": {
                     *             "kind": "time",
                     *             "startSeconds": 15.0029,
                     *             "endSeconds": 18.0181
                     *           },
                     *           "decision": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Comparison"];
                };
            };
            /** @description Missing, invalid, expired or revoked key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description The plan does not include this, or the workspace is suspended */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Request validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Rate limit exceeded */
            429: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitError"];
                };
            };
            /** @description Storage error or internal failure */
            500: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description A blob could not be loaded from storage */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
        };
    };
    readReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `submissionId` of the submission, from the response that created it. */
                submission_id: string;
                /** @description The `assetId` of an asset of this submission. It is the UUID at the start of its `blobPath`. */
                asset_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "schemaVersion": 1,
                     *       "checkedAt": "2026-01-15T09:30:00.000Z",
                     *       "asset": {
                     *         "name": "trailer.mp4",
                     *         "path": "trailer.mp4",
                     *         "bytes": 1345251,
                     *         "sha256": "07f989274c00ec1dffa72f55b53dc91b327430aa4aca3d751b459af935971cbd",
                     *         "type": "video",
                     *         "mimeType": "video/mp4",
                     *         "metric": {
                     *           "name": "durationSeconds",
                     *           "value": 20
                     *         },
                     *         "media": {
                     *           "durationSeconds": 20,
                     *           "startTimecode": null,
                     *           "video": {
                     *             "codec": "h264",
                     *             "profile": "High",
                     *             "pixelFormat": "yuv420p",
                     *             "width": 640,
                     *             "height": 360,
                     *             "displayAspectRatio": 1.7778,
                     *             "frameRate": "25/1"
                     *           },
                     *           "audio": {
                     *             "codec": "aac",
                     *             "channels": 1,
                     *             "sampleRate": 44100
                     *           },
                     *           "streams": [
                     *             {
                     *               "index": 0,
                     *               "type": "video",
                     *               "codec": "h264",
                     *               "language": "und",
                     *               "examined": true
                     *             },
                     *             {
                     *               "index": 1,
                     *               "type": "audio",
                     *               "codec": "aac",
                     *               "language": "und",
                     *               "examined": true
                     *             }
                     *           ]
                     *         }
                     *       },
                     *       "submission": {
                     *         "submissionId": "00000000-0000-4000-8000-000000000013",
                     *         "assetId": "00000000-0000-4000-8000-000000000003",
                     *         "version": 1,
                     *         "previousReport": null,
                     *         "credits": 2
                     *       },
                     *       "profile": null,
                     *       "tools": {
                     *         "assay": "0.1.0",
                     *         "node": "24.21.0",
                     *         "ffmpeg": "5.1.9-0+deb12u1"
                     *       },
                     *       "sidekicks": [
                     *         {
                     *           "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b01",
                     *           "code": "video-qc",
                     *           "name": "Video quality control",
                     *           "version": "14"
                     *         }
                     *       ],
                     *       "checks": [
                     *         {
                     *           "sidekick": "video-qc",
                     *           "ruleCode": "picture.black",
                     *           "ruleName": "Black picture",
                     *           "severity": "minor",
                     *           "threshold": 2,
                     *           "required": null,
                     *           "unit": "s",
                     *           "source": {
                     *             "url": "https://partnerhelp.netflixstudios.com/hc/en-us/articles/115002355892",
                     *             "clause": "ANALYZER-CommercialBlacks: a black segment longer than two seconds. This project counts a picture as black if 99.9 % of its pixels outside the corners are below 5 % of white. The corners (a fifth of width and height) may show a channel logo",
                     *             "standard": "Netflix Inspection as a Service error codes"
                     *           },
                     *           "outcome": "found",
                     *           "count": 1,
                     *           "measured": 3
                     *         },
                     *         {
                     *           "sidekick": "video-qc",
                     *           "ruleCode": "picture.black_silent",
                     *           "ruleName": "Black picture without sound",
                     *           "severity": "critical",
                     *           "threshold": 4,
                     *           "required": null,
                     *           "unit": "s",
                     *           "source": {
                     *             "url": "https://partnerhelp.netflixstudios.com/hc/en-us/articles/115000455091-Commercial-Blacks",
                     *             "clause": "Commercial Blacks: black and silence of 4 seconds or longer block the delivery, also at the head and the tail of a file. Silence is sound below -60 dBFS, or missing sound if the file has sound elsewhere",
                     *             "standard": "Netflix QC glossary"
                     *           },
                     *           "outcome": "passed",
                     *           "count": 0,
                     *           "measured": null
                     *         }
                     *       ],
                     *       "issues": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000004",
                     *           "summary": "Black picture for 3.0 s from 0:05.00 to 0:08.00",
                     *           "severity": "minor",
                     *           "referenceNumber": 1,
                     *           "ruleId": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b11",
                     *           "ruleCode": "picture.black",
                     *           "details": "Black picture from 0:05.00 to 0:08.00: 3 s exceeds the limit of 2 s.",
                     *           "severityReasoning": "Viewers take black picture of this length for a fault of the programme or of the playback.",
                     *           "severityReasoningHeadline": "3.0 s of black picture",
                     *           "precedents": [],
                     *           "contributors": [
                     *             {
                     *               "id": "00000000-0000-4000-8000-000000000005",
                     *               "label": "Video quality control",
                     *               "reasoning": "Viewers take black picture of this length for a fault of the programme or of the playback.",
                     *               "confidence": 1,
                     *               "relationType": "primary",
                     *               "evidence": [
                     *                 {
                     *                   "id": "picture.black:5",
                     *                   "sourceType": "measurement",
                     *                   "confidence": 1,
                     *                   "content": {
                     *                     "measured": 3,
                     *                     "threshold": 2,
                     *                     "unit": "s",
                     *                     "source": {
                     *                       "standard": "Netflix Inspection as a Service error codes",
                     *                       "clause": "ANALYZER-CommercialBlacks: a black segment longer than two seconds. This project counts a picture as black if 99.9 % of its pixels outside the corners are below 5 % of white. The corners (a fifth of width and height) may show a channel logo",
                     *                       "url": "https://partnerhelp.netflixstudios.com/hc/en-us/articles/115002355892"
                     *                     }
                     *                   },
                     *                   "anchor": {
                     *                     "kind": "time",
                     *                     "startSeconds": 5,
                     *                     "endSeconds": 8
                     *                   }
                     *                 },
                     *                 {
                     *                   "id": "picture:6.6",
                     *                   "sourceType": "image",
                     *                   "confidence": 1,
                     *                   "content": {
                     *                     "mimeType": "image/jpeg",
                     *                     "url": "picture:63f97ca12d602ab14a06873b45f5a3da"
                     *                   },
                     *                   "anchor": {
                     *                     "kind": "time",
                     *                     "startSeconds": 6.6,
                     *                     "endSeconds": 6.6
                     *                   }
                     *                 }
                     *               ],
                     *               "resolutionRequirement": {
                     *                 "action": "review",
                     *                 "description": "Confirm that the black picture from 0:05.00 to 0:08.00 is intended, or shorten or replace it."
                     *               },
                     *               "ruleCode": "picture.black",
                     *               "ruleName": "Black picture",
                     *               "severity": "minor"
                     *             }
                     *           ],
                     *           "resolutionRequirement": {
                     *             "action": "review",
                     *             "description": "Confirm that the black picture from 0:05.00 to 0:08.00 is intended, or shorten or replace it."
                     *           },
                     *           "anchor": {
                     *             "kind": "time",
                     *             "startSeconds": 5,
                     *             "endSeconds": 8
                     *           },
                     *           "decision": null
                     *         },
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000006",
                     *           "summary": "Frozen picture for 3.0 s from 0:11.00 to 0:14.00",
                     *           "severity": "major",
                     *           "referenceNumber": 2,
                     *           "ruleId": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b12",
                     *           "ruleCode": "picture.freeze",
                     *           "details": "Frozen picture from 0:11.00 to 0:14.00: 3 s exceeds the limit of 2 s.",
                     *           "severityReasoning": "Viewers take frozen picture of this length for a fault of the programme or of the playback.",
                     *           "severityReasoningHeadline": "3.0 s of frozen picture",
                     *           "precedents": [],
                     *           "contributors": [
                     *             {
                     *               "id": "00000000-0000-4000-8000-000000000007",
                     *               "label": "Video quality control",
                     *               "reasoning": "Viewers take frozen picture of this length for a fault of the programme or of the playback.",
                     *               "confidence": 1,
                     *               "relationType": "primary",
                     *               "evidence": [
                     *                 {
                     *                   "id": "picture.freeze:11",
                     *                   "sourceType": "measurement",
                     *                   "confidence": 1,
                     *                   "content": {
                     *                     "measured": 3,
                     *                     "threshold": 2,
                     *                     "unit": "s",
                     *                     "source": {
                     *                       "standard": "Assay default",
                     *                       "clause": "chosen by this project; not taken from a published standard. A freeze begins within a moving shot; it is minor if a cut or a fade follows. Stretches that are still from the start of their shot are not reported: titles, slides, and fixed cameras. Nor is one that begins at most 0.8 s after another still picture. A video that is still as a whole is minor, for example a caption on black. More than 3 freezes are one finding, of severity info if they fill a third of the video; 2 or 3 are then one minor finding. A picture held for up to 5 seconds at the end, and a still picture with strong grain, are not reported",
                     *                       "url": null
                     *                     }
                     *                   },
                     *                   "anchor": {
                     *                     "kind": "time",
                     *                     "startSeconds": 11,
                     *                     "endSeconds": 14
                     *                   }
                     *                 },
                     *                 {
                     *                   "id": "picture:12.6",
                     *                   "sourceType": "image",
                     *                   "confidence": 1,
                     *                   "content": {
                     *                     "mimeType": "image/jpeg",
                     *                     "url": "picture:d14b8079d08dcd9f5dd5abefc128225a"
                     *                   },
                     *                   "anchor": {
                     *                     "kind": "time",
                     *                     "startSeconds": 12.6,
                     *                     "endSeconds": 12.6
                     *                   }
                     *                 }
                     *               ],
                     *               "resolutionRequirement": {
                     *                 "action": "review",
                     *                 "description": "Confirm that the frozen picture from 0:11.00 to 0:14.00 is intended, or replace it."
                     *               },
                     *               "ruleCode": "picture.freeze",
                     *               "ruleName": "Frozen picture",
                     *               "severity": "major"
                     *             }
                     *           ],
                     *           "resolutionRequirement": {
                     *             "action": "review",
                     *             "description": "Confirm that the frozen picture from 0:11.00 to 0:14.00 is intended, or replace it."
                     *           },
                     *           "anchor": {
                     *             "kind": "time",
                     *             "startSeconds": 11,
                     *             "endSeconds": 14
                     *           },
                     *           "decision": null
                     *         }
                     *       ],
                     *       "verdict": {
                     *         "verdict": "fail",
                     *         "reason": "1 of 23 checks failed",
                     *         "failsAt": "major"
                     *       },
                     *       "problems": [],
                     *       "signOff": null
                     *     }
                     */
                    "application/json": components["schemas"]["Report"];
                };
            };
            /** @description Missing, invalid, expired or revoked key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description The plan does not include this, or the workspace is suspended */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Request validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Rate limit exceeded */
            429: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitError"];
                };
            };
            /** @description Storage error or internal failure */
            500: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description A blob could not be loaded from storage */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
        };
    };
    readSignedReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `submissionId` of the submission, from the response that created it. */
                submission_id: string;
                /** @description The `assetId` of an asset of this submission. It is the UUID at the start of its `blobPath`. */
                asset_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "payload": "eyJfdHlwZSI6Imh0dHBzOi8vaW4tdG90by5pby9TdGF0ZW1lbnQvdjEiLCJwcmVkaWNhdGVUeXBlIjoiaHR0cHM6Ly9pbi10b3RvLmlvL2F0dGVzdGF0aW9uL3Rlc3QtcmVzdWx0L3YwLjEifQ",
                     *       "protected": "eyJhbGciOiJFZERTQSIsImtpZCI6ImtleSJ9",
                     *       "signature": "ZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIA"
                     *     }
                     */
                    "application/json": components["schemas"]["SignedReport"];
                };
            };
            /** @description Missing, invalid, expired or revoked key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description The plan does not include this, or the workspace is suspended */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Request validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Rate limit exceeded */
            429: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitError"];
                };
            };
            /** @description Storage error or internal failure */
            500: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
        };
    };
    readPdfReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `submissionId` of the submission, from the response that created it. */
                submission_id: string;
                /** @description The `assetId` of an asset of this submission. It is the UUID at the start of its `blobPath`. */
                asset_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example %PDF-1.7
                     *     …
                     */
                    "application/pdf": string;
                };
            };
            /** @description Missing, invalid, expired or revoked key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description The plan does not include this, or the workspace is suspended */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Request validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Rate limit exceeded */
            429: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitError"];
                };
            };
            /** @description Storage error or internal failure */
            500: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description A blob could not be loaded from storage */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
        };
    };
    readFormattedReport: {
        parameters: {
            query?: {
                /** @description Time code of the first frame, instead of that of the file. A `;` before the frames means drop-frame, at 29.97 and 59.94 frames per second. Has no effect on `vtt`, and on files without a constant frame rate. */
                startTimecode?: string;
            };
            header?: never;
            path: {
                /** @description The `submissionId` of the submission, from the response that created it. */
                submission_id: string;
                /** @description The `assetId` of an asset of this submission. It is the UUID at the start of its `blobPath`. */
                asset_id: string;
                /** @description Format of the file. */
                format: components["schemas"]["ReportFormat"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example file,referenceNumber,severity,ruleCode,ruleName,summary,startSeconds,endSeconds,startTimecode,endTimecode,page,region,quote,details,resolution,sidekicks,issueId
                     *     trailer.mp4,1,minor,picture.black,Black picture,Black picture for 3.0 s from 0:05.00 to 0:08.00,5,8,00:00:05:00,00:00:08:00,,,,Black picture from 0:05.00 to 0:08.00: 3 s exceeds the limit of 2 s.,"Confirm that the black picture from 0:05.00 to 0:08.00 is intended, or shorten or replace it.",Video quality control,00000000-0000-4000-8000-000000000004
                     *     trailer.mp4,2,major,picture.freeze,Frozen picture,Frozen picture for 3.0 s from 0:11.00 to 0:14.00,11,14,00:00:11:00,00:00:14:00,,,,Frozen picture from 0:11.00 to 0:14.00: 3 s exceeds the limit of 2 s.,"Confirm that the frozen picture from 0:11.00 to 0:14.00 is intended, or replace it.",Video quality control,00000000-0000-4000-8000-000000000006
                     */
                    "text/csv": string;
                    "text/vtt": string;
                    "text/plain": string;
                    "application/xml": string;
                };
            };
            /** @description Missing, invalid, expired or revoked key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description The plan does not include this, or the workspace is suspended */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Request validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Rate limit exceeded */
            429: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitError"];
                };
            };
            /** @description Storage error or internal failure */
            500: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description A blob could not be loaded from storage */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
        };
    };
    listReportLinks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `submissionId` of the submission, from the response that created it. */
                submission_id: string;
                /** @description The `assetId` of an asset of this submission. It is the UUID at the start of its `blobPath`. */
                asset_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "assetId": "00000000-0000-4000-8000-000000000003",
                     *       "links": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000014",
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "expiresAt": "2026-01-15T09:30:00.000Z",
                     *           "includesPictures": false,
                     *           "by": {
                     *             "kind": "key",
                     *             "id": "00000000-0000-4000-8000-000000000010",
                     *             "name": null
                     *           }
                     *         }
                     *       ],
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["ReportLinkList"];
                };
            };
            /** @description Missing, invalid, expired or revoked key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description The plan does not include this, or the workspace is suspended */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Request validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Rate limit exceeded */
            429: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitError"];
                };
            };
            /** @description Storage error or internal failure */
            500: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
        };
    };
    createReportLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `submissionId` of the submission, from the response that created it. */
                submission_id: string;
                /** @description The `assetId` of an asset of this submission. It is the UUID at the start of its `blobPath`. */
                asset_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "expiresInDays": 14
                 *     }
                 */
                "application/json": components["schemas"]["CreateReportLinkRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description URL of the created resource. */
                    Location: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-000000000014",
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "expiresAt": "2026-01-15T09:30:00.000Z",
                     *       "includesPictures": false,
                     *       "by": {
                     *         "kind": "key",
                     *         "id": "00000000-0000-4000-8000-000000000010",
                     *         "name": null
                     *       },
                     *       "url": "https://assay.example/r/example_example_example_example_example_exa"
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedReportLink"];
                };
            };
            /** @description Missing, invalid, expired or revoked key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description The plan does not include this, or the workspace is suspended */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Request validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Rate limit exceeded */
            429: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitError"];
                };
            };
            /** @description Storage error or internal failure */
            500: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
        };
    };
    revokeReportLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `submissionId` of the submission, from the response that created it. */
                submission_id: string;
                /** @description The `assetId` of an asset of this submission. It is the UUID at the start of its `blobPath`. */
                asset_id: string;
                /** @description The `id` of a link to the report of this asset. */
                report_link_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Missing, invalid, expired or revoked key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description The plan does not include this, or the workspace is suspended */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Request validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Rate limit exceeded */
            429: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitError"];
                };
            };
            /** @description Storage error or internal failure */
            500: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
        };
    };
    readMedia: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `submissionId` of the submission, from the response that created it. */
                submission_id: string;
                /** @description The `assetId` of an asset of this submission. It is the UUID at the start of its `blobPath`. */
                asset_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "original": {
                     *         "url": "https://storage.example/file?X-Amz-Signature=example",
                     *         "expiresAt": "2026-01-15T09:30:00.000Z",
                     *         "playable": true
                     *       },
                     *       "filename": "trailer.mp4",
                     *       "sizeBytes": 1345251,
                     *       "mimeType": "video/mp4",
                     *       "sha256": "07f989274c00ec1dffa72f55b53dc91b327430aa4aca3d751b459af935971cbd",
                     *       "facts": {
                     *         "audio": {
                     *           "codec": "aac",
                     *           "channels": 1,
                     *           "sampleRate": 44100
                     *         },
                     *         "video": {
                     *           "codec": "h264",
                     *           "width": 640,
                     *           "height": 360,
                     *           "profile": "High",
                     *           "frameRate": "25/1",
                     *           "pixelFormat": "yuv420p",
                     *           "displayAspectRatio": 1.7778
                     *         },
                     *         "streams": [
                     *           {
                     *             "type": "video",
                     *             "codec": "h264",
                     *             "index": 0,
                     *             "examined": true,
                     *             "language": "und"
                     *           },
                     *           {
                     *             "type": "audio",
                     *             "codec": "aac",
                     *             "index": 1,
                     *             "examined": true,
                     *             "language": "und"
                     *           }
                     *         ],
                     *         "startTimecode": null,
                     *         "durationSeconds": 20
                     *       },
                     *       "preview": null
                     *     }
                     */
                    "application/json": components["schemas"]["AssetMedia"];
                };
            };
            /** @description Missing, invalid, expired or revoked key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description The plan does not include this, or the workspace is suspended */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Request validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Rate limit exceeded */
            429: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitError"];
                };
            };
            /** @description Storage error or internal failure */
            500: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
        };
    };
    requestPreview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `submissionId` of the submission, from the response that created it. */
                submission_id: string;
                /** @description The `assetId` of an asset of this submission. It is the UUID at the start of its `blobPath`. */
                asset_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestedPreview"];
                };
            };
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "making"
                     *     }
                     */
                    "application/json": components["schemas"]["RequestedPreview"];
                };
            };
            /** @description Missing, invalid, expired or revoked key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description The plan does not include this, or the workspace is suspended */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Request validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Rate limit exceeded */
            429: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitError"];
                };
            };
            /** @description Storage error or internal failure */
            500: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
        };
    };
    readProgress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `submissionId` of the submission, from the response that created it. */
                submission_id: string;
                /** @description The `assetId` of an asset of this submission. It is the UUID at the start of its `blobPath`. */
                asset_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "assetId": "00000000-0000-4000-8000-000000000015",
                     *       "status": "complete",
                     *       "decoded": null,
                     *       "sidekicks": [
                     *         {
                     *           "sidekickId": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b02",
                     *           "code": "loudness",
                     *           "name": "Loudness and sound",
                     *           "state": "done",
                     *           "findingCount": 1
                     *         },
                     *         {
                     *           "sidekickId": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b07",
                     *           "code": "photosensitivity",
                     *           "name": "Photosensitivity screening",
                     *           "state": "done",
                     *           "findingCount": 0
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AssetProgress"];
                };
            };
            /** @description Missing, invalid, expired or revoked key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description The plan does not include this, or the workspace is suspended */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Request validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Rate limit exceeded */
            429: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitError"];
                };
            };
            /** @description Storage error or internal failure */
            500: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
        };
    };
    listSeries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `submissionId` of the submission, from the response that created it. */
                submission_id: string;
                /** @description The `assetId` of an asset of this submission. It is the UUID at the start of its `blobPath`. */
                asset_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "assetId": "00000000-0000-4000-8000-000000000015",
                     *       "series": [
                     *         {
                     *           "name": "loudness",
                     *           "unit": "LUFS",
                     *           "channels": [
                     *             "momentary",
                     *             "shortTerm"
                     *           ],
                     *           "startSeconds": 0,
                     *           "endSeconds": 20,
                     *           "stepSeconds": 0.1
                     *         },
                     *         {
                     *           "name": "peaks",
                     *           "unit": "dBTP",
                     *           "channels": [
                     *             "channel 1"
                     *           ],
                     *           "startSeconds": 0,
                     *           "endSeconds": 20,
                     *           "stepSeconds": 0.1
                     *         }
                     *       ],
                     *       "storyboard": {
                     *         "url": "https://storage.example/file?X-Amz-Signature=example",
                     *         "expiresAt": "2026-01-15T09:30:00.000Z",
                     *         "columns": 10,
                     *         "rows": 10,
                     *         "count": 100,
                     *         "startSeconds": 0,
                     *         "stepSeconds": 0.2
                     *       },
                     *       "total": 5
                     *     }
                     */
                    "application/json": components["schemas"]["SeriesList"];
                };
            };
            /** @description Missing, invalid, expired or revoked key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description The plan does not include this, or the workspace is suspended */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Request validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Rate limit exceeded */
            429: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitError"];
                };
            };
            /** @description Storage error or internal failure */
            500: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description A blob could not be loaded from storage */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
        };
    };
    readSeries: {
        parameters: {
            query?: {
                /** @description Start of the part, in seconds. Absent: the start of the curve. */
                from?: number;
                /** @description End of the part, in seconds. Absent: the end of the curve. */
                to?: number;
                /** @description Maximum number of points. Each point has the smallest and the largest value of its time. */
                points?: number;
            };
            header?: never;
            path: {
                /** @description The `submissionId` of the submission, from the response that created it. */
                submission_id: string;
                /** @description The `assetId` of an asset of this submission. It is the UUID at the start of its `blobPath`. */
                asset_id: string;
                /** @description Name of the curve: `loudness`, `peaks`, `phase`, `flashes`, `flash-area`, `luminance`. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "loudness",
                     *       "unit": "LUFS",
                     *       "complete": true,
                     *       "limits": [
                     *         {
                     *           "value": -23,
                     *           "label": "EBU R 128 target",
                     *           "ruleCode": "loudness.programme"
                     *         },
                     *         {
                     *           "value": -18,
                     *           "label": "EBU R 128 short-term maximum",
                     *           "ruleCode": "loudness.short_term"
                     *         }
                     *       ],
                     *       "startSeconds": 0,
                     *       "stepSeconds": 4,
                     *       "channels": [
                     *         {
                     *           "name": "momentary",
                     *           "min": [
                     *             -22.8,
                     *             -22.8,
                     *             -22.8,
                     *             -59.2,
                     *             -29.7
                     *           ],
                     *           "max": [
                     *             -22.7,
                     *             -22.7,
                     *             -22.4,
                     *             -22.7,
                     *             -22.8
                     *           ]
                     *         },
                     *         {
                     *           "name": "shortTerm",
                     *           "min": [
                     *             -22.8,
                     *             -22.8,
                     *             -22.8,
                     *             -24.5,
                     *             -68
                     *           ],
                     *           "max": [
                     *             -22.7,
                     *             -22.7,
                     *             -22.7,
                     *             -22.7,
                     *             -24.6
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Series"];
                };
            };
            /** @description Missing, invalid, expired or revoked key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description The plan does not include this, or the workspace is suspended */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Request validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Rate limit exceeded */
            429: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitError"];
                };
            };
            /** @description Storage error or internal failure */
            500: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description A blob could not be loaded from storage */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
        };
    };
    retryAsset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `submissionId` of the submission, from the response that created it. */
                submission_id: string;
                /** @description The `assetId` of an asset of this submission. It is the UUID at the start of its `blobPath`. */
                asset_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "assetId": "00000000-0000-4000-8000-000000000033",
                     *       "submissionId": "00000000-0000-4000-8000-000000000034",
                     *       "status": "complete",
                     *       "errorMessage": null,
                     *       "errorType": null,
                     *       "isRetryable": false,
                     *       "retryCount": 1,
                     *       "blobPath": "00000000-0000-4000-8000-000000000033/poster__sandbox_retryable_error__.png",
                     *       "filename": "poster__sandbox_retryable_error__.png",
                     *       "assetType": "image",
                     *       "mimeType": "image/png",
                     *       "version": 2,
                     *       "metric": null,
                     *       "metricValue": null,
                     *       "credits": 0,
                     *       "issueCount": 0,
                     *       "replaces": null,
                     *       "profile": null,
                     *       "verdict": null,
                     *       "verdictReason": null,
                     *       "signOff": null,
                     *       "finalVerdict": null,
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "completedAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Asset"];
                };
            };
            /** @description Missing, invalid, expired or revoked key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description The plan does not include this, or the workspace is suspended */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Request validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Rate limit exceeded */
            429: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitError"];
                };
            };
            /** @description Storage error or internal failure */
            500: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
        };
    };
    listSidekicks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "sidekicks": [
                     *         {
                     *           "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b01",
                     *           "code": "video-qc",
                     *           "name": "Video quality control",
                     *           "description": "Finds black and frozen picture, interlacing and telecine, letterbox and pillarbox bars, colour and format that differ from BT.709, variable frame rates, and sound that is longer or shorter than the picture. Also finds levels beyond EBU R 103, visible coding blocks, single frames that are black or of another picture, and repeated frames.",
                     *           "version": "14",
                     *           "assetTypes": [
                     *             "video"
                     *           ],
                     *           "builtIn": true,
                     *           "limits": [],
                     *           "parameters": [],
                     *           "rules": [
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b11",
                     *               "code": "picture.black",
                     *               "name": "Black picture",
                     *               "severity": "minor",
                     *               "threshold": 2,
                     *               "unit": "s",
                     *               "source": {
                     *                 "standard": "Netflix Inspection as a Service error codes",
                     *                 "clause": "ANALYZER-CommercialBlacks: a black segment longer than two seconds. This project counts a picture as black if 99.9 % of its pixels outside the corners are below 5 % of white. The corners (a fifth of width and height) may show a channel logo",
                     *                 "url": "https://partnerhelp.netflixstudios.com/hc/en-us/articles/115002355892"
                     *               },
                     *               "assetTypes": null,
                     *               "adjustable": {
                     *                 "least": 0.04,
                     *                 "most": 3600
                     *               },
                     *               "evidence": {
                     *                 "date": "2026-11-30",
                     *                 "version": "11, 12 and 13",
                     *                 "files": 168,
                     *                 "findings": 0,
                     *                 "trueShare": null,
                     *                 "usefulShare": null,
                     *                 "notKnown": "The files have no list of their defects, so the share of defects that the rule misses is not known."
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b13",
                     *               "code": "picture.black_silent",
                     *               "name": "Black picture without sound",
                     *               "severity": "critical",
                     *               "threshold": 4,
                     *               "unit": "s",
                     *               "source": {
                     *                 "standard": "Netflix QC glossary",
                     *                 "clause": "Commercial Blacks: black and silence of 4 seconds or longer block the delivery, also at the head and the tail of a file. Silence is sound below -60 dBFS, or missing sound if the file has sound elsewhere",
                     *                 "url": "https://partnerhelp.netflixstudios.com/hc/en-us/articles/115000455091-Commercial-Blacks"
                     *               },
                     *               "assetTypes": null,
                     *               "adjustable": {
                     *                 "least": 2,
                     *                 "most": 3600
                     *               },
                     *               "evidence": {
                     *                 "date": "2026-11-30",
                     *                 "version": "11, 12 and 13",
                     *                 "files": 168,
                     *                 "findings": 2,
                     *                 "trueShare": 1,
                     *                 "usefulShare": 1,
                     *                 "notKnown": "The files have no list of their defects, so the share of defects that the rule misses is not known."
                     *               }
                     *             }
                     *           ]
                     *         },
                     *         {
                     *           "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b07",
                     *           "code": "photosensitivity",
                     *           "name": "Photosensitivity screening",
                     *           "description": "Finds flashing and patterns of stripes that may trigger photosensitive seizures.",
                     *           "version": "10",
                     *           "assetTypes": [
                     *             "video"
                     *           ],
                     *           "builtIn": true,
                     *           "limits": [
                     *             "In high dynamic range (PQ and HLG), luminances in cd/m² are compared with ITU-R BT.1702-3.",
                     *             "Stripes that rest for more than a third of a second between two changes are still or drifting; the limit of 25 % is for stripes that change more often.",
                     *             "The result is a screening, not a certification."
                     *           ],
                     *           "parameters": [],
                     *           "rules": [
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b71",
                     *               "code": "flash.general",
                     *               "name": "More than three flashes in a second",
                     *               "severity": "critical",
                     *               "threshold": 3,
                     *               "unit": "flashes/s",
                     *               "source": {
                     *                 "standard": "WCAG 2.2",
                     *                 "clause": "2.3.1 Three Flashes or Below Threshold; general flash and red flash thresholds. The severity is major instead of critical if the flashes fill more than a quarter of a ten-degree field of view, but not more than a quarter of the picture, which ITU-R BT.1702-3 permits. It is minor for general flashes if the picture also moves as a whole, as in a fast pan, or if most of the picture changes and no twentieth of a ten-degree field changes in step, as in a fast zoom. In high dynamic range, a change counts from 20 cd/m² if the darker state is below 160 cd/m², and from a Michelson contrast of 1/17 above (ITU-R BT.1702-3)",
                     *                 "url": "https://www.w3.org/TR/WCAG22/#dfn-general-flash-and-red-flash-thresholds"
                     *               },
                     *               "assetTypes": null,
                     *               "adjustable": null,
                     *               "evidence": {
                     *                 "date": "2026-11-30",
                     *                 "version": "9",
                     *                 "files": 168,
                     *                 "findings": 18,
                     *                 "trueShare": 0.94,
                     *                 "usefulShare": 0.61,
                     *                 "notKnown": "The files have no list of their defects, so the share of defects that the rule misses is not known."
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b72",
                     *               "code": "flash.red",
                     *               "name": "More than three flashes of saturated red in a second",
                     *               "severity": "critical",
                     *               "threshold": 3,
                     *               "unit": "flashes/s",
                     *               "source": {
                     *                 "standard": "WCAG 2.2",
                     *                 "clause": "2.3.1 Three Flashes or Below Threshold; general flash and red flash thresholds. The severity is major instead of critical if the flashes fill more than a quarter of a ten-degree field of view, but not more than a quarter of the picture, which ITU-R BT.1702-3 permits. It is minor for general flashes if the picture also moves as a whole, as in a fast pan, or if most of the picture changes and no twentieth of a ten-degree field changes in step, as in a fast zoom. In high dynamic range, a change counts from 20 cd/m² if the darker state is below 160 cd/m², and from a Michelson contrast of 1/17 above (ITU-R BT.1702-3)",
                     *                 "url": "https://www.w3.org/TR/WCAG22/#dfn-general-flash-and-red-flash-thresholds"
                     *               },
                     *               "assetTypes": null,
                     *               "adjustable": null,
                     *               "evidence": {
                     *                 "date": "2026-11-30",
                     *                 "version": "9",
                     *                 "files": 168,
                     *                 "findings": 0,
                     *                 "trueShare": null,
                     *                 "usefulShare": null,
                     *                 "notKnown": "No file had red flashes, so neither the precision nor the recall is known."
                     *               }
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SidekickList"];
                };
            };
            /** @description Missing, invalid, expired or revoked key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description The plan does not include this, or the workspace is suspended */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Request validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Rate limit exceeded */
            429: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitError"];
                };
            };
            /** @description Storage error or internal failure */
            500: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
        };
    };
    countDecisions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "days": 90,
                     *       "rules": [
                     *         {
                     *           "ruleCode": "picture.black",
                     *           "accepted": 0,
                     *           "waived": 1,
                     *           "disputed": 0
                     *         }
                     *       ],
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["RuleDecisionList"];
                };
            };
            /** @description Missing, invalid, expired or revoked key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description The plan does not include this, or the workspace is suspended */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Request validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Rate limit exceeded */
            429: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitError"];
                };
            };
            /** @description Storage error or internal failure */
            500: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
        };
    };
    listProfiles: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "profiles": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000019",
                     *           "code": "broadcast-eu",
                     *           "name": "Television, Europe",
                     *           "version": 1,
                     *           "builtIn": true,
                     *           "assetTypes": [
                     *             "video"
                     *           ],
                     *           "description": "HD programmes as files for European broadcasters. Many broadcasters ask for MXF, which Assay does not accept; this profile describes a QuickTime master. Broadcasters differ: copy the profile and set the numbers of yours. Assay chose that each deviation beyond the tolerance of the loudness is major, and the severities."
                     *         },
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000020",
                     *           "code": "broadcast-us",
                     *           "name": "Television, United States",
                     *           "version": 2,
                     *           "builtIn": true,
                     *           "assetTypes": [
                     *             "video"
                     *           ],
                     *           "description": "HD programmes and commercials as files for broadcasters in the United States. The loudness is that of a distributor which names ATSC A/85. Assay chose that the loudness of programmes from 180 s is less certain, because A/85 measures the dialogue of long programmes, and Assay the whole mix; and the severities."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ProfileList"];
                };
            };
            /** @description Missing, invalid, expired or revoked key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description The plan does not include this, or the workspace is suspended */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Request validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Rate limit exceeded */
            429: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitError"];
                };
            };
            /** @description Storage error or internal failure */
            500: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
        };
    };
    createProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "spots",
                 *       "name": "Spots of our channel",
                 *       "assetTypes": [
                 *         "video"
                 *       ],
                 *       "sidekicks": [
                 *         {
                 *           "code": "video-qc"
                 *         },
                 *         {
                 *           "code": "loudness",
                 *           "parameters": {
                 *             "targetLufs": -23,
                 *             "toleranceLu": 0.5
                 *           }
                 *         }
                 *       ],
                 *       "rules": {
                 *         "picture.black": {
                 *           "threshold": 0.5,
                 *           "severity": "major"
                 *         },
                 *         "bars.constant": {
                 *           "severity": "off"
                 *         }
                 *       },
                 *       "requirements": {
                 *         "frameRate": {
                 *           "oneOf": [
                 *             "25"
                 *           ]
                 *         },
                 *         "height": {
                 *           "oneOf": [
                 *             1080
                 *           ]
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CreateProfileRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description URL of the created resource. */
                    Location: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-000000000018",
                     *       "version": 1,
                     *       "builtIn": false,
                     *       "code": "spots",
                     *       "name": "Spots of our channel",
                     *       "description": null,
                     *       "assetTypes": [
                     *         "video"
                     *       ],
                     *       "sources": [],
                     *       "sidekicks": [
                     *         {
                     *           "code": "video-qc"
                     *         },
                     *         {
                     *           "code": "loudness",
                     *           "parameters": {
                     *             "targetLufs": -23,
                     *             "toleranceLu": 0.5
                     *           }
                     *         }
                     *       ],
                     *       "rules": {
                     *         "picture.black": {
                     *           "severity": "major",
                     *           "threshold": 0.5
                     *         },
                     *         "bars.constant": {
                     *           "severity": "off"
                     *         }
                     *       },
                     *       "requirements": {
                     *         "height": {
                     *           "oneOf": [
                     *             1080
                     *           ],
                     *           "ifUnknown": "finding"
                     *         },
                     *         "frameRate": {
                     *           "oneOf": [
                     *             "25"
                     *           ],
                     *           "ifUnknown": "finding"
                     *         }
                     *       },
                     *       "manualChecks": [],
                     *       "failsAt": "major"
                     *     }
                     */
                    "application/json": components["schemas"]["Profile"];
                };
            };
            /** @description Missing, invalid, expired or revoked key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description The plan does not include this, or the workspace is suspended */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Request validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Rate limit exceeded */
            429: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitError"];
                };
            };
            /** @description Storage error or internal failure */
            500: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
        };
    };
    readProfile: {
        parameters: {
            query?: {
                /** @description Number of the version. Absent: the current one. */
                version?: number;
            };
            header?: never;
            path: {
                /** @description The `id` of the profile, from the list. */
                profile_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-000000000018",
                     *       "version": 2,
                     *       "builtIn": false,
                     *       "code": "spots",
                     *       "name": "Spots of our channel",
                     *       "rules": {
                     *         "bars.constant": {
                     *           "severity": "off"
                     *         },
                     *         "picture.black": {
                     *           "severity": "major",
                     *           "threshold": 0.5
                     *         }
                     *       },
                     *       "failsAt": "minor",
                     *       "sources": [],
                     *       "sidekicks": [
                     *         {
                     *           "code": "video-qc"
                     *         },
                     *         {
                     *           "code": "loudness",
                     *           "parameters": {
                     *             "targetLufs": -23,
                     *             "toleranceLu": 0.5
                     *           }
                     *         }
                     *       ],
                     *       "assetTypes": [
                     *         "video"
                     *       ],
                     *       "description": null,
                     *       "manualChecks": [],
                     *       "requirements": {
                     *         "height": {
                     *           "oneOf": [
                     *             1080
                     *           ],
                     *           "ifUnknown": "finding"
                     *         },
                     *         "frameRate": {
                     *           "oneOf": [
                     *             "25"
                     *           ],
                     *           "ifUnknown": "finding"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Profile"];
                };
            };
            /** @description Missing, invalid, expired or revoked key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description The plan does not include this, or the workspace is suspended */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Request validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Rate limit exceeded */
            429: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitError"];
                };
            };
            /** @description Storage error or internal failure */
            500: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
        };
    };
    updateProfile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `id` of the profile, from the list. */
                profile_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": 1,
                 *       "code": "spots",
                 *       "name": "Spots of our channel",
                 *       "description": null,
                 *       "assetTypes": [
                 *         "video"
                 *       ],
                 *       "sources": [],
                 *       "sidekicks": [
                 *         {
                 *           "code": "video-qc"
                 *         },
                 *         {
                 *           "code": "loudness",
                 *           "parameters": {
                 *             "targetLufs": -23,
                 *             "toleranceLu": 0.5
                 *           }
                 *         }
                 *       ],
                 *       "rules": {
                 *         "picture.black": {
                 *           "severity": "major",
                 *           "threshold": 0.5
                 *         },
                 *         "bars.constant": {
                 *           "severity": "off"
                 *         }
                 *       },
                 *       "requirements": {
                 *         "height": {
                 *           "oneOf": [
                 *             1080
                 *           ],
                 *           "ifUnknown": "finding"
                 *         },
                 *         "frameRate": {
                 *           "oneOf": [
                 *             "25"
                 *           ],
                 *           "ifUnknown": "finding"
                 *         }
                 *       },
                 *       "manualChecks": [],
                 *       "failsAt": "minor"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateProfileRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-000000000018",
                     *       "version": 2,
                     *       "builtIn": false,
                     *       "code": "spots",
                     *       "name": "Spots of our channel",
                     *       "description": null,
                     *       "assetTypes": [
                     *         "video"
                     *       ],
                     *       "sources": [],
                     *       "sidekicks": [
                     *         {
                     *           "code": "video-qc"
                     *         },
                     *         {
                     *           "code": "loudness",
                     *           "parameters": {
                     *             "targetLufs": -23,
                     *             "toleranceLu": 0.5
                     *           }
                     *         }
                     *       ],
                     *       "rules": {
                     *         "picture.black": {
                     *           "severity": "major",
                     *           "threshold": 0.5
                     *         },
                     *         "bars.constant": {
                     *           "severity": "off"
                     *         }
                     *       },
                     *       "requirements": {
                     *         "height": {
                     *           "oneOf": [
                     *             1080
                     *           ],
                     *           "ifUnknown": "finding"
                     *         },
                     *         "frameRate": {
                     *           "oneOf": [
                     *             "25"
                     *           ],
                     *           "ifUnknown": "finding"
                     *         }
                     *       },
                     *       "manualChecks": [],
                     *       "failsAt": "minor"
                     *     }
                     */
                    "application/json": components["schemas"]["Profile"];
                };
            };
            /** @description Missing, invalid, expired or revoked key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description The plan does not include this, or the workspace is suspended */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Request validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Rate limit exceeded */
            429: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitError"];
                };
            };
            /** @description Storage error or internal failure */
            500: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
        };
    };
    deleteProfile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `id` of the profile, from the list. */
                profile_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Missing, invalid, expired or revoked key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description The plan does not include this, or the workspace is suspended */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Request validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Rate limit exceeded */
            429: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitError"];
                };
            };
            /** @description Storage error or internal failure */
            500: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
        };
    };
    startTrial: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `id` of the profile, from the list. */
                profile_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "spots",
                 *       "name": "Spots of our channel",
                 *       "description": null,
                 *       "assetTypes": [
                 *         "video"
                 *       ],
                 *       "sources": [],
                 *       "sidekicks": [
                 *         {
                 *           "code": "video-qc"
                 *         },
                 *         {
                 *           "code": "loudness",
                 *           "parameters": {
                 *             "targetLufs": -23,
                 *             "toleranceLu": 0.5
                 *           }
                 *         }
                 *       ],
                 *       "rules": {
                 *         "picture.black": {
                 *           "severity": "major",
                 *           "threshold": 0.5
                 *         },
                 *         "bars.constant": {
                 *           "severity": "off"
                 *         }
                 *       },
                 *       "requirements": {
                 *         "height": {
                 *           "oneOf": [
                 *             1080
                 *           ],
                 *           "ifUnknown": "finding"
                 *         },
                 *         "frameRate": {
                 *           "oneOf": [
                 *             "25"
                 *           ],
                 *           "ifUnknown": "finding"
                 *         }
                 *       },
                 *       "manualChecks": [],
                 *       "failsAt": "minor"
                 *     }
                 */
                "application/json": components["schemas"]["StartTrialRequest"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "trialId": "00000000-0000-4000-8000-000000000029"
                     *     }
                     */
                    "application/json": components["schemas"]["StartedTrial"];
                };
            };
            /** @description Missing, invalid, expired or revoked key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description The plan does not include this, or the workspace is suspended */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Request validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Rate limit exceeded */
            429: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitError"];
                };
            };
            /** @description Storage error or internal failure */
            500: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
        };
    };
    readTrial: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `id` of the profile, from the list. */
                profile_id: string;
                /** @description The `trialId` of the trial. */
                trial_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "trialId": "00000000-0000-4000-8000-000000000029",
                     *       "status": "done",
                     *       "files": [],
                     *       "examined": 0,
                     *       "unexamined": 0
                     *     }
                     */
                    "application/json": components["schemas"]["Trial"];
                };
            };
            /** @description Missing, invalid, expired or revoked key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description The plan does not include this, or the workspace is suspended */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Request validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Rate limit exceeded */
            429: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitError"];
                };
            };
            /** @description Storage error or internal failure */
            500: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
        };
    };
    fireEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "eventType": "asset.processing.failed",
                 *       "submissionId": "00000000-0000-4000-8000-000000000035",
                 *       "errorMessage": "The file is damaged"
                 *     }
                 */
                "application/json": components["schemas"]["FireEventRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "dispatched": 1
                     *     }
                     */
                    "application/json": components["schemas"]["FiredEvents"];
                };
            };
            /** @description Missing, invalid, expired or revoked key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description The plan does not include this, or the workspace is suspended */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Request validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Rate limit exceeded */
            429: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitError"];
                };
            };
            /** @description Storage error or internal failure */
            500: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
        };
    };
    listSubscriptions: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: number;
                /** @description Number of subscriptions on a page. */
                pageSize?: number;
                /** @description The field to sort by. */
                sortBy?: components["schemas"]["SubscriptionSortField"];
                /** @description `asc`: lowest or oldest first. `desc`: highest or newest first. */
                sortOrder?: components["schemas"]["SortOrder"];
                /** @description `true`: only enabled subscriptions. `false`: only disabled ones. Absent: both. */
                enabled?: boolean;
                /** @description Text that the URL or the description must contain. Case is ignored; there are no wildcards. */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000030",
                     *           "workspaceId": "00000000-0000-4000-8000-000000000031",
                     *           "endpointUrl": "https://hooks.example/example",
                     *           "eventTypes": [
                     *             "asset.processing.completed",
                     *             "asset.processing.failed"
                     *           ],
                     *           "description": "Newsroom",
                     *           "enabled": true,
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "updatedAt": "2026-01-15T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "page": 1,
                     *       "pageSize": 20,
                     *       "total": 1,
                     *       "totalPages": 1
                     *     }
                     */
                    "application/json": components["schemas"]["SubscriptionPage"];
                };
            };
            /** @description Missing, invalid, expired or revoked key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description The plan does not include this, or the workspace is suspended */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Request validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Rate limit exceeded */
            429: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitError"];
                };
            };
            /** @description Storage error or internal failure */
            500: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
        };
    };
    createSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "endpointUrl": "https://hooks.example/example",
                 *       "eventTypes": [
                 *         "asset.processing.completed",
                 *         "asset.processing.failed"
                 *       ],
                 *       "description": "Newsroom"
                 *     }
                 */
                "application/json": components["schemas"]["CreateSubscriptionRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description URL of the created resource. */
                    Location: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-000000000030",
                     *       "workspaceId": "00000000-0000-4000-8000-000000000031",
                     *       "endpointUrl": "https://hooks.example/example",
                     *       "eventTypes": [
                     *         "asset.processing.completed",
                     *         "asset.processing.failed"
                     *       ],
                     *       "description": "Newsroom",
                     *       "enabled": true,
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "updatedAt": "2026-01-15T09:30:00.000Z",
                     *       "secret": "whsec_ZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSA="
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedSubscription"];
                };
            };
            /** @description Missing, invalid, expired or revoked key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description The plan does not include this, or the workspace is suspended */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Request validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Rate limit exceeded */
            429: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitError"];
                };
            };
            /** @description Storage error or internal failure */
            500: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
        };
    };
    readSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `id` of the subscription, from the response that created it. */
                subscription_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-000000000030",
                     *       "workspaceId": "00000000-0000-4000-8000-000000000031",
                     *       "endpointUrl": "https://hooks.example/example",
                     *       "eventTypes": [
                     *         "asset.processing.completed",
                     *         "asset.processing.failed"
                     *       ],
                     *       "description": "Newsroom",
                     *       "enabled": true,
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "updatedAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            /** @description Missing, invalid, expired or revoked key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description The plan does not include this, or the workspace is suspended */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Request validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Rate limit exceeded */
            429: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitError"];
                };
            };
            /** @description Storage error or internal failure */
            500: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
        };
    };
    deleteSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `id` of the subscription, from the response that created it. */
                subscription_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Missing, invalid, expired or revoked key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description The plan does not include this, or the workspace is suspended */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Request validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Rate limit exceeded */
            429: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitError"];
                };
            };
            /** @description Storage error or internal failure */
            500: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
        };
    };
    updateSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `id` of the subscription, from the response that created it. */
                subscription_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": false
                 *     }
                 */
                "application/json": components["schemas"]["UpdateSubscriptionRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-000000000030",
                     *       "workspaceId": "00000000-0000-4000-8000-000000000031",
                     *       "endpointUrl": "https://hooks.example/example",
                     *       "eventTypes": [
                     *         "asset.processing.completed",
                     *         "asset.processing.failed"
                     *       ],
                     *       "description": "Newsroom",
                     *       "enabled": false,
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "updatedAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            /** @description Missing, invalid, expired or revoked key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description The plan does not include this, or the workspace is suspended */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Request validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Rate limit exceeded */
            429: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitError"];
                };
            };
            /** @description Storage error or internal failure */
            500: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description Only attempts with this status. Absent: all. */
                status?: components["schemas"]["DeliveryStatus"];
                /** @description Maximum number of attempts to return, newest first. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The `id` of the subscription, from the response that created it. */
                subscription_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "attempts": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000038",
                     *           "eventId": "00000000-0000-4000-8000-000000000036",
                     *           "eventType": "asset.processing.failed",
                     *           "status": "succeeded",
                     *           "attemptNumber": 1,
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "responseStatus": 204,
                     *           "durationMs": 12,
                     *           "error": null,
                     *           "nextAttemptAt": null
                     *         }
                     *       ],
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["AttemptList"];
                };
            };
            /** @description Missing, invalid, expired or revoked key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description The plan does not include this, or the workspace is suspended */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Request validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Rate limit exceeded */
            429: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitError"];
                };
            };
            /** @description Storage error or internal failure */
            500: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
        };
    };
    readDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `id` of the subscription, from the response that created it. */
                subscription_id: string;
                /** @description The `eventId` of the delivery. It is also the `id` in the payload and the header `webhook-id`. */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "subscriptionId": "00000000-0000-4000-8000-000000000030",
                     *       "eventId": "00000000-0000-4000-8000-000000000039",
                     *       "eventType": "asset.processing.completed",
                     *       "status": "succeeded",
                     *       "payload": "{\"id\":\"00000000-0000-4000-8000-000000000039\",\"type\":\"asset.processing.completed\",\"timestamp\":\"2026-01-15T09:30:00.000Z\",\"data\":{\"asset_id\":\"00000000-0000-4000-8000-000000000040\",\"submission_id\":\"00000000-0000-4000-8000-000000000041\",\"workspace_id\":\"00000000-0000-4000-8000-000000000031\",\"status\":\"completed\",\"filename\":\"example.mp4\",\"issue_count\":2}}",
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "completedAt": "2026-01-15T09:30:00.000Z",
                     *       "attempts": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000042",
                     *           "eventId": "00000000-0000-4000-8000-000000000039",
                     *           "eventType": "asset.processing.completed",
                     *           "status": "succeeded",
                     *           "attemptNumber": 1,
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "responseStatus": 204,
                     *           "durationMs": 12,
                     *           "error": null,
                     *           "nextAttemptAt": null
                     *         }
                     *       ],
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            /** @description Missing, invalid, expired or revoked key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description The plan does not include this, or the workspace is suspended */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Request validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Rate limit exceeded */
            429: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitError"];
                };
            };
            /** @description Storage error or internal failure */
            500: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
        };
    };
    redeliver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `id` of the subscription, from the response that created it. */
                subscription_id: string;
                /** @description The `eventId` of the delivery. It is also the `id` in the payload and the header `webhook-id`. */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "subscriptionId": "00000000-0000-4000-8000-000000000030",
                     *       "eventId": "00000000-0000-4000-8000-000000000039",
                     *       "eventType": "asset.processing.completed",
                     *       "status": "pending",
                     *       "payload": "{\"id\":\"00000000-0000-4000-8000-000000000039\",\"type\":\"asset.processing.completed\",\"timestamp\":\"2026-01-15T09:30:00.000Z\",\"data\":{\"asset_id\":\"00000000-0000-4000-8000-000000000040\",\"submission_id\":\"00000000-0000-4000-8000-000000000041\",\"workspace_id\":\"00000000-0000-4000-8000-000000000031\",\"status\":\"completed\",\"filename\":\"example.mp4\",\"issue_count\":2}}",
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "completedAt": null,
                     *       "attempts": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000043",
                     *           "eventId": "00000000-0000-4000-8000-000000000039",
                     *           "eventType": "asset.processing.completed",
                     *           "status": "pending",
                     *           "attemptNumber": 2,
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "responseStatus": null,
                     *           "durationMs": null,
                     *           "error": null,
                     *           "nextAttemptAt": "2026-01-15T09:30:00.000Z"
                     *         },
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000042",
                     *           "eventId": "00000000-0000-4000-8000-000000000039",
                     *           "eventType": "asset.processing.completed",
                     *           "status": "succeeded",
                     *           "attemptNumber": 1,
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "responseStatus": 204,
                     *           "durationMs": 12,
                     *           "error": null,
                     *           "nextAttemptAt": null
                     *         }
                     *       ],
                     *       "total": 2
                     *     }
                     */
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            /** @description Missing, invalid, expired or revoked key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description The plan does not include this, or the workspace is suspended */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Request validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Rate limit exceeded */
            429: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitError"];
                };
            };
            /** @description Storage error or internal failure */
            500: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
        };
    };
    replayDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `id` of the subscription, from the response that created it. */
                subscription_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "since": "2026-01-15T09:30:00.000Z",
                 *       "statuses": [
                 *         "failed"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ReplayRequest"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "redelivered": 0,
                     *       "next": null
                     *     }
                     */
                    "application/json": components["schemas"]["ReplayResult"];
                };
            };
            /** @description Missing, invalid, expired or revoked key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description The plan does not include this, or the workspace is suspended */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Request validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Rate limit exceeded */
            429: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitError"];
                };
            };
            /** @description Storage error or internal failure */
            500: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
        };
    };
    sendExample: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `id` of the subscription, from the response that created it. */
                subscription_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "eventType": "asset.processing.completed"
                 *     }
                 */
                "application/json": components["schemas"]["SendExampleRequest"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "subscriptionId": "00000000-0000-4000-8000-000000000030",
                     *       "eventId": "00000000-0000-4000-8000-000000000039",
                     *       "eventType": "asset.processing.completed",
                     *       "status": "pending",
                     *       "payload": "{\"id\":\"00000000-0000-4000-8000-000000000039\",\"type\":\"asset.processing.completed\",\"timestamp\":\"2026-01-15T09:30:00.000Z\",\"data\":{\"asset_id\":\"00000000-0000-4000-8000-000000000040\",\"submission_id\":\"00000000-0000-4000-8000-000000000041\",\"workspace_id\":\"00000000-0000-4000-8000-000000000031\",\"status\":\"completed\",\"filename\":\"example.mp4\",\"issue_count\":2}}",
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "completedAt": null,
                     *       "attempts": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000042",
                     *           "eventId": "00000000-0000-4000-8000-000000000039",
                     *           "eventType": "asset.processing.completed",
                     *           "status": "pending",
                     *           "attemptNumber": 1,
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "responseStatus": null,
                     *           "durationMs": null,
                     *           "error": null,
                     *           "nextAttemptAt": "2026-01-15T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            /** @description Missing, invalid, expired or revoked key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description The plan does not include this, or the workspace is suspended */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Request validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Rate limit exceeded */
            429: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitError"];
                };
            };
            /** @description Storage error or internal failure */
            500: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
        };
    };
    rotateSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `id` of the subscription, from the response that created it. */
                subscription_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "secret": "whsec_ZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSA=",
                 *       "overlapSeconds": 3600
                 *     }
                 */
                "application/json": components["schemas"]["RotateSecretRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "subscriptionId": "00000000-0000-4000-8000-000000000030",
                     *       "previousSecretExpiresAt": null
                     *     }
                     */
                    "application/json": components["schemas"]["SecretRotation"];
                };
            };
            /** @description Missing, invalid, expired or revoked key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description The plan does not include this, or the workspace is suspended */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
            /** @description Request validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Rate limit exceeded */
            429: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitError"];
                };
            };
            /** @description Storage error or internal failure */
            500: {
                headers: {
                    /** @description Seconds until the next request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainError"];
                };
            };
        };
    };
    assetProcessingCompleted: {
        parameters: {
            query?: never;
            header: {
                /** @description Identifier of the event, the same on every attempt. */
                "webhook-id": string;
                /** @description Unix time of the attempt, in seconds. */
                "webhook-timestamp": string;
                /** @description One or two signatures, separated by a space. Each is `v1,` and the base64 of an HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`. */
                "webhook-signature": string;
                /** @description `true` for a test event: one that a sandbox key fired, or an example event. Absent if an asset has finished. The signature does not cover this header. */
                "webhook-test"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AssetProcessingCompleted"];
            };
        };
        responses: {
            /** @description The subscription is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event was received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    assetProcessingFailed: {
        parameters: {
            query?: never;
            header: {
                /** @description Identifier of the event, the same on every attempt. */
                "webhook-id": string;
                /** @description Unix time of the attempt, in seconds. */
                "webhook-timestamp": string;
                /** @description One or two signatures, separated by a space. Each is `v1,` and the base64 of an HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`. */
                "webhook-signature": string;
                /** @description `true` for a test event: one that a sandbox key fired, or an example event. Absent if an asset has finished. The signature does not cover this header. */
                "webhook-test"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AssetProcessingFailed"];
            };
        };
        responses: {
            /** @description The subscription is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event was received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
