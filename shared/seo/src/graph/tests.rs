use jiff::Timestamp;
use url::Url;

use super::*;
use crate::meta::kinds::{ArticleType, PageType};
use crate::page::Crumb;
use crate::settings::social::Profiles;
use crate::site::{Author, Picture};
use crate::templates::{Values, Variable};

fn site() -> Site {
    Site {
        home: Url::parse("https://a.example/").unwrap(),
        name: "Padaria Sol".to_owned(),
        tagline: "Pães".to_owned(),
        language: "pt-BR".to_owned(),
        separator: "-".to_owned(),
        represented: Represented::Unset,
        social_image: None,
        profiles: Profiles {
            social_network_site: "https://rede.example/sol".to_owned(),
            ..Profiles::default()
        },
        verifications: Vec::new(),
    }
}

fn company() -> Represented {
    Represented::Company {
        name: "Sol Ltda.".to_owned(),
        logo: Picture {
            url: "https://a.example/logo.png".to_owned(),
            width: 100,
            height: 50,
            mime: "image/png".to_owned(),
            caption: "Logo".to_owned(),
        },
    }
}

fn ana() -> Author {
    Author {
        id: 3,
        name: "Ana".to_owned(),
        url: "https://a.example/author/ana/".to_owned(),
        description: "Padeira.".to_owned(),
        avatar: "https://a.example/ana.png".to_owned(),
        large_avatar: "https://a.example/ana-500.png".to_owned(),
        profiles: vec!["https://rede.example/ana".to_owned()],
        handle: "ana".to_owned(),
    }
}

fn post() -> Page {
    let mut page = Page::new(PageKind::Post, "https://a.example/pao/");
    page.values = Values::default().with(Variable::Title, "Pão");
    page.published = Timestamp::from_second(1_700_000_000).ok();
    page.modified = Timestamp::from_second(1_700_000_060).ok();
    page.author = Some(ana());
    page.image = Some(Picture {
        url: "https://a.example/f.png".to_owned(),
        width: 640,
        height: 480,
        mime: "image/png".to_owned(),
        caption: "Um pão".to_owned(),
    });
    page.words = 320;
    page.comments = 2;
    page.sections = vec!["Receitas".to_owned()];
    page.keywords = vec!["fermento".to_owned()];
    page.breadcrumbs = vec![
        Crumb {
            name: "Receitas".to_owned(),
            url: Some("https://a.example/category/receitas/".to_owned()),
        },
        Crumb {
            name: "Pão".to_owned(),
            url: None,
        },
    ];
    page
}

fn nodes(page: &Page, site: &Site) -> Vec<Value> {
    let texts = Texts::of(page, site);
    let graph = graph(page, site, &texts);
    assert_eq!(graph["@context"], "https://schema.org");
    graph["@graph"].as_array().unwrap().clone()
}

fn types(page: &Page, site: &Site) -> Vec<Value> {
    nodes(page, site)
        .into_iter()
        .map(|node| node["@type"].clone())
        .collect()
}

fn node(page: &Page, site: &Site, kind: &str) -> Value {
    let is_kind = |node: &Value| node["@type"] == kind || node["@type"][0] == kind;
    nodes(page, site).into_iter().find(is_kind).unwrap()
}

#[test]
fn a_post_without_publisher() {
    assert_eq!(
        types(&post(), &site()),
        [
            "WebPage",
            "ImageObject",
            "BreadcrumbList",
            "WebSite",
            "Person"
        ]
    );
    let page = node(&post(), &site(), "WebPage");
    assert_eq!(page["author"]["@id"], "https://a.example/#/schema/person/3");
    assert_eq!(page["isPartOf"]["@id"], "https://a.example/#website");
    assert_eq!(
        page["breadcrumb"]["@id"],
        "https://a.example/pao/#breadcrumb"
    );
    assert_eq!(page["datePublished"], "2023-11-14T22:13:20+00:00");
    assert_eq!(page["name"], "Pão - Padaria Sol");
}

