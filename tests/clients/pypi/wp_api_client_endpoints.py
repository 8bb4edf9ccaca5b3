from site_under_test import PASSWORD, UNIQUE, URL, USER, picture, play, refused
from wp_api import WPClient
from wp_api.auth import ApplicationPasswordAuth
from wp_api.exceptions import WPAPIError

client = WPClient(URL, auth=ApplicationPasswordAuth(USER, PASSWORD))
kept = {}


def discovery():
    index = client.discover_endpoints()
    assert "wp/v2" in index["namespaces"] and "/wp/v2/posts" in index["routes"]
    assert {"category", "post_tag"} <= set(client.get("taxonomies"))
    assert client.users.me(context="edit")["username"] == USER
    assert isinstance(client.settings.get()["title"], str)


def posts():
    post = client.posts.create(title=f"Olá {UNIQUE}", content="<p>Um</p>", status="draft", excerpt="R")
    kept["post"] = post["id"]
    assert client.posts.update(post["id"], title=f"Outro {UNIQUE}", status="publish")["status"] == "publish"
    assert [found["id"] for found in client.posts.list(search=UNIQUE, per_page=5)] == [post["id"]]
    revisions = client.posts.get_revisions(post["id"])
    assert client.posts.get_revision(post["id"], revisions[0]["id"])["parent"] == post["id"]


def media():
    made = client.media.upload(picture(f"{UNIQUE}.png").open("rb"))
    assert made["mime_type"] == "image/png" and made["title"]["raw"] == UNIQUE, made
    assert client.media.update(made["id"], alt_text="Outro")["alt_text"] == "Outro"
    assert client.media.list(search=UNIQUE, media_type="image")[0]["id"] == made["id"]
    assert client.media.delete(made["id"], force=True)["deleted"] is True


def comments():
    made = client.comments.create(post=kept["post"], content="Um comentário", author_name="Fulana", author_email="f@example.com")
    assert client.comments.update(made["id"], status="hold")["status"] == "hold"
    assert [found["id"] for found in client.comments.list(post=kept["post"], status="hold")] == [made["id"]]
    assert client.comments.delete(made["id"], force=True)["deleted"] is True


def terms():
    terms = client.get_custom_taxonomy("categories")
    made = terms.create(name=f"Categoria {UNIQUE}", description="Uma")
    assert terms.update(made["id"], description="Outra")["description"] == "Outra"
    assert terms.delete(made["id"], force=True)["deleted"] is True


def settings():
    before = client.settings.get()["description"]
    assert client.settings.update(description=f"Lema {UNIQUE}")["description"] == f"Lema {UNIQUE}"
    client.settings.update(description=before)


def errors():
    assert isinstance(refused(client.posts.get, 999999999), WPAPIError)
    assert isinstance(refused(client.posts.list, per_page=1000), WPAPIError)


def clearing_up():
    assert client.posts.delete(kept["post"], force=True)["deleted"] is True


play("wp-api-client", discovery, posts, media, comments, terms, settings, errors, clearing_up)
