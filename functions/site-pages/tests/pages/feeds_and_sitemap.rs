//! Feed, sitemap, robots, key file of IndexNow, cards.

use domain::site::date::DateInput;
use domain::site::{Kind, Taxonomy};
use serde_json::json;
use site_store::{ColorScheme, TermChange};

use crate::support::{HOME, Site, published};

#[tokio::test]
async fn the_feed_carries_the_newest_posts() {
    let site = Site::new().await;
    let post = site.post("Pão & <vinho>", "<p>Um ]]> dois</p>\u{8}").await;
    let feed = site.get("/feed/").await;
    assert_eq!(
        feed.header("content-type"),
        "application/rss+xml; charset=UTF-8"
    );
    assert!(feed.has(&format!(
        "<guid isPermaLink=\"false\">{HOME}/?p={}</guid>",
        post.id
    )));
    assert!(feed.has("<pubDate>Wed, 01 May 2024 10:00:00 +0000</pubDate>"));
    assert!(!feed.has("\u{8}") && !feed.has("<vinho>") && !feed.has("]]>"));
    assert_eq!(site.get("/feed").await.location(), (301, "/feed/"));
}

#[tokio::test]
async fn periods_and_searches_have_feeds_of_their_posts() {
    let site = Site::new().await;
    let mut old = published("Fubá & café", "Bolo de fubá.");
    old.date = Some(DateInput::Local(
        jiff::civil::date(2018, 11, 5).at(8, 0, 0, 0),
    ));
    site.add(Kind::Post, old).await;
    site.post("Pão", "Fermento e tempo.").await;
    for path in [
        "/2018/feed/",
        "/2018/11/feed/",
        "/2018/11/05/feed/",
        "/search/fuba/feed/",
        "/search/bolo%20de%20fub%C3%A1/feed/",
    ] {
        let feed = site.get(path).await;
        assert_eq!(feed.status, 200, "{path}");
        assert_eq!(
            feed.header("content-type"),
            "application/rss+xml; charset=UTF-8"
        );
        assert!(feed.has("<title>Fubá"), "{path}: {}", feed.text);
        assert!(!feed.has("Fermento"), "{path}: {}", feed.text);
        assert!(feed.has(&format!("{HOME}{path}")), "{path}: {}", feed.text);
    }
    for (path, to) in [
        ("/2018/11/5/feed/", "/2018/11/05/feed/"),
        ("/2018/11/feed/atom/", "/2018/11/feed/"),
        ("/?s=fub%C3%A1&feed=rss2", "/search/fub%C3%A1/feed/"),
        ("/search/bolo+de/feed/rss2/", "/search/bolo%20de/feed/"),
        ("/search/bolo+de/feed/", "/search/bolo%20de/feed/"),
    ] {
        let moved = site.get(path).await;
        let (status, found) = moved.location();
        let found = found.trim_start_matches(HOME);
        assert_eq!((status, found), (301, to), "{path}");
    }
    for path in ["/2018/13/feed/", "/search/%20/feed/"] {
        assert_eq!(site.get(path).await.status, 404, "{path}");
    }
    let empty = site.get("/2017/feed/").await;
    assert_eq!(empty.status, 200);
    assert!(!empty.has("<item>"));
}

#[tokio::test]
async fn the_sitemap_lists_public_items() {
    let site = Site::new().await;
    site.post("Pão", "x").await;
    site.add(Kind::Page, published("Sobre", "x")).await;
    let index = site.get("/sitemap.xml").await;
    assert_eq!(
        index.header("content-type"),
        "application/xml; charset=UTF-8"
    );
    for name in ["posts", "pages", "categories", "authors"] {
        assert!(
            index.has(&format!("<loc>{HOME}/sitemap-{name}-1.xml</loc>")),
            "{name}"
        );
    }
    assert!(index.has("<lastmod>2024-05-01T07:00:0"), "{}", index.text);
    let posts = site.get("/sitemap-posts-1.xml").await;
    assert!(posts.has("<loc>https://exemplo.com.br/pao/</loc><lastmod>2024-05-01T07:00:0"));
    let pages = site.get("/sitemap-pages-1.xml").await;
    assert!(pages.has("<loc>https://exemplo.com.br/</loc>") && pages.has("/sobre/</loc>"));
    assert_eq!(site.get("/sitemap-posts-2.xml").await.status, 404);
    assert!(
        site.get("/robots.txt")
            .await
            .has("Sitemap: https://exemplo.com.br/sitemap.xml")
    );
}

