"""The memory of a process, and the control group that limits it."""

import os
import re
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

MB = 1024 * 1024


def raised_file_limit() -> int:
    """Raises the number of files that this process, and those that it starts, may open, and returns it."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most == resource.RLIM_INFINITY:
        most = 1_000_000
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return most


def memory(process: int, member: str) -> float:
    """A size of a process from proc(5), in MB."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(re.search(rf"{member}:\s+(\d+)", status)[1]) / 1024


def forget_peak(process: int) -> None:
    """From now on VmHWM is the peak since now (proc_pid_clear_refs(5))."""
    Path(f"/proc/{process}/clear_refs").write_text("5")


@dataclass(frozen=True)
class Limit:
    """How a process is limited: the words before its command, and its control group."""

    name: str
    command: list[str]
    group: Path
    is_version_2: bool

    def peak(self) -> str:
        file = self.group / ("memory.peak" if self.is_version_2 else "memory.max_usage_in_bytes")
        return f"{int(file.read_text()) // MB} MB" if file.exists() else "unknown"

    def kills(self) -> str:
        """What the group counts of processes that the system killed for want of memory."""
        file = self.group / ("memory.events" if self.is_version_2 else "memory.oom_control")
        return " ".join(line for line in file.read_text().splitlines() if line.startswith("oom_kill "))


@contextmanager
def limited(most: int) -> Iterator[Limit | None]:
    """A limit of `most` bytes for the memory of a process, by a control group of version 2, else of version 1; none when this
    process may make neither. The limits of setrlimit(2) are no substitute: they count stacks and reserved addresses."""
    name = f"pauta-slow-clients-{os.getpid()}"
    for root, size, is_version_2 in (
        (Path("/sys/fs/cgroup"), "memory.max", True),
        (Path("/sys/fs/cgroup/memory"), "memory.limit_in_bytes", False),
    ):
        # A folder that is no group could be made as well.
        if not (root / "cgroup.procs").exists():
            continue
        group = root / name
        try:
            group.mkdir()
        except OSError:
            continue
        try:
            (group / size).write_text(str(most))
        except OSError:
            # The controller is not there, or not given to groups at the root.
            group.rmdir()
            continue
        # No swap, where there is some.
        try:
            swap = ("memory.swap.max", 0) if is_version_2 else ("memory.memsw.limit_in_bytes", most)
            (group / swap[0]).write_text(str(swap[1]))
        except OSError:
            pass
        enter = ["/bin/sh", "-c", f'echo $$ > {group}/cgroup.procs && exec "$@"', "sh"]
        version = 2 if is_version_2 else 1
        try:
            yield Limit(f"a control group (version {version})", enter, group, is_version_2)
        finally:
            group.rmdir()
        return
    yield None
