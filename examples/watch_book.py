#!/usr/bin/env python3
"""Follows a book over the WebSocket, with nothing but Python's standard library (3.9 or newer).

    SESAME_TOKEN=sesame_... python3 examples/watch_book.py [--url http://127.0.0.1:8080] [--updates 5]

The token needs `Read`. A snapshot comes first, then changes: a size of 0 takes the level away. Prices are decimal text.
With a WebSocket library at hand (Debian: python3-websockets), `Socket` below is all that it replaces.
"""

import argparse
import base64
import json
import os
import socket
import ssl
import struct
import urllib.request
from decimal import Decimal
from urllib.parse import urlsplit

parser = argparse.ArgumentParser()
parser.add_argument("--url", default="http://127.0.0.1:8080")
parser.add_argument("--updates", type=int, default=5)
options = parser.parse_args()
base = options.url.rstrip("/")
bearer = "Bearer " + os.environ["SESAME_TOKEN"]


class Socket:
    """A client's side of RFC 6455: one text frame a message; pings are answered."""

    def __init__(self, url):
        where = urlsplit(url)
        secure = where.scheme == "https"
        self.raw = socket.create_connection((where.hostname, where.port or (443 if secure else 80)), timeout=60)
        if secure:
            self.raw = ssl.create_default_context().wrap_socket(self.raw, server_hostname=where.hostname)
        self.file = self.raw.makefile("rb")
        lines = [
            "GET /ws HTTP/1.1",
            "Host: " + where.netloc,
            "Authorization: " + bearer,
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: " + base64.b64encode(os.urandom(16)).decode(),
        ]
        self.raw.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        status = self.file.readline().decode().split(" ", 2)[1]
        while self.file.readline().strip():
            pass
        if status != "101":
            raise SystemExit("the WebSocket was refused: " + status)

    def send(self, data, kind=0x1):
        """Everything that a client sends is masked."""
        mask = os.urandom(4)
        length = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack("!H", len(data))
        masked = bytes(byte ^ mask[at % 4] for at, byte in enumerate(data))
        self.raw.sendall(bytes([0x80 | kind]) + length + mask + masked)

    def frames(self):
        """Each message as JSON, until the terminal closes."""
        message = b""
        while True:
            first, second = self.file.read(2)
            length = second & 0x7F
            if length > 125:
                size = 2 if length == 126 else 8
                length = int.from_bytes(self.file.read(size), "big")
            data = self.file.read(length)
            kind = first & 0x0F
            if kind == 0x8:
                raise SystemExit(f"closed: {int.from_bytes(data[:2], 'big')}")
            if kind == 0x9:
                self.send(data, 0xA)
            if kind in (0x0, 0x1):
                message += data
                if first & 0x80:
                    yield json.loads(message)
                    message = b""


def ask(path):
    request = urllib.request.Request(base + "/api" + path, headers={"Authorization": bearer})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


markets = [
    market
    for event in ask("/search?q=&sort=volume&limit=30")["items"]
    for market in event["markets"]
    if market["status"] == "open" and market["accepting_orders"]
]
outcome = markets[0]["outcomes"][0]
topic = "book:" + outcome["id"]
print(markets[0]["question"], outcome["name"])

live = Socket(base)
live.send(json.dumps({"op": "sub", "topics": [topic]}).encode())
sides, stale, last, shown = {"bids": {}, "asks": {}}, True, 0, 0
for frame in live.frames():
    if frame.get("topic") != topic:
        continue
    if frame["type"] == "snapshot":
        sides = {"bids": {}, "asks": {}}
    elif frame["seq"] != last + 1:
        # A change was missed: nothing is believed before a new snapshot.
        live.send(json.dumps({"op": "resync", "topics": [topic]}).encode())
        continue
    last, stale = frame["seq"], frame["data"].get("stale", stale)
    for name, levels in sides.items():
        for price, size in frame["data"].get(name, []):
            if size == "0":
                levels.pop(Decimal(price), None)
            else:
                levels[Decimal(price)] = size
    if stale or not sides["bids"] or not sides["asks"]:
        continue
    print("bid", max(sides["bids"]), "ask", min(sides["asks"]), flush=True)
    shown += 1
    if shown == options.updates:
        break
