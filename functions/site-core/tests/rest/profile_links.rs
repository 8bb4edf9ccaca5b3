//! Links to profiles on other sites (docs/interface/site/block-types.md#rendered-blocks).

use serde_json::{Value, json};

use crate::block_renderer::block;
use crate::dynamic_blocks::{in_order, published};
use crate::rendered_blocks::rendered;
use crate::support::Site;

fn link(attributes: &Value) -> String {
    format!("<!-- wp:social-link {attributes} /-->")
}

#[tokio::test]
async fn the_list_says_how_its_links_open() {
    let site = Site::new().await;
    let links = [
        link(&json!({"url": "a.example/ana", "service": "facebook", "className": "minha"})),
        link(
            &json!({"url": "ana@b.example", "service": "mail", "label": "Escreva <b>já</b> & sempre", "rel": "me"}),
        ),
        link(&json!({"url": "https://www.c.example/\"><i>", "service": "outra\"><i>"})),
        link(&json!({"service": "instagram"})),
        link(&json!({"url": "https://d.example"})),
        link(&json!({"url": "javascript:alert(1)", "service": "x"})),
    ]
    .concat();
    let list = |attributes: &str| {
        format!(
            "<!-- wp:social-links {attributes} --><ul class=\"wp-block-social-links\">{links}</ul><!-- /wp:social-links -->"
        )
    };
    let content = list("{\"openInNewTab\":true}") + &list("{}");
    let post = published(
        &site,
        "/posts",
        json!({"title": "Contato", "content": content}),
    )
    .await;
    let html = rendered(&site, &format!("/posts/{post}")).await;
    let class = "class=\"wp-block-social-link-anchor\"";
    in_order(
        &html,
        &[
            "<ul class=\"wp-block-social-links is-layout-flex wp-block-social-links-is-layout-flex\"><li class=\"wp-social-link wp-social-link-facebook wp-block-social-link minha\">",
            &format!(
                "<a href=\"https://a.example/ana\" rel=\"noopener nofollow\" target=\"_blank\" {class}><span class=\"wp-block-social-link-label\">Facebook</span></a></li>"
            ),
            &format!(
                "<a href=\"mailto:ana@b.example\" rel=\"me noopener nofollow\" target=\"_blank\" {class}><span class=\"wp-block-social-link-label\">Escreva já &amp; sempre</span>"
            ),
            "<li class=\"wp-social-link wp-social-link-outra&quot;&gt;&lt;i&gt; wp-block-social-link\"><a href=\"https://www.c.example/%22%3E%3Ci%3E\"",
            ">c.example</span></a></li></ul>",
            &format!("<a href=\"https://a.example/ana\" {class}>"),
            &format!("<a href=\"mailto:ana@b.example\" rel=\"me\" {class}>"),
        ],
    );
    assert_eq!(html.matches("<li").count(), 6, "{html}");
    assert!(!html.contains("javascript"), "{html}");
}

#[tokio::test]
async fn a_link_is_rendered_alone() {
    let site = Site::new().await;
    let attributes = json!({"url": "https://a.example/", "service": "github"});
    let html = block(&site, "social-link", attributes, 0).await;
    assert_eq!(
        html,
        "<li class=\"wp-social-link wp-social-link-github wp-block-social-link\"><a href=\"https://a.example/\" class=\"wp-block-social-link-anchor\"><span class=\"wp-block-social-link-label\">GitHub</span></a></li>"
    );
}
