//! Blocks that the site renders, on pages and in feeds.

use crate::support::Site;

#[tokio::test]
async fn pages_and_feeds_show_the_blocks_that_show_records() {
    let site = Site::new().await;
    site.post(
        "Blocos",
        "<!-- wp:site-title {\"level\":2} /--><!-- wp:search {\"buttonText\":\"Ir\"} /--><!-- wp:latest-posts /-->",
    )
    .await;
    let title = "<h2 class=\"wp-block-site-title\"><a href=\"https://exemplo.com.br/\" rel=\"home\">Cozinha &amp; Cia</a></h2>";
    let page = site.get("/blocos/").await;
    assert_eq!(page.status, 200);
    for text in [
        title,
        "<button type=\"submit\" class=\"wp-block-search__button\">Ir</button>",
        "<a class=\"wp-block-latest-posts__post-title\" href=\"https://exemplo.com.br/blocos/\">Blocos</a>",
    ] {
        assert!(page.has(text), "{text} is not in {}", page.text);
    }
    assert!(!page.has("wp:latest-posts"), "{}", page.text);
    let feed = site.get("/feed/").await;
    let title = "Cozinha &#38;amp; Cia&#60;/a&#62;&#60;/h2&#62;";
    assert!(feed.has(title), "{}", feed.text);
}
