//! Snippets: reading, writing, activating, exporting.

use http::Method;
use serde_json::{Value, json};

use crate::support::{Answer, Site, Who};

const PATH: &str = "/rest/code-snippets/v1/snippets";

impl Site {
    async fn get(&self, path: &str) -> Answer {
        let uri = format!("{PATH}{path}");
        self.ask(Who::Admin, Method::GET, &uri).await
    }

    async fn post(&self, path: &str, body: Value) -> Answer {
        let uri = format!("{PATH}{path}");
        self.call(Who::Admin, Method::POST, &uri, &body).await
    }

    /// Creates a snippet and returns its identifier.
    async fn create(&self, body: Value) -> u64 {
        self.post("", body).await.ok()["id"].as_u64().unwrap()
    }
}

fn refusal(status: u16, code: &str) -> (u16, String) {
    (status, code.to_owned())
}

#[tokio::test]
async fn a_new_site_has_four_inactive_examples() {
    let site = Site::new().await;
    let list = site.get("?per_page=1&search=x").await;
    assert_eq!(list.header("x-wp-total"), "");
    let snippets = list.ok();
    let snippets = snippets.as_array().unwrap();
    let ids: Vec<_> = snippets
        .iter()
        .map(|one| one["id"].as_u64().unwrap())
        .collect();
    assert_eq!(ids, [1, 2, 3, 4]);
    assert!(snippets.iter().all(|one| one["active"] == json!(false)));
    // Seeding again changes nothing, also after a deletion.
    site.ask(Who::Admin, Method::DELETE, &format!("{PATH}/2"))
        .await;
    site.store.seed_snippets().await.unwrap();
    assert_eq!(site.get("").await.ok().as_array().unwrap().len(), 3);
}

#[tokio::test]
async fn a_record_has_eleven_members_in_order() {
    let site = Site::new().await;
    let body = json!({
        "name": "Um <b>nome</b>", "desc": "<p>Descrição</p>", "code": "\r\nbody{}",
        "tags": ["<i>azul</i>", "mar"], "scope": "site-css", "active": true, "priority": -7,
        "network": false, "shared_network": true, "modified": "1999-01-01 00:00:00", "unknown": 1,
    });
    let created = site.post("", body).await.ok();
    let mut expected = json!({
        "id": 5, "name": "Um <b>nome</b>", "desc": "<p>Descrição</p>", "code": "\r\nbody{}",
        "tags": ["<i>azul</i>", "mar"], "scope": "site-css", "active": true, "priority": 7,
        "network": false, "shared_network": false, "modified": "2024-05-01 10:00:00",
    });
    assert_eq!(created.to_string(), expected.to_string());
    expected["network"] = json!(false);
    expected["tags"] = json!(["azul", "mar"]);
    assert_eq!(site.get("/5").await.ok().to_string(), expected.to_string());
    assert_eq!(
        site.get("/5?_fields=id,name").await.ok(),
        json!({"id": 5, "name": "Um <b>nome</b>"})
    );
}

#[tokio::test]
async fn an_empty_body_is_an_empty_snippet() {
    let site = Site::new().await;
    let created = site.post("", json!({})).await.ok();
    assert_eq!(
        created,
        json!({
            "id": 5, "name": "", "desc": "", "code": "", "tags": [], "scope": "global", "active": false,
            "priority": 10, "network": null, "shared_network": false, "modified": "2024-05-01 10:00:00",
        })
    );
}

