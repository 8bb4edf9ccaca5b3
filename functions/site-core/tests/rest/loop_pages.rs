//! Pages of loops, loops over terms, and blocks that show the item or a person
//! (docs/interface/site/block-types.md#rendered-blocks).

use serde_json::json;

use crate::block_renderer::block;
use crate::dynamic_blocks::{in_order, published};
use crate::rendered_blocks::rendered;
use crate::support::{HOME, Site, Who};

#[tokio::test]
async fn a_loop_links_its_pages() {
    let site = Site::new().await;
    for number in 1..=7 {
        let date = format!("2024-03-0{number}T10:00:00");
        let body = json!({"title": format!("Post {number}"), "date": date});
        published(&site, "/posts", body).await;
    }
    let content = |pages: u64, arrow: &str| {
        format!(
            "<!-- wp:query {{\"queryId\":7,\"query\":{{\"perPage\":1,\"pages\":{pages},\"inherit\":false}}}} --><div class=\"wp-block-query\"><!-- wp:post-template --><!-- wp:post-title /--><!-- /wp:post-template --><!-- wp:query-pagination {{\"paginationArrow\":\"{arrow}\",\"showLabel\":false}} --><!-- wp:query-pagination-previous /--><!-- wp:query-pagination-numbers {{\"midSize\":1}} /--><!-- wp:query-pagination-next /--><!-- /wp:query-pagination --><!-- wp:query-total /--><!-- wp:query-total {{\"displayType\":\"range-display\"}} /--><!-- wp:query-title {{\"type\":\"archive\"}} /--></div><!-- /wp:query -->"
        )
    };
    let body = json!({"title": "Lista", "content": content(0, "chevron")});
    let page = published(&site, "/pages", body).await;
    let html = rendered(&site, &format!("/pages/{page}")).await;
    in_order(
        &html,
        &[
            "Post 7</h2>",
            "<nav class=\"wp-block-query-pagination is-layout-flex wp-block-query-pagination-is-layout-flex\" aria-label=\"Paginação\"><div class=\"wp-block-query-pagination-numbers\"><span aria-current=\"page\" class=\"page-numbers current\">1</span> ",
            &format!(
                "<a class=\"page-numbers\" href=\"{HOME}/lista/?query-7-page=2\">2</a> <span class=\"page-numbers dots\">…</span> "
            ),
            &format!("<a class=\"page-numbers\" href=\"{HOME}/lista/?query-7-page=7\">7</a></div>"),
            &format!(
                "<a href=\"{HOME}/lista/?query-7-page=2\" class=\"wp-block-query-pagination-next\" aria-label=\"Próxima página\"><span class=\"wp-block-query-pagination-next-arrow is-arrow-chevron\" aria-hidden=\"true\">»</span></a></nav>"
            ),
            "<div class=\"wp-block-query-total\">7 resultados</div>",
            "<div class=\"wp-block-query-total\">Mostrando 1 de 7</div>",
        ],
    );
    assert!(!html.contains("pagination-previous"), "{html}");
    assert!(!html.contains("query-title"), "{html}");
    let body = json!({"title": "Curta", "content": content(1, "none")});
    let page = published(&site, "/pages", body).await;
    let html = rendered(&site, &format!("/pages/{page}")).await;
    assert!(!html.contains("<nav"), "one page has no links: {html}");
    for name in [
        "query-pagination-next",
        "query-pagination-numbers",
        "query-total",
    ] {
        let html = block(&site, name, json!({}), 0).await;
        assert_eq!(html, "", "{name} outside of a loop");
    }
}

