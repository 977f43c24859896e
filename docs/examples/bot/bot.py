#!/usr/bin/env python3
"""A bot that plays opfire over its API, with nothing but Python's standard library.

    opfire play --no-open                      # in one terminal
    python3 bot.py http://127.0.0.1:7944       # in another: plays a whole game, prints how it ended

It makes a table, takes the first seat, and lets a bot of the program play the other one. `choose` is the part to
replace: it gets a view and returns one of the actions that the view offers.
"""

import base64
import json
import os
import random
import socket
import struct
import sys
import urllib.parse
import urllib.request
import zlib

GAME, SCENARIO, OPPONENT = "divisions", "tiger-in-the-open", "heuristic"


def choose(view, chance):
    """Takes the action with the most to win, as the program counts it; any of them where no dice decide."""
    choices = view["scene"]["choices"]

    def worth(choice):
        return choice["odds"]["worth"] if choice["odds"] else -1

    best = max(worth(choice) for choice in choices)
    if best <= 0:
        return chance.choice(choices)["action"]
    return next(choice["action"] for choice in choices if worth(choice) == best)


def main(address):
    wish = {"game": GAME, "scenario": SCENARIO, "players": ["human", OPPONENT], "seed": "7", "pace": "none"}
    table = ask(address, "/api/tables", wish)
    keys = [seat["key"] for seat in table["seats"] if seat["key"]]
    wire, chance = Wire(address, f"/api/tables/{table['id']}/ws", keys), random.Random(1)
    while True:
        message = wire.read()
        if message["type"] == "change":
            # What changed since the last view. The whole view is longer and needs no code.
            wire.write({"type": "whole"})
        elif message["type"] == "refused":
            if message["refusal"]:
                sys.exit(f"refused by a rule: {message['text']}")
            # Somebody was quicker: look again.
            wire.write({"type": "whole"})
        elif message["type"] == "view":
            view, yours = message["view"], message["yours"]
            if view["scene"]["outcome"]:
                print(f"{view['seq']} actions: {view['scene']['outcome']['text']}")
                return
            seat = view["scene"]["prompt"]["seat"]
            if seat in yours and view["scene"]["choices"]:
                action = choose(view, chance)
                wire.write({"type": "act", "seq": view["seq"], "seat": seat, "actions": [action]})


def ask(address, path, body):
    """A request of the HTTP part of the API."""
    head = {"Content-Type": "application/json"}
    request = urllib.request.Request(address + path, json.dumps(body).encode(), head)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


class Wire:
    """A WebSocket, as far as a bot needs one."""

    def __init__(self, address, path, keys):
        url = urllib.parse.urlsplit(address)
        self.socket = socket.create_connection((url.hostname, url.port or 80))
        self.stream = self.socket.makefile("rb")
        nonce = base64.b64encode(os.urandom(16)).decode()
        protocols = ", ".join(["opfire.v1"] + [f"opfire.key.{key}" for key in keys])
        self.socket.sendall(
            f"GET {path} HTTP/1.1\r\nHost: {url.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {nonce}\r\n"
            f"Sec-WebSocket-Protocol: {protocols}\r\n\r\n".encode()
        )
        status = self.stream.readline()
        if b" 101 " not in status:
            sys.exit(f"the server says {status.decode().strip()}")
        while self.stream.readline().strip():
            pass

    def read(self):
        """The next message. Long ones are packed with raw DEFLATE, in a binary frame."""
        while True:
            first, second = self.stream.read(2)
            kind, length = first & 15, second & 127
            if length == 126:
                (length,) = struct.unpack(">H", self.stream.read(2))
            elif length == 127:
                (length,) = struct.unpack(">Q", self.stream.read(8))
            content = self.stream.read(length)
            if kind == 1:
                return json.loads(content)
            if kind == 2:
                return json.loads(zlib.decompress(content, -15))
            if kind == 8:
                sys.exit("the server hung up")
            if kind == 9:
                self.send(10, content)

    def write(self, message):
        self.send(1, json.dumps(message).encode())

    def send(self, kind, content):
        length = len(content)
        head = bytes([128 | kind]) + (
            bytes([128 | length]) if length < 126 else bytes([128 | 126]) + struct.pack(">H", length)
        )
        mask = os.urandom(4)
        self.socket.sendall(head + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(content)))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:7944")
