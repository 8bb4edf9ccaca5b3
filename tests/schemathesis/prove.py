"""Starts fakes of the providers and the whole system in memory on free ports, signs in, creates a few objects, runs
Schemathesis on every operation of the description, reports the result, and stops the system.
"""

import base64
import json
import os
import re
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import uuid
from collections import Counter
from contextlib import contextmanager
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BUILT = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "debug"
PROGRAM = BUILT / "pauta"
FAKES = BUILT / "examples" / "serve"
# What the fakes of the providers print: five addresses, and five keys that they accept.
EXPORTS = 10
ADMIN = "admin@example.com"
POSTS = 24
TEXT = "Uma horta na varanda pede sol, vaso, terra e um pouco de paciência. " * 8
# The smallest PNG there is: one pixel.
PICTURE = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
# Runs are reproducible: one seed, one worker, no data of former runs.
SEED = "20270301"
EXAMPLES = "40"


def say(text: str):
    print(f"schemathesis: {text}", flush=True)


def free_ports(count: int) -> list[int]:
    sockets = [socket.socket() for _ in range(count)]
    try:
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]
    finally:
        for one in sockets:
            one.close()


def call(method: str, url: str, body=None, token: str = "", kind: str = "application/json"):
    """The decoded response; any other status than success ends the run."""
    headers = {"content-type": kind} if body is not None else {}
    if token:
        headers["authorization"] = f"Bearer {token}"
    data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
    request = urllib.request.Request(url, data=data, headers=headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.loads(answer.read())
    except urllib.error.HTTPError as error:
        raise SystemExit(f"schemathesis: {method} {url}: {error.code} {error.read()[:600]!r}") from None


def ready(system: subprocess.Popen, base: str):
    for _ in range(300):
        if system.poll() is not None:
            raise SystemExit(f"schemathesis: the system ended by itself with {system.returncode}")
        try:
            urllib.request.urlopen(f"{base}/api/v1/health", timeout=5).close()
            return
        except OSError:
            time.sleep(0.1)
    raise SystemExit("schemathesis: the system did not answer within 30 s")


def mailbox_of(log: Path) -> str:
    """The address of the mailbox, which the start prints before it answers; it holds a secret."""
    found = re.search(r"^Mailbox +(\S+/dev/mailbox/\S+)$", log.read_text(), re.MULTILINE)
    if not found:
        raise SystemExit(f"schemathesis: the start names no mailbox: {log.read_text()!r}")
    return found.group(1)


def sign_in(base: str, password: str, mailbox: str) -> str:
    challenge = call("POST", f"{base}/api/v1/auth/login", {"email": ADMIN, "password": password})["challenge"]
    code = re.search(r"\b\d{6}\b", call("GET", mailbox)[0]["text"]).group()
    answer = call("POST", f"{base}/api/v1/auth/two-factor", {"challenge": challenge, "code": code})
    return answer["access_token"]


def form(fields: dict, file: bytes) -> tuple[bytes, str]:
    edge = uuid.uuid4().hex
    parts = [
        f'--{edge}\r\ncontent-disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
        for name, value in fields.items()
    ]
    head = f'--{edge}\r\ncontent-disposition: form-data; name="file"; filename="foto.png"\r\ncontent-type: image/png\r\n\r\n'
    return b"".join([*parts, head.encode(), file, f"\r\n--{edge}--\r\n".encode()]), f"multipart/form-data; boundary={edge}"


def put(upload: dict, file: bytes):
    request = urllib.request.Request(upload["url"], data=file, headers=upload["headers"], method=upload["method"])
    urllib.request.urlopen(request, timeout=30).close()


def furnish(base: str, token: str, site: str) -> int:
    """Creates posts with pictures and uploads that meet all requirements, and sites and users beside those of the first
    start. Returns the caller's identifier."""
    api = f"{base}/api/v1"
    me = call("GET", f"{api}/auth/me", token=token)["user"]["id"]
    for number in range(1, POSTS + 1):
        post = call("POST", f"{api}/posts", {
            "site_id": 1, "title": f"Horta na varanda, parte {number}", "body": f"<h2>Começo</h2><p>{TEXT}</p>",
            "approval_required": number % 2 == 0,
        }, token)
        body, kind = form({"content_id": post["id"], "alt_text": "Vasos ao sol"}, PICTURE)
        call("POST", f"{api}/media", body, token, kind)
        wish = {"content_id": post["id"], "bytes": len(PICTURE), "content_type": "image/png"}
        upload = call("POST", f"{api}/media/uploads", wish, token)
        put(upload, PICTURE)
        missing = call("GET", f"{api}/posts/{post['id']}/validation", token=token)
        if missing["issues"]:
            raise SystemExit(f"schemathesis: the post is not ready to go out: {missing}")
    for number in range(8):
        call("POST", f"{api}/sites", {"name": f"Cliente {number}", "url": site}, token)
        person = {"name": "Ana", "email": f"ana{number}@example.com", "role": "redator"}
        call("POST", f"{api}/users", person, token)
    return me


def end(process: subprocess.Popen):
    if process.poll() is None:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def tell(report: Path, described: set[str]) -> tuple[int, int]:
    """Reports the result of a run; returns the numbers of passed and failed cases."""
    answers: dict[str, Counter] = {}
    passed = failed = 0
    for line in report.read_text().splitlines():
        recorder = json.loads(line).get("ScenarioFinished", {}).get("recorder", {})
        for case, exchange in recorder.get("interactions", {}).items():
            value = recorder["cases"][case]["value"]
            operation = f'{value["method"]} {value["path"]}'
            status = (exchange.get("response") or {}).get("status_code", 0)
            answers.setdefault(operation, Counter())[f"{status // 100}xx"] += 1
            checks = recorder.get("checks", {}).get(case)
            if not checks:
                # Sent by a check of another case, such as the repetition without a session.
                continue
            bad = any(check["status"] == "failure" for check in checks)
            failed, passed = failed + bad, passed + (not bad)
    foreign = sum(counts.total() for operation, counts in answers.items() if operation not in described)
    total = sum(answers.values(), Counter())
    told = ", ".join(f"{count} {status}" for status, count in sorted(total.items()))
    say(f"{len(described & answers.keys())} of {len(described)} operations, {total.total()} requests "
        f"({foreign} of them with a method that the path does not have): {told}")
    never = sorted(operation for operation in described if not answers.get(operation, Counter())["2xx"])
    say("never succeeded: " + (", ".join(never) or "none"))
    return passed, failed


@contextmanager
def providers():
    """The environment that directs the program to fakes of the providers, while these run. No input reaches a real one."""
    fakes = subprocess.Popen([FAKES], stdout=subprocess.PIPE, text=True, start_new_session=True)
    try:
        lines = [fakes.stdout.readline().strip() for _ in range(EXPORTS)]
        yield dict(line.removeprefix("export ").split("=", 1) for line in lines)
    finally:
        end(fakes)


def main(options: list[str]) -> int:
    with providers() as directed:
        return prove(options, directed)


def prove(options: list[str], directed: dict[str, str]) -> int:
    platform, site = free_ports(2)
    base = f"http://127.0.0.1:{platform}"
    password = secrets.token_urlsafe(24)
    environment = os.environ | directed | {"PAUTA_ADMIN_EMAIL": ADMIN, "PAUTA_ADMIN_PASSWORD": password}
    with tempfile.TemporaryDirectory(prefix="pauta-schemathesis-") as folder, open(
        Path(folder) / "system.log", "w+"
    ) as log:
        system = subprocess.Popen(
            [PROGRAM, "--in-memory", f"--platform-addr=127.0.0.1:{platform}", f"--site-addr=127.0.0.1:{site}"],
            stdout=log, stderr=log, cwd=folder, env=environment, start_new_session=True,
        )
        try:
            ready(system, base)
            token = sign_in(base, password, mailbox_of(Path(log.name)))
            me = furnish(base, token, f"http://127.0.0.1:{site}")
            report = Path(folder) / "report.ndjson"
            run = subprocess.run(
                [
                    Path(sys.executable).with_name("schemathesis"), "--config-file", HERE / "schemathesis.toml",
                    "run", f"{base}/api/v1/openapi.json", "--seed", SEED, "--max-examples", EXAMPLES,
                    "--report", "ndjson", "--report-ndjson-path", report, *options,
                ],
                cwd=folder,
                env=os.environ | {
                    "PAUTA_TOKEN": token, "PAUTA_ME": str(me), "PAUTA_POSTS": str(POSTS),
                    "PAUTA_SITE": f"http://127.0.0.1:{site}", "PYTHONPATH": str(HERE), "PYTHONDONTWRITEBYTECODE": "1",
                },
            )
            # If the session had ended early, most responses would be a 401 and the run meaningless.
            call("GET", f"{base}/api/v1/auth/me", token=token)
            document = call("GET", f"{base}/api/v1/openapi.json")
            described = {f"{method.upper()} {path}" for path, item in document["paths"].items() for method in item}
            passed, failed = tell(report, described)
            print(f"{passed} passed, {failed} failed", flush=True)
            return run.returncode or int(failed > 0)
        finally:
            end(system)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
