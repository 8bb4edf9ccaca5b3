"""What every script has in common: the site under test, its checks by name, requests without a client."""

import os
import sys
import tempfile
import time
import traceback
from pathlib import Path

import requests

URL = os.environ["SITE_URL"]
USER = os.environ["SITE_USER"]
PASSWORD = os.environ["SITE_APP_PASSWORD"]

# A word that no other run uses, for titles, slugs and names: a shared host stays usable.
UNIQUE = f"p{time.time_ns():x}"

# One picture of one pixel.
PICTURE = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108040000"
    "00b51c0c020000000b4944415478da63fcff1f0003030200efa2a75b"
    "0000000049454e44ae426082"
)


def picture(name: str) -> Path:
    """The path of a file with the picture, in a folder of its own."""
    path = Path(tempfile.mkdtemp()) / name
    path.write_bytes(PICTURE)
    return path


def rest(method: str, path: str, **body):
    """The answer to a request without a client, to prepare and to clear up."""
    response = requests.request(method, f"{URL}/wp-json{path}", auth=(USER, PASSWORD), json=body or None, timeout=30)
    assert response.ok, f"{method} {path}: {response.status_code} {response.text}"
    return response.json()


def refused(call, *all, **named) -> Exception:
    """The error that the call ends with."""
    try:
        value = call(*all, **named)
    except Exception as error:
        return error
    raise AssertionError(f"expected a refusal, got {str(value)[:300]}")


def play(client: str, *checks) -> None:
    """Runs the checks in their order, all of them, and ends the process with 1 when one failed."""
    failed = 0
    for check in checks:
        name = check.__name__.replace("_", " ")
        try:
            check()
            print(f"  ok   {client}: {name}", flush=True)
        except Exception:
            failed += 1
            print(f"  FAIL {client}: {name}: {traceback.format_exc()}", flush=True)
    print(f"{client}: {len(checks) - failed} passed, {failed} failed", flush=True)
    sys.exit(1 if failed else 0)
