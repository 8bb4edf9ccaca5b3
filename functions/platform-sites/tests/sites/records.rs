//! Sites are added, shown, changed and removed.
use crate::app::TestApp;
use domain::platform::access::Role;
use domain::platform::id::SiteId;
use host_access::password_context;
use http::Method;
use platform_store::site_posts_key;
use platform_testkit::{TestApi, TestUser};
use secrecy::ExposeSecret;
use serde_json::{Value, json};

const PASSWORD: &str = "canario abcd efgh ijkl";

fn site() -> Value {
    json!({"name": "Cliente", "url": "https://cliente.example"})
}

async fn start() -> (TestApp, TestUser) {
    let app = TestApp::local().await;
    let gerente = app.create_user("gerente", Role::Gerente).await;
    (app, gerente)
}

#[tokio::test]
async fn a_new_site_has_its_fields_and_never_shows_its_password() {
    let (app, gerente) = start().await;
    let body = json!({
        "name": "  Padaria do Zé  ",
        "url": "https://Padaria.example/blog?x=1#y",
        "host_user": "redacao",
        "host_password": PASSWORD,
        "email": " ze@padaria.example ",
        "whatsapp": "+55 (11) 99999-0000",
        "sitemap_url": "http://padaria.example/sitemap.xml",
        "notification_channel": "both",
        "language": "PT-pt",
        "audience": " Donos de padaria\nem Lisboa ",
        "solicitacao_aprovacao_default": 0,
        "rest_root": "https://mau.example/",
        "id": 99,
    });
    let made = app.request(&gerente, Method::POST, "/sites", body).await;
    assert_eq!(made.status, 201, "{}", made.text);
    assert_eq!(made.headers["location"], "/api/v1/sites/1");
    assert_eq!(made.headers["etag"], "\"1\"");
    assert_eq!(
        made.json,
        json!({
            "id": 1,
            "user_id": gerente.id.0,
            "member_ids": [],
            "name": "Padaria do Zé",
            "url": "https://padaria.example/blog",
            "rest_root": null,
            "rest_namespace": null,
            "host_user": "redacao",
            "host_password_set": true,
            "email": "ze@padaria.example",
            "whatsapp": "+5511999990000",
            "solicitacao_aprovacao_default": 1,
            "sitemap_url": "http://padaria.example/sitemap.xml",
            "notification_channel": "both",
            "language": "pt-PT",
            "audience": "Donos de padaria\nem Lisboa",
            "body_form": "automatic",
            "host_uses_blocks": null,
            "created_at": "2030-03-17T17:46:40Z",
            "updated_at": "2030-03-17T17:46:40Z",
        })
    );
    let shown = app
        .request(&gerente, Method::GET, "/sites/1", Value::Null)
        .await;
    assert_eq!(shown.json, made.json);
    let sealed = app
        .ports
        .store
        .site_secret(SiteId(1))
        .await
        .unwrap()
        .unwrap();
    assert!(!sealed.contains("canario"));
    let opened = app
        .ports
        .keyring
        .open(&password_context(SiteId(1)), &sealed)
        .unwrap();
    assert_eq!(opened.expose_secret(), PASSWORD);
}

#[tokio::test]
async fn all_field_errors_are_reported_together() {
    let (app, gerente) = start().await;
    let body = json!({
        "name": " ",
        "url": "cliente",
        "host_user": "a:b",
        "host_password": "  ",
        "email": "cliente",
        "whatsapp": "11 99999-0000",
        "sitemap_url": "ftp://cliente.example/sitemap.xml",
        "member_ids": [0],
        "language": "pt_BR",
        "audience": "á".repeat(501),
    });
    let answer = app
        .request(&gerente, Method::POST, "/sites", body.clone())
        .await;
    assert_eq!(
        (answer.status.as_u16(), answer.code()),
        (422, "invalid_fields")
    );
    let mut fields = answer.issue_fields();
    fields.sort();
    let mut expected: Vec<_> = body.as_object().unwrap().keys().cloned().collect();
    expected.sort();
    assert_eq!(fields, expected);
    let (_, total) = app
        .ports
        .store
        .sites(platform_store::SiteScope::All, 0, 1)
        .await
        .unwrap();
    assert_eq!(total, 0);

    let empty = app
        .request(&gerente, Method::POST, "/sites", json!({}))
        .await;
    assert_eq!(empty.issue_fields(), ["name", "url"]);
    for (name, good) in [
        ("a".repeat(200), true),
        ("á".repeat(200), true),
        ("a".repeat(201), false),
        ("a\nb".to_owned(), false),
    ] {
        let mut body = site();
        body["name"] = json!(name);
        let answer = app.request(&gerente, Method::POST, "/sites", body).await;
        assert_eq!(answer.status.is_success(), good, "{name}");
    }
}

