//! What stands around a text: the way to it, its excerpt, how long it takes, who wrote it, and what to read next.

use std::sync::Arc;

use domain::site::{Kind, Taxonomy};
use site_store::{
    Content, ContentChange, NewFile, ReaderPassword, TermChange, UserChange, anything,
};

use crate::support::{Site, published};

async fn term(site: &Site, taxonomy: Taxonomy, name: &str, parent: u64) -> u64 {
    let change = TermChange {
        name: Some(name.to_owned()),
        parent: Some(parent),
        ..TermChange::default()
    };
    site.store.create_term(taxonomy, &change).await.unwrap().id
}

fn in_terms(mut change: ContentChange, taxonomy: Taxonomy, terms: &[u64]) -> ContentChange {
    change.terms.insert(taxonomy, terms.to_vec());
    change
}

/// A photograph of the given size among the media.
async fn photograph(site: &Site, width: u32, height: u32) -> Arc<Content> {
    let file = NewFile {
        name: "serra.jpg".to_owned(),
        bytes: pictures::generate::photograph(width, height, 1).unwrap(),
        author: site.admin,
        makes_sizes: true,
        title: None,
        change: ContentChange::default(),
    };
    site.store.upload(file).await.unwrap()
}

#[tokio::test]
async fn pictures_of_the_media_have_the_sizes_of_their_file() {
    let site = Site::new().await;
    let file = photograph(&site, 1600, 1000).await;
    let media = file.media.as_ref().unwrap();
    let address = format!("https://exemplo.com.br/uploads/{}", media.path);
    let class = format!("class=\"wp-image-{}\"", file.id);
    let pictures = [
        format!("<img {class} src=\"{address}\">"),
        format!(
            "<img {class} src=\"https://outro.example/uploads/{}\">",
            media.path
        ),
        format!("<img {class} src=\"{address}\" srcset=\"/meu.jpg 10w\">"),
        "<img class=\"wp-image-999\" src=\"/x.jpg\">".to_owned(),
    ];
    site.post("Pão", &pictures.join("\n")).await;
    let page = site.get("/pao/").await;
    let tag = |at: usize| {
        let prose = page.text.split("class=\"prose\"").nth(1).unwrap();
        let tag = prose.split("<img").nth(at + 1).unwrap();
        tag.split('>').next().unwrap().to_owned()
    };
    let sized = tag(0);
    for size in media.whole_sizes() {
        let width = format!("{} {}w", size.file, size.width);
        assert!(sized.contains(&width), "{width} is not in {sized}");
    }
    for text in [
        &format!("{address} 1600w"),
        "width=\"1600\" height=\"1000\"",
        "sizes=\"auto, (min-width: 720px) 680px, calc(100vw - 40px)\"",
        "loading=\"lazy\"",
    ] {
        assert!(sized.contains(text), "{text} is not in {sized}");
    }
    // The cropped thumbnail shows another part.
    assert!(!sized.contains("150w"));
    for at in [1, 3] {
        assert!(!tag(at).contains("srcset"), "{}", tag(at));
    }
    assert!(tag(2).contains("srcset=\"/meu.jpg 10w\"") && !tag(2).contains("sizes"));
}

#[tokio::test]
async fn social_networks_get_the_smallest_large_photograph() {
    let site = Site::new().await;
    let file = photograph(&site, 2000, 1250).await;
    let change = ContentChange {
        featured_media: Some(file.id),
        ..published("Pão", "x")
    };
    site.add(Kind::Post, change).await;
    let size = file.media.as_ref().unwrap().sizes.get("1536x1536").unwrap();
    let page = site.get("/pao/").await;
    let image = page
        .text
        .split("property=\"og:image\" content=\"")
        .nth(1)
        .unwrap();
    assert!(
        image.split('"').next().unwrap().ends_with(&size.file),
        "{image}"
    );
    assert!(page.has("property=\"og:image:width\" content=\"1536\""));
}

#[tokio::test]
async fn the_way_to_a_post_leads_through_its_category() {
    let site = Site::new().await;
    let sweets = term(&site, Taxonomy::Category, "Doces & bolos", 0).await;
    let cakes = term(&site, Taxonomy::Category, "Bolos", sweets).await;
    let post = in_terms(published("Fubá", "x"), Taxonomy::Category, &[cakes]);
    site.add(Kind::Post, post).await;
    site.post("Solto", "x").await;
    let page = site.get("/fuba/").await;
    let way = "<li><a href=\"https://exemplo.com.br/\">Início</a></li>\n\
        <li><a href=\"https://exemplo.com.br/category/doces-bolos/\">Doces &amp; bolos</a></li>\n\
        <li><a href=\"https://exemplo.com.br/category/doces-bolos/bolos/\">Bolos</a></li>\n\
        <li aria-current=\"page\">Fubá</li>";
    assert!(page.has(way), "{}", page.text);
    assert_eq!(page.text.matches("BreadcrumbList").count(), 1);
    // A post without a category of its own names none.
    for path in ["/solto/", "/", "/feed/"] {
        let page = site.get(path).await;
        assert!(!page.has("Sem categoria"), "{path}");
    }
}

