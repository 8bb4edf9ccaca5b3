"""A file system in memory that forgets, at a cut of the power, what was not synced. Mounted through FUSE.

    python tests/power/forgetting.py PLACE      mounts it at the folder PLACE, until SIGTERM

What lasts over a cut is what POSIX promises, and no more:

- The content of a file lasts when the file is synced (`fsync`, `fdatasync`, `msync`), and, of a file opened with O_SYNC or O_DSYNC,
  after each write. Its mode lasts when it is synced by `fsync`. Its times do not last.
- A name in a folder lasts when that folder is synced: of a new file or folder, of one that was removed, of one that was renamed. To
  sync a file does not keep its name, which ext4 and XFS do.
- A rename is whole or has not happened; a file that it replaces is never missing. From one folder to another it lasts when the
  folder of the new name is synced. What happened to the same names before lasts with it.
- `sync` and `syncfs` keep nothing: the kernel does not tell a file system of FUSE of them.

Requests are those of the kernel, which also caches pages, shares mappings (the shared memory of SQLite's log) and keeps locks. The
other requests are extended attributes set on the root:

- `user.power.cut`, with the JSON text {"into": FOLDER, "seed": TEXT or null}, writes what lasts into the folder, which must not be
  there. Without a seed, nothing else is in it. With one, so is a random part of what was not synced, as disks write in any order
  and before a sync asks for it: each change of names, and each page of a file that was written, or none of them.
- `user.power.deaf` makes every sync do nothing from then on, so that a suite can show that it finds what is lost.

Not there: links, special files, and the flags of renameat2, which are ignored.
"""

import errno
import json
import os
import random
import stat
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

# Not the second version, where both are installed.
os.environ["FUSE_LIBRARY_NAME"] = "fuse3"
import mfusepy  # noqa: E402

PAGE = 4096
# The size that the file system says to have, in pages.
PAGES = 1 << 20
# libfuse gives such a name to an open file that is removed, until it is closed. On a disk it has none.
HIDDEN = ".fuse_hidden"


def refused(number: int) -> OSError:
    return mfusepy.FuseOSError(number)


