"""Heavier programs from PyPI: corpress, llama-index-readers-wordpress, wordpress-markdown-blog-loader."""

import csv
import sys
import tempfile
from pathlib import Path

import requests

sys.path.insert(0, str(Path(__file__).parent.parent / "pypi"))

from corpress.core import corpress
from llama_index.readers.wordpress import WordpressReader
from site_under_test import PASSWORD, UNIQUE, URL, USER, picture, play, rest
from wordpress_markdown_blog_loader.api import Wordpress, WordpressEndpoint
from wordpress_markdown_blog_loader.blog import Blog
from wordpress_markdown_blog_loader.upload import upsert_post

folder = Path(tempfile.mkdtemp())
kept = {}


def some_texts_to_copy():
    kept["posts"] = [rest("POST", "/wp/v2/posts", title=f"Texto {number} {UNIQUE}", content=f"<p>Corpo {number}</p>", status="publish")["id"] for number in range(1, 13)]


def corpress_finds_the_interface_from_the_front_page():
    result = corpress(URL + "/", json_save_path=str(folder / "json"), corpus_save_path=str(folder / "corpus"), csv_save_file=str(folder / "meta.csv"), seconds_between_requests=0, output=False)
    assert result["endpoint_url"] == f"{URL}/wp-json/wp/v2/posts", result
    titles = [row["title"] for row in csv.DictReader((folder / "meta.csv").open())]
    assert sum(UNIQUE in title for title in titles) == 12, titles


def llama_index_reads_documents():
    documents = WordpressReader(url=URL, username=USER, password=PASSWORD, additional_post_types="blocks").load_data()
    assert any(document.text.strip() == "Corpo 3" for document in documents), len(documents)


def loader():
    site = Wordpress.__new__(Wordpress)
    host = URL.removeprefix("http://")
    site.endpoint = WordpressEndpoint(host=host.split(":")[0], api_host=host.split(":")[0], url=f"{URL}/wp-json/wp/v2", username=USER, password=PASSWORD)
    site._media, site.headers = {}, {"accept": "application/json", "User-Agent": "wordpress-blog-uploader/1.8.6"}
    site.session = requests.Session()
    return site


def markdown_loader_creates_finds_and_updates_a_text():
    name = rest("GET", "/wp/v2/users/me?context=edit")["name"]
    category = rest("POST", "/wp/v2/categories", name=f"Categoria {UNIQUE}", slug=UNIQUE)["id"]
    (folder / "images").mkdir()
    (folder / "images" / "ponto.png").write_bytes(picture("x.png").read_bytes())
    text = f"---\nauthor: {name}\nemail: x@example.com\ntitle: Um texto {UNIQUE}\nslug: {UNIQUE}\nstatus: draft\ncategories:\n  - {UNIQUE}\ntags: []\ndate: 2024-03-05T10:11:12+00:00\nexcerpt: Resumo\n---\n# Um texto {UNIQUE}\n\nUm *parágrafo*.\n\n![Um ponto](images/ponto.png)\n"
    (folder / "index.md").write_text(text)
    site = loader()
    blog = Blog.load(str(folder / "index.md"))
    assert upsert_post(site, blog) == 0
    post = site.get_post_by_slug(UNIQUE)
    assert post.categories == [category] and post["date_gmt"] == "2024-03-05T10:11:12", post
    raw = site.get("posts", post.post_id, {"context": "edit"})["content"]["raw"]
    assert "<!-- wp:paragraph" in raw and f"{UNIQUE}-ponto.png" in raw, raw
    blog = Blog.load(str(folder / "index.md"))
    assert blog.guid == f"{URL}/wp-json/wp/v2/posts/{post.post_id}", blog.guid
    blog.status = "publish"
    assert upsert_post(site, blog) == 0
    assert site.get("posts", post.post_id)["status"] == "publish"
    image = site.search_for_image_by_slug(f"{UNIQUE}-ponto")
    rest("DELETE", f"/wp/v2/media/{image.medium_id}?force=true")
    rest("DELETE", f"/wp/v2/posts/{post.post_id}?force=true")
    rest("DELETE", f"/wp/v2/categories/{category}?force=true")


def clearing_up():
    for id in kept["posts"]:
        rest("DELETE", f"/wp/v2/posts/{id}?force=true")


play("corpress, llama-index-readers-wordpress, wordpress-markdown-blog-loader", some_texts_to_copy, corpress_finds_the_interface_from_the_front_page, llama_index_reads_documents, markdown_loader_creates_finds_and_updates_a_text, clearing_up)
