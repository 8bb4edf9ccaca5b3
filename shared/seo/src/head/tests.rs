use jiff::Timestamp;
use proptest::prelude::*;
use serde_json::json;
use url::Url;

use super::*;
use crate::meta::fields::Social;
use crate::page::{Crumb, PageKind};
use crate::settings::social::Profiles;
use crate::site::{Author, Picture, Represented};
use crate::templates::{Values, Variable};

fn site() -> Site {
    Site {
        home: Url::parse("https://a.example/").unwrap(),
        name: "Padaria Sol".to_owned(),
        tagline: "Pães de todo dia".to_owned(),
        language: "pt-BR".to_owned(),
        separator: "-".to_owned(),
        represented: Represented::Unset,
        social_image: None,
        profiles: Profiles::default(),
        verifications: vec![("google-site-verification".to_owned(), "g123".to_owned())],
    }
}

fn post() -> Page {
    let mut page = Page::new(PageKind::Post, "https://a.example/pao/");
    page.values = Values::default().with(Variable::Title, "Pão");
    page.excerpt = "Um trecho.".to_owned();
    page.published = Timestamp::from_second(1_700_000_000).ok();
    page.modified = Timestamp::from_second(1_700_000_060).ok();
    page.author = Some(Author {
        id: 3,
        name: "Ana".to_owned(),
        url: "https://a.example/author/ana/".to_owned(),
        avatar: "https://a.example/ana.png".to_owned(),
        large_avatar: "https://a.example/ana-500.png".to_owned(),
        handle: "ana".to_owned(),
        ..Author::default()
    });
    page.image = Some(Picture {
        url: "https://a.example/f.png".to_owned(),
        width: 640,
        height: 480,
        mime: "image/png".to_owned(),
        caption: "Um pão".to_owned(),
    });
    page.reading_minutes = 3;
    page.breadcrumbs = vec![Crumb {
        name: "Pão".to_owned(),
        url: None,
    }];
    page
}

fn names(head: &Head) -> Vec<String> {
    head.json().as_object().unwrap().keys().cloned().collect()
}

#[test]
fn a_posts_members_in_order() {
    let mut site = site();
    site.profiles.social_network_site = "https://rede.example/sol".to_owned();
    site.profiles.short_message_site = "sol".to_owned();
    let head = Head::of(&post(), &site);
    assert_eq!(
        names(&head),
        [
            "title",
            "robots",
            "canonical",
            "og_locale",
            "og_type",
            "og_title",
            "og_description",
            "og_url",
            "og_site_name",
            "article_publisher",
            "article_published_time",
            "article_modified_time",
            "og_image",
            "author",
            "twitter_card",
            "twitter_creator",
            "twitter_site",
            "twitter_misc",
            "schema",
        ]
    );
    let json = head.json();
    assert_eq!(json["title"], "Pão - Padaria Sol");
    assert_eq!(json["og_locale"], "pt_BR");
    assert_eq!(json["og_description"], "Um trecho.");
    assert_eq!(json["article_published_time"], "2023-11-14T22:13:20+00:00");
    assert_eq!(json["twitter_creator"], "@ana");
    assert_eq!(json["twitter_site"], "@sol");
    assert_eq!(
        json["og_image"],
        json!([{"width": 640, "height": 480, "url": "https://a.example/f.png", "type": "image/png"}])
    );
    assert_eq!(
        json["twitter_misc"],
        json!({"Escrito por": "Ana", "Tempo de leitura": "3 minutos"})
    );
    assert_eq!(
        json["robots"],
        json!({
            "index": "index", "follow": "follow", "max-snippet": "max-snippet:-1",
            "max-image-preview": "max-image-preview:large", "max-video-preview": "max-video-preview:-1",
        })
    );
}

#[test]
fn the_html_has_the_same_values() {
    let html = Head::of(&post(), &site()).html();
    for tag in [
        "<title>Pão - Padaria Sol</title>",
        "<meta name=\"robots\" content=\"index, follow, max-snippet:-1, max-image-preview:large, max-video-preview:-1\" />",
        "<link rel=\"canonical\" href=\"https://a.example/pao/\" />",
        "<meta property=\"og:image:width\" content=\"640\" />",
        "<meta property=\"og:image:type\" content=\"image/png\" />",
        "<meta name=\"author\" content=\"Ana\" />",
        "<meta name=\"twitter:label1\" content=\"Escrito por\" />",
        "<meta name=\"twitter:data2\" content=\"3 minutos\" />",
        "<script type=\"application/ld+json\"",
    ] {
        assert!(html.contains(tag), "{tag} is not in {html}");
    }
    assert!(html.starts_with("<!-- ") && html.ends_with(" -->"));
}

