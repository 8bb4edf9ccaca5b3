"""HTTP clients that stop at a chosen place, and a reader that measures how long it waits."""

import errno
import json
import os
import socket
import struct
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from urllib.parse import urlsplit

# Longest time in which a client connects, sends a part or waits for one, in seconds.
PATIENCE = 60
# Linux: the port is chosen when the client connects, so that one address has all ports for each server (ip(7)).
IP_BIND_ADDRESS_NO_PORT = 24


@dataclass(frozen=True)
class Answer:
    """What a request got, and the seconds until its end. `status` is 0 when there was no complete answer."""

    status: int
    seconds: float
    retry_after: str | None = None
    body: bytes = b""
    error: str = ""

    def is_in_order(self) -> bool:
        return self.status == 200 or self.is_refusal()

    def is_refusal(self) -> bool:
        """Whether it is 503 with the seconds after which the client may try again."""
        return self.status == 503 and (self.retry_after or "").isdigit()

    def __str__(self) -> str:
        return self.error or str(self.status)


@dataclass(frozen=True)
class Endpoint:
    """An address of a listener."""

    host: str
    port: int

    @classmethod
    def at(cls, url: str) -> "Endpoint":
        parts = urlsplit(url)
        return cls(parts.hostname, parts.port)

    def connect(self, source: str, receive_buffer: int | None = None) -> socket.socket:
        """A connection from an address of this machine. With a small buffer the system takes little of an answer."""
        client = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            client.settimeout(PATIENCE)
            if receive_buffer:
                client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
            client.setsockopt(socket.IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, 1)
            client.bind((source, 0))
            client.connect((self.host, self.port))
        except OSError:
            client.close()
            raise
        return client

    def head(self, method: str, path: str, headers: dict[str, str]) -> bytes:
        lines = [f"{method} {path} HTTP/1.1", f"host: {self.host}:{self.port}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        return ("\r\n".join(lines) + "\r\n\r\n").encode()

    def ask(
        self, method: str, path: str, headers: dict[str, str], body: bytes = b"", source: str = "127.0.0.1"
    ) -> Answer:
        """A request on a connection of its own. An answer before the end of the body is read."""
        headers = {"connection": "close", **headers}
        if body:
            headers["content-length"] = str(len(body))
        begun = time.monotonic()
        try:
            with self.connect(source) as client:
                try:
                    client.sendall(self.head(method, path, headers) + body)
                except (BrokenPipeError, ConnectionResetError):
                    # The answer may be there nevertheless.
                    pass
                return answer(client, method, begun)
        except (OSError, HTTPException) as error:
            return Answer(0, time.monotonic() - begun, error=repr(error))


def answer(client: socket.socket, method: str, begun: float) -> Answer:
    response = HTTPResponse(client, method=method)
    response.begin()
    body = response.read()
    return Answer(response.status, time.monotonic() - begun, response.headers["retry-after"], body)


def abort(client: socket.socket, with_reset: bool) -> None:
    """Leaves: with a reset, as a client that is killed with unread bytes, or by closing."""
    if with_reset:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    client.close()


def is_open(client: socket.socket) -> bool:
    """Whether the server has not closed a connection on which nothing was to be read."""
    client.setblocking(False)
    try:
        return client.recv(1, socket.MSG_PEEK) != b""
    except BlockingIOError:
        return True
    except OSError as error:
        if error.errno in (errno.ECONNRESET, errno.EPIPE, errno.ETIMEDOUT):
            return False
        raise


def sockets_of(process: int) -> int:
    """The number of sockets that a process has open."""
    found = 0
    folder = Path(f"/proc/{process}/fd")
    for name in os.listdir(folder):
        try:
            found += os.readlink(folder / name).startswith("socket:")
        except FileNotFoundError:
            pass
    return found


@dataclass
class Waits:
    """Answers of a reader, with the time at which each was asked for."""

    answers: list[tuple[float, Answer]] = field(default_factory=list)

    def __str__(self) -> str:
        statuses = Counter(str(answer) for _, answer in self.answers)
        listed = ", ".join(f"{count} × {status}" for status, count in statuses.most_common())
        waits = f"p50 {self.share(0.5):.3f} s, p99 {self.share(0.99):.3f} s, at most {self.share(1):.3f} s"
        return f"another reader waited {waits} ({listed})"

    def share(self, part: float) -> float:
        """The seconds within which this part of the answers came."""
        seconds = sorted(answer.seconds for _, answer in self.answers)
        return seconds[min(int(len(seconds) * part), len(seconds) - 1)]

    def out_of_order(self) -> list[str]:
        return [str(answer) for _, answer in self.answers if not answer.is_in_order()]

    def since(self, begun: float) -> list[Answer]:
        return [answer for asked, answer in self.answers if asked >= begun]


class Reader(threading.Thread):
    """Reads a page again and again, on a connection of its own each time, until it is told to stop."""

    def __init__(self, endpoint: Endpoint, path: str, source: str = "127.0.0.1") -> None:
        super().__init__(daemon=True)
        self.endpoint, self.path, self.source = endpoint, path, source
        self.stopping = threading.Event()
        self.waits = Waits()

    def run(self) -> None:
        while not self.stopping.is_set():
            asked = time.monotonic()
            self.waits.answers.append((asked, self.endpoint.ask("GET", self.path, {}, source=self.source)))
            time.sleep(0.005)

    def __enter__(self) -> "Reader":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stopping.set()
        self.join()


def form_data(fields: dict[str, str], file: tuple[str, str, bytes]) -> tuple[dict[str, str], bytes]:
    """The headers and the body of a form with a PDF file, given as field, file name and content."""
    mark = "corte"
    parts = [
        f'--{mark}\r\ncontent-disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
        for name, value in fields.items()
    ]
    name, file_name, content = file
    disposition = f'content-disposition: form-data; name="{name}"; filename="{file_name}"'
    parts.append(f"--{mark}\r\n{disposition}\r\ncontent-type: application/pdf\r\n\r\n".encode() + content + b"\r\n")
    parts.append(f"--{mark}--\r\n".encode())
    return {"content-type": f"multipart/form-data; boundary={mark}"}, b"".join(parts)


def json_body(body: dict) -> tuple[dict[str, str], bytes]:
    return {"content-type": "application/json"}, json.dumps(body).encode()
