"""A program that syncs some of its writes and not others, and what lasts of them. It shows that a cut loses what was not synced."""

import os
from pathlib import Path


def synced(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    os.fsync(handle)
    os.close(handle)


def put(path: Path, text: str, *flags: int) -> None:
    handle = os.open(path, os.O_CREAT | os.O_WRONLY | sum(flags))
    os.write(handle, text.encode())
    os.close(handle)


def read(path: Path) -> str:
    """An empty text when there is no file."""
    return path.read_text() if path.exists() else ""


def small_writes(place: Path) -> None:
    """Files that hold `former`, which lasts, and then `latter`, or are removed, which lasts when everything for it was synced."""
    for name in ("written", "data synced", "synced at once", "replaced", "replaced, synced", "removed", "removed, synced"):
        put(place / name, "former")
        synced(place / name)
    synced(place)

    for name in ("removed, synced", "replaced, synced"):
        put(place / "new", "latter")
        synced(place / "new")
        os.rename(place / "new", place / name)
    os.unlink(place / "removed, synced")
    put(place / "made, synced", "latter")
    synced(place / "made, synced")
    synced(place)

    put(place / "synced at once", "latter", os.O_DSYNC)
    put(place / "data synced", "latter")
    synced(place / "data synced")
    put(place / "written", "latter")
    put(place / "made, not synced", "latter")
    put(place / "made, only its data synced", "latter")
    synced(place / "made, only its data synced")
    put(place / "new", "latter")
    synced(place / "new")
    os.rename(place / "new", place / "replaced")
    os.unlink(place / "removed")


# What is in the files of `small_writes` after a cut.
LASTS = {
    "synced at once": "latter",
    "data synced": "latter",
    "replaced, synced": "latter",
    "made, synced": "latter",
    "removed, synced": "",
    "written": "former",
    "made, not synced": "",
}
# As well, where the names of files last only when their folder is synced.
NAMES_LAST = {"made, only its data synced": "", "replaced": "former", "removed": "former"}