#[tokio::test]
async fn values_of_other_types_are_refused_without_repeating_a_secret() {
    let (app, gerente) = start().await;
    for (field, value) in [
        ("host_password", json!(["canario"])),
        ("host_password", json!(31_415_926)),
        ("name", json!(5)),
        ("url", json!({})),
        ("member_ids", json!([-1])),
        ("member_ids", json!("2")),
        ("notification_channel", json!("pombo")),
        ("body_form", json!("markdown")),
        ("language", json!(["pt-BR"])),
        ("audience", json!(7)),
        ("email", json!(false)),
    ] {
        let mut body = site();
        body[field] = value.clone();
        let answer = app.request(&gerente, Method::POST, "/sites", body).await;
        assert_eq!(answer.status, 422, "{field} {value}");
        if field == "host_password" {
            assert!(!answer.text.contains("canario") && !answer.text.contains("31415926"));
        }
    }
}

#[tokio::test]
async fn a_change_keeps_what_is_not_sent_and_clears_what_is_null() {
    let (app, gerente) = start().await;
    let mut body = site();
    body["email"] = json!("a@cliente.example");
    body["whatsapp"] = json!("+5511999990000");
    body["host_user"] = json!("redacao");
    body["host_password"] = json!(PASSWORD);
    app.request(&gerente, Method::POST, "/sites", body).await;

    let steps = [
        (json!({"name": "Outro"}), json!(1), true),
        (json!({"email": null}), json!(1), true),
        (json!({"whatsapp": ""}), json!(0), true),
        (json!({"email": "b@cliente.example"}), json!(1), true),
        (json!({"host_password": null}), json!(1), false),
        (json!({"host_password": "nova senha"}), json!(1), true),
    ];
    for (version, (change, default, password_set)) in (2..).zip(steps) {
        let answer = app
            .request(&gerente, Method::PUT, "/sites/1", change.clone())
            .await;
        assert_eq!(answer.status, 200, "{change}");
        assert_eq!(answer.headers["etag"], format!("\"{version}\""));
        assert_eq!(
            answer.json["solicitacao_aprovacao_default"], default,
            "{change}"
        );
        assert_eq!(answer.json["host_password_set"], password_set, "{change}");
        assert_eq!(answer.json["name"], "Outro");
        assert_eq!(answer.json["host_user"], "redacao");
    }
}

#[tokio::test]
async fn texts_are_for_brazilian_readers_unless_a_site_says_otherwise() {
    let (app, gerente) = start().await;
    let mut body = site();
    body["audience"] = json!("á".repeat(500));
    let made = app.request(&gerente, Method::POST, "/sites", body).await;
    assert_eq!(made.json["language"], "pt-BR");
    assert_eq!(made.json["audience"], "á".repeat(500));
    for (change, language, audience) in [
        (
            json!({"language": "es-419", "audience": "Pais"}),
            "es-419",
            "Pais",
        ),
        (json!({"name": "Outro"}), "es-419", "Pais"),
        (json!({"language": null, "audience": " "}), "pt-BR", ""),
    ] {
        let answer = app
            .request(&gerente, Method::PUT, "/sites/1", change.clone())
            .await;
        assert_eq!(answer.status, 200, "{change}");
        assert_eq!(answer.json["language"], language, "{change}");
        assert_eq!(answer.json["audience"], audience, "{change}");
    }
    for (field, value) in [("language", json!("und")), ("audience", json!("a\u{7}b"))] {
        let answer = app
            .request(&gerente, Method::PUT, "/sites/1", json!({field: value}))
            .await;
        assert_eq!(answer.status, 422, "{field}");
        assert_eq!(answer.issue_fields(), [field]);
    }
}

#[tokio::test]
async fn the_form_of_bodies_is_a_choice_of_the_site() {
    let (app, gerente) = start().await;
    let made = app.request(&gerente, Method::POST, "/sites", site()).await;
    assert_eq!(made.json["body_form"], "automatic");
    for (change, form) in [
        (json!({"body_form": "blocks"}), "blocks"),
        (json!({"name": "Outro", "host_uses_blocks": true}), "blocks"),
        (json!({"body_form": "html"}), "html"),
        (json!({"body_form": null}), "html"),
    ] {
        let answer = app
            .request(&gerente, Method::PUT, "/sites/1", change.clone())
            .await;
        assert_eq!(answer.json["body_form"], form, "{change}");
        assert_eq!(answer.json["host_uses_blocks"], Value::Null, "{change}");
    }
}

