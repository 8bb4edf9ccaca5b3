#!/usr/bin/env python3
"""Cold start, size and memory of each release function beside an empty Lambda of the same stack.

    cargo build --release --workspace && cargo build --release -p cloud --example empty_lambda
    python3 tests/performance/cold_start.py [runs] > figures.md

A stand-in for Lambda's Runtime API counts from the start of the process to its first question for work
(init) and from the sample event to the answer (first answer). A second stand-in answers for AWS over plain
HTTP, so the figures hold no TLS handshake and no network; compare ratios, not milliseconds.
"""
import base64
import json
import os
import pathlib
import statistics
import subprocess
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

ROOT = pathlib.Path(__file__).resolve().parents[2]
RELEASE = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release"
FUNCTIONS = [path.name for path in sorted((ROOT / "functions").iterdir()) if (path / "src/main.rs").exists()]


def key_ring():
    key = base64.b64encode(os.urandom(32)).decode()
    made = subprocess.run(
        [sys.executable, ROOT / "infra/key_ring.py", "new"], capture_output=True, text=True, check=False
    )
    if made.returncode == 0 and made.stdout.strip().startswith("{"):
        return made.stdout.strip()
    ring = {"active": "k1", "keys": {"k1": key}, "jwt_active": "j1", "jwt_keys": {"j1": key}, "pepper": key}
    return json.dumps(ring)


class Quiet(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, body=b"", headers=()):
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class Aws(Quiet):
    secret = key_ring()

    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        target = self.headers.get("X-Amz-Target", "")
        body = {"SecretString": self.secret, "Name": "s", "VersionId": "v"} if "GetSecretValue" in target else {}
        self.answer(200, json.dumps(body).encode(), [("Content-Type", "application/x-amz-json-1.0")])


class Runtime(Quiet):
    event = b"{}"
    asked = None
    answered = None
    done = threading.Event()

    def do_GET(self):
        if Runtime.asked is None:
            Runtime.asked = time.perf_counter()
            headers = [
                ("Lambda-Runtime-Aws-Request-Id", "1"),
                ("Lambda-Runtime-Deadline-Ms", str(int(time.time() * 1000) + 60000)),
                ("Lambda-Runtime-Invoked-Function-Arn", "arn:aws:lambda:local:0:function:f"),
                ("Content-Type", "application/json"),
            ]
            self.answer(200, Runtime.event, headers)
        else:
            Runtime.done.wait(60)

    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if Runtime.answered is None:
            Runtime.answered = time.perf_counter()
        self.answer(202)
        Runtime.done.set()


def serve(handler):
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_address[1]


def peak_kib(pid):
    for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmHWM"):
            return int(line.split()[1])
    return 0


def environment(runtime, aws):
    return {
        "PATH": os.environ["PATH"],
        "AWS_LAMBDA_RUNTIME_API": f"127.0.0.1:{runtime}",
        "AWS_LAMBDA_FUNCTION_NAME": "f",
        "AWS_LAMBDA_FUNCTION_MEMORY_SIZE": "256",
        "AWS_LAMBDA_FUNCTION_VERSION": "1",
        "AWS_LAMBDA_LOG_STREAM_NAME": "s",
        "AWS_LAMBDA_LOG_GROUP_NAME": "g",
        "AWS_REGION": "us-east-1",
        "AWS_ACCESS_KEY_ID": "a",
        "AWS_SECRET_ACCESS_KEY": "s",
        "AWS_ENDPOINT_URL": f"http://127.0.0.1:{aws}",
        "SSL_CERT_FILE": os.environ.get("SSL_CERT_FILE", "/etc/ssl/certs/ca-certificates.crt"),
        "PLATFORM_TABLE": "platform",
        "SITE_TABLE": "site",
        "PUBLICATION_QUEUE_URL": f"http://127.0.0.1:{aws}/1/publication",
        "NOTIFICATION_QUEUE_URL": f"http://127.0.0.1:{aws}/1/notification",
        "MEDIA_BUCKET": "media",
        "MEDIA_PREFIX": "platform",
        "SECRET_ID": "s",
        "EVENT_BUS": "bus",
        "APP_URL": "https://pauta.example",
        "SITE_URL": "https://site.example",
        "MAIL_FROM": "Pauta <pauta@pauta.example>",
        "LOG_LEVEL": "warn",
    }


def once(binary, event, env):
    Runtime.event, Runtime.asked, Runtime.answered = event, None, None
    Runtime.done.clear()
    started = time.perf_counter()
    process = subprocess.Popen([binary], env=env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    try:
        while not Runtime.done.wait(0.05):
            if process.poll() is not None:
                raise SystemExit(f"{binary.name} ended: {process.stderr.read().decode()[-400:]}")
            if time.perf_counter() - started > 20:
                raise SystemExit(f"{binary.name} did not answer")
        memory = peak_kib(process.pid)
    finally:
        process.kill()
        process.wait()
    return (Runtime.asked - started) * 1000, (Runtime.answered - Runtime.asked) * 1000, memory


def main():
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    env = environment(serve(Runtime), serve(Aws))
    http_event = (ROOT / "events/platform-auth.json").read_bytes()
    targets = [("empty Lambda", RELEASE / "examples/empty_lambda", http_event)]
    for name in FUNCTIONS:
        targets.append((name, RELEASE / name, (ROOT / f"events/{name}.json").read_bytes()))
    floor = None
    print("| function | size MB | init ms | × empty | first answer ms | memory MB |")
    print("|---|---|---|---|---|---|")
    for name, binary, event in targets:
        figures = [once(binary, event, env) for _ in range(runs)]
        init, first, memory = (statistics.median(column) for column in zip(*figures))
        floor = floor or init
        size = binary.stat().st_size / 1e6
        print(f"| {name} | {size:.1f} | {init:.1f} | {init / floor:.1f} | {first:.1f} | {memory / 1024:.1f} |")


if __name__ == "__main__":
    main()
