"""Disks whose power can be cut: what is on them is what was written to them and synced, and what they wrote besides.

`FILE_SYSTEMS` are all; each says why it cannot be used where it cannot.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

# XFS has no smaller images.
IMAGE_BYTES = 300 * 1024 * 1024
# Time limit of a mount, in seconds.
PATIENCE = 60


class Unusable(Exception):
    """A file system cannot be used here; says why."""


@dataclass(frozen=True)
class Moment:
    """When the power is cut: seconds after the last acknowledged write. For each seed there is a cut that leaves a random part of
    what was not synced, beside the one that leaves nothing of it."""

    delay: float = 0.0
    seeds: int = 0

    def named(self, case: str) -> Iterator[tuple[str, str | None]]:
        """The cuts, with the seed of each."""
        yield f"{case}, {self.delay} s", None
        for seed in range(1, self.seeds + 1):
            yield f"{case}, {self.delay} s, part {seed} of what was not synced", f"{case} {seed}"


class Disk(Protocol):
    def mounted(self) -> AbstractContextManager[Path]: ...

    def cut(self, seed: str | None) -> AbstractContextManager[Path]:
        """What the disk has now, mounted when the result is entered."""
        ...


class FileSystem(Protocol):
    name: str
    # Names of new files last when the files are synced.
    is_journaled: bool

    def check(self) -> None:
        """Fails with `Unusable`."""
        ...

    def moments(self, seeds: int) -> list[Moment]:
        """`seeds` is the number of cuts with a random part, where a file system has them."""
        ...

    def disk(self, work: Path) -> Disk:
        """An empty disk, which has the folder `work` for its own."""
        ...


@contextmanager
def mounted(image: Path, options: str, place: Path) -> Iterator[Path]:
    place.mkdir(exist_ok=True)
    subprocess.run(["mount", "-o", options, image, place], check=True)
    try:
        yield place
    finally:
        # Not synced before: the image is not used again, and a busy one is released later.
        subprocess.run(["umount", "--lazy", place], check=True)


@dataclass(frozen=True)
class ImageDisk:
    """An image, mounted through a loop device. What was written and not synced is in the memory of the kernel and not in it."""

    work: Path
    image: Path
    options: str

    def mounted(self) -> AbstractContextManager[Path]:
        return mounted(self.image, self.options, self.work / "disk")

    def cut(self, seed: str | None) -> AbstractContextManager[Path]:
        copy = self.work / "cut.img"
        subprocess.run(["cp", "--sparse=always", self.image, copy], check=True)
        return mounted(copy, self.options, self.work / "cut")


@dataclass(frozen=True)
class ImageFileSystem:
    name: str
    options: str = "loop"
    is_journaled: bool = True

    def check(self) -> None:
        if os.geteuid() != 0:
            raise Unusable("it needs root")
        if not shutil.which(f"mkfs.{self.name}"):
            raise Unusable(f"there is no mkfs.{self.name}")
        # Root of a container or of a user namespace may find a free device that it cannot use.
        with tempfile.NamedTemporaryFile() as image:
            image.truncate(1024 * 1024)
            attached = subprocess.run(["losetup", "--find", "--show", image.name], capture_output=True, text=True)
            if attached.returncode != 0:
                raise Unusable(f"no loop device: {attached.stderr.strip()}")
            subprocess.run(["losetup", "--detach", attached.stdout.strip()], check=True)

    def moments(self, seeds: int) -> list[Moment]:
        # The kernel writes by itself, the later the more.
        return [Moment(0.0), Moment(0.3), Moment(2.0)]

    def disk(self, work: Path) -> ImageDisk:
        disk = ImageDisk(work, work / "disk.img", self.options)
        with disk.image.open("wb") as file:
            file.truncate(IMAGE_BYTES)
        subprocess.run([f"mkfs.{self.name}", "-q", str(disk.image)], check=True)
        return disk


@contextmanager
def removed_after(folder: Path) -> Iterator[Path]:
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


@dataclass(frozen=True)
class ForgettingDisk:
    """A file system in the memory of another process (forgetting.py); a cut is a plain folder. It is empty after each mount."""

    work: Path

    @contextmanager
    def mounted(self) -> Iterator[Path]:
        place = self.work / "disk"
        place.mkdir(exist_ok=True)
        program = Path(__file__).with_name("forgetting.py")
        with tempfile.TemporaryFile("w+") as log:
            process = subprocess.Popen([sys.executable, str(program), str(place)], stdout=log, stderr=log)
            try:
                end = time.monotonic() + PATIENCE
                while not place.is_mount():
                    if process.poll() is not None or time.monotonic() > end:
                        log.seek(0)
                        raise Unusable((log.read().strip().splitlines() or ["it is not mounted"])[-1])
                    time.sleep(0.01)
                yield place
            finally:
                # It unmounts itself.
                process.terminate()
                process.wait()

    def cut(self, seed: str | None) -> AbstractContextManager[Path]:
        folder = Path(tempfile.mkdtemp(dir=self.work)) / "cut"
        request = json.dumps({"into": str(folder), "seed": seed})
        os.setxattr(self.work / "disk", "user.power.cut", request.encode())
        return removed_after(folder)

    def ignore_syncs(self) -> None:
        os.setxattr(self.work / "disk", "user.power.deaf", b"")


@dataclass(frozen=True)
class ForgettingFileSystem:
    name: str = "forgetting"
    is_journaled: bool = False

    def check(self) -> None:
        with tempfile.TemporaryDirectory() as folder, self.disk(Path(folder)).mounted():
            pass

    def moments(self, seeds: int) -> list[Moment]:
        # It writes nothing by itself, so that a delay makes no difference.
        return [Moment(0.0, seeds)]

    def disk(self, work: Path) -> ForgettingDisk:
        return ForgettingDisk(work)


# A cut of XFS has the identity of the image that is still mounted.
FILE_SYSTEMS: list[FileSystem] = [ImageFileSystem("ext4"), ImageFileSystem("xfs", "loop,nouuid"), ForgettingFileSystem()]
