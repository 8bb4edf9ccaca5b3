"""Stand-ins on loopback for the services that a function calls when it starts: Lambda's Runtime API, and AWS behind
one TLS address, with an empty store."""

import json
import os
import socket
import ssl
import subprocess
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class Answering(BaseHTTPRequestHandler):
    """A persistent connection. Each response is sent at once and in one piece; otherwise Nagle's algorithm and
    delayed acknowledgements would be measured."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1

    def log_message(self, *_) -> None:
        pass

    def body(self) -> bytes:
        return self.rfile.read(int(self.headers.get("Content-Length", 0)))

    def answer(self, status: int, body: bytes = b"", headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in {**(headers or {}), "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)
        self.wfile.flush()


class Server(ThreadingHTTPServer):
    """A server that runs during a `with` block, with one thread per connection."""

    daemon_threads = True
    # Threads that wait for a killed process end by themselves.
    block_on_close = False

    def __init__(self, handler: type[BaseHTTPRequestHandler]) -> None:
        super().__init__(("127.0.0.1", 0), handler)

    def handle_error(self, *_) -> None:
        """A process that is killed resets its connections; any other fault only shows in a missing answer."""
        error = sys.exc_info()[1]
        if not isinstance(error, (ConnectionError, ssl.SSLError)):
            super().handle_error(*_)

    def __enter__(self):
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        return self

    def __exit__(self, *_) -> None:
        self.shutdown()
        self.server_close()


class RuntimeApi(Server):
    """Provides one event and receives its response; `asked` and `answered` are `perf_counter` seconds."""

    def __init__(self, event: bytes) -> None:
        super().__init__(RuntimeConnection)
        self.event = event
        self.asked: float | None = None
        self.answered: float | None = None
        self.outcome: tuple[str, bytes] | None = None
        self.done = threading.Event()
        self.over = threading.Event()

    def __exit__(self, *_) -> None:
        self.over.set()
        super().__exit__(*_)


class RuntimeConnection(Answering):
    server: RuntimeApi

    def do_GET(self) -> None:
        now = time.perf_counter()
        if self.server.asked is not None:
            # There is no second event: the function waits here until it is killed.
            self.server.over.wait()
            self.close_connection = True
            return
        self.server.asked = now
        self.answer(200, self.server.event, {
            "Content-Type": "application/json",
            "Lambda-Runtime-Aws-Request-Id": "8476a536-e9f4-11e8-9739-2dfe598c3fcd",
            "Lambda-Runtime-Deadline-Ms": str(int(time.time() * 1000) + 60_000),
            "Lambda-Runtime-Invoked-Function-Arn": "arn:aws:lambda:sa-east-1:123456789012:function:measured",
            "Lambda-Runtime-Trace-Id": "Root=1-5bef4de7-ad49b0e87f6ef6c87fc2e700;Parent=9a9197af755a6419;Sampled=0",
        })

    def do_POST(self) -> None:
        body = self.body()
        if self.server.answered is None:
            self.server.answered = time.perf_counter()
            self.server.outcome = (self.path.rsplit("/", 1)[-1], body)
            self.server.done.set()
            # The process is measured while it waits for this response or for its next event.
        self.answer(202)


class Services(Server):
    """AWS with only a key ring stored. Counts requests, and delays each response by `delay` seconds to simulate a
    network."""

    def __init__(self, folder: Path, delay: float) -> None:
        super().__init__(ServicesConnection)
        self.delay = delay
        made = subprocess.run(
            [sys.executable, ROOT / "infra" / "key_ring.py", "new"], check=True, capture_output=True, text=True
        )
        self.ring = json.loads(made.stdout)
        self.asked: dict[str, int] = {}
        self.bundle = folder / "bundle.pem"
        certificate, key = folder / "certificate.pem", folder / "key.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=services",
             "-addext", "subjectAltName=IP:127.0.0.1", "-addext", "basicConstraints=critical,CA:FALSE",
             "-keyout", key, "-out", certificate],
            check=True, capture_output=True,
        )
        # As many certificates as a real bundle contains, so that parsing them takes as long.
        roots = ssl.get_default_verify_paths().openssl_cafile
        usual = Path(os.environ.get("SSL_CERT_FILE", "/etc/ssl/certs/ca-certificates.crt"))
        known = usual if usual.is_file() else Path(roots)
        self.bundle.write_bytes(known.read_bytes() + certificate.read_bytes())
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        # The connection's thread does the handshake.
        self.socket = context.wrap_socket(self.socket, server_side=True, do_handshake_on_connect=False)
        self.url = f"https://127.0.0.1:{self.server_address[1]}"


class ServicesConnection(Answering):
    server: Services
    EMPTY = {
        "GetItem": {},
        "Query": {"Items": [], "Count": 0, "ScannedCount": 0},
        "BatchGetItem": {"Responses": {}, "UnprocessedKeys": {}},
    }

    def setup(self) -> None:
        self.request.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, True)
        super().setup()

    def do_POST(self) -> None:
        self.body()
        time.sleep(self.server.delay)
        operation = self.headers.get("X-Amz-Target", "").rsplit(".", 1)[-1]
        self.server.asked[operation] = self.server.asked.get(operation, 0) + 1
        answer = self.EMPTY.get(operation, {})
        if operation == "GetSecretValue":
            answer = {"Name": "key-ring", "SecretString": json.dumps(self.server.ring)}
        self.answer(200, json.dumps(answer).encode(), {"Content-Type": "application/x-amz-json-1.0"})

    def do_GET(self) -> None:
        """An object that is not there."""
        self.server.asked["GetObject"] = self.server.asked.get("GetObject", 0) + 1
        body = b"<Error><Code>NoSuchKey</Code><Message>none</Message></Error>"
        self.answer(404, body, {"Content-Type": "application/xml"})
