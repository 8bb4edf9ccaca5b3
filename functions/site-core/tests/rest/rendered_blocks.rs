//! Blocks that the site renders in texts (docs/interface/site/block-types.md#rendered-blocks).

use serde_json::json;

use crate::support::{Site, Who};

const HOME: &str = "https://exemplo.com.br";

/// Creates a published post with this content and returns its path.
async fn post(site: &Site, content: &str) -> String {
    let body = json!({"title": "Um", "content": content, "status": "publish"});
    format!("/posts/{}", site.write(Who::Admin, body).await)
}

/// The content of the item at a path as it shows, without white space around it.
pub async fn rendered(site: &Site, path: &str) -> String {
    let item = site.get(Who::Anonymous, path).await.json();
    item["content"]["rendered"]
        .as_str()
        .unwrap()
        .trim()
        .to_owned()
}

/// The HTML of one block in a post.
async fn block(site: &Site, block: &str) -> String {
    rendered(site, &post(site, &format!("<!-- wp:{block} /-->")).await).await
}

#[tokio::test]
async fn title_and_tagline_are_settings_as_plain_text() {
    let site = Site::new().await;
    let settings = json!({"title": "Pão <b> & [gallery]", "description": "Bom dia"});
    site.post(Who::Admin, "/settings", settings).await;
    let name = "Pão &lt;b&gt; &amp; &#91;gallery&#93;";
    for (text, expected) in [
        (
            "site-title",
            format!(
                "<h1 class=\"wp-block-site-title\"><a href=\"{HOME}/\" rel=\"home\">{name}</a></h1>"
            ),
        ),
        (
            "core/site-title {\"level\":0,\"isLink\":false,\"className\":\"a b\"}",
            format!("<p class=\"wp-block-site-title a b\">{name}</p>"),
        ),
        (
            "site-tagline {\"level\":3,\"align\":\"wide\",\"anchor\":\"x\"}",
            "<h3 class=\"wp-block-site-tagline alignwide\" id=\"x\">Bom dia</h3>".to_owned(),
        ),
        // Values of a wrong type count as absent.
        (
            "site-tagline {\"level\":\"9\",\"className\":7}",
            "<p class=\"wp-block-site-tagline\">Bom dia</p>".to_owned(),
        ),
        (
            "site-tagline {\"level\":99}",
            "<p class=\"wp-block-site-tagline\">Bom dia</p>".to_owned(),
        ),
        ("html", String::new()),
        ("acme/site-title", String::new()),
    ] {
        assert_eq!(block(&site, text).await, expected, "{text}");
    }
    // A changed setting shows at once.
    let path = post(&site, "<!-- wp:site-tagline /-->").await;
    assert!(rendered(&site, &path).await.contains("Bom dia"));
    site.post(Who::Admin, "/settings", json!({"description": "Boa tarde"}))
        .await;
    assert!(rendered(&site, &path).await.contains("Boa tarde"));
    let list = site.get(Who::Anonymous, "/posts?per_page=1").await.json();
    assert!(
        list[0]["content"]["rendered"]
            .as_str()
            .unwrap()
            .contains("Boa tarde")
    );
    site.post(Who::Admin, "/settings", json!({"description": ""}))
        .await;
    assert_eq!(rendered(&site, &path).await, "");
}

#[tokio::test]
async fn an_attribute_cannot_leave_its_place() {
    let site = Site::new().await;
    let html = block(
        &site,
        r#"search {"className":"\u0022 onfocus=x","placeholder":"\u0022\u003e\u003cscript\u003e","label":"\u003cimg src=x onerror=y\u003eL","anchor":"'\u003e"}"#,
    )
    .await;
    assert!(html.contains("&quot; onfocus=x\""), "{html}");
    assert!(
        !html.contains("<script") && !html.contains("<img"),
        "{html}"
    );
    assert!(html.contains(">L</label>"), "{html}");
}

