//! Numbers of published texts by score.

use domain::site::{Kind, Status, Taxonomy};
use site_store::{
    ContentChange, IndexBasis, IndexDraft, IndexMeasure, IndexObject, IndexScope, IndexScores,
    SiteStore, TermChange, anything,
};

use crate::support::{TestSite, titled};

const MEASURES: [IndexMeasure; 2] = [IndexMeasure::Seo, IndexMeasure::Readability];

/// All counts of the first author and category.
pub fn all(store: &SiteStore) -> Vec<String> {
    let mut all = Vec::new();
    for scope in [
        IndexScope::All,
        IndexScope::Author(1),
        IndexScope::Category(1),
    ] {
        for kind in [Kind::Post, Kind::Page] {
            for measure in MEASURES {
                let counts = store.index_counts(scope, kind, measure).unwrap();
                all.push(format!("{scope:?} {kind:?} {measure:?} {counts:?}"));
            }
        }
    }
    all
}

/// Scores and numbers of texts, without those that search engines shall not show.
fn shown(store: &SiteStore, scope: IndexScope, measure: IndexMeasure) -> Vec<(Option<u32>, u64)> {
    let counts = store.index_counts(scope, Kind::Post, measure).unwrap();
    let shown = counts.into_iter().filter(|one| !one.noindex);
    shown.map(|one| (one.score, one.texts)).collect()
}

async fn record(site: &TestSite, id: u64, scores: IndexScores) {
    let item = site.store.get(id).await.unwrap().unwrap();
    let draft = IndexDraft {
        object: IndexObject::Content(id),
        basis: IndexBasis::Content(item.seq),
        scores,
        links: None,
    };
    let entered = site.store.put_index_records(&[draft]).await.unwrap();
    assert_eq!(entered.len(), 1);
}

#[tokio::test]
async fn texts_without_a_record_are_counted_without_a_score() {
    let site = TestSite::new().await;
    let post = titled("Jardim", Status::Publish);
    let id = site.store.create(Kind::Post, 1, &post).await.unwrap().id;
    for scope in [IndexScope::All, IndexScope::Category(1)] {
        for measure in MEASURES {
            assert_eq!(shown(&site.store, scope, measure), [(None, 1)]);
        }
    }
    let scores = IndexScores {
        seo: Some(70),
        readability: Some(30),
        noindex: false,
    };
    record(&site, id, scores).await;
    for scope in [IndexScope::All, IndexScope::Category(1)] {
        assert_eq!(shown(&site.store, scope, MEASURES[0]), [(Some(70), 1)]);
        assert_eq!(shown(&site.store, scope, MEASURES[1]), [(Some(30), 1)]);
    }
    site.store.delete(Kind::Post, id, &anything).await.unwrap();
    assert_eq!(shown(&site.store, IndexScope::All, MEASURES[0]), []);
}

#[tokio::test]
async fn hidden_texts_have_no_score_for_search_engines() {
    let site = TestSite::new().await;
    let post = titled("Jardim", Status::Publish);
    let id = site.store.create(Kind::Post, 1, &post).await.unwrap().id;
    let scores = |measure| {
        let scores = site.store.index_scores(Some(1), Kind::Post, measure);
        scores.unwrap()
    };
    for measure in MEASURES {
        assert_eq!(scores(measure), [(id, None)]);
    }
    let hidden = IndexScores {
        seo: Some(70),
        readability: Some(30),
        noindex: true,
    };
    record(&site, id, hidden).await;
    assert_eq!(scores(IndexMeasure::Seo), []);
    assert_eq!(scores(IndexMeasure::Readability), [(id, Some(30))]);
}

#[tokio::test]
async fn a_deleted_category_leaves_its_texts_to_the_default_category() {
    let site = TestSite::new().await;
    let change = TermChange {
        name: Some("Flores".into()),
        ..TermChange::default()
    };
    let created = site.store.create_term(Taxonomy::Category, &change).await;
    let category = created.unwrap().id;
    let post = ContentChange {
        terms: [(Taxonomy::Category, vec![category])].into(),
        ..titled("Jardim", Status::Publish)
    };
    site.store.create(Kind::Post, 1, &post).await.unwrap();
    let count = |category| {
        let scope = IndexScope::Category(category);
        shown(&site.store, scope, IndexMeasure::Readability)
    };
    assert_eq!((count(category), count(1)), (vec![(None, 1)], vec![]));
    let deleted = site.store.delete_term(Taxonomy::Category, category).await;
    deleted.unwrap();
    assert_eq!((count(category), count(1)), (vec![], vec![(None, 1)]));
}
