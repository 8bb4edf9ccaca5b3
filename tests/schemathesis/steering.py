"""Directs Schemathesis to objects that exist, and away from its own session.

Only unknown identifiers are replaced, by existing ones of the same kind; other values are sent as generated.
"""

import os
import re
from datetime import datetime, timedelta, timezone
from itertools import count

import schemathesis

# The caller's identifier, and the numbers of posts and pictures at the start.
ME = int(os.environ["PAUTA_ME"])
POSTS = int(os.environ["PAUTA_POSTS"])
# Posts up to this identifier are published, later ones scheduled, because a published post cannot be scheduled.
HALF = (POSTS - 4) // 2
# A URL that the platform can reach: the content site's.
ADDRESS = os.environ["PAUTA_SITE"]
# Upper bound of the number of objects.
MANY = 5000
SITE = 1
TURNS = count(1)
VISIBLE = re.compile("[!-~]{1,255}")


def identifier(value) -> int | None:
    """The identifier in a value; None for other values, such as 0, -1 or a text."""
    if isinstance(value, bool) or not isinstance(value, (int, str)):
        return None
    try:
        number = int(value)
    except ValueError:
        return None
    return number if 0 < number < 2**64 and str(number) == str(value) else None


def near(value, first: int, last: int):
    number = identifier(value)
    if number is None or first <= number <= MANY:
        return value
    return first + number % (last - first + 1)


def soon(value):
    """Replaces any date by a future one; other values stay unchanged."""
    try:
        date = datetime.fromisoformat(value.upper())
    except (AttributeError, ValueError):
        return value
    ahead = datetime.now(timezone.utc) + timedelta(days=1 + date.second)
    return ahead.isoformat(timespec="seconds") if date.tzinfo else value


def once(key):
    """A new key at every second call, because Schemathesis generates the same short keys repeatedly."""
    turn = next(TURNS)
    return f"{key[:200]}{turn}" if turn % 2 and isinstance(key, str) and VISIBLE.fullmatch(key) else key


@schemathesis.hook
def before_call(context, case, **kwargs):
    method, path = case.method.upper(), case.operation.path
    if case.headers and "Idempotency-Key" in case.headers:
        case.headers["Idempotency-Key"] = once(case.headers["Idempotency-Key"])
    values = case.path_parameters
    if values and "id" in values:
        first, last = 1, 4
        if path.startswith(("/api/v1/posts/", "/api/v1/media/")):
            # Deleted objects are missing for other operations, so only the last ones are deleted.
            if method == "DELETE" or path.endswith("/restore"):
                first, last = POSTS - 3, POSTS
            elif path.endswith("schedule"):
                first, last = HALF + 1, POSTS - 4
            else:
                first, last = 1, HALF
        elif path.startswith("/api/v1/users/") and method != "GET":
            # Demoting, deactivating or removing the caller would end the session.
            first, last = ME + 1, ME + 4
        elif path == "/api/v1/sites/{id}" and method != "GET":
            # Without its login, the posts' site could not publish any more.
            first, last = (SITE + 5, SITE + 8) if method == "DELETE" else (SITE + 1, SITE + 4)
        values["id"] = near(values["id"], first, last)
        for name in ("a", "b", "n"):
            if name in values and identifier(values[name]):
                values[name] = 1
    for container in (case.query, case.body):
        if isinstance(container, dict):
            if identifier(container.get("site_id")):
                container["site_id"] = SITE
            for name in ("content_id", "post_id"):
                if name in container:
                    first, last = (HALF + 1, POSTS - 4) if path.endswith("schedule") else (1, HALF)
                    container[name] = near(container[name], first, last)
    if isinstance(case.body, dict):
        if identifier(case.body.get("content_id")) and identifier(case.body.get("post_id")):
            # The two parameters exclude each other.
            del case.body["post_id"]
        if "scheduled_at" in case.body:
            case.body["scheduled_at"] = soon(case.body["scheduled_at"])
        # Below the limit, which has a case of its own.
        if path.startswith("/api/v1/sites") and isinstance(case.body.get("url"), str) and len(case.body["url"]) < 2000:
            case.body["url"] = ADDRESS
