//! Notices of a publication on the site's channel.

use serde_json::json;
use service_fakes::Service;

use crate::agency::{Agency, CLIENT, NUMBER, PROVIDERS, PUBLISHED};

#[tokio::test]
async fn the_client_hears_of_a_publication_on_the_sites_channel() {
    for (service, name) in PROVIDERS {
        let agency = Agency::open(service).await;
        for (channel, messages, mails) in [
            ("both", 1, 1),
            ("whatsapp", 1, 0),
            ("email", 0, 1),
            ("none", 0, 0),
        ] {
            agency.fakes.clear();
            agency.mails.clear();
            agency
                .site(json!({ "notification_channel": channel }))
                .await;
            let post = agency.publish().await;
            agency.wait_for_attempts().await;
            assert_eq!(agency.messages().len(), messages, "{name} {channel}");
            assert_eq!(
                agency.mails.mails_to(CLIENT).len(),
                mails,
                "{name} {channel}"
            );
            let address = post["host_post_url"].as_str().unwrap();
            for message in agency.messages() {
                assert_eq!(message.to, NUMBER, "{name}");
                assert!(
                    message.text.trim_end().ends_with(address),
                    "{name}: {}",
                    message.text
                );
                assert!(message.picture.is_some(), "{name}");
            }
            let told = agency
                .details(post["id"].as_u64().unwrap(), "client_notified")
                .await;
            assert_eq!(told.len(), messages + mails, "{name} {channel}");
        }
        agency.close();
    }
}

#[tokio::test]
async fn the_template_of_a_notice_has_the_address_of_the_post() {
    let agency = Agency::with_templates().await;
    let post = agency.publish().await;
    let messages = agency.messages();
    assert_eq!(messages.len(), 1);
    assert_eq!(messages[0].template.as_deref(), Some(PUBLISHED));
    assert_eq!(messages[0].button, None);
    let address = messages[0].text.lines().nth(2).unwrap();
    assert_eq!(post["host_post_url"], address);
    agency.close();
}

#[tokio::test]
async fn a_notice_that_fails_leaves_the_post_published() {
    let agency = Agency::open(Service::ZApi).await;
    agency.fakes.fail_next(Service::ZApi, "nopermission");
    let post = agency.publish().await;
    agency.wait_for_attempts().await;
    let id = post["id"].as_u64().unwrap();
    assert!(agency.messages().is_empty());
    let failed = agency.details(id, "notification_failed").await;
    assert_eq!(failed.len(), 1);
    assert_eq!(
        (&failed[0]["channel"], &failed[0]["uncertain"]),
        (&json!("whatsapp"), &json!(false))
    );
    assert_eq!(agency.details(id, "client_notified").await.len(), 1);
    agency.close();
}
