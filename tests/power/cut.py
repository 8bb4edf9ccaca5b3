#!/usr/bin/env python3
"""Cuts the power after acknowledged writes, and looks for each of them in a process that starts on what the disk had.

    tests/power/run.sh

The data lie on a file system in an image, mounted through a loop device. A cut is a copy of the image: what was written and not
synced is in the memory of the kernel and not in it. Each kind of write is the last one once, at each delay. Needs Linux, root,
a loop device, and the programs of the file systems.
"""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from local_server import Request, Server  # noqa: E402

# XFS has no smaller images.
IMAGE_BYTES = 300 * 1024 * 1024
# How each file system is made and mounted. A cut of XFS has the identity of the image that is still mounted.
FILE_SYSTEMS = {"ext4": (["mkfs.ext4", "-q"], "loop"), "xfs": (["mkfs.xfs", "-q"], "loop,nouuid")}
# Seconds between the last acknowledged write and the cut.
DELAYS = [0.0, 0.3, 2.0]

# Says what is wrong on the server that started after the cut, or in its folder; nothing when the write is there.
Check = Callable[[Server, Path], str | None]


@dataclass(frozen=True)
class Disk:
    """A file system in an image, and the folder for what is made of it."""

    image: Path
    options: str
    work: Path

    def mounted(self) -> AbstractContextManager[Path]:
        return mounted(self.image, self.options, self.work / "disk")

    def cut(self) -> "Disk":
        """What the disk has now."""
        copy = self.work / "cut.img"
        subprocess.run(["cp", "--sparse=always", self.image, copy], check=True)
        return replace(self, image=copy)


@contextmanager
def mounted(image: Path, options: str, place: Path) -> Iterator[Path]:
    place.mkdir(exist_ok=True)
    subprocess.run(["mount", "-o", options, image, place], check=True)
    try:
        yield place
    finally:
        # Not synced before: the image is not used again, and a busy one is released later.
        subprocess.run(["umount", "--lazy", place], check=True)


class Writes:
    """One write of each kind, with the check that finds it."""

    def __init__(self, program: str, server: Server, folder: Path) -> None:
        self.program, self.server, self.folder = program, server, folder
        self.person = server.signed_in()
        self.number = 0

    def kinds(self) -> dict[str, Callable[[], Check]]:
        return {
            "post": self.post,
            "upload": self.upload,
            "removal of an upload": self.removal,
            "setting": self.setting,
            "mail": self.mail,
            "backup": self.backup,
        }

    def next(self) -> int:
        self.number += 1
        return self.number

    def acknowledged(self, request: Request, *status: int) -> dict:
        answer = request.send()
        if answer[0] not in status:
            sys.exit(f"power: {request.method} {request.url} answered {answer}")
        return json.loads(answer[1])

    def post(self) -> Check:
        title = f"Artigo {self.next()}"
        body = {"title": title, "content": "x", "status": "publish"}
        made = self.server.sent(f"{self.server.root}/core/v2/posts", body, self.server.author)
        number = self.acknowledged(made, 201)["id"]

        def check(server: Server, _: Path) -> str | None:
            status, text = Request("GET", f"{server.root}/core/v2/posts/{number}", {}).send()
            return None if status == 200 and json.loads(text)["title"]["rendered"] == title else f"answers {status}"

        return check

    def uploaded(self) -> tuple[int, str, bytes]:
        content = b"%PDF-1.4\n" + str(self.next()).encode() * 20_000
        kind = {"content-type": "application/pdf", "content-disposition": f"attachment; filename=a{self.number}.pdf"}
        media = f"{self.server.root}/core/v2/media"
        file = self.acknowledged(Request("POST", media, {**self.server.author, **kind}, content), 201)
        return file["id"], file["source_url"].removeprefix(self.server.site), content

    def upload(self) -> Check:
        _, path, content = self.uploaded()

        def check(server: Server, _: Path) -> str | None:
            status, found = Request("GET", server.site + path, {}).send()
            return None if found == content else f"{path} answers {status} with {len(found)} bytes"

        return check

    def removal(self) -> Check:
        number, path, content = self.uploaded()
        removed = f"{self.server.root}/core/v2/media/{number}?force=true"
        self.acknowledged(Request("DELETE", removed, self.server.author), 200)

        def check(server: Server, folder: Path) -> str | None:
            status, _ = Request("GET", server.site + path, {}).send()
            kept = [file for file in (folder / "blobs").rglob("*") if file.is_file() and file.read_bytes() == content]
            return None if status == 404 and not kept else f"{path} answers {status}, {kept} are there"

        return check

    def setting(self) -> Check:
        name = f"Agência {self.next()}"
        page = f"{self.server.api}/settings/agency"
        self.acknowledged(self.server.sent(page, {"AGENCY_NAME": name}, self.person, "PUT"), 200)

        def check(_: Server, folder: Path) -> str | None:
            saved = folder / "pauta.env"
            return None if saved.exists() and name in saved.read_text() else "the file has another value"

        return check

    def mail(self) -> Check:
        subject = f"Assunto {self.next()}"
        fields = {
            "_contactform_unit_tag": "contactform-f1-p1-o1",
            "your-name": "Ana",
            "your-email": "ana@exemplo.com.br",
            "your-subject": subject,
            "your-message": "Olá",
        }
        parts = "".join(
            f'--x\r\ncontent-disposition: form-data; name="{name}"\r\n\r\n{value}\r\n' for name, value in fields.items()
        )
        form = f"{self.server.root}/contact-form/v1/contact-forms/1/feedback"
        kind = {"content-type": "multipart/form-data; boundary=x"}
        sent = self.acknowledged(Request("POST", form, kind, f"{parts}--x--\r\n".encode()), 200)
        if sent["status"] != "mail_sent":
            sys.exit(f"power: the form answered {sent}")

        def check(server: Server, _: Path) -> str | None:
            found = [mail for mail in server.mails() if subject in mail["subject"]]
            return None if len(found) == 1 else f"{len(found)} mails are in the outbox"

        return check

    def backup(self) -> Check:
        file = self.folder.parent / f"copy-{self.next()}.tar.zst"
        run = [self.program, "backup", str(file), "--data-dir", str(self.folder)]
        subprocess.run(run, check=True, stdout=subprocess.DEVNULL)

        def check(_: Server, folder: Path) -> str | None:
            copy = folder.parent / file.name
            target = folder.parent / "restored"
            run = [self.program, "restore", str(copy), "--data-dir", str(target)]
            done = subprocess.run(run, capture_output=True, text=True)
            shutil.rmtree(target, ignore_errors=True)
            return None if done.returncode == 0 else done.stderr

        return check