#[tokio::test]
async fn the_sitemap_lists_what_search_engines_may_show_at_its_own_address() {
    let site = Site::new().await;
    let with = |title: &str, key: &str, value: serde_json::Value| {
        let mut change = published(title, "x");
        change.meta.insert(key.to_owned(), Some(value));
        change
    };
    for kind in [Kind::Post, Kind::Page] {
        let own = format!("{HOME}/canonico-{}/", kind.name());
        for change in [
            with(
                &format!("Oculto {}", kind.name()),
                "seo_noindex",
                json!(true),
            ),
            with(
                &format!("Exposto {}", kind.name()),
                "seo_noindex",
                json!(false),
            ),
            with(
                &format!("Fora {}", kind.name()),
                "seo_canonical",
                json!("https://b.example/"),
            ),
            with(
                &format!("Canonico {}", kind.name()),
                "seo_canonical",
                json!(own),
            ),
            with(
                &format!("Seguido {}", kind.name()),
                "seo_nofollow",
                json!(true),
            ),
        ] {
            site.add(kind, change).await;
        }
    }
    for (map, kind) in [("posts", "post"), ("pages", "page")] {
        let listed = site.get(&format!("/sitemap-{map}-1.xml")).await;
        for (slug, is_listed) in [
            ("oculto", false),
            ("exposto", true),
            ("fora", false),
            ("canonico", true),
            ("seguido", true),
        ] {
            let address = format!("<loc>{HOME}/{slug}-{kind}/</loc>");
            assert_eq!(listed.has(&address), is_listed, "{address}");
        }
    }
}

#[tokio::test]
async fn a_sitemap_without_an_address_is_neither_listed_nor_served() {
    let site = Site::new().await;
    let elsewhere = |title: &str, address: &str| {
        let mut change = published(title, "x");
        let address = Some(json!(address));
        change.meta.insert("seo_canonical".to_owned(), address);
        change
    };
    let is_there = async || {
        let listed = site.get("/sitemap.xml").await.has("/sitemap-posts-1.xml");
        (listed, site.get("/sitemap-posts-1.xml").await.status)
    };
    site.add(Kind::Post, elsewhere("Um", "https://b.example/"))
        .await;
    site.add(Kind::Post, elsewhere("Dois", "https://c.example/"))
        .await;
    assert_eq!(is_there().await, (false, 404));
    let own = format!("{HOME}/tres/");
    site.add(Kind::Post, elsewhere("Tres", &own)).await;
    assert_eq!(is_there().await, (true, 200));
    assert!(site.get("/sitemap-posts-1.xml").await.has("/tres/</loc>"));
}

#[tokio::test]
async fn the_sitemap_lists_terms_that_search_engines_may_show_at_their_own_address() {
    let site = Site::new().await;
    let mut tags = Vec::new();
    for (name, key, value) in [
        ("Oculta", "seo_noindex", json!(true)),
        ("Exposta", "seo_noindex", json!(false)),
        ("Fora", "seo_canonical", json!("https://b.example/")),
        (
            "Canonica",
            "seo_canonical",
            json!(format!("{HOME}/tag/canonica/")),
        ),
    ] {
        let change = TermChange {
            name: Some(name.to_owned()),
            meta: [(key.to_owned(), Some(value))].into(),
            ..TermChange::default()
        };
        let tag = site.store.create_term(Taxonomy::PostTag, &change).await;
        tags.push(tag.unwrap().id);
    }
    let tagged = async |title: &str, tags: &[u64]| {
        let mut change = published(title, "x");
        change.terms.insert(Taxonomy::PostTag, tags.to_vec());
        site.add(Kind::Post, change).await;
    };
    tagged("Um", &[tags[0], tags[2]]).await;
    assert!(!site.get("/sitemap.xml").await.has("/sitemap-tags-1.xml"));
    assert_eq!(site.get("/sitemap-tags-1.xml").await.status, 404);
    tagged("Dois", &tags).await;
    assert!(site.get("/sitemap.xml").await.has("/sitemap-tags-1.xml"));
    let listed = site.get("/sitemap-tags-1.xml").await;
    for (slug, is_listed) in [
        ("oculta", false),
        ("exposta", true),
        ("fora", false),
        ("canonica", true),
    ] {
        let address = format!("<loc>{HOME}/tag/{slug}/</loc>");
        assert_eq!(listed.has(&address), is_listed, "{slug}");
    }
}

