"""Writes that are cut off, and what they leave in the data folder."""

import json
import os
import random
import re
import socket
import sqlite3
import sys
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

from clients import Endpoint, abort, form_data, json_body
from local_server import Server

WRITES = 4000
THREADS = 24
# Bytes of a file. Up to 64 KiB a body needs no place among those in memory, and longer ones do.
SIZES = (20_000, 300_000)
# A network may submit a form 60 times in ten minutes; the writes come from so many addresses.
ADDRESSES = 120
# Longest time after a whole write until its client leaves, in seconds: the handler is then at a random place.
LEAVES = 0.12
# Writes in progress when the process is killed.
IN_PROGRESS = 96
# Age that the files of the data folder get before the restart.
AGE_DAYS = 2
# Longest time for the start to remove what is left.
REMOVED = 15

FORM = "[text* your-name]\n[email* your-email]\n[file anexo limit:4mb filetypes:pdf]\n[submit]"
# Folders and endings of files that are being written, unpacked or copied (docs/operations.md, "The data folder of the local run").
UNFINISHED = re.compile(r"\.part$|/\.unfinished/|/\.restore/|/\.backup/")
PRIVATE, UPLOADS = re.compile(r"sites/[^/]+/private/"), re.compile(r"sites/[^/]+/uploads/")


@dataclass(frozen=True)
class Write:
    """A request to be cut off."""

    kind: str
    path: str
    headers: dict[str, str]
    body: bytes


class Writes:
    def __init__(self, seed: int, server: Server) -> None:
        self.seed, self.server = seed, server
        self.endpoint = Endpoint.at(server.site)
        self.rest = server.root.removeprefix(server.site)
        made = server.post(
            f"{server.root}/contact-form/v1/contact-forms",
            {"title": "Com anexo", "form": FORM, "context": "save"},
            server.author,
        )
        self.form = made["id"]

    def of(self, number: int, dice: random.Random) -> Write:
        file = ("file", f"corte-{number}.pdf", b"%PDF-1.4\n" + dice.randbytes(dice.randint(*SIZES)))
        match number % 3:
            case 0:
                headers, body = form_data({"title": f"Corte {number}"}, file)
                return Write("upload", f"{self.rest}/core/v2/media", {**self.server.author, **headers}, body)
            case 1:
                headers, body = self.submission(f"pessoa-{number}@exemplo.com.br", file[1:])
                return Write("form", self.form_path(), headers, body)
            case _:
                text = "Uma horta cabe em qualquer varanda. " * dice.randint(10, 3000)
                fields = {"title": f"Corte {number}", "content": text, "status": "publish"}
                headers, body = json_body(fields)
                return Write("JSON", f"{self.rest}/core/v2/posts", {**self.server.author, **headers}, body)

    def form_path(self) -> str:
        return f"{self.rest}/contact-form/v1/contact-forms/{self.form}/feedback"

    def submission(self, email: str, file: tuple[str, bytes]) -> tuple[dict[str, str], bytes]:
        fields = {
            "_contactform_unit_tag": f"contactform-f{self.form}-p1-o1",
            "your-name": "Ana",
            "your-email": email,
        }
        headers, body = form_data(fields, ("anexo", *file))
        return {"user-agent": "Mozilla/5.0", **headers}, body

    def begin(self, number: int) -> socket.socket:
        """Sends a whole write, and waits for nothing."""
        write = self.of(number, random.Random(f"{self.seed} {number}"))
        client = self.endpoint.connect(f"127.0.6.{1 + number % ADDRESSES}")
        client.sendall(self.bytes_of(write))
        return client

    def bytes_of(self, write: Write) -> bytes:
        headers = {**write.headers, "content-length": str(len(write.body))}
        return self.endpoint.head("POST", write.path, headers) + write.body

    def cut(self, number: int) -> str:
        """Sends a write, half of them whole, and leaves. Says what was done."""
        dice = random.Random(f"{self.seed} {number}")
        write = self.of(number, dice)
        sent = self.bytes_of(write)
        is_whole = dice.random() < 0.5
        try:
            client = self.endpoint.connect(f"127.0.6.{1 + number % ADDRESSES}")
            client.sendall(sent if is_whole else sent[: dice.randrange(len(sent))])
            time.sleep(dice.uniform(0, LEAVES) if is_whole else 0)
            abort(client, with_reset=dice.random() < 0.5)
        except OSError as error:
            return f"{write.kind}, {error}"
        return f"{write.kind}, {'without waiting' if is_whole else 'in the middle'}"


def left(folder: Path, server: Server | None = None) -> Counter[str]:
    """The files of the data folder that belong to nothing, by kind. With a server its records count; without one only names do."""
    found: Counter[str] = Counter()
    for file in folder.rglob("*"):
        name = "/" + str(file.relative_to(folder))
        if not file.is_file():
            continue
        if UNFINISHED.search(name):
            found["unfinished"] += 1
        elif name.startswith("/blobs/"):
            if file.suffix == ".type":
                found["media type without content"] += not file.with_suffix("").exists()
            else:
                found["content without media type"] += not file.with_name(file.name + ".type").exists()
    if server:
        known = uploads(server)
        forget_submissions(server)
        tasks = tasks_of_files(folder)
        for file in folder.glob("blobs/site/sites/*/*/**/*"):
            name = file.relative_to(folder / "blobs/site").as_posix()
            if not file.is_file() or file.suffix == ".type" and file.with_suffix("").exists():
                continue
            if PRIVATE.match(name):
                found["file of no submission and no task"] += name not in tasks
            elif UPLOADS.match(name):
                found["upload of no media item"] += address(name) not in known
    return +found


def address(name: str) -> str:
    """The path at which a blob of the site is read."""
    return "/" + name.split("/", 2)[2]


