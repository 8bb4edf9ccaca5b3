//! Files on pages: a file shows where everyone may read what it is attached to, and nowhere else
//! (docs/interface/site/access.md#files-of-items).

use bytes::Bytes;
use domain::site::date::DateInput;
use domain::site::{Kind, Status, Taxonomy};
use serde_json::json;
use site_store::{ContentChange, NewFile, TermChange, anything};

use crate::support::{Answer, HOME, Site, published};

/// What pages would show of a file: its name, alternative text, caption, title and address.
const MARKS: [&str; 5] = [
    "zzarquivo",
    "ZZalternativo",
    "ZZlegenda",
    "ZZtitulo",
    "zztitulo",
];

/// One second of silence, as a WAV file.
fn silence() -> Bytes {
    let rate: u32 = 8_000;
    let mut wav = Vec::new();
    wav.extend(b"RIFF");
    wav.extend((36 + rate).to_le_bytes());
    wav.extend(b"WAVEfmt ");
    wav.extend(16_u32.to_le_bytes());
    wav.extend([1, 0, 1, 0]);
    wav.extend(rate.to_le_bytes());
    wav.extend(rate.to_le_bytes());
    wav.extend([1, 0, 8, 0]);
    wav.extend(b"data");
    wav.extend(rate.to_le_bytes());
    wav.extend(vec![128; 8_000]);
    wav.into()
}

async fn uploaded(site: &Site, name: &str, bytes: Bytes, parent: u64) -> u64 {
    let file = NewFile {
        name: name.to_owned(),
        bytes,
        author: site.admin,
        makes_sizes: true,
        title: None,
        change: ContentChange {
            title: Some("ZZtitulo".to_owned()),
            parent: Some(parent),
            alt_text: Some("ZZalternativo".to_owned()),
            excerpt: Some("ZZlegenda".to_owned()),
            ..ContentChange::default()
        },
    };
    site.store.upload(file).await.unwrap().id
}

fn photograph() -> Bytes {
    pictures::generate::photograph(2_000, 1_250, 1).unwrap()
}

/// Posts that name a picture and a recording in all ways, and settings that name the picture.
struct Named {
    picture: u64,
    paths: Vec<String>,
}

impl Named {
    async fn attached_to(site: &Site, parent: u64) -> Self {
        let picture = uploaded(site, "zzarquivo.jpg", photograph(), parent).await;
        let recording = uploaded(site, "zzarquivo.wav", silence(), parent).await;
        let tag = TermChange {
            name: Some("comum".to_owned()),
            ..TermChange::default()
        };
        let tag = site.store.create_term(Taxonomy::PostTag, &tag).await;
        let tag = tag.unwrap().id;
        let mut paths = vec!["/".to_owned(), "/feed/".to_owned()];
        let texts = [
            ("Galeria", format!("[gallery ids=\"{picture}\"]")),
            ("Incluida", format!("[gallery include={picture} link=file]")),
            ("Do outro", format!("[gallery id=\"{parent}\"]")),
            ("Lista", format!("[playlist ids='{recording}']")),
            ("Som", format!("[audio id={parent}]")),
            ("Primeira", format!("<p>a</p><img class=\"wp-image-{picture}\" src=\"https://a.example/x.jpg\">")),
            ("Capa", "<!-- wp:cover {\"useFeaturedImage\":true} --><div class=\"wp-block-cover\"><div class=\"wp-block-cover__inner-container\"></div></div><!-- /wp:cover -->".to_owned()),
            ("Destaque", "<!-- wp:post-featured-image /-->".to_owned()),
            ("Ultimos", "<!-- wp:latest-posts {\"displayFeaturedImage\":true,\"postsToShow\":50} /-->".to_owned()),
            ("Consulta", "<!-- wp:query {\"query\":{\"perPage\":50}} --><div class=\"wp-block-query\"><!-- wp:post-template --><!-- wp:post-featured-image /--><!-- /wp:post-template --></div><!-- /wp:query -->".to_owned()),
            ("Logotipo", "<!-- wp:site-logo /-->".to_owned()),
            ("Menu", format!("<!-- wp:navigation --><!-- wp:navigation-link {{\"label\":\"x\",\"kind\":\"post-type\",\"type\":\"attachment\",\"id\":{picture}}} /--><!-- /wp:navigation -->")),
        ];
        for (at, (title, content)) in texts.iter().enumerate() {
            let mut change = published(title, content);
            change.terms.insert(Taxonomy::PostTag, vec![tag]);
            // Texts that name files themselves have no featured picture: that one would stand for the first in the text.
            if at >= 6 {
                change.featured_media = Some(picture);
            }
            if at % 2 == 0 {
                for key in ["seo_social_image_id", "seo_card_image_id"] {
                    change.meta.insert(key.to_owned(), Some(json!(picture)));
                }
            }
            let post = site.add(Kind::Post, change).await;
            paths.push(format!("/{}/", post.slug));
            if at >= 6 {
                paths.push(format!("/{}/embed/", post.slug));
            }
        }
        paths.extend(
            [
                "/tag/comum/",
                "/author/admin/",
                "/?s=galeria",
                "/tag/comum/feed/",
            ]
            .map(str::to_owned),
        );
        let mut term = TermChange::default();
        term.meta
            .insert("seo_social_image_id".to_owned(), Some(json!(picture)));
        let update = site.store.update_term(Taxonomy::PostTag, tag, &term);
        update.await.unwrap();
        let set = site.store.update_settings(|settings| {
            (settings.site_logo, settings.site_icon) = (picture, picture);
            settings.social_image = picture;
        });
        set.await.unwrap();
        Self { picture, paths }
    }

