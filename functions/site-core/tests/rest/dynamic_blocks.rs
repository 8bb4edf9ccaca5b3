//! Blocks that show other items of the site
//! (docs/interface/site/block-types.md#rendered-blocks).

use serde_json::{Value, json};

use crate::block_renderer::block;
use crate::rendered_blocks::rendered;
use crate::support::{HOME, Site, Who};

pub async fn published(site: &Site, kind: &str, body: Value) -> u64 {
    let mut all = json!({"status": "publish"});
    let members = body.as_object().unwrap().clone();
    all.as_object_mut().unwrap().extend(members);
    site.post(Who::Admin, kind, all).await.id()
}

/// Asserts that the texts stand in `html` in this order.
#[track_caller]
pub fn in_order(html: &str, texts: &[&str]) {
    let mut rest = html;
    for text in texts {
        let found = rest.split_once(text);
        assert!(
            found.is_some(),
            "{text} is not behind the texts before it in {html}"
        );
        rest = found.unwrap().1;
    }
}

#[tokio::test]
async fn latest_posts_are_public_ones() {
    let site = Site::new().await;
    for (title, more) in [
        (
            "Pão <em>novo</em> [gallery]",
            json!({"date": "2024-03-03T10:00:00"}),
        ),
        ("Bolo", json!({"date": "2024-03-02T10:00:00"})),
        (
            "",
            json!({"date": "2024-03-01T10:00:00", "content": "texto"}),
        ),
        ("Segredo", json!({"password": "x"})),
        ("Rascunho", json!({"status": "draft"})),
        ("Privado", json!({"status": "private"})),
        (
            "Depois",
            json!({"status": "future", "date": "2099-05-01T10:00:00"}),
        ),
    ] {
        let mut body = more;
        body["title"] = json!(title);
        published(&site, "/posts", body).await;
    }
    let html = block(&site, "latest-posts", json!({}), 0).await;
    in_order(
        &html,
        &[
            "<ul class=\"wp-block-latest-posts wp-block-latest-posts__list\"><li>",
            "<a class=\"wp-block-latest-posts__post-title\"",
            ">Pão <em>novo</em> &#91;gallery&#93;</a></li>",
            &format!("href=\"{HOME}/bolo/\">Bolo</a></li>"),
            ">(sem título)</a></li>",
            "</ul>",
        ],
    );
    for hidden in ["Segredo", "Rascunho", "Privado", "Depois"] {
        assert!(!html.contains(hidden), "{hidden}: {html}");
    }
    let two = json!({"postsToShow": 1, "orderBy": "title", "order": "asc"});
    let html = block(&site, "latest-posts", two, 0).await;
    assert_eq!(html.matches("<li>").count(), 1, "{html}");
}

#[tokio::test]
async fn latest_posts_show_what_the_block_asks_for() {
    let site = Site::new().await;
    let bread = json!({"name": "Pães"});
    let bread = site.post(Who::Admin, "/categories", bread).await.id();
    let text = format!("<p>um dois três {}</p>", "quatro ".repeat(60));
    let body = json!({"title": "Broa", "content": text, "categories": [bread], "date": "2024-03-03T10:00:00"});
    published(&site, "/posts", body).await;
    published(
        &site,
        "/posts",
        json!({"title": "Outro", "excerpt": "escrito à mão"}),
    )
    .await;
    let asked = json!({
        "categories": [{"id": bread}], "displayAuthor": true, "displayPostDate": true, "displayPostContent": true,
        "excerptLength": 2, "align": "wide", "layout": {"type": "grid", "columnCount": 2},
    });
    let html = block(&site, "latest-posts", asked, 0).await;
    in_order(
        &html,
        &[
            "is-grid columns-2 has-dates has-author alignwide\">",
            "<div class=\"wp-block-latest-posts__post-author\">por ",
            "<time datetime=\"2024-03-03T10:00:00-03:00\" class=\"wp-block-latest-posts__post-date\">3 de março de 2024</time>",
            "<div class=\"wp-block-latest-posts__post-excerpt\">um dois… <a class=\"wp-block-latest-posts__read-more\"",
            "<span class=\"screen-reader-text\">: Broa</span>",
        ],
    );
    assert!(!html.contains("Outro"), "{html}");
    let asked = json!({"displayPostContent": true, "categories": []});
    let html = block(&site, "latest-posts", asked, 0).await;
    assert!(html.contains(">escrito à mão</div>"), "{html}");
    let full = json!({"displayPostContent": true, "displayPostContentRadio": "full_post"});
    let html = block(&site, "latest-posts", full, 0).await;
    assert!(
        html.contains("post-full-content\"><p>um dois três"),
        "{html}"
    );
}

