//! Terms, and the effect of their deletion on posts.

use domain::site::{Kind, Status, Taxonomy};
use site_store::{ContentChange, Refusal, TermChange, TermFilter, TermOrder, anything};

use crate::support::{TestSite, refused, status, titled};

fn named(name: &str) -> TermChange {
    TermChange {
        name: Some(name.into()),
        ..TermChange::default()
    }
}

async fn names(site: &TestSite, taxonomy: Taxonomy, filter: TermFilter) -> Vec<String> {
    let listed = site.store.terms(taxonomy, &filter).unwrap();
    listed.items.iter().map(|term| term.name.clone()).collect()
}

#[tokio::test]
async fn names_are_unique() {
    let site = TestSite::new().await;
    let store = &site.store;
    let tag = store
        .create_term(Taxonomy::PostTag, &named("Ipê"))
        .await
        .unwrap();
    assert_eq!((tag.id, tag.slug.as_str()), (2, "ipe"));
    let again = store.create_term(Taxonomy::PostTag, &named("IPÊ")).await;
    assert_eq!(refused(again), Refusal::TermExists(2));
    let with_slug = TermChange {
        slug: Some("outro".into()),
        ..named("Ipê")
    };
    let other = store
        .create_term(Taxonomy::PostTag, &with_slug)
        .await
        .unwrap();
    assert_eq!(other.slug, "outro");
    let same_slug = store
        .create_term(Taxonomy::PostTag, &named("Ipe!"))
        .await
        .unwrap();
    assert_eq!(same_slug.slug, "ipe-2");
    let taken = TermChange {
        slug: Some("ipe".into()),
        ..TermChange::default()
    };
    let update = store.update_term(Taxonomy::PostTag, other.id, &taken).await;
    assert_eq!(refused(update), Refusal::DuplicateTermSlug("ipe".into()));
    let empty = store.create_term(Taxonomy::PostTag, &named(" ")).await;
    assert_eq!(refused(empty), Refusal::EmptyTermName);
    let below = TermChange {
        parent: Some(2),
        ..named("x")
    };
    let flat = store.create_term(Taxonomy::PostTag, &below).await;
    assert_eq!(refused(flat), Refusal::TaxonomyNotHierarchical);
}

#[tokio::test]
async fn categories_form_a_tree() {
    let site = TestSite::new().await;
    let store = &site.store;
    let below = |parent, name| TermChange {
        parent: Some(parent),
        ..named(name)
    };
    let plants = store
        .create_term(Taxonomy::Category, &named("Plantas"))
        .await
        .unwrap();
    let trees = store
        .create_term(Taxonomy::Category, &below(plants.id, "Árvores"))
        .await
        .unwrap();
    let nested = store
        .create_term(Taxonomy::Category, &below(trees.id, "Plantas"))
        .await
        .unwrap();
    assert_eq!(nested.slug, "plantas-arvores");
    let missing = store.create_term(Taxonomy::Category, &below(99, "x")).await;
    assert_eq!(refused(missing), Refusal::InvalidParent);
    let ring = TermChange {
        parent: Some(nested.id),
        ..TermChange::default()
    };
    let plants = store
        .update_term(Taxonomy::Category, plants.id, &ring)
        .await
        .unwrap();
    assert_eq!(plants.parent, 0);
    store
        .delete_term(Taxonomy::Category, trees.id)
        .await
        .unwrap();
    assert_eq!(store.term(nested.id).unwrap().parent, plants.id);
}

#[tokio::test]
async fn posts_of_a_deleted_category_get_the_default_one() {
    let site = TestSite::new().await;
    let store = &site.store;
    let category = store
        .create_term(Taxonomy::Category, &named("Jardim"))
        .await
        .unwrap();
    let tag = store
        .create_term(Taxonomy::PostTag, &named("ipê"))
        .await
        .unwrap();
    let mut change = titled("a", Status::Publish);
    change.terms = [
        (Taxonomy::Category, vec![category.id, 99]),
        (Taxonomy::PostTag, vec![tag.id]),
    ]
    .into();
    let post = site.post(change.clone()).await;
    assert_eq!(post.terms_of(Taxonomy::Category), [category.id]);
    change.terms = [(Taxonomy::Category, vec![1, category.id])].into();
    site.post(change).await;
    assert_eq!(store.term_count(category.id), 2);
    assert_eq!(store.term_count(1), 1);
    store
        .delete_term(Taxonomy::Category, category.id)
        .await
        .unwrap();
    let other = site.other_process().await;
    for store in [store, &other] {
        let posts = store.get_many(&[1, 2]).await.unwrap();
        assert_eq!(posts[0].terms_of(Taxonomy::Category), [1]);
        assert_eq!(posts[0].terms_of(Taxonomy::PostTag), [tag.id]);
        assert_eq!(posts[1].terms_of(Taxonomy::Category), [1]);
        assert_eq!(store.term_count(1), 2);
    }
    let default = store.delete_term(Taxonomy::Category, 1).await;
    assert_eq!(refused(default), Refusal::DefaultCategory);
}

