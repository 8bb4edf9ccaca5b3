//! Blocks that show the item that they stand in, comments on items, and loops
//! (docs/interface/site/block-types.md#rendered-blocks).

use serde_json::{Value, json};

use crate::block_renderer::block;
use crate::dynamic_blocks::{in_order, published};
use crate::rendered_blocks::rendered;
use crate::support::{HOME, Site, Who};

#[tokio::test]
async fn latest_comments_are_those_on_public_items() {
    let site = Site::new().await;
    let html = block(&site, "latest-comments", json!({}), 0).await;
    assert!(html.contains("no-comments"), "{html}");
    let open = published(&site, "/posts", json!({"title": "Aberto"})).await;
    let locked = published(
        &site,
        "/posts",
        json!({"title": "Segredo", "password": "x"}),
    )
    .await;
    for (post, name, text, more) in [
        (
            open,
            "Ana <b>",
            "Um <em>pão</em> bom",
            json!({"author_url": "https://ana.example/"}),
        ),
        (
            open,
            "Bia",
            "outro",
            json!({"author_url": "javascript:alert(1)"}),
        ),
        (open, "Caio", "em espera", json!({"status": "hold"})),
        (locked, "Davi", "escondido", json!({})),
    ] {
        let mut body = json!({"status": "approve"});
        let members = more.as_object().unwrap().clone();
        body.as_object_mut().unwrap().extend(members);
        body["post"] = json!(post);
        body["author_name"] = json!(name);
        body["author_email"] = json!(format!("{}@exemplo.com.br", name.len()));
        body["content"] = json!(text);
        site.post(Who::Admin, "/comments", body).await.id();
    }
    let html = block(&site, "latest-comments", json!({}), 0).await;
    in_order(
        &html,
        &[
            "<ol class=\"wp-block-latest-comments has-dates has-excerpts\"><li class=\"wp-block-latest-comments__comment\"><article>",
            "wp-block-latest-comments__comment-author\">Bia</span> em <a class=\"wp-block-latest-comments__comment-link\"",
            &format!("href=\"{HOME}/aberto/#comment-"),
            ">Aberto</a><time datetime=",
            "href=\"https://ana.example/\" rel=\"nofollow ugc\">Ana",
            "<div class=\"wp-block-latest-comments__comment-excerpt\"><p>Um pão bom</p></div>",
        ],
    );
    for hidden in ["Caio", "Davi", "Segredo", "javascript", "<b>"] {
        assert!(!html.contains(hidden), "{hidden}: {html}");
    }
    let bare = json!({"displayDate": false, "displayContent": "none", "commentsToShow": 1});
    let html = block(&site, "latest-comments", bare, 0).await;
    assert!(
        html.starts_with("<ol class=\"wp-block-latest-comments\"><li"),
        "{html}"
    );
    assert_eq!(html.matches("<li").count(), 1, "{html}");
    assert_eq!(
        block(&site, "post-comments-count", json!({}), open).await,
        "<div class=\"wp-block-post-comments-count\">2</div>"
    );
    let html = block(&site, "post-comments-link", json!({}), open).await;
    in_order(
        &html,
        &[
            &format!("<a href=\"{HOME}/aberto/#comentarios\">2 comentários<span"),
            " em Aberto</span>",
        ],
    );
}

