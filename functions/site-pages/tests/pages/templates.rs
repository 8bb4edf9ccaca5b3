//! Templates and global styles on public pages.

use domain::site::{Kind, Openness, Status};
use serde_json::{Value, json};
use site_store::{ContentChange, anything};

use crate::support::{Site, published};

const CONTENT: &str = "<!-- wp:template-part {\"slug\":\"header\"} /--><!-- wp:post-title /--><!-- wp:post-content /-->";

impl Site {
    async fn template(&self, slug: &str, content: &str) -> u64 {
        let change = ContentChange {
            slug: Some(slug.to_owned()),
            title: Some(format!("Modelo {slug}")),
            content: Some(content.to_owned()),
            status: Some(Status::Publish),
            may_publish: true,
            ..ContentChange::default()
        };
        let made = self.store.create(Kind::Template, self.admin, &change).await;
        made.unwrap().id
    }

    async fn choose(&self, id: u64, template: &str) {
        let change = ContentChange {
            template: Some(template.to_owned()),
            comment_status: Some(Openness::Open),
            may_publish: true,
            ..ContentChange::default()
        };
        let store = &self.store;
        store
            .update(Kind::Post, id, &change, &anything)
            .await
            .unwrap();
    }

    async fn styles(&self, settings: Value, styles: Value) {
        let change = ContentChange {
            title: Some("Estilos".to_owned()),
            content: Some(json!({"settings": settings, "styles": styles}).to_string()),
            status: Some(Status::Publish),
            may_publish: true,
            ..ContentChange::default()
        };
        let store = &self.store;
        store
            .change_global_styles(&anything, |_| Ok(change.clone()))
            .await
            .unwrap();
    }
}

#[tokio::test]
async fn a_chosen_template_changes_the_page() {
    let site = Site::new().await;
    let post = site.post("Pão de queijo", "<p>Receita.</p>").await;
    let path = "/pao-de-queijo/";
    site.choose(post.id, "").await;
    let plain = site.get(path).await;
    for part in [
        "class=\"top\"",
        "class=\"foot\"",
        "class=\"comments\"",
        "<time",
        "class=\"share\"",
    ] {
        assert!(plain.has(part), "{part}");
    }
    assert!(!plain.has("unseen") && !plain.has(".prose,.piece .opening{max-width:none}"));

    site.choose(post.id, "wide").await;
    let wide = site.get(path).await;
    assert!(wide.has(".prose,.piece .opening{max-width:none}") && wide.has("class=\"comments\""));

    site.choose(post.id, "no-title").await;
    let bare = site.get(path).await;
    assert!(
        bare.has("opening unseen") && bare.has("<h1>Pão de queijo</h1>") && bare.has("clip-path")
    );

    site.choose(post.id, "text-only").await;
    let short = site.get(path).await;
    for part in ["class=\"comments\"", "<time", "class=\"share\""] {
        assert!(!short.has(part), "{part}");
    }
    assert!(short.has("class=\"top\"") && short.has("<p>Receita.</p>"));
}

#[tokio::test]
async fn a_stored_template_counts_when_it_has_the_text() {
    let site = Site::new().await;
    let post = site.post("Broa", "<p>Receita.</p>").await;
    site.template("meu", CONTENT).await;
    site.choose(post.id, "meu").await;
    let page = site.get("/broa/").await;
    assert!(page.has("class=\"top\"") && page.has("<p>Receita.</p>"));
    assert!(!page.has("class=\"foot\"") && !page.has("class=\"comments\"") && !page.has("<time"));
    // One of all posts.
    site.choose(post.id, "").await;
    let single = site
        .template("single", "<!-- wp:post-content {\"align\":\"full\"} /-->")
        .await;
    let page = site.get("/broa/").await;
    assert!(!page.has("class=\"top\"") && page.has("opening unseen"));
    assert!(page.has("<p>Receita.</p>"));
    let without = ContentChange {
        content: Some("<p>x</p>".to_owned()),
        ..ContentChange::default()
    };
    let store = &site.store;
    store
        .update(Kind::Template, single, &without, &anything)
        .await
        .unwrap();
    assert!(site.get("/broa/").await.has("class=\"comments\""));
    // A template is no page.
    assert_eq!(site.get("/meu/").await.status, 404);
    assert_eq!(site.get("/single/").await.status, 404);
}

#[tokio::test]
async fn global_styles_become_the_colours_of_all_pages() {
    let site = Site::new().await;
    let page = published("Sobre", "<p>Nós.</p>");
    site.store
        .create(Kind::Page, site.admin, &page)
        .await
        .unwrap();
    let before = site.get("/sobre/").await;
    assert!(before.has("--paper:#f6f3ec") && before.has("prefers-color-scheme:dark"));
    site.styles(
        json!({"color": {"palette": {"custom": [{"slug": "ceu", "color": "#0af"}]}}}),
        json!({
            "color": {"background": "#fbf1e8", "text": "#33231a"},
            "elements": {
                "link": {"color": {"text": "var:preset|color|ceu"}},
                "heading": {"color": {"text": "#6e2612"}}
            },
            "typography": {"fontFamily": "var(--wp--preset--font-family--sans)", "fontSize": "90px"},
            "css": "body{display:none}"
        }),
    )
    .await;
    for path in ["/sobre/", "/", "/nada/"] {
        let page = site.get(path).await;
        for part in [
            "--paper:#fbf1e8",
            "--ink:#33231a",
            "--heading:#6e2612",
            "--font-text:system-ui",
            ":root body{font-size:1.5000rem}",
        ] {
            assert!(page.has(part), "{part} on {path}");
        }
        assert!(
            !page.has("body{display:none}") && !page.has("prefers-color-scheme"),
            "{path}"
        );
        assert!(
            !page.has("#00aaff"),
            "that blue cannot be read on the paper"
        );
    }
    // What cannot be read has no effect, and breaks nothing.
    site.styles(
        json!([]),
        json!({"color": {"background": "red;}</style>", "text": 7}}),
    )
    .await;
    let page = site.get("/sobre/").await;
    assert!(page.has("--paper:#f6f3ec") && !page.has("red;}"));
}
