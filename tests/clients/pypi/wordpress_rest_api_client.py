"""This client sends the parameters of a GET and of a DELETE in a JSON body."""

from site_under_test import PASSWORD, UNIQUE, URL, USER, play, refused, rest
from wordpressrestapi.main import Connect, WPRestAPIException

site = Connect(URL, USER, PASSWORD)
kept = {}


def sign_in():
    assert isinstance(refused(Connect, URL, USER, "errada"), WPRestAPIException)


def posts_in_one_batch():
    posts = [{"title": f"Lote {number} {UNIQUE}", "content": "<p>x</p>", "status": "publish"} for number in (1, 2, 3)]
    answers = site.post.create_batch(posts).json()["responses"]
    assert [answer["status"] for answer in answers] == [201, 201, 201], answers
    kept["posts"] = [answer["body"]["id"] for answer in answers]
    changed = site.post.update_batch([{"id": id, "title": f"Outro {UNIQUE}"} for id in kept["posts"]]).json()["responses"]
    assert [answer["status"] for answer in changed] == [200, 200, 200], changed


def parameters_of_a_list_in_the_body():
    posts = site.post.fetch_all(fields="id,title", per_page=2, search=UNIQUE, orderby="id", order="asc")
    assert [post["id"] for post in posts.json()] == kept["posts"][:2], posts.json()
    assert set(posts.json()[0]) == {"id", "title"}
    assert posts.headers["X-WP-Total"] == "3" and posts.headers["X-WP-TotalPages"] == "2"
    assert "raw" in site.post.fetch_one(kept["posts"][0], context="edit").json()["title"]


def deletion_with_its_parameter_in_the_body():
    assert site.post.delete(kept["posts"][0]).json()["status"] == "trash"
    assert site.post.delete(kept["posts"][0], force=True).json()["deleted"] is True
    answers = site.post.delete_batch(kept["posts"][1:], force=True).json()["responses"]
    assert [answer["status"] for answer in answers] == [200, 200], answers


def terms():
    made = site.category.create(f"Categoria {UNIQUE}", description="Uma").json()
    child = site.category.create(f"Filha {UNIQUE}", parent=made["id"]).json()
    assert child["parent"] == made["id"]
    assert site.category.update(child["id"], name=f"Neta {UNIQUE}").json()["name"] == f"Neta {UNIQUE}"
    assert [term["id"] for term in site.category.fetch_all(parent=made["id"]).json()] == [child["id"]]
    for id in (child["id"], made["id"]):
        assert site.category.delete(id).json()["deleted"] is True
    tag = site.tag.create(f"Etiqueta {UNIQUE}", slug=f"etiqueta-{UNIQUE}").json()
    assert tag["slug"] == f"etiqueta-{UNIQUE}"
    assert site.tag.delete(tag["id"]).json()["deleted"] is True


def users():
    made = site.user.create(UNIQUE, "Uma frase bem longa 9", f"{UNIQUE}@example.com", roles=["author"]).json()
    assert made["roles"] == ["author"]
    assert site.user.update(made["id"], first_name="Ana").json()["first_name"] == "Ana"
    assert [user["id"] for user in site.user.fetch_all(search=UNIQUE, context="edit").json()] == [made["id"]]
    me = rest("GET", "/wp/v2/users/me")["id"]
    assert site.user.delete(made["id"], reassign=me).json()["deleted"] is True


def pages():
    made = site.page.create(f"Página {UNIQUE}", "<p>x</p>", status="publish", menu_order=4).json()
    assert made["menu_order"] == 4
    assert site.page.update(made["id"], comment_status="open").json()["comment_status"] == "open"
    assert site.page.delete(made["id"], force=True).json()["deleted"] is True


play("wordpress-rest-api", sign_in, posts_in_one_batch, parameters_of_a_list_in_the_body, deletion_with_its_parameter_in_the_body, terms, users, pages)
