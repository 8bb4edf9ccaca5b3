from html import unescape

import feedparser
from site_under_test import UNIQUE, URL, play, rest

kept = {}


def entries_of_the_site_in_three_formats():
    kept["category"] = rest("POST", "/wp/v2/categories", name=f"Categoria {UNIQUE}", slug=UNIQUE)["id"]
    post = rest("POST", "/wp/v2/posts", title=f"Olá & até já {UNIQUE}", content="<p>Um <b>texto</b></p>", excerpt="Resumo", status="publish", categories=[kept["category"]])
    kept["post"] = post
    for path in ("/feed/", "/feed/rss2/", "/feed/atom/", "/?feed=rss2"):
        feed = feedparser.parse(URL + path)
        assert not feed.bozo, (path, feed.get("bozo_exception"))
        entry = next(entry for entry in feed.entries if UNIQUE in entry.title)
        assert unescape(entry.title) == f"Olá & até já {UNIQUE}", (path, entry.title)
        assert entry.link == post["link"] and entry.published_parsed and entry.author, (path, entry)
        assert f"Categoria {UNIQUE}" in [tag.term for tag in entry.tags], (path, entry.tags)
        assert "<b>texto</b>" in entry.content[0].value, (path, entry)


def feeds_of_a_category_of_an_author_and_of_words():
    for path in (f"/?cat={kept['category']}&feed=rss2", f"/?s={UNIQUE}&feed=rss2", f"/author/{rest('GET', '/wp/v2/users/me')['slug']}/feed/"):
        feed = feedparser.parse(URL + path)
        assert any(UNIQUE in entry.title for entry in feed.entries), (path, feed.get("status"), [entry.title for entry in feed.entries])


def comments_of_the_site_and_of_a_post():
    comment = rest("POST", "/wp/v2/comments", post=kept["post"]["id"], content=f"Comentário {UNIQUE}")
    for path in ("/comments/feed/", kept["post"]["link"].removeprefix(URL) + "feed/"):
        feed = feedparser.parse(URL + path)
        assert any(UNIQUE in entry.summary for entry in feed.entries), (path, feed.get("status"), feed.entries)
    rest("DELETE", f"/wp/v2/comments/{comment['id']}?force=true")


def unchanged_feeds_are_not_sent_again():
    first = feedparser.parse(URL + "/feed/")
    again = feedparser.parse(URL + "/feed/", etag=first.get("etag"), modified=first.get("modified"))
    assert again.status == 304, again.status


def clearing_up():
    rest("DELETE", f"/wp/v2/posts/{kept['post']['id']}?force=true")
    rest("DELETE", f"/wp/v2/categories/{kept['category']}?force=true")


play("feedparser", entries_of_the_site_in_three_formats, feeds_of_a_category_of_an_author_and_of_words, comments_of_the_site_and_of_a_post, unchanged_feeds_are_not_sent_again, clearing_up)