#[tokio::test]
async fn values_are_read_leniently() {
    let site = Site::new().await;
    for (body, member, expected) in [
        (json!({"name": null}), "name", json!("")),
        (
            json!({"tags": "um, dois,,tres "}),
            "tags",
            json!(["um", "dois", "tres"]),
        ),
        (json!({"tags": 5}), "tags", json!(["5"])),
        (json!({"tags": null}), "tags", json!([])),
        (json!({"scope": "2"}), "scope", json!("front-end")),
        (json!({"scope": "nowhere"}), "scope", json!("global")),
        (json!({"scope": null}), "scope", json!("global")),
        (json!({"active": "true"}), "active", json!(true)),
        (json!({"active": null}), "active", json!(false)),
        (json!({"priority": "12"}), "priority", json!(12)),
        (json!({"priority": null}), "priority", json!(0)),
        (
            json!({"code": "<?php\necho 1;\n?>"}),
            "code",
            json!("\necho 1;\n"),
        ),
        (
            json!({"code": "<?php x ?>", "scope": "site-css"}),
            "code",
            json!("<?php x ?>"),
        ),
    ] {
        let created = site.post("", body.clone()).await.ok();
        assert_eq!(created[member], expected, "{body}");
    }
    site.was_written();
    for body in [
        json!({"name": 5}),
        json!({"desc": 5}),
        json!({"code": 5}),
        json!({"tags": {"a": 1}}),
        json!({"scope": 2}),
        json!({"active": "maybe"}),
        json!({"priority": 3.7}),
        json!({"priority": "x"}),
        json!({"priority": [1]}),
        json!({"modified": 5}),
    ] {
        let refused = site.post("", body.clone()).await;
        assert_eq!(
            refused.refusal(),
            refusal(400, "rest_invalid_param"),
            "{body}"
        );
    }
    let network = site.post("", json!({"network": true})).await;
    assert_eq!(network.refusal(), refusal(500, "rest_cannot_create"));
    assert!(!site.was_written());
}

#[tokio::test]
async fn an_update_keeps_what_it_lacks() {
    let site = Site::new().await;
    let body =
        json!({"name": "a", "code": "x{}", "scope": "site-css", "tags": ["t"], "active": true});
    let id = site.create(body).await;
    site.wait(60);
    let updated = site
        .post(&format!("/{id}"), json!({"name": "b", "scope": "nowhere"}))
        .await
        .ok();
    assert_eq!(
        updated,
        json!({
            "id": id, "name": "b", "desc": "", "code": "x{}", "tags": ["t"], "scope": "site-css", "active": true,
            "priority": 10, "network": false, "shared_network": false, "modified": "2024-05-01 10:01:00",
        })
    );
    for unknown in ["/999", "/0"] {
        let refused = site.post(unknown, json!({"name": "c"})).await;
        assert_eq!(refused.refusal(), refusal(400, "rest_cannot_update"));
    }
    let network = site.post(&format!("/{id}"), json!({"network": true})).await;
    assert_eq!(network.refusal(), refusal(500, "rest_cannot_update"));
}

#[tokio::test]
async fn the_response_to_a_write_has_what_was_sent() {
    let site = Site::new().await;
    let body =
        json!({"code": "a();", "scope": "single-use", "active": true, "tags": [7, "<i>mar</i>"]});
    let created = site.post("", body.clone()).await.ok();
    let id = created["id"].as_u64().unwrap();
    let updated = site.post(&format!("/{id}"), body).await.ok();
    for written in [&created, &updated] {
        assert_eq!(written["tags"], json!([7, "<i>mar</i>"]));
        assert_eq!(written["active"], true);
    }
    let stored = site.get(&format!("/{id}")).await.ok();
    assert_eq!(stored["tags"], json!(["7", "mar"]));
    assert_eq!(stored["active"], false);
    // Nothing is said of a network that was not sent.
    assert_eq!(
        (&created["network"], &updated["network"]),
        (&json!(null), &json!(false))
    );
    for network in [json!(false), json!(null)] {
        let created = site.post("", json!({"network": network})).await.ok();
        assert_eq!(created["network"], false);
    }
}

#[tokio::test]
async fn an_identifier_in_the_body_wins_over_the_path() {
    let site = Site::new().await;
    let updated = site
        .post("/1", json!({"id": 2, "name": "outro"}))
        .await
        .ok();
    assert_eq!(
        (&updated["id"], &updated["name"]),
        (&json!(2), &json!("outro"))
    );
    assert_ne!(site.get("/1").await.ok()["name"], "outro");
    assert_eq!(site.get("/1?id=2").await.ok()["id"], 2);
    // A null does not name a snippet.
    assert_eq!(site.post("/1", json!({"id": null})).await.ok()["id"], 1);
}

