//! The return from the provider's page: once, in time, for the administrator who began, and with what the provider says.

use domain::site::Role;
use http::Method;
use serde_json::json;
use service_fakes::{Consent, Service};
use site_store::UserChange;

use crate::mailbox::{google, microsoft};
use crate::support::{Answer, Site, Who};

fn text(page: &Answer) -> String {
    String::from_utf8(page.bytes.clone()).unwrap()
}

#[tokio::test]
async fn the_page_is_html_that_runs_nothing_and_is_kept_nowhere() {
    let site = Site::new().await;
    let page = site.connect(&google()).await;
    assert_eq!(page.header("content-type"), "text/html; charset=UTF-8");
    assert!(
        page.header("content-security-policy")
            .starts_with("default-src 'none'")
    );
    assert_eq!(page.header("cache-control"), "no-store");
    assert_eq!(page.header("referrer-policy"), "no-referrer");
    let html = text(&page);
    assert!(html.contains("<h1>Caixa postal conectada</h1>"), "{html}");
    assert!(!html.contains("4/0A"), "the code is shown: {html}");
}

#[tokio::test]
async fn a_state_is_used_once() {
    let site = Site::new().await;
    let back = site.consent(&google()).await;
    assert_eq!(site.come_back(&back).await.status, 200);
    let again = site.come_back(&back).await;
    assert_eq!(again.refusal(), (401, "rest_forbidden".to_owned()));
    assert_eq!(site.mailbox_state().await["state"], "active");
}

#[tokio::test]
async fn of_simultaneous_returns_one_connects() {
    let site = Site::new().await;
    let back = site.consent(&google()).await;
    let (one, two, three) = tokio::join!(
        site.come_back(&back),
        site.come_back(&back),
        site.come_back(&back)
    );
    let mut statuses = [one.status, two.status, three.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 401, 401]);
    let exchanges = site.fakes.calls(Service::GoogleOauth);
    let exchanges = exchanges.iter().filter(|call| call.path == "/token");
    assert_eq!(exchanges.count(), 1);
}

#[tokio::test]
async fn a_state_is_valid_for_thirty_minutes_and_until_the_next_one() {
    let site = Site::new().await;
    let late = site.consent(&google()).await;
    site.wait(30 * 60);
    assert_eq!(site.come_back(&late).await.refusal().0, 401);
    let replaced = site.consent(&google()).await;
    let last = site.consent(&microsoft()).await;
    assert_eq!(site.come_back(&replaced).await.refusal().0, 401);
    assert_eq!(site.come_back(&last).await.status, 200);
}

#[tokio::test]
async fn a_refused_consent_connects_nothing_and_uses_the_state_up() {
    for body in [google(), microsoft()] {
        let site = Site::new().await;
        site.fakes.consent_next(Consent::Denied);
        let back = site.consent(&body).await;
        let page = site.come_back(&back).await;
        assert_eq!(page.status, 400);
        assert!(
            text(&page).contains("não foi autorizado"),
            "{}",
            text(&page)
        );
        assert_eq!(site.mailbox_state().await["state"], "none");
        assert_eq!(site.come_back(&back).await.refusal().0, 401);
    }
}

#[tokio::test]
async fn what_the_provider_does_not_grant_is_said() {
    let scope = "https://www.googleapis.com/auth/gmail.send".to_owned();
    let other = "https://graph.microsoft.com/Mail.Send".to_owned();
    for (body, consent, expected) in [
        (google(), Consent::Without(scope), "Faltou permitir"),
        (microsoft(), Consent::Without(other), "Faltou permitir"),
        (google(), Consent::Again, "acesso duradouro"),
        (
            microsoft(),
            Consent::Without("offline_access".to_owned()),
            "acesso duradouro",
        ),
        (
            google(),
            Consent::Without("openid".to_owned()),
            "endereço da conta",
        ),
    ] {
        let site = Site::new().await;
        site.fakes.consent_next(consent);
        let page = site.connect(&body).await;
        assert_eq!(page.status, 400, "{expected}");
        assert!(text(&page).contains(expected), "{}", text(&page));
        assert_eq!(site.mailbox_state().await["state"], "none");
    }
}

