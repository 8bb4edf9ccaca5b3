#!/usr/bin/env python3
"""Kills the process under load, starts it again, and looks for every acknowledged write. At the end all data are checked.

    cargo build --workspace --bin pauta
    python3 tests/power/kill.py                 75 kills, some ten minutes
    python3 tests/power/kill.py --kills 10

Sixteen writers create and change posts, comment, and create posts of the platform under idempotency keys, each waiting for its
answer. A write whose answer did not arrive may have happened or not; under a key it is repeated after the start and has happened
once then. Needs Python's standard library.
"""

import argparse
import http.client
import json
import random
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from local_server import JSON, Request, Server  # noqa: E402

WRITERS = 16
SEED = 75


@dataclass
class Acknowledged:
    """What the writers know to be stored."""

    posts: dict[int, str] = field(default_factory=dict)
    comments: dict[int, str] = field(default_factory=dict)
    articles: dict[int, str] = field(default_factory=dict)
    # Keys of requests without an answer, with their titles.
    open: dict[str, str] = field(default_factory=dict)
    writes: int = 0


class Writer(threading.Thread):
    """Writes until the process is gone."""

    def __init__(self, number: int, kill: int, server: Server, person: dict[str, str], site: int, found: Acknowledged) -> None:
        super().__init__()
        self.name = f"{kill}-{number}"
        self.server, self.person, self.site, self.found = server, person, site, found
        self.random = random.Random(f"{SEED}-{self.name}")
        self.connections: dict[str, http.client.HTTPConnection] = {}

    def ask(self, url: str, body: dict, headers: dict[str, str]) -> dict | None:
        address = urlsplit(url)
        connection = self.connections.setdefault(address.netloc, http.client.HTTPConnection(address.netloc, timeout=60))
        connection.request("POST", address.path, json.dumps(body), {**JSON, **headers})
        answer = connection.getresponse()
        text = answer.read()
        return json.loads(text) if answer.status in (200, 201) else None

    def run(self) -> None:
        turn = 0
        try:
            while True:
                turn += 1
                self.write(f"{self.name}-{turn}")
        except (OSError, http.client.HTTPException, ValueError):
            # The process was killed.
            return

    def write(self, mark: str) -> None:
        root, author, found = self.server.root, self.server.author, self.found
        kind = self.random.randrange(4)
        if kind == 0:
            title = f"Artigo {mark}"
            if made := self.ask(f"{root}/core/v2/posts", {"title": title, "content": "x" * 2000, "status": "publish"}, author):
                found.posts[made["id"]] = title
        elif kind == 1 and (own := [post for post in list(found.posts) if f" {self.name}-" in found.posts[post]]):
            post, title = self.random.choice(own), f"Artigo {mark}"
            # Until the answer, either title is right.
            found.posts[post] += f"|{title}"
            if self.ask(f"{root}/core/v2/posts/{post}", {"title": title}, author):
                found.posts[post] = title
        elif kind == 2 and found.posts:
            body = {"post": self.random.choice(list(found.posts)), "content": f"Comentário {mark}"}
            if made := self.ask(f"{root}/core/v2/comments", body, author):
                found.comments[made["id"]] = f"Comentário {mark}"
        else:
            title, key = f"Pauta {mark}", f"chave-{mark}-de-um-cliente"
            found.open[key] = title
            body = {"site_id": self.site, "title": title}
            if made := self.ask(f"{self.server.api}/posts", body, {**self.person, "idempotency-key": key}):
                found.articles[made["id"]] = title
                del found.open[key]
        found.writes += 1


def answered(url: str, headers: dict[str, str]) -> dict:
    status, text = Request("GET", url, headers).send()
    return json.loads(text) if status == 200 else {}


def lost(server: Server, person: dict[str, str], site: int, found: Acknowledged) -> list[str]:
    """What is not as it was acknowledged."""
    wrong = []
    for post, titles in found.posts.items():
        title = answered(f"{server.root}/core/v2/posts/{post}", {}).get("title", {}).get("rendered")
        if title not in titles.split("|"):
            wrong.append(f"post {post} is {title} and not {titles}")
    for comment, text in found.comments.items():
        content = answered(f"{server.root}/core/v2/comments/{comment}?context=edit", server.author).get("content", {})
        if content.get("raw") != text:
            wrong.append(f"comment {comment} is {content.get('raw')} and not {text}")
    for article, title in found.articles.items():
        stored = answered(f"{server.api}/posts/{article}", person).get("title")
        if stored != title:
            wrong.append(f"post {article} of the platform is {stored} and not {title}")
    for key, title in found.open.items():
        body, headers = {"site_id": site, "title": title}, {**person, "idempotency-key": key}
        status, text = server.sent(f"{server.api}/posts", body, headers).send()
        if status not in (200, 201):
            wrong.append(f"the repeated request {key} answers {status}: {text[:200]}")
            continue
        matches = answered(f"{server.api}/posts?q={title.replace(' ', '%20')}&per_page=50", person).get("items", [])
        same = [each for each in matches if each["title"] == title]
        if len(same) != 1:
            wrong.append(f"the repeated request {key} was done {len(same)} times")
    return wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=str(ROOT / "target/debug/pauta"))
    parser.add_argument("--kills", type=int, default=75)
    options = parser.parse_args()
    moments = random.Random(SEED)
    total, wrong, starts = 0, [], []
    with tempfile.TemporaryDirectory() as folder:
        server = Server(options.program, "--data-dir", folder)
        person = server.signed_in()
        site = answered(f"{server.api}/sites", person)["items"][0]["id"]
        for kill in range(options.kills):
            found = Acknowledged()
            writers = [Writer(number, kill, server, person, site, found) for number in range(WRITERS)]
            for writer in writers:
                writer.start()
            # A part of the load, not a wait for something.
            time.sleep(moments.uniform(0.2, 2.0))
            server.kill()
            for writer in writers:
                writer.join()
            begun = time.monotonic()
            server = Server(options.program, "--data-dir", folder)
            starts.append(time.monotonic() - begun)
            total += found.writes
            wrong += [f"kill {kill}: {what}" for what in lost(server, person, site, found)]
        server.stop()
        print(f"power: {options.kills} kills, {total} acknowledged writes, {len(wrong)} lost or wrong", flush=True)
        print(f"power: a start after a kill took {sorted(starts)[len(starts) // 2]:.2f} s, {max(starts):.2f} at most")
        checked = subprocess.run([options.program, "check", "--data-dir", folder], capture_output=True, text=True)
        print(f"power: check: {checked.stdout.strip()}{checked.stderr.strip()}")
    for line in wrong:
        print(f"power: {line}", file=sys.stderr)
    sys.exit(1 if wrong or checked.returncode else 0)


if __name__ == "__main__":
    main()