#[tokio::test]
async fn search_forms_lead_to_the_search_page() {
    let site = Site::new().await;
    let two = "<!-- wp:search {\"buttonText\":\"Ir\"} /--><!-- wp:search {\"showLabel\":false,\"buttonPosition\":\"no-button\"} /-->";
    let html = rendered(&site, &post(&site, two).await).await;
    assert_eq!(
        html.matches(&format!("action=\"{HOME}/\"")).count(),
        2,
        "{html}"
    );
    for (text, times) in [("__input-1\"", 2), ("__input-2\"", 2)] {
        assert_eq!(html.matches(text).count(), times, "{text}: {html}");
    }
    assert!(
        html.contains(">Ir</button>") && html.matches("<button").count() == 1,
        "{html}"
    );
    for text in [
        "class=\"wp-block-search__button-outside wp-block-search__text-button wp-block-search\"><label class=\"wp-block-search__label\" for=",
        "class=\"wp-block-search__no-button wp-block-search\"><label class=\"wp-block-search__label screen-reader-text\" for=",
    ] {
        assert!(html.contains(text), "{text}: {html}");
    }
    let icon = "search {\"buttonUseIcon\":true,\"buttonText\":\"Ir\\u0022\",\"buttonPosition\":\"button-inside\",\"width\":50,\"widthUnit\":\"%\"}";
    let html = block(&site, icon).await;
    for text in [
        "class=\"wp-block-search__button-inside wp-block-search__icon-button wp-block-search\"",
        "<div class=\"wp-block-search__inside-wrapper\" style=\"width:50%\">",
        "<button type=\"submit\" class=\"wp-block-search__button has-icon wp-element-button\" aria-label=\"Ir&quot;\"><svg ",
    ] {
        assert!(html.contains(text), "{text}: {html}");
    }
    let odd = "search {\"width\":50,\"widthUnit\":\"px;color:red\",\"buttonPosition\":\"\\u0022\\u003e\"}";
    let html = block(&site, odd).await;
    assert!(!html.contains("style="), "{html}");
    assert!(
        html.contains("\"wp-block-search__button-outside "),
        "{html}"
    );
}

#[tokio::test]
async fn categories_are_listed_with_their_counts_and_children() {
    let site = Site::new().await;
    let bread = site
        .post(
            Who::Admin,
            "/categories",
            json!({"name": "Pães <1>", "slug": "paes"}),
        )
        .await
        .id();
    let rye = json!({"name": "Centeio", "slug": "centeio", "parent": bread});
    let rye = site.post(Who::Admin, "/categories", rye).await.id();
    site.post(Who::Admin, "/categories", json!({"name": "Vazia"}))
        .await
        .id();
    let path = post(
        &site,
        "<!-- wp:categories {\"showHierarchy\":true,\"showPostCounts\":true} /-->",
    )
    .await;
    site.post(Who::Admin, &path, json!({"categories": [bread, rye]}))
        .await;
    assert_eq!(
        rendered(&site, &path).await,
        format!(
            "<ul class=\"wp-block-categories-list wp-block-categories wp-block-categories-taxonomy-category\"><li class=\"cat-item cat-item-{bread}\"><a href=\"{HOME}/category/paes/\">Pães &lt;1&gt;</a> (1)<ul class=\"children\"><li class=\"cat-item cat-item-{rye}\"><a href=\"{HOME}/category/paes/centeio/\">Centeio</a> (1)</li></ul></li></ul>"
        )
    );
    // A new item of a category changes the text that shows it.
    let other = json!({"title": "Dois", "status": "publish", "categories": [rye]});
    site.write(Who::Admin, other).await;
    let html = rendered(&site, &path).await;
    assert!(html.contains("Centeio</a> (2)"), "{html}");
    // A post of two terms counts once for the term above them.
    assert!(html.contains("Pães &lt;1&gt;</a> (2)"), "{html}");
    site.post(Who::Admin, &path, json!({"categories": [rye]}))
        .await;
    let html = rendered(&site, &path).await;
    assert!(
        html.contains("Pães &lt;1&gt;</a> (2)"),
        "without posts of its own: {html}"
    );
    let flat = block(&site, "categories {\"showPostCounts\":true}").await;
    assert!(
        flat.contains("Centeio</a> (2)") && !flat.contains("Pães"),
        "{flat}"
    );
    let top = block(
        &site,
        "categories {\"showOnlyTopLevel\":true,\"showEmpty\":true}",
    )
    .await;
    assert!(top.contains("Vazia") && !top.contains("Centeio"), "{top}");
    for none in ["nav_menu", "pattern_category", "nada"] {
        let text = format!("categories {{\"taxonomy\":\"{none}\",\"showEmpty\":true}}");
        assert_eq!(block(&site, &text).await, "", "{none}");
    }
}

