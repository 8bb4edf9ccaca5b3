//! Pages of one item.

use domain::site::date::DateInput;
use domain::site::meta::{FAQ_DATA, FAQ_ENABLED};
use domain::site::{Kind, Status};
use serde_json::json;
use site_pages::Options;
use site_store::{ContentChange, anything};

use crate::support::{HOME, Site, published};

#[tokio::test]
async fn a_post_has_visible_and_machine_readable_metadata() {
    let site = Site::new().await;
    let post = site
        .post(
            "Bolo de \"fubá\" & café",
            "<p>Receita de <em>família</em>.</p>",
        )
        .await;
    let page = site.get("/bolo-de-fuba-cafe/").await;
    assert_eq!(page.status, 200, "{}", page.text);
    assert_eq!(page.header("content-type"), "text/html; charset=UTF-8");
    assert!(
        page.header("link")
            .contains(&format!("<{HOME}/rest/>; rel=\"service-desc\""))
    );
    for text in [
        "<html lang=\"pt-BR\">",
        "<link rel=\"canonical\" href=\"https://exemplo.com.br/bolo-de-fuba-cafe/\" />",
        "<meta property=\"og:type\" content=\"article\" />",
        "\"@type\":\"Article\"",
        "type=\"application/json+oembed\"",
        "type=\"text/xml+oembed\"",
        "type=\"application/rss+xml\" href=\"https://exemplo.com.br/feed/\"",
        "<link rel=\"service-desc\" href=\"https://exemplo.com.br/rest/\">",
        "<p>Receita de <em>família</em>.</p>",
        "1 de maio de 2024",
        "Ana &lt;Souza&gt;",
    ] {
        assert!(page.has(text), "{text} is not in {}", page.text);
    }
    let json = format!("https://exemplo.com.br/rest/core/v2/posts/{}", post.id);
    assert!(page.has(&format!("type=\"application/json\" href=\"{json}\"")));
    let links = format!(
        "<{json}>; rel=\"alternate\"; type=\"application/json\", <https://exemplo.com.br/?p={}>; rel=shortlink",
        post.id
    );
    assert!(page.links().contains(&links.as_str()), "{:?}", page.links());
    assert!(!page.has("<Souza>"));
    assert_eq!(page.text.matches("<h1").count(), 1);
}

#[tokio::test]
async fn discovery_links_also_use_the_names_of_deployed_systems() {
    let site = Site::with(Options {
        vendor_names: true,
        ..Options::at(HOME)
    })
    .await;
    let page = site.get("/").await;
    let theirs = "<https://exemplo.com.br/wp-json/>; rel=\"https://api.w.org/\"";
    assert!(page.header("link").contains(theirs));
    assert!(page.has("<link rel=\"https://api.w.org/\" href=\"https://exemplo.com.br/wp-json/\">"));
    let post = site.post("Pão", "Fermento.").await;
    let page = site.get("/pao/").await;
    let json = format!("<https://exemplo.com.br/wp-json/wp/v2/posts/{}>", post.id);
    let links = page.links();
    assert!(
        links.iter().any(|link| link.starts_with(&json)),
        "{links:?}"
    );
    assert!(page.has("https://exemplo.com.br/wp-json/oembed/1.0/embed?url="));
}

#[tokio::test]
async fn the_policy_names_the_style_and_lets_no_script_run() {
    use base64::Engine as _;
    use sha2::Digest as _;
    let site = Site::new().await;
    site.post("Pão", "x").await;
    let page = site.get("/pao/").await;
    let style = page.text.split("<style>").nth(1).unwrap();
    let style = style.split("</style>").next().unwrap();
    let hash = base64::engine::general_purpose::STANDARD.encode(sha2::Sha256::digest(style));
    let policy = page.header("content-security-policy");
    assert!(
        policy.contains(&format!("style-src 'sha256-{hash}'")),
        "{policy}"
    );
    assert!(policy.starts_with("default-src 'none'"));
    assert!(!policy.contains("script-src") && !policy.contains("unsafe"));
}

#[tokio::test]
async fn a_matching_etag_is_answered_with_304() {
    let site = Site::new().await;
    let post = site.post("Pão", "x").await;
    let tag = site.get("/pao/").await.header("etag").to_owned();
    assert!(tag.starts_with("W/\""));
    let known = [("if-none-match", tag.as_str())];
    let again = site.get_with("/pao/", &known).await;
    assert_eq!((again.status, again.text.as_str()), (304, ""));
    let change = ContentChange {
        content: Some("y".to_owned()),
        ..ContentChange::default()
    };
    site.store
        .update(Kind::Post, post.id, &change, &anything)
        .await
        .unwrap();
    assert_eq!(site.get_with("/pao/", &known).await.status, 200);
}

#[tokio::test]
async fn items_that_are_not_public_are_not_found() {
    let site = Site::new().await;
    let ahead = "2030-01-01T10:00:00Z".parse().unwrap();
    for (slug, status, date) in [
        ("rascunho", Status::Draft, None),
        ("pendente", Status::Pending, None),
        ("privado", Status::Private, None),
        ("futuro", Status::Future, Some(DateInput::Exact(ahead))),
    ] {
        let change = ContentChange {
            status: Some(status),
            slug: Some(slug.to_owned()),
            date,
            ..published(slug, "segredo")
        };
        let item = site.add(Kind::Post, change).await;
        for path in [
            format!("/{slug}/"),
            format!("/{slug}"),
            format!("/{slug}/embed/"),
            format!("/?p={}", item.id),
        ] {
            let page = site.get(&path).await;
            assert_eq!(page.status, 404, "{path}");
            assert!(!page.has("segredo"), "{path}");
        }
    }
}