#[tokio::test]
async fn a_creation_with_an_identifier_replaces_or_stores_nothing() {
    let site = Site::new().await;
    let replaced = site.post("", json!({"id": 2, "name": "novo"})).await.ok();
    assert_eq!(
        (
            &replaced["id"],
            &replaced["name"],
            &replaced["scope"],
            &replaced["tags"]
        ),
        (&json!(2), &json!("novo"), &json!("global"), &json!([]))
    );
    assert_eq!(site.get("/2").await.ok()["code"], "");
    site.was_written();
    let unknown = site
        .post(
            "",
            json!({"id": "77", "name": "perdido", "code": "<?php\na();"}),
        )
        .await
        .ok();
    assert_eq!(
        (&unknown["id"], &unknown["name"], &unknown["code"]),
        (&json!(77), &json!("perdido"), &json!("\na();"))
    );
    assert!(!site.was_written());
    assert_eq!(
        site.get("/77").await.refusal(),
        refusal(500, "rest_cannot_get")
    );
    // Zero is no identifier.
    assert_eq!(site.create(json!({"id": 0})).await, 5);
}

#[tokio::test]
async fn unknown_snippets_and_zero() {
    let site = Site::new().await;
    assert_eq!(
        site.get("/999").await.refusal(),
        refusal(500, "rest_cannot_get")
    );
    let blank = site.get("/0").await.ok();
    assert_eq!(
        (&blank["id"], &blank["modified"]),
        (&json!(0), &Value::Null)
    );
    assert_eq!(blank.as_object().unwrap().len(), 11);
    for path in ["/999", "/0"] {
        let export = site.get(&format!("{path}/export")).await.ok();
        assert_eq!(export["snippets"], json!([[]]));
        let code = site.get(&format!("{path}/export-code")).await.ok();
        assert_eq!(code, "<?php\n");
        let activated = site.post(&format!("{path}/activate"), json!({})).await;
        assert_eq!(activated.refusal(), refusal(500, "rest_cannot_activate"));
        let deactivated = site.post(&format!("{path}/deactivate"), json!({})).await;
        assert_eq!(deactivated.refusal(), refusal(500, "rest_cannot_activate"));
    }
    let activated = site.post("/999/activate", json!({})).await.json();
    assert!(activated["message"].as_str().unwrap().contains("999"));
}

#[tokio::test]
async fn a_deletion_has_no_content_and_happens_once() {
    let site = Site::new().await;
    let delete = async |id: u64| {
        let uri = format!("{PATH}/{id}?force=false");
        site.ask(Who::Admin, Method::DELETE, &uri).await
    };
    let deleted = delete(4).await;
    assert_eq!((deleted.status, deleted.bytes.len()), (204, 0));
    for id in [4, 0, 999] {
        assert_eq!(
            delete(id).await.refusal(),
            refusal(500, "rest_cannot_delete")
        );
    }
    // Identifiers are not reused.
    assert_eq!(site.create(json!({})).await, 5);
}

#[tokio::test]
async fn activation_leaves_the_time_of_modification() {
    let site = Site::new().await;
    site.wait(60);
    let switched = async |action: &str| {
        site.post(&format!("/1/{action}"), json!({"name": "x"}))
            .await
    };
    assert_eq!(
        switched("deactivate").await.refusal(),
        refusal(500, "rest_cannot_activate")
    );
    assert_eq!(switched("activate").await.ok(), json!({}));
    let active = site.get("/1").await.ok();
    assert_eq!(
        (&active["active"], &active["modified"]),
        (&json!(true), &json!("2024-05-01 10:00:00"))
    );
    assert_ne!(active["name"], "x");
    assert_eq!(
        switched("activate").await.refusal(),
        refusal(500, "rest_cannot_activate")
    );
    assert_eq!(switched("deactivate").await.ok(), json!({}));
    assert_eq!(site.get("/1").await.ok()["active"], false);
}

#[tokio::test]
async fn a_snippet_that_runs_once_stays_inactive() {
    let site = Site::new().await;
    let id = site
        .create(json!({"scope": "single-use", "code": "a();"}))
        .await;
    assert_eq!(
        site.post(&format!("/{id}/activate"), json!({})).await.ok(),
        json!({})
    );
    assert_eq!(site.get(&format!("/{id}")).await.ok()["active"], false);
}