#[tokio::test]
async fn counts_include_published_items_only() {
    let site = TestSite::new().await;
    let store = &site.store;
    site.post(titled("a", Status::Draft)).await;
    assert_eq!(store.term_count(1), 0);
    let publish = status(Status::Publish);
    store
        .update(Kind::Post, 1, &publish, &anything)
        .await
        .unwrap();
    assert_eq!(store.term_count(1), 1);
    let none = ContentChange {
        terms: [(Taxonomy::Category, vec![])].into(),
        ..ContentChange::default()
    };
    let post = store.update(Kind::Post, 1, &none, &anything).await.unwrap();
    assert!(post.terms_of(Taxonomy::Category).is_empty());
    assert_eq!(store.term_count(1), 0);
    let post = site.post(titled("b", Status::Publish)).await;
    store
        .trash(Kind::Post, post.id, 0, &anything)
        .await
        .unwrap();
    assert_eq!(store.term_count(1), 0);
    let post = site.post(titled("c", Status::Publish)).await;
    store.delete(Kind::Post, post.id, &anything).await.unwrap();
    assert_eq!(store.term_count(1), 0);
}

#[tokio::test]
async fn lists_of_terms() {
    let site = TestSite::new().await;
    let store = &site.store;
    for name in ["banana", "Árvore", "caju"] {
        store
            .create_term(Taxonomy::PostTag, &named(name))
            .await
            .unwrap();
    }
    let mut change = titled("a", Status::Publish);
    change.terms = [(Taxonomy::PostTag, vec![4])].into();
    site.post(change).await;
    let tags = Taxonomy::PostTag;
    let all = TermFilter::default;
    assert_eq!(
        names(&site, tags, all()).await,
        ["Árvore", "banana", "caju"]
    );
    let by_count = TermFilter {
        order_by: TermOrder::Count,
        descending: true,
        ..all()
    };
    assert_eq!(
        names(&site, tags, by_count).await,
        ["caju", "banana", "Árvore"]
    );
    let used = TermFilter {
        hide_empty: true,
        ..all()
    };
    assert_eq!(names(&site, tags, used).await, ["caju"]);
    let of_post = TermFilter {
        content: Some(1),
        ..all()
    };
    assert_eq!(names(&site, tags, of_post).await, ["caju"]);
    let found = TermFilter {
        search: Some("ARV".into()),
        ..all()
    };
    assert_eq!(names(&site, tags, found).await, ["Árvore"]);
    let given = TermFilter {
        include: vec![4, 2],
        order_by: TermOrder::Include,
        ..all()
    };
    assert_eq!(names(&site, tags, given).await, ["caju", "banana"]);
}

#[tokio::test]
async fn deleting_a_long_menu_deletes_all_its_items() {
    let site = TestSite::new().await;
    let store = &site.store;
    let menu = store
        .create_term(Taxonomy::NavMenu, &named("Principal"))
        .await
        .unwrap();
    let mut change = titled("item", Status::Publish);
    change.terms = [(Taxonomy::NavMenu, vec![menu.id])].into();
    let mut items = Vec::new();
    for _ in 0..200 {
        let item = store.create(Kind::NavMenuItem, 1, &change).await.unwrap();
        items.push(item.id);
    }
    store.delete_term(Taxonomy::NavMenu, menu.id).await.unwrap();
    for store in [store, &site.other_process().await] {
        assert!(store.term(menu.id).is_none());
        assert_eq!(store.get_many(&items).await.unwrap(), []);
    }
}
