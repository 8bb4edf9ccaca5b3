#!/usr/bin/env python3
"""Fills the disk of a running process, and looks at what people can still do: sign in, read and delete.

    tests/power/run.sh

The data lie on a file system in memory of limited size. Needs Linux and root.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from local_server import PATIENCE, Request, Server  # noqa: E402

# Size of the file system.
DISK = "192m"
# A text, so that some of them fill what the store has left in its own file.
TEXT = "Fermento natural pede paciência. " * 5_000


def expect(is_so: bool, what: str) -> None:
    print(f"full: {what}: {'yes' if is_so else 'NO'}", flush=True)
    if not is_so:
        sys.exit(1)


def fill(file: Path) -> None:
    """Takes all room that the disk has."""
    with file.open("ab", buffering=0) as out:
        for size in (1 << 20, 1 << 12, 1):
            try:
                while out.write(b"\0" * size) == size:
                    pass
            except OSError:
                pass


class Site:
    """Requests of the content site and of the platform."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.posts = f"{server.root}/core/v2/posts"

    def write(self) -> tuple[int, dict]:
        body = {"title": "Pão", "content": TEXT, "status": "publish"}
        status, answer = self.server.sent(self.posts, body, self.server.author).send()
        return status, json.loads(answer)

    def upload(self) -> tuple[int, dict]:
        kind = {"content-type": "application/pdf", "content-disposition": "attachment; filename=a.pdf"}
        content = b"%PDF-1.4\n" + b"x" * 1_000_000
        media = f"{self.server.root}/core/v2/media"
        status, answer = Request("POST", media, {**self.server.author, **kind}, content).send()
        return status, json.loads(answer)

    def delete(self, address: str) -> int:
        return Request("DELETE", address, self.server.author).send()[0]

    def draft(self, person: dict[str, str], site: str) -> tuple[int, dict]:
        body = {"title": "Pão", "body": f"<p>{TEXT}</p>", "site_id": site}
        status, answer = self.server.sent(f"{self.server.api}/posts", body, person).send()
        return status, json.loads(answer)


def full(program: str, disk: Path) -> None:
    data, filler = disk / "data", disk / "filler"
    server = Server(program, "--data-dir", str(data))
    site = Site(server)
    person = server.signed_in()
    pages = json.loads(Request("GET", f"{server.api}/sites", person).send()[1])
    client = (pages["items"] if "items" in pages else pages["data"])[0]["id"]
    posts = [site.write()[1]["id"] for _ in range(3)]
    file = site.upload()[1]
    draft = site.draft(person, client)[1]["id"]

    fill(filler)
    refused = (201, {})
    for _ in range(400):
        refused = site.write()
        if refused[0] != 201:
            break
        posts.append(refused[1]["id"])
    expect(refused[0] == 503 and refused[1]["code"] == "rest_storage_full", "an article is refused for the full disk")
    fill(filler)
    found = site.draft(person, client)
    expect(found[0] == 503 and found[1].get("code") == "storage_full", "a draft is refused for the full disk")
    expect(site.upload()[0] == 503, "an upload is refused")

    person = server.signed_in()
    expect(True, "a person signs in with password and code")
    reads = [(f"{server.api}/posts", person), (site.posts, server.author), (site.posts, {})]
    for address, headers in reads:
        expect(Request("GET", address, headers).send()[0] == 200, f"{address.split('/', 3)[3]} is read")
    expect(Request("DELETE", f"{server.api}/posts/{draft}", person).send()[0] in (200, 204), "a draft is deleted")
    expect(site.delete(f"{site.posts}/{posts.pop()}") == 200, "an article goes to the trash")
    expect(site.delete(f"{site.posts}/{posts.pop()}?force=true") == 200, "an article is deleted for good")
    media = f"{server.root}/core/v2/media/{file['id']}?force=true"
    expect(site.delete(media) == 200, "an upload is deleted")
    fill(filler)
    server.kill()

    server = Server(program, "--data-dir", str(data))
    site = Site(server)
    person = server.signed_in()
    expect(True, "a start with the full disk, and a person signs in")
    expect(site.write()[0] == 503, "an article is refused")
    expect(site.delete(f"{site.posts}/{posts.pop()}?force=true") == 200, "an article is deleted for good")
    filler.unlink()
    end = time.monotonic() + PATIENCE
    while site.write()[0] != 201 and time.monotonic() < end:
        time.sleep(0.2)
    expect(site.write()[0] == 201 and site.upload()[0] == 201, "all is stored once there is room")
    server.stop()
    check = subprocess.run([program, "check", "--data-dir", str(data)], capture_output=True, text=True)
    expect(check.returncode == 0, f"check finds nothing wrong {check.stdout if check.returncode else ''}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=str(ROOT / "target/debug/pauta"))
    program = parser.parse_args().program
    with tempfile.TemporaryDirectory(prefix="pauta-full-") as folder:
        disk = Path(folder) / "disk"
        disk.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", disk], check=True)
        try:
            full(program, disk)
        finally:
            subprocess.run(["umount", "--lazy", disk], check=True)


if __name__ == "__main__":
    main()