@dataclass(frozen=True)
class Write:
    offset: int
    data: bytes

    def apply(self, content: bytearray) -> None:
        content.extend(bytes(max(0, self.offset - len(content))))
        content[self.offset : self.offset + len(self.data)] = self.data

    def parts(self) -> Iterable["Write"]:
        """What a disk writes at once."""
        begin, end = self.offset, self.offset + len(self.data)
        while begin < end:
            after = min(end, (begin // PAGE + 1) * PAGE)
            yield Write(begin, self.data[begin - self.offset : after - self.offset])
            begin = after


@dataclass(frozen=True)
class Resize:
    size: int

    def apply(self, content: bytearray) -> None:
        del content[self.size :]
        content.extend(bytes(self.size - len(content)))

    def parts(self) -> Iterable["Resize"]:
        return [self]


@dataclass(eq=False)
class Node:
    """A file or folder. `mode` is what processes see, `lasting_mode` what a cut leaves."""

    number: int
    mode: int
    owner: tuple[int, int]
    lasting_mode: int = 0
    accessed: int = 0
    modified: int = 0
    changed: int = 0

    def __post_init__(self) -> None:
        self.lasting_mode = self.mode
        self.accessed = self.modified = self.changed = time.time_ns()

    def touch(self) -> None:
        self.modified = self.changed = time.time_ns()


@dataclass(eq=False)
class File(Node):
    content: bytearray = field(default_factory=bytearray)
    lasting: bytearray = field(default_factory=bytearray)
    # Since the file was last synced.
    unsynced: list[Write | Resize] = field(default_factory=list)
    has_name: bool = True

    def change(self, change: Write | Resize) -> None:
        change.apply(self.content)
        self.unsynced.append(change)
        self.touch()

    def sync(self, only_data: bool) -> None:
        for change in self.unsynced:
            change.apply(self.lasting)
        self.unsynced.clear()
        if not only_data:
            self.lasting_mode = self.mode

    def left(self, survives: Callable[[], bool]) -> bytearray:
        content = bytearray(self.lasting)
        for change in self.unsynced:
            for part in change.parts():
                if survives():
                    part.apply(content)
        return content


@dataclass(eq=False)
class Folder(Node):
    names: dict[str, Node] = field(default_factory=dict)
    lasting: dict[str, Node] = field(default_factory=dict)

    def visible(self) -> dict[str, Node]:
        return {name: node for name, node in self.names.items() if not name.startswith(HIDDEN)}


@dataclass(eq=False)
class Naming:
    """Names that change together; to those without a node there is none. It lasts when `folder` is synced."""

    folder: Folder
    names: dict[tuple[Folder, str], Node | None]
    # It makes room for a rename, which may follow.
    hides: bool = False

    def apply(self, names_of: Callable[[Folder], dict[str, Node]]) -> None:
        for (folder, name), node in self.names.items():
            names_of(folder).pop(name, None)
            if node:
                names_of(folder)[name] = node


def with_former(namings: list[Naming], chosen: Callable[[Naming], bool]) -> list[Naming]:
    """The chosen ones, and those before them that changed the same names."""
    found, names = [], set()
    for naming in reversed(namings):
        if chosen(naming) or names & naming.names.keys():
            names |= naming.names.keys()
            found.append(naming)
    return found[::-1]


class Forgetting(mfusepy.Operations):
    use_ns = True

    def __init__(self) -> None:
        self.last_number = 0
        self.root = Folder(self.next_number(), stat.S_IFDIR | 0o755, (os.getuid(), os.getgid()))
        # Since the folders were last synced, in order.
        self.unsynced: list[Naming] = []
        # Open files and folders by handle, with what was asked of them.
        self.open_nodes: dict[int, tuple[Node, int]] = {}
        self.last_handle = 0
        self.is_deaf = False

    def next_number(self) -> int:
        self.last_number += 1
        return self.last_number

    # Paths and handles.

    def node(self, path: str) -> Node:
        node: Node = self.root
        for name in filter(None, path.split("/")):
            if not isinstance(node, Folder):
                raise refused(errno.ENOTDIR)
            if name not in node.names:
                raise refused(errno.ENOENT)
            node = node.names[name]
        return node

    def folder(self, path: str) -> Folder:
        node = self.node(path)
        if not isinstance(node, Folder):
            raise refused(errno.ENOTDIR)
        return node

    def file(self, path: str) -> File:
        node = self.node(path)
        if not isinstance(node, File):
            raise refused(errno.EISDIR)
        return node

    def place(self, path: str) -> tuple[Folder, str]:
        folder, name = os.path.split(path)
        return self.folder(folder), name

    def opened(self, node: Node, flags: int) -> int:
        self.last_handle += 1
        self.open_nodes[self.last_handle] = (node, flags)
        return self.last_handle

    def at(self, handle: int) -> Node:
        return self.open_nodes[handle][0]

    # What is seen.

    def getattr(self, path, fh=None):
        node = self.at(fh) if fh else self.node(path)
        size = len(node.content) if isinstance(node, File) else 0
        folders = sum(isinstance(each, Folder) for each in node.names.values()) + 2 if isinstance(node, Folder) else 1
        return {
            "st_ino": node.number,
            "st_mode": node.mode,
            "st_nlink": folders if isinstance(node, Folder) else int(node.has_name),
            "st_uid": node.owner[0],
            "st_gid": node.owner[1],
            "st_size": size,
            "st_blksize": PAGE,
            "st_blocks": -(-size // PAGE) * PAGE // 512,
            "st_atime": node.accessed,
            "st_mtime": node.modified,
            "st_ctime": node.changed,
        }

    def statfs(self, path):
        free = {"f_bfree": PAGES // 2, "f_bavail": PAGES // 2, "f_files": PAGES, "f_ffree": PAGES // 2, "f_favail": PAGES // 2}
        return {"f_bsize": PAGE, "f_frsize": PAGE, "f_blocks": PAGES, "f_namemax": 255, **free}

    def opendir(self, path):
        return self.opened(self.folder(path), 0)

    def readdir(self, path, fh):
        found = [(name, {"st_mode": node.mode, "st_ino": node.number}, 0) for name, node in self.at(fh).visible().items()]
        return [".", "..", *found]

    def releasedir(self, path, fh):
        del self.open_nodes[fh]

    # Files.

    def open(self, path, flags):
        file = self.file(path)
        handle = self.opened(file, flags)
        if flags & os.O_TRUNC:
            self.change(file, Resize(0), handle)
        return handle

    def read(self, path, size, offset, fh):
        return bytes(self.at(fh).content[offset : offset + size])

    def write(self, path, data, offset, fh):
        self.change(self.at(fh), Write(offset, data), fh)
        return len(data)

    def truncate(self, path, length, fh=None):
        self.change(self.at(fh) if fh else self.file(path), Resize(length), fh)

    def change(self, file: File, change: Write | Resize, handle: int | None) -> None:
        file.change(change)
        # O_SYNC has the bit of O_DSYNC.
        if handle and self.open_nodes[handle][1] & os.O_DSYNC:
            self.fsync("", True, handle)

    def fsync(self, path, datasync, fh):
        if not self.is_deaf:
            self.at(fh).sync(bool(datasync))

    def release(self, path, fh):
        del self.open_nodes[fh]

    def chmod(self, path, mode):
        node = self.node(path)
        node.mode = stat.S_IFMT(node.mode) | stat.S_IMODE(mode)
        node.changed = time.time_ns()

    def chown(self, path, uid, gid):
        node = self.node(path)
        node.owner = (node.owner[0] if uid == -1 else uid, node.owner[1] if gid == -1 else gid)

    def utimens(self, path, times=None):
        node = self.node(path)
        node.accessed, node.modified = times or (time.time_ns(), time.time_ns())

    # Names.

    def rename_all(self, naming: Naming) -> None:
        naming.apply(lambda folder: folder.names)
        for folder, _ in naming.names:
            folder.touch()
        lasting = {place: node for place, node in naming.names.items() if not place[1].startswith(HIDDEN)}
        if lasting:
            self.unsynced.append(Naming(naming.folder, lasting, naming.hides))

    def made(self, path: str, kind: type[Node], mode: int) -> Node:
        folder, name = self.place(path)
        if name in folder.names:
            raise refused(errno.EEXIST)
        uid, gid, _ = mfusepy.fuse_get_context()
        node = kind(self.next_number(), mode, (uid, gid))
        self.rename_all(Naming(folder, {(folder, name): node}))
        return node

    def create(self, path, mode, flags):
        return self.opened(self.made(path, File, stat.S_IFREG | stat.S_IMODE(mode)), flags)

    def mkdir(self, path, mode):
        self.made(path, Folder, stat.S_IFDIR | stat.S_IMODE(mode))

    def unlink(self, path):
        file = self.file(path)
        place = self.place(path)
        file.has_name = False
        self.rename_all(Naming(place[0], {place: None}))

    def rmdir(self, path):
        if self.folder(path).visible():
            raise refused(errno.ENOTEMPTY)
        place = self.place(path)
        self.rename_all(Naming(place[0], {place: None}))

    def rename(self, old, new):
        node, former, place = self.node(old), self.place(old), self.place(new)
        replaced = place[0].names.get(place[1])
        if replaced is node:
            return
        if isinstance(replaced, Folder) and replaced.visible():
            raise refused(errno.ENOTEMPTY)
        if isinstance(replaced, File):
            replaced.has_name = False
        last = self.unsynced[-1] if self.unsynced else None
        if last and last.hides and last.names == {place: None}:
            # The file was open, so that libfuse moved it away. On a disk it is replaced.
            self.unsynced.pop()
        hides = place[1].startswith(HIDDEN)
        if hides and isinstance(node, File):
            node.has_name = False
        self.rename_all(Naming(place[0], {former: None, place: node}, hides))

    def fsyncdir(self, path, datasync, fh):
        if self.is_deaf:
            return
        folder = self.at(fh)
        folder.lasting_mode = folder.mode
        lasting = with_former(self.unsynced, lambda naming: naming.folder is folder)
        for naming in lasting:
            naming.apply(lambda folder: folder.lasting)
        self.unsynced = [naming for naming in self.unsynced if naming not in lasting]

    # Cuts.

    def setxattr(self, path, name, value, options, position=0):
        if path != "/" or name not in ("user.power.cut", "user.power.deaf"):
            raise refused(errno.ENOTSUP)
        if name == "user.power.deaf":
            self.is_deaf = True
        else:
            asked = json.loads(value)
            self.cut(Path(asked["into"]), asked["seed"])
        return 0

    def cut(self, into: Path, seed: str | None) -> None:
        chance = random.Random(seed)
        # Of some cuts nearly all that was not synced is left, of some nearly nothing.
        share = chance.random() if seed is not None else 0.0

        def survives() -> bool:
            return chance.random() < share

        left: dict[Folder, dict[str, Node]] = {}

        def names_of(folder: Folder) -> dict[str, Node]:
            return left.setdefault(folder, dict(folder.lasting))

        for naming in with_former(self.unsynced, lambda _: survives()):
            naming.apply(names_of)

        def write(node: Node, path: Path) -> None:
            if isinstance(node, File):
                path.write_bytes(node.left(survives))
            else:
                path.mkdir()
                for name, below in names_of(node).items():
                    write(below, path / name)
            path.chmod(stat.S_IMODE(node.lasting_mode) | stat.S_IRUSR | stat.S_IWUSR)

        write(self.root, into)


def main() -> None:
    # One thread: each request sees what those before it left.
    options = {"foreground": True, "nothreads": True, "use_ino": True, "kernel_cache": True, "default_permissions": True}
    try:
        mfusepy.FUSE(Forgetting(), sys.argv[1], fsname="forgetting", **options)
    except RuntimeError:
        # libfuse has written what failed.
        sys.exit(1)


if __name__ == "__main__":
    main()