#[tokio::test]
async fn blocks_show_the_item_they_stand_in() {
    let site = Site::new().await;
    let me = site.user_id(Who::Admin).await;
    let about = json!({"name": "Ana <1>", "description": "Padeira"});
    site.post(Who::Admin, &format!("/users/{me}"), about)
        .await
        .ok();
    let bread = site
        .post(Who::Admin, "/categories", json!({"name": "Pães"}))
        .await
        .id();
    let tag = site
        .post(Who::Admin, "/tags", json!({"name": "Trigo"}))
        .await
        .id();
    let old = json!({"title": "Antes", "date": "2024-03-01T10:00:00", "categories": [bread]});
    published(&site, "/posts", old).await;
    let body = json!({"title": "Broa", "excerpt": "Curto", "date": "2024-03-03T10:00:00", "categories": [bread], "tags": [tag], "content": "<p>Texto</p>"});
    let post = published(&site, "/posts", body).await;
    let author = published(
        &site,
        "/posts",
        json!({"title": "Depois", "date": "2024-03-04T10:00:00"}),
    )
    .await;
    assert!(author > post);
    let link = format!("{HOME}/broa/");
    for (name, attributes, expected) in [
        ("post-title", json!({"level": 3, "isLink": true, "linkTarget": "_blank", "rel": "x\"y"}), format!("<h3 class=\"wp-block-post-title\"><a href=\"{link}\" target=\"_blank\" rel=\"x&quot;y\">Broa</a></h3>")),
        ("post-title", json!({"level": 0, "style": {"typography": {"textAlign": "center"}}}), "<p class=\"wp-block-post-title has-text-align-center\">Broa</p>".to_owned()),
        ("post-date", json!({}), "<div class=\"wp-block-post-date\"><time datetime=\"2024-03-03T10:00:00-03:00\">3 de março de 2024</time></div>".to_owned()),
        ("post-date", json!({"isLink": true, "format": "Y"}), format!("<div class=\"wp-block-post-date\"><time datetime=\"2024-03-03T10:00:00-03:00\"><a href=\"{link}\">2024</a></time></div>")),
        ("post-author-name", json!({"isLink": true}), format!("<div class=\"wp-block-post-author-name\"><a href=\"{HOME}/author/admin/\" class=\"wp-block-post-author-name__link\">Ana &lt;1&gt;</a></div>")),
        ("post-author-biography", json!({}), "<div class=\"wp-block-post-author-biography\">Padeira</div>".to_owned()),
        ("post-author", json!({"byline": "<b>Por</b>", "showBio": true}), "<div class=\"wp-block-post-author\"><div class=\"wp-block-post-author__content\"><p class=\"wp-block-post-author__byline\">Por</p><p class=\"wp-block-post-author__name\">Ana &lt;1&gt;</p><p class=\"wp-block-post-author__bio\">Padeira</p></div></div>".to_owned()),
        ("post-excerpt", json!({}), "<div class=\"wp-block-post-excerpt\"><p class=\"wp-block-post-excerpt__excerpt\">Curto</p></div>".to_owned()),
        ("post-excerpt", json!({"moreText": "Mais", "showMoreOnNewLine": false}), format!("<div class=\"wp-block-post-excerpt\"><p class=\"wp-block-post-excerpt__excerpt\">Curto <a class=\"wp-block-post-excerpt__more-link\" href=\"{link}\">Mais</a></p></div>")),
        ("post-terms", json!({"term": "category", "prefix": "P", "suffix": "S"}), format!("<div class=\"wp-block-post-terms taxonomy-category\"><span class=\"wp-block-post-terms__prefix\">P</span><a href=\"{HOME}/category/paes/\" rel=\"tag\">Pães</a><span class=\"wp-block-post-terms__suffix\">S</span></div>")),
        ("post-terms", json!({"term": "nav_menu"}), String::new()),
        ("post-content", json!({}), "<div class=\"wp-block-post-content entry-content is-layout-flow wp-block-post-content-is-layout-flow\"><p>Texto</p>\n</div>".to_owned()),
        ("post-featured-image", json!({}), String::new()),
        ("read-more", json!({"content": "Leia"}), format!("<a class=\"wp-block-read-more\" href=\"{link}\">Leia<span class=\"screen-reader-text\">: Broa</span></a>")),
        ("post-navigation-link", json!({"type": "previous", "showTitle": true, "label": "L", "arrow": "chevron"}), format!("<div class=\"wp-block-post-navigation-link post-navigation-link-previous\"><span class=\"wp-block-post-navigation-link__arrow-previous is-arrow-chevron\" aria-hidden=\"true\">«</span><span class=\"post-navigation-link__label\">L</span> <a href=\"{HOME}/antes/\" rel=\"prev\">Antes</a></div>")),
        ("post-navigation-link", json!({}), format!("<div class=\"wp-block-post-navigation-link post-navigation-link-next\"><a href=\"{HOME}/depois/\" rel=\"next\">Próximo</a></div>")),
        ("post-navigation-link", json!({"taxonomy": "category"}), "<div class=\"wp-block-post-navigation-link post-navigation-link-next\"></div>".to_owned()),
    ] {
        let html = block(&site, name, attributes.clone(), post).await;
        assert_eq!(html, expected, "{name} {attributes}");
    }
}