def faults(program: str, disk: Disk, checks: dict[str, Check]) -> list[str]:
    """What is missing in a process that starts on a cut."""
    with mounted(disk.image, disk.options, disk.work / "cut") as place:
        server = Server(program, "--data-dir", str(place / "data"))
        try:
            found = {name: check(server, place / "data") for name, check in checks.items()}
        finally:
            server.kill()
    return [f"{name}: {fault}" for name, fault in found.items() if fault]


def writes_cut(program: str, disk: Disk) -> Iterator[tuple[str, list[str]]]:
    with disk.mounted() as place:
        folder = place / "data"
        server = Server(program, "--data-dir", str(folder))
        try:
            kinds = Writes(program, server, folder).kinds()
            for last in kinds:
                for delay in DELAYS:
                    names = [name for name in kinds if name != last] + [last]
                    checks = {name: kinds[name]() for name in names}
                    time.sleep(delay)
                    yield f"{last}, {delay} s", faults(program, disk.cut(), checks)
        finally:
            server.kill()


def restores_cut(program: str, disk: Disk) -> Iterator[tuple[str, list[str]]]:
    """A restore that ended has replaced the data."""
    for delay in DELAYS:
        with disk.mounted() as place:
            folder, copy = place / "data", place / f"copy-{delay}"
            shutil.rmtree(folder, ignore_errors=True)
            server = Server(program, "--data-dir", str(folder))
            writes = Writes(program, server, folder)
            kept = {"post": writes.post(), "upload": writes.upload()}
            server.stop()
            subprocess.run([program, "backup", str(copy), "--data-dir", str(folder)], check=True, stdout=subprocess.DEVNULL)
            server = Server(program, "--data-dir", str(folder))
            lost = Writes(program, server, folder).post()
            server.stop()
            run = [program, "restore", str(copy), "--replace", "--data-dir", str(folder)]
            subprocess.run(run, check=True, stdout=subprocess.DEVNULL)
            time.sleep(delay)
            left = disk.cut()

        def replaced(server: Server, place: Path, lost: Check = lost) -> str | None:
            return "the former data are there" if lost(server, place) is None else None

        yield f"restore, {delay} s", faults(program, left, {**kept, "restore": replaced})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=str(ROOT / "target/debug/pauta"))
    program = parser.parse_args().program
    wrong = 0
    for name, (make, options) in FILE_SYSTEMS.items():
        for suite in (writes_cut, restores_cut):
            with tempfile.TemporaryDirectory(prefix="pauta-power-") as folder:
                disk = Disk(Path(folder) / "disk.img", options, Path(folder))
                with disk.image.open("wb") as file:
                    file.truncate(IMAGE_BYTES)
                subprocess.run([*make, str(disk.image)], check=True)
                for case, found in suite(program, disk):
                    wrong += bool(found)
                    print(f"{name}: {case}: {'; '.join(found) or 'nothing is lost'}", flush=True)
    if wrong:
        sys.exit(f"power: {wrong} cuts lost something")


if __name__ == "__main__":
    main()
