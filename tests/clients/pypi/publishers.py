"""Programs that publish files to a site: m2w, wordpress-poster."""

import asyncio
import os
import tempfile
from pathlib import Path

import requests
from m2w.rest_api import RestApi
from site_under_test import PASSWORD, PICTURE, UNIQUE, URL, USER, play, rest

folder = Path(tempfile.mkdtemp())


def m2w_creates_then_updates_an_article_with_new_terms():
    file = folder / f"m2w {UNIQUE}.md"
    meta = {"category": [f"Categoria {UNIQUE}"], "tag": [f"Etiqueta {UNIQUE}"], "status": "publish"}
    for body, files in (("Um texto.", {"new": [str(file)], "legacy": []}), ("Outro texto.", {"new": [], "legacy": [str(file)]})):
        file.write_text(body)
        asyncio.run(RestApi(URL, USER, PASSWORD).upload_article(files, dict(meta), verbose=False))
    posts = rest("GET", f"/wp/v2/posts?search={UNIQUE}")
    assert [post["title"]["rendered"] for post in posts] == [f"m2w {UNIQUE}"], posts
    assert "Outro texto" in posts[0]["content"]["rendered"]
    for kind, ids in (("categories", posts[0]["categories"]), ("tags", posts[0]["tags"])):
        for id in ids:
            assert UNIQUE in rest("GET", f"/wp/v2/{kind}/{id}")["name"]
            rest("DELETE", f"/wp/v2/{kind}/{id}?force=true")
    rest("DELETE", f"/wp/v2/posts/{posts[0]['id']}?force=true")


def wordpress_poster_uploads_a_picture_and_a_post():
    os.environ.update(WP_URL=URL, WP_USERNAME=USER, WP_PASSWORD=PASSWORD)
    from wordpress_poster.client import WordPressClient

    client = WordPressClient()
    headers = {"content-type": "image/png", "content-disposition": f'attachment; filename="{UNIQUE}.png"'}
    source = requests.post(f"{URL}/wp-json/wp/v2/media", auth=(USER, PASSWORD), data=PICTURE, headers=headers, timeout=30).json()
    ok, address, id = client.upload_image(source["source_url"], {"name": UNIQUE})
    assert ok and address.endswith(f"{UNIQUE}-upload.png"), address
    link = client.create_post("post", f"Com imagem {UNIQUE}", "<p>x</p>", status="publish", featured_media=id)
    assert link.startswith(URL)
    made = rest("GET", f"/wp/v2/posts?search={UNIQUE}")[0]
    assert made["featured_media"] == id
    for path in (f"posts/{made['id']}", f"media/{id}", f"media/{source['id']}"):
        rest("DELETE", f"/wp/v2/{path}?force=true")


play("m2w, wordpress-poster", m2w_creates_then_updates_an_article_with_new_terms, wordpress_poster_uploads_a_picture_and_a_post)