#[tokio::test]
async fn broken_php_is_stored_inactive() {
    let site = Site::new().await;
    for code in ["echo 1", "if (", "function strlen() {}"] {
        let created = site
            .post("", json!({"code": code, "active": true}))
            .await
            .ok();
        assert_eq!(created["active"], false, "{code}");
    }
    let sound = json!({"code": "function minha() { return 1; }", "active": true});
    let id = site.create(sound).await;
    assert_eq!(site.get(&format!("/{id}")).await.ok()["active"], true);
    // Another active snippet has the function.
    let again = site
        .post("", json!({"code": "function MINHA() {}", "active": true}))
        .await
        .ok();
    assert_eq!(again["active"], false);
    let broken = site
        .post(&format!("/{id}"), json!({"code": "echo ("}))
        .await
        .ok();
    assert_eq!(
        (&broken["active"], &broken["code"]),
        (&json!(false), &json!("echo ("))
    );
    // An explicit activation is not refused.
    assert_eq!(
        site.post(&format!("/{id}/activate"), json!({})).await.ok(),
        json!({})
    );
    assert_eq!(site.get(&format!("/{id}")).await.ok()["active"], true);
}

#[tokio::test]
async fn code_error_is_told_to_those_who_ask() {
    let site = Site::new().await;
    for (body, line) in [
        (json!({"code": "\necho 1"}), Some(2)),
        (json!({"code": "function strlen() {}"}), Some(1)),
        (json!({"code": "echo 1;"}), Some(0)),
        (json!({"code": "a{}", "scope": "admin-css"}), Some(0)),
        (json!({"code": "a{}", "scope": "site-css"}), None),
    ] {
        let id = site.create(body.clone()).await;
        let asked = site.get(&format!("/{id}?_fields=id,code_error")).await.ok();
        let error = &asked["code_error"];
        assert_eq!(error[1].as_u64(), line, "{body}");
        assert_eq!(error[0].is_string(), line.is_some(), "{body}");
        assert!(
            site.get(&format!("/{id}"))
                .await
                .ok()
                .get("code_error")
                .is_none()
        );
    }
}

#[tokio::test]
async fn an_export_has_what_differs_from_the_defaults() {
    let site = Site::new().await;
    let plain = site
        .create(json!({"name": "", "code": "a();\r\nb();"}))
        .await;
    let full = json!({
        "name": "Nome", "desc": "<p>D</p>", "code": "x{}", "tags": ["t"], "scope": "site-css", "active": true, "priority": 5,
    });
    let full = site.create(full).await;
    site.post(&format!("/{full}"), json!({"priority": 6}))
        .await
        .ok();
    let export = site.get(&format!("/{plain}/export")).await.ok();
    assert_eq!(export["date_created"], "2024-05-01 10:00");
    assert!(export["generator"].as_str().unwrap().starts_with("Pauta v"));
    assert_eq!(
        export["snippets"][0].to_string(),
        json!({"id": plain, "code": "a();\nb();", "modified": "2024-05-01 10:00:00", "revision": "2"}).to_string()
    );
    let export = site.get(&format!("/{full}/export")).await.ok();
    assert_eq!(
        export["snippets"][0].to_string(),
        json!({
            "id": full, "name": "Nome", "desc": "<p>D</p>", "code": "x{}", "tags": ["t"], "scope": "site-css",
            "active": true, "priority": 6, "modified": "2024-05-01 10:00:00", "revision": "3",
        })
        .to_string()
    );
    let code = site.get(&format!("/{full}/export-code")).await.ok();
    assert_eq!(code, "\n/*\nNome\n\nD\n*/\n\nx{}\n\n");
}

#[tokio::test]
async fn a_priority_has_a_limit_in_the_store() {
    let site = Site::new().await;
    let created = site.post("", json!({"priority": -1_000_000})).await.ok();
    assert_eq!(created["priority"], 1_000_000);
    let read = site.get(&format!("/{}", created["id"])).await.ok();
    assert_eq!(read["priority"], 32_767);
}
