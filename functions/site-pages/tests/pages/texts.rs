//! Texts of items: media at the places of shortcodes, addresses of the source of an import, styles of authors.

use domain::site::Kind;
use site_store::{ContentChange, NewFile, SourceAddresses};

use crate::support::{Site, published};

/// A PNG of one pixel.
const PNG: &[u8] = &[
    0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, b'I', b'H', b'D', b'R', 0, 0, 0,
    1, 0, 0, 0, 1, 8, 6, 0, 0, 0, 0x1f, 0x15, 0xc4, 0x89, 0, 0, 0, 0x0d, b'I', b'D', b'A', b'T',
    0x78, 0x9c, 0x63, 0xf8, 0xcf, 0xc0, 0xf0, 0x1f, 0, 5, 0, 1, 0xff, 0x89, 0x99, 0x3d, 0x1d, 0, 0,
    0, 0, b'I', b'E', b'N', b'D', 0xae, 0x42, 0x60, 0x82,
];

async fn uploaded(site: &Site, name: &str, parent: u64, text: &str) -> u64 {
    let file = NewFile {
        name: name.to_owned(),
        bytes: PNG.into(),
        author: site.admin,
        makes_sizes: true,
        title: None,
        change: ContentChange {
            parent: Some(parent),
            alt_text: Some(text.to_owned()),
            excerpt: Some(format!("Legenda de {text}")),
            ..ContentChange::default()
        },
    };
    site.store.upload(file).await.unwrap().id
}

#[tokio::test]
async fn a_gallery_shows_the_pictures_that_it_names_or_those_of_its_post() {
    let site = Site::new().await;
    let loose = uploaded(&site, "solta.png", 0, "Solta").await;
    let named = format!("<p>a</p>[gallery ids=\"{loose}\" columns=\"2\" link=\"file\"]<p>b</p>");
    site.post("Com nomes", &named).await;
    let page = site.get("/com-nomes/").await;
    for text in [
        "<div class=\"gallery gallery-columns-2\">",
        "alt=\"Solta\"",
        "<figcaption>Legenda de Solta</figcaption>",
        "<a href=\"https://exemplo.com.br/uploads/",
        ".gallery-columns-2",
    ] {
        assert!(page.has(text), "{text} is not in {}", page.text);
    }
    let own = site.post("Com anexos", "[gallery]").await;
    uploaded(&site, "anexa.png", own.id, "Anexa").await;
    let page = site.get("/com-anexos/").await;
    assert!(page.has("alt=\"Anexa\"") && !page.has("alt=\"Solta\""));
    let feed = site.get("/feed/").await;
    assert!(feed.has("gallery-columns-2") && !feed.has("[gallery"));
    let empty = site.post("Vazia", "<p>x</p>[gallery ids=\"999\"]").await;
    assert!(
        !site
            .get(&format!("/{}/", empty.slug))
            .await
            .has("class=\"gallery")
    );
}

#[tokio::test]
async fn players_and_embeds_take_the_place_of_their_shortcodes() {
    let site = Site::new().await;
    site.post(
        "Mídia",
        "[audio mp3=\"https://b.example/a.mp3\"][/audio]\n\n[video src=\"/uploads/b.mp4\" width=\"640\" height=\"360\"]\n\n[embed]https://youtu.be/abc[/embed]\n\n[embed]https://c.example/x[/embed]\n\n[audio src=\"javascript:x\"]",
    )
    .await;
    let page = site.get("/midia/").await;
    for text in [
        "<audio controls preload=\"metadata\" src=\"https://b.example/a.mp3\"></audio>",
        "<video controls preload=\"metadata\" src=\"/uploads/b.mp4\" width=\"640\" height=\"360\"></video>",
        "<iframe src=\"https://www.youtube-nocookie.com/embed/abc\"",
        "<a href=\"https://c.example/x\">",
    ] {
        assert!(page.has(text), "{text} is not in {}", page.text);
    }
    assert!(!page.has("javascript:") && !page.has("[audio"));
    assert!(
        page.header("content-security-policy")
            .contains("https://www.youtube-nocookie.com")
    );
}

#[tokio::test]
async fn colours_that_a_text_names_have_rules() {
    let site = Site::new().await;
    site.post(
        "Cores",
        "<p class=\"has-accent-background-color has-background\">a</p><p class=\"has-vivid-red-color has-text-color\" style=\"letter-spacing:1px\">b</p>",
    )
    .await;
    let page = site.get("/cores/").await;
    for rule in [
        "#conteudo .has-accent-background-color{background:var(--accent);color:var(--on-accent)}",
        "#conteudo .has-vivid-red-color{color:light-dark(#",
        "#conteudo .s0{letter-spacing:1px}",
    ] {
        assert!(page.has(rule), "{rule} is not in {}", page.text);
    }
    site.post("Sem cores", "<p>a</p>").await;
    let page = site.get("/sem-cores/").await;
    assert!(!page.has("-background-color{"), "{}", page.text);
}

#[tokio::test]
async fn texts_of_an_import_lead_to_the_files_and_pages_of_the_site() {
    let site = Site::new().await;
    let set = site.store.update_settings(|settings| {
        settings.source = SourceAddresses {
            home: "https://antigo.example".to_owned(),
            ..SourceAddresses::default()
        };
    });
    set.await.unwrap();
    site.post(
        "Antigo",
        "<p><a href=\"https://antigo.example/2018/11/05/pao/\"><img src=\"http://antigo.example/wp-content/uploads/2018/11/A.jpg\"></a><img src=\"http://b.example/c.jpg\"></p>",
    )
    .await;
    let page = site.get("/antigo/").await;
    for text in [
        "<a href=\"https://exemplo.com.br/2018/11/05/pao/\">",
        "src=\"https://exemplo.com.br/uploads/2018/11/A.jpg\"",
        "src=\"https://b.example/c.jpg\"",
    ] {
        assert!(page.has(text), "{text} is not in {}", page.text);
    }
    let old = site.get("/wp-content/uploads/2018/11/A.jpg").await;
    let to = "https://exemplo.com.br/uploads/2018/11/A.jpg";
    assert_eq!(old.location(), (301, to));
}

#[tokio::test]
async fn styles_of_authors_are_a_style_sheet_that_the_policy_allows() {
    let site = Site::new().await;
    let change = published(
        "Estilos",
        "<p style=\"color:#a3261d;text-align:center\">a</p><p style=\"position:fixed\">b</p>",
    );
    site.add(Kind::Post, change).await;
    site.post("Simples", "<p>a</p>").await;
    let page = site.get("/estilos/").await;
    assert!(
        page.has("<p class=\"s0\">a</p>") && page.has("<p>b</p>"),
        "{}",
        page.text
    );
    let sheet = "#conteudo .s0{color:#a3261d;text-align:center}</style>";
    assert!(page.has(sheet), "{}", page.text);
    let policy = page.header("content-security-policy");
    assert!(!policy.contains("unsafe"));
    let plain = site.get("/simples/").await;
    let styles = |policy: &str| policy.matches("'sha256-").count();
    let plain_policy = plain.header("content-security-policy");
    assert!(styles(policy) == styles(plain_policy) && policy != plain_policy);
    assert!(!plain.has("wp-block-cover"));
}
