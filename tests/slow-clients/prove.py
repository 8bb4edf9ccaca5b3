#!/usr/bin/env python3
"""Plays clients that do not read, do not write and do not leave, and measures what the process and another reader have of it.

    tests/slow-clients/run.sh

The limits of a listener that matter here (infra/local/src/serve.rs; docs/operations.md, "Running the functions on a laptop"):
2,048 connections; 64 connections of one network, here of one address of 127.0.0.0/8, on which nothing moves; 20 s for a head, 60 s
for a body, 20 s without any progress of an answer; 128 MiB of answers that clients do not take and 128 MiB of request bodies, half
of the latter for one network, each a sixteenth of the memory where that is below 2 GiB, and 32 MiB at least for bodies; ten seconds
for a stop.

The bounds below are not the times of an idle machine. They are far above what a loaded one needs, and far below what a process
without these limits shows: time-outs, gigabytes, minutes.
"""

import argparse
import hashlib
import json
import random
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))

import aborted  # noqa: E402
from clients import Answer, Endpoint, Reader, answer, is_open, sockets_of  # noqa: E402
from local_server import Server  # noqa: E402
from machine import MB, forget_peak, limited, memory, raised_file_limit  # noqa: E402

SEED = 34
# Bytes of the file that is not read.
FILE = 20_000_000
# Bytes that the system takes for a client that does not read; it doubles them (socket(7)).
SMALL = 4096
# Most memory above that of the idle process, in MB, while clients do not read.
GROWTH = 250
# Seconds in which another reader has 99 of 100 answers, and all of them.
WAIT, LONGEST_WAIT = 2.0, 10.0
# All of them while 200 lists of 100 posts are made, which takes a debug build all processors for some seconds.
LONGEST_WAIT_FOR_LISTS = 30.0
# Seconds after which a client repeats a connection request that found the listener's queue full (RFC 6298, 2.1).
REPEATED = 0.95
# Time after which clients that do not read are disconnected: 20 s without progress, and as long again for a loaded machine.
DISCONNECTED = 40
# Crowds of clients that ask for the file: how many files are read at once, and with how much memory, differs from one to the next.
# All but the last leave after some seconds.
CROWDS, STAY = 4, 2.0
# Time in which only 200 is expected after that.
CALM = 3.0
# Longest time of a stop.
STOP = 10.0
# Longest time of a stop after the second signal. Work on other threads has one second to end.
AT_ONCE = 4.0
# How often an upload is repeated, and the seconds until clients that do not read come back.
ATTEMPTS, COME_BACK = 20, 5
# Connections of a listener, and those of one network on which nothing moves.
CONNECTIONS, HALF_OPEN = 2048, 64

Faults = list[str]


def show(part: str, text: str) -> None:
    print(f"{part}: {text}", flush=True)


def pdf(size: int) -> bytes:
    return b"%PDF-1.4\n" + random.Random(SEED).randbytes(size)


@contextmanager
def running(program: str, folder: str | Path, command: list[str] | None = None) -> Iterator[Server]:
    server = Server(*(command or []), program, "--data-dir", str(folder))
    try:
        yield server
    finally:
        server.kill()


def upload(server: Server, content: bytes, source: str = "127.0.0.1", name: str = "arquivo") -> Answer:
    headers = {**server.author, "content-type": "application/pdf"}
    headers["content-disposition"] = f"attachment; filename={name}.pdf"
    endpoint = Endpoint.at(server.root)
    return endpoint.ask("POST", path_of(server, "/core/v2/media"), headers, content, source)


def path_of(server: Server, route: str) -> str:
    """The path of a route of the REST interface."""
    return server.root.removeprefix(server.site) + route


def uploaded(server: Server, content: bytes) -> str:
    """The path of a public file with this content."""
    made = upload(server, content)
    if made.status != 201:
        sys.exit(f"slow-clients: the upload answered {made} {made.body[:500]}")
    return json.loads(made.body)["source_url"].removeprefix(server.site)


def silent(endpoint: Endpoint, paths: list[str]) -> list[socket.socket]:
    """Clients that each ask for a page and read nothing. Half of them have the address of the other reader; the others have enough
    addresses for the limit of a network to let them hold all of their connections."""
    clients = []
    for number, path in enumerate(paths):
        clients.append(endpoint.connect("127.0.0.1" if number % 2 else f"127.0.1.{1 + number % 14}", SMALL))
        clients[-1].sendall(endpoint.head("GET", path, {}))
    return clients


