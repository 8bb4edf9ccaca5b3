#!/usr/bin/env python3
"""Sends the dearest inputs that a person may send, and measures how long others wait meanwhile.

    cargo build --release --workspace --bin pauta
    python3 tests/performance/worst_inputs.py

For each input: its answer, the seconds until then, and the longest time that a reader of the site's posts and a reader of
the platform's sites waited meanwhile. At the end the peak memory of the process. Needs Linux and Python's standard
library.
"""

import argparse
import base64
import json
import os
import re
import struct
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LOGIN = "administracao"
PASSWORD = "umaSenhaQueNinguemAdivinha"
JSON = {"content-type": "application/json"}
# Time limit of a start and of an answer, in seconds.
PATIENCE = 300


@dataclass(frozen=True)
class Request:
    """A request, complete."""

    method: str
    url: str
    headers: dict[str, str]
    body: bytes | None = None

    def send(self) -> tuple[int, bytes]:
        asked = urllib.request.Request(self.url, self.body, self.headers, method=self.method)
        try:
            with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()


@dataclass(frozen=True)
class Case:
    """Requests that are sent at once."""

    name: str
    requests: list[Request]


class Server:
    """A local process with a new store in memory."""

    def __init__(self, program: str) -> None:
        first = {
            "PAUTA_ADMIN_PASSWORD": PASSWORD,
            "SITE_ADMIN_USER": LOGIN,
            "SITE_ADMIN_APP_PASSWORD": PASSWORD,
        }
        command = [program, "--in-memory", "--platform-addr", "127.0.0.1:0", "--site-addr", "127.0.0.1:0"]
        self.log = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(command, env={**os.environ, **first}, stdout=self.log, stderr=self.log)
        said = self.said()
        self.api = re.search(r"Platform +(\S+)", said)[1]
        self.root = re.search(r"REST root (\S+)/\)", said)[1]
        self.site = re.search(r"Site +(\S+)", said)[1]
        pair = base64.b64encode(f"{LOGIN}:{PASSWORD}".encode()).decode()
        self.author = {"authorization": f"Basic {pair}"}
        token = self.token(re.search(r"Mailbox +(\S+)", said)[1])
        self.person = {"authorization": f"Bearer {token}"}

    def said(self) -> str:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self.process.poll() is None:
            self.log.seek(0)
            text = self.log.read()
            if "Ctrl-C stops" in text:
                return text
            time.sleep(0.05)
        sys.exit("the process did not start")

    def token(self, mailbox: str) -> str:
        login = {"email": "admin@pauta.localhost", "password": PASSWORD}
        challenge = self.post(f"{self.api}/auth/login", login, {})["challenge"]
        code = None
        while code is None:
            mails = json.loads(Request("GET", mailbox, {}).send()[1])
            code = next((found for mail in mails if (found := re.search(r"\b\d{6}\b", mail["text"]))), None)
        second = {"challenge": challenge, "code": code[0]}
        return self.post(f"{self.api}/auth/two-factor", second, {})["access_token"]

    def post(self, url: str, body: dict, headers: dict[str, str]) -> dict:
        return json.loads(self.sent(url, body, headers).send()[1])

    def sent(self, url: str, body: dict, headers: dict[str, str], method: str = "POST") -> Request:
        return Request(method, url, {**JSON, **headers}, json.dumps(body).encode())

    def memory(self, member: str) -> int:
        """A size of the process from proc(5), in MB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(rf"{member}:\s+(\d+)", status)[1]) // 1024


def png(width: int, height: int, depth: int, kind: int) -> bytes:
    """A PNG file whose bytes are all zero (PNG specification, 5 and 7.2)."""
    row = 1 + (width * depth * {2: 3, 6: 4, 0: 1}[kind] + 7) // 8

    def chunk(name: bytes, data: bytes) -> bytes:
        checked = name + data
        return struct.pack(">I", len(data)) + checked + struct.pack(">I", zlib.crc32(checked))

    squeeze = zlib.compressobj(9)
    data = b"".join(squeeze.compress(bytes(row)) for _ in range(height)) + squeeze.flush()
    header = struct.pack(">IIBBBBB", width, height, depth, kind, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def cases(server: Server) -> Iterator[Case]:
    posts = f"{server.root}/core/v2/posts"

    def asked(body: dict) -> list[Request]:
        return [server.sent(f"{posts}?_method=GET", body, {})]

    yield Case("search of one word, 200 KB", asked({"search": "w" * 200_000}))
    yield Case("search of one word, 200 characters", asked({"search": "w" * 200}))
    yield Case("40,000 slugs", asked({"slug": [f"a{n}" for n in range(40_000)]}))
    yield Case("100,000 ids in their order", asked({"include": list(range(1, 100_000)), "orderby": "include"}))
    for mark in ("&", "[", "<", "<a "):
        text = (mark * 800_000)[:800_000]
        body = {"title": "Um", "content": text, "status": "publish"}
        yield Case(f"content of 800 KB of `{mark}`", [server.sent(posts, body, server.author)])
        made = json.loads(Request("GET", f"{posts}?per_page=1&_fields=link", {}).send()[1])
        yield Case("… its page", [Request("GET", made[0]["link"], {})])
        yield Case("… its page, 4 times at once", [Request("GET", made[0]["link"], {})] * 4)
    picture = png(5000, 4995, 16, 6)
    upload = {**server.author, "content-type": "image/png", "content-disposition": "attachment; filename=a.png"}
    media = f"{server.root}/core/v2/media"
    yield Case("8 pictures of 25 million pixels of 16 bits at once", [Request("POST", media, upload, picture)] * 8)
    yield Case("picture of 49,000,000 × 1", [Request("POST", media, upload, png(49_000_000, 1, 8, 0))])

    check = f"{server.api}/posts/check-grammar"
    for name, text in (
        ("one word of 16 KB", "a" * 16_000),
        ("180 KB of `, `", ", " * 90_000),
        ("180 KB of findings", "a casa é bonita. " * 10_000),
    ):
        yield Case(f"grammar of {name}", [server.sent(check, {"text": text}, server.person)])
    site = {"site_id": 1, "title": "Um"}
    long = server.sent(f"{server.api}/posts", {**site, "body": "&" * 800_000}, server.person)
    yield Case("body of 800 KB of `&`", [long])
    words = [" ".join(f"{letter}{n}" for n in range(25_000)) for letter in "ab"]
    post = server.post(f"{server.api}/posts", {**site, "body": f"<p>{words[0]}</p>"}, server.person)
    edit = {"body": f"<p>{words[1]}</p>", "version": post["version"]}
    server.sent(f"{server.api}/posts/{post['id']}", edit, server.person, "PUT").send()
    difference = f"{server.api}/posts/{post['id']}/versions/1/diff/2"
    yield Case("difference of 25,000 words with nothing in common", [Request("GET", difference, server.person)])


def longest_wait(reader: Request, stopped: list[bool]) -> float:
    longest = 0.0
    while not stopped:
        begun = time.monotonic()
        reader.send()
        longest = max(longest, time.monotonic() - begun)
    return longest


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=str(ROOT / "target/release/pauta"))
    server = Server(parser.parse_args().program)
    readers = [
        Request("GET", f"{server.root}/core/v2/posts?_fields=id", {}),
        Request("GET", f"{server.api}/sites", server.person),
    ]
    try:
        print("| Input | Answer | Seconds | Site's reader waited | Platform's reader waited |\n|---|---|--:|--:|--:|")
        for case in cases(server):
            stopped: list[bool] = []
            with ThreadPoolExecutor(len(case.requests) + len(readers)) as threads:
                waits = [threads.submit(longest_wait, reader, stopped) for reader in readers]
                begun = time.monotonic()
                answers = list(threads.map(Request.send, case.requests))
                seconds = time.monotonic() - begun
                stopped.append(True)
                site, platform = (wait.result() for wait in waits)
            status = ", ".join(sorted({str(answer[0]) for answer in answers}))
            print(f"| {case.name} | {status} | {seconds:.2f} | {site:.2f} | {platform:.2f} |", flush=True)
        print(f"\nMemory: at most {server.memory('VmHWM')} MB, now {server.memory('VmRSS')} MB")
    finally:
        server.process.terminate()
        server.process.wait()


if __name__ == "__main__":
    main()
