#!/usr/bin/env python3
"""Measures cold start, size and memory of each release function beside Lambdas that compute nothing.

    cargo build --release --workspace --bins
    python3 tests/performance/cold_start.py > figures.md

Each run starts the binary with the environment of infra/template.yaml, hands it one event the way Lambda's
Runtime API does, and kills it after the answer. AWS is a stand-in on loopback behind TLS with an empty
store: handshakes and signatures are in the figures, the network is not. Needs Python's standard library and
the program openssl. The functions' responses are written to standard error.
"""

import argparse
import gzip
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from deployment import Function, environment, first_event, functions
from stand_ins import ROOT, RuntimeApi, Services

EMPTY = "empty Lambda"
CONNECTED = "empty, connected"
# Time limit of a run, in seconds.
PATIENCE = 30


@dataclass(frozen=True)
class Run:
    """One run of a function. Times are milliseconds from the start of the process."""

    init: float
    answer: float
    processor: float
    memory: float
    outcome: str


def processor_time(pid: int) -> float:
    """CPU time of the process, in milliseconds."""
    threads = Path(f"/proc/{pid}/task").iterdir()
    return sum(int((thread / "schedstat").read_text().split()[0]) for thread in threads) / 1e6


def peak_memory(pid: int) -> float:
    """Peak resident memory, in MB."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 / 1e6 for line in lines if line.startswith("VmHWM"))


def live(binary: Path, event: bytes, surroundings: dict[str, str]) -> Run:
    with RuntimeApi(event) as runtime:
        surroundings = {**surroundings, "AWS_LAMBDA_RUNTIME_API": f"127.0.0.1:{runtime.server_address[1]}"}
        with tempfile.TemporaryFile() as words:
            begun = time.perf_counter()
            process = subprocess.Popen([binary], env=surroundings, stdout=words, stderr=words)
            try:
                while not runtime.done.wait(0.5):
                    if process.poll() is not None or time.perf_counter() - begun > PATIENCE:
                        words.seek(0)
                        sys.exit(f"{binary.name} gave no answer:\n{words.read().decode()[-2000:]}")
                memory, processor = peak_memory(process.pid), processor_time(process.pid)
            finally:
                process.kill()
                process.wait()
    kind, body = runtime.outcome
    if kind != "response":
        sys.exit(f"{binary.name} failed: {body.decode()[:2000]}")
    outcome = told(body)
    return Run((runtime.asked - begun) * 1e3, (runtime.answered - begun) * 1e3, processor, memory, outcome)


def told(body: bytes) -> str:
    answer = json.loads(body or b"null")
    return f"status {answer['statusCode']}" if isinstance(answer, dict) and "statusCode" in answer else body.decode()


def leave_the_cache(binary: Path) -> None:
    """Makes the next start read the file from disk, as the first start on a new machine does."""
    with binary.open("rb") as file:
        os.fsync(file.fileno())
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def measure(binary: Path, event: bytes, surroundings: dict[str, str], runs: int) -> dict[str, float]:
    live(binary, event, surroundings)
    warm = [live(binary, event, surroundings) for _ in range(runs)]
    cold = []
    for _ in range(max(runs // 4, 3)):
        leave_the_cache(binary)
        cold.append(live(binary, event, surroundings).answer)
    content = binary.read_bytes()
    print(f"{binary.name}: {warm[0].outcome}", file=sys.stderr)
    return {
        "file": len(content) / 1e6,
        "gzip": len(gzip.compress(content, 9)) / 1e6,
        "init": statistics.median(run.init for run in warm),
        "answer": statistics.median(run.answer for run in warm),
        "processor": statistics.median(run.processor for run in warm),
        "disk": statistics.median(cold),
        "memory": statistics.median(run.memory for run in warm),
    }


COLUMNS = {
    "file": "file MB", "gzip": "gzip MB", "init": "ready ms", "answer": "first answer ms",
    "processor": "processor ms", "disk": "first answer, file not cached, ms", "memory": "memory MB",
}


def row(name: str, figures: dict[str, float], floors: list[dict[str, float]]) -> str:
    def cell(key: str) -> str:
        if key in ("answer", "memory") and floors:
            ratios = " / ".join(f"{figures[key] / floor[key]:.1f}×" for floor in floors)
            return f"{figures[key]:.1f} ({ratios})"
        return f"{figures[key]:.1f}"

    return f"| {name} | {' | '.join(map(cell, COLUMNS))} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="only these functions")
    parser.add_argument("--runs", type=int, default=20)
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    parser.add_argument("--binaries", type=Path, default=target / "release", help="where the binaries are")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="another value of a variable")
    parser.add_argument("--delay", type=float, default=0, help="milliseconds until each answer of AWS")
    asked = parser.parse_args()

    deployed = {function.name: function for function in functions()}
    chosen = [function for name, function in deployed.items() if not asked.names or name in asked.names]
    floor_keys = {EMPTY: (), CONNECTED: deployed["platform-sites"].keys}
    floor_binaries = {EMPTY: "empty_lambda", CONNECTED: "connected_lambda"}
    with tempfile.TemporaryDirectory() as folder, Services(Path(folder), asked.delay / 1e3) as services:
        floors = []
        print(f"| function | {' | '.join(COLUMNS.values())} |")
        print("|---" * (len(COLUMNS) + 1) + "|")
        for function in [*(Function(name, 128, keys) for name, keys in floor_keys.items()), *chosen]:
            services.asked.clear()
            given = environment(function, services.url, services.bundle)
            given.update(pair.split("=", 1) for pair in asked.set)
            floored = function.name in floor_binaries
            binary = asked.binaries / floor_binaries.get(function.name, function.name)
            event = first_event("platform-sites" if floored else function.name, services.ring)
            figures = measure(binary, event, given, asked.runs)
            print(f"  asked of AWS in all runs: {services.asked}", file=sys.stderr)
            print(row(function.name, figures, floors), flush=True)
            if floored:
                floors.append(figures)


if __name__ == "__main__":
    main()