#[tokio::test]
async fn a_front_page_that_search_engines_shall_not_show_is_not_in_the_sitemap() {
    let site = Site::new().await;
    let mut front = published("Frente", "x");
    front
        .meta
        .insert("seo_noindex".to_owned(), Some(json!(true)));
    let front = site.add(Kind::Page, front).await.id;
    let home = format!("<loc>{HOME}/</loc>");
    assert!(site.get("/sitemap-pages-1.xml").await.has(&home));
    let set = site.store.update_settings(|settings| {
        "page".clone_into(&mut settings.show_on_front);
        settings.page_on_front = front;
    });
    set.await.unwrap();
    assert_eq!(site.get("/sitemap-pages-1.xml").await.status, 404);
    assert!(!site.get("/sitemap.xml").await.has("sitemap-pages"));
    site.add(Kind::Page, published("Sobre", "x")).await;
    let pages = site.get("/sitemap-pages-1.xml").await;
    assert!(
        !pages.has(&home) && pages.has("/sobre/</loc>"),
        "{}",
        pages.text
    );
}

#[tokio::test]
async fn the_key_file_of_indexnow_is_served_under_its_name_only() {
    let site = Site::new().await;
    let key = site.keyring.index_now_key("exemplo.com.br");
    let file = site.get(&format!("/{key}.txt")).await;
    assert_eq!((file.status, file.text.as_str()), (200, key.as_str()));
    assert_eq!(file.header("content-type"), "text/plain; charset=UTF-8");
    let other = site.keyring.index_now_key("www.exemplo.com.br");
    for path in [
        format!("/{other}.txt"),
        format!("/{key}"),
        format!("/{key}.txt/x"),
        "/.txt".to_owned(),
        "/indexnow.txt".to_owned(),
    ] {
        assert_eq!(site.get(&path).await.status, 404, "{path}");
    }
}

#[tokio::test]
async fn the_card_may_be_framed_by_any_site() {
    let site = Site::new().await;
    site.post("Pão", "Fermento e tempo.").await;
    let card = site.get("/pao/embed/").await;
    assert_eq!(card.status, 200);
    assert!(
        card.header("content-security-policy")
            .contains("frame-ancestors *")
    );
    assert_eq!(card.header("x-robots-tag"), "noindex");
    assert!(card.has("Fermento e tempo.") && card.has("target=\"_top\""));
    // Its colours are those of the site's settings, and the policy allows both of its style sheets.
    assert!(card.has("color-scheme:light dark") && card.has("background:var(--sheet)"));
    let policy = card.header("content-security-policy");
    assert_eq!(policy.matches("'sha256-").count(), 3);
    assert!(policy.contains("script-src 'sha256-") && card.has("send(\"height\""));
    site.store
        .update_settings(|settings| settings.theme.color_scheme = ColorScheme::Dark)
        .await
        .unwrap();
    let card = site.get("/pao/embed/").await;
    assert!(card.has("color-scheme:dark;") && !card.has("@media (prefers-color-scheme"));
    assert_eq!(site.get("/nada/embed/").await.status, 404);
}

#[tokio::test]
async fn an_unknown_path_has_an_error_page() {
    let site = Site::new().await;
    let page = site.get("/nada/").await;
    assert_eq!(page.status, 404);
    assert!(page.has("Página não encontrada") && page.has("noindex"));
    assert!(page.header("link").contains("rel=\"service-desc\""));
    let head = site
        .send(
            http::Request::head("/")
                .body(axum::body::Body::empty())
                .unwrap(),
        )
        .await;
    assert_eq!((head.status, head.text.as_str()), (200, ""));
}

#[tokio::test]
async fn link_relations_are_explained() {
    let site = Site::new().await;
    let help = site.get("/rels/help").await;
    assert_eq!(help.status, 200);
    for name in site_urls::RELATIONS {
        let address = format!("/rels/{name}");
        assert!(help.has(&format!("href=\"{HOME}{address}\"")), "{name}");
        let page = site.get(&address).await;
        assert_eq!(page.status, 200, "{name}");
        assert!(page.has(&format!("<h1>core:{name}</h1>")) && page.has("noindex"));
    }
    assert!(help.has("Relações de links") && help.has(&format!("href=\"{HOME}/rest/\"")));
    for unknown in ["/rels/nada", "/rels/", "/rels/term/x"] {
        assert_eq!(site.get(unknown).await.status, 404, "{unknown}");
    }
}
