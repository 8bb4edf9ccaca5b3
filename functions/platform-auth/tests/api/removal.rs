//! Who can be removed.

use domain::access::Role;
use domain::id::SiteId;
use domain::site_record::{NotificationChannel, Site};
use serde_json::Value;

use crate::stage::{ADMIN, Stage};

#[tokio::test]
async fn who_owns_a_site_is_not_removed_and_a_member_is() {
    let stage = Stage::new().await;
    let admin = stage.signed_in(ADMIN).await.access;
    let owner = stage.person("Bia", Role::Editor).await;
    let member = stage.person("Caio", Role::Redator).await;
    let now = ports::Clock::now_seconds(&*stage.clock);
    let site = Site {
        id: SiteId(1),
        user_id: owner.id,
        member_ids: vec![member.id],
        name: "Padaria".to_owned(),
        url: "https://padaria.example/".to_owned(),
        rest_root: None,
        rest_namespace: None,
        host_user: None,
        host_password_set: false,
        email: None,
        whatsapp: None,
        solicitacao_aprovacao_default: false,
        sitemap_url: None,
        notification_channel: NotificationChannel::None,
        created_at: now,
        updated_at: now,
        version: 1,
    };
    stage.store.create_site(&site, None).await.unwrap();
    stage
        .ask("DELETE", "/users/2", &admin, Value::Null)
        .await
        .is(409, "owns_sites");
    stage
        .ask("DELETE", "/users/3", &admin, Value::Null)
        .await
        .ok(204);
    let site = stage.store.site(site.id).await.unwrap().unwrap();
    assert_eq!((site.user_id, site.member_ids), (owner.id, Vec::new()));
}
