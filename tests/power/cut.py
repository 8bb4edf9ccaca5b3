#!/usr/bin/env python3
"""Cuts the power after acknowledged writes, and looks for each of them in a process that starts on what the disk had.

    tests/power/run.sh

The file systems are ext4 and XFS in an image that is mounted through a loop device, and one of the suite's own, which forgets what
was not synced (forgetting.py); each is used where it can be. Each kind of write is the last one once, at each moment of the file
system; then the power is cut while the writers of kill.py write. Controls on each file system show that a cut loses what was not synced, and that the checks find that. Needs Linux and, for
the first two, root, a loop device and the programs of the file systems; for the third, mfusepy and a FUSE that this user can mount,
also as root of a user namespace.
"""

import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from disks import FILE_SYSTEMS, Disk, FileSystem, ForgettingDisk, Moment, Unusable  # noqa: E402
from kill import WRITERS, Acknowledged, Writer, answered, lost  # noqa: E402
from local_server import Request, Server  # noqa: E402
from small_writes import LASTS, NAMES_LAST, read, small_writes  # noqa: E402

# Says what is wrong on the server that started after the cut, or in its folder; nothing when the write is there.
Check = Callable[[Server, Path], str | None]


@dataclass(frozen=True)
class Case:
    """A cut, the number of writes that were looked for and not in an earlier case, and what is wrong."""

    name: str
    writes: int
    faults: list[str]


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

    def removal(self, uploaded: tuple[int, str, bytes] | None = None) -> Check:
        number, path, content = uploaded or self.uploaded()
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


def faults(program: str, cut: AbstractContextManager[Path], checks: dict[str, Check]) -> list[str]:
    """What is missing in a process that starts on a cut."""
    with cut as place:
        server = Server(program, "--data-dir", str(place / "data"))
        try:
            found = {name: check(server, place / "data") for name, check in checks.items()}
        finally:
            server.kill()
    return [f"{name}: {fault}" for name, fault in found.items() if fault]


def writes_cut(program: str, disk: Disk, moments: list[Moment]) -> Iterator[Case]:
    with disk.mounted() as place:
        folder = place / "data"
        server = Server(program, "--data-dir", str(folder))
        try:
            kinds = Writes(program, server, folder).kinds()
            for last in kinds:
                for moment in moments:
                    names = [name for name in kinds if name != last] + [last]
                    checks = {name: kinds[name]() for name in names}
                    time.sleep(moment.delay)
                    writes = len(checks)
                    for case, seed in moment.named(last):
                        yield Case(case, writes, faults(program, disk.cut(seed), checks))
                        writes = 0
        finally:
            server.kill()


def restores_cut(program: str, disk: Disk, moments: list[Moment]) -> Iterator[Case]:
    """A restore that ended has replaced the data."""
    for number, moment in enumerate(moments):
        with disk.mounted() as place:
            folder, copy = place / "data", place / f"copy-{number}"
            shutil.rmtree(folder, ignore_errors=True)
            server = Server(program, "--data-dir", str(folder))
            writes = Writes(program, server, folder)
            kept = {"post": writes.post(), "upload": writes.upload()}
            server.stop()
            subprocess.run([program, "backup", str(copy), "--data-dir", str(folder)], check=True, stdout=subprocess.DEVNULL)
            server = Server(program, "--data-dir", str(folder))
            former = Writes(program, server, folder).post()
            server.stop()
            run = [program, "restore", str(copy), "--replace", "--data-dir", str(folder)]
            subprocess.run(run, check=True, stdout=subprocess.DEVNULL)
            time.sleep(moment.delay)
            left = {case: disk.cut(seed) for case, seed in moment.named("restore")}

        def replaced(server: Server, place: Path, former: Check = former) -> str | None:
            return "the former data are there" if former(server, place) is None else None

        checks = {**kept, "restore": replaced}
        writes = len(checks)
        for case, cut in left.items():
            yield Case(case, writes, faults(program, cut, checks))
            writes = 0


def load_cut(program: str, disk: Disk, moments: list[Moment]) -> Iterator[Case]:
    """Cuts while several clients write."""
    chance = random.Random("moments of cuts under load")
    with disk.mounted() as place:
        for number, moment in enumerate(moments):
            server = Server(program, "--data-dir", str(place / "data"))
            try:
                person = server.signed_in()
                site = answered(f"{server.api}/sites", person)["items"][0]["id"]
                found = Acknowledged()
                writers = [Writer(writer, number, server, person, site, found) for writer in range(WRITERS)]
                for writer in writers:
                    writer.start()
                # A part of the load, not a wait for something.
                time.sleep(chance.uniform(0.5, 2.0))
                # It acknowledges nothing after the cut.
                server.process.send_signal(signal.SIGSTOP)
                os.waitpid(server.process.pid, os.WUNTRACED)
                left = {case: disk.cut(seed) for case, seed in moment.named("under load")}
            finally:
                server.kill()
            for writer in writers:
                writer.join()
            writes = found.writes
            for case, cut in left.items():
                with cut as place_after:
                    after = Server(program, "--data-dir", str(place_after / "data"))
                    try:
                        wrong = lost(after, person, site, found)
                    finally:
                        after.kill()
                yield Case(case, writes, wrong)
                writes = 0