#[test]
fn a_post_of_a_company_has_an_article() {
    let mut site = site();
    site.represented = company();
    assert_eq!(
        types(&post(), &site),
        [
            "Article",
            "WebPage",
            "ImageObject",
            "BreadcrumbList",
            "WebSite",
            "Organization",
            "Person"
        ]
    );
    let article = node(&post(), &site, "Article");
    assert_eq!(article["headline"], "Pão");
    assert_eq!(article["wordCount"], 320);
    assert_eq!(article["commentCount"], 2);
    assert!(article.get("potentialAction").is_none());
    let mut open = post();
    open.comments_open = true;
    let action = node(&open, &site, "Article")["potentialAction"][0].clone();
    assert_eq!(action["target"], json!(["https://a.example/pao/#respond"]));
    assert_eq!(
        article["publisher"]["@id"],
        "https://a.example/#organization"
    );
    assert_eq!(article["articleSection"], json!(["Receitas"]));
    assert_eq!(article["keywords"], json!(["fermento"]));
    assert_eq!(
        article["author"],
        json!({"name": "Ana", "@id": "https://a.example/#/schema/person/3"})
    );
    assert!(node(&post(), &site, "WebPage").get("author").is_none());
    let organisation = node(&post(), &site, "Organization");
    assert_eq!(organisation["name"], "Sol Ltda.");
    assert_eq!(organisation["logo"]["width"], 100);
    assert_eq!(organisation["sameAs"], json!(["https://rede.example/sol"]));
    assert_eq!(
        node(&post(), &site, "WebSite")["publisher"]["@id"],
        "https://a.example/#organization"
    );
}

#[test]
fn types_that_are_set() {
    let mut site = site();
    site.represented = company();
    let mut page = post();
    page.meta.article_type = Some(ArticleType::News);
    page.meta.page_type = Some(PageType::Faq);
    assert_eq!(
        node(&page, &site, "Article")["@type"],
        json!(["Article", "NewsArticle"])
    );
    assert_eq!(
        node(&page, &site, "WebPage")["@type"],
        json!(["WebPage", "FAQPage"])
    );
    page.meta.article_type = Some(ArticleType::None);
    assert!(!types(&page, &site).contains(&json!("Article")));
}

#[test]
fn a_page_has_no_person() {
    let mut page = post();
    page.kind = PageKind::Page;
    assert_eq!(
        types(&page, &site()),
        ["WebPage", "ImageObject", "BreadcrumbList", "WebSite"]
    );
}

#[test]
fn a_protected_post_tells_page_and_site_only() {
    let mut page = post();
    page.protected = true;
    let mut site = site();
    assert_eq!(types(&page, &site), ["WebPage", "WebSite"]);
    site.represented = company();
    assert_eq!(types(&page, &site), ["WebPage", "WebSite", "Organization"]);
    let page = node(&page, &site, "WebPage");
    assert!(page.get("author").is_none() && page.get("breadcrumb").is_none());
    assert!(page.get("potentialAction").is_none());
}

#[test]
fn lists() {
    let home = Page::new(PageKind::Home, "https://a.example/");
    assert_eq!(
        types(&home, &site()),
        ["CollectionPage", "BreadcrumbList", "WebSite"]
    );
    let items = node(&home, &site(), "BreadcrumbList")["itemListElement"].clone();
    assert_eq!(
        items,
        json!([{"@type": "ListItem", "position": 1, "name": "Início"}])
    );
    let mut described = home;
    described.described = true;
    let items = node(&described, &site(), "BreadcrumbList")["itemListElement"].clone();
    assert_eq!(
        items,
        json!([
            {"@type": "ListItem", "position": 1, "name": "Início", "item": "https://a.example/"},
            {"@type": "ListItem", "position": 2, "name": "Início"},
        ])
    );
    let date = Page::new(PageKind::Date, "");
    let page = node(&date, &site(), "CollectionPage");
    assert_eq!((&page["@id"], &page["url"]), (&Value::Null, &json!("")));
    let term = Page::new(PageKind::Term, "https://a.example/category/x/");
    assert_eq!(types(&term, &site()), ["CollectionPage", "WebSite"]);
    let missing = Page::new(PageKind::NotFound, "");
    assert_eq!(types(&missing, &site()), ["WebSite"]);
    let search = Page::new(PageKind::Search, "https://a.example/?s=x");
    assert_eq!(
        types(&search, &site())[0],
        json!(["CollectionPage", "SearchResultsPage"])
    );
}

