"""Verifies a webhook with the official Python library.

Reads {secret, headers, body} as JSON from standard input and prints the body.
"""

import json
import sys

from standardwebhooks.webhooks import Webhook

given = json.load(sys.stdin)
Webhook(given["secret"]).verify(given["body"], given["headers"])
sys.stdout.write(given["body"])