#[tokio::test]
async fn a_loop_shows_terms() {
    let site = Site::new().await;
    let term = |name: &str, parent: u64| json!({"name": name, "parent": parent, "description": format!("Sobre <b>{name}</b>")});
    let top = site
        .post(Who::Admin, "/categories", term("Hortas", 0))
        .await
        .id();
    let below = site
        .post(Who::Admin, "/categories", term("Vasos", top))
        .await
        .id();
    let body = json!({"title": "Um", "categories": [top, below]});
    published(&site, "/posts", body).await;
    let content = |more: &str| {
        format!(
            "<!-- wp:terms-query {{\"termQuery\":{{\"taxonomy\":\"category\",\"perPage\":10,\"hideEmpty\":true{more}}}}} --><div class=\"wp-block-terms-query\"><!-- wp:term-template --><!-- wp:term-name {{\"isLink\":true,\"level\":3}} /--><!-- wp:term-count {{\"bracketType\":\"square\"}} /--><!-- wp:term-description /--><!-- /wp:term-template --></div><!-- /wp:terms-query -->"
        )
    };
    let body = json!({"title": "Termos", "content": content("")});
    let page = published(&site, "/pages", body).await;
    let html = rendered(&site, &format!("/pages/{page}")).await;
    assert_eq!(
        html,
        format!(
            "<div class=\"wp-block-terms-query is-layout-flow wp-block-terms-query-is-layout-flow\"><ul class=\"wp-block-term-template is-layout-flow wp-block-term-template-is-layout-flow\"><li class=\"wp-block-term term-{top} category taxonomy-category\"><h3 class=\"wp-block-term-name\"><a href=\"{HOME}/category/hortas/\">Hortas</a></h3><div class=\"wp-block-term-count\">&#91;1&#93;</div><div class=\"wp-block-term-description\"><p>Sobre Hortas</p></div></li></ul></div>"
        )
    );
    let body =
        json!({"title": "Todos", "content": content(",\"showNested\":true,\"order\":\"desc\"")});
    let page = published(&site, "/pages", body).await;
    in_order(
        &rendered(&site, &format!("/pages/{page}")).await,
        &["Vasos</a>", "Hortas</a>"],
    );
}

#[tokio::test]
async fn blocks_of_an_item_and_of_persons() {
    let site = Site::new().await;
    let above = published(&site, "/pages", json!({"title": "Guia & mapa"})).await;
    let content = "palavra ".repeat(400);
    let body = json!({"title": "Vasos", "parent": above, "content": content});
    let page = published(&site, "/pages", body).await;
    assert_eq!(
        block(&site, "breadcrumbs", json!({"separator": ">"}), page).await,
        format!(
            "<nav class=\"wp-block-breadcrumbs\" aria-label=\"Trilha de navegação\"><ol><li><a href=\"{HOME}/\">Início</a> <span aria-hidden=\"true\">&gt;</span></li><li><a href=\"{HOME}/guia-mapa/\">Guia &#038; mapa</a> <span aria-hidden=\"true\">&gt;</span></li><li><span aria-current=\"page\">Vasos</span></li></ol></nav>"
        )
    );
    for (attributes, expected) in [
        (json!({}), "2–3 minutos"),
        (json!({"displayAsRange": false}), "2 minutos"),
        (
            json!({"displayAsRange": false, "averageReadingSpeed": 400}),
            "1 minuto",
        ),
        (json!({"displayMode": "words"}), "400 palavras"),
    ] {
        assert_eq!(
            block(&site, "post-time-to-read", attributes, page).await,
            format!("<div class=\"wp-block-post-time-to-read\">{expected}</div>")
        );
    }
    for form in [false, true] {
        assert_eq!(
            block(&site, "loginout", json!({"displayLoginAsForm": form}), 0).await,
            format!(
                "<div class=\"wp-block-loginout logged-out\"><a rel=\"nofollow\" href=\"{HOME}/authorize-application\">Entrar</a></div>"
            )
        );
    }
    let avatar = block(&site, "avatar", json!({"size": 48, "isLink": true}), page).await;
    in_order(
        &avatar,
        &[
            "<div class=\"wp-block-avatar\"><a href=\"",
            "/author/",
            " class=\"wp-block-avatar__link\"><span class=\"wp-block-avatar__image avatar avatar-48\" role=\"img\" aria-label=\"Avatar de ",
            "\" style=\"width:48px;height:48px\">",
            "</span></a></div>",
        ],
    );
    assert!(!avatar.contains("<img"), "{avatar}");
    for user in [json!({"userId": 99999}), json!({})] {
        assert_eq!(block(&site, "avatar", user, 0).await, "");
    }
}
