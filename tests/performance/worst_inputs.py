#!/usr/bin/env python3
"""Sends the dearest inputs that a person may send, and measures how long others wait meanwhile.

    cargo build --release --workspace --bin pauta
    python3 tests/performance/worst_inputs.py

For each input: its answer, the seconds until then, and the longest time that a reader of the site's posts and a reader of
the platform's sites waited meanwhile. At the end the peak memory of the process. Needs Linux and Python's standard
library.
"""

import argparse
import json
import struct
import sys
import tempfile
import time
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from local_server import Request, Server  # noqa: E402


@dataclass(frozen=True)
class Case:
    """Requests that are sent at once."""

    name: str
    requests: list[Request]


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


def cases(server: Server, person: dict[str, str]) -> Iterator[Case]:
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
    body = {"title": "Um", "content": "&" * 800_000, "status": "publish"}
    for _ in range(12):
        server.sent(posts, body, server.author).send()
    yield Case("list of 12 contents of 800 KB of `&`", [Request("GET", f"{posts}?per_page=12", {})])
    yield Case("… their feed, 4 times at once", [Request("GET", f"{server.site}/feed/", {})] * 4)
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
        yield Case(f"grammar of {name}", [server.sent(check, {"text": text}, person)])
    site = {"site_id": 1, "title": "Um"}
    long = server.sent(f"{server.api}/posts", {**site, "body": "&" * 800_000}, person)
    yield Case("body of 800 KB of `&`", [long])
    words = [" ".join(f"{letter}{n}" for n in range(25_000)) for letter in "ab"]
    post = server.post(f"{server.api}/posts", {**site, "body": f"<p>{words[0]}</p>"}, person)
    edit = {"body": f"<p>{words[1]}</p>", "version": post["version"]}
    server.sent(f"{server.api}/posts/{post['id']}", edit, person, "PUT").send()
    difference = f"{server.api}/posts/{post['id']}/versions/1/diff/2"
    yield Case("difference of 25,000 words with nothing in common", [Request("GET", difference, person)])


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
    folder = tempfile.TemporaryDirectory()
    server = Server(parser.parse_args().program, "--data-dir", folder.name)
    person = server.signed_in()
    readers = [
        Request("GET", f"{server.root}/core/v2/posts?_fields=id", {}),
        Request("GET", f"{server.api}/sites", person),
    ]
    try:
        print("| Input | Answer | Seconds | Site's reader waited | Platform's reader waited |\n|---|---|--:|--:|--:|")
        for case in cases(server, person):
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
        server.stop()
        folder.cleanup()


if __name__ == "__main__":
    main()
