//! Fault matrix of the mail server: the delivery of each failure on the client's e-mail address.

use serde_json::json;
use service_fakes::Service;

use crate::agency::{AUTHOR, Agency};

#[tokio::test]
async fn each_failure_of_the_mail_server_has_its_delivery() {
    for (address, delivery, taken) in [
        ("bounce@padaria.example", "failed", 0),
        ("later@padaria.example", "failed", 0),
        // The server took the message, and its response was lost: it is not sent again.
        ("drop@padaria.example", "uncertain", 1),
    ] {
        let agency = Agency::open(Service::Evolution).await;
        agency.site(json!({ "email": address })).await;
        let (post, page) = agency.request().await;
        agency.wait_for_attempts().await;
        let (found, error) = agency.delivery(post, "email").await;
        assert_eq!(found, delivery, "{address}: {error:?}");
        assert_eq!(agency.mails.mails_to(address).len(), taken, "{address}");
        let told = agency.details(post, "notification_failed").await;
        assert_eq!(told.len(), 1, "{address}: {told:?}");
        assert_eq!(told[0]["channel"], "email", "{address}");
        assert_eq!(agency.mails.mails_to(AUTHOR).len(), 1, "{address}");
        // The message arrived on the other channel, once.
        assert_eq!(
            agency.delivery(post, "whatsapp").await.0,
            "sent",
            "{address}"
        );
        assert_eq!(agency.messages().len(), 1, "{address}");
        assert!(agency.page(&page).await.status.is_success(), "{address}");
        agency.close();
    }
}
