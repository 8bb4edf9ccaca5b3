//! Covers, and texts beside media, with the featured picture of their item
//! (docs/interface/site/block-types.md#rendered-blocks).

use serde_json::json;

use crate::dynamic_blocks::{in_order, published};
use crate::media_edit::upload;
use crate::rendered_blocks::rendered;
use crate::support::{HOME, Site};

#[tokio::test]
async fn stored_html_gets_the_featured_picture_of_the_item() {
    let site = Site::new().await;
    let picture = upload(&site, "praia.jpg", 900, 600).await;
    let cover = |attributes: &str, inside: &str| {
        format!(
            "<!-- wp:cover {attributes} --><div class=\"wp-block-cover\"><span aria-hidden=\"true\" class=\"wp-block-cover__background\"></span><div class=\"wp-block-cover__inner-container\">{inside}</div></div><!-- /wp:cover -->"
        )
    };
    let text = "<!-- wp:paragraph --><p>dentro--fora</p><!-- /wp:paragraph -->";
    let content = [
        cover(
            "{\"useFeaturedImage\":true,\"focalPoint\":{\"x\":0.25,\"y\":0.75}}",
            text,
        ),
        cover("{\"useFeaturedImage\":false}", text),
        "<!-- wp:media-text {\"useFeaturedImage\":true} --><div class=\"wp-block-media-text\"><figure class=\"wp-block-media-text__media\"></figure><div class=\"wp-block-media-text__content\">fim</div></div><!-- /wp:media-text -->".to_owned(),
    ]
    .concat();
    let body = json!({"title": "Capa", "content": content, "featured_media": picture["id"]});
    let with = published(&site, "/posts", body).await;
    let html = rendered(&site, &format!("/posts/{with}")).await;
    in_order(
        &html,
        &[
            "class=\"wp-block-cover__background\"></span>",
            "<img ",
            &format!("src=\"{HOME}/uploads/"),
            "class=\"wp-block-cover__image-background wp-post-image\" alt=\"\" width=\"900\" height=\"600\"",
            "style=\"object-position:25% 75%\">",
            "<div class=\"wp-block-cover__inner-container is-layout-flow wp-block-cover-is-layout-flow\"><p>dentro&#8211;fora</p></div></div>",
            "<div class=\"wp-block-cover\"><span aria-hidden=\"true\" class=\"wp-block-cover__background\"></span><div",
            "<figure class=\"wp-block-media-text__media\"><img ",
            &format!("class=\"wp-image-{} size-full\"", picture["id"]),
            "></figure><div class=\"wp-block-media-text__content\">fim",
        ],
    );
    assert_eq!(html.matches("<img").count(), 2, "{html}");

    // Without a picture the stored HTML stays.
    let without = published(&site, "/posts", json!({"title": "Sem", "content": content})).await;
    let html = rendered(&site, &format!("/posts/{without}")).await;
    assert!(!html.contains("<img"), "{html}");
    assert_eq!(html.matches("<p>dentro").count(), 2, "{html}");
}
