from site_under_test import PASSWORD, UNIQUE, URL, USER, play, refused, rest
from wordpress_api_client import WordpressClient

client = WordpressClient(URL, USER, PASSWORD)
kept = {}


def create_with_every_field():
    kept["category"] = rest("POST", "/wp/v2/categories", name=f"Categoria {UNIQUE}")["id"]
    kept["tag"] = rest("POST", "/wp/v2/tags", name=f"Etiqueta {UNIQUE}")["id"]
    post = client.create_post(
        date="2024-03-05T10:11:12", slug=UNIQUE, status="publish", title="Olá & até já", content={"rendered": "<p>Um</p>"},
        excerpt="Resumo", comment_status="closed", ping_status="closed", post_format="quote", sticky=False, template="",
        categories=[kept["category"]], tags=[kept["tag"]], meta={},
    )
    kept["post"] = post["id"]
    assert post["format"] == "quote" and post["slug"] == UNIQUE, post
    assert post["categories"] == [kept["category"]] and post["tags"] == [kept["tag"]]
    assert post["date"] == "2024-03-05T10:11:12"


def read_in_two_contexts():
    assert "raw" not in client.get_post(kept["post"])["title"]
    assert client.get_post(kept["post"], context="edit")["title"]["raw"] == "Olá & até já"


def lists_with_every_filter():
    posts = client.list_posts(
        context="edit", page=1, per_page=10, search="até", after="2024-03-01T00:00:00", before="2024-03-31T00:00:00Z",
        exclude=[1], include=[kept["post"], 999999], order="asc", orderby="include", search_columns=["post_title"], slug=UNIQUE,
        status="publish", tax_relation="OR", categories=[kept["category"]], tags=[kept["tag"]], tags_exclude=[999999], sticky=False,
        modified_after="2020-01-01T00:00:00", modified_before="2100-01-01T00:00:00", author_exclude=[999999], offset=0,
    )
    assert [post["id"] for post in posts] == [kept["post"]], posts


def update():
    post = client.update_post(kept["post"], title="Mudado", date_gmt="2024-03-06T01:02:03", status="private", post_format="standard")
    assert post["title"]["raw"] == "Mudado" and post["status"] == "private" and post["format"] == "standard"
    assert post["date_gmt"] == "2024-03-06T01:02:03"


def delete():
    assert client.delete_post(kept["post"], force=False)["status"] == "trash"
    assert client.delete_post(kept["post"])["deleted"] is True
    assert "404" in str(refused(client.get_post, kept["post"]))
    rest("DELETE", f"/wp/v2/categories/{kept['category']}?force=true")
    rest("DELETE", f"/wp/v2/tags/{kept['tag']}?force=true")


play("wordpress-api-client", create_with_every_field, read_in_two_contexts, lists_with_every_filter, update, delete)