#[tokio::test]
async fn a_loop_shows_each_item_by_the_same_blocks() {
    let site = Site::new().await;
    let mut ids = Vec::new();
    for (title, date) in [
        ("Um", "2024-03-01"),
        ("Dois", "2024-03-02"),
        ("Três", "2024-03-03"),
    ] {
        let date = format!("{date}T10:00:00");
        ids.push(published(&site, "/posts", json!({"title": title, "date": date})).await);
    }
    published(
        &site,
        "/posts",
        json!({"title": "Segredo", "password": "x"}),
    )
    .await;
    let query = |query: Value| {
        format!(
            "<!-- wp:query {} --><div class=\"wp-block-query\"><!-- wp:post-template --><!-- wp:post-title {{\"isLink\":true}} /--><!-- wp:html --><hr><!-- /wp:html --><!-- /wp:post-template --><!-- wp:query-no-results --><!-- wp:paragraph --><p>Nada</p><!-- /wp:paragraph --><!-- /wp:query-no-results --></div><!-- /wp:query --><!-- wp:html -->fim<!-- /wp:html -->",
            json!({"query": query})
        )
    };
    let loops = [
        (
            json!({"perPage": 2, "inherit": false}),
            vec!["Três", "Dois"],
        ),
        (
            json!({"perPage": 2, "offset": 1, "order": "asc", "orderBy": "title", "inherit": false}),
            vec!["Três", "Um"],
        ),
        (
            json!({"exclude": [ids[2]], "inherit": false}),
            vec!["Dois", "Um"],
        ),
        (json!({"search": "dois", "inherit": false}), vec!["Dois"]),
        (
            json!({"taxQuery": {"category": [999]}, "inherit": false}),
            vec![],
        ),
        (json!({"categoryIds": [999], "inherit": false}), vec![]),
        (json!({"tagIds": [999], "inherit": false}), vec![]),
        (json!({"postType": "attachment"}), vec![]),
    ];
    for (asked, titles) in loops {
        let text = json!({"title": "Laço", "content": query(asked.clone()), "date": "2000-01-01T00:00:00"});
        let post = site.write(Who::Admin, text).await;
        let item = site
            .get(Who::Admin, &format!("/posts/{post}?context=edit"))
            .await
            .json();
        let html = item["content"]["rendered"].as_str().unwrap();
        let shown: Vec<_> = titles
            .iter()
            .map(|title| format!("/\">{title}</a></h2><hr></li>"))
            .collect();
        let shown: Vec<&str> = shown.iter().map(String::as_str).collect();
        in_order(html, &shown);
        assert_eq!(
            html.matches("<li class=\"wp-block-post post-").count(),
            titles.len(),
            "{asked}: {html}"
        );
        assert_eq!(
            html.contains("<p>Nada</p>"),
            titles.is_empty(),
            "{asked}: {html}"
        );
        assert!(html.trim().ends_with("</div>fim"), "{html}");
    }
}

#[tokio::test]
async fn a_loop_shows_sticky_posts_first_unless_it_says_otherwise() {
    let site = Site::new().await;
    for (day, title) in [(1, "Fixo"), (2, "Velho"), (3, "Novo")] {
        let date = format!("2024-03-0{day}T10:00:00");
        let body = json!({"title": title, "date": date, "sticky": title == "Fixo"});
        published(&site, "/posts", body).await;
    }
    for (query, titles) in [
        (json!({"perPage": 1, "sticky": ""}), vec!["Fixo", "Novo"]),
        (json!({"perPage": 1}), vec!["Fixo", "Novo"]),
        (
            json!({"perPage": 1, "offset": 1, "sticky": ""}),
            vec!["Fixo", "Velho"],
        ),
        (json!({"perPage": 1, "sticky": "ignore"}), vec!["Novo"]),
        (
            json!({"perPage": 2, "sticky": "exclude"}),
            vec!["Novo", "Velho"],
        ),
        (json!({"sticky": "only"}), vec!["Fixo"]),
        (json!({"perPage": 1, "search": "o"}), vec!["Novo"]),
    ] {
        let content = format!(
            "<!-- wp:query {} --><!-- wp:post-template --><!-- wp:post-title /--><!-- /wp:post-template --><!-- /wp:query -->",
            json!({"query": query, "displayLayout": {"type": "flex", "columns": 4}})
        );
        let body = json!({"title": "Lista", "content": content});
        let page = published(&site, "/pages", body).await;
        let html = rendered(&site, &format!("/pages/{page}")).await;
        let shown: Vec<_> = titles.iter().map(|title| format!("{title}</h2>")).collect();
        let shown: Vec<&str> = shown.iter().map(String::as_str).collect();
        in_order(&html, &shown);
        assert_eq!(html.matches("<li").count(), titles.len(), "{query}: {html}");
        assert!(
            html.contains(
                "<ul class=\"wp-block-post-template is-layout-flow wp-block-post-template-is-layout-flow is-flex-container columns-4\"><li class=\"wp-block-post post-"
            ) && html.contains(" format-standard hentry category-"),
            "{html}"
        );
    }
}