#[test]
fn home_shows_the_tagline() {
    let head = Head::of(&Page::new(PageKind::Home, "https://a.example/"), &site());
    let json = head.json();
    assert_eq!(json["title"], "Padaria Sol - Pães de todo dia");
    assert_eq!(json["description"], "Pães de todo dia");
    assert_eq!(json["og_title"], "Padaria Sol");
    assert_eq!(json["og_description"], "Pães de todo dia");
    assert_eq!(json["og_type"], "website");
    assert_eq!(json["google-site-verification"], "g123");
    assert_eq!(head.status(), 200);
}

#[test]
fn verification_is_on_the_home_page_only() {
    assert!(
        Head::of(&post(), &site())
            .json()
            .get("google-site-verification")
            .is_none()
    );
}

#[test]
fn an_address_without_a_page() {
    let head = Head::of(&Page::new(PageKind::NotFound, ""), &site());
    assert_eq!(
        names(&head),
        [
            "title",
            "robots",
            "og_locale",
            "og_title",
            "og_site_name",
            "schema"
        ]
    );
    let body = head.body();
    assert_eq!(body["status"], 404);
    assert_eq!(body["json"]["title"], "Página não encontrada - Padaria Sol");
    assert_eq!(
        body["json"]["robots"],
        json!({"index": "noindex", "follow": "follow"})
    );
    assert_eq!(body["html"], head.html());
}

#[test]
fn types_by_kind() {
    let kinds = PageKind::ALL.map(|kind| {
        let json = Head::of(&Page::new(kind, "https://a.example/x/"), &site()).json();
        json.get("og_type")
            .and_then(Value::as_str)
            .unwrap_or("")
            .to_owned()
    });
    assert_eq!(
        kinds,
        [
            "website", "article", "article", "article", "profile", "website", "website", "article",
            ""
        ]
    );
}

#[test]
fn an_authors_picture_is_the_avatar() {
    let mut page = Page::new(PageKind::Author, "https://a.example/author/ana/");
    page.author = post().author;
    page.values = Values::default().with(Variable::AuthorName, "Ana");
    let json = Head::of(&page, &site()).json();
    assert_eq!(json["title"], "Textos de Ana - Padaria Sol");
    assert_eq!(
        json["og_image"],
        json!([{"url": "https://a.example/ana-500.png", "type": "", "width": "", "height": ""}])
    );
    assert!(json.get("author").is_none());
}

#[test]
fn a_page_has_no_author_and_no_publication() {
    let mut page = post();
    page.kind = PageKind::Page;
    let json = Head::of(&page, &site()).json();
    assert!(json.get("author").is_none());
    assert!(json.get("article_published_time").is_none());
    assert!(json.get("article_modified_time").is_some());
    assert_eq!(
        json["twitter_misc"],
        json!({"Tempo de leitura": "3 minutos"})
    );
}

#[test]
fn a_page_that_is_hidden_has_no_canonical_address() {
    let mut page = post();
    page.meta.canonical = "https://outro.example/".to_owned();
    assert_eq!(
        Head::of(&page, &site()).json()["canonical"],
        "https://outro.example/"
    );
    page.meta.noindex = Some(true);
    let json = Head::of(&page, &site()).json();
    assert!(json.get("canonical").is_none());
    assert_eq!(json["og_url"], "https://outro.example/");
}

#[test]
fn what_is_set_replaces_templates() {
    let mut page = post();
    page.meta.title = "%%title%% fresco %%sep%% %%sitename%%".to_owned();
    page.meta.description = "Sobre %%title%%".to_owned();
    let json = Head::of(&page, &site()).json();
    assert_eq!(json["title"], "Pão fresco - Padaria Sol");
    assert_eq!(json["description"], "Sobre Pão");
    assert_eq!(json["og_title"], "Pão fresco - Padaria Sol");
    assert_eq!(json["og_description"], "Sobre Pão");
    page.meta.social = Social {
        title: "Rede %%title%%".to_owned(),
        description: "Texto".to_owned(),
        image: "https://a.example/s.png".to_owned(),
        image_id: Some(2),
    };
    page.meta.card = Social {
        title: "Cartão".to_owned(),
        description: "Outro".to_owned(),
        image: "https://a.example/c.png".to_owned(),
        image_id: None,
    };
    let json = Head::of(&page, &site()).json();
    assert_eq!(json["og_title"], "Rede Pão");
    assert_eq!(json["og_description"], "Texto");
    assert_eq!(
        json["og_image"],
        json!([{"url": "https://a.example/s.png", "type": "", "width": "", "height": ""}])
    );
    assert_eq!(json["twitter_title"], "Cartão");
    assert_eq!(json["twitter_description"], "Outro");
    assert_eq!(json["twitter_image"], "https://a.example/c.png");
}

