//! Categories, tags and authors.

use super::{HostUnderTest, client};

fn is_plain(name: &str) -> bool {
    !name.is_empty()
        && !["&amp;", "&#", "&quot;"]
            .iter()
            .any(|entity| name.contains(entity))
}

pub async fn categories_have_readable_names(host: &HostUnderTest) {
    let categories = client().categories(&host.host().await).await.unwrap();
    assert!(
        !categories.is_empty(),
        "a host has a category for what has none"
    );
    for category in categories {
        assert!(category.id > 0 && is_plain(&category.name), "{category:?}");
    }
}

pub async fn a_tag_is_made_once(host: &HostUnderTest) {
    let reached = host.host().await;
    let name = format!("Ação & Cia {}", host.word("tag"));
    let first = client().ensure_tag(&reached, &name).await.unwrap();
    let second = client().ensure_tag(&reached, &name).await.unwrap();
    assert_eq!(first, second);
    let other = format!("Outra {}", host.word("tag"));
    let names = [name.clone(), other, String::new(), name];
    let ids = client().ensure_tags(&reached, &names).await.unwrap();
    assert_eq!((ids.len(), ids[0]), (2, first));
}

pub async fn authors_include_the_user(host: &HostUnderTest) {
    let reached = host.host().await;
    let user = client().test_connection(&reached).await.unwrap();
    let authors = client().authors(&reached).await.unwrap();
    assert!(
        authors.list.iter().any(|author| author.id == user.user_id),
        "{authors:?}"
    );
    assert!(
        authors.list.iter().all(|author| is_plain(&author.name)),
        "{authors:?}"
    );
}
