// Generated from docs/openapi.json; `npm test -- test/client/schema -u` updates it.

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
         *     Counts against the bucket `upload`.
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
         * Get a URL to upload a file to
         * @description Returns a presigned URL, the headers to send with the bytes, and the blob path that identifies the upload in estimates and submissions. The URL expires after an hour.
         *
         *     Counts against the bucket `upload`.
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
         *     Counts against the bucket `submission_read`.
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
        get?: never;
        put?: never;
        /**
         * Submit assets for analysis
         * @description Not idempotent: submitting the same blob path again returns 409. If many assets of the workspace are being processed, new assets stay `pending` until others have finished. With a sandbox key, a marker in each filename chooses the outcome, and `simulationDelaySeconds` delays it.
         *
         *     Counts against the bucket `submission_write`.
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
         * @description Counts against the bucket `submission_read`.
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
         *     Counts against the bucket `submission_read`.
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
    "/api/integrations/submissions/{submission_id}/assets/{asset_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an asset
         * @description Counts against the bucket `submission_read`.
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
         * @description Returns all issues, ordered by reference number. The evidence of an issue at a moment in a video includes a small picture of that moment. Its link expires after an hour.
         *
         *     Counts against the bucket `submission_read`.
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
         * @description A topic groups issues of one rule family, or issues whose anchors overlap.
         *
         *     Counts against the bucket `submission_read`.
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
         *     Counts against the bucket `submission_write`.
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
         * @description Counts against the bucket `submission_read`.
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
         *     Counts against the bucket `sandbox`.
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
         * @description Counts against the bucket `webhook_read`.
         */
        get: operations["listSubscriptions"];
        put?: never;
        /**
         * Subscribe an endpoint to events
         * @description Only this response contains the signing secret. Deliveries are signed in the Standard Webhooks format.
         *
         *     Counts against the bucket `webhook_write`.
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
         * @description Counts against the bucket `webhook_read`.
         */
        get: operations["readSubscription"];
        put?: never;
        post?: never;
        /**
         * Delete a subscription
         * @description Deliveries to the subscription stop, including their retries.
         *
         *     Counts against the bucket `webhook_write`.
         */
        delete: operations["deleteSubscription"];
        options?: never;
        head?: never;
        /**
         * Enable or disable a subscription
         * @description Counts against the bucket `webhook_write`.
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
         *     Counts against the bucket `webhook_read`.
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
         *     Counts against the bucket `webhook_read`.
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
         *     Counts against the bucket `webhook_write`.
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
         *     Counts against the bucket `webhook_write`.
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
         *     Counts against the bucket `webhook_write`.
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
         *     Counts against the bucket `webhook_write`.
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
         * An asset finished processing.
         * @description Signed as [Standard Webhooks](https://www.standardwebhooks.com): verify the signature, answer with a 2xx quickly, and take a repeated `id` for the same event. Anything but a 2xx is retried; a 410 disables the subscription instead.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    "webhook-id": string;
                    "webhook-timestamp": string;
                    "webhook-signature": string;
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
                /** @description Taken. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
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
         * An asset failed to process.
         * @description Signed as [Standard Webhooks](https://www.standardwebhooks.com): verify the signature, answer with a 2xx quickly, and take a repeated `id` for the same event. Anything but a 2xx is retried; a 410 disables the subscription instead.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    "webhook-id": string;
                    "webhook-timestamp": string;
                    "webhook-signature": string;
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
                /** @description Taken. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        Anchor: {
            /** @constant */
            kind: "time";
            startSeconds: number;
            endSeconds: number;
        } | {
            /** @constant */
            kind: "page";
            page: number;
            bbox?: [
                number,
                number,
                number,
                number
            ];
        } | {
            /** @constant */
            kind: "region";
            x: number;
            y: number;
            width: number;
            height: number;
        } | {
            /** @constant */
            kind: "text";
            start: number;
            end: number;
            quote: string;
        } | {
            /** @constant */
            kind: "asset";
        };
        Asset: {
            /** Format: uuid */
            assetId: string;
            /** Format: uuid */
            submissionId: string;
            /**
             * @description `complete` and `failed` are final.
             * @enum {string}
             */
            status: "pending" | "processing" | "complete" | "failed";
            errorMessage: string | null;
            errorType: string | null;
            isRetryable: boolean;
            retryCount: number;
            blobPath: string;
            filename: string;
            assetType: ("video" | "audio" | "image" | "document") | null;
            mimeType: string | null;
            /** @description The version of the submission that processed it last. */
            version: number;
            metric: ("durationSeconds" | "pages") | null;
            metricValue: number | null;
            credits: number;
            /** @description Null until the asset has finished. */
            issueCount: number | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             */
            createdAt: string;
            completedAt: string | null;
        };
        AssetProcessingCompleted: {
            /**
             * Format: uuid
             * @description The same on every attempt; also the header `webhook-id`.
             */
            id: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             */
            timestamp: string;
            /** @constant */
            type: "asset.processing.completed";
            data: {
                /** Format: uuid */
                asset_id: string;
                /** Format: uuid */
                submission_id: string;
                /** Format: uuid */
                workspace_id: string;
                /** @constant */
                status: "completed";
                filename: string;
                issue_count: number;
            };
        };
        AssetProcessingFailed: {
            /**
             * Format: uuid
             * @description The same on every attempt; also the header `webhook-id`.
             */
            id: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             */
            timestamp: string;
            /** @constant */
            type: "asset.processing.failed";
            data: {
                /** Format: uuid */
                asset_id: string;
                /** Format: uuid */
                submission_id: string;
                /** Format: uuid */
                workspace_id: string;
                /** @constant */
                status: "failed";
                filename: string;
                error_message: string;
            };
        };
        AssetReference: {
            /** @description `{asset-id}/{filename}`, where the asset id is a UUID. */
            blobPath: string;
        };
        Attempt: {
            /** Format: uuid */
            id: string;
            eventId: string;
            /** @enum {string} */
            eventType: "asset.processing.completed" | "asset.processing.failed";
            /** @enum {string} */
            status: "succeeded" | "failed" | "pending" | "skipped";
            attemptNumber: number;
            /**
             * Format: date-time
             * @description When the attempt was made; for one that is pending, when it was scheduled.
             */
            createdAt: string;
            responseStatus: number | null;
            durationMs: number | null;
            /** @description The class of the fault, a colon, and what happened. */
            error: string | null;
            nextAttemptAt: string | null;
        };
        AttemptList: {
            /** @description Newest first. */
            attempts: components["schemas"]["Attempt"][];
            total: number;
        };
        Contributor: {
            /** Format: uuid */
            id: string;
            label: string;
            reasoning: string;
            confidence: number;
            /** @enum {string} */
            relationType: "primary" | "supporting";
            evidence: components["schemas"]["Evidence"][];
            resolutionRequirement: components["schemas"]["ResolutionRequirement"];
            ruleCode: string;
            ruleName: string;
            /** @enum {string} */
            severity: "critical" | "major" | "minor" | "info";
        };
        CreateSubmissionRequest: {
            assets: components["schemas"]["AssetReference"][];
            /** @description Ids of `GET /api/integrations/sidekicks`; in the sandbox any text. */
            sidekickIds: string[];
        };
        CreateSubscriptionRequest: {
            /**
             * Format: uri
             * @description HTTPS, without credentials or fragment.
             */
            endpointUrl: string;
            eventTypes: ("asset.processing.completed" | "asset.processing.failed")[];
            description?: string | null;
        };
        CreatedSubscription: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            workspaceId: string;
            endpointUrl: string;
            eventTypes: ("asset.processing.completed" | "asset.processing.failed")[];
            description: string | null;
            enabled: boolean;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             */
            updatedAt: string;
            /** @description The signing secret, `whsec_` and base64. Shown here and never again. */
            secret: string;
        };
        Delivery: {
            /** Format: uuid */
            subscriptionId: string;
            /** Format: uuid */
            eventId: string;
            /** @enum {string} */
            eventType: "asset.processing.completed" | "asset.processing.failed";
            /**
             * @description That of its last attempt.
             * @enum {string}
             */
            status: "succeeded" | "failed" | "pending" | "skipped";
            /** @description The exact text of the body of every attempt. */
            payload: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             */
            createdAt: string;
            completedAt: string | null;
            /** @description Newest first, at most 200. */
            attempts: components["schemas"]["Attempt"][];
            total: number;
        };
        DomainError: {
            detail: string;
            /**
             * Format: uri
             * @description What the error means and what to do.
             */
            docs_url?: string;
        };
        Estimate: {
            /** @description One per supplied file, in the order supplied. */
            files: components["schemas"]["PricedFile"][];
            totalCredits: number;
        };
        EstimateRequest: {
            /** @default [] */
            files?: components["schemas"]["AssetReference"][];
        };
        Evidence: {
            id: string;
            /** @enum {string} */
            sourceType: "measurement" | "excerpt" | "image";
            confidence: number;
            /** @description Of any type; a measurement has its threshold beside it, a picture of the moment the `url` where it lies for an hour. */
            content: unknown;
            anchor: components["schemas"]["Anchor"];
        };
        FireEventRequest: {
            /** @enum {string} */
            eventType: "asset.processing.completed" | "asset.processing.failed";
            /** Format: uuid */
            submissionId: string;
            /** @description Used with the failed event. */
            errorMessage?: string;
        };
        FireEventResponse: {
            /** @description The number of subscriptions notified, summed over the assets. */
            dispatched: number;
        };
        Issue: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            assetId: string;
            summary: string;
            /** @enum {string} */
            severity: "critical" | "major" | "minor" | "info";
            /** @constant */
            status: "open";
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             */
            updatedAt: string;
            referenceNumber: number;
            /** Format: uuid */
            ruleId: string;
            ruleCode: string;
            details: string;
            severityReasoning: string;
            severityReasoningHeadline: string;
            precedents: components["schemas"]["Precedent"][];
            contributors: components["schemas"]["Contributor"][];
            resolutionRequirement: components["schemas"]["ResolutionRequirement"];
            anchor: components["schemas"]["Anchor"];
        };
        IssueList: {
            /** Format: uuid */
            assetId: string;
            issues: components["schemas"]["Issue"][];
            total: number;
        };
        Precedent: {
            url: string;
            title: string;
            decision: string;
            date: string;
        };
        PricedFile: {
            blobPath: string;
            /** @description Null when it cannot be classified; such an asset has the flat price. */
            assetType: ("video" | "audio" | "image" | "document") | null;
            /** @description What the asset is priced by; null for flat-priced types. */
            metric: ("durationSeconds" | "pages") | null;
            /** @description Seconds or pages, measured on the uploaded bytes; null when not measured. */
            metricValue: number | null;
            /** @description What the asset costs at submit; 0 when it is not priceable. */
            credits: number;
            /** @description False when the metric could not be measured. */
            priceable: boolean;
        };
        RateLimitError: {
            error: string;
        };
        ReplayRequest: {
            /**
             * Format: date-time
             * @description Events that were made then or later.
             */
            since: string;
            /** @description Only events that were made before. Absent: all. */
            until?: string | null;
            /**
             * @description Only deliveries that stand so. Absent: those that have not succeeded.
             * @default [
             *       "pending",
             *       "failed",
             *       "skipped"
             *     ]
             */
            statuses?: ("succeeded" | "failed" | "pending" | "skipped")[];
        };
        ReplayResponse: {
            /** @description The number of deliveries that were begun anew. */
            redelivered: number;
            /** @description Where there were more than one request replays: the `since` of the next. Else null. */
            next: string | null;
        };
        ResolutionRequirement: {
            action: string;
            description: string;
        };
        RotateSecretRequest: {
            /** @description `whsec_` and the base64 of 24 to 64 bytes, which you have made at random. */
            secret: string;
            /**
             * @description For how long deliveries are signed with the secret before, too.
             * @default 86400
             */
            overlapSeconds?: number;
        };
        RotateSecretResponse: {
            /** Format: uuid */
            subscriptionId: string;
            /** @description Until then both secrets sign; null where only the new one does. */
            previousSecretExpiresAt: string | null;
        };
        SendExampleRequest: {
            /** @enum {string} */
            eventType: "asset.processing.completed" | "asset.processing.failed";
        };
        SidekickList: {
            sidekicks: {
                /** Format: uuid */
                id: string;
                code: string;
                name: string;
                description: string;
                version: string;
                assetTypes: ("video" | "audio" | "image" | "document")[];
                /** @description False for a custom sidekick, which an operator registered. */
                builtIn: boolean;
                rules: {
                    /** Format: uuid */
                    id: string;
                    code: string;
                    name: string;
                    /** @enum {string} */
                    severity: "critical" | "major" | "minor" | "info";
                    threshold: number | null;
                    unit: string | null;
                    source: {
                        standard: string;
                        clause: string;
                        url: string;
                    };
                }[];
            }[];
        };
        Submission: {
            /** Format: uuid */
            submissionId: string;
            /** Format: uuid */
            workspaceId: string;
            /** @enum {string} */
            environment: "live" | "sandbox";
            /**
             * @description That of the worst asset; `complete` and `failed` are final.
             * @enum {string}
             */
            status: "processing" | "complete" | "failed";
            errorMessage: string | null;
            isRetryable: boolean;
            version: number;
            creditsCharged: number;
            progress: {
                finished: number;
                total: number;
            };
            /** @description In the order of the request. */
            assets: components["schemas"]["Asset"][];
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             */
            createdAt: string;
            completedAt: string | null;
        };
        Subscription: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            workspaceId: string;
            endpointUrl: string;
            eventTypes: ("asset.processing.completed" | "asset.processing.failed")[];
            description: string | null;
            enabled: boolean;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             */
            updatedAt: string;
        };
        SubscriptionPage: {
            items: components["schemas"]["Subscription"][];
            page: number;
            pageSize: number;
            total: number;
            totalPages: number;
        };
        TierError: {
            /** @constant */
            error_code: "tier_not_authorized_for_integrations_api";
            message: string;
            /**
             * @description The capability that the plan lacks.
             * @enum {string}
             */
            bucket: "upload" | "submission_write" | "submission_read" | "webhook_write" | "webhook_read" | "sandbox";
        };
        Topic: {
            /** Format: uuid */
            id: string;
            title: string;
            summary: string;
            /** @enum {string} */
            severity: "critical" | "major" | "minor" | "info";
            issueCount: number;
            issueIds: string[];
        };
        TopicList: {
            /** Format: uuid */
            assetId: string;
            topics: components["schemas"]["Topic"][];
            orphanIssueIds: string[];
            total: number;
        };
        UpdateSubscriptionRequest: {
            enabled: boolean;
        };
        UploadUrl: {
            /**
             * Format: uri
             * @description Takes a PUT of the bytes, until it expires; the last one before the submission counts.
             */
            uploadUrl: string;
            /** @constant */
            method: "PUT";
            /** @description To be sent with the upload exactly as they are. */
            headers: {
                [key: string]: string;
            };
            /** @description What the upload is called in estimates and submissions. */
            blobPath: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             */
            expiresAt: string;
        };
        UploadUrlRequest: {
            /** @description No `/`, `\`, control or bidirectional-control characters. Its extension decides the asset type. */
            filename: string;
            /**
             * @description One of the allowed content types, and fitting the extension.
             * @example video/mp4
             */
            contentType: string;
            /** @description Bytes. Given, the storage refuses an upload of any other length. */
            contentLength?: number;
        };
        ValidationError: {
            /** @constant */
            error: "validation_error";
            message: string;
            fields: {
                /** @description A dotted path, or `body` for the whole of it. */
                field: string;
                message: string;
            }[];
        };
        Version: {
            version: number;
            /** @enum {string} */
            trigger: "created" | "retry";
            assetIds: string[];
            /** @enum {string} */
            status: "processing" | "complete" | "failed";
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             */
            createdAt: string;
            completedAt: string | null;
        };
        VersionList: {
            /** Format: uuid */
            submissionId: string;
            /** @description Oldest first. */
            versions: components["schemas"]["Version"][];
            total: number;
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
                     *       "uploadUrl": "https://storage.example/…",
                     *       "method": "PUT",
                     *       "headers": {
                     *         "Content-Type": "text/plain",
                     *         "Content-Length": "27"
                     *       },
                     *       "blobPath": "00000000-0000-4000-8000-000000000085/script.txt",
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
            /** @description The plan does not include this */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
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
                     *       "uploadUrl": "https://storage.example/…",
                     *       "method": "PUT",
                     *       "headers": {
                     *         "Content-Type": "text/plain",
                     *         "Content-Length": "27"
                     *       },
                     *       "blobPath": "00000000-0000-4000-8000-000000000085/script.txt",
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
            /** @description The plan does not include this */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
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
                 *           "blobPath": "00000000-0000-4000-8000-000000000086/script.txt"
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
                     *           "blobPath": "00000000-0000-4000-8000-000000000086/script.txt",
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
            /** @description The plan does not include this */
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
    createSubmission: {
        parameters: {
            query?: {
                /** @description Sandbox keys only: seconds until the outcome is there. */
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
                 *           "blobPath": "00000000-0000-4000-8000-000000000089/trailer__sandbox_fail__.mp4"
                 *         },
                 *         {
                 *           "blobPath": "00000000-0000-4000-8000-000000000090/poster__sandbox_retryable_error__.png"
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "submissionId": "00000000-0000-4000-8000-000000000091",
                     *       "workspaceId": "00000000-0000-4000-8000-000000000088",
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
                     *       "assets": [
                     *         {
                     *           "assetId": "00000000-0000-4000-8000-000000000089",
                     *           "submissionId": "00000000-0000-4000-8000-000000000091",
                     *           "status": "complete",
                     *           "errorMessage": null,
                     *           "errorType": null,
                     *           "isRetryable": false,
                     *           "retryCount": 0,
                     *           "blobPath": "00000000-0000-4000-8000-000000000089/trailer__sandbox_fail__.mp4",
                     *           "filename": "trailer__sandbox_fail__.mp4",
                     *           "assetType": "video",
                     *           "mimeType": "video/mp4",
                     *           "version": 1,
                     *           "metric": "durationSeconds",
                     *           "metricValue": null,
                     *           "credits": 0,
                     *           "issueCount": 3,
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "completedAt": "2026-01-15T09:30:00.000Z"
                     *         },
                     *         {
                     *           "assetId": "00000000-0000-4000-8000-000000000090",
                     *           "submissionId": "00000000-0000-4000-8000-000000000091",
                     *           "status": "failed",
                     *           "errorMessage": "Sandbox simulated retryable error",
                     *           "errorType": "sandbox_retryable_error",
                     *           "isRetryable": true,
                     *           "retryCount": 0,
                     *           "blobPath": "00000000-0000-4000-8000-000000000090/poster__sandbox_retryable_error__.png",
                     *           "filename": "poster__sandbox_retryable_error__.png",
                     *           "assetType": "image",
                     *           "mimeType": "image/png",
                     *           "version": 1,
                     *           "metric": null,
                     *           "metricValue": null,
                     *           "credits": 0,
                     *           "issueCount": 0,
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
            /** @description The plan does not include this */
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
                     *       "submissionId": "00000000-0000-4000-8000-000000000091",
                     *       "workspaceId": "00000000-0000-4000-8000-000000000088",
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
                     *       "assets": [
                     *         {
                     *           "assetId": "00000000-0000-4000-8000-000000000089",
                     *           "submissionId": "00000000-0000-4000-8000-000000000091",
                     *           "status": "complete",
                     *           "errorMessage": null,
                     *           "errorType": null,
                     *           "isRetryable": false,
                     *           "retryCount": 0,
                     *           "blobPath": "00000000-0000-4000-8000-000000000089/trailer__sandbox_fail__.mp4",
                     *           "filename": "trailer__sandbox_fail__.mp4",
                     *           "assetType": "video",
                     *           "mimeType": "video/mp4",
                     *           "version": 1,
                     *           "metric": "durationSeconds",
                     *           "metricValue": null,
                     *           "credits": 0,
                     *           "issueCount": 3,
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "completedAt": "2026-01-15T09:30:00.000Z"
                     *         },
                     *         {
                     *           "assetId": "00000000-0000-4000-8000-000000000090",
                     *           "submissionId": "00000000-0000-4000-8000-000000000091",
                     *           "status": "failed",
                     *           "errorMessage": "Sandbox simulated retryable error",
                     *           "errorType": "sandbox_retryable_error",
                     *           "isRetryable": true,
                     *           "retryCount": 0,
                     *           "blobPath": "00000000-0000-4000-8000-000000000090/poster__sandbox_retryable_error__.png",
                     *           "filename": "poster__sandbox_retryable_error__.png",
                     *           "assetType": "image",
                     *           "mimeType": "image/png",
                     *           "version": 1,
                     *           "metric": null,
                     *           "metricValue": null,
                     *           "credits": 0,
                     *           "issueCount": 0,
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
            /** @description The plan does not include this */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
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
                     *       "submissionId": "00000000-0000-4000-8000-000000000091",
                     *       "versions": [
                     *         {
                     *           "version": 1,
                     *           "trigger": "created",
                     *           "assetIds": [
                     *             "00000000-0000-4000-8000-000000000089",
                     *             "00000000-0000-4000-8000-000000000090"
                     *           ],
                     *           "status": "failed",
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "completedAt": "2026-01-15T09:30:00.000Z"
                     *         },
                     *         {
                     *           "version": 2,
                     *           "trigger": "retry",
                     *           "assetIds": [
                     *             "00000000-0000-4000-8000-000000000090"
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
            /** @description The plan does not include this */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
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
                submission_id: string;
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
                     *       "assetId": "00000000-0000-4000-8000-000000000090",
                     *       "submissionId": "00000000-0000-4000-8000-000000000091",
                     *       "status": "failed",
                     *       "errorMessage": "Sandbox simulated retryable error",
                     *       "errorType": "sandbox_retryable_error",
                     *       "isRetryable": true,
                     *       "retryCount": 0,
                     *       "blobPath": "00000000-0000-4000-8000-000000000090/poster__sandbox_retryable_error__.png",
                     *       "filename": "poster__sandbox_retryable_error__.png",
                     *       "assetType": "image",
                     *       "mimeType": "image/png",
                     *       "version": 1,
                     *       "metric": null,
                     *       "metricValue": null,
                     *       "credits": 0,
                     *       "issueCount": 0,
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
            /** @description The plan does not include this */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
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
                submission_id: string;
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
                     *       "assetId": "00000000-0000-4000-8000-000000000089",
                     *       "issues": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000092",
                     *           "assetId": "00000000-0000-4000-8000-000000000089",
                     *           "summary": "Sandbox simulated critical issue",
                     *           "severity": "critical",
                     *           "status": "open",
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "updatedAt": "2026-01-15T09:30:00.000Z",
                     *           "referenceNumber": 1,
                     *           "ruleId": "00000000-0000-4000-8000-000000000093",
                     *           "ruleCode": "sandbox.fail",
                     *           "details": "A simulated issue of the sandbox outcome \"fail\"; nothing was examined.",
                     *           "severityReasoning": "The marker __sandbox_fail__ asks for critical as severity 1.",
                     *           "severityReasoningHeadline": "Simulated critical",
                     *           "precedents": [],
                     *           "contributors": [
                     *             {
                     *               "id": "00000000-0000-4000-8000-000000000094",
                     *               "label": "Sandbox",
                     *               "reasoning": "The marker __sandbox_fail__ asks for critical as severity 1.",
                     *               "confidence": 1,
                     *               "relationType": "primary",
                     *               "evidence": [
                     *                 {
                     *                   "id": "sandbox:1",
                     *                   "sourceType": "excerpt",
                     *                   "confidence": 1,
                     *                   "content": {
                     *                     "simulated": true,
                     *                     "marker": "__sandbox_fail__"
                     *                   },
                     *                   "anchor": {
                     *                     "kind": "asset"
                     *                   }
                     *                 }
                     *               ],
                     *               "resolutionRequirement": {
                     *                 "action": "none",
                     *                 "description": "Nothing: this issue is simulated."
                     *               },
                     *               "ruleCode": "sandbox.fail",
                     *               "ruleName": "Sandbox fail",
                     *               "severity": "critical"
                     *             }
                     *           ],
                     *           "resolutionRequirement": {
                     *             "action": "none",
                     *             "description": "Nothing: this issue is simulated."
                     *           },
                     *           "anchor": {
                     *             "kind": "asset"
                     *           }
                     *         },
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000095",
                     *           "assetId": "00000000-0000-4000-8000-000000000089",
                     *           "summary": "Sandbox simulated major issue",
                     *           "severity": "major",
                     *           "status": "open",
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "updatedAt": "2026-01-15T09:30:00.000Z",
                     *           "referenceNumber": 2,
                     *           "ruleId": "00000000-0000-4000-8000-000000000093",
                     *           "ruleCode": "sandbox.fail",
                     *           "details": "A simulated issue of the sandbox outcome \"fail\"; nothing was examined.",
                     *           "severityReasoning": "The marker __sandbox_fail__ asks for major as severity 2.",
                     *           "severityReasoningHeadline": "Simulated major",
                     *           "precedents": [],
                     *           "contributors": [
                     *             {
                     *               "id": "00000000-0000-4000-8000-000000000096",
                     *               "label": "Sandbox",
                     *               "reasoning": "The marker __sandbox_fail__ asks for major as severity 2.",
                     *               "confidence": 1,
                     *               "relationType": "primary",
                     *               "evidence": [
                     *                 {
                     *                   "id": "sandbox:2",
                     *                   "sourceType": "excerpt",
                     *                   "confidence": 1,
                     *                   "content": {
                     *                     "simulated": true,
                     *                     "marker": "__sandbox_fail__"
                     *                   },
                     *                   "anchor": {
                     *                     "kind": "asset"
                     *                   }
                     *                 }
                     *               ],
                     *               "resolutionRequirement": {
                     *                 "action": "none",
                     *                 "description": "Nothing: this issue is simulated."
                     *               },
                     *               "ruleCode": "sandbox.fail",
                     *               "ruleName": "Sandbox fail",
                     *               "severity": "major"
                     *             }
                     *           ],
                     *           "resolutionRequirement": {
                     *             "action": "none",
                     *             "description": "Nothing: this issue is simulated."
                     *           },
                     *           "anchor": {
                     *             "kind": "asset"
                     *           }
                     *         },
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000097",
                     *           "assetId": "00000000-0000-4000-8000-000000000089",
                     *           "summary": "Sandbox simulated major issue",
                     *           "severity": "major",
                     *           "status": "open",
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "updatedAt": "2026-01-15T09:30:00.000Z",
                     *           "referenceNumber": 3,
                     *           "ruleId": "00000000-0000-4000-8000-000000000093",
                     *           "ruleCode": "sandbox.fail",
                     *           "details": "A simulated issue of the sandbox outcome \"fail\"; nothing was examined.",
                     *           "severityReasoning": "The marker __sandbox_fail__ asks for major as severity 3.",
                     *           "severityReasoningHeadline": "Simulated major",
                     *           "precedents": [],
                     *           "contributors": [
                     *             {
                     *               "id": "00000000-0000-4000-8000-000000000098",
                     *               "label": "Sandbox",
                     *               "reasoning": "The marker __sandbox_fail__ asks for major as severity 3.",
                     *               "confidence": 1,
                     *               "relationType": "primary",
                     *               "evidence": [
                     *                 {
                     *                   "id": "sandbox:3",
                     *                   "sourceType": "excerpt",
                     *                   "confidence": 1,
                     *                   "content": {
                     *                     "simulated": true,
                     *                     "marker": "__sandbox_fail__"
                     *                   },
                     *                   "anchor": {
                     *                     "kind": "asset"
                     *                   }
                     *                 }
                     *               ],
                     *               "resolutionRequirement": {
                     *                 "action": "none",
                     *                 "description": "Nothing: this issue is simulated."
                     *               },
                     *               "ruleCode": "sandbox.fail",
                     *               "ruleName": "Sandbox fail",
                     *               "severity": "major"
                     *             }
                     *           ],
                     *           "resolutionRequirement": {
                     *             "action": "none",
                     *             "description": "Nothing: this issue is simulated."
                     *           },
                     *           "anchor": {
                     *             "kind": "asset"
                     *           }
                     *         }
                     *       ],
                     *       "total": 3
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
            /** @description The plan does not include this */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
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
                submission_id: string;
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
                     *       "assetId": "00000000-0000-4000-8000-000000000089",
                     *       "topics": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000099",
                     *           "title": "Sandbox",
                     *           "summary": "Sandbox simulated critical issue; Sandbox simulated major issue; Sandbox simulated major issue",
                     *           "severity": "critical",
                     *           "issueCount": 3,
                     *           "issueIds": [
                     *             "00000000-0000-4000-8000-000000000092",
                     *             "00000000-0000-4000-8000-000000000095",
                     *             "00000000-0000-4000-8000-000000000097"
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
            /** @description The plan does not include this */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
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
                submission_id: string;
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
                     *       "assetId": "00000000-0000-4000-8000-000000000090",
                     *       "submissionId": "00000000-0000-4000-8000-000000000091",
                     *       "status": "complete",
                     *       "errorMessage": null,
                     *       "errorType": null,
                     *       "isRetryable": false,
                     *       "retryCount": 1,
                     *       "blobPath": "00000000-0000-4000-8000-000000000090/poster__sandbox_retryable_error__.png",
                     *       "filename": "poster__sandbox_retryable_error__.png",
                     *       "assetType": "image",
                     *       "mimeType": "image/png",
                     *       "version": 2,
                     *       "metric": null,
                     *       "metricValue": null,
                     *       "credits": 0,
                     *       "issueCount": 0,
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
            /** @description The plan does not include this */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
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
                     *           "description": "Finds black and frozen picture, interlacing and telecine, letterbox and pillarbox bars, colour and format that differ from BT.709, variable frame rates, and sound that is longer or shorter than the picture.",
                     *           "version": "4",
                     *           "assetTypes": [
                     *             "video"
                     *           ],
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
                     *                 "clause": "ANALYZER-CommercialBlacks: a black segment longer than two seconds. A picture is black if 99.9 % of its pixels are below 5 % of white; the corners (a fifth of width and height), where a channel logo may be, do not count. This project chose that definition",
                     *                 "url": "https://partnerhelp.netflixstudios.com/hc/en-us/articles/115002355892"
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
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b12",
                     *               "code": "picture.freeze",
                     *               "name": "Frozen picture",
                     *               "severity": "major",
                     *               "threshold": 2,
                     *               "unit": "s",
                     *               "source": {
                     *                 "standard": "Assay default",
                     *                 "clause": "chosen by this project; not taken from a published standard. Titles, test patterns and slides held for this long are also reported; a picture held for up to 5 seconds at the end, and still picture with strong grain, are not",
                     *                 "url": "https://ffmpeg.org/ffmpeg-filters.html"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b14",
                     *               "code": "scan.mislabelled",
                     *               "name": "Interlaced picture that is not marked as interlaced",
                     *               "severity": "major",
                     *               "threshold": 4,
                     *               "unit": "s",
                     *               "source": {
                     *                 "standard": "Assay default",
                     *                 "clause": "chosen by this project; not taken from a published standard",
                     *                 "url": "https://ffmpeg.org/ffmpeg-filters.html"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b15",
                     *               "code": "scan.interlaced",
                     *               "name": "Interlaced picture",
                     *               "severity": "minor",
                     *               "threshold": 4,
                     *               "unit": "s",
                     *               "source": {
                     *                 "standard": "YouTube recommended upload encoding settings",
                     *                 "clause": "Video codec: progressive scan (no interlacing). The minimum duration is chosen by this project",
                     *                 "url": "https://support.google.com/youtube/answer/1722171"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b16",
                     *               "code": "scan.pulldown",
                     *               "name": "Film with repeated fields (3:2 pulldown, telecine)",
                     *               "severity": "minor",
                     *               "threshold": 4,
                     *               "unit": "s",
                     *               "source": {
                     *                 "standard": "Netflix Inspection as a Service error codes",
                     *                 "clause": "ANALYZER-TelecineDetected: a pulldown pattern suggests that the content is not in its native frame rate. The minimum duration is chosen by this project",
                     *                 "url": "https://partnerhelp.netflixstudios.com/hc/en-us/articles/115002355892"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b17",
                     *               "code": "colour.not_hdtv",
                     *               "name": "HD picture in colours other than BT.709",
                     *               "severity": "minor",
                     *               "threshold": 720,
                     *               "unit": "lines",
                     *               "source": {
                     *                 "standard": "ITU-R BT.709-6",
                     *                 "clause": "items 1.2 (transfer), 1.3 (primaries) and 3.2 (luminance); applied to pictures of 720 lines and more by this project",
                     *                 "url": "https://www.itu.int/rec/R-REC-BT.709"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b18",
                     *               "code": "colour.unsignalled",
                     *               "name": "HD picture with incomplete colour metadata",
                     *               "severity": "info",
                     *               "threshold": 720,
                     *               "unit": "lines",
                     *               "source": {
                     *                 "standard": "Assay default",
                     *                 "clause": "chosen by this project; not taken from a published standard",
                     *                 "url": "https://ffmpeg.org/ffmpeg-filters.html"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b19",
                     *               "code": "colour.full_range",
                     *               "name": "Full-range levels",
                     *               "severity": "minor",
                     *               "threshold": null,
                     *               "unit": null,
                     *               "source": {
                     *                 "standard": "ITU-R BT.709-6",
                     *                 "clause": "section 5, digital representation: black at level 16 and nominal peak at level 235 (8 bits)",
                     *                 "url": "https://www.itu.int/rec/R-REC-BT.709"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b1a",
                     *               "code": "format.chroma",
                     *               "name": "Chroma other than 4:2:0",
                     *               "severity": "info",
                     *               "threshold": null,
                     *               "unit": null,
                     *               "source": {
                     *                 "standard": "YouTube recommended upload encoding settings",
                     *                 "clause": "Video codec: chroma subsampling 4:2:0",
                     *                 "url": "https://support.google.com/youtube/answer/1722171"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b1b",
                     *               "code": "format.pixel_aspect",
                     *               "name": "HD picture with non-square pixels",
                     *               "severity": "minor",
                     *               "threshold": 1,
                     *               "unit": "width:height",
                     *               "source": {
                     *                 "standard": "ITU-R BT.709-6",
                     *                 "clause": "section 2, picture characteristics: square pixels; applied to pictures of 720 lines and more by this project",
                     *                 "url": "https://www.itu.int/rec/R-REC-BT.709"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b1c",
                     *               "code": "format.frame_rate",
                     *               "name": "Unusual frame rate",
                     *               "severity": "minor",
                     *               "threshold": 0.1,
                     *               "unit": "%",
                     *               "source": {
                     *                 "standard": "ITU-R BT.2020",
                     *                 "clause": "picture temporal characteristics: 24, 25, 30, 50, 60 and 120 Hz, and 24, 30 and 60 divided by 1.001; 48 and 100 Hz, 48 and 120 divided by 1.001 and the tolerance are added by this project",
                     *                 "url": "https://www.itu.int/rec/R-REC-BT.2020"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b1d",
                     *               "code": "format.variable_frame_rate",
                     *               "name": "Variable frame rate",
                     *               "severity": "minor",
                     *               "threshold": 1,
                     *               "unit": "%",
                     *               "source": {
                     *                 "standard": "Assay default",
                     *                 "clause": "chosen by this project; not taken from a published standard",
                     *                 "url": "https://ffmpeg.org/ffmpeg-filters.html"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b1e",
                     *               "code": "length.mismatch",
                     *               "name": "Sound and picture differ in length",
                     *               "severity": "minor",
                     *               "threshold": 2,
                     *               "unit": "frames",
                     *               "source": {
                     *                 "standard": "Encoding.com Qualify test reference",
                     *                 "clause": "FC-108 Compare Stream Lengths: sound shorter than the picture by more than 2 frames; applied to either end, and to longer sound too, by this project",
                     *                 "url": "https://api.encoding.com/docs/qualify-test-reference"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b1f",
                     *               "code": "length.gross_mismatch",
                     *               "name": "Sound and picture differ greatly in length",
                     *               "severity": "major",
                     *               "threshold": 2,
                     *               "unit": "s",
                     *               "source": {
                     *                 "standard": "Encoding.com Qualify test reference",
                     *                 "clause": "FC-108 Compare Stream Lengths: sound longer than the picture by more than 2 seconds; applied to either end, and to shorter sound too, by this project",
                     *                 "url": "https://api.encoding.com/docs/qualify-test-reference"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b10",
                     *               "code": "bars.constant",
                     *               "name": "Letterbox or pillarbox bars",
                     *               "severity": "info",
                     *               "threshold": 2,
                     *               "unit": "%",
                     *               "source": {
                     *                 "standard": "Assay default",
                     *                 "clause": "chosen by this project; not taken from a published standard",
                     *                 "url": "https://ffmpeg.org/ffmpeg-filters.html"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b20",
                     *               "code": "bars.change",
                     *               "name": "Change of the active picture size",
                     *               "severity": "minor",
                     *               "threshold": 5,
                     *               "unit": "s",
                     *               "source": {
                     *                 "standard": "Assay default",
                     *                 "clause": "chosen by this project; not taken from a published standard",
                     *                 "url": "https://ffmpeg.org/ffmpeg-filters.html"
                     *               }
                     *             }
                     *           ]
                     *         },
                     *         {
                     *           "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b07",
                     *           "code": "photosensitivity",
                     *           "name": "Photosensitivity screening",
                     *           "description": "Finds flashing that may trigger photosensitive seizures. A screening of standard-dynamic-range pictures, not a certification; it does not look for regular patterns.",
                     *           "version": "4",
                     *           "assetTypes": [
                     *             "video"
                     *           ],
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
                     *                 "clause": "2.3.1 Three Flashes or Below Threshold; general flash and red flash thresholds. Major instead of critical where they fill more than a quarter of a ten-degree field of view, but not more than a quarter of the picture, which ITU-R BT.1702-3 permits",
                     *                 "url": "https://www.w3.org/TR/WCAG22/#dfn-general-flash-and-red-flash-thresholds"
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
                     *                 "clause": "2.3.1 Three Flashes or Below Threshold; general flash and red flash thresholds. Major instead of critical where they fill more than a quarter of a ten-degree field of view, but not more than a quarter of the picture, which ITU-R BT.1702-3 permits",
                     *                 "url": "https://www.w3.org/TR/WCAG22/#dfn-general-flash-and-red-flash-thresholds"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b73",
                     *               "code": "flash.extended",
                     *               "name": "Flashing for more than five seconds",
                     *               "severity": "major",
                     *               "threshold": 5,
                     *               "unit": "s",
                     *               "source": {
                     *                 "standard": "Recommendation ITU-R BT.1702-3 (11/2023)",
                     *                 "clause": "Guideline 1: Flashing images",
                     *                 "url": "https://www.itu.int/rec/R-REC-BT.1702"
                     *               }
                     *             }
                     *           ]
                     *         },
                     *         {
                     *           "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b02",
                     *           "code": "loudness",
                     *           "name": "Loudness and sound",
                     *           "description": "Measures loudness and true peak by EBU R 128; finds silence, silent channels, out-of-phase stereo, dual mono, clipping and DC offset. It examines the first audio track of videos and audio files.",
                     *           "version": "2",
                     *           "assetTypes": [
                     *             "video",
                     *             "audio"
                     *           ],
                     *           "rules": [
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b21",
                     *               "code": "sound.silence",
                     *               "name": "Silence",
                     *               "severity": "minor",
                     *               "threshold": 2,
                     *               "unit": "s",
                     *               "source": {
                     *                 "standard": "Assay default",
                     *                 "clause": "chosen by this project; not taken from a published standard",
                     *                 "url": "https://ffmpeg.org/ffmpeg-filters.html"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b22",
                     *               "code": "sound.silent_programme",
                     *               "name": "Silent from start to end (with other tracks: minor)",
                     *               "severity": "critical",
                     *               "threshold": -60,
                     *               "unit": "dBTP",
                     *               "source": {
                     *                 "standard": "Assay default",
                     *                 "clause": "chosen by this project; not taken from a published standard",
                     *                 "url": "https://ffmpeg.org/ffmpeg-filters.html"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b23",
                     *               "code": "sound.silent_channel",
                     *               "name": "One channel of a stereo pair is silent",
                     *               "severity": "major",
                     *               "threshold": 10,
                     *               "unit": "s",
                     *               "source": {
                     *                 "standard": "Assay default",
                     *                 "clause": "chosen by this project; not taken from a published standard",
                     *                 "url": "https://ffmpeg.org/ffmpeg-filters.html"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b24",
                     *               "code": "sound.out_of_phase",
                     *               "name": "Stereo channels out of phase",
                     *               "severity": "major",
                     *               "threshold": -0.5,
                     *               "unit": "correlation",
                     *               "source": {
                     *                 "standard": "Assay default",
                     *                 "clause": "chosen by this project; not taken from a published standard",
                     *                 "url": "https://ffmpeg.org/ffmpeg-filters.html"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b25",
                     *               "code": "sound.dual_mono",
                     *               "name": "Dual mono: the same sound on both channels",
                     *               "severity": "info",
                     *               "threshold": 0.999,
                     *               "unit": "correlation",
                     *               "source": {
                     *                 "standard": "Assay default",
                     *                 "clause": "chosen by this project; not taken from a published standard",
                     *                 "url": "https://ffmpeg.org/ffmpeg-filters.html"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b26",
                     *               "code": "sound.clipping",
                     *               "name": "Clipping",
                     *               "severity": "major",
                     *               "threshold": 4,
                     *               "unit": "samples at full scale in a row",
                     *               "source": {
                     *                 "standard": "Assay default",
                     *                 "clause": "chosen by this project; not taken from a published standard",
                     *                 "url": "https://ffmpeg.org/ffmpeg-filters.html"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b27",
                     *               "code": "sound.dc_offset",
                     *               "name": "DC offset",
                     *               "severity": "minor",
                     *               "threshold": 1,
                     *               "unit": "% of full scale",
                     *               "source": {
                     *                 "standard": "Assay default",
                     *                 "clause": "chosen by this project; not taken from a published standard",
                     *                 "url": "https://ffmpeg.org/ffmpeg-filters.html"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b28",
                     *               "code": "loudness.programme",
                     *               "name": "Programme loudness off the target of -23 LUFS (minor within 1 LU)",
                     *               "severity": "major",
                     *               "threshold": 0.2,
                     *               "unit": "LU",
                     *               "source": {
                     *                 "standard": "EBU R 128 (2023)",
                     *                 "clause": "recommendation i), tolerance in quality control; h), where the target cannot be reached",
                     *                 "url": "https://tech.ebu.ch/docs/r/r128.pdf"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b29",
                     *               "code": "loudness.true_peak",
                     *               "name": "True peak above -1 dBTP",
                     *               "severity": "major",
                     *               "threshold": -1,
                     *               "unit": "dBTP",
                     *               "source": {
                     *                 "standard": "EBU R 128 (2023)",
                     *                 "clause": "recommendation m), maximum true peak level",
                     *                 "url": "https://tech.ebu.ch/docs/r/r128.pdf"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b2a",
                     *               "code": "loudness.short_term",
                     *               "name": "Short-term loudness of a short programme above -18 LUFS",
                     *               "severity": "major",
                     *               "threshold": -18,
                     *               "unit": "LUFS",
                     *               "source": {
                     *                 "standard": "EBU R 128 s1",
                     *                 "clause": "maximum short-term loudness level of short-form content",
                     *                 "url": "https://tech.ebu.ch/docs/r/r128s1.pdf"
                     *               }
                     *             }
                     *           ]
                     *         },
                     *         {
                     *           "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b03",
                     *           "code": "document",
                     *           "name": "Document inspection",
                     *           "description": "Finds encryption and denied permissions, active content, embedded files, fonts that are not embedded, blank pages, mixed page sizes, and barriers for people with disabilities in PDF files.",
                     *           "version": "2",
                     *           "assetTypes": [
                     *             "document"
                     *           ],
                     *           "rules": [
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b31",
                     *               "code": "access.encrypted",
                     *               "name": "Encrypted document",
                     *               "severity": "major",
                     *               "threshold": null,
                     *               "unit": null,
                     *               "source": {
                     *                 "standard": "ISO 32000-2:2020 (PDF 2.0)",
                     *                 "clause": "7.6 Encryption",
                     *                 "url": "https://pdfa.org/resource/iso-32000-2/"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b32",
                     *               "code": "active_content.javascript",
                     *               "name": "JavaScript run by a document, page, form field, annotation or bookmark",
                     *               "severity": "critical",
                     *               "threshold": null,
                     *               "unit": null,
                     *               "source": {
                     *                 "standard": "ISO 32000-2:2020 (PDF 2.0)",
                     *                 "clause": "12.6.4.17 ECMAScript actions",
                     *                 "url": "https://pdfa.org/resource/iso-32000-2/"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b33",
                     *               "code": "access.assistive_technology",
                     *               "name": "Encryption that denies access to assistive technology",
                     *               "severity": "major",
                     *               "threshold": null,
                     *               "unit": null,
                     *               "source": {
                     *                 "standard": "Matterhorn Protocol 1.1 (PDF/UA-1)",
                     *                 "clause": "failure condition 26-002",
                     *                 "url": "https://pdfa.org/resource/the-matterhorn-protocol/"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b34",
                     *               "code": "active_content.launch",
                     *               "name": "Action that starts a program or opens a file",
                     *               "severity": "critical",
                     *               "threshold": null,
                     *               "unit": null,
                     *               "source": {
                     *                 "standard": "ISO 32000-2:2020 (PDF 2.0)",
                     *                 "clause": "12.6.4 Action types, Launch",
                     *                 "url": "https://pdfa.org/resource/iso-32000-2/"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b35",
                     *               "code": "active_content.submit_form",
                     *               "name": "Action that sends form data to an address",
                     *               "severity": "major",
                     *               "threshold": null,
                     *               "unit": null,
                     *               "source": {
                     *                 "standard": "ISO 32000-2:2020 (PDF 2.0)",
                     *                 "clause": "12.6.4 Action types, SubmitForm",
                     *                 "url": "https://pdfa.org/resource/iso-32000-2/"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b36",
                     *               "code": "active_content.import_data",
                     *               "name": "Action that reads form data from a file",
                     *               "severity": "major",
                     *               "threshold": null,
                     *               "unit": null,
                     *               "source": {
                     *                 "standard": "ISO 32000-2:2020 (PDF 2.0)",
                     *                 "clause": "12.6.4 Action types, ImportData",
                     *                 "url": "https://pdfa.org/resource/iso-32000-2/"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b37",
                     *               "code": "active_content.other_document",
                     *               "name": "Action that opens another document or an embedded one",
                     *               "severity": "minor",
                     *               "threshold": null,
                     *               "unit": null,
                     *               "source": {
                     *                 "standard": "ISO 32000-2:2020 (PDF 2.0)",
                     *                 "clause": "12.6.4 Action types, GoToR and GoToE",
                     *                 "url": "https://pdfa.org/resource/iso-32000-2/"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b38",
                     *               "code": "attachment.embedded_file",
                     *               "name": "Embedded file",
                     *               "severity": "major",
                     *               "threshold": null,
                     *               "unit": null,
                     *               "source": {
                     *                 "standard": "ISO 32000-2:2020 (PDF 2.0)",
                     *                 "clause": "7.11.4 Embedded file streams",
                     *                 "url": "https://pdfa.org/resource/iso-32000-2/"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b39",
                     *               "code": "font.not_embedded",
                     *               "name": "Font not embedded (one of the 14 standard fonts: minor)",
                     *               "severity": "major",
                     *               "threshold": null,
                     *               "unit": null,
                     *               "source": {
                     *                 "standard": "ISO 32000-2:2020 (PDF 2.0)",
                     *                 "clause": "9.9 Embedded font programs",
                     *                 "url": "https://pdfa.org/resource/iso-32000-2/"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b3a",
                     *               "code": "page.blank",
                     *               "name": "Blank page",
                     *               "severity": "minor",
                     *               "threshold": null,
                     *               "unit": null,
                     *               "source": {
                     *                 "standard": "Assay default",
                     *                 "clause": "chosen by this project; not taken from a published standard",
                     *                 "url": "https://pdfa.org/resource/iso-32000-2/"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b3b",
                     *               "code": "page.size_mix",
                     *               "name": "Pages of different sizes",
                     *               "severity": "info",
                     *               "threshold": 1,
                     *               "unit": "sizes",
                     *               "source": {
                     *                 "standard": "Assay default",
                     *                 "clause": "chosen by this project; not taken from a published standard",
                     *                 "url": "https://pdfa.org/resource/iso-32000-2/"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b3c",
                     *               "code": "accessibility.untagged",
                     *               "name": "Untagged document",
                     *               "severity": "minor",
                     *               "threshold": null,
                     *               "unit": null,
                     *               "source": {
                     *                 "standard": "ISO 32000-2:2020 (PDF 2.0)",
                     *                 "clause": "14.8 Tagged PDF",
                     *                 "url": "https://pdfa.org/resource/iso-32000-2/"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b3d",
                     *               "code": "accessibility.language",
                     *               "name": "No natural language declared",
                     *               "severity": "minor",
                     *               "threshold": null,
                     *               "unit": null,
                     *               "source": {
                     *                 "standard": "Matterhorn Protocol 1.1 (PDF/UA-1)",
                     *                 "clause": "checkpoint 11 Declared natural language",
                     *                 "url": "https://pdfa.org/resource/the-matterhorn-protocol/"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b3e",
                     *               "code": "accessibility.title",
                     *               "name": "No title in the metadata (one in the information dictionary: info)",
                     *               "severity": "minor",
                     *               "threshold": null,
                     *               "unit": null,
                     *               "source": {
                     *                 "standard": "Matterhorn Protocol 1.1 (PDF/UA-1)",
                     *                 "clause": "failure condition 06-003",
                     *                 "url": "https://pdfa.org/resource/the-matterhorn-protocol/"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b3f",
                     *               "code": "accessibility.display_title",
                     *               "name": "File name shown instead of the title",
                     *               "severity": "minor",
                     *               "threshold": null,
                     *               "unit": null,
                     *               "source": {
                     *                 "standard": "Matterhorn Protocol 1.1 (PDF/UA-1)",
                     *                 "clause": "failure conditions 07-001 and 07-002",
                     *                 "url": "https://pdfa.org/resource/the-matterhorn-protocol/"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b30",
                     *               "code": "structure.page_tree",
                     *               "name": "Damaged page tree",
                     *               "severity": "major",
                     *               "threshold": null,
                     *               "unit": null,
                     *               "source": {
                     *                 "standard": "ISO 32000-2:2020 (PDF 2.0)",
                     *                 "clause": "7.7.3 Page tree",
                     *                 "url": "https://pdfa.org/resource/iso-32000-2/"
                     *               }
                     *             }
                     *           ]
                     *         },
                     *         {
                     *           "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b04",
                     *           "code": "integrity",
                     *           "name": "File integrity",
                     *           "description": "Finds damaged and truncated files, locations in metadata, content credentials (C2PA) and whether they are valid, and active content of SVG. It finds damage that a decoder reports; the VP8 and VP9 decoders conceal much of it. It does not decode animated WebP, and does not read the metadata of pictures inside documents.",
                     *           "version": "3",
                     *           "assetTypes": [
                     *             "video",
                     *             "audio",
                     *             "image",
                     *             "document"
                     *           ],
                     *           "rules": [
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b41",
                     *               "code": "decode.image",
                     *               "name": "Image cannot be decoded (with errors: major)",
                     *               "severity": "critical",
                     *               "threshold": null,
                     *               "unit": null,
                     *               "source": {
                     *                 "standard": "Assay default",
                     *                 "clause": "chosen by this project; not taken from a published standard",
                     *                 "url": "https://ffmpeg.org/ffmpeg-filters.html"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b42",
                     *               "code": "privacy.location",
                     *               "name": "Location in metadata",
                     *               "severity": "major",
                     *               "threshold": null,
                     *               "unit": null,
                     *               "source": {
                     *                 "standard": "CIPA DC-008 (Exif)",
                     *                 "clause": "4.6.6 GPS attribute information",
                     *                 "url": "https://www.cipa.jp/e/std/std-sec.html"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b43",
                     *               "code": "decode.damaged",
                     *               "name": "Picture or sound decodes with errors (not at all: critical)",
                     *               "severity": "major",
                     *               "threshold": 0,
                     *               "unit": "messages",
                     *               "source": {
                     *                 "standard": "Assay default",
                     *                 "clause": "chosen by this project; not taken from a published standard",
                     *                 "url": "https://ffmpeg.org/ffmpeg-filters.html"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b44",
                     *               "code": "decode.truncated",
                     *               "name": "Truncated file",
                     *               "severity": "major",
                     *               "threshold": 0,
                     *               "unit": "bytes",
                     *               "source": {
                     *                 "standard": "Assay default",
                     *                 "clause": "chosen by this project; not taken from a published standard",
                     *                 "url": "https://ffmpeg.org/ffmpeg-filters.html"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b4e",
                     *               "code": "decode.document",
                     *               "name": "Document is damaged or truncated",
                     *               "severity": "major",
                     *               "threshold": null,
                     *               "unit": null,
                     *               "source": {
                     *                 "standard": "Assay default",
                     *                 "clause": "chosen by this project; not taken from a published standard",
                     *                 "url": "https://ffmpeg.org/ffmpeg-filters.html"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b45",
                     *               "code": "format.variant",
                     *               "name": "Name and content are of different, closely related formats",
                     *               "severity": "info",
                     *               "threshold": null,
                     *               "unit": null,
                     *               "source": {
                     *                 "standard": "Assay default",
                     *                 "clause": "chosen by this project; not taken from a published standard",
                     *                 "url": "https://ffmpeg.org/ffmpeg-filters.html"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b46",
                     *               "code": "credentials.present",
                     *               "name": "Content credentials present",
                     *               "severity": "info",
                     *               "threshold": null,
                     *               "unit": null,
                     *               "source": {
                     *                 "standard": "C2PA Technical Specification 2",
                     *                 "clause": "Embedding manifests (appendix A)",
                     *                 "url": "https://spec.c2pa.org/specifications/"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b47",
                     *               "code": "credentials.broken",
                     *               "name": "Content credentials are not valid",
                     *               "severity": "major",
                     *               "threshold": null,
                     *               "unit": null,
                     *               "source": {
                     *                 "standard": "C2PA Technical Specification 2",
                     *                 "clause": "Validation",
                     *                 "url": "https://spec.c2pa.org/specifications/"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b48",
                     *               "code": "credentials.unreadable",
                     *               "name": "Content credentials cannot be read",
                     *               "severity": "minor",
                     *               "threshold": null,
                     *               "unit": null,
                     *               "source": {
                     *                 "standard": "C2PA Technical Specification 2",
                     *                 "clause": "Validation",
                     *                 "url": "https://spec.c2pa.org/specifications/"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b49",
                     *               "code": "active_content.svg_script",
                     *               "name": "Script in a drawing",
                     *               "severity": "critical",
                     *               "threshold": null,
                     *               "unit": null,
                     *               "source": {
                     *                 "standard": "W3C SVG 2",
                     *                 "clause": "15 Scripting and Interactivity",
                     *                 "url": "https://www.w3.org/TR/SVG2/"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b4a",
                     *               "code": "active_content.svg_reference",
                     *               "name": "External reference in a drawing",
                     *               "severity": "major",
                     *               "threshold": null,
                     *               "unit": null,
                     *               "source": {
                     *                 "standard": "W3C SVG 2",
                     *                 "clause": "2.2 Processing modes",
                     *                 "url": "https://www.w3.org/TR/SVG2/"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b4b",
                     *               "code": "active_content.svg_foreign",
                     *               "name": "Foreign object in a drawing",
                     *               "severity": "minor",
                     *               "threshold": null,
                     *               "unit": null,
                     *               "source": {
                     *                 "standard": "W3C SVG 2",
                     *                 "clause": "12 Embedded Content",
                     *                 "url": "https://www.w3.org/TR/SVG2/"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b4c",
                     *               "code": "active_content.svg_entities",
                     *               "name": "XML entities in a drawing (internal only: minor)",
                     *               "severity": "major",
                     *               "threshold": null,
                     *               "unit": null,
                     *               "source": {
                     *                 "standard": "W3C XML 1.0 (fifth edition)",
                     *                 "clause": "4.2 Entity Declarations",
                     *                 "url": "https://www.w3.org/TR/xml/#sec-entity-decl"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b4d",
                     *               "code": "active_content.unexamined",
                     *               "name": "Drawing that was not examined in full",
                     *               "severity": "minor",
                     *               "threshold": null,
                     *               "unit": null,
                     *               "source": {
                     *                 "standard": "Assay default",
                     *                 "clause": "chosen by this project; not taken from a published standard",
                     *                 "url": "https://ffmpeg.org/ffmpeg-filters.html"
                     *               }
                     *             }
                     *           ]
                     *         },
                     *         {
                     *           "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b08",
                     *           "code": "loudness-atsc-a85",
                     *           "name": "Loudness (ATSC A/85)",
                     *           "description": "Measures loudness and true peak by ATSC A/85, for television in the United States.",
                     *           "version": "1",
                     *           "assetTypes": [
                     *             "video",
                     *             "audio"
                     *           ],
                     *           "rules": [
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b81",
                     *               "code": "atsc_loudness.programme",
                     *               "name": "Programme loudness off the target of -24 LKFS",
                     *               "severity": "major",
                     *               "threshold": 2,
                     *               "unit": "LU",
                     *               "source": {
                     *                 "standard": "ATSC A/85:2013",
                     *                 "clause": "Target Loudness and True Peak Levels for Content Delivery or Exchange",
                     *                 "url": "https://www.atsc.org/atsc-documents/a85-techniques-for-establishing-and-maintaining-audio-loudness-for-digital-television/"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b82",
                     *               "code": "atsc_loudness.true_peak",
                     *               "name": "True peak above -2 dBTP",
                     *               "severity": "major",
                     *               "threshold": -2,
                     *               "unit": "dBTP",
                     *               "source": {
                     *                 "standard": "ATSC A/85:2013",
                     *                 "clause": "Target Loudness and True Peak Levels for Content Delivery or Exchange",
                     *                 "url": "https://www.atsc.org/atsc-documents/a85-techniques-for-establishing-and-maintaining-audio-loudness-for-digital-television/"
                     *               }
                     *             }
                     *           ]
                     *         },
                     *         {
                     *           "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b09",
                     *           "code": "loudness-streaming",
                     *           "name": "Loudness (streaming)",
                     *           "description": "Measures loudness and true peak for streaming and podcasts.",
                     *           "version": "1",
                     *           "assetTypes": [
                     *             "video",
                     *             "audio"
                     *           ],
                     *           "rules": [
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b91",
                     *               "code": "streaming_loudness.programme",
                     *               "name": "Programme loudness outside -18 to -14 LUFS",
                     *               "severity": "minor",
                     *               "threshold": 2,
                     *               "unit": "LU",
                     *               "source": {
                     *                 "standard": "Assay default",
                     *                 "clause": "chosen by this project: the range of AES TD1008 (2021), section 4, from speech (-18) over single tracks (-16) to the loudest track of an album (-14)",
                     *                 "url": "https://aes.org/wp-content/uploads/2024/01/20210924_TD1008_v3.13.pdf"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b92",
                     *               "code": "streaming_loudness.true_peak",
                     *               "name": "True peak above -1 dBTP",
                     *               "severity": "major",
                     *               "threshold": -1,
                     *               "unit": "dBTP",
                     *               "source": {
                     *                 "standard": "AES TD1008 (2021)",
                     *                 "clause": "4 Recommendations: maximum true peak level",
                     *                 "url": "https://aes.org/wp-content/uploads/2024/01/20210924_TD1008_v3.13.pdf"
                     *               }
                     *             }
                     *           ]
                     *         },
                     *         {
                     *           "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b05",
                     *           "code": "claims",
                     *           "name": "Advertising claims",
                     *           "description": "Finds English wording that needs evidence under advertising codes, in plain text, DOCX and the text of PDF files: superlatives, absolutes, guarantees, comparisons, figures, health, price and environmental claims. It reports claims to substantiate, not false claims. Words that are common in other texts count only if the text reads as an advertisement; claims below the threshold, which this project chose, are not reported. Older Word documents (DOC) and pictures of text are not read.",
                     *           "version": "1",
                     *           "assetTypes": [
                     *             "document"
                     *           ],
                     *           "rules": [
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b51",
                     *               "code": "superlative.ranking",
                     *               "name": "Claim to be the best or the first",
                     *               "severity": "minor",
                     *               "threshold": 0.6,
                     *               "unit": "confidence",
                     *               "source": {
                     *                 "standard": "CAP Code, edition 12",
                     *                 "clause": "rule 3.7 (substantiation)",
                     *                 "url": "https://www.asa.org.uk/type/non_broadcast/code_section/03.html"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b52",
                     *               "code": "absolute.performance",
                     *               "name": "Absolute claim",
                     *               "severity": "minor",
                     *               "threshold": 0.6,
                     *               "unit": "confidence",
                     *               "source": {
                     *                 "standard": "CAP Code, edition 12",
                     *                 "clause": "rules 3.7 (substantiation) and 3.11 (exaggeration)",
                     *                 "url": "https://www.asa.org.uk/type/non_broadcast/code_section/03.html"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b53",
                     *               "code": "guarantee.promise",
                     *               "name": "Guarantee",
                     *               "severity": "minor",
                     *               "threshold": 0.6,
                     *               "unit": "confidence",
                     *               "source": {
                     *                 "standard": "CAP Code, edition 12",
                     *                 "clause": "rules 3.53 to 3.55 (guarantees and after-sales service)",
                     *                 "url": "https://www.asa.org.uk/type/non_broadcast/code_section/03.html"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b54",
                     *               "code": "comparison.superiority",
                     *               "name": "Comparison with others",
                     *               "severity": "minor",
                     *               "threshold": 0.6,
                     *               "unit": "confidence",
                     *               "source": {
                     *                 "standard": "CAP Code, edition 12",
                     *                 "clause": "rules 3.33 to 3.38 (comparisons)",
                     *                 "url": "https://www.asa.org.uk/type/non_broadcast/code_section/03.html"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b55",
                     *               "code": "statistic.figure",
                     *               "name": "Statistic or reference to research",
                     *               "severity": "minor",
                     *               "threshold": 0.6,
                     *               "unit": "confidence",
                     *               "source": {
                     *                 "standard": "CAP Code, edition 12",
                     *                 "clause": "rule 3.7 (substantiation)",
                     *                 "url": "https://www.asa.org.uk/type/non_broadcast/code_section/03.html"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b56",
                     *               "code": "health.proven",
                     *               "name": "Claim of medical proof or advice",
                     *               "severity": "major",
                     *               "threshold": 0.6,
                     *               "unit": "confidence",
                     *               "source": {
                     *                 "standard": "CAP Code, edition 12",
                     *                 "clause": "rule 12.1 (evidence for health claims)",
                     *                 "url": "https://www.asa.org.uk/type/non_broadcast/code_section/12.html"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b57",
                     *               "code": "health.treatment",
                     *               "name": "Claim to cure, treat or prevent",
                     *               "severity": "major",
                     *               "threshold": 0.6,
                     *               "unit": "confidence",
                     *               "source": {
                     *                 "standard": "CAP Code, edition 12",
                     *                 "clause": "rule 12.1 (evidence for health claims)",
                     *                 "url": "https://www.asa.org.uk/type/non_broadcast/code_section/12.html"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b58",
                     *               "code": "price.free",
                     *               "name": "Free offer",
                     *               "severity": "minor",
                     *               "threshold": 0.6,
                     *               "unit": "confidence",
                     *               "source": {
                     *                 "standard": "CAP Code, edition 12",
                     *                 "clause": "rules 3.23 and 3.24 (free)",
                     *                 "url": "https://www.asa.org.uk/type/non_broadcast/code_section/03.html"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b59",
                     *               "code": "price.lowest",
                     *               "name": "Lowest price",
                     *               "severity": "minor",
                     *               "threshold": 0.6,
                     *               "unit": "confidence",
                     *               "source": {
                     *                 "standard": "CAP Code, edition 12",
                     *                 "clause": "rules 3.33 to 3.40 (comparisons, including those of prices)",
                     *                 "url": "https://www.asa.org.uk/type/non_broadcast/code_section/03.html"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b5c",
                     *               "code": "price.saving",
                     *               "name": "Saving or reduction",
                     *               "severity": "minor",
                     *               "threshold": 0.6,
                     *               "unit": "confidence",
                     *               "source": {
                     *                 "standard": "CAP Code, edition 12",
                     *                 "clause": "rules 3.17 (price statements) and 3.22 (“up to” and “from”)",
                     *                 "url": "https://www.asa.org.uk/type/non_broadcast/code_section/03.html"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b5a",
                     *               "code": "environment.absolute",
                     *               "name": "Absolute environmental claim",
                     *               "severity": "major",
                     *               "threshold": 0.6,
                     *               "unit": "confidence",
                     *               "source": {
                     *                 "standard": "CAP Code, edition 12",
                     *                 "clause": "rule 11.3 (absolute environmental claims)",
                     *                 "url": "https://www.asa.org.uk/type/non_broadcast/code_section/11.html"
                     *               }
                     *             },
                     *             {
                     *               "id": "6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b5b",
                     *               "code": "environment.general",
                     *               "name": "General environmental claim",
                     *               "severity": "minor",
                     *               "threshold": 0.6,
                     *               "unit": "confidence",
                     *               "source": {
                     *                 "standard": "CAP Code, edition 12",
                     *                 "clause": "rule 11.1 (basis of environmental claims)",
                     *                 "url": "https://www.asa.org.uk/type/non_broadcast/code_section/11.html"
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
            /** @description The plan does not include this */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
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
                 *       "submissionId": "00000000-0000-4000-8000-000000000091",
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
                     *       "dispatched": 2
                     *     }
                     */
                    "application/json": components["schemas"]["FireEventResponse"];
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
            /** @description The plan does not include this */
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
                /** @description Counted from 1. */
                page?: number;
                /** @description Subscriptions on a page. */
                pageSize?: number;
                sortBy?: "endpoint_url" | "created_at" | "updated_at";
                sortOrder?: "asc" | "desc";
                /** @description Only those that are, or are not, enabled. */
                enabled?: boolean;
                /** @description A part of the URL or the description, in any case, taken literally. */
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
                     *           "id": "00000000-0000-4000-8000-000000000087",
                     *           "workspaceId": "00000000-0000-4000-8000-000000000088",
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
            /** @description The plan does not include this */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-000000000087",
                     *       "workspaceId": "00000000-0000-4000-8000-000000000088",
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
            /** @description The plan does not include this */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
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
                     *       "id": "00000000-0000-4000-8000-000000000087",
                     *       "workspaceId": "00000000-0000-4000-8000-000000000088",
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
            /** @description The plan does not include this */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
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
            /** @description The plan does not include this */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
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
                     *       "id": "00000000-0000-4000-8000-000000000087",
                     *       "workspaceId": "00000000-0000-4000-8000-000000000088",
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
            /** @description The plan does not include this */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
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
                /** @description Only attempts with this status. */
                status?: "succeeded" | "failed" | "pending" | "skipped";
                /** @description At most so many attempts, the newest. */
                limit?: number;
            };
            header?: never;
            path: {
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
                     *           "id": "00000000-0000-4000-8000-000000000100",
                     *           "eventId": "00000000-0000-4000-8000-000000000101",
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
                     *       "total": 2
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
            /** @description The plan does not include this */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
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
                subscription_id: string;
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
                     *       "subscriptionId": "00000000-0000-4000-8000-000000000087",
                     *       "eventId": "00000000-0000-4000-8000-000000000102",
                     *       "eventType": "asset.processing.completed",
                     *       "status": "succeeded",
                     *       "payload": "{\"id\":\"00000000-0000-4000-8000-000000000102\",\"type\":\"asset.processing.completed\",\"timestamp\":\"2026-01-15T09:30:00.000Z\",\"data\":{\"asset_id\":\"00000000-0000-4000-8000-000000000103\",\"submission_id\":\"00000000-0000-4000-8000-000000000104\",\"workspace_id\":\"00000000-0000-4000-8000-000000000088\",\"status\":\"completed\",\"filename\":\"example.mp4\",\"issue_count\":2}}",
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "completedAt": "2026-01-15T09:30:00.000Z",
                     *       "attempts": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000105",
                     *           "eventId": "00000000-0000-4000-8000-000000000102",
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
            /** @description The plan does not include this */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
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
                subscription_id: string;
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
                     *       "subscriptionId": "00000000-0000-4000-8000-000000000087",
                     *       "eventId": "00000000-0000-4000-8000-000000000102",
                     *       "eventType": "asset.processing.completed",
                     *       "status": "pending",
                     *       "payload": "{\"id\":\"00000000-0000-4000-8000-000000000102\",\"type\":\"asset.processing.completed\",\"timestamp\":\"2026-01-15T09:30:00.000Z\",\"data\":{\"asset_id\":\"00000000-0000-4000-8000-000000000103\",\"submission_id\":\"00000000-0000-4000-8000-000000000104\",\"workspace_id\":\"00000000-0000-4000-8000-000000000088\",\"status\":\"completed\",\"filename\":\"example.mp4\",\"issue_count\":2}}",
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "completedAt": null,
                     *       "attempts": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000106",
                     *           "eventId": "00000000-0000-4000-8000-000000000102",
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
                     *           "id": "00000000-0000-4000-8000-000000000105",
                     *           "eventId": "00000000-0000-4000-8000-000000000102",
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
            /** @description The plan does not include this */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
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
                    "application/json": components["schemas"]["ReplayResponse"];
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
            /** @description The plan does not include this */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
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
                     *       "subscriptionId": "00000000-0000-4000-8000-000000000087",
                     *       "eventId": "00000000-0000-4000-8000-000000000102",
                     *       "eventType": "asset.processing.completed",
                     *       "status": "pending",
                     *       "payload": "{\"id\":\"00000000-0000-4000-8000-000000000102\",\"type\":\"asset.processing.completed\",\"timestamp\":\"2026-01-15T09:30:00.000Z\",\"data\":{\"asset_id\":\"00000000-0000-4000-8000-000000000103\",\"submission_id\":\"00000000-0000-4000-8000-000000000104\",\"workspace_id\":\"00000000-0000-4000-8000-000000000088\",\"status\":\"completed\",\"filename\":\"example.mp4\",\"issue_count\":2}}",
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "completedAt": null,
                     *       "attempts": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000105",
                     *           "eventId": "00000000-0000-4000-8000-000000000102",
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
            /** @description The plan does not include this */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
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
                     *       "subscriptionId": "00000000-0000-4000-8000-000000000087",
                     *       "previousSecretExpiresAt": null
                     *     }
                     */
                    "application/json": components["schemas"]["RotateSecretResponse"];
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
            /** @description The plan does not include this */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierError"];
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
}
