//! Articles that follow the instructions, as a model answers them, reach good scores in the analysis.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::path::Path;

use analysis::{Analysis, ContentDate, Status, analyse};
use domain::faq::FaqData;
use jiff::civil::date;
use prompts::{Article, ContentBrief};

/// File, focus keyword, what the person wrote.
const ARTICLES: [(&str, &str, &str); 6] = [
    ("cadeira-ergonomica", "cadeira ergonômica", ""),
    ("cafe-coado", "café coado", ""),
    ("compostagem-domestica", "compostagem doméstica", ""),
    (
        "pao-de-fermentacao-natural",
        "pão de fermentação natural",
        "Falas de Joana Prado, padeira da Padaria Aurora; 180 pães por dia.",
    ),
    (
        "reserva-de-emergencia",
        "reserva de emergência",
        "Use a pesquisa: https://www.institutohorizonte.example/pesquisa-2026.",
    ),
    ("vacina-para-cachorro", "vacina para cachorro", ""),
];

/// Lowest scores for SEO, GEO and AEO. They are measured without what the editor adds to a text: description, pictures,
/// internal links, FAQ.
const FLOORS: [u32; 3] = [70, 72, 80];
/// Checks that no text alone reaches, and those that need facts which the person gives.
const OUT_OF_REACH: [&str; 12] = [
    "keyword_in_meta",
    "meta_length",
    "keyword_in_alt",
    "internal_links",
    "external_links",
    "image_present",
    "image_alt",
    "quotations",
    "sourced_statistics",
    "cited_sources",
    "faq_structured",
    "anchor_text",
];

fn read(file: &str, prompt: &str) -> Article {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/articles");
    let answer = std::fs::read_to_string(folder.join(format!("{file}.html"))).unwrap();
    let brief = ContentBrief {
        prompt: prompt.to_owned(),
        ..ContentBrief::default()
    };
    let mut reader = brief.reader();
    for piece in answer.split_inclusive(' ') {
        reader.feed(piece);
    }
    reader.finish()
}

fn analysis(article: &Article, keyword: &str) -> Analysis {
    analyse(&analysis::Article {
        title: &article.title,
        seo_title: "",
        meta_description: "",
        slug: "",
        focus_keyword: keyword,
        body: &article.body,
        faq: &FaqData::default(),
        faq_supported: true,
        featured_image: None,
        site_host: "cliente.example",
        author_set: Some(true),
        content_date: ContentDate::Unpublished,
        today: date(2026, 11, 23),
    })
}

#[test]
fn articles_that_follow_the_instructions_score_well() {
    let mut faults = Vec::new();
    for (file, keyword, prompt) in ARTICLES {
        let article = read(file, prompt);
        assert!(article.complete, "{file}");
        let analysis = analysis(&article, keyword);
        let scores = [&analysis.seo, &analysis.geo, &analysis.aeo];
        let values = scores.map(|score| score.score);
        println!("{file}: {} words, SEO, GEO, AEO {values:?}", analysis.words);
        assert!((600..=1_200).contains(&analysis.words), "{file}");
        for check in scores.iter().flat_map(|score| &score.checks) {
            if matches!(check.status, Status::Bad | Status::Ok) {
                println!("    {} {:?}: {}", check.id, check.status, check.message);
            }
            if check.status == Status::Bad && !OUT_OF_REACH.contains(&check.id) {
                faults.push(format!("{file}: {} {}", check.id, check.message));
            }
        }
        if values
            .iter()
            .zip(FLOORS)
            .any(|(value, floor)| *value < floor)
        {
            faults.push(format!("{file}: {values:?}"));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn an_article_passes_the_reader_unchanged_but_for_its_title() {
    for (file, _, prompt) in ARTICLES {
        let article = read(file, prompt);
        assert!((30..=60).contains(&article.title.chars().count()), "{file}");
        assert_eq!(
            markup::sanitise::body(&article.body),
            article.body,
            "{file}"
        );
        assert_eq!(
            article.body.contains("<a href="),
            prompt.contains("https://"),
            "{file}"
        );
    }
}