#[tokio::test]
async fn a_text_is_never_inside_of_itself() {
    let site = Site::new().await;
    let full = "<!-- wp:latest-posts {\"displayPostContent\":true,\"displayPostContentRadio\":\"full_post\"} /-->";
    let text = format!("{full}<!-- wp:post-content /--><!-- wp:html -->fim<!-- /wp:html -->");
    let post = published(&site, "/posts", json!({"title": "Eu", "content": text})).await;
    let html = rendered(&site, &format!("/posts/{post}")).await;
    assert_eq!(html.matches("fim").count(), 1, "{html}");
    // Two blocks that hold each other, and one that holds itself.
    let one = published(&site, "/blocks", json!({"title": "a", "content": "x"})).await;
    let text = format!("<!-- wp:html -->dois<!-- /wp:html --><!-- wp:block {{\"ref\":{one}}} /-->");
    let two = published(&site, "/blocks", json!({"title": "b", "content": text})).await;
    let text = format!(
        "<!-- wp:html -->um<!-- /wp:html --><!-- wp:block {{\"ref\":{two}}} /--><!-- wp:block {{\"ref\":{one}}} /-->"
    );
    site.post(
        Who::Admin,
        &format!("/blocks/{one}"),
        json!({"content": text}),
    )
    .await
    .ok();
    let text = format!("<!-- wp:block {{\"ref\":{one}}} /-->");
    let post = published(&site, "/posts", json!({"title": "c", "content": text})).await;
    assert_eq!(rendered(&site, &format!("/posts/{post}")).await, "umdois");
}

#[tokio::test]
async fn work_is_limited() {
    let site = Site::new().await;
    let many = "<!-- wp:site-title /-->".repeat(3000);
    let post = published(&site, "/posts", json!({"title": "c", "content": many})).await;
    let html = rendered(&site, &format!("/posts/{post}")).await;
    assert_eq!(html.matches("<h1").count(), 2000);
}

#[tokio::test]
async fn reusable_blocks_show_while_they_are_published() {
    let site = Site::new().await;
    let text = "<!-- wp:paragraph --><p>Aviso</p><!-- /wp:paragraph --><!-- wp:post-title /-->";
    let stored = published(&site, "/blocks", json!({"title": "b", "content": text})).await;
    let other = published(
        &site,
        "/posts",
        json!({"title": "Não sou bloco", "content": "segredo"}),
    )
    .await;
    let text = format!(
        "<!-- wp:block {{\"ref\":{stored}}} /--><!-- wp:block {{\"ref\":{other}}} /--><!-- wp:block /-->"
    );
    let post = published(&site, "/posts", json!({"title": "Casa", "content": text})).await;
    let shown = "<p>Aviso</p><h2 class=\"wp-block-post-title\">Casa</h2>";
    assert_eq!(rendered(&site, &format!("/posts/{post}")).await, shown);
    let draft = json!({"status": "draft"});
    site.post(Who::Admin, &format!("/blocks/{stored}"), draft)
        .await
        .ok();
    assert_eq!(rendered(&site, &format!("/posts/{post}")).await, "");
}

