"""The command line program wpa, command by command."""

import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from site_under_test import PASSWORD, UNIQUE, URL, USER, picture, play, rest

home = Path(tempfile.mkdtemp())
(home / "wpa" / "site").mkdir(parents=True)
(home / "wpa" / "site" / ".env").write_text(f"WP_SITE_URL={URL}\nWP_USER={USER}\nWP_APP_PASSWORD={PASSWORD}\nWP_ADMIN_PATH=wp-admin\n")


def wpa(*arguments: str, code: int = 0) -> str:
    done = subprocess.run([Path(sys.executable).parent / "wpa", *arguments], env={**os.environ, "XDG_CONFIG_HOME": str(home)}, capture_output=True, text=True, timeout=60)
    assert done.returncode == code, f"wpa {' '.join(arguments)}: {done.returncode} {done.stdout} {done.stderr}"
    return done.stdout




def made(*arguments: str) -> str:
    """The identifier that a command says it made."""
    return re.search(r"ID:\s+(\d+)", wpa(*arguments))[1]


def listed(*arguments: str) -> list[dict]:
    return json.loads(re.search(r"^\[.*\]$", wpa(*arguments, "--format", "json"), re.DOTALL | re.MULTILINE)[0])


def posts_from_markdown_and_from_options():
    tag = made("tag", "create", "--name", f"Etiqueta {UNIQUE}", "--slug", UNIQUE)
    file = home / "texto.md"
    file.write_text(f"---\ntitle: De um arquivo {UNIQUE}\nstatus: publish\n---\n# Título\n\nUm *texto*.\n")
    first = made("post", "create", "--file", str(file), "--tags", tag)
    second = made("post", "create", "--title", f"Pela linha {UNIQUE}", "--content", "<p>x</p>", "--slug", UNIQUE)
    assert wpa("post", "list", "--tag", tag, "--ids").split()[-1] == first
    wpa("post", "update", second, "--title", f"Mudado {UNIQUE}", "--status", "private")
    assert f"Mudado {UNIQUE}" in wpa("post", "get", second)
    assert {str(post["id"]) for post in listed("post", "list", "--status", "publish,private", "--search", UNIQUE)} == {first, second}
    for id in (first, second):
        wpa("post", "delete", id, "--force")
    wpa("tag", "delete", tag)
    wpa("post", "get", first, code=1)


def pages_and_the_publish_command():
    file = home / "pagina.md"
    file.write_text(f"---\ntitle: Página {UNIQUE}\nslug: {UNIQUE}\n---\nUm texto.\n")
    page = made("publish", str(file))
    wpa("page", "update", page, "--status", "publish")
    assert page in wpa("page", "list", "--search", UNIQUE, "--ids")
    wpa("page", "delete", page, "--force")


def media():
    id = made("media", "import", str(picture(f"{UNIQUE}.png")), "--title", "Ponto", "--alt-text", "Um ponto", "--caption", "Legenda", "--description", "Longo")
    assert "Um ponto" in wpa("media", "get", id)
    assert id in wpa("media", "list", "--media-type", "image", "--search", UNIQUE, "--ids")
    wpa("media", "delete", id, "--force")


def users():
    id = made("user", "create", "--username", UNIQUE, "--email", f"{UNIQUE}@example.com", "--role", "author")
    wpa("user", "set-role", id, "editor")
    wpa("user", "update", id, "--first-name", "Ana")
    assert "editor" in wpa("user", "get", id)
    assert id in wpa("user", "list", "--role", "editor")
    wpa("user", "delete", id, "--reassign", "1")


def comments():
    post = made("post", "create", "--title", f"Comentado {UNIQUE}", "--content", "x", "--status", "publish")
    id = made("comment", "create", "--post", post, "--content", "Um comentário")
    for command in ("unapprove", "approve", "spam", "unspam", "trash"):
        wpa("comment", command, id)
    wpa("comment", "update", id, "--content", "Outro")
    assert "Outro" in wpa("comment", "get", id)
    assert "approved" in wpa("comment", "count")
    wpa("comment", "delete", id, "--force")
    wpa("post", "delete", post, "--force")


def menus():
    menu = made("menu", "create", "--name", f"Menu {UNIQUE}")
    item = made("menu", "item", "add", menu, "--title", "Fora", "--url", "https://example.com/")
    wpa("menu", "item", "update", item, "--title", "Outro")
    assert "Outro" in wpa("menu", "item", "list", "--menu", menu)
    wpa("menu", "item", "delete", item)
    wpa("menu", "location", "list")
    wpa("menu", "delete", menu)


def terms():
    parent = made("category", "create", "--name", f"Mãe {UNIQUE}", "--description", "Uma")
    child = made("term", "create", "--taxonomy", "category", "--name", f"Filha {UNIQUE}", "--parent", parent)
    wpa("term", "update", child, "--name", f"Neta {UNIQUE}")
    assert f"Neta {UNIQUE}" in wpa("category", "list", "--search", UNIQUE)
    for id in (child, parent):
        wpa("category", "delete", id)


def settings():
    before = rest("GET", "/wp/v2/settings")["description"]
    wpa("option", "update", "description", f"Lema {UNIQUE}")
    assert f"Lema {UNIQUE}" in wpa("option", "get", "description")
    rest("POST", "/wp/v2/settings", description=before)
    assert rest("GET", "/wp/v2/settings")["description"] == before


def what_the_site_has():
    assert "wp/v2" in wpa("api", "discover") and "/wp/v2/posts" in wpa("api", "discover", "--routes")
    assert "post_tag" in wpa("taxonomy", "list") and "categories" in wpa("taxonomy", "get", "category")
    assert "attachment" in wpa("post-type", "list") and "pages" in wpa("post-type", "get", "page")
    assert "core/paragraph" in wpa("block", "list") and "core/paragraph" in wpa("block", "get", "core/paragraph")
    assert "active" in wpa("theme", "list")
    assert "spam-filter" in wpa("plugin", "list")
    wpa("sidebar", "list")
    wpa("widget", "list")


play("wpa", posts_from_markdown_and_from_options, pages_and_the_publish_command, media, users, comments, menus, terms, settings, what_the_site_has)
