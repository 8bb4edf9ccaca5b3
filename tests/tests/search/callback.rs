//! The way back from the consent screen: what the popup is told, and what is stored.

use service_fakes::{Consent, Service};

use crate::agency::Agency;

/// Checks that nothing is stored, and that the page names the failure.
async fn refused(agency: &Agency, code: &str, fault: &str) {
    let page = agency.connect().await;
    assert!(!page.status.is_success(), "{fault}");
    let told = format!("data-code=\"{code}\"");
    assert!(page.text.contains(&told), "{fault}: {}", page.text);
    assert_eq!(agency.status().await["status"], "none", "{fault}");
}

#[tokio::test]
async fn each_answer_of_the_person_is_told_apart() {
    let agency = Agency::open().await;
    let indexing = "https://www.googleapis.com/auth/indexing";
    let search = "https://www.googleapis.com/auth/webmasters";
    for (consent, code) in [
        (Consent::Denied, "access_denied"),
        (Consent::Again, "no_refresh_token"),
        (Consent::Without(indexing.to_owned()), "missing_scope"),
        (Consent::Without(search.to_owned()), "missing_scope"),
    ] {
        let name = format!("{consent:?}");
        agency.fakes.consent_next(consent);
        refused(&agency, code, &name).await;
    }
    agency.connect().await;
    assert_eq!(agency.status().await["status"], "connected");
    agency.close();
}

#[tokio::test]
async fn each_refusal_of_the_exchange_is_told_apart() {
    let agency = Agency::open().await;
    for (fault, code) in [
        ("invalid_grant", "invalid_code"),
        ("invalid_client", "invalid_client"),
        ("unauthorized_client", "invalid_client"),
        ("redirect_uri_mismatch", "invalid_client"),
        ("invalid_scope", "provider_refused"),
        ("admin_policy_enforced", "provider_refused"),
        ("org_internal", "provider_refused"),
        ("429", "provider_failed"),
        ("500", "provider_failed"),
        ("503", "provider_failed"),
        ("html-502", "provider_failed"),
        ("garbage", "provider_failed"),
        ("reset", "provider_failed"),
    ] {
        let back = agency.consent().await;
        agency.fail(Service::GoogleOauth, fault);
        let page = agency.callback(&back).await;
        agency.fakes.clear();
        assert!(!page.status.is_success(), "{fault}");
        let told = format!("data-code=\"{code}\"");
        assert!(page.text.contains(&told), "{fault}: {}", page.text);
        assert_eq!(agency.status().await["status"], "none", "{fault}");
    }
    agency.close();
}

#[tokio::test]
async fn a_state_is_accepted_once() {
    let agency = Agency::open().await;
    let back = agency.consent().await;
    assert!(agency.callback(&back).await.status.is_success());
    let again = agency.callback(&back).await;
    assert!(
        again.text.contains("data-code=\"used_state\""),
        "{}",
        again.text
    );
    assert_eq!(agency.token_requests("authorization_code"), 1);
    assert_eq!(agency.status().await["status"], "connected");
    agency.close();
}