#[tokio::test]
async fn a_cloud_shows_the_most_used_tags_by_name() {
    let site = Site::new().await;
    let mut ids = Vec::new();
    for (name, uses) in [("Trigo", 3), ("Aveia", 1), ("Milho", 2), ("Soja", 0)] {
        let tag = site
            .post(Who::Admin, "/tags", json!({"name": name}))
            .await
            .id();
        for _ in 0..uses {
            let body = json!({"title": name, "status": "publish", "tags": [tag]});
            site.write(Who::Admin, body).await;
        }
        ids.push(tag);
    }
    let text = "tag-cloud {\"numberOfTags\":2,\"showTagCounts\":true,\"smallestFontSize\":\"10px\",\"largestFontSize\":\"20px\"}";
    let html = block(&site, text).await;
    let expected = |name: &str, id: u64, position: u32, size: u32, uses: u32| {
        let slug = name.to_lowercase();
        format!(
            "<a href=\"{HOME}/tag/{slug}/\" class=\"tag-cloud-link tag-link-{id} tag-link-position-{position}\" style=\"font-size:{size}px\" aria-label=\"{name} ({uses} itens)\">{name}<span class=\"tag-link-count\"> ({uses})</span></a>"
        )
    };
    let (corn, wheat) = (
        expected("Milho", ids[2], 1, 10, 2),
        expected("Trigo", ids[0], 2, 20, 3),
    );
    assert_eq!(
        html,
        format!("<p class=\"wp-block-tag-cloud\">{corn}\n{wheat}</p>")
    );
    let all = block(&site, "tag-cloud {\"numberOfTags\":0}").await;
    assert_eq!(all.matches("<a ").count(), 1, "{all}");
    let all = block(&site, "tag-cloud").await;
    assert!(
        all.contains("Aveia (1 item)") && !all.contains("Soja"),
        "{all}"
    );
}

#[tokio::test]
async fn revisions_show_the_same() {
    let site = Site::new().await;
    let path = post(&site, "<!-- wp:site-title /-->").await;
    let text = json!({"content": "<!-- wp:site-title {\"level\":2} /-->"});
    site.post(Who::Admin, &path, text).await;
    let revisions = site
        .get(Who::Admin, &format!("{path}/revisions?context=edit"))
        .await
        .json();
    let newest = revisions[0]["content"]["rendered"].as_str().unwrap();
    assert!(
        newest.contains("<h2 class=\"wp-block-site-title\">"),
        "{newest}"
    );
}

#[tokio::test]
async fn footnotes_are_those_of_the_item() {
    let site = Site::new().await;
    let notes = json!([
        {"id": "a1", "content": "Fonte: <em>IBGE</em> [gallery]<b onclick=\"x()\">!</b>"},
        {"content": "sem marca"},
        {"id": "b\"2", "content": "Outra"},
    ]);
    let body = json!({
        "title": "Um",
        "content": "<!-- wp:footnotes {\"className\":\"notas\"} /-->",
        "status": "publish",
        "meta": {"footnotes": notes.to_string()},
    });
    let path = format!("/posts/{}", site.write(Who::Admin, body).await);
    assert_eq!(
        rendered(&site, &path).await,
        "<ol class=\"wp-block-footnotes notas\"><li id=\"a1\">Fonte: <em>IBGE</em> &#91;gallery&#93;<b>!</b> <a href=\"#a1-link\" aria-label=\"Voltar à marca 1\">↩︎</a></li><li id=\"b&quot;2\">Outra <a href=\"#b&quot;2-link\" aria-label=\"Voltar à marca 3\">↩︎</a></li></ol>"
    );
    for stored in ["", "[]", "{", "[{\"id\":1,\"content\":\"x\"}]"] {
        let change = json!({"meta": {"footnotes": stored}});
        site.post(Who::Admin, &path, change).await;
        assert_eq!(rendered(&site, &path).await, "", "{stored}");
    }
}