def uploads(server: Server) -> set[str]:
    """The paths of the files of all media items."""
    endpoint, page, paths = Endpoint.at(server.site), 1, set()
    while True:
        listed = server.root.removeprefix(server.site) + f"/core/v2/media?per_page=100&page={page}&_fields=source_url"
        items = json.loads(endpoint.ask("GET", listed, server.author).body)
        paths |= {item["source_url"].removeprefix(server.site) for item in items}
        if len(items) < 100:
            return paths
        page += 1


def forget_submissions(server: Server) -> None:
    """Deletes all submissions, which deletes their files: those that are left have no submission."""
    endpoint = Endpoint.at(server.site)
    route = server.root.removeprefix(server.site) + "/contact-form/v1/submissions"
    while listed := json.loads(endpoint.ask("GET", f"{route}?per_page=100", server.author).body):
        for submission in listed:
            deleted = endpoint.ask("DELETE", f"{route}/{submission['id']}", server.author)
            if deleted.status != 200:
                sys.exit(f"slow-clients: a submission was not deleted: {deleted} {deleted.body[:300]}")


def tasks_of_files(folder: Path) -> str:
    """The tasks of the store that remove staged files within an hour, as one text."""
    store = sqlite3.connect(f"file:{folder / 'store.db'}?mode=ro", uri=True)
    try:
        return "\n".join(text for (text,) in store.execute("SELECT item_json FROM site WHERE pk LIKE '%#FILES_TASK#%'"))
    finally:
        store.close()


def missing(folder: Path, server: Server) -> list[str]:
    """The media items without a file."""
    there = {address(file.relative_to(folder / "blobs/site").as_posix()) for file in folder.glob("blobs/site/sites/*/uploads/**/*")}
    gone = uploads(server) - there
    return [f"{len(gone)} media items have no file"] if gone else []


def logged(folder: Path) -> list[str]:
    """What the log says about files that were removed."""
    lines = (line for file in (folder / "logs").glob("*.log") for line in file.read_text().splitlines())
    entries = (json.loads(line)["fields"] for line in lines if "unfinished files were removed" in line)
    return [f"{entry['files']} files of {entry['bytes']} bytes" for entry in entries]


def grow_old(folder: Path) -> None:
    """Makes the files of the data folder some days old, as for a later start."""
    for file in folder.glob("blobs/**/*"):
        if file.is_file():
            then = file.stat().st_mtime - AGE_DAYS * 24 * 60 * 60
            os.utime(file, (then, then))


def played(
    part: str,
    seed: int,
    folder: str,
    running: Callable[[], AbstractContextManager[Server]],
    show: Callable[[str, str], None],
) -> list[str]:
    data, faults = Path(folder), []
    with running() as server:
        writes = Writes(seed, server)
        begun = time.monotonic()
        with ThreadPoolExecutor(THREADS) as threads:
            done = Counter(threads.map(writes.cut, range(WRITES)))
        seconds = time.monotonic() - begun
        cuts = ", ".join(f"{count} × {what}" for what, count in sorted(done.items()))
        show(part, f"{WRITES} writes were cut off in {seconds:.0f} s: {cuts}")
        listed = writes.endpoint.ask("GET", f"{writes.rest}/core/v2/posts?per_page=1", {})
        show(part, f"a list answers {listed} after {listed.seconds:.2f} s")
        if listed.status != 200:
            faults.append(f"after the writes a list answers {listed}")
        show(part, f"before the end: {kinds(left(data))}")
        in_progress = [writes.begin(WRITES + number) for number in range(IN_PROGRESS)]
    # The process was killed.
    for client in in_progress:
        client.close()
    unfinished = left(data)
    show(part, f"after a kill with {IN_PROGRESS} writes in progress: {kinds(unfinished)}")
    grow_old(data)
    with running() as server:
        writes.server, writes.endpoint = server, Endpoint.at(server.site)
        end = time.monotonic() + REMOVED
        while (found := left(data, server)) and time.monotonic() < end:
            time.sleep(1)
        show(part, f"after the restart, {AGE_DAYS} days later: {kinds(found)}")
        told = logged(data)
        show(part, f"removed by the start, says the log: {', '.join(told) or 'nothing'}")
        if unfinished and not told:
            faults.append("the log does not tell what the start removed")
        faults += missing(data, server)
        faults += [f"after the restart: {count} × {kind}" for kind, count in found.items()]
        faults += answered(writes, server)
    return faults


def kinds(found: Counter[str]) -> str:
    return ", ".join(f"{count} × {kind}" for kind, count in found.items()) or "no file that belongs to nothing"


def answered(writes: Writes, server: Server) -> list[str]:
    """Whether each kind of write is done after the restart."""
    endpoint, source = Endpoint.at(server.site), "127.0.7.1"
    content = b"%PDF-1.4\n" + bytes(100_000)
    faults = []
    headers, body = form_data({}, ("file", "depois.pdf", content))
    media = endpoint.ask("POST", f"{writes.rest}/core/v2/media", {**server.author, **headers}, body, source)
    headers, body = json_body({"title": "Depois", "status": "publish"})
    post = endpoint.ask("POST", f"{writes.rest}/core/v2/posts", {**server.author, **headers}, body, source)
    headers, body = writes.submission("depois@exemplo.com.br", ("depois.pdf", content))
    form = endpoint.ask("POST", writes.form_path(), headers, body, source)
    if media.status != 201:
        faults.append(f"an upload answers {media}")
    if post.status != 201:
        faults.append(f"a post answers {post}")
    if form.status != 200 or json.loads(form.body)["status"] != "mail_sent":
        faults.append(f"a form answers {form} {form.body[:300]}")
    return faults
