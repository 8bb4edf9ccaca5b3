//! What the site's settings make of its pages: logo, icons, picture for social networks, colours, typeface, front page.

use site_store::{ColorScheme, ContentChange, FrontLayout, NewFile, Theme, Typeface};

use crate::support::Site;

/// A picture that is wide enough for smaller sizes.
const PICTURE: &[u8] = include_bytes!("../../../../docs/samples/varanda.png");

async fn uploaded(site: &Site, name: &str) -> u64 {
    let file = NewFile {
        name: name.to_owned(),
        bytes: PICTURE.into(),
        author: site.admin,
        makes_sizes: true,
        title: None,
        change: ContentChange::default(),
    };
    site.store.upload(file).await.unwrap().id
}

#[tokio::test]
async fn logo_icons_and_social_picture_come_from_the_settings() {
    let site = Site::new().await;
    site.post("Sem figura", "<p>Texto.</p>").await;
    let before = site.get("/").await;
    assert!(before.has("<link rel=\"icon\" href=\"data:,\">"));
    assert!(!before.has("og:image"));
    assert_eq!(site.get("/favicon.ico").await.status, 404);
    let (logo, icon) = (
        uploaded(&site, "marca.png").await,
        uploaded(&site, "icone.png").await,
    );
    let social = uploaded(&site, "rede.png").await;
    site.store
        .update_settings(|settings| {
            settings.title = "Quintal & Cia".to_owned();
            (settings.site_logo, settings.site_icon) = (logo, icon);
            settings.social_image = social;
        })
        .await
        .unwrap();
    for path in ["/", "/sem-figura/", "/nada/"] {
        let page = site.get(path).await;
        let (_, brand) = page.text.split_once("<p class=\"brand\">").unwrap();
        let (brand, _) = brand.split_once("</p>").unwrap();
        assert!(
            brand.contains("/marca") && brand.contains("alt=\"Quintal &#38; Cia\""),
            "{brand}"
        );
        assert!(
            page.has("<link rel=\"icon\" href=\"https://exemplo.com.br/uploads/"),
            "{path}"
        );
        assert!(page.has("<link rel=\"apple-touch-icon\" href=\"https://exemplo.com.br/uploads/"));
        assert!(!page.has("data:,"));
    }
    let post = site.get("/sem-figura/").await;
    assert!(
        post.text
            .contains("og:image\" content=\"https://exemplo.com.br/uploads/")
    );
    assert!(post.text.contains("/rede.png"));
    let icon = site.get("/favicon.ico").await;
    assert_eq!(icon.status, 302);
    assert!(icon.header("location").contains("/icone"));
}

#[tokio::test]
async fn colours_typeface_and_front_page_follow_the_settings() {
    let site = Site::new().await;
    for number in 1..=3 {
        site.post(&format!("Conto {number}"), "<p>Texto.</p>").await;
    }
    let magazine = site.get("/").await;
    assert!(magazine.has("<ul class=\"cards front\">"));
    assert!(magazine.has("color-scheme:light dark") && magazine.has("--accent:#1b6b3a"));
    site.store
        .update_settings(|settings| {
            settings.theme = Theme {
                accent: "#8a1c5c".to_owned(),
                typeface: Typeface::Sans,
                color_scheme: ColorScheme::Light,
                front: FrontLayout::List,
            };
        })
        .await
        .unwrap();
    let list = site.get("/").await;
    assert!(list.has("<ul class=\"cards one\">"));
    for declaration in [
        "--accent:#8a1c5c",
        "--font-text:var(--font-ui)",
        "color-scheme:light;",
    ] {
        assert!(list.has(declaration), "{declaration}");
    }
    assert!(!list.has("--accent:#1b6b3a"));
    // The policy allows exactly the style sheets of the page.
    let policy = list.header("content-security-policy");
    let (_, styles) = policy.split_once("style-src ").unwrap();
    let (styles, _) = styles.split_once(';').unwrap();
    assert_eq!(
        styles.split(' ').count(),
        list.text.matches("<style>").count()
    );
}