#[tokio::test]
async fn another_address_forgets_the_interface_and_another_host_the_password() {
    let (app, gerente) = start().await;
    let mut body = site();
    body["host_user"] = json!("redacao");
    body["host_password"] = json!(PASSWORD);
    app.request(&gerente, Method::POST, "/sites", body).await;
    let discovered = || async {
        let before = app.ports.store.site(SiteId(1)).await.unwrap().unwrap();
        let mut after = before.clone();
        after.rest_root = Some("https://cliente.example/rest/".into());
        after.rest_namespace = Some("core/v2".into());
        after.version += 1;
        app.ports
            .store
            .update_site(&before, &after, platform_store::SecretChange::Keep)
            .await
            .unwrap();
    };
    for (url, root_kept, password_kept) in [
        ("https://cliente.example/", true, true),
        ("https://cliente.example/novo", false, true),
        ("https://ladrao.example/", false, false),
    ] {
        discovered().await;
        let answer = app
            .request(&gerente, Method::PUT, "/sites/1", json!({"url": url}))
            .await;
        assert_eq!(answer.json["rest_root"].is_string(), root_kept, "{url}");
        assert_eq!(answer.json["rest_namespace"].is_string(), root_kept);
        assert_eq!(answer.json["host_password_set"], password_kept, "{url}");
        let secret = app.ports.store.site_secret(SiteId(1)).await.unwrap();
        assert_eq!(secret.is_some(), password_kept, "{url}");
    }
    let both = json!({"url": "https://terceiro.example/", "host_password": "outra senha"});
    let answer = app.request(&gerente, Method::PUT, "/sites/1", both).await;
    assert_eq!(answer.json["host_password_set"], true);
}

#[tokio::test]
async fn members_must_exist_and_only_leaders_choose_the_owner() {
    let (app, gerente) = start().await;
    let editor = app.create_user("editor", Role::Editor).await;
    let redator = app.create_user("redator", Role::Redator).await;
    let mut body = site();
    body["user_id"] = json!(gerente.id.0);
    body["member_ids"] = json!([redator.id.0, editor.id.0, redator.id.0]);
    let made = app
        .request(&editor, Method::POST, "/sites", body.clone())
        .await;
    assert_eq!(
        made.json["user_id"], editor.id.0,
        "an editor owns what they add"
    );
    assert_eq!(made.json["member_ids"], json!([redator.id.0]));
    let listed = app
        .request(&redator, Method::GET, "/sites", Value::Null)
        .await;
    assert_eq!(listed.json["total"], 1);

    body["user_id"] = json!(redator.id.0);
    let answer = app
        .request(&gerente, Method::PUT, "/sites/1", body.clone())
        .await;
    assert_eq!(answer.json["user_id"], redator.id.0);
    assert_eq!(answer.json["member_ids"], json!([editor.id.0]));

    for (field, value) in [
        ("member_ids", json!([77])),
        ("user_id", json!(78)),
        ("user_id", json!(0)),
        ("member_ids", json!((100..131).collect::<Vec<_>>())),
    ] {
        for (method, path) in [(Method::POST, "/sites"), (Method::PUT, "/sites/1")] {
            let mut body = site();
            body[field] = value.clone();
            let answer = app.request(&gerente, method, path, body).await;
            assert_eq!(answer.status, 422, "{field} {value}");
            assert_eq!(answer.issue_fields(), [field], "{value}");
        }
    }
}

#[tokio::test]
async fn the_name_of_a_site_is_shown_in_the_order_in_which_it_is_written() {
    let (app, gerente) = start().await;
    let mut body = site();
    body["name"] = json!("\u{202e}Padaria\u{202c} \u{2067}do Zé\u{2069}");
    let made = app.request(&gerente, Method::POST, "/sites", body).await;
    assert_eq!(made.json["name"], "Padaria do Zé");
    let only = json!({"name": "\u{202e}\u{2066}"});
    let answer = app.request(&gerente, Method::PUT, "/sites/1", only).await;
    assert_eq!(
        (answer.status.as_u16(), answer.issue_fields()),
        (422, vec!["name"])
    );
}

