#!/usr/bin/env python3
"""Makes and rotates the key ring of a deployment. Reads and writes JSON documents only; keeping them
safe is up to the pipe: `aws secretsmanager get-secret-value | key_ring.py … | put-secret-value`, as
docs/operations.md shows. Nothing but Python's standard library.

  key_ring.py new               a first ring
  key_ring.py add   < ring      the same ring with one more sealing and one more signing key, unused yet
  key_ring.py use   < ring      the newest keys become the active ones
  key_ring.py drop ID < ring    the ring without the inactive keys of that id
"""

import base64
import json
import re
import secrets
import sys

# The kinds of keys that rotate: the member with the active id, the member with the keys.
KINDS = (("active", "keys"), ("jwt_active", "jwt_keys"))


def key() -> str:
    """A key: 32 random bytes in base64."""
    return base64.b64encode(secrets.token_bytes(32)).decode()


def number(name: str) -> int:
    """The number of a key id such as k12; other ids count as oldest."""
    found = re.fullmatch(r"k(\d+)", name)
    return int(found.group(1)) if found else 0


def new() -> dict:
    ring: dict = {}
    for active, keys in KINDS:
        ring[active] = "k1"
        ring[keys] = {"k1": key()}
    ring["pepper"] = key()
    return ring


def add(ring: dict) -> dict:
    for _, keys in KINDS:
        ring[keys][f"k{max(map(number, ring[keys])) + 1}"] = key()
    return ring


def use(ring: dict) -> dict:
    for active, keys in KINDS:
        ring[active] = max(ring[keys], key=number)
    return ring


def drop(ring: dict, name: str) -> dict:
    for active, keys in KINDS:
        if ring[active] == name:
            sys.exit(f"key_ring: {name} is active; nothing was dropped")
    dropped = [ring[keys].pop(name, None) for _, keys in KINDS]
    if not any(dropped):
        sys.exit(f"key_ring: there is no key {name}")
    return ring


def main(arguments: list[str]) -> None:
    match arguments:
        case ["new"]:
            ring = new()
        case ["add"]:
            ring = add(json.load(sys.stdin))
        case ["use"]:
            ring = use(json.load(sys.stdin))
        case ["drop", name]:
            ring = drop(json.load(sys.stdin), name)
        case _:
            sys.exit(__doc__)
    json.dump(ring, sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main(sys.argv[1:])
