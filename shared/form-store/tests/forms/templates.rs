//! Forms.

use domain::site::Kind;
use form_store::{FormChange, FormFilter, FormHash, FormOrder, FormStoreError, NewForm};
use futures_util::future::join_all;
use serde_json::json;
use site_store::ContentChange;

use crate::support::TestSite;

fn titled(title: &str) -> NewForm {
    NewForm {
        title: title.to_owned(),
        slug: None,
        hash: None,
        locale: "pt_BR".to_owned(),
        document: json!({ "form": format!("[text* nome] {title}") }),
    }
}

async fn titles(site: &TestSite, filter: &FormFilter) -> Vec<String> {
    let heads = site.forms.forms(filter).await.unwrap();
    heads.into_iter().map(|head| head.title).collect()
}

#[tokio::test]
async fn a_form_is_found_by_its_identifier_and_hash_until_it_is_deleted() {
    let site = TestSite::new().await;
    let form = site
        .forms
        .create_form(&site.site, &titled("Contato"))
        .await
        .unwrap();
    assert_eq!(
        (form.head.slug.as_str(), form.head.locale.as_str()),
        ("contato", "pt_BR")
    );
    let (id, hash) = (form.head.id, form.head.hash.clone());
    assert_eq!(site.forms.form(id).await.unwrap().as_ref(), Some(&form));
    assert_eq!(
        site.forms.form_by_hash(&hash).await.unwrap().as_ref(),
        Some(&form)
    );
    let other = site.of("horta");
    assert_eq!(other.form(id).await.unwrap(), None);
    assert_eq!(other.form_by_hash(&hash).await.unwrap(), None);

    assert_eq!(site.forms.delete_form(id).await.unwrap(), Some(form));
    assert_eq!(site.forms.delete_form(id).await.unwrap(), None);
    assert_eq!(site.forms.form(id).await.unwrap(), None);
    assert_eq!(site.forms.form_by_hash(&hash).await.unwrap(), None);
    assert_eq!(
        titles(&site, &FormFilter::default()).await,
        Vec::<String>::new()
    );
    // Its slug is free again, its identifier is not.
    let again = site
        .forms
        .create_form(&site.site, &titled("Contato"))
        .await
        .unwrap();
    assert_eq!(again.head.slug, "contato");
    assert!(again.head.id > id);
}

#[tokio::test]
async fn forms_and_posts_share_no_identifier() {
    let site = TestSite::new().await;
    let mut ids = Vec::new();
    for title in ["Um", "Dois", "Três"] {
        let form = site
            .forms
            .create_form(&site.site, &titled(title))
            .await
            .unwrap();
        let change = ContentChange {
            title: Some(title.into()),
            ..ContentChange::default()
        };
        let post = site.site.create(Kind::Post, 1, &change).await.unwrap();
        ids.extend([form.head.id, post.id]);
    }
    assert!(ids.is_sorted_by(|one, next| one < next), "{ids:?}");
}

#[tokio::test]
async fn slugs_are_unique_among_forms() {
    let site = TestSite::new().await;
    let created = join_all((0..5).map(|_| async {
        let form = site
            .forms
            .create_form(&site.site, &titled("Orçamento já"))
            .await;
        form.unwrap().head.slug
    }));
    let mut slugs = created.await;
    slugs.sort();
    let numbered = (2..6).map(|number| format!("orcamento-ja-{number}"));
    let expected: Vec<_> = std::iter::once("orcamento-ja".to_owned())
        .chain(numbered)
        .collect();
    assert_eq!(slugs, expected);
    let empty = site
        .forms
        .create_form(&site.site, &titled("!!!"))
        .await
        .unwrap();
    assert_eq!(empty.head.slug, "form");
}

#[tokio::test]
async fn an_imported_form_keeps_its_slug_and_hash() {
    let site = TestSite::new().await;
    let hash: FormHash = "0a1b2c3".parse().unwrap();
    let imported = NewForm {
        slug: Some("antigo".to_owned()),
        hash: Some(hash.clone()),
        ..titled("Novo nome")
    };
    let form = site.forms.create_form(&site.site, &imported).await.unwrap();
    assert_eq!(
        (form.head.slug.as_str(), &form.head.hash),
        ("antigo", &hash)
    );
    let again = site.forms.create_form(&site.site, &imported).await;
    assert!(matches!(again, Err(FormStoreError::FormExists)));
}

#[tokio::test]
async fn a_change_leaves_the_slug_and_the_members_that_are_not_given() {
    let site = TestSite::new().await;
    let form = site
        .forms
        .create_form(&site.site, &titled("Contato"))
        .await
        .unwrap();
    site.advance(90);
    let change = FormChange {
        title: Some("Fale conosco".to_owned()),
        ..FormChange::default()
    };
    let changed = site.forms.update_form(form.head.id, &change).await.unwrap();
    assert_eq!(
        (&changed.document, &changed.head.slug),
        (&form.document, &form.head.slug)
    );
    assert_eq!(
        changed.head.modified_at,
        form.head.created_at + jiff::SignedDuration::from_secs(90)
    );
    let change = FormChange {
        locale: Some("en_US".to_owned()),
        document: Some(json!({ "form": "[email* seu-email]" })),
        ..FormChange::default()
    };
    let changed = site.forms.update_form(form.head.id, &change).await.unwrap();
    assert_eq!(
        site.forms.form(form.head.id).await.unwrap(),
        Some(changed.clone())
    );
    let listed = site.forms.forms(&FormFilter::default()).await.unwrap();
    assert_eq!(listed, [changed.head]);
    let unknown = site.forms.update_form(9_999, &change).await;
    assert!(matches!(unknown, Err(FormStoreError::UnknownForm)));
}

#[tokio::test]
async fn a_list_is_searched_ordered_and_limited() {
    let site = TestSite::new().await;
    for title in ["banco", "Abacate", "cacau", "Abiu"] {
        site.advance(5);
        site.forms
            .create_form(&site.site, &titled(title))
            .await
            .unwrap();
    }
    let all = FormFilter::default();
    assert_eq!(
        titles(&site, &all).await,
        ["banco", "Abacate", "cacau", "Abiu"]
    );
    let by_title = FormFilter {
        order: FormOrder::Title,
        ..all.clone()
    };
    assert_eq!(
        titles(&site, &by_title).await,
        ["Abacate", "Abiu", "banco", "cacau"]
    );
    let newest = FormFilter {
        order: FormOrder::Created,
        is_descending: true,
        offset: 1,
        limit: Some(2),
        ..all.clone()
    };
    assert_eq!(titles(&site, &newest).await, ["cacau", "Abacate"]);
    let found = FormFilter {
        search: Some("ABA".to_owned()),
        ..all
    };
    assert_eq!(titles(&site, &found).await, ["Abacate"]);
}

#[tokio::test]
async fn a_document_beyond_the_size_of_a_record_takes_no_identifier() {
    let site = TestSite::new().await;
    let first = site
        .forms
        .create_form(&site.site, &titled("Um"))
        .await
        .unwrap();
    let random: String = (0..40_000)
        .map(|_| site.parts.random.uuid().to_string())
        .collect();
    let large = NewForm {
        document: json!(random),
        ..titled("Grande")
    };
    let refused = site.forms.create_form(&site.site, &large).await;
    assert!(matches!(refused, Err(FormStoreError::TooLarge { bytes, limit }) if bytes > limit));
    let next = site
        .forms
        .create_form(&site.site, &titled("Dois"))
        .await
        .unwrap();
    assert_eq!(next.head.id, first.head.id + 1);
}
