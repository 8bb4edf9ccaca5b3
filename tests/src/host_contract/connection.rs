//! Discovery of the interface and verification of credentials.

use host_client::NAMESPACES;

use super::{HostUnderTest, client};

pub async fn the_interface_is_found(host: &HostUnderTest) {
    let found = client().discover(&host.url).await.unwrap();
    assert!(NAMESPACES.contains(&found.namespace.as_str()));
    assert!(found.namespaces.contains(&found.namespace));
    assert!(
        found.authentication_available,
        "application passwords are offered"
    );
    assert!(
        !found.name.contains('&') || !found.name.contains(';'),
        "{}",
        found.name
    );
    let again = client().index(&host.host().await).await.unwrap();
    assert_eq!(
        again, found,
        "the index of a found root is the index that was found"
    );
}

pub async fn the_credentials_are_proved(host: &HostUnderTest) {
    let user = client().test_connection(&host.host().await).await.unwrap();
    assert!(user.user_id > 0 && !user.name.is_empty());
    assert!(user.can_publish && user.can_upload, "{user:?}");
}

pub async fn rights_are_distinguished(host: &HostUnderTest) {
    if let Some(author) = host.author.clone() {
        let user = client()
            .test_connection(&host.host_as(author).await)
            .await
            .unwrap();
        assert!(user.can_publish && user.can_upload, "{user:?}");
    }
    if let Some(reader) = host.reader.clone() {
        let user = client()
            .test_connection(&host.host_as(reader).await)
            .await
            .unwrap();
        assert!(!user.can_publish && !user.can_upload, "{user:?}");
    }
}
