//! Access tokens are renewed in time, by one process at a time, and a withdrawn access is revoked.

use futures_util::future::join_all;
use jiff::SignedDuration;
use service_fakes::Service;
use site_mailbox::{MailboxState, Provider, SendError};

use crate::app::{TestApp, services};

#[tokio::test]
async fn a_token_is_renewed_two_minutes_before_it_expires() {
    for provider in Provider::ALL {
        let (tokens, mails) = services(provider);
        let app = TestApp::new().await;
        app.connect(provider).await;
        app.fakes.clear();
        app.wait(57);
        app.send().await.unwrap();
        assert_eq!(app.renewals(tokens), 0, "{provider:?}");
        app.wait(1);
        app.send().await.unwrap();
        assert_eq!(app.renewals(tokens), 1, "{provider:?}");
        // The renewed token, and at Microsoft the new refresh token, were stored.
        app.send().await.unwrap();
        app.wait(60);
        app.send().await.unwrap();
        assert_eq!(app.renewals(tokens), 2, "{provider:?}");
        assert_eq!(app.fakes.mailed(mails).len(), 4);
        assert_eq!(app.fakes.violations(), Vec::<String>::new());
    }
}

#[tokio::test]
async fn of_simultaneous_mails_one_renews() {
    let app = TestApp::waiting().await;
    app.connect(Provider::Google).await;
    app.fakes.clear();
    app.wait(70);
    let sent = join_all((0..12).map(|_| app.send())).await;
    assert!(sent.iter().all(Result::is_ok), "{sent:?}");
    assert_eq!(app.renewals(Service::GoogleOauth), 1);
    assert_eq!(app.fakes.mailed(Service::Gmail).len(), 12);
}

#[tokio::test]
async fn a_lease_that_nobody_ended_holds_others_for_half_a_minute_at_most() {
    let app = TestApp::new().await;
    app.connect(Provider::Google).await;
    app.wait(70);
    app.fakes.clear();
    app.fakes.fail_next(Service::GoogleOauth, "stall");
    // The process stops while the provider has its request.
    let stopped = tokio::time::timeout(std::time::Duration::from_millis(300), app.send()).await;
    assert!(stopped.is_err());
    let waiting = app.send().await;
    assert!(
        matches!(waiting, Err(SendError::Unavailable(_))),
        "{waiting:?}"
    );
    app.clock.advance(SignedDuration::from_secs(30));
    app.send().await.unwrap();
    assert_eq!(app.renewals(Service::GoogleOauth), 2);
}

#[tokio::test]
async fn a_token_that_is_not_accepted_any_more_is_renewed_once() {
    for provider in Provider::ALL {
        let (tokens, mails) = services(provider);
        let app = TestApp::new().await;
        app.connect(provider).await;
        app.fakes.clear();
        app.fakes.expire_access_tokens();
        app.send().await.unwrap();
        assert_eq!(
            (app.renewals(tokens), app.fakes.mailed(mails).len()),
            (1, 1)
        );

        let refusal = match provider {
            Provider::Google => "authError",
            Provider::Microsoft => "InvalidAuthenticationToken",
        };
        app.fakes.fail_next(mails, refusal);
        app.fakes.fail_next(mails, refusal);
        let refused = app.send().await;
        assert!(
            matches!(refused, Err(SendError::NoAccess(_))),
            "{refused:?}"
        );
        assert_eq!(app.renewals(tokens), 2);
        let stored = app.stored().await;
        assert_eq!(stored.state, MailboxState::Error);
        assert!(stored.last_error.unwrap().contains("401"));
        // The next mail that is accepted ends the failure.
        app.send().await.unwrap();
        let stored = app.stored().await;
        assert_eq!(
            (stored.state, stored.last_error),
            (MailboxState::Active, None)
        );
    }
}

#[tokio::test]
async fn a_withdrawn_access_is_revoked_until_the_mailbox_is_connected_again() {
    for provider in Provider::ALL {
        let (tokens, mails) = services(provider);
        let app = TestApp::new().await;
        app.connect(provider).await;
        app.fakes.revoke_grants();
        app.wait(70);
        let refused = app.send().await;
        assert!(
            matches!(refused, Err(SendError::NoAccess(_))),
            "{refused:?}"
        );
        let stored = app.stored().await;
        assert_eq!(stored.state, MailboxState::Revoked);
        assert!(stored.last_error.unwrap().contains("not accepted"));
        app.fakes.clear();
        assert!(app.send().await.is_err());
        assert_eq!(app.renewals(tokens), 0, "a revoked access was renewed");
        app.connect(provider).await;
        assert_eq!(app.stored().await.state, MailboxState::Active);
        app.send().await.unwrap();
        assert_eq!(app.fakes.mailed(mails).len(), 1);
    }
}

#[tokio::test]
async fn other_failures_are_errors_and_tried_again() {
    for (fault, is_over) in [
        ("503", false),
        ("429", false),
        ("garbage", false),
        ("reset", false),
        ("invalid_client", true),
        ("admin_policy_enforced", true),
    ] {
        let app = TestApp::new().await;
        app.connect(Provider::Google).await;
        app.wait(70);
        app.fakes.fail_next(Service::GoogleOauth, fault);
        let failed = app.send().await;
        let expected = match &failed {
            Err(SendError::NoAccess(_)) => is_over,
            Err(SendError::Unavailable(_)) => !is_over,
            _ => false,
        };
        assert!(expected, "{fault}: {failed:?}");
        let stored = app.stored().await;
        assert_eq!(stored.state, MailboxState::Error, "{fault}");
        assert!(stored.last_error.is_some(), "{fault}");
        app.send().await.unwrap();
        assert_eq!(app.stored().await.state, MailboxState::Active, "{fault}");
    }
}

#[tokio::test]
async fn a_dead_token_service_is_left_alone_for_a_while() {
    let app = TestApp::new().await;
    app.connect(Provider::Google).await;
    app.wait(70);
    app.fakes.clear();
    for _ in 0..5 {
        app.fakes.fail_next(Service::GoogleOauth, "503");
        assert!(app.send().await.is_err());
    }
    let refused = app.send().await;
    assert!(
        matches!(refused, Err(SendError::Unavailable(_))),
        "{refused:?}"
    );
    assert_eq!(app.renewals(Service::GoogleOauth), 5);
    app.clock.advance(SignedDuration::from_secs(31));
    app.send().await.unwrap();
}