/// Clients write the digits of encoded bytes in capitals, whatever the permalink has (RFC 3986, 6.2.2.1).
#[tokio::test]
async fn encoded_bytes_of_a_permalink_have_either_case() {
    let site = Site::new().await;
    site.post("日本", "x").await;
    for path in ["/%e6%97%a5%e6%9c%ac/", "/%E6%97%A5%E6%9C%AC/"] {
        assert_eq!(site.get(path).await.status, 200, "{path}");
    }
    let without_slash = site.get("/%E6%97%A5%E6%9C%AC").await;
    assert_eq!(without_slash.location(), (301, "/%e6%97%a5%e6%9c%ac/"));
}

#[tokio::test]
async fn other_urls_of_an_item_redirect_to_its_permalink() {
    let site = Site::new().await;
    let post = site.post("Pão", "x").await;
    let own = format!("{HOME}/pao/");
    assert_eq!(
        site.get(&format!("/?p={}", post.id)).await.location(),
        (301, own.as_str())
    );
    assert_eq!(site.get("/pao").await.location(), (301, "/pao/"));
    assert_eq!(site.get("/PAO/?a=1").await.location(), (301, "/pao/?a=1"));
    assert_eq!(site.get("/?p=999").await.status, 404);
    assert_eq!(
        site.get("/?rest_route=/core/v2/posts&page=2")
            .await
            .location(),
        (307, "https://exemplo.com.br/rest/core/v2/posts?page=2")
    );
}

#[tokio::test]
async fn paths_of_pages_contain_their_parents() {
    let site = Site::new().await;
    let about = site.add(Kind::Page, published("Sobre", "nós")).await;
    let change = ContentChange {
        parent: Some(about.id),
        ..published("Equipe", "gente")
    };
    site.add(Kind::Page, change).await;
    let page = site.get("/sobre/equipe/").await;
    assert_eq!(page.status, 200);
    assert!(page.has("<li><a href=\"https://exemplo.com.br/sobre/\">Sobre</a></li>"));
    assert!(!page.has("\"@type\":\"Article\""));
    let to = "https://exemplo.com.br/sobre/equipe/";
    assert_eq!(site.get("/equipe/").await.location(), (301, to));
    assert_eq!(site.get("/outra/equipe/").await.location(), (301, to));
    assert_eq!(site.get("/outra/turma/").await.status, 404);
}

#[tokio::test]
async fn an_enabled_faq_is_shown_and_in_the_structured_data() {
    let site = Site::new().await;
    let faq = json!({"enabled": true, "title": "Dúvidas", "items": [
        {"question": "Posso congelar?", "answer": "Pode </script><script>alert(1)</script>."},
        {"question": "Incompleta?", "answer": ""},
    ]});
    let with = |enabled: bool| {
        let mut change = published("Pão", "x");
        change
            .meta
            .insert(FAQ_ENABLED.to_owned(), Some(json!(enabled)));
        change
            .meta
            .insert(FAQ_DATA.to_owned(), Some(json!(faq.to_string())));
        change
    };
    let post = site.add(Kind::Post, with(true)).await;
    let page = site.get("/pao/").await;
    assert!(page.has("\"@type\":\"FAQPage\"") && page.has("<h3>Posso congelar?</h3>"));
    assert!(!page.has("Incompleta?") && !page.has("<script>alert"));
    site.store
        .update(Kind::Post, post.id, &with(false), &anything)
        .await
        .unwrap();
    let page = site.get("/pao/").await;
    assert!(!page.has("FAQPage") && !page.has("congelar"));
}

#[tokio::test]
async fn texts_of_the_faq_read_back_as_written_with_their_lines() {
    let site = Site::new().await;
    // Plain text as the platform sends it: HTML-encoded, with its line breaks.
    let faq = json!({
        "enabled": true,
        "title": "D&uacute;vidas &lt;b&gt;",
        "description": "Um &lt; dois\ntr\u{ea}s",
        "items": [{
            "question": "Cabe &lt;script&gt; em 5 &lt; 10?",
            "answer": "Primeira &lt;i&gt; linha\nsegunda\n\nOutro par\u{e1}grafo",
        }],
    });
    let mut change = published("Pão", "x");
    let meta = [
        (FAQ_ENABLED, json!(true)),
        (FAQ_DATA, json!(faq.to_string())),
    ];
    for (key, value) in meta {
        change.meta.insert(key.to_owned(), Some(value));
    }
    site.add(Kind::Post, change).await;
    let page = site.get("/pao/").await;
    for text in [
        ">Dúvidas &#60;b&#62;</h2>",
        "<p>Um &lt; dois<br>\ntrês</p>",
        "<h3>Cabe &#60;script&#62; em 5 &#60; 10?</h3>",
        "<p>Primeira &lt;i&gt; linha<br>\nsegunda</p>\n<p>Outro parágrafo</p>",
        "\"name\":\"Cabe \\u003cscript\\u003e em 5 \\u003c 10?\"",
        "\"text\":\"\\u003cp\\u003ePrimeira \\u0026lt;i\\u0026gt; linha\\u003cbr\\u003e\\nsegunda\\u003c/p\\u003e",
    ] {
        assert!(page.has(text), "{text} is not in {}", page.text);
    }
}
