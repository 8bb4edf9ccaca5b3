"""The deployment test: the template's stack with the built functions, and the main story on it. A user signs in,
connects the content site, and writes a post with a picture; the client approves it by mail; the worker publishes it
on the site, and the search console hears of it through the search queue. The content delivery network serves it with its
picture. A second post is scheduled and published by the ticks.
"""

import base64
import json
import os
import re
import struct
import subprocess
import sys
import time
import urllib.error
import urllib.request
import zlib
from datetime import datetime, timedelta, timezone

from emulator import (
    REGION, ROOT, Emulator, alarms, as_deployed_here, create, functions, key_ring, resources, say, template, upload,
)
from fakes import Fakes
from front import OPENER, Front

ADMIN = "admin@example.com"
CLIENT = "cliente@example.com"
TEXT = "Uma horta na varanda pede sol, vaso, terra e um pouco de paciência. " * 8


class Failed(Exception):
    pass


def call(method: str, url: str, body=None, token: str = "", basic: str = "", kind: str = "application/json"):
    """Status, headers and decoded body of one request."""
    headers = {"accept": "application/json"}
    if body is not None:
        headers["content-type"] = kind
        body = body if isinstance(body, bytes) else json.dumps(body).encode()
    if token:
        headers["authorization"] = f"Bearer {token}"
    if basic:
        headers["authorization"] = "Basic " + base64.b64encode(basic.encode()).decode()
    request = urllib.request.Request(url, data=body, headers=headers, method=method)
    try:
        answer = urllib.request.urlopen(request, timeout=60)
    except urllib.error.HTTPError as error:
        answer = error
    with answer:
        content = answer.read()
        text = content.decode("utf-8", "replace")
        is_json = "json" in (answer.headers.get("content-type") or "")
        return answer.status, answer.headers, json.loads(text) if is_json and text else text


def must(wanted: int, method: str, url: str, *arguments, **named):
    status, _, body = call(method, url, *arguments, **named)
    if status != wanted:
        raise Failed(f"{method} {url}: {status}, not {wanted}: {str(body)[:600]}")
    return body


def until(what: str, patience: float, look):
    """Repeats a request until there is a response."""
    begun = time.monotonic()
    while time.monotonic() - begun < patience:
        found = look()
        if found:
            say(f"{what} after {time.monotonic() - begun:.0f} s")
            return found
        time.sleep(0.5)
    raise Failed(f"{what}: not within {patience:.0f} s")


def picture() -> bytes:
    """A PNG of 1200 x 800 pixels in several colours."""
    width, height = 1200, 800
    rows = b"".join(b"\0" + bytes((x * y >> 8) & 255 for x in range(width) for _ in range(3)) for y in range(height))

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 1)) + chunk(b"IEND", b"")


def large_picture() -> bytes:
    """A picture of 9 MB: decoders ignore bytes behind the end of a PNG."""
    return picture().ljust(9_000_000, b"\0")


def form(fields: dict[str, str], file: bytes) -> tuple[bytes, str]:
    mark = "pauta-story-boundary"
    parts = [
        f'--{mark}\r\ncontent-disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
        for name, value in fields.items()
    ]
    head = f'--{mark}\r\ncontent-disposition: form-data; name="file"; filename="horta.png"\r\ncontent-type: image/png\r\n\r\n'
    parts += [head.encode(), file, f"\r\n--{mark}--\r\n".encode()]
    return b"".join(parts), f"multipart/form-data; boundary={mark}"


