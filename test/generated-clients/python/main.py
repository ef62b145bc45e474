"""Uses the API with a client that openapi-python-client generated (package assay_client).

Reads BASE_URL, API_KEY, ENDPOINT_URL and FILE (an MP4 file) from the environment. Prints the results as one line of
JSON. Then reads a webhook as {headers, body} from standard input, verifies it, and prints its event as one line of JSON.
"""

import json
import os
import sys
import time
from pathlib import Path

import httpx
from assay_client import AuthenticatedClient
from assay_client.api.assets import list_issues
from assay_client.api.pricing import estimate_pricing
from assay_client.api.sidekicks import list_sidekicks
from assay_client.api.submissions import create_submission, read_submission
from assay_client.api.uploads import create_upload_url
from assay_client.api.webhooks import create_subscription
from assay_client.models import (
    AssetProcessingCompleted,
    AssetReference,
    CreatedSubscription,
    CreateSubmissionRequest,
    CreateSubscriptionRequest,
    Estimate,
    EstimateRequest,
    EventType,
    IssueList,
    SidekickList,
    Submission,
    SubmissionStatus,
    UploadUrl,
    UploadUrlRequest,
)
from standardwebhooks.webhooks import Webhook

client = AuthenticatedClient(
    base_url=os.environ["BASE_URL"],
    token=os.environ["API_KEY"],
    prefix="",
    auth_header_name="X-API-Key",
    raise_on_unexpected_status=True,
    timeout=httpx.Timeout(60),
)


def expect(kind, value):
    """Returns a response body of the given type. Raises an error for the body of an error."""
    if not isinstance(value, kind):
        raise TypeError(f"expected {kind.__name__}, got {value}")
    return value


subscription = expect(
    CreatedSubscription,
    create_subscription.sync(
        client=client,
        body=CreateSubscriptionRequest(
            endpoint_url=os.environ["ENDPOINT_URL"],
            event_types=[EventType("asset.processing.completed")],
        ),
    ),
)
content = Path(os.environ["FILE"]).read_bytes()
upload = expect(
    UploadUrl,
    create_upload_url.sync(
        client=client,
        body=UploadUrlRequest(filename="clip.mp4", content_type="video/mp4", content_length=len(content)),
    ),
)
httpx.put(
    upload.upload_url, content=content, headers=upload.headers.to_dict()
).raise_for_status()
files = [AssetReference(blob_path=upload.blob_path)]
estimate = expect(Estimate, estimate_pricing.sync(client=client, body=EstimateRequest(files=files)))
sidekicks = expect(SidekickList, list_sidekicks.sync(client=client)).sidekicks
submission = expect(
    Submission,
    create_submission.sync(
        client=client,
        body=CreateSubmissionRequest(
            assets=files,
            sidekick_ids=[str(sidekick.id) for sidekick in sidekicks if sidekick.code == "video-qc"],
        ),
    ),
)
while submission.status == SubmissionStatus("processing"):
    time.sleep(0.5)
    submission = expect(Submission, read_submission.sync(submission.submission_id, client=client))
asset = submission.assets[0]
issues = expect(IssueList, list_issues.sync(submission.submission_id, asset.asset_id, client=client)).issues
result = {
    "submissionId": str(submission.submission_id),
    "assetId": str(asset.asset_id),
    "totalCredits": estimate.total_credits,
    "issues": [[issue.rule_code, issue.severity.value, issue.anchor.kind] for issue in issues],
}
print(json.dumps(result), flush=True)

request = json.load(sys.stdin)
Webhook(subscription.secret).verify(request["body"], request["headers"])
event = AssetProcessingCompleted.from_dict(json.loads(request["body"]))
print(json.dumps({"type": event.type_, "assetId": str(event.data.asset_id)}), flush=True)
