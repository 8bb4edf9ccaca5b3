//! Fault matrix of the messaging providers: the delivery of each failure, its event and mail, and that nothing is sent twice.

use serde_json::json;
use service_fakes::Service;

use crate::agency::{AUTHOR, Agency};

/// A fault of the service, the requests that follow, the messages that were accepted, and the delivery.
type Case = (&'static str, usize, usize, &'static str);

/// Plays each fault on a request for approval over the messaging channel. `before` are faults of preceding requests.
async fn play(agency: &Agency, before: &[&str], cases: &[Case]) {
    for &(fault, attempts, messages, delivery) in cases {
        agency.fakes.clear();
        agency.mails.clear();
        for before in before {
            agency.fakes.fail_next(agency.service, before);
        }
        agency.fakes.fail_next(agency.service, fault);
        let (post, page) = agency.request().await;
        agency.wait_for_attempts().await;
        let name = format!("{:?} {fault}", agency.service);
        let (found, error) = agency.delivery(post, "whatsapp").await;
        assert_eq!(found, delivery, "{name}: {error:?}");
        assert_eq!(agency.attempts(), attempts, "{name}");
        assert_eq!(agency.messages().len(), messages, "{name}");
        let told = agency.details(post, "notification_failed").await;
        let mails = agency.mails.mails_to(AUTHOR).len();
        if delivery == "sent" {
            assert!(told.is_empty() && mails == 0, "{name}: {told:?}");
        } else {
            assert_eq!((told.len(), mails), (1, 1), "{name}: {told:?}");
            assert_eq!(told[0]["channel"], "whatsapp", "{name}");
            assert_eq!(
                told[0]["uncertain"],
                json!(delivery == "uncertain"),
                "{name}"
            );
            assert!(
                error.is_some_and(|error| !error.contains("EAAG-")),
                "{name}"
            );
        }
        // The approval is not lost: the mail arrived, and the page takes the answer.
        assert_eq!(agency.delivery(post, "email").await.0, "sent", "{name}");
        assert!(agency.page(&page).await.status.is_success(), "{name}");
    }
}

const CLOUD: [Case; 26] = [
    ("0", 1, 0, "failed"),
    ("190", 1, 0, "failed"),
    ("10", 1, 0, "failed"),
    ("200", 1, 0, "failed"),
    ("131005", 1, 0, "failed"),
    ("368", 1, 0, "failed"),
    ("131030", 1, 0, "failed"),
    ("131031", 1, 0, "failed"),
    ("131042", 1, 0, "failed"),
    ("131026", 1, 0, "failed"),
    ("131047", 1, 0, "failed"),
    ("131049", 1, 0, "failed"),
    ("131050", 1, 0, "failed"),
    ("131009", 1, 0, "failed"),
    ("4", 2, 1, "sent"),
    ("80007", 2, 1, "sent"),
    ("130429", 2, 1, "sent"),
    ("131056", 2, 1, "sent"),
    ("131000", 2, 1, "sent"),
    ("131016", 2, 1, "sent"),
    // The picture is refused: the text is sent without it.
    ("131053", 2, 1, "sent"),
    ("reset", 1, 0, "uncertain"),
    ("after:reset", 1, 1, "uncertain"),
    ("after:html-502", 1, 1, "uncertain"),
    ("after:garbage", 1, 1, "uncertain"),
    ("garbage", 1, 0, "uncertain"),
];

#[tokio::test]
async fn each_failure_of_the_cloud_api_has_its_delivery() {
    let agency = Agency::open(Service::Graph).await;
    // The picture is uploaded first.
    play(&agency, &["pass"], &CLOUD).await;
    agency.close();
}

#[tokio::test]
async fn each_failure_of_a_template_is_final() {
    let agency = Agency::with_templates().await;
    let cases = [
        "132000", "132001", "132005", "132007", "132012", "132015", "132016",
    ]
    .map(|code| (code, 1, 0, "failed"));
    play(&agency, &["pass"], &cases).await;
    agency.close();
}

#[tokio::test]
async fn an_upload_that_fails_sends_nothing_and_is_repeated() {
    let agency = Agency::open(Service::Graph).await;
    for fault in ["130429", "131016", "html-502", "reset", "after:reset"] {
        play(&agency, &[], &[(fault, 1, 1, "sent")]).await;
    }
    agency.close();
}

const UNOFFICIAL: [Case; 9] = [
    ("invalid-key", 1, 0, "failed"),
    ("nopermission", 1, 0, "failed"),
    ("limit", 2, 1, "sent"),
    ("overload", 2, 1, "sent"),
    ("500", 1, 0, "uncertain"),
    ("after:500", 1, 1, "uncertain"),
    ("after:reset", 1, 1, "uncertain"),
    ("after:html-502", 1, 1, "uncertain"),
    ("after:garbage", 1, 1, "uncertain"),
];

#[tokio::test]
async fn each_failure_of_the_unofficial_providers_has_its_delivery() {
    for service in [Service::Evolution, Service::ZApi] {
        let agency = Agency::open(service).await;
        play(&agency, &[], &UNOFFICIAL).await;
        agency.close();
    }
}

#[tokio::test]
async fn each_recipient_has_its_delivery() {
    for (service, number, attempts, messages, delivery) in [
        (Service::Graph, "5511988880001", 1, 0, "failed"),
        (Service::Graph, "5511988880002", 1, 0, "failed"),
        (Service::Graph, "5511988880003", 2, 1, "sent"),
        (Service::Graph, "5511988880005", 2, 1, "sent"),
        (Service::Graph, "5511988880006", 1, 1, "uncertain"),
        (Service::Evolution, "5511988880001", 1, 0, "failed"),
        (Service::Evolution, "5511988880003", 2, 1, "sent"),
        (Service::Evolution, "5511988880005", 2, 1, "sent"),
        (Service::Evolution, "5511988880006", 1, 1, "uncertain"),
        (Service::ZApi, "5511988880003", 2, 1, "sent"),
        (Service::ZApi, "5511988880005", 2, 1, "sent"),
        (Service::ZApi, "5511988880006", 1, 1, "uncertain"),
    ] {
        let agency = Agency::open(service).await;
        agency
            .site(json!({ "whatsapp": format!("+{number}") }))
            .await;
        let (post, _) = agency.request().await;
        agency.wait_for_attempts().await;
        let (found, error) = agency.delivery(post, "whatsapp").await;
        assert_eq!(found, delivery, "{service:?} {number}: {error:?}");
        assert_eq!(agency.attempts(), attempts, "{service:?} {number}");
        assert_eq!(agency.messages().len(), messages, "{service:?} {number}");
        agency.close();
    }
}

#[tokio::test]
async fn a_provider_that_stays_overloaded_is_asked_as_often_as_the_failure_allows() {
    for (token, attempts) in [("B6D711-limit-always", 3), ("B6D711-overload", 2)] {
        let agency = Agency::open(Service::Evolution).await;
        agency.save(agency.channel(token)).await;
        let (post, _) = agency.request().await;
        agency.wait_for_attempts().await;
        assert_eq!(
            agency.delivery(post, "whatsapp").await.0,
            "failed",
            "{token}"
        );
        assert_eq!(agency.attempts(), attempts, "{token}");
        assert_eq!(agency.mails.mails_to(AUTHOR).len(), 1, "{token}");
        agency.close();
    }
}
