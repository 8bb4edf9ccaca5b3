//! Code snippets of a host are imported with their state.

use domain::site::SnippetScope;
use pauta_tests::site::TestSite;
use site_import::Report;
use site_store::{Freshness, Snippet, SnippetChange};

use crate::import::{copied, site};

fn snippet(name: &str, scope: SnippetScope) -> SnippetChange {
    SnippetChange {
        name: Some(name.to_owned()),
        desc: Some(format!("<p>Descrição de {name}</p>")),
        code: Some(format!("/* código de {name} */")),
        tags: Some(vec![name.to_owned(), "comum".to_owned()]),
        scope: Some(scope),
        active: Some(true),
        priority: Some(17),
    }
}

async fn create(site: &TestSite, change: &SnippetChange) -> u64 {
    let store = site.as_another_process();
    store.refresh(Freshness::Asked).await.unwrap();
    let check = |snippet: &Snippet, _: &[&Snippet]| snippet.error_of_scope();
    store.create_snippet(change, &check).await.unwrap().id
}

async fn snippets(site: &TestSite) -> Vec<Snippet> {
    let store = site.as_another_process();
    store.refresh(Freshness::Asked).await.unwrap();
    let snippets = store.snippets();
    snippets.iter().map(|one| (**one).clone()).collect()
}

fn hint(report: &Report) -> bool {
    let mut hints = report.hints.iter();
    hints.any(|hint| hint.contains("active code snippets"))
}

#[tokio::test]
async fn snippets_are_copied_and_examples_give_way() {
    let (source, copy) = (site(21).await, site(22).await);
    for (name, scope) in [
        ("estilo", SnippetScope::SiteCss),
        ("roteiro", SnippetScope::SiteFooterJs),
        ("php", SnippetScope::FrontEnd),
    ] {
        create(&source, &snippet(name, scope)).await;
    }
    let store = copy.as_another_process();
    store.seed_snippets().await.unwrap();
    let report = copied(&source, &copy).await;
    assert!(report.is_complete(), "{:#?}", report.left_out);
    assert_eq!(report.counts("snippets").added, 3);
    assert!(hint(&report));
    let there = snippets(&source).await;
    let here = snippets(&copy).await;
    assert_eq!(here[..3], there[..]);
    // An example whose identifier the source does not have stays.
    assert_eq!(here.len(), 4);

    let again = copied(&source, &copy).await;
    assert_eq!(again.counts("snippets").unchanged, 3);
    assert_eq!(snippets(&copy).await, here);
}

#[tokio::test]
async fn a_snippet_of_the_sites_own_is_not_overwritten() {
    let (source, copy) = (site(23).await, site(24).await);
    create(&source, &snippet("deles", SnippetScope::SiteCss)).await;
    create(&copy, &snippet("nosso", SnippetScope::SiteHeadJs)).await;
    let report = copied(&source, &copy).await;
    assert_eq!(report.counts("snippets").left_out, 1);
    assert!(!hint(&report));
    let here = snippets(&copy).await;
    assert_eq!((here.len(), here[0].name.as_str()), (1, "nosso"));
}