def counted(answers: Iterable[object]) -> str:
    return ", ".join(f"{count} × {what}" for what, count in Counter(map(str, answers)).most_common())


def not_reading(
    part: str, server: Server, paths: list[str], crowds: int = 1, longest: float = LONGEST_WAIT
) -> Faults:
    """Lets crowds of clients read nothing of `paths`, the last one until it is disconnected, while another client reads a list."""
    endpoint, process = Endpoint.at(server.site), server.process.pid
    listed = path_of(server, "/core/v2/posts?_fields=id")
    time.sleep(1)
    idle, before = memory(process, "VmRSS"), sockets_of(process)
    forget_peak(process)
    with ExitStack() as stack:
        reader = stack.enter_context(Reader(endpoint, listed))
        time.sleep(0.5)
        for _ in range(crowds - 1):
            leaving = silent(endpoint, paths)
            time.sleep(STAY)
            for client in leaving:
                client.close()
        begun = time.monotonic()
        for client in silent(endpoint, paths):
            stack.callback(client.close)
        opened = time.monotonic()
        # The reader has a connection as well, and its last one may not be released yet.
        held = []
        while (now := sockets_of(process)) > before + 3 or not held:
            held.append(now - before)
            if time.monotonic() > opened + DISCONNECTED:
                break
            time.sleep(0.2)
        gone = time.monotonic()
        time.sleep(CALM)
    waits = reader.waits
    growth = memory(process, "VmHWM") - idle
    before_them = f" after {crowds - 1} times as many that left" if crowds > 1 else ""
    show(part, f"{len(paths)} clients asked within {opened - begun:.1f} s{before_them}, up to {max(held)} were connected at once")
    show(part, f"memory {idle:.0f} MB idle, at most {memory(process, 'VmHWM'):.0f} MB (+{growth:.0f} MB)")
    show(part, str(waits))
    show(part, f"disconnected after {gone - opened:.1f} s, {now - before} connections are left")
    faults = []
    if growth >= GROWTH:
        faults.append(f"memory grew by {growth:.0f} MB")
    if wrong := waits.out_of_order():
        faults.append(f"another reader got {counted(wrong)}")
    if waits.share(0.99) > WAIT or waits.share(1) > longest:
        faults.append(f"another reader waited too long: {waits}")
    if now > before + 3:
        faults.append(f"{now - before} clients that do not read are connected after {DISCONNECTED} s")
    if wrong := [str(found) for found in waits.since(gone) if found.status != 200]:
        faults.append(f"after the clients were disconnected another reader got {counted(wrong)}")
    return faults


def files(program: str) -> Faults:
    """300 clients do not read a file of 20 MB, after three times as many that left."""
    with tempfile.TemporaryDirectory(prefix="pauta-slow-") as folder, running(program, folder) as server:
        return not_reading("files", server, [uploaded(server, pdf(FILE))] * 300, CROWDS)


def lists(program: str) -> Faults:
    """200 clients do not read a list of 100 posts. Each asks with another condition that all posts meet, so that no two answers are
    the same bytes in memory, and the system takes most of an answer, but not the end."""
    with tempfile.TemporaryDirectory(prefix="pauta-slow-") as folder, running(program, folder) as server:
        endpoint, posts = Endpoint.at(server.site), path_of(server, "/core/v2/posts")
        text = "".join(f"<p>{'Uma horta cabe em qualquer varanda. ' * 20}</p>" for _ in range(40))
        for number in range(100):
            body = {"title": f"Artigo {number}", "content": text, "status": "publish"}
            made = server.sent(f"{server.root}/core/v2/posts", body, server.author).send()
            if made[0] != 201:
                sys.exit(f"slow-clients: a post answered {made}")
        whole = endpoint.ask("GET", f"{posts}?per_page=100", {})
        show("lists", f"the list has {len(whole.body) / MB:.1f} MB and takes {whole.seconds:.2f} s")
        paths = [f"{posts}?per_page=100&before=2100-01-01T00:{n // 60:02}:{n % 60:02}" for n in range(200)]
        return not_reading("lists", server, paths, longest=LONGEST_WAIT_FOR_LISTS)