#[tokio::test]
async fn failures_of_the_exchange_leave_an_earlier_connection_as_it_is() {
    for (fault, status, expected) in [
        ("invalid_grant", 400, "já foi usado"),
        ("invalid_client", 502, "cliente OAuth"),
        ("503", 502, "não respondeu"),
        ("reset", 502, "não respondeu"),
        ("garbage", 502, "não respondeu"),
        ("html-502", 502, "não respondeu"),
        ("org_internal", 400, "recusou"),
    ] {
        let site = Site::new().await;
        site.connect(&google()).await;
        let before = site.mailbox_state().await;
        let back = site.consent(&google()).await;
        site.fakes.fail_next(Service::GoogleOauth, fault);
        let page = site.come_back(&back).await;
        assert_eq!(page.status, status, "{fault}");
        assert!(text(&page).contains(expected), "{fault}: {}", text(&page));
        assert_eq!(site.mailbox_state().await, before, "{fault}");
    }
}

#[tokio::test]
async fn a_return_without_a_code_or_with_a_foreign_one_connects_nothing() {
    for (parameters, expected) in [
        ("", "não devolveu um código"),
        ("&code=", "não devolveu um código"),
        ("&code[]=a", "não devolveu um código"),
        ("&error=server_error", "não devolveu um código"),
        ("&code=4/0Ade-outro", "já foi usado"),
        ("&code=%0D%0Ax", "já foi usado"),
    ] {
        let site = Site::new().await;
        let back = site.consent(&google()).await;
        let state = back
            .split("state=")
            .nth(1)
            .unwrap()
            .split('&')
            .next()
            .unwrap();
        let path = format!("/rest/mail-smtp/oauth_callback?state={state}{parameters}");
        let page = site.come_back(&path).await;
        assert_eq!(page.status, 400, "{parameters}");
        assert!(
            text(&page).contains(expected),
            "{parameters}: {}",
            text(&page)
        );
    }
}

#[tokio::test]
async fn an_administrator_who_is_none_any_more_connects_nothing() {
    let site = Site::new().await;
    let back = site.consent(&google()).await;
    let change = UserChange {
        roles: Some(vec![Role::Editor]),
        ..UserChange::default()
    };
    let admin = site.store.user_by_login("admin").unwrap();
    // Another administrator takes over first: a site always has one.
    let other = site.store.user_by_login("editor").unwrap();
    let promoted = UserChange {
        roles: Some(vec![Role::Administrator]),
        ..UserChange::default()
    };
    site.store.update_user(other.id, &promoted).await.unwrap();
    site.store.update_user(admin.id, &change).await.unwrap();
    let page = site.come_back(&back).await;
    assert_eq!(page.status, 400);
    assert!(
        text(&page).contains("não administra mais"),
        "{}",
        text(&page)
    );
}

#[tokio::test]
async fn nothing_of_the_return_reaches_the_page() {
    let site = Site::new().await;
    let back = site.consent(&google()).await;
    let state = back
        .split("state=")
        .nth(1)
        .unwrap()
        .split('&')
        .next()
        .unwrap();
    let evil = "%3Cscript%3Ealert(1)%3C/script%3E";
    let path = format!(
        "/rest/mail-smtp/oauth_callback?state={state}&error={evil}&error_description={evil}&code={evil}"
    );
    let page = site.ask(Who::Anonymous, Method::GET, &path).await;
    assert_eq!(page.status, 400);
    assert!(!text(&page).contains("script"), "{}", text(&page));
    assert_eq!(
        site.mailbox_state().await["providers"][0],
        json!({ "name": "google", "configured": true })
    );
}
