//! Requests for approval on both channels.

use serde_json::json;
use service_fakes::Service;

use crate::agency::{Agency, CLIENT, NUMBER, PROVIDERS, REQUEST};

#[tokio::test]
async fn the_client_is_asked_on_both_channels() {
    for (service, name) in PROVIDERS {
        let agency = Agency::open(service).await;
        let (post, page) = agency.request().await;
        let messages = agency.messages();
        assert_eq!(messages.len(), 1, "{name}");
        let message = &messages[0];
        assert_eq!(message.to, NUMBER, "{name}");
        // Title first, the link last.
        assert!(
            message.text.contains("Pão de fermentação natural"),
            "{name}: {}",
            message.text
        );
        assert!(
            message.text.trim_end().ends_with(&page),
            "{name}: {}",
            message.text
        );
        let picture = message.picture.as_ref().unwrap();
        assert_eq!(
            (picture.media_type.as_str(), picture.size),
            ("image/jpeg", (640, 400)),
            "{name}"
        );
        let mails = agency.mails.mails_to(CLIENT);
        assert_eq!(mails.len(), 1, "{name}");
        assert!(mails[0].joined().contains(&page), "{name}");
        for channel in ["email", "whatsapp"] {
            let delivery = agency.delivery(post, channel).await;
            assert_eq!(delivery, ("sent".to_owned(), None), "{name} {channel}");
        }
        assert!(agency.page(&page).await.status.is_success(), "{name}");
        // Nothing is left to send.
        agency.wait_for_attempts().await;
        assert_eq!(agency.messages().len(), 1, "{name}");
        assert_eq!(agency.mails.mails_to(CLIENT).len(), 1, "{name}");
        agency.close();
    }
}

#[tokio::test]
async fn a_template_has_texts_picture_and_the_token_of_the_page() {
    let agency = Agency::with_templates().await;
    // The client's last message is more than 24 hours old.
    let number = "5511988880002";
    agency
        .site(json!({ "whatsapp": format!("+{number}") }))
        .await;
    let (post, page) = agency.request().await;
    let messages = agency.messages();
    assert_eq!(messages.len(), 1);
    let message = &messages[0];
    assert_eq!(message.template.as_deref(), Some(REQUEST));
    let lines: Vec<&str> = message.text.lines().collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[1], "Pão de fermentação natural");
    let button = message.button.as_deref().unwrap();
    assert_eq!(format!("/aprovacao/{button}"), page);
    assert_eq!(message.picture.as_ref().unwrap().size, (640, 400));
    assert_eq!(agency.delivery(post, "whatsapp").await.0, "sent");
    agency.close();
}

#[tokio::test]
async fn contacts_choose_the_channels() {
    let agency = Agency::open(Service::Evolution).await;
    agency.site(json!({ "email": null })).await;
    agency.request().await;
    assert_eq!(agency.messages().len(), 1);
    assert!(agency.mails.mails_to(CLIENT).is_empty());
    agency.fakes.clear();
    agency
        .site(json!({ "email": CLIENT, "whatsapp": null }))
        .await;
    agency.request().await;
    assert!(agency.messages().is_empty());
    assert_eq!(agency.mails.mails_to(CLIENT).len(), 1);
    agency.close();
}
