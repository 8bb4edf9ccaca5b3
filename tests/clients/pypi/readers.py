"""Programs that copy a site's texts: wpget, wp-exporter, wordpress-client, woppy."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from site_under_test import PASSWORD, UNIQUE, URL, USER, play, rest
from woppy.media import MediaManager
from woppy.post import PostManager
from wordpress_client.client import WordPressClient
from wp_exporter.client import WordPressClient as Exporter
from wp_exporter.config import ExportConfig

folder = Path(tempfile.mkdtemp())
bin = Path(sys.executable).parent
kept = {}


def some_texts_to_copy():
    kept["category"] = rest("POST", "/wp/v2/categories", name=f"Categoria {UNIQUE}")["id"]
    kept["tag"] = rest("POST", "/wp/v2/tags", name=f"Etiqueta {UNIQUE}")["id"]
    kept["posts"] = [
        rest("POST", "/wp/v2/posts", title=f"Texto {number} {UNIQUE}", content=f"<p>Corpo {number}</p>", status="publish", categories=[kept["category"]], tags=[kept["tag"]])["id"]
        for number in range(1, 13)
    ]


def wpget_counts_with_HEAD_and_reads_every_page():
    output = folder / "posts.jsonl"
    subprocess.run([bin / "wpget", "-u", URL, "-o", output, "-p", "5", "-j", "2", "-r", "0"], check=True, capture_output=True, timeout=60)
    found = [json.loads(line)["id"] for line in output.read_text().splitlines()]
    assert set(kept["posts"]) <= set(found) and len(found) == len(set(found)), found


def wp_exporter_reads_posts_with_terms_and_authors():
    exporter = Exporter(ExportConfig(URL, folder / "x.csv", "csv", username=USER, application_password=PASSWORD))
    posts = {post["id"]: post for post in exporter.get_published_posts()}
    assert exporter.posts_context == "edit"
    post = posts[kept["posts"][0]]
    assert post["_embedded"]["author"][0]["name"]
    assert [term["id"] for terms in post["_embedded"]["wp:term"] for term in terms] == [kept["category"], kept["tag"]], post["_embedded"]
    assert exporter.get_categories_map()[kept["category"]] == f"Categoria {UNIQUE}"
    assert exporter.get_users_map()[post["author"]]


def wp_exporter_without_a_login_reads_what_is_public():
    exporter = Exporter(ExportConfig(URL, folder / "x.csv", "csv"))
    posts = exporter.get_published_posts()
    assert exporter.posts_context == "view" and set(kept["posts"]) <= {post["id"] for post in posts}
    assert exporter.get_tags_map()[kept["tag"]] == f"Etiqueta {UNIQUE}"


def wordpress_client_reads_by_category_and_date():
    client = WordPressClient(URL)
    found = [post.id for post in client.get_posts_by_category(kept["category"], 3)]
    assert len(found) == 3 and set(found) <= set(kept["posts"]), found
    assert client.get_posts_by_date_range("2020-01-01", "2100-01-01", kept["category"], 20)
    assert any(term.id == kept["category"] for term in client.get_categories())


def woppy_reads_and_writes():
    posts = PostManager(URL, (USER, PASSWORD))
    assert posts.update_post(kept["posts"][0], title=f"Mudado {UNIQUE}", tags=[kept["tag"]])["title"]["raw"] == f"Mudado {UNIQUE}"
    assert isinstance(MediaManager(URL, (USER, PASSWORD)).get_media(), list)


def clearing_up():
    for id in kept["posts"]:
        rest("DELETE", f"/wp/v2/posts/{id}?force=true")
    rest("DELETE", f"/wp/v2/categories/{kept['category']}?force=true")
    rest("DELETE", f"/wp/v2/tags/{kept['tag']}?force=true")


play(
    "wpget, wp-exporter, wordpress-client, woppy",
    some_texts_to_copy,
    wpget_counts_with_HEAD_and_reads_every_page,
    wp_exporter_reads_posts_with_terms_and_authors,
    wp_exporter_without_a_login_reads_what_is_public,
    wordpress_client_reads_by_category_and_date,
    woppy_reads_and_writes,
    clearing_up,
)