class Story:
    def __init__(self, emulator: Emulator, platform: Front, site: Front, fakes: Fakes) -> None:
        self.emulator = emulator
        self.fakes = fakes
        self.fronts = {"PlatformApiId": platform, "SiteApiId": site}
        self.platform = platform.url
        self.api = f"{platform.url}/api/v1"
        self.site = site.url

    def deploy(self) -> None:
        source = template("template.yaml")
        begun = time.monotonic()
        upload(self.emulator, {name: ROOT / "target" / "debug" / name for name in functions(source).values()})
        say(f"{len(functions(source))} functions uploaded in {time.monotonic() - begun:.0f} s")
        addresses = {
            name: value for name, value in self.fakes.variables.items()
            if name.startswith("SEARCH_PROVIDER_") and name.endswith("_URL")
        }
        body = as_deployed_here(source, self.emulator, addresses, self.site)
        self.emulator.client("ses").verify_email_identity(EmailAddress="pauta@example.com")
        self.made = create(self.emulator, "pauta", body, {
            "MailFrom": "pauta@example.com", "LogLevel": "debug", "AppDebug": "1",
            "AppUrl": self.platform, "SiteUrl": self.site, "SiteCdn": "on",
            "SiteCdnCertificate": "arn:aws:acm:us-east-1:000000000000:certificate/none",
        })
        for output, front in self.fronts.items():
            front.lead_to(f"{self.emulator.url}/_aws/execute-api/{self.made[output]}/$default")
        alarms(self.emulator, "pauta")
        key_ring(self.emulator, self.made["KeyRingSecretArn"])

    def set_up(self) -> None:
        """The first administrator and the first login of the site, as infra/setup.sh makes them."""
        answer = self.setup_program("--admin-email", ADMIN)
        if answer.returncode != 0:
            raise Failed(f"pauta-setup: {answer.stderr}")
        logins = {line.split("\t")[0]: line.split("\t")[1:] for line in answer.stdout.splitlines()}
        self.password = logins["administrator"][1]
        self.host_user, self.host_password = logins["site user"]

    def check_data(self) -> None:
        """All stored data, as `infra/setup.sh --check` reads them."""
        answer = self.setup_program("--check")
        if answer.returncode != 0:
            raise Failed(f"pauta-setup --check: {answer.stdout}{answer.stderr}")

    def setup_program(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Runs pauta-setup with the environment that infra/setup.sh gives it."""
        return subprocess.run(
            [ROOT / "target" / "debug" / "pauta-setup", *arguments],
            capture_output=True, text=True, timeout=60,
            env={
                **os.environ, "AWS_ENDPOINT_URL": self.emulator.url, "AWS_REGION": REGION,
                "AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test",
                "PLATFORM_TABLE": self.made["PlatformTableName"], "SITE_TABLE": self.made["SiteTableName"],
                "LOG_TABLE": self.made["LogTableName"], "SITE_URL": self.made["SiteUrl"],
                "MEDIA_BUCKET": self.made["MediaBucketName"], "MEDIA_PREFIX": "platform/",
                "SITE_MEDIA_PREFIX": "site/",
                "SECRET_ID": self.made["KeyRingSecretArn"],
            },
        )

    def mails(self, to: str) -> list[str]:
        """The texts of all mails to an address, oldest first."""
        sent = must(200, "GET", f"{self.emulator.url}/_ministack/ses/messages")["messages"]
        # By account.
        sent = sorted((mail for of_account in sent.values() for mail in of_account), key=lambda mail: mail["Timestamp"])
        return [mail["BodyText"] or mail["BodyHtml"] or "" for mail in sent if to in " ".join(mail["To"])]

    def sign_in(self) -> None:
        challenge = must(200, "POST", f"{self.api}/auth/login", {"email": ADMIN, "password": self.password})
        mail = until("the code's mail", 30, lambda: self.mails(ADMIN))[-1]
        code = re.search(r"(?<!\d)(\d{6})(?!\d)", mail).group(1)
        session = must(200, "POST", f"{self.api}/auth/two-factor", {"challenge": challenge["challenge"], "code": code})
        self.token = session["access_token"]

    def connect(self) -> None:
        site = must(201, "POST", f"{self.api}/sites", {
            "name": "Horta", "url": self.site, "host_user": self.host_user,
            "host_password": self.host_password, "email": CLIENT, "notification_channel": "email",
        }, token=self.token)
        self.site_id = site["id"]
        tested = must(200, "POST", f"{self.api}/sites/{self.site_id}/test-connection", {}, token=self.token)
        if tested.get("ok") is not True:
            raise Failed(f"test-connection: {tested}")

    def connect_search(self) -> None:
        """The site's connection to the search console, by way of the consent screen."""
        client = {
            name: self.fakes.variables[name] for name in ("SEARCH_PROVIDER_CLIENT_ID", "SEARCH_PROVIDER_CLIENT_SECRET")
        }
        must(200, "PUT", f"{self.api}/settings/search-provider", client, token=self.token)
        begun = must(200, "GET", f"{self.api}/search-provider/connect?site_id={self.site_id}", token=self.token)
        try:
            OPENER.open(begun["authorization_url"], timeout=30)
            raise Failed("the consent screen does not lead back")
        except urllib.error.HTTPError as answer:
            back = answer.headers["location"]
        must(200, "GET", back)
        sitemap = {"site_id": self.site_id, "sitemap_url": f"{self.site}/sitemap.xml"}
        must(200, "PUT", f"{self.api}/search-provider/sitemap", sitemap, token=self.token)
        status = must(200, "GET", f"{self.api}/search-provider/status?site_id={self.site_id}", token=self.token)
        if status["status"] != "connected":
            raise Failed(f"search console: {status}")

    def told_search_engines(self, post: int) -> None:
        """The indexing request and the sitemap of a publication went through the search queue, once."""
        def results() -> list[tuple[str, str]]:
            events = must(200, "GET", f"{self.api}/posts/{post}/events?per_page=100", token=self.token)["items"]
            return sorted(
                (event["kind"], event["detail"]["result"]) for event in events if event["kind"].startswith("console_")
            )

        wanted = [("console_indexing", "sent"), ("console_sitemap", "sent")]
        until("the search console heard of the post", 120, lambda: len(results()) >= len(wanted))
        if results() != wanted:
            raise Failed(f"search events: {results()}")

    def log_entries(self, status: str) -> list[dict]:
        return must(200, "GET", f"{self.api}/logs?status={status}&per_page=100", token=self.token)["items"]

    def clear_an_entry(self) -> int:
        """A warning of a function reaches the central log, and is cleared."""
        call("GET", f"{self.api}/search-provider/callback?state=invalid&code=none")

        def found() -> dict | None:
            return next((entry for entry in self.log_entries("aberto") if entry["level"] == "warning"), None)

        entry = until("a warning is in the central log", 90, found)
        must(200, "PATCH", f"{self.api}/logs/{entry['id']}", {"status": "cleared"}, token=self.token)
        return entry["id"]

    def run_log_tick(self, local_hour: int) -> None:
        """Runs the tick of the central log where the local time is in this hour, by its time zone."""
        now = datetime.now(timezone.utc).hour
        offset = (local_hour - now + 12) % 24 - 12
        zone = f"Etc/GMT{-offset:+d}" if offset else "Etc/UTC"
        lambdas = self.emulator.client("lambda")
        name = resources(self.emulator, "pauta")["LogTick"]
        variables = lambdas.get_function_configuration(FunctionName=name)["Environment"]["Variables"]
        lambdas.update_function_configuration(
            FunctionName=name, Environment={"Variables": {**variables, "APP_TIME_ZONE": zone}}
        )
        event = {
            "version": "0", "id": "story", "detail-type": "Scheduled Event", "source": "aws.events", "account": "000000000000",
            "time": "2027-01-15T00:00:00Z", "region": REGION, "resources": [], "detail": {},
        }
        answer = lambdas.invoke(FunctionName=name, Payload=json.dumps(event).encode())
        if "FunctionError" in answer:
            raise Failed(f"log-tick: {answer['Payload'].read()[:600]}")

    def purge(self) -> None:
        """Entries that were cleared 30 days before are deleted by the first run at or after 03:00, not by an earlier one."""
        entry = self.clear_an_entry()
        table = self.emulator.client("dynamodb")
        # 31 days pass: the entry was due for its deletion a day before.
        cleared = datetime.now(timezone.utc) - timedelta(days=31)
        table.update_item(
            TableName=self.made["LogTableName"], Key={"pk": {"S": f"ENTRY#{entry}"}, "sk": {"S": "ENTRY"}},
            UpdateExpression="SET due_at = :at, #data.cleared_at = :cleared",
            ExpressionAttributeNames={"#data": "data"},
            ExpressionAttributeValues={
                ":at": {"S": f"{int(time.time()) - 86_400:020}"},
                ":cleared": {"S": f"{cleared:%Y-%m-%dT%H:%M:%SZ}"},
            },
        )
        table.delete_item(TableName=self.made["LogTableName"], Key={"pk": {"S": "TICK"}, "sk": {"S": "LOG"}})

        def is_there() -> bool:
            return entry in [one["id"] for one in self.log_entries("cleared")]

        self.run_log_tick(1)
        if not is_there():
            raise Failed("the purge ran before 03:00")
        self.run_log_tick(4)
        if is_there():
            raise Failed("the purge did not run after 03:00")

    def write(self, title: str, **more) -> int:
        post = must(201, "POST", f"{self.api}/posts", {
            "site_id": self.site_id, "title": title, "body": f"<h2>Começo</h2><p>{TEXT}</p>", **more,
        }, token=self.token)
        return post["id"]

    def illustrate(self, post: int) -> None:
        body, kind = form({"content_id": str(post), "alt_text": "Vasos ao sol"}, picture())
        must(201, "POST", f"{self.api}/media", body, token=self.token, kind=kind)

    def illustrate_past_the_gateway(self, post: int) -> None:
        """A picture that is too large for the gateway: a presigned URL is requested, and the bucket takes the file."""
        file = large_picture()
        upload = must(201, "POST", f"{self.api}/media/uploads", {
            "content_id": post, "bytes": len(file), "content_type": "image/png", "file_name": "horta.png",
        }, token=self.token)
        early, _, body = call("POST", f"{self.api}/media/uploads/{upload['id']}/complete", {}, token=self.token)
        if (early, body.get("code")) != (409, "upload_missing"):
            raise Failed(f"completed without a file: {early} {body}")
        must(200, upload["method"], upload["url"], file, kind=upload["headers"]["content-type"])
        made = must(
            201, "POST", f"{self.api}/media/uploads/{upload['id']}/complete", {"alt_text": "Vasos ao sol"}, token=self.token
        )
        # The platform redirects to the bucket, which returns the complete file.
        request = urllib.request.Request(self.platform + made["file_url"], headers={"authorization": f"Bearer {self.token}"})
        try:
            OPENER.open(request, timeout=60)
            raise Failed("a large original came through the gateway")
        except urllib.error.HTTPError as answer:
            address = answer.headers["location"]
            if answer.code != 307:
                raise Failed(f"{made['file_url']}: {answer.code}") from None
        with urllib.request.urlopen(address, timeout=60) as original:
            if original.read() != file or original.headers["content-type"] != "image/png":
                raise Failed("the original is not what was uploaded")
        say(f"a picture of {len(file) / 1e6:.1f} MB went past the gateway")

    def approve(self, post: int) -> None:
        # A site with a contact requires approval; the mail goes through queue and worker.
        status, _, body = call("POST", f"{self.api}/posts/{post}/request-approval", {}, token=self.token)
        if status not in (200, 201, 202):
            raise Failed(f"request-approval: {status} {body}")
        mail = until("the client's mail", 150, lambda: self.mails(CLIENT))[-1]
        link = re.search(r"/aprovacao/[0-9a-f-]{36}/aprovar", mail).group(0)
        must(200, "GET", self.platform + link)
        status, _, page = call("POST", self.platform + link, b"", kind="application/x-www-form-urlencoded")
        if status not in (200, 303):
            raise Failed(f"approval: {status} {str(page)[:300]}")

    def status(self, post: int) -> str:
        return must(200, "GET", f"{self.api}/posts/{post}", token=self.token)["status"]

    def on_site(self, title: str) -> list[dict]:
        found = must(
            200, "GET", f"{self.site}/rest/core/v2/posts?context=edit&per_page=100&status=publish,future,draft",
            basic=f"{self.host_user}:{self.host_password}",
        )
        return [post for post in found if post["title"]["raw"] == title]

    def published_once(self, post: int, title: str, patience: float) -> None:
        try:
            until(f"“{title}” published", patience, lambda: self.status(post) == "published")
        except Failed:
            checklist = must(200, "GET", f"{self.api}/posts/{post}/checklist", token=self.token)
            raise Failed(f"“{title}” is {self.status(post)}: {json.dumps(checklist)[:1500]}") from None
        found = self.on_site(title)
        if len(found) != 1 or found[0]["status"] != "publish":
            raise Failed(f"on the site: {[(one['id'], one['status']) for one in found]}, not one published post")

    def over_the_cdn(self, path: str, headers: dict[str, str] | None = None) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body of a read that a browser sends to the distribution."""
        sent = {"host": self.made["SiteCdnDomain"], "x-forwarded-proto": "https", **(headers or {})}
        try:
            answer = OPENER.open(urllib.request.Request(self.emulator.url + path, headers=sent), timeout=60)
        except urllib.error.HTTPError as error:
            answer = error
        with answer:
            return answer.status, {name.lower(): value for name, value in answer.headers.items()}, answer.read()

    def served_by_the_cdn(self, title: str) -> None:
        """Pages and anonymous reads may be kept for seconds, signed-in reads not at all; uploads come from the bucket."""
        def expect(what: str, found, wanted) -> None:
            if found != wanted:
                raise Failed(f"distribution, {what}: {found!r}, not {wanted!r}")

        kept = "public, max-age=0, s-maxage=20, stale-while-revalidate=20"
        post = self.on_site(title)[0]
        page = post["link"].removeprefix(self.site)
        listed = f"/rest/core/v2/media/{post['featured_media']}"
        for path in (page, listed):
            status, headers, _ = self.over_the_cdn(path)
            expect(path, (status, headers.get("cache-control")), (200, kept))
            # The same at the origin, for a client that invents the network's headers.
            invented = {"x-cdn-key": "guess", "x-cdn-host": "other.example"}
            _, headers, _ = self.over_the_cdn(path, invented)
            expect(f"{path} with invented headers", headers.get("cache-control"), kept)
            origin = urllib.request.Request(self.site + path, headers=invented)
            with urllib.request.urlopen(origin, timeout=60) as answer:
                expect(f"{path} at the origin", "s-maxage" in (answer.headers["cache-control"] or ""), False)
        login = base64.b64encode(f"{self.host_user}:{self.host_password}".encode()).decode()
        status, headers, _ = self.over_the_cdn(listed, {"authorization": f"Basic {login}"})
        expect("a signed-in read", (status, "no-store" in headers["cache-control"]), (200, True))
        expect("a missing page", self.over_the_cdn("/nada/")[0], 404)
        file = must(200, "GET", self.site + listed)["source_url"].removeprefix(self.site)
        status, headers, body = self.over_the_cdn(file)
        with urllib.request.urlopen(self.site + file, timeout=60) as answer:
            expect("an upload", (status, len(body), body == answer.read()), (200, len(body), True))
            for name in (
                "content-type", "cache-control", "content-security-policy", "x-content-type-options",
                "cross-origin-resource-policy", "content-disposition",
            ):
                expect(f"{name} of an upload", headers.get(name), answer.headers[name])
        for path in ("/uploads/../private/a.txt", "/uploads/%2e%2e/private/a.txt", "/uploads/nada.png"):
            status = self.over_the_cdn(path)[0]
            expect(path, status in (403, 404), True)

    def nothing_left(self) -> None:
        sqs = self.emulator.client("sqs")
        for kind in ("Publication", "Notification", "Generation", "Search"):
            name = f"{kind}DeadLettersArn"
            address = sqs.get_queue_url(QueueName=self.made[name].rsplit(":", 1)[-1])["QueueUrl"]
            shown = sqs.get_queue_attributes(QueueUrl=address, AttributeNames=["ApproximateNumberOfMessages"])
            if shown["Attributes"]["ApproximateNumberOfMessages"] != "0":
                raise Failed(f"{name} holds messages")

    def logs(self) -> str:
        """The last log lines of every function, shown after a failure."""
        logs = self.emulator.client("logs")
        told = []
        for group in logs.describe_log_groups()["logGroups"]:
            events = logs.filter_log_events(logGroupName=group["logGroupName"])["events"]
            told += [f"--- {group['logGroupName']}"] + [event["message"].rstrip() for event in events[-12:]]
        return "\n".join(told)

    def tell(self) -> None:
        self.deploy()
        self.set_up()
        until("the platform answers", 60, lambda: call("GET", f"{self.api}/health")[0] == 200)
        self.sign_in()
        say("signed in with a code that came by mail")
        self.connect()
        say("the content site is connected")
        self.connect_search()
        say("the search console is connected")
        now_title, later_title = "Horta na varanda", "Horta no inverno"
        later = self.write(later_title, approval_required=False)
        self.illustrate(later)
        at = (datetime.now(timezone.utc) + timedelta(seconds=75)).replace(microsecond=0)
        must(202, "POST", f"{self.api}/posts/{later}/schedule", {"scheduled_at": at.isoformat()}, token=self.token)
        now = self.write(now_title)
        self.illustrate_past_the_gateway(now)
        self.approve(now)
        say("the client has approved by mail")
        self.published_once(now, now_title, 240)
        if not self.on_site(now_title)[0]["featured_media"]:
            raise Failed("the published post has no picture")
        self.served_by_the_cdn(now_title)
        say("the content delivery network serves the post and its picture")
        self.told_search_engines(now)
        self.published_once(later, later_title, 420)
        health = must(200, "GET", f"{self.api}/health")
        if health["last_tick_seconds"] is None or health["last_tick_seconds"] > 120:
            raise Failed(f"the tick does not run: {health}")
        self.check_data()
        say("nothing is wrong with the stored data")
        self.purge()
        say("the central log is purged at 03:00")
        self.nothing_left()
        say("story told: post, approval, queue, worker, host; search queue; rules, ticks")


def main() -> None:
    platform, site = Front(), Front()
    serve = ROOT / "target" / "debug" / "examples" / "serve"
    with Emulator() as emulator, Fakes(serve, f"{site.url}/") as fakes:
        story = Story(emulator, platform, site, fakes)
        begun = time.monotonic()
        try:
            story.tell()
        except Failed as failure:
            print(story.logs()[-12000:])
            sys.exit(f"cloud: {failure}")
        say(f"deployment test passed in {time.monotonic() - begun:.0f} s")


if __name__ == "__main__":
    main()
