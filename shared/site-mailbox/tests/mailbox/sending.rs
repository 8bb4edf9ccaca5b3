//! What a mailbox's answer says about a mail.

use jiff::SignedDuration;
use service_fakes::Service;
use site_mailbox::{MailboxState, Provider, SendError};

use crate::app::{ADDRESS, RAW, TestApp, services};

#[tokio::test]
async fn a_mail_reaches_its_recipients_also_the_hidden_ones() {
    for provider in Provider::ALL {
        let (_, mails) = services(provider);
        let app = TestApp::new().await;
        let connected = app.connect(provider).await;
        assert_eq!(
            (connected.address.as_str(), connected.connected_by),
            (ADDRESS, 7)
        );
        app.send().await.unwrap();
        let [mail] = app.fakes.mailed(mails).try_into().unwrap();
        assert_eq!(mail.account, ADDRESS);
        assert_eq!(mail.recipients, ["ana@exemplo.com", "oculta@exemplo.com"]);
        assert_eq!(mail.raw, RAW);
        assert_eq!(app.fakes.violations(), Vec::<String>::new());
    }
}

/// The class of a failure.
fn class(outcome: &Result<(), SendError>) -> &'static str {
    match outcome {
        Ok(()) => "sent",
        Err(SendError::NoAccess(_)) => "no access",
        Err(SendError::Unavailable(_)) => "later",
        Err(SendError::Rejected(_)) => "rejected",
        Err(SendError::TooLarge) => "too large",
        Err(SendError::Uncertain(_)) => "uncertain",
    }
}

const FAILURES: [(Provider, &str, &str); 24] = [
    (Provider::Google, "503", "later"),
    (Provider::Google, "429", "later"),
    (Provider::Google, "rateLimitExceeded", "later"),
    (Provider::Google, "userRateLimitExceeded", "later"),
    (Provider::Google, "quotaExceeded", "later"),
    (Provider::Google, "400", "rejected"),
    (Provider::Google, "failedPrecondition", "no access"),
    (Provider::Google, "insufficientPermissions", "no access"),
    (Provider::Google, "accessNotConfigured", "no access"),
    (Provider::Google, "413", "too large"),
    (Provider::Google, "500", "uncertain"),
    (Provider::Google, "504", "uncertain"),
    (Provider::Google, "html-502", "uncertain"),
    (Provider::Google, "reset", "uncertain"),
    (Provider::Google, "after:reset", "uncertain"),
    (Provider::Microsoft, "503", "later"),
    (Provider::Microsoft, "429", "later"),
    (Provider::Microsoft, "ErrorInvalidRecipients", "rejected"),
    (Provider::Microsoft, "ErrorSendAsDenied", "no access"),
    (
        Provider::Microsoft,
        "MailboxNotEnabledForRESTAPI",
        "no access",
    ),
    (Provider::Microsoft, "413", "too large"),
    (Provider::Microsoft, "504", "uncertain"),
    (Provider::Microsoft, "html-502", "uncertain"),
    (Provider::Microsoft, "after:reset", "uncertain"),
];

#[tokio::test]
async fn each_answer_is_told_apart() {
    for (provider, fault, expected) in FAILURES {
        let (_, mails) = services(provider);
        let app = TestApp::new().await;
        app.connect(provider).await;
        app.fakes.clear();
        app.fakes.fail_next(mails, fault);
        let outcome = app.send().await;
        assert_eq!(
            class(&outcome),
            expected,
            "{provider:?} {fault}: {outcome:?}"
        );
        let handed_over = app
            .fakes
            .calls(mails)
            .iter()
            .filter(|call| call.method == "POST")
            .count();
        assert_eq!(
            handed_over, 1,
            "{provider:?} {fault}: the mail was handed over again"
        );
        let state = app.stored().await.state;
        let is_failing = expected == "no access";
        assert_eq!(
            state == MailboxState::Error,
            is_failing,
            "{provider:?} {fault}"
        );
        assert_eq!(app.fakes.violations(), Vec::<String>::new(), "{fault}");
    }
}

#[tokio::test]
async fn a_mail_that_no_interface_takes_is_not_sent() {
    let app = TestApp::new().await;
    app.connect(Provider::Microsoft).await;
    app.fakes.clear();
    let large = format!("{RAW}{}", "a".repeat(3_000_000));
    let opened = app.mailbox().open().await.unwrap().unwrap();
    assert_eq!(
        opened.send(large.as_bytes()).await,
        Err(SendError::TooLarge)
    );
    assert!(app.fakes.calls(Service::MicrosoftGraph).is_empty());
    // The largest that is sent passes.
    let fitting = format!("{RAW}{}", "a".repeat(2_990_000));
    let opened = app.mailbox().open().await.unwrap().unwrap();
    opened.send(fitting.as_bytes()).await.unwrap();
}

#[tokio::test]
async fn a_dead_mail_interface_is_left_alone_for_a_while() {
    let app = TestApp::new().await;
    app.connect(Provider::Google).await;
    app.fakes.clear();
    for _ in 0..5 {
        app.fakes.fail_next(Service::Gmail, "503");
        assert_eq!(class(&app.send().await), "later");
    }
    assert_eq!(class(&app.send().await), "later");
    assert_eq!(app.fakes.calls(Service::Gmail).len(), 5);
    app.clock.advance(SignedDuration::from_secs(31));
    app.send().await.unwrap();
}

#[tokio::test]
async fn a_mailbox_belongs_to_its_site() {
    let app = TestApp::new().await;
    app.connect(Provider::Google).await;
    let other = app.of("outro");
    assert_eq!(other.mailbox().await.unwrap(), None);
    assert!(other.open().await.unwrap().is_none());
    assert!(!other.disconnect().await.unwrap());
    app.send().await.unwrap();
}

#[tokio::test]
async fn a_mailbox_that_is_disconnected_meanwhile_sends_nothing() {
    let app = TestApp::new().await;
    app.connect(Provider::Google).await;
    app.wait(70);
    let opened = app.mailbox().open().await.unwrap().unwrap();
    assert!(app.mailbox().disconnect().await.unwrap());
    let outcome = opened.send(RAW.as_bytes()).await;
    assert_eq!(class(&outcome), "no access", "{outcome:?}");
    assert!(app.fakes.mailed(Service::Gmail).is_empty());
}