#[tokio::test]
async fn pages_are_listed_below_one_another() {
    let site = Site::new().await;
    let about = published(&site, "/pages", json!({"title": "Sobre", "menu_order": 2})).await;
    let team = json!({"title": "Equipe", "parent": about});
    let team = published(&site, "/pages", team).await;
    published(
        &site,
        "/pages",
        json!({"title": "Contato", "menu_order": 1}),
    )
    .await;
    published(
        &site,
        "/pages",
        json!({"title": "Segredo", "password": "x"}),
    )
    .await;
    let draft = published(
        &site,
        "/pages",
        json!({"title": "Rascunho", "status": "draft"}),
    )
    .await;
    // Its address would name the page above it.
    let below = json!({"title": "Abaixo", "parent": draft});
    published(&site, "/pages", below).await;
    let link = "<a class=\"wp-block-pages-list__item__link\"";
    let html = block(&site, "page-list", json!({}), team).await;
    assert_eq!(
        html,
        format!(
            "<ul class=\"wp-block-page-list\"><li class=\"wp-block-pages-list__item\">{link} href=\"{HOME}/contato/\">Contato</a></li><li class=\"wp-block-pages-list__item current-menu-ancestor has-child\">{link} href=\"{HOME}/sobre/\">Sobre</a><ul class=\"wp-block-navigation__submenu-container\"><li class=\"wp-block-pages-list__item current-menu-item\">{link} href=\"{HOME}/sobre/equipe/\" aria-current=\"page\">Equipe</a></li></ul></li></ul>"
        )
    );
    let html = block(&site, "navigation", json!({}), 0).await;
    let item = "<li class=\"wp-block-navigation-item wp-block-pages-list__item\"><a class=\"wp-block-navigation-item__content wp-block-pages-list__item__link\"";
    assert!(html.contains(item), "{html}");
    let html = block(&site, "page-list", json!({"parentPageID": about}), 0).await;
    in_order(&html, &["<ul", ">Equipe</a></li></ul>"]);
    assert!(!html.contains("Contato"), "{html}");
    assert_eq!(
        block(&site, "page-list", json!({"parentPageID": team}), 0).await,
        ""
    );
}

#[tokio::test]
async fn archives_count_published_posts() {
    let site = Site::new().await;
    let html = block(&site, "archives", json!({}), 0).await;
    assert!(html.contains("Nenhum arquivo"), "{html}");
    for date in [
        "2023-12-31T23:59:59",
        "2024-03-01T00:00:00",
        "2024-03-03T10:00:00",
    ] {
        published(&site, "/posts", json!({"title": date, "date": date})).await;
    }
    published(
        &site,
        "/posts",
        json!({"title": "x", "status": "draft", "date": "2022-01-01T00:00:00"}),
    )
    .await;
    let counted = json!({"showPostCounts": true, "displayAsDropdown": true});
    assert_eq!(
        block(&site, "archives", counted, 0).await,
        format!(
            "<ul class=\"wp-block-archives wp-block-archives-list\"><li><a href=\"{HOME}/2024/03/\">março de 2024</a>&nbsp;(2)</li>\n<li><a href=\"{HOME}/2023/12/\">dezembro de 2023</a>&nbsp;(1)</li>\n</ul>"
        )
    );
    let html = block(&site, "archives", json!({"type": "yearly"}), 0).await;
    in_order(
        &html,
        &[&format!("{HOME}/2024/\">2024</a></li>"), ">2023</a></li>"],
    );
    let html = block(&site, "archives", json!({"type": "daily"}), 0).await;
    in_order(
        &html,
        &[
            &format!("{HOME}/2024/03/03/\">3 de março de 2024</a>"),
            "/2024/03/01/",
            "/2023/12/31/",
        ],
    );
}

#[tokio::test]
async fn a_calendar_is_a_table_of_a_month() {
    let site = Site::new().await;
    assert_eq!(block(&site, "calendar", json!({}), 0).await, "");
    for date in [
        "2024-02-29T10:00:00",
        "2024-03-01T10:00:00",
        "2024-03-31T10:00:00",
    ] {
        published(&site, "/posts", json!({"title": date, "date": date})).await;
    }
    let html = block(&site, "calendar", json!({}), 0).await;
    in_order(
        &html,
        &[
            "<div class=\"wp-block-calendar\"><table class=\"wp-calendar-table\"><caption>março de 2024</caption>",
            "<th scope=\"col\" title=\"domingo\" aria-label=\"domingo\">D</th>",
            "<tbody><tr><td colspan=\"5\" class=\"pad\">&nbsp;</td>",
            &format!(
                "<td><a href=\"{HOME}/2024/03/01/\" aria-label=\"Publicações de 1 de março de 2024\">1</a></td><td>2</td>"
            ),
            "</tr><tr><td>3</td>",
            ">31</a></td><td colspan=\"6\" class=\"pad\">&nbsp;</td></tr></tbody>",
            &format!(
                "<span class=\"wp-calendar-nav-prev\"><a href=\"{HOME}/2024/02/\">&laquo; fevereiro de 2024</a>"
            ),
            "<span class=\"wp-calendar-nav-next\">&nbsp;</span>",
        ],
    );
    let html = block(&site, "calendar", json!({"year": 2024, "month": 2}), 0).await;
    in_order(
        &html,
        &[
            "fevereiro de 2024</caption>",
            ">29</a></td><td colspan",
            "nav-next\"><a href",
            "março de 2024 &raquo;",
        ],
    );
    for (year, month) in [(2024, 13), (99_999, 1)] {
        let html = block(&site, "calendar", json!({"year": year, "month": month}), 0).await;
        assert!(html.contains("março de 2024</caption>"), "{html}");
    }
    // The last month of the calendar ends.
    let html = block(&site, "calendar", json!({"year": 9999, "month": 12}), 0).await;
    assert!(html.contains("dezembro de 9999</caption>"), "{html}");
}