    async fn pages(&self, site: &Site) -> Vec<(&str, Answer)> {
        let mut pages = Vec::new();
        for path in &self.paths {
            let page = site.get(path).await;
            assert_eq!(page.status, 200, "{path}");
            pages.push((path.as_str(), page));
        }
        pages
    }

    async fn assert_hidden(&self, site: &Site, case: &str) {
        for (path, page) in self.pages(site).await {
            for mark in MARKS {
                assert!(!page.has(mark), "{case}: {mark} on {path}: {}", page.text);
            }
        }
        let own = site.get(&format!("/?attachment_id={}", self.picture)).await;
        assert_eq!(own.status, 404, "{case}");
        assert_eq!(site.get("/favicon.ico").await.status, 404, "{case}");
    }

    /// Every page shows the file; lists show it through their cards, the page of a text in its body or head.
    async fn assert_shown(&self, site: &Site) {
        for (path, page) in self.pages(site).await {
            let mark = MARKS.into_iter().find(|mark| page.has(mark));
            assert!(mark.is_some(), "{path}: {}", page.text);
        }
        assert_eq!(site.get("/favicon.ico").await.status, 302);
    }
}

#[tokio::test]
async fn files_of_unpublished_items_show_nowhere_until_the_item_is_published() {
    for status in [
        Status::Draft,
        Status::Pending,
        Status::Private,
        Status::Future,
    ] {
        let site = Site::new().await;
        let change = ContentChange {
            status: Some(status),
            date: (status == Status::Future)
                .then(|| DateInput::Local("2999-01-01T00:00:00".parse().unwrap())),
            ..published("ZZoculta", "x")
        };
        let parent = site.add(Kind::Post, change).await;
        assert_eq!(parent.status, status);
        let named = Named::attached_to(&site, parent.id).await;
        named.assert_hidden(&site, status.name()).await;
        let before = site.get("/galeria/").await;

        let publish = ContentChange {
            status: Some(Status::Publish),
            date: Some(DateInput::Reset),
            may_publish: true,
            ..ContentChange::default()
        };
        let update = site
            .store
            .update(Kind::Post, parent.id, &publish, &anything);
        update.await.unwrap();
        named.assert_shown(&site).await;
        let after = site.get("/galeria/").await;
        assert_ne!(before.header("etag"), after.header("etag"));

        site.store
            .trash(Kind::Post, parent.id, site.admin, &anything)
            .await
            .unwrap();
        named.assert_hidden(&site, "trash").await;
    }
}

#[tokio::test]
async fn a_file_of_a_file_is_as_readable_as_what_that_hangs_on() {
    let site = Site::new().await;
    let draft = ContentChange {
        status: Some(Status::Draft),
        ..published("Rascunho", "x")
    };
    let draft = site.add(Kind::Post, draft).await.id;
    let middle = uploaded(&site, "meio.jpg", photograph(), draft).await;
    let named = Named::attached_to(&site, middle).await;
    named.assert_hidden(&site, "below a file").await;
}

#[tokio::test]
async fn files_of_public_items_and_files_alone_show_on_every_page() {
    let site = Site::new().await;
    let parent = site.post("Aberta", "x").await;
    Named::attached_to(&site, parent.id)
        .await
        .assert_shown(&site)
        .await;
    let loose = uploaded(&site, "zzarquivo.jpg", photograph(), 0).await;
    site.post("Solta", &format!("[gallery ids={loose}]")).await;
    let page = site.get("/solta/").await;
    assert!(page.has("ZZlegenda") && page.has(HOME));
}