#[test]
fn an_author_is_a_profile() {
    let mut page = Page::new(PageKind::Author, "https://a.example/author/ana/");
    page.author = Some(ana());
    assert_eq!(types(&page, &site()), ["ProfilePage", "WebSite", "Person"]);
    let person = node(&page, &site(), "Person");
    assert_eq!(person["description"], "Padeira.");
    assert_eq!(person["sameAs"], json!(["https://rede.example/ana"]));
    assert_eq!(person["image"]["contentUrl"], "https://a.example/ana.png");
    assert_eq!(
        person["mainEntityOfPage"]["@id"],
        "https://a.example/author/ana/"
    );
    assert!(person.get("url").is_none() && person.get("logo").is_none());
    let of_text = node(&post(), &site(), "Person");
    assert_eq!(of_text["url"], "https://a.example/author/ana/");
    assert!(of_text.get("mainEntityOfPage").is_none());
}

#[test]
fn a_person_behind_the_site_appears_once() {
    let mut site = site();
    site.represented = Represented::Person(ana());
    let kinds = types(&post(), &site);
    let people = kinds
        .iter()
        .filter(|kind| kind.to_string().contains("Person"))
        .count();
    assert_eq!(people, 1);
    let person = node(&post(), &site, "Person");
    assert_eq!(person["@type"], json!(["Person", "Organization"]));
    assert_eq!(person["logo"]["@id"], person["image"]["@id"]);
    assert_eq!(person["url"], "https://a.example/author/ana/");
    let home = Page::new(PageKind::Home, "https://a.example/");
    assert!(node(&home, &site, "Person").get("url").is_none());
    assert_eq!(
        person["sameAs"],
        json!(["https://rede.example/ana", "https://rede.example/sol"])
    );
    let mut other = ana();
    other.id = 9;
    site.represented = Represented::Person(other);
    assert!(types(&post(), &site).contains(&json!("Person")));
}

#[test]
fn breadcrumbs_lead_from_home_to_the_page() {
    let list = node(&post(), &site(), "BreadcrumbList");
    assert_eq!(
        list["itemListElement"],
        json!([
            {"@type": "ListItem", "position": 1, "name": "Início", "item": "https://a.example/"},
            {"@type": "ListItem", "position": 2, "name": "Receitas", "item": "https://a.example/category/receitas/"},
            {"@type": "ListItem", "position": 3, "name": "Pão"},
        ])
    );
}

#[test]
fn the_site_can_be_searched() {
    let action = node(&post(), &site(), "WebSite")["potentialAction"][0].clone();
    assert_eq!(
        action["target"]["urlTemplate"],
        "https://a.example/?s={search_term_string}"
    );
}

#[test]
fn every_reference_within_the_page_leads_to_a_node() {
    let mut site = site();
    site.represented = company();
    let nodes = nodes(&post(), &site);
    let ids: Vec<_> = nodes.iter().map(|node| node["@id"].clone()).collect();
    for node in &nodes {
        for (name, value) in node.as_object().unwrap() {
            let Some(id) = value.get("@id") else { continue };
            let is_inner = name == "logo" || (node["@type"] == "Organization" && name == "image");
            let is_picture = node["@type"] == "Person" && name == "image";
            assert!(is_inner || is_picture || ids.contains(id), "{name}: {id}");
        }
    }
}