#[tokio::test]
async fn lists_without_such_blocks_read_nothing_more() {
    let site = Site::new().await;
    let mut post = 0;
    for number in 0..10 {
        let text = format!("<!-- wp:paragraph --><p>{number}</p><!-- /wp:paragraph -->");
        post = published(&site, "/posts", json!({"title": "x", "content": text})).await;
    }
    // The same site in another process, without cached records.
    let fresh = site.restarted();
    fresh.get(Who::Anonymous, "/types").await;
    fresh.store_requests();
    fresh.get(Who::Anonymous, "/posts").await;
    let plain = fresh.store_requests();
    let text = json!({"content": "<!-- wp:latest-posts /-->"});
    site.post(Who::Admin, &format!("/posts/{post}"), text)
        .await
        .ok();
    let fresh = site.restarted();
    fresh.get(Who::Anonymous, "/types").await;
    fresh.store_requests();
    fresh.get(Who::Anonymous, "/posts").await;
    // The posts that the block shows are on the page and so at hand.
    assert_eq!(fresh.store_requests(), plain);
}

#[tokio::test]
async fn blocks_inside_of_one_another_end() {
    let site = Site::new().await;
    let content = json!({"title": "Único", "content": "<!-- wp:post-content /-->"});
    published(&site, "/posts", content).await;
    let query = "<!-- wp:query {\"query\":{\"perPage\":1,\"postType\":\"post\"}} -->";
    let template = "<!-- wp:post-template -->";
    for (open, close) in [
        (
            format!("{query}{template}"),
            "<!-- /wp:post-template --><!-- /wp:query -->",
        ),
        (query.to_owned(), "<!-- /wp:query -->"),
        (
            "<!-- wp:query-pagination -->".to_owned(),
            "<!-- /wp:query-pagination -->",
        ),
        (
            "<!-- wp:navigation -->".to_owned(),
            "<!-- /wp:navigation -->",
        ),
        (
            "<!-- wp:terms-query --><!-- wp:term-template -->".to_owned(),
            "<!-- /wp:term-template --><!-- /wp:terms-query -->",
        ),
        (
            "<!-- wp:social-links -->".to_owned(),
            "<!-- /wp:social-links -->",
        ),
        (
            "<!-- wp:cover {\"useFeaturedImage\":true} -->".to_owned(),
            "<!-- /wp:cover -->",
        ),
    ] {
        for (levels, shows) in [(3, true), (200, false)] {
            let inside = "<!-- wp:site-title /-->";
            let text = [open.repeat(levels), inside.to_owned(), close.repeat(levels)].concat();
            let body = json!({"title": "Fundo", "content": text});
            let page = published(&site, "/pages", body).await;
            let html = rendered(&site, &format!("/pages/{page}")).await;
            assert_eq!(
                html.contains("wp-block-site-title"),
                shows,
                "{open}: {html}"
            );
        }
        // Without an end, each block holds the rest.
        let body = json!({"title": "Aberto", "content": open.repeat(5000)});
        published(&site, "/pages", body).await;
    }
}

#[tokio::test]
async fn texts_are_read_for_a_limited_number_of_excerpts() {
    let site = Site::new().await;
    let long = "<!-- wp:paragraph --><p>Um texto longo.</p><!-- /wp:paragraph -->".repeat(2000);
    for kind in ["post-excerpt", "post-time-to-read"] {
        let content = format!("{}{long}", format!("<!-- wp:{kind} /-->").repeat(500));
        let post = published(
            &site,
            "/posts",
            json!({"title": "Longo", "content": content}),
        )
        .await;
        let html = rendered(&site, &format!("/posts/{post}")).await;
        let shown = html.matches(&format!("class=\"wp-block-{kind}\"")).count();
        assert!((1..100).contains(&shown), "{kind}: {shown}");
    }
}
