#!/usr/bin/env python3
"""Places one order far from the market and cancels it, with nothing but Python's standard library (3.9 or newer).

    SESAME_TOKEN=sesame_... python3 examples/place_and_cancel.py [--url http://127.0.0.1:8080]

The token needs `Trade`; the terminal must be armed on its page. Prices and sizes are decimal text: never floats.
"""

import argparse
import json
import os
import time
import urllib.error
import urllib.request
import uuid
from decimal import Decimal

parser = argparse.ArgumentParser()
parser.add_argument("--url", default="http://127.0.0.1:8080")
parser.add_argument("--live", action="store_true", help="also on a real venue")
options = parser.parse_args()


def call(method, path, body=None):
    """One call of the interface; what is not 2xx is a problem document with a stable `code`."""
    request = urllib.request.Request(
        options.url.rstrip("/") + "/api" + path,
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={
            "Authorization": "Bearer " + os.environ["SESAME_TOKEN"],
            "Content-Type": "application/json",
        },
    )
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        problem = json.load(error)
        raise SystemExit(f"{method} {path}: {error.code} {problem['code']}: {problem['detail']}")


def new_id():
    """A UUIDv7. The same id is never placed twice: after a timeout, ask again with the same one."""
    millis = time.time_ns() // 1_000_000
    rest = uuid.uuid4().int & ((1 << 80) - 1)
    number = (millis << 80) | rest
    number = (number & ~(0xF << 76)) | (0x7 << 76)
    number = (number & ~(0x3 << 62)) | (0x2 << 62)
    return str(uuid.UUID(int=number))


if not call("GET", "/status")["simulated"] and not options.live:
    raise SystemExit("this terminal is on a real venue: add --live if you mean it")

markets = [
    market
    for event in call("GET", "/search?q=&sort=volume&limit=30")["items"]
    for market in event["markets"]
    if market["status"] == "open" and market["accepting_orders"] and market["seconds_delay"] == 0
]
market = markets[0]
outcome = market["outcomes"][0]
book = call("GET", "/books/" + outcome["id"])
while book["stale"] or not book["bids"]:
    time.sleep(0.2)
    book = call("GET", "/books/" + outcome["id"])
best_bid, tick = Decimal(book["bids"][0][0]), Decimal(book["tick_size"])
price = max(tick, best_bid - 5 * tick)
print(market["question"], outcome["name"], "bid", best_bid)

placed = call(
    "POST",
    "/orders/place",
    {
        "client_order_id": new_id(),
        "outcome_id": outcome["id"],
        "side": "BUY",
        "price": format(price.normalize(), "f"),
        "size": market["min_order_size"],
        "time_in_force": "GTC",
        "post_only": True,
    },
)
print("placed", placed["result"], (placed["reject"] or {}).get("message", ""))
if placed["order"] is None:
    raise SystemExit(1)

cancelled = call("POST", "/orders/cancel", {"order_ids": [placed["order"]["id"]]})
print("cancelled", len(cancelled["cancelled"]))