def small_writes_cut(_: str, disk: Disk, moments: list[Moment], is_journaled: bool) -> Iterator[Case]:
    """A program that syncs something and something not: what it did not sync is lost at once, and nothing else."""
    expected = LASTS if is_journaled else {**LASTS, **NAMES_LAST}
    with disk.mounted() as place:
        small_writes(place)
        with disk.cut(None) as left:
            found = {name: read(left / name) for name in expected}
        wrong = [f"{name} has {found[name]!r} and not {text!r}" for name, text in expected.items() if found[name] != text]
        yield Case("control, small writes", len(expected), wrong)
        if not any(moment.seeds for moment in moments):
            return
        # Of what was not synced, each thing is left by some seeds and lost by others; what was synced is always there.
        left_by = {name: set() for name in expected}
        for seed in range(32):
            with disk.cut(f"control {seed}") as left:
                for name in expected:
                    left_by[name].add(read(left / name))
    lasting = {name for name in LASTS if LASTS[name] == "latter"} | {"removed, synced"}
    wrong = [f"{name} has {left_by[name]}" for name in expected if (len(left_by[name]) == 1) != (name in lasting)]
    yield Case("control, parts unsynced", len(expected), wrong)


def unsynced_writes_cut(program: str, disk: ForgettingDisk) -> Iterator[Case]:
    """Each check finds a write whose syncs did nothing."""
    with disk.mounted() as place:
        folder = place / "data"
        server = Server(program, "--data-dir", str(folder))
        try:
            writes = Writes(program, server, folder)
            former = writes.uploaded()
            writes.setting()
            disk.ignore_syncs()
            kinds = {**writes.kinds(), "removal of an upload": lambda: writes.removal(former)}
            checks = {name: write() for name, write in kinds.items()}
            found = faults(program, disk.cut(None), checks)
        finally:
            server.kill()
    unseen = [name for name in checks if not any(fault.startswith(f"{name}: ") for fault in found)]
    yield Case("control, syncs that do nothing", len(checks), [f"{name}: its loss was not found" for name in unseen])


def cases(program: str, file_system: FileSystem, moments: list[Moment]) -> Iterator[Case]:
    def on_empty(suite: Callable[..., Iterator[Case]], *options: object) -> Iterator[Case]:
        with tempfile.TemporaryDirectory(prefix="pauta-power-") as folder:
            yield from suite(program, file_system.disk(Path(folder)), *options)

    yield from on_empty(small_writes_cut, moments, file_system.is_journaled)
    if not file_system.is_journaled:
        yield from on_empty(unsynced_writes_cut)
    yield from on_empty(writes_cut, moments)
    yield from on_empty(restores_cut, moments)
    yield from on_empty(load_cut, moments)


def play(program: str, file_system: FileSystem, seeds: int) -> int:
    """The number of cuts that lost something."""
    begun, cuts, writes, wrong = time.monotonic(), 0, 0, 0
    for case in cases(program, file_system, file_system.moments(seeds)):
        if not case.name.startswith("control"):
            cuts, writes = cuts + 1, writes + case.writes
        wrong += bool(case.faults)
        print(f"{file_system.name}: {case.name}: {'; '.join(case.faults) or 'as expected'}", flush=True)
    seconds = time.monotonic() - begun
    print(f"{file_system.name}: {cuts} cuts after {writes} acknowledged writes, {wrong} with losses; {seconds:.0f} s", flush=True)
    return wrong


def become_root_of_a_namespace() -> None:
    """Root of a user namespace mounts FUSE. Where there is none, fusermount3 may do it."""
    unshare = ["unshare", "--user", "--map-root-user", "--mount"]
    if os.geteuid() != 0 and shutil.which("unshare") and subprocess.run([*unshare, "true"], capture_output=True).returncode == 0:
        os.execvp("unshare", [*unshare, sys.executable, *sys.argv])


def main() -> None:
    names = [file_system.name for file_system in FILE_SYSTEMS]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=str(ROOT / "target/debug/pauta"))
    parser.add_argument("--file-system", choices=names, action="append", help="these only, which must be usable here")
    parser.add_argument("--seeds", type=int, default=1, help="cuts of each kind with a random part of what was not synced")
    options = parser.parse_args()
    become_root_of_a_namespace()
    wrong = played = 0
    for file_system in FILE_SYSTEMS:
        if options.file_system and file_system.name not in options.file_system:
            continue
        try:
            file_system.check()
        except Unusable as why:
            print(f"{file_system.name}: not used here: {why}", flush=True)
            if options.file_system:
                sys.exit(1)
            continue
        played += 1
        wrong += play(options.program, file_system, options.seeds)
    if wrong:
        sys.exit(f"power: {wrong} cuts lost something, or controls failed")
    if not played:
        print("power: no file system can be used here; nothing was cut")


if __name__ == "__main__":
    main()
