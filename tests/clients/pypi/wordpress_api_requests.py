from site_under_test import PASSWORD, PICTURE, UNIQUE, URL, USER, play
from wordpress import API

api = API(url=URL, api="wp-json", version="wp/v2", basic_auth=True, user_auth=True, wp_user=USER, wp_pass=PASSWORD, consumer_key="", consumer_secret="")


def posts():
    made = api.post("posts", {"title": f"Olá {UNIQUE}", "status": "draft"}).json()
    assert api.put(f"posts/{made['id']}", {"title": "Outro", "status": "publish"}).json()["title"]["raw"] == "Outro"
    answer = api.get("posts?per_page=1&page=1&orderby=id")
    assert answer.headers["X-WP-Total"].isdigit()
    assert api.options("posts").json()["schema"]["title"] == "post"
    assert api.delete(f"posts/{made['id']}?force=true").json()["deleted"] is True


def upload_of_bytes():
    headers = {"content-disposition": f"attachment; filename={UNIQUE}.png", "content-type": "image/png"}
    made = api.post("media", PICTURE, headers=headers).json()
    assert made["source_url"].endswith(f"{UNIQUE}.png"), made
    assert api.delete(f"media/{made['id']}?force=true").json()["deleted"] is True


def failures_are_explained():
    error = None
    try:
        api.get("posts/999999999")
    except UserWarning as problem:
        error = str(problem)
    assert "rest_post_invalid_id" in error, error


play("wordpress-api", posts, upload_of_bytes, failures_are_explained)
