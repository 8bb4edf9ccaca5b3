//! Navigations at the head of the pages (docs/interface/site/navigation.md#what-a-navigation-shows).

use std::collections::BTreeMap;

use domain::site::{Kind, Status, Taxonomy};
use site_store::{ContentChange, MenuItem, MenuLocation, ReaderPassword, TermChange};

use crate::support::{Site, published};

async fn navigation(site: &Site, content: &str) -> u64 {
    site.add(Kind::Navigation, published("Topo", content))
        .await
        .id
}

fn link(label: &str, url: &str) -> String {
    format!("<!-- wp:navigation-link {{\"label\":\"{label}\",\"url\":\"{url}\"}} /-->")
}

/// The head of a page, up to its text.
fn head(text: &str) -> &str {
    text.split_once("<main").unwrap().0
}

#[tokio::test]
async fn a_published_navigation_shows_nested_with_the_current_page_marked() {
    let site = Site::new().await;
    let about = site.add(Kind::Page, published("Sobre", "x")).await.id;
    let hidden = ContentChange {
        status: None,
        ..published("Oculta", "x")
    };
    let hidden = site.add(Kind::Page, hidden).await.id;
    let content = format!(
        "<!-- wp:navigation-submenu {{\"label\":\"Receitas <b>novas</b>\",\"url\":\"/category/receitas/\"}} -->
<!-- wp:navigation-link {{\"label\":\"Quem somos\",\"id\":{about},\"kind\":\"post-type\",\"type\":\"page\",\"url\":\"https://antigo.com.br/sobre\"}} /-->
<!-- /wp:navigation-submenu -->
<!-- wp:navigation-link {{\"label\":\"Rascunho\",\"id\":{hidden},\"kind\":\"post-type\",\"url\":\"/oculta/\"}} /-->
<!-- wp:navigation-link {{\"label\":\"Perigo\",\"url\":\"javascript:alert(1)\"}} /-->
<!-- wp:navigation-link {{\"label\":\"Loja & <script>\",\"url\":\"https://loja.exemplo.com.br/?a=1&b=2\",\"opensInNewTab\":true,\"rel\":\"me opener\",\"className\":\"loja find\"}} /-->
<!-- wp:home-link /--><!-- wp:search {{\"label\":\"Busca\"}} /-->"
    );
    navigation(&site, &content).await;
    let page = site.get("/sobre/").await;
    let shown = head(&page.text);
    for part in [
        "<summary>Receitas novas</summary><ul><li><a href=\"https://exemplo.com.br/category/receitas/\">Receitas novas</a></li><li><a href=\"https://exemplo.com.br/sobre/\" aria-current=\"page\">Quem somos</a></li>",
        "<span>Perigo</span>",
        "<li class=\"loja\"><a href=\"https://loja.exemplo.com.br/?a=1&amp;b=2\" target=\"_blank\" rel=\"me noopener\">Loja &amp;",
        "<a href=\"https://exemplo.com.br/\">Início</a>",
    ] {
        assert!(shown.contains(part), "{part} in {shown}");
    }
    for part in ["Rascunho", "javascript:", "<b>", "antigo.com.br"] {
        assert!(!shown.contains(part), "{part} in {shown}");
    }
    assert!(!site.get("/").await.has("aria-current=\"page\">Quem"));
}

#[tokio::test]
async fn a_menu_of_the_head_has_precedence_over_a_navigation() {
    let site = Site::new().await;
    navigation(&site, &link("Da navegação", "/a/")).await;
    assert!(site.get("/").await.has(">Da navegação</a>"));
    let change = TermChange {
        name: Some("Topo".to_owned()),
        ..TermChange::default()
    };
    let menu = site.store.create_term(Taxonomy::NavMenu, &change).await;
    let menu = menu.unwrap().id;
    let item = ContentChange {
        terms: BTreeMap::from([(Taxonomy::NavMenu, vec![menu])]),
        menu_item: Some(MenuItem {
            target_type: "custom".to_owned(),
            url: "/b/".to_owned(),
            ..MenuItem::default()
        }),
        ..published("Do menu", "")
    };
    site.add(Kind::NavMenuItem, item).await;
    let assign = |menu: u64| {
        site.store.update_settings(move |settings| {
            let place = MenuLocation {
                description: String::new(),
                menu,
            };
            settings.menu_locations.insert("primary".to_owned(), place);
        })
    };
    assign(menu).await.unwrap();
    let shown = site.get("/").await;
    assert!(shown.has(">Do menu</a>") && !shown.has("Da navegação"));
    assign(0).await.unwrap();
    let shown = site.get("/").await;
    assert!(!shown.has(">Do menu</a>") && shown.has(">Da navegação</a>"));
}

#[tokio::test]
async fn only_the_navigation_that_was_published_last_shows() {
    let site = Site::new().await;
    site.add(Kind::Page, published("Sobre", "x")).await;
    navigation(&site, &link("Primeira", "/1/")).await;
    site.clock.advance(jiff::SignedDuration::from_secs(60));
    let second = navigation(&site, &link("Segunda", "/2/")).await;
    site.clock.advance(jiff::SignedDuration::from_secs(60));
    let protected = ContentChange {
        password: Some(ReaderPassword("segredo".to_owned())),
        ..published("Restrita", &link("Terceira", "/3/"))
    };
    site.add(Kind::Navigation, protected).await;
    let draft = ContentChange {
        status: Some(Status::Draft),
        ..published("Rascunho", &link("Quarta", "/4/"))
    };
    site.add(Kind::Navigation, draft).await;
    let shown = site.get("/").await;
    assert!(shown.has(">Segunda</a>"));
    for other in ["Primeira", "Terceira", "Quarta", ">Sobre</a>"] {
        assert!(!shown.has(other), "{other}");
    }
    let anything = site_store::anything;
    let gone = site.store.trash(Kind::Navigation, second, 1, &anything);
    gone.await.unwrap();
    assert!(site.get("/").await.has(">Primeira</a>"));
}

#[tokio::test]
async fn a_list_of_pages_and_an_empty_navigation_show_the_top_pages() {
    for (content, further) in [
        ("<!-- wp:page-list /-->".to_owned(), false),
        (
            format!("{}<!-- wp:page-list /-->", link("Loja", "/loja/")),
            true,
        ),
        (String::new(), false),
        (
            "<!-- wp:navigation-link {\"label\":7} /-->".to_owned(),
            false,
        ),
    ] {
        let site = Site::new().await;
        site.add(Kind::Page, published("Sobre", "x")).await;
        navigation(&site, &content).await;
        let shown = site.get("/sobre/").await;
        let page = "<a href=\"https://exemplo.com.br/sobre/\" aria-current=\"page\">Sobre</a>";
        assert!(shown.has(page), "{content}");
        assert_eq!(shown.has(">Loja</a>"), further, "{content}");
    }
}

#[tokio::test]
async fn entries_and_levels_of_a_navigation_are_limited() {
    let site = Site::new().await;
    let open = "<!-- wp:navigation-submenu {\"label\":\"n\",\"url\":\"/n/\"} -->";
    let close = "<!-- /wp:navigation-submenu -->";
    let deep = format!("{}{}", open.repeat(3000), close.repeat(3000));
    let wide = link("w", "/w/").repeat(3000);
    navigation(&site, &format!("{deep}{wide}")).await;
    let page = site.get("/").await;
    // The page has its menu twice: beside the name of the site, and folded for narrow windows.
    let count = head(&page.text).matches(">w</a>").count();
    assert!((200..=400).contains(&count), "{count}");
    assert!(head(&page.text).matches("<summary>n</summary>").count() <= 2);
}

#[tokio::test]
async fn a_navigation_has_no_page_and_hides_none() {
    let site = Site::new().await;
    let id = navigation(&site, &link("Loja", "/loja/")).await;
    for path in ["/topo/".to_owned(), format!("/?p={id}")] {
        assert_eq!(site.get(&path).await.status, 404, "{path}");
    }
    let post = site.add(Kind::Post, published("Topo", "Subida")).await;
    assert_eq!(post.slug, "topo");
    let shown = site.get("/topo/").await;
    assert!(shown.has("Subida"), "{}", shown.text);
}
