//! Each cause of a failed connection is reported as itself.

use std::time::Duration;

use host_client::{Basic, Host, HostError};

use super::{HostUnderTest, client};
use crate::proxy::{Canned, Damage};

const WRONG: &str = "aaaa bbbb cccc dddd eeee ffff";

/// Wrong credentials: refused explicitly, or treated as absent by a plain host.
async fn assert_refused(under_test: &HostUnderTest, user: &str) {
    let credentials = Basic {
        user: user.to_owned(),
        password: WRONG.into(),
    };
    let host = under_test.host_as(credentials).await;
    let error = client().test_connection(&host).await.unwrap_err();
    match &error {
        HostError::CredentialsRefused { .. } => {}
        HostError::CredentialsIgnored { .. } if !under_test.names_wrong_credentials => {}
        other => panic!("{other:?}"),
    }
    assert!(!error.retryable());
    assert!(!format!("{error:?}").contains(WRONG), "a password is shown");
}

pub async fn a_wrong_password_is_named(host: &HostUnderTest) {
    assert_refused(host, &host.admin.user).await;
}

pub async fn an_unknown_user_is_named(host: &HostUnderTest) {
    assert_refused(host, &host.word("ninguem")).await;
}

pub async fn a_login_that_was_stripped_is_named(host: &HostUnderTest) {
    let (damaged, proxy) = host.damaged().await;
    proxy.plan(|_| Damage::StripLogin);
    let error = client().test_connection(&damaged).await.unwrap_err();
    assert!(
        matches!(error, HostError::CredentialsIgnored { .. }),
        "{error:?}"
    );
}

pub async fn a_missing_interface_is_named(host: &HostUnderTest) {
    let found = host.host().await;
    let elsewhere = Host {
        rest_root: found.rest_root.join("/nada-aqui/").unwrap(),
        ..found
    };
    let error = client().test_connection(&elsewhere).await.unwrap_err();
    assert!(
        matches!(error, HostError::RestBlocked { status: 404, .. }),
        "{error:?}"
    );
    let (_, proxy) = host.damaged().await;
    proxy.plan(|_| Damage::Answer(Canned::page(404, "Página não encontrada")));
    let address = format!("http://{}/", proxy.address());
    let error = client().discover(&address).await.unwrap_err();
    assert!(
        matches!(error, HostError::RestBlocked { status: 404, .. }),
        "{error:?}"
    );
    assert_eq!(
        error.host_message().as_deref(),
        Some("Página não encontrada")
    );
}

pub async fn a_page_in_place_of_json_is_named(host: &HostUnderTest) {
    let (damaged, proxy) = host.damaged().await;
    proxy.plan(|_| Damage::Answer(Canned::page(200, "Em manutenção")));
    let error = client().test_connection(&damaged).await.unwrap_err();
    assert!(matches!(error, HostError::BadPayload { .. }), "{error:?}");
    let error = client()
        .discover(&format!("http://{}/", proxy.address()))
        .await
        .unwrap_err();
    assert!(
        matches!(error, HostError::RestBlocked { status: 200, .. }),
        "{error:?}"
    );
}

pub async fn a_request_for_fewer_requests_is_diagnosed(host: &HostUnderTest) {
    let (damaged, proxy) = host.damaged().await;
    let answer = Canned::error(429, "too_many", "Devagar").with("Retry-After", "7");
    proxy.plan(move |_| Damage::Answer(answer.clone()));
    let error = client().test_connection(&damaged).await.unwrap_err();
    let wait = Some(Duration::from_secs(7));
    assert!(matches!(error, HostError::RateLimited { retry_after } if retry_after == wait));
}

pub async fn a_missing_right_is_named(host: &HostUnderTest) {
    let Some(reader) = host.reader.clone() else {
        return;
    };
    let reading = host.host_as(reader).await;
    let draft = host.draft("semdireito");
    let slug = draft.slug.clone();
    let error = client().create_post(&reading, draft).await.unwrap_err();
    assert!(
        matches!(error, HostError::MissingPermission { .. }),
        "{error:?}"
    );
    assert!(!error.may_have_happened() && error.host_message().is_some());
    let found = client()
        .find_post_by_slug(&host.host().await, &slug)
        .await
        .unwrap();
    assert_eq!(found, None);
}

pub async fn what_is_not_there_is_rejected(host: &HostUnderTest) {
    let error = client()
        .get_post(&host.host().await, 999_999_999)
        .await
        .unwrap_err();
    assert!(
        matches!(error, HostError::Rejected { status: 404, .. }),
        "{error:?}"
    );
}
