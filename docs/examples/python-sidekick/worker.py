"""A custom sidekick as a Temporal worker.

It finds placeholder text ("lorem ipsum", "TODO", "TKTK") in plain-text documents. Environment variables and their
defaults: TEMPORAL_ADDRESS (localhost:7233), TEMPORAL_NAMESPACE (default) and TASK_QUEUE (placeholder-text).
"""

import asyncio
import os
import re
import signal
import urllib.error
import urllib.request

from temporalio import activity
from temporalio.client import Client
from temporalio.exceptions import ApplicationError
from temporalio.worker import Worker

PLACEHOLDER = re.compile(r"\blorem ipsum\b|\bTODO\b|\bTKTK\b", re.IGNORECASE)
MAX_FINDINGS = 1_000  # Assay rejects a result with more findings.
HEARTBEAT_SECONDS = 10  # Assay starts the activity again after a minute without a heartbeat.


@activity.defn(name="examine")
async def examine(examination: dict) -> dict:
    """Examines one asset and returns {"findings": [...]}. docs/custom-sidekicks.md describes the input and the result."""
    asset = examination["asset"]
    if asset["mimeType"] != "text/plain":
        return {"findings": []}
    heartbeats = asyncio.create_task(send_heartbeats())
    try:
        content = await asyncio.to_thread(download, asset["downloadUrl"])
    finally:
        heartbeats.cancel()
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # A retry would not help. The asset fails, with this text in its errorMessage.
        raise ApplicationError("the text is not UTF-8", non_retryable=True) from error
    matches = list(PLACEHOLDER.finditer(text))[:MAX_FINDINGS]
    return {"findings": [finding(match) for match in matches]}


async def send_heartbeats() -> None:
    while True:
        activity.heartbeat()
        await asyncio.sleep(HEARTBEAT_SECONDS)


def download(url: str) -> bytes:
    with urllib.request.urlopen(url, timeout=60) as response:
        return response.read()


def finding(match: re.Match) -> dict:
    quote = match.group()
    anchor = {"kind": "text", "start": match.start(), "end": match.end(), "quote": quote}
    return {
        "ruleCode": "text.placeholder",
        "summary": f'The placeholder "{quote}" is left in the text',
        "details": f"It starts at character {match.start()}.",
        "severityReasoningHeadline": "Not meant to be read",
        "severityReasoning": "Placeholders stand for text that has not been written yet.",
        "evidence": [
            {
                "id": f"placeholder:{match.start()}",
                "sourceType": "excerpt",
                "confidence": 1,
                "content": {"quote": quote},
                "anchor": anchor,
            }
        ],
        "anchor": anchor,
        "resolutionRequirement": {
            "action": "replace",
            "description": "Write the text that the placeholder stands for, or remove it.",
        },
    }


async def main() -> None:
    client = await Client.connect(
        os.environ.get("TEMPORAL_ADDRESS", "localhost:7233"),
        namespace=os.environ.get("TEMPORAL_NAMESPACE", "default"),
    )
    task_queue = os.environ.get("TASK_QUEUE", "placeholder-text")
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    async with Worker(client, task_queue=task_queue, activities=[examine]):
        print(f"waiting for work on {task_queue}", flush=True)
        await stop.wait()


if __name__ == "__main__":
    asyncio.run(main())
