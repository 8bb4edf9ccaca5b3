"""Memory, environment and first event of a function as in a deployment: from the template, and from sample events that
make it read its store."""

import base64
import hashlib
import hmac
import json
import re
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# Values of the template's references in a measurement.
VALUES = {
    "LOG_LEVEL": "info",
    "APP_DEBUG": "0",
    "MAIL_FROM": "Pauta <pauta@example.com>",
    "PLATFORM_TABLE": "platform",
    "SITE_TABLE": "site",
    "LOG_TABLE": "log",
    "APP_URL": "https://pauta.example.com",
    "SITE_URL": "https://pauta.example.com",
    "SECRET_ID": "key-ring",
    "PUBLICATION_QUEUE_URL": "{services}/123456789012/publication",
    "NOTIFICATION_QUEUE_URL": "{services}/123456789012/notification",
    "MEDIA_BUCKET": "media",
    "MEDIA_PREFIX": "measured/",
    "EVENT_BUS": "events",
    "SITE_VENDOR_NAMES": "off",
    "SITE_SNIPPETS": "on",
    "SSL_CERT_FILE": "{bundle}",
}

# Replacements of sample events that do not reach the store.
INSTEAD = {
    "platform-sites": "/api/v1/sites",
    "platform-posts": "/api/v1/posts",
    "platform-media": "/api/v1/media",
    "site-core": "/rest/core/v2/posts",
}


@dataclass(frozen=True)
class Function:
    """One function of the template."""

    name: str
    memory: int
    keys: tuple[str, ...]


def functions() -> list[Function]:
    """The template's functions, read line by line: its form is fixed, and Python reads no YAML by itself."""
    template = (ROOT / "infra" / "template.yaml").read_text()
    blocks = re.split(r"^(?=\S|  \S)", template, flags=re.MULTILINE)
    shared = next(block for block in blocks if block.startswith("  Function:"))
    found = []
    for block in blocks:
        binary = re.search(r"Binary: ([\w-]+)", block)
        if binary:
            memory = re.search(r"MemorySize: (\d+)", block) or re.search(r"MemorySize: (\d+)", shared)
            found.append(Function(binary.group(1), int(memory.group(1)), (*keys(shared), *keys(block))))
    return found


def keys(block: str) -> list[str]:
    """The environment keys that are set in every deployment."""
    lines = re.findall(r"^ +([A-Z][A-Z_]+): (.*)$", block, flags=re.MULTILINE)
    return [key for key, value in lines if "AWS::NoValue" not in value]


def environment(function: Function, services: str, bundle: Path) -> dict[str, str]:
    """The environment that Lambda and the template set."""
    own = {key: VALUES[key].format(services=services, bundle=bundle) for key in function.keys}
    return {
        "AWS_REGION": "sa-east-1",
        "AWS_ACCESS_KEY_ID": "AKIDEXAMPLE",
        "AWS_SECRET_ACCESS_KEY": "example",
        "AWS_SESSION_TOKEN": "example",
        "AWS_ENDPOINT_URL": services,
        "AWS_LAMBDA_FUNCTION_NAME": function.name,
        "AWS_LAMBDA_FUNCTION_MEMORY_SIZE": str(function.memory),
        "AWS_LAMBDA_FUNCTION_VERSION": "$LATEST",
        "AWS_LAMBDA_LOG_GROUP_NAME": "/pauta",
        "AWS_LAMBDA_LOG_STREAM_NAME": "measured",
        **own,
    }


def first_event(name: str, ring: dict) -> bytes:
    """The sample event of `events/`, with a token of the key ring where one is asked for."""
    event = json.loads((ROOT / "events" / f"{name}.json").read_text())
    if name in INSTEAD:
        event["rawPath"] = event["requestContext"]["http"]["path"] = INSTEAD[name]
    if name in INSTEAD and name.startswith("platform-"):
        event["headers"]["authorization"] = f"Bearer {token(ring)}"
    return json.dumps(event).encode()


def token(ring: dict) -> str:
    """A valid access token whose session does not exist in the store."""
    now = int(time.time())
    header = {"alg": "HS256", "typ": "JWT", "kid": ring["jwt_active"]}
    claims = {
        "sub": "1", "role": "admin", "sid": "none", "iss": "pauta", "aud": "pauta-api", "iat": now, "exp": now + 900,
    }
    signed = b".".join(map(part, (json.dumps(header).encode(), json.dumps(claims).encode())))
    key = base64.b64decode(ring["jwt_keys"][ring["jwt_active"]])
    return (signed + b"." + part(hmac.new(key, signed, hashlib.sha256).digest())).decode()


def part(data: bytes) -> bytes:
    return base64.urlsafe_b64encode(data).rstrip(b"=")
