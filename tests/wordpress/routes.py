#!/usr/bin/env python3
"""Compares the routes of a running WordPress with the list that this site is compared with.

Reads HOST_URL. Every route and method of the host must be in functions/site-core/tests/deployed-routes.txt; the test
`rest` of site-core then says which of them this site has or leaves out.
"""

import json
import os
import pathlib
import re
import sys
import urllib.request

LIST = pathlib.Path(__file__).parents[2] / "functions/site-core/tests/deployed-routes.txt"


def named(pattern):
    """A pattern with each named group as its name in braces; groups may be nested."""
    found, depth, start = [], 0, 0
    for token in re.finditer(r"\\.|\[(?:\\.|[^\]\\])*\]|\(\?P<(\w+)>|[()]|.", pattern):
        if token[0].startswith("("):
            if depth == 0:
                found.append("{%s}" % token[1])
            depth += 1
        elif token[0] == ")":
            depth -= 1
        elif depth == 0:
            found.append(token[0])
    return "".join(found)


def listed():
    lines = LIST.read_text(encoding="utf-8").splitlines()
    routes = (line.rsplit(" ", 1) for line in lines if line and not line.startswith("#"))
    return {path: set(methods.split(",")) for path, methods in routes}


with urllib.request.urlopen(os.environ["HOST_URL"] + "/wp-json/", timeout=30) as answer:
    served = json.load(answer)["routes"]
known = listed()
missing = [
    f"{method} {named(pattern)}"
    for pattern, route in served.items()
    for method in route["methods"]
    if method not in known.get(named(pattern), ())
]
for line in missing:
    print("not in the list:", line)
print(f"routes: {len(served)} of the host, {len(missing)} methods not in the list")
sys.exit(bool(missing) or not served)
