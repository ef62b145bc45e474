"""Verifies a webhook with the stock Python library: {secret, headers, body} as JSON on standard input. Prints the body."""

import json
import sys

from standardwebhooks.webhooks import Webhook

given = json.load(sys.stdin)
Webhook(given["secret"]).verify(given["body"], given["headers"])
sys.stdout.write(given["body"])