#[tokio::test]
async fn a_post_tells_its_excerpt_and_how_long_it_takes() {
    let site = Site::new().await;
    let change = ContentChange {
        excerpt: Some("Um <b>resumo</b> à mão".to_owned()),
        ..published("Longo", &"palavra ".repeat(800))
    };
    site.add(Kind::Post, change).await;
    site.post("Curto", "Oi.").await;
    site.add(Kind::Page, published("Sobre", "Nós.")).await;
    let page = site.get("/longo/").await;
    assert!(page.has("<p class=\"lead\">Um resumo à mão</p>"));
    assert!(page.has(" · 4 min de leitura"));
    let page = site.get("/curto/").await;
    assert!(page.has(" · 1 min de leitura") && !page.has("class=\"lead\""));
    assert!(!site.get("/sobre/").await.has("min de leitura"));
}

#[tokio::test]
async fn an_author_with_a_description_is_introduced() {
    let site = Site::new().await;
    site.post("Pão", "x").await;
    assert!(!site.get("/pao/").await.has("Quem escreve"));
    for (url, link) in [
        (
            "https://www.ana.example/blog",
            "<a href=\"https://www.ana.example/blog\" rel=\"noopener\">ana.example</a>",
        ),
        ("javascript:alert(1)", "Todas as publicações"),
    ] {
        let change = UserChange {
            description: Some("Cozinha <i>desde</i> menina.".to_owned()),
            url: Some(url.to_owned()),
            ..UserChange::default()
        };
        site.store.update_user(site.admin, &change).await.unwrap();
        let page = site.get("/pao/").await;
        for text in [
            "Quem escreve",
            "<p>Cozinha desde menina.</p>",
            ">AS</span>",
            link,
        ] {
            assert!(page.has(text), "{text} is not in {}", page.text);
        }
        assert!(!page.has("href=\"javascript:"));
    }
}

#[tokio::test]
async fn posts_that_share_a_tag_are_related() {
    let site = Site::new().await;
    let quick = term(&site, Taxonomy::PostTag, "Rápido", 0).await;
    let tagged = |title: &str| in_terms(published(title, "x"), Taxonomy::PostTag, &[quick]);
    for title in ["Um", "Dois", "Três", "Quatro"] {
        site.add(Kind::Post, tagged(title)).await;
        site.clock.advance(jiff::SignedDuration::from_hours(1));
    }
    let secret = ContentChange {
        password: Some(ReaderPassword("senha".to_owned())),
        ..tagged("Segredo")
    };
    site.add(Kind::Post, secret).await;
    site.post("Sem tag", "x").await;
    let page = site.get("/quatro/").await;
    let related = page.text.split("class=\"related\"").nth(1).unwrap();
    let related = related.split("</section>").next().unwrap();
    let places = ["Três", "Dois", "Um"].map(|title| related.find(&format!(">{title}</a>")));
    assert!(
        places.is_sorted() && places.iter().all(Option::is_some),
        "{related}"
    );
    assert!(!related.contains("Segredo") && !related.contains("Quatro"));
    assert!(!site.get("/sem-tag/").await.has("Leia também"));
}

#[tokio::test]
async fn a_post_can_be_shared_without_a_script() {
    let site = Site::new().await;
    site.post("Pão & mel", "x").await;
    let page = site.get("/pao-mel/").await;
    for text in [
        "href=\"https://wa.me/?text=P%C3%A3o%20%26%20mel%20https%3A%2F%2Fexemplo%2Ecom%2Ebr%2Fpao%2Dmel%2F\"",
        "href=\"mailto:?subject=P%C3%A3o%20%26%20mel",
        ">https://exemplo.com.br/pao-mel/</span>",
    ] {
        assert!(page.has(text), "{text} is not in {}", page.text);
    }
    assert!(
        !page
            .header("content-security-policy")
            .contains("script-src")
    );
}

#[tokio::test]
async fn protected_posts_are_not_on_the_home_page() {
    let site = Site::new().await;
    site.post("Aberto", "x").await;
    let secret = ContentChange {
        password: Some(ReaderPassword("senha".to_owned())),
        sticky: Some(true),
        ..published("Segredo", "x")
    };
    let secret = site.add(Kind::Post, secret).await;
    let home = site.get("/").await;
    assert!(home.has("Aberto") && !home.has("Segredo"));
    let change = ContentChange {
        password: Some(ReaderPassword(String::new())),
        ..ContentChange::default()
    };
    site.store
        .update(Kind::Post, secret.id, &change, &anything)
        .await
        .unwrap();
    assert!(site.get("/").await.has("Segredo"));
}

#[tokio::test]
async fn a_further_page_of_every_list_says_so() {
    let site = Site::new().await;
    let quick = term(&site, Taxonomy::PostTag, "Rápido", 0).await;
    for number in 0..11 {
        let post = published(&format!("Post {number}"), "texto");
        site.add(Kind::Post, in_terms(post, Taxonomy::PostTag, &[quick]))
            .await;
    }
    let author = site.store.user(site.admin).unwrap().slug.clone();
    for path in [
        "/",
        "/tag/rapido/",
        &format!("/author/{author}/"),
        "/2024/05/",
    ] {
        let page = site.get(&format!("{path}page/2/")).await;
        let title = page.text.split("<title>").nth(1).unwrap();
        let title = title.split("</title>").next().unwrap();
        assert!(title.contains("Página 2 de 2"), "{path}: {title}");
        assert!(page.has("<p class=\"lead\">Página 2 de 2</p>"), "{path}");
    }
}
