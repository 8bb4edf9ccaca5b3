#!/usr/bin/env python3
"""Measures what a thousand requests of each kind leave in the data folder: in the store, the files, the mails and the logs.

    cargo build --workspace --bin pauta
    python3 tests/performance/stored_bytes.py --program target/debug/pauta

The process is stopped before each measurement, so that the store's write-ahead log is in its file. Needs Python's standard library.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from local_server import Request, Server  # noqa: E402

REQUESTS = 1000
# Parts of the data folder.
PARTS = {"store": "store.db", "files": "blobs", "mails": "outbox", "logs": "logs"}
TEXT = "Uma horta na varanda precisa de luz, água e de um pouco de paciência. " * 30


def sizes(folder: Path) -> dict[str, int]:
    def size(part: Path) -> int:
        files = [part] if part.is_file() else part.rglob("*")
        return sum(file.stat().st_size for file in files if file.is_file())

    return {name: size(folder / part) for name, part in PARTS.items()}


class Requests:
    """The requests of each kind, against a process."""

    def __init__(self, server: Server) -> None:
        self.server, self.person = server, server.signed_in()
        self.site = self.first(f"{server.api}/sites", self.person)["items"][0]["id"]
        self.post = self.made(f"{server.root}/core/v2/posts", self.text("Comentado"), server.author)
        self.article = self.made(f"{server.api}/posts", {"site_id": self.site, "title": "Pauta", "body": TEXT}, self.person)

    @staticmethod
    def text(title: str) -> dict:
        return {"title": title, "content": TEXT, "status": "publish"}

    def first(self, url: str, headers: dict[str, str]) -> dict:
        return json.loads(Request("GET", url, headers).send()[1])

    def made(self, url: str, body: dict, headers: dict[str, str]) -> int:
        return self.server.post(url, body, headers)["id"]

    def kinds(self) -> dict[str, Callable[[int], Request]]:
        server, root, api = self.server, self.server.root, self.server.api
        upload = {"content-type": "application/pdf", **server.author}
        return {
            "page of the site": lambda _: Request("GET", f"{server.site}/", {}),
            "list of the site": lambda _: Request("GET", f"{root}/core/v2/posts", {}),
            "search of the site": lambda n: Request("GET", f"{root}/core/v2/posts?search=horta{n}", {}),
            "refused login of the site": lambda n: Request("GET", f"{root}/core/v2/users/me", {"authorization": f"Basic {n:08}"}),
            "new post of the site, 2 KB": lambda n: server.sent(f"{root}/core/v2/posts", self.text(f"Artigo {n}"), server.author),
            "change of one post": lambda n: server.sent(
                f"{root}/core/v2/posts/{self.post}", self.text(f"Mudança {n}"), server.author
            ),
            "comment": lambda n: server.sent(
                f"{root}/core/v2/comments", {"post": self.post, "content": f"Comentário {n}"}, server.author
            ),
            "upload of 1 KB": lambda n: Request(
                "POST", f"{root}/core/v2/media", {**upload, "content-disposition": f"attachment; filename=a{n}.pdf"},
                b"%PDF-1.4\n" + b"x" * 1000,
            ),
            "list of the platform": lambda _: Request("GET", f"{api}/posts", self.person),
            "new post of the platform": lambda n: server.sent(
                f"{api}/posts", {"site_id": self.site, "title": f"Pauta {n}", "body": TEXT}, self.person
            ),
            "change of one post of the platform": lambda n: server.sent(
                f"{api}/posts/{self.article}", {"title": f"Pauta mudada {n}"}, self.person, "PUT"
            ),
        }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=str(ROOT / "target/release/pauta"))
    program = parser.parse_args().program
    print("| 1,000 × | answers | store | files | mails | logs |\n|---|---|--:|--:|--:|--:|")
    with tempfile.TemporaryDirectory() as place:
        folder, kind, last = Path(place), 0, 1
        while kind < last:
            # What a start and a login write is not counted.
            server = Server(program, "--data-dir", place)
            Requests(server)
            server.stop()
            before = sizes(folder)
            server = Server(program, "--data-dir", place)
            kinds = list(Requests(server).kinds().items())
            name, request = kinds[kind]
            # One after the other: requests of one user beside each other are refused in part.
            answers = [request(number).send()[0] for number in range(REQUESTS)]
            server.stop()
            after = sizes(folder)
            grown = " | ".join(f"{(after[part] - before[part]) / 1e6:.2f} MB" for part in PARTS)
            print(f"| {name} | {', '.join(str(status) for status in sorted(set(answers)))} | {grown} |", flush=True)
            kind, last = kind + 1, len(kinds)


if __name__ == "__main__":
    main()
