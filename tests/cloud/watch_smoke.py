"""Requests every route group under `cargo lambda watch`, and sends every sample event with `cargo lambda invoke`."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

from emulator import (
    REGION, ROOT, Emulator, as_deployed_here, create, free_port, functions, get, key_ring, say, stores, template,
)

# Path -> the status that only the intended function returns.
UNKNOWN_TOKEN = "2f1f6c1e-5d0a-4e7b-9d5e-0c9f6a0f4b11"
ROUTES = {
    "/api/v1/health": 200,
    "/api/v1/openapi.json": 200,
    "/definir-senha": 404,
    "/api/v1/auth/me": 401,
    "/api/v1/users": 401,
    "/api/v1/sites": 401,
    "/api/v1/settings/api-keys": 401,
    "/api/v1/posts": 401,
    "/api/v1/posts/3": 401,
    "/api/v1/posts/3/versions": 401,
    "/api/v1/posts/3/approvals": 401,
    "/api/v1/queue": 401,
    "/api/v1/media?content_id=1": 401,
    "/api/v1/tokens/summary": 401,
    "/api/v1/search-provider/status": 401,
    f"/aprovacao/{UNKNOWN_TOKEN}": 404,
    "/painel/conteudos": 200,
    "/api/v1/unknown": 404,
    "/rest/": 200,
    "/rest/core/v2/posts": 200,
    "/": 200,
    "/feed/": 200,
    "/nada-aqui/": 404,
}

# For statuses that several functions return: a word in the intended function's response.
WORDS = {
    "/definir-senha": "Definir senha",
    f"/aprovacao/{UNKNOWN_TOKEN}": "<!doctype html>",
    "/painel/conteudos": "<div id=\"app\">",
    "/api/v1/unknown": '"request_id"',
}

# The status of a function's response to its sample event, where it is neither the 401 of a platform's route without a
# session nor the 200 of a public route of the site.
STATUSES = {
    "platform-auth": 200,
    "platform-panel": 200,
    "platform-approval": 404,
}


def is_answered(name: str, answer: object) -> bool:
    """Whether `answer` is what the function `name` returns for its sample event."""
    if name.endswith("-tick"):
        return True
    if name.endswith("-worker"):
        return "batchItemFailures" in answer
    if name == "log-intake":
        return answer == {"entered": 1, "repeated": 0, "ignored": 0}
    usual = 200 if name.startswith("site-") else 401
    return answer["statusCode"] == STATUSES.get(name, usual)


def environment(emulator: Emulator, made: dict[str, str], port: int) -> dict[str, str]:
    """The environment of all functions of the template together."""
    address = f"http://127.0.0.1:{port}"
    return {
        **os.environ,
        "AWS_ENDPOINT_URL": emulator.url,
        "AWS_REGION": REGION,
        "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": "test",
        "PLATFORM_TABLE": made["PlatformTableName"],
        "SITE_TABLE": made["SiteTableName"],
        "LOG_TABLE": made["LogTableName"],
        "PUBLICATION_QUEUE_URL": made["PublicationQueueUrl"],
        "NOTIFICATION_QUEUE_URL": made["NotificationQueueUrl"],
        "GENERATION_QUEUE_URL": made["GenerationQueueUrl"],
        "SEARCH_QUEUE_URL": made["SearchQueueUrl"],
        "MEDIA_BUCKET": made["MediaBucketName"],
        "MEDIA_PREFIX": "watch/",
        "SITE_MEDIA_PREFIX": "watch/",
        "SECRET_ID": made["KeyRingSecretArn"],
        "EVENT_BUS": made["EventBusName"],
        "APP_URL": address,
        "SITE_URL": address,
        "MAIL_FROM": "Pauta <pauta@example.com>",
    }


def reached(url: str, patience: float) -> tuple[int, bytes]:
    """The response; waits for a function that is still being compiled or started."""
    begun = time.monotonic()
    while True:
        try:
            status, body = get(url)
            if status < 500:
                return status, body
        except OSError as error:
            status, body = 0, str(error).encode()
        if time.monotonic() - begun > patience:
            return status, body
        time.sleep(0.2)


def routes(address: str) -> list[str]:
    faults = []
    for path, wanted in ROUTES.items():
        status, body = reached(address + path, 300)
        say(f"watch: {path} {status}")
        if status != wanted or WORDS.get(path, "").lower() not in body.decode("utf-8", "replace").lower():
            faults.append(f"{path}: {status}, not {wanted}: {body[:300]!r}")
    return faults


def events(port: int, surroundings: dict[str, str]) -> list[str]:
    faults = []
    for name in sorted(functions(template("template.yaml")).values()):
        file = ROOT / "events" / f"{name}.json"
        answer = subprocess.run(
            ["cargo", "lambda", "invoke", "-A", "127.0.0.1", "-P", str(port), name, "--data-file", file],
            cwd=ROOT, env=surroundings, capture_output=True, text=True, timeout=300,
        )
        say(f"invoke: {name} {answer.stdout.strip()[:100]}")
        try:
            good = answer.returncode == 0 and is_answered(name, json.loads(answer.stdout or "null"))
        except (ValueError, KeyError, TypeError):
            good = False
        if not good:
            faults.append(f"{file.name}: {answer.stdout[:300]} {answer.stderr[-600:]}")
    return faults


def main() -> None:
    with Emulator() as emulator:
        body = stores(as_deployed_here(template("template.yaml"), emulator))
        made = create(emulator, "pauta", body, {"MailFrom": "pauta@example.com"})
        key_ring(emulator, made["KeyRingSecretArn"])
        emulator.client("ses").verify_email_identity(EmailAddress="pauta@example.com")
        port = free_port()
        surroundings = environment(emulator, made, port)
        log = Path(emulator.folder.name) / "watch.log"
        with log.open("wb") as words:
            watch = subprocess.Popen(
                ["cargo", "lambda", "watch", "--ignore-changes", "-A", "127.0.0.1", "-P", str(port)],
                cwd=ROOT, env=surroundings, stdout=words, stderr=words, start_new_session=True,
            )
        try:
            faults = routes(f"http://127.0.0.1:{port}") + events(port, surroundings)
        finally:
            # Watch and its functions form one process group.
            os.killpg(watch.pid, 15)
            watch.wait(30)
        if faults:
            print(log.read_text()[-6000:])
            sys.exit("watch-smoke: " + "\n".join(faults))
        say("watch-smoke: every route group and every sample event answered")


if __name__ == "__main__":
    main()