#[tokio::test]
async fn a_stale_version_is_refused_and_writers_at_once_lose_nothing() {
    let (app, gerente) = start().await;
    app.request(&gerente, Method::POST, "/sites", site()).await;
    let matching = [("if-match", "\"1\"")];
    let change = json!({"name": "Um"});
    let first = app
        .request_with(&gerente, Method::PUT, "/sites/1", change.clone(), &matching)
        .await;
    assert_eq!(first.status, 200);
    let late = app
        .request_with(&gerente, Method::PUT, "/sites/1", change, &matching)
        .await;
    assert_eq!(
        (late.status.as_u16(), late.code()),
        (412, "precondition_failed")
    );
    let late = app
        .request_with(&gerente, Method::DELETE, "/sites/1", Value::Null, &matching)
        .await;
    assert_eq!(late.status, 412);

    let (a, b, c) = tokio::join!(
        app.request(&gerente, Method::PUT, "/sites/1", json!({"name": "Dois"})),
        app.request(
            &gerente,
            Method::PUT,
            "/sites/1",
            json!({"email": "a@cliente.example"})
        ),
        app.request(
            &gerente,
            Method::PUT,
            "/sites/1",
            json!({"host_user": "ana", "host_password": PASSWORD})
        ),
    );
    for answer in [&a, &b, &c] {
        assert_eq!(answer.status, 200, "{}", answer.text);
    }
    let shown = app
        .request(&gerente, Method::GET, "/sites/1", Value::Null)
        .await;
    assert_eq!(shown.headers["etag"], "\"5\"");
    assert_eq!(shown.json["name"], "Dois");
    assert_eq!(shown.json["email"], "a@cliente.example");
    assert_eq!(shown.json["host_password_set"], true);

    let wanted = [("if-match", "\"5\"")];
    let ask = |name: &str| {
        let change = json!({"name": name});
        app.request_with(&gerente, Method::PUT, "/sites/1", change, &wanted)
    };
    let (a, b) = tokio::join!(ask("Três"), ask("Quatro"));
    let mut statuses = [a.status.as_u16(), b.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 412]);
}

#[tokio::test]
async fn a_site_with_posts_stays() {
    let (app, gerente) = start().await;
    app.request(&gerente, Method::POST, "/sites", site()).await;
    let counter = site_posts_key(SiteId(1));
    let table = app.ports.store.table();
    table.add(&counter, 1).await.unwrap();
    let kept = app
        .request(&gerente, Method::DELETE, "/sites/1", Value::Null)
        .await;
    assert_eq!((kept.status.as_u16(), kept.code()), (409, "site_in_use"));
    table.add(&counter, -1).await.unwrap();
    let gone = app
        .request(&gerente, Method::DELETE, "/sites/1", Value::Null)
        .await;
    assert_eq!((gone.status.as_u16(), gone.text.as_str()), (204, ""));
    let unknown = app
        .request(&gerente, Method::GET, "/sites/1", Value::Null)
        .await;
    assert_eq!(unknown.code(), "not_found");
}

#[tokio::test]
async fn lists_are_paged_and_a_repeated_creation_makes_one_site() {
    let (app, gerente) = start().await;
    let key = [("idempotency-key", "uma-vez")];
    for _ in 0..2 {
        let answer = app
            .request_with(&gerente, Method::POST, "/sites", site(), &key)
            .await;
        assert_eq!(
            (answer.status.as_u16(), &answer.json["id"]),
            (201, &json!(1))
        );
    }
    let other = json!({"name": "Outro", "url": "https://outro.example"});
    let reused = app
        .request_with(&gerente, Method::POST, "/sites", other, &key)
        .await;
    assert_eq!(reused.code(), "idempotency_key_reused");
    for _ in 0..2 {
        app.request(&gerente, Method::POST, "/sites", site()).await;
    }
    let page = app
        .request(
            &gerente,
            Method::GET,
            "/sites?page=2&per_page=2",
            Value::Null,
        )
        .await;
    assert_eq!(page.json["items"][0]["id"], 3);
    assert_eq!(
        (
            &page.json["page"],
            &page.json["per_page"],
            &page.json["total"]
        ),
        (&json!(2), &json!(2), &json!(3))
    );
    for bad in ["page=0", "per_page=0", "per_page=101", "page=x"] {
        let path = format!("/sites?{bad}");
        let answer = app.request(&gerente, Method::GET, &path, Value::Null).await;
        assert_eq!(answer.status, 422, "{bad}");
    }
}

#[tokio::test]
async fn odd_identifiers_are_unknown() {
    let (app, gerente) = start().await;
    for id in ["0", "-1", "x", "1.5", "18446744073709551616", "7"] {
        let path = format!("/sites/{id}");
        let answer = app.request(&gerente, Method::GET, &path, Value::Null).await;
        assert_eq!(answer.code(), "not_found", "{id}");
    }
}
