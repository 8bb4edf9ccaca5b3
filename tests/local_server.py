"""A local process of Pauta for suites in Python: its start, its addresses and its logins."""

import base64
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path

LOGIN = "administracao"
PASSWORD = "umaSenhaQueNinguemAdivinha"
JSON = {"content-type": "application/json"}
# Time limit of a start and of an answer, in seconds.
PATIENCE = 300


@dataclass(frozen=True)
class Request:
    """A request, complete."""

    method: str
    url: str
    headers: dict[str, str]
    body: bytes | None = None

    def send(self) -> tuple[int, bytes]:
        asked = urllib.request.Request(self.url, self.body, self.headers, method=self.method)
        try:
            with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()


class Server:
    """A local process. `arguments` say where its data are."""

    def __init__(self, program: str, *arguments: str) -> None:
        first = {
            "PAUTA_ADMIN_PASSWORD": PASSWORD,
            "SITE_ADMIN_USER": LOGIN,
            "SITE_ADMIN_APP_PASSWORD": PASSWORD,
        }
        command = [program, *arguments, "--platform-addr", "127.0.0.1:0", "--site-addr", "127.0.0.1:0"]
        self.log = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(command, env={**os.environ, **first}, stdout=self.log, stderr=self.log)
        said = self.said()
        self.api = re.search(r"Platform +(\S+)", said)[1]
        self.root = re.search(r"REST root (\S+)/\)", said)[1]
        self.site = re.search(r"Site +(\S+)", said)[1]
        self.mailbox = re.search(r"Mailbox +(\S+)", said)[1]
        pair = base64.b64encode(f"{LOGIN}:{PASSWORD}".encode()).decode()
        self.author = {"authorization": f"Basic {pair}"}

    def said(self) -> str:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self.process.poll() is None:
            self.log.seek(0)
            text = self.log.read()
            if "Ctrl-C stops" in text:
                return text
            time.sleep(0.05)
        self.log.seek(0)
        sys.exit(f"the process did not start: {self.log.read()}")

    def signed_in(self) -> dict[str, str]:
        """The headers of the administrator of the platform."""
        login = {"email": "admin@pauta.localhost", "password": PASSWORD}
        challenge = self.post(f"{self.api}/auth/login", login, {})["challenge"]
        code = None
        while code is None:
            mails = self.mails()
            code = next((found for mail in mails if (found := re.search(r"\b\d{6}\b", mail["text"]))), None)
        second = {"challenge": challenge, "code": code[0]}
        token = self.post(f"{self.api}/auth/two-factor", second, {})["access_token"]
        return {"authorization": f"Bearer {token}"}

    def mails(self) -> list[dict]:
        """The mails of the outbox, newest first."""
        return json.loads(Request("GET", self.mailbox, {}).send()[1])

    def post(self, url: str, body: dict, headers: dict[str, str]) -> dict:
        return json.loads(self.sent(url, body, headers).send()[1])

    def sent(self, url: str, body: dict, headers: dict[str, str], method: str = "POST") -> Request:
        return Request(method, url, {**JSON, **headers}, json.dumps(body).encode())

    def memory(self, member: str) -> int:
        """A size of the process from proc(5), in MB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(rf"{member}:\s+(\d+)", status)[1]) // 1024

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()
