"""A device at a table, as its page talks to the server."""

import hmac
import json
from base64 import b32encode
from hashlib import sha256
from uuid import uuid4
from zlib import crc32

from django.test import Client

from skatliga.lists.access import device_path, key_of
from skatliga.lists.models import Lease


class Device:
    """A phone that has scanned the code of a table; it knows what its page would know."""

    def __init__(self, table, browser: Client | None = None) -> None:
        self.address = device_path(table)
        self.browser = browser or Client()
        self.name = str(uuid4())
        self.generation, self.list, self.key = 0, "", ""

    def post(self, path, body):
        text = body if isinstance(body, str | bytes) else json.dumps(body)
        return self.browser.post(self.address + path, text, content_type="application/json")

    def write(self, keeper=1, **more):
        """Ask to be the one that writes."""
        answer = self.post("schreiben/", {"device": self.name, "keeper": keeper, "seals": True, **more})
        if answer.status_code == 200:
            told = answer.json()
            self.generation, self.list, self.key = told["generation"], told["state"]["list"], told["key"]
        return answer

    def look(self, **headers):
        return self.browser.get(self.address + "stand/", headers=headers)

    def state(self):
        return self.look().json()

    def send(self, *entries, **more):
        body = {"device": self.name, "generation": self.generation, "list": self.list, "entries": list(entries), **more}
        return self.post("senden/", body)

    def signatures(self, *seats):
        """What is sent when these players sign the list as it stands."""
        state = self.state()
        names = [
            seat["later"]["name"] if "later" in seat and state["deals"] >= seat["later"]["from"] else seat["name"]
            for seat in state["seats"]
        ]
        feet = [[name, foot[0]] for name, foot in zip(names, state["feet"], strict=True)]
        return [other("sign", seat=seat, feet=feet) for seat in seats]

    def enter(self, *texts):
        """Enter the next deals; what the server answered."""
        state = self.state()
        entries = [
            row(state["deals"] + ahead + 1, text, state["cycle"][ahead % len(state["cycle"])][0])
            for ahead, text in enumerate(texts)
        ]
        return self.send(*entries)


def row(nr, text, dealer, key=None):
    return {"key": str(key or uuid4()), "kind": "row", "nr": nr, "text": text, "dealer": dealer}


def correction(nr, before, text, *agreed, key=None):
    entry = {"key": str(key or uuid4()), "kind": "correction", "nr": nr, "before": before, "text": text}
    return entry | {"agreed": list(agreed)}


def other(kind, **fields):
    return {"key": str(uuid4()), "kind": kind, **fields}


def statuses(answer):
    return [each["status"] for each in answer.json()["answers"]]


def code(sheet, generation, counter, rows, signed="", seats=None, key=None):
    """What a device draws of a whole list, made here a second time.

    `seats` as it was told them last, `key` as it was given it, empty for an older page that was given none.
    """
    name = b32encode(sheet.pk.bytes).decode().strip("=")
    told = ((seat["name"], *seat.get("later", {}).values()) for seat in seats or Device(sheet.table).state()["seats"])
    names = "\n".join("/".join(map(str, (*each, "", "")[:3])) for each in told)
    said = f"{name}:{generation}:{counter}:{rows}:{signed}:{crc32(names.encode()):08X}"
    if key is None:
        key = key_of(Lease.objects.get(sheet=sheet), generation)
    if not key:
        return f"{said}:{crc32(said.encode()):08X}"
    return f"{said}:{b32encode(hmac.new(key.encode(), said.encode(), sha256).digest()[:10]).decode()}"
