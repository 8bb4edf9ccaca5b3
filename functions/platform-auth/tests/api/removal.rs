//! Removal of users, and the sites that a user is shown.

use domain::platform::access::Role;
use domain::platform::id::{SiteId, UserId};
use domain::platform::site_record::Site;
use serde_json::{Value, json};

use crate::app::{ADMIN, TestApp};

fn site(id: u64, owner: UserId, members: Vec<UserId>, now: jiff::Timestamp) -> Site {
    Site {
        member_ids: members,
        name: format!("Padaria {id}"),
        ..platform_testkit::site(SiteId(id), owner, "https://padaria.example/", now)
    }
}

#[tokio::test]
async fn the_caller_is_shown_a_hundred_sites_and_how_many_there_are() {
    let app = TestApp::new().await;
    let admin = app.signed_in(ADMIN).await;
    let owner = app.create_user("Bia", Role::Editor).await;
    let now = ports::Clock::now_seconds(&*app.clock);
    for id in 1..=103 {
        let site = site(id, owner.id, Vec::new(), now);
        app.store.create_site(&site, None).await.unwrap();
    }
    for email in [ADMIN, &owner.email] {
        let tokens = if email == ADMIN {
            &admin
        } else {
            &app.signed_in(email).await
        };
        let me = app.me(tokens).await.expect(200).json;
        let sites = me["sites"].as_array().unwrap();
        assert_eq!((sites.len(), &me["sites_total"]), (100, &json!(103)));
        assert_eq!(sites[0], json!({ "id": 1, "name": "Padaria 1" }));
        assert_eq!(sites[99]["id"], 100);
    }
}

#[tokio::test]
async fn who_owns_a_site_is_not_removed_and_a_member_is() {
    let app = TestApp::new().await;
    let admin = app.signed_in(ADMIN).await.access;
    let owner = app.create_user("Bia", Role::Editor).await;
    let member = app.create_user("Caio", Role::Redator).await;
    let now = ports::Clock::now_seconds(&*app.clock);
    let site = site(1, owner.id, vec![member.id], now);
    app.store.create_site(&site, None).await.unwrap();
    app.ask("DELETE", "/users/2", &admin, Value::Null)
        .await
        .assert_error(409, "owns_sites");
    app.ask("DELETE", "/users/3", &admin, Value::Null)
        .await
        .expect(204);
    let site = app.store.site(site.id).await.unwrap().unwrap();
    assert_eq!((site.user_id, site.member_ids), (owner.id, Vec::new()));
}