def idle(program: str) -> Faults:
    """2,000 connections are held on which nothing is asked, or half a head, and 300 more are opened."""
    part, faults = "idle", []
    files = raised_file_limit()
    # As the process computes it: a quarter of the files that it may open, without 512.
    places = min(CONNECTIONS, (files - 512) // 4)
    count = min(2000, places - 48, files - 200)
    with tempfile.TemporaryDirectory(prefix="pauta-slow-") as folder, running(program, folder) as server, ExitStack() as stack:
        endpoint, process = Endpoint.at(server.site), server.process.pid
        listed = path_of(server, "/core/v2/posts?_fields=id")
        before, connects = memory(process, "VmRSS"), []

        def opened(number: int, subnet: int) -> socket.socket:
            begun = time.monotonic()
            client = endpoint.connect(f"127.0.{subnet}.{1 + number // (HALF_OPEN - 14)}")
            stack.callback(client.close)
            connects.append(time.monotonic() - begun)
            if number % 2:
                client.sendall(b"GET / HTTP/1.1\r\nhost: ")
            return client

        endpoint.ask("GET", listed, {})
        full, begun = full_queues(), time.monotonic()
        held = [opened(number, 2) for number in range(count)]
        seconds = time.monotonic() - begun
        asked = [endpoint.ask("GET", listed, {}) for _ in range(20)]
        kept = sum(is_open(client) for client in held)
        show(part, f"{kept} of {count} connections, opened in {seconds:.1f} s from {1 + (count - 1) // 50} addresses, are held")
        more = [opened(number, 3) for number in range(300)]
        asked += [endpoint.ask("GET", listed, {}) for _ in range(20)]
        kept_later = sum(is_open(client) for client in held + more)
        longest = max(found.seconds for found in asked)
        repeated, full = sum(seconds > REPEATED for seconds in connects), full_queues() - full
        show(part, f"{repeated} connections waited for a second or more, the queue of the listener was full {full} times")
        show(part, f"{kept_later} of {count + 300} after 300 more (the listener has {places} places)")
        show(part, f"40 new requests got {counted(asked)}, the longest wait {longest:.3f} s")
        show(part, f"memory {before:.0f} MB idle, {memory(process, 'VmRSS'):.0f} MB with the connections")
        # The limit for a head ends the first ones when the script takes as long.
        if kept < count and seconds < 15:
            faults.append(f"{count - kept} of {count} connections were closed")
        if wrong := [str(found) for found in asked if found.status != 200]:
            faults.append(f"new requests got {counted(wrong)}")
        if longest > LONGEST_WAIT:
            faults.append(f"a new request waited {longest:.1f} s")
        # One without the other is the load of the machine, or another listener.
        if repeated and full:
            faults.append(f"{repeated} connections waited a second because the queue of the listener was full")
        if count < 2000:
            show(part, f"the limit of {files} open files allows {count} connections only")
    return faults


def full_queues() -> int:
    """How often a listener of this machine had no room in its queue (proc_pid_net(5), netstat)."""
    names, values = [line.split() for line in Path("/proc/net/netstat").read_text().splitlines() if line.startswith("TcpExt:")]
    return int(dict(zip(names, values))["ListenOverflows"])


def stops(program: str) -> Faults:
    """A stop with three clients that do not read, an unfinished upload and an unfinished head."""
    faults = []
    with tempfile.TemporaryDirectory(prefix="pauta-slow-") as folder:
        path, posts = None, 0
        cases = [("SIGTERM", None), ("SIGTERM", "SIGTERM"), ("SIGTERM", "SIGINT"), ("SIGINT", "SIGINT"), ("SIGHUP", None)]
        for first, second in cases:
            with running(program, folder) as server, ExitStack() as stack:
                path = path or uploaded(server, pdf(FILE))
                body = {"title": f"Antes de {first}", "content": "x", "status": "publish"}
                made = server.sent(f"{server.root}/core/v2/posts", body, server.author).send()
                posts += 1
                if made[0] != 201:
                    faults.append(f"a post before {first} answered {made[0]}")
                for client in hanging(server, path):
                    stack.callback(client.close)
                time.sleep(1)
                name = first if second is None else f"{first}, after 1 s {second}"
                seconds = stopped(server, first, second)
                code = server.process.returncode
                show("stops", f"{name}: exit code {code}, {seconds:.2f} s" + (" after the second" if second else ""))
                if seconds > (AT_ONCE if second else STOP):
                    faults.append(f"{name}: ended after {seconds:.1f} s")
                if code != 0:
                    faults.append(f"{name}: exit code {code}")
        with running(program, folder) as server:
            endpoint = Endpoint.at(server.site)
            found = json.loads(endpoint.ask("GET", path_of(server, "/core/v2/posts?per_page=100&search=Antes"), {}).body)
            content = endpoint.ask("GET", path, {}).body
            show("stops", f"the next start has {len(found)} of {posts} posts, and {len(content)} bytes of the file")
            if len(found) != posts or content != pdf(FILE):
                faults.append("the start after the stops misses posts or the file")
    return faults


def hanging(server: Server, path: str) -> list[socket.socket]:
    endpoint = Endpoint.at(server.site)
    clients = silent(endpoint, [path] * 3)
    body = endpoint.connect("127.0.0.1")
    headers = {**server.author, "content-type": "application/pdf", "content-length": str(FILE)}
    headers["content-disposition"] = "attachment; filename=meio.pdf"
    body.sendall(endpoint.head("POST", path_of(server, "/core/v2/media"), headers) + pdf(FILE // 2))
    head = endpoint.connect("127.0.0.1")
    head.sendall(b"POST / HTTP/1.1\r\nhost: ")
    return [*clients, body, head]


def stopped(server: Server, first: str, second: str | None) -> float:
    """The seconds from the last signal to the end of the process; infinite when it does not end in two minutes."""
    server.process.send_signal(getattr(signal, first))
    begun = time.monotonic()
    if second:
        time.sleep(1)
        server.process.send_signal(getattr(signal, second))
        begun = time.monotonic()
    try:
        server.process.wait(120)
    except subprocess.TimeoutExpired:
        return float("inf")
    return time.monotonic() - begun


def small_machine(program: str) -> Faults:
    """24 uploads of 20 MB at once, and every five seconds 300 clients that do not read, with 512 MB."""
    part, faults = "512 MB", []
    content = pdf(FILE)
    with limited(512 * MB) as limit, tempfile.TemporaryDirectory(prefix="pauta-slow-") as folder, ExitStack() as stack:
        if limit is None:
            show(part, "no control group for memory can be made here; nothing is tried")
            return []
        server = stack.enter_context(running(program, folder, limit.command))
        process = server.process.pid
        show(part, f"the process is limited by {limit.name}, and has {memory(process, 'VmRSS'):.0f} MB idle")
        path, endpoint = uploaded(server, content), Endpoint.at(server.site)
        faults += reserves_little(part, server, content)
        forget_peak(process)
        listed = path_of(server, "/core/v2/posts?_fields=id")
        with Reader(endpoint, listed, "127.0.4.200") as reader, ThreadPoolExecutor(24) as threads:
            clients = []
            # Closed ones come back.
            while not clients or not all(client.done() for client in clients):
                try:
                    for client in silent(endpoint, [path] * 300):
                        stack.callback(client.close)
                except ConnectionError:
                    # The process ended; what it answers to uploads tells the rest.
                    pass
                clients = clients or [
                    threads.submit(persistent, large_upload(server, content, number)) for number in range(24)
                ]
                wait(clients, timeout=COME_BACK)
            answers = [client.result() for client in clients]
        made = [one for each in answers for one in each]
        ended = server.process.poll()
        taken = [found for found in made if found.status == 201]
        longest = max(found.seconds for found in made)
        show(part, f"24 uploads got {counted(each[0] for each in answers)}; with those repeated after 503 {counted(made)}")
        show(part, f"an upload was answered after {longest:.1f} s at most")
        if ended is not None:
            return [*faults, f"the process ended with {ended}, {limit.kills()}"]
        resident = f"{memory(process, 'VmHWM'):.0f} MB resident at most"
        show(part, f"the process lives, {resident}; its group, with cached pages of files, has had {limit.peak()}")
        show(part, str(reader.waits))
        if wrong := [str(found) for found in made if found.status != 201 and not found.is_refusal()]:
            faults.append(f"uploads got {counted(wrong)}")
        if len(taken) < len(answers):
            faults.append(f"{len(answers) - len(taken)} uploads were not stored after {ATTEMPTS} attempts")
        digest = hashlib.sha256(content).digest()
        for found in taken:
            path = json.loads(found.body)["source_url"].removeprefix(server.site)
            kept = persistent(lambda path=path: endpoint.ask("GET", path, {}))[-1]
            if hashlib.sha256(kept.body).digest() != digest:
                faults.append(f"an upload that was acknowledged answers {kept} with {len(kept.body)} bytes")
        if reader.waits.share(1) > LONGEST_WAIT:
            faults.append(f"another reader waited too long: {reader.waits}")
        if wrong := reader.waits.out_of_order():
            faults.append(f"another reader got {counted(wrong)}")
    return faults


def large_upload(server: Server, content: bytes, number: int) -> Callable[[], Answer]:
    """The upload of the client with this number."""
    return lambda: upload(server, content, f"127.0.4.{1 + number % 8}", f"grande-{number}")


def persistent(ask: Callable[[], Answer]) -> list[Answer]:
    """The answers of a client that repeats its request when it is told to come back later."""
    answers = []
    for _ in range(ATTEMPTS):
        answers.append(ask())
        if not answers[-1].is_refusal():
            break
        time.sleep(int(answers[-1].retry_after))
    return answers


def reserves_little(part: str, server: Server, content: bytes) -> Faults:
    """Whether the process knows its memory: 512 MB leave 32 MiB for bodies, and two of 20 MB do not fit, as they do in 128 MiB."""
    endpoint = Endpoint.at(server.site)
    headers = {**server.author, "content-type": "application/pdf", "content-length": str(len(content)), "connection": "close"}
    headers["content-disposition"] = "attachment; filename=primeiro.pdf"
    with closing(endpoint.connect("127.0.5.1")) as first:
        half = len(content) // 2
        begun = time.monotonic()
        first.sendall(endpoint.head("POST", path_of(server, "/core/v2/media"), headers) + content[:half])
        time.sleep(0.5)
        other = upload(server, content, "127.0.5.2", "segundo")
        first.sendall(content[half:])
        made = answer(first, "POST", begun)
    show(part, f"an upload beside one that is half sent got {other} after {other.seconds:.1f} s; that one, then completed, {made}")
    faults = []
    if not other.is_refusal():
        faults.append(f"the process does not know its memory: an upload beside one that is half sent got {other}")
    if made.status != 201:
        faults.append(f"an upload with a pause got {made}")
    return faults


def writes(program: str) -> Faults:
    """4,000 writes are cut off, and a start removes what they left."""
    with tempfile.TemporaryDirectory(prefix="pauta-slow-") as folder:
        return aborted.played("writes", SEED, folder, lambda: running(program, folder), show)


PARTS: dict[str, Callable[[str], Faults]] = {
    "files": files,
    "lists": lists,
    "idle": idle,
    "stops": stops,
    "writes": writes,
    "memory": small_machine,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=str(ROOT / "target/debug/pauta"))
    parser.add_argument("parts", nargs="*", metavar="part", help=f"of {', '.join(PARTS)}; all when none is named")
    arguments = parser.parse_args()
    if unknown := set(arguments.parts) - set(PARTS):
        parser.error(f"no part {', '.join(sorted(unknown))}")
    raised_file_limit()
    begun, wrong = time.monotonic(), []
    for name in arguments.parts or PARTS:
        started = time.monotonic()
        try:
            faults = PARTS[name](arguments.program)
        except OSError as error:
            # The process ended, or took no connection.
            faults = [f"a client failed: {error!r}"]
        show(name, f"{'; '.join(faults) or 'holds'} ({time.monotonic() - started:.0f} s)")
        wrong += [f"{name}: {fault}" for fault in faults]
    print(f"{time.monotonic() - begun:.0f} s", flush=True)
    if wrong:
        sys.exit("slow-clients: " + "\nslow-clients: ".join(wrong))


if __name__ == "__main__":
    main()