#[test]
fn a_protected_text_shows_its_sentence_and_no_picture() {
    let mut page = post();
    page.protected = true;
    page.excerpt = "There is no excerpt because this is a protected post.".to_owned();
    page.meta.description = "%%excerpt%%".to_owned();
    let json = Head::of(&page, &site()).json();
    assert_eq!(json["og_description"], page.excerpt);
    assert!(json.get("description").is_none());
    assert!(json.get("og_image").is_none());
}

#[test]
fn lists_name_their_neighbours() {
    let mut page = Page::new(PageKind::Term, "https://a.example/category/doces/page/2/");
    page.values = Values::default().with(Variable::TermTitle, "Doces");
    page.number = 2;
    page.numbers = 3;
    page.prev = Some("https://a.example/category/doces/".to_owned());
    page.next = Some("https://a.example/category/doces/page/3/".to_owned());
    let head = Head::of(&page, &site());
    assert_eq!(
        head.json()["title"],
        "Arquivo de Doces - Página 2 de 3 - Padaria Sol"
    );
    assert_eq!(head.json()["prev"], "https://a.example/category/doces/");
    assert!(
        head.html()
            .contains("<link rel=\"next\" href=\"https://a.example/category/doces/page/3/\" />")
    );
}

#[test]
fn a_site_without_handle_has_no_card_accounts() {
    let mut page = post();
    page.author = None;
    let json = Head::of(&page, &site()).json();
    assert!(json.get("twitter_creator").is_none());
    assert!(json.get("twitter_site").is_none());
    let mut site = site();
    site.profiles.short_message_site = "sol".to_owned();
    assert_eq!(Head::of(&page, &site).json()["twitter_creator"], "@sol");
}

/// A hostile head: every text that people write is `text`.
fn hostile(text: &str) -> Head {
    let mut site = site();
    site.name = text.to_owned();
    site.tagline = text.to_owned();
    site.profiles.social_network_site = text.to_owned();
    site.profiles.short_message_site = text.to_owned();
    let mut page = post();
    page.values = Values::default().with(Variable::Title, text);
    page.excerpt = text.to_owned();
    page.url = format!("https://a.example/{text}");
    page.prev = Some(text.to_owned());
    page.keywords = vec![text.to_owned()];
    page.meta.description = text.to_owned();
    page.meta.card.title = text.to_owned();
    page.breadcrumbs = vec![Crumb {
        name: text.to_owned(),
        url: Some(text.to_owned()),
    }];
    if let Some(author) = &mut page.author {
        author.name = text.to_owned();
        author.description = text.to_owned();
        author.handle = text.to_owned();
        author.avatar = text.to_owned();
    }
    if let Some(image) = &mut page.image {
        image.caption = text.to_owned();
        image.url = text.to_owned();
        image.mime = text.to_owned();
    }
    Head::of(&page, &site)
}

/// The elements of a head: their names and those of their attributes.
fn elements(html: &str) -> Vec<(String, Vec<String>)> {
    markup::lexer::Lexer::new(html)
        .filter_map(|piece| match piece {
            markup::lexer::Piece::Start(tag) => {
                let attributes = tag.attributes.into_iter().map(|(name, _)| name);
                Some((tag.name, attributes.collect()))
            }
            _ => None,
        })
        .collect()
}

#[test]
fn nothing_leaves_its_attribute_or_element() {
    let plain = elements(&hostile("texto").html());
    for text in [
        "\"><script>alert(1)</script>",
        "'><img src=x onerror=alert(1)>",
        "</title><svg/onload=x>",
        "</script><script>alert(1)</script>",
        "--><b>",
        "<!--<script>",
        "x\" onload=\"y",
    ] {
        assert_eq!(elements(&hostile(text).html()), plain, "{text}");
    }
}

#[test]
fn the_script_is_still_json() {
    let head = hostile("</script>&'\u{2028}<!--");
    let html = head.html();
    let script = html.split("class=\"seo-schema-graph\">").nth(1).unwrap();
    let script = script.split("</script>").next().unwrap();
    assert!(!script.contains(['<', '>', '&', '\'', '\u{2028}']));
    let read: Value = serde_json::from_str(script).unwrap();
    assert_eq!(read, head.json()["schema"]);
}

proptest! {
    #[test]
    fn no_text_changes_the_tags(
        text in "[a-z](\\PC|<|>|\"|'|&|</script>|<!--|-->|</title>|%%title%%|&lt;|&quot;){0,20}"
    ) {
        let html = hostile(&text).html();
        let plain = elements(&hostile("texto").html());
        prop_assert_eq!(elements(&html), plain);
        for line in html.lines().filter(|line| line.starts_with("<meta") || line.starts_with("<link")) {
            prop_assert_eq!(line.matches('<').count(), 1);
            prop_assert_eq!(line.matches('>').count(), 1);
            prop_assert_eq!(line.matches('"').count(), 4);
        }
    }
}
