//! Menus at the head and the foot.

use std::collections::BTreeMap;

use domain::site::{Kind, Status, Taxonomy};
use site_store::{ContentChange, MenuItem, MenuLocation, TermChange};

use crate::support::{Site, published};

async fn menu(site: &Site, location: &str) -> u64 {
    let change = TermChange {
        name: Some(location.to_owned()),
        ..TermChange::default()
    };
    let menu = site.store.create_term(Taxonomy::NavMenu, &change).await;
    let menu = menu.unwrap().id;
    site.store
        .update_settings(|settings| {
            let place = MenuLocation {
                description: String::new(),
                menu,
            };
            settings.menu_locations.insert(location.to_owned(), place);
        })
        .await
        .unwrap();
    menu
}

async fn item(site: &Site, menu: u64, title: &str, order: i64, parent: u64, to: MenuItem) -> u64 {
    let change = ContentChange {
        title: Some(title.to_owned()),
        status: Some(Status::Publish),
        may_publish: true,
        menu_order: Some(order),
        parent: Some(parent),
        terms: BTreeMap::from([(Taxonomy::NavMenu, vec![menu])]),
        menu_item: Some(to),
        ..ContentChange::default()
    };
    site.add(Kind::NavMenuItem, change).await.id
}

fn link(url: &str) -> MenuItem {
    MenuItem {
        target_type: "custom".to_owned(),
        url: url.to_owned(),
        ..MenuItem::default()
    }
}

fn page(id: u64) -> MenuItem {
    MenuItem {
        target_type: "post_type".to_owned(),
        object: "page".to_owned(),
        object_id: id,
        ..MenuItem::default()
    }
}

#[tokio::test]
async fn an_assigned_menu_shows_nested_with_the_current_page_marked() {
    let site = Site::new().await;
    let about = site.add(Kind::Page, published("Sobre", "x")).await;
    let hidden = ContentChange {
        status: None,
        ..published("Oculta", "x")
    };
    let hidden = site.add(Kind::Page, hidden).await;
    let menu = menu(&site, "primary").await;
    let first = item(&site, menu, "Receitas", 1, 0, link("/category/receitas/")).await;
    item(&site, menu, "", 2, first, page(about.id)).await;
    item(&site, menu, "Rascunho", 3, 0, page(hidden.id)).await;
    item(&site, menu, "Perigo", 4, 0, link("javascript:alert(1)")).await;
    let shown = site.get("/sobre/").await;
    let nested = "<summary>Receitas</summary><ul><li><a href=\"https://exemplo.com.br/category/receitas/\">Receitas</a></li><li><a href=\"https://exemplo.com.br/sobre/\" aria-current=\"page\">Sobre</a></li>";
    assert!(shown.has(nested), "{}", shown.text);
    assert!(!shown.has("Rascunho"));
    assert!(shown.has("<span>Perigo</span>") && !shown.has("javascript:"));
    assert!(!site.get("/").await.has("aria-current=\"page\""));
}

#[tokio::test]
async fn window_relations_and_classes_of_items_show_as_far_as_they_are_safe() {
    let site = Site::new().await;
    let menu = menu(&site, "primary").await;
    let owned = |all: &[&str]| all.iter().map(|one| (*one).to_owned()).collect();
    let shop = MenuItem {
        target: "_blank".to_owned(),
        classes: owned(&["loja", "\"><script>", "find"]),
        xfn: owned(&["me", "x\" onclick=\"y"]),
        ..link("https://loja.exemplo.com.br/")
    };
    let shop = item(&site, menu, "Loja", 1, 0, shop).await;
    let offers = MenuItem {
        target: "_parent".to_owned(),
        classes: owned(&["oferta"]),
        ..link("/ofertas/")
    };
    item(&site, menu, "Ofertas", 2, shop, offers).await;
    let shown = site.get("/").await;
    let link =
        "<a href=\"https://loja.exemplo.com.br/\" target=\"_blank\" rel=\"me noopener\">Loja</a>";
    let offer = "<li class=\"oferta\"><a href=\"https://exemplo.com.br/ofertas/\">Ofertas</a></li>";
    assert!(
        shown.has("<li class=\"loja\"><details class=\"sub\""),
        "{}",
        shown.text
    );
    assert!(
        shown.has(&format!("<ul><li>{link}</li>{offer}")),
        "{}",
        shown.text
    );
    assert!(!shown.has("<script>") && !shown.has("onclick"));
}

#[tokio::test]
async fn an_imported_location_stands_for_a_location_of_the_pages() {
    let site = Site::new().await;
    site.add(Kind::Page, published("Sobre", "x")).await;
    let head = menu(&site, "menu-topo").await;
    item(
        &site,
        head,
        "Loja",
        1,
        0,
        link("https://loja.exemplo.com.br/"),
    )
    .await;
    let foot = menu(&site, "footer-1").await;
    item(&site, foot, "Privacidade", 1, 0, link("/privacidade/")).await;
    let shown = site.get("/").await;
    assert!(shown.has(">Loja</a>") && !shown.has(">Sobre</a>"));
    let (_, below) = shown.text.split_once("<footer").unwrap();
    assert!(below.contains("aria-label=\"Menu do rodapé\"") && below.contains(">Privacidade</a>"));
    assert!(!below.contains(">Loja</a>"));
}

#[tokio::test]
async fn without_a_menu_the_top_pages_show() {
    let site = Site::new().await;
    site.add(Kind::Page, published("Sobre", "x")).await;
    let shown = site.get("/sobre/").await;
    assert!(shown.has("<details class=\"fold\"><summary>Menu</summary>"));
    assert!(shown.has("<a href=\"https://exemplo.com.br/sobre/\" aria-current=\"page\">Sobre</a>"));
    assert!(!shown.has("Menu do rodapé"));
}
