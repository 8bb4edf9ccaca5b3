#!/usr/bin/env python3
"""Copies generated sites with `pauta import-site`, takes the time, and compares each copy with its source.

    cargo build --release --workspace --bin pauta --features pauta-tests/measure --example generate_site
    python3 tests/performance/import_site.py --posts 1000 10000 --kill 5

For each number of posts a site is generated and served; its copy is made in an empty data folder, then once more,
which must write nothing. With --kill N another copy is made whose importer is killed N times at moments that the
seed decides, and each time begun again. Every copy is then served at the source's address, and everything that
an administrator can read there has to be the same. Ends with 1 when anything differs. Needs Python's standard library.
"""

import argparse
import base64
import hashlib
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LOGIN = "administracao"
PASSWORD = "copiaDeTudoSemPerderNada"
STATES = "publish,future,draft,pending,private,trash"
# Query with which an administrator lists each collection.
COLLECTIONS = {
    "users": "",
    "categories": "",
    "tags": "",
    "menus": "",
    "pattern_category": "",
    "media": "&status=inherit,private,trash",
    "posts": f"&status={STATES}",
    "pages": f"&status={STATES}",
    "blocks": f"&status={STATES}",
    "menu-items": "&status=publish,draft",
    "comments": "&status=approve",
}
# Addresses of resources that are not imported (revisions), and members derived from others.
UNCOMPARED = {"_links", "permalink_template", "generated_slug"}
# Time limit of a server's start, in seconds.
PATIENCE = 120


@dataclass(frozen=True)
class Finished:
    """A finished import: exit code, output, duration and peak resident memory in MB."""

    code: int
    said: str
    seconds: float
    memory: float


def surroundings() -> dict[str, str]:
    login = {"SITE_ADMIN_USER": LOGIN, "SITE_ADMIN_APP_PASSWORD": PASSWORD, "PAUTA_IMPORT_APP_PASSWORD": PASSWORD}
    return {**os.environ, **login}


def program(path: str) -> Path:
    return Path(path).resolve()


def free_port() -> int:
    with socket.socket() as opened:
        opened.bind(("127.0.0.1", 0))
        return opened.getsockname()[1]


class Host:
    """A client of a served site, signed in as its administrator."""

    def __init__(self, address: str):
        self.root = f"{address}/rest"
        token = base64.b64encode(f"{LOGIN}:{PASSWORD}".encode()).decode()
        self.headers = {"authorization": f"Basic {token}", "content-type": "application/json"}

    def ask(self, path: str, body: dict | None = None):
        """The JSON body and the headers of a response."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.root}{path}", data, self.headers)
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer), answer.headers

    def answers(self) -> bool:
        try:
            self.ask("/core/v2/users/me?_fields=id")
        except (urllib.error.URLError, ConnectionError):
            return False
        return True

    def make(self, route: str, **members) -> int:
        return self.ask(f"/core/v2/{route}", members)[0]["id"]

    def inventory(self) -> dict[str, dict]:
        """All items, each member as a digest."""
        known: dict[str, dict] = {"settings": {0: self.ask("/core/v2/settings")[0]}}
        for route, wish in COLLECTIONS.items():
            items, page, pages = {}, 1, 1
            while page <= pages:
                path = f"/core/v2/{route}?context=edit&per_page=100&orderby=id&order=asc&page={page}{wish}"
                part, headers = self.ask(path)
                pages = int(headers["x-wp-totalpages"])
                for item in part:
                    items[item["id"]] = {
                        name: hashlib.md5(json.dumps(value).encode()).hexdigest()
                        for name, value in item.items()
                        if name not in UNCOMPARED
                    }
                page += 1
            items["total"] = {"total": headers["x-wp-total"]}
            known[route] = items
        return known


@contextmanager
def served(pauta: Path, data: Path, port: int):
    """The site of a data folder, served on a loopback port."""
    with (data.parent / f"{data.name}.log").open("wb") as words:
        server = subprocess.Popen(
            [pauta, "--data-dir", data, "--site-addr", f"127.0.0.1:{port}", "--platform-addr", "127.0.0.1:0"],
            env=surroundings(), stdout=words, stderr=words,
        )
        try:
            host = Host(f"http://127.0.0.1:{port}")
            begin = time.monotonic()
            while not host.answers():
                if server.poll() is not None or time.monotonic() - begin > PATIENCE:
                    raise SystemExit(f"the site in {data} is not served: see {words.name}")
                time.sleep(0.05)
            yield host
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(PATIENCE)


def further(host: Host) -> None:
    """Adds one item of each kind that the generator does not write."""
    host.make("posts", title="Fixo", content="a", status="publish", sticky=True, format="aside")
    host.make("posts", title="Trancado", content="b", status="publish", password="segredo")
    host.make("posts", title="Depois", content="c", status="future", date="2040-02-03T04:05:06")
    host.make("posts", title="Reservado", content="d", status="private")
    post = host.make("posts", title="Discutido", content="e", status="publish", excerpt="Resumo")
    above = host.make("pages", title="Sobre", content="f", status="publish", menu_order=3)
    page = host.make("pages", title="Equipe", content="g", status="publish", parent=above)
    host.make("blocks", title="Assinatura", content="<!-- wp:paragraph --><p>h</p><!-- /wp:paragraph -->",
              status="publish")
    first = host.make("comments", post=post, content="Primeiro", author_name="Lia", author_email="lia@site.localhost")
    host.make("comments", post=post, content="Resposta", parent=first)
    menu = host.make("menus", name="Principal")
    item = host.make("menu-items", title="Equipe", type="post_type", object="page", object_id=page, menus=menu,
                     status="publish")
    host.make("menu-items", title="Fora", url="https://fora.example/", menus=menu, parent=item, status="publish")


def importer(pauta: Path, address: str, data: Path, words) -> subprocess.Popen:
    return subprocess.Popen(
        [pauta, "import-site", f"{address}/", "--user", LOGIN, "--data-dir", data],
        env=surroundings(), stdout=words, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
    )


def copied(pauta: Path, address: str, data: Path) -> Finished:
    """Runs an import to its end."""
    with tempfile.TemporaryFile() as words:
        begin = time.monotonic()
        process = importer(pauta, address, data, words)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.monotonic() - begin
        process.returncode = os.waitstatus_to_exitcode(status)
        words.seek(0)
        return Finished(process.returncode, words.read().decode(), seconds, usage.ru_maxrss * 1024 / 1e6)


def killed(pauta: Path, address: str, data: Path, after: float) -> bool:
    """Runs an import and kills it after some seconds; returns False if it ended before."""
    with tempfile.TemporaryFile() as words:
        process = importer(pauta, address, data, words)
        try:
            process.wait(after)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            return True
        return False


def written(said: str) -> int:
    """The number of added and updated records in the report."""
    rows = re.findall(r"^\S+ +(\d+) +(\d+) +\d+ +\d+$", said, re.M)
    return sum(int(added) + int(renewed) for added, renewed in rows)


def differences(theirs: dict, ours: dict) -> list[str]:
    found = []
    for route, items in theirs.items():
        for key in items.keys() | ours[route].keys():
            there, here = items.get(key), ours[route].get(key)
            if there is None or here is None:
                found.append(f"{route}/{key}: {'missing' if here is None else 'not of the source'}")
                continue
            names = sorted(name for name in there.keys() | here.keys() if there.get(name) != here.get(name))
            if names:
                found.append(f"{route}/{key}: {', '.join(names)}")
    return found


def measure(posts: int, wishes: argparse.Namespace, folder: Path) -> bool:
    """Measures one size; returns whether every copy equals its source."""
    source = wishes.source or folder / "source"
    if not wishes.source:
        subprocess.run([wishes.generator, "--posts", str(posts), "--data-dir", source], env=surroundings(), check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    dice = random.Random(wishes.seed)
    complaints = []
    copies = [folder / "copy"]
    with served(wishes.pauta, source, port) as host:
        further(host)
        first = copied(wishes.pauta, address, copies[0])
        again = copied(wishes.pauta, address, copies[0])
        for name, run in (("first", first), ("second", again)):
            if run.code != 0:
                complaints.append(f"the {name} import ended with {run.code}:\n{run.said}")
        if written(again.said) > 0 or written(first.said) < posts:
            complaints.append(f"written: {written(first.said)} records, then {written(again.said)}")
        print(f"| {posts:,} | {first.seconds:.1f} s | {posts / first.seconds:.0f} | {first.memory:.0f} MB "
              f"| {again.seconds:.1f} s | {again.memory:.0f} MB |", flush=True)
        if wishes.kill:
            copies.append(folder / "killed")
            begin, times = time.monotonic(), 0
            while times < wishes.kill:
                if not killed(wishes.pauta, address, copies[1], dice.uniform(0, 2 * first.seconds / (wishes.kill + 1))):
                    break
                times += 1
            last = copied(wishes.pauta, address, copies[1])
            if last.code != 0:
                complaints.append(f"the resumed import ended with {last.code}:\n{last.said}")
            print(f"killed {times} times: {time.monotonic() - begin:.1f} s in all, "
                  f"{written(last.said)} records by the last run", file=sys.stderr)
        theirs = host.inventory()
    for copy in copies:
        with served(wishes.pauta, copy, port) as host:
            found = differences(theirs, host.inventory())
        complaints += [f"{copy.name}: {one}" for one in found[:20]]
        compared = sum(len(items) - 1 for items in theirs.values())
        print(f"{copy.name}: {compared} records compared, {len(found)} differ", file=sys.stderr)
    for complaint in complaints:
        print(complaint, file=sys.stderr)
    return not complaints


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--posts", type=int, nargs="+", default=[1000, 10000], help="sizes of the sources")
    parser.add_argument("--kill", type=int, default=0, metavar="N", help="kill the importer of a further copy N times")
    parser.add_argument("--source", type=program, help="a data folder that an earlier run generated, for one size")
    parser.add_argument("--seed", type=int, default=2026, help="decides when it is killed")
    parser.add_argument("--pauta", type=program, default=ROOT / "target/release/pauta")
    parser.add_argument("--generator", type=program, default=ROOT / "target/release/examples/generate_site")
    wishes = parser.parse_args()
    print("| posts | copy | posts a second | memory | copy again | memory |\n|---|---|---|---|---|---|")
    is_same = True
    for posts in wishes.posts:
        with tempfile.TemporaryDirectory(prefix="pauta-import-") as folder:
            is_same &= measure(posts, wishes, Path(folder))
    return 0 if is_same else 1


if __name__ == "__main__":
    sys.exit(main())
