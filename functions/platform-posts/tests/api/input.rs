//! Invalid input of each field, and the sanitising of markup.

use http::{Method, StatusCode};
use platform_testkit::TestApi;
use serde_json::{Value, json};

use crate::app::TestApp;

/// Inputs with one invalid field each, and the field that the error names.
fn invalid_inputs() -> Vec<(Value, &'static str)> {
    let long = |chars: usize| json!("á".repeat(chars));
    let faq = |member: &str, value: Value| json!({ "faq_data": { member: value } });
    let item = |member: &str, chars: usize| {
        faq(
            "items",
            json!([{ "question": "a", "answer": "b" }, { member: long(chars) }]),
        )
    };
    vec![
        (json!({ "title": long(301) }), "title"),
        (json!({ "title": 5 }), "title"),
        (json!({ "body": ["<p>"] }), "body"),
        (json!({ "slug": "!!!" }), "slug"),
        (json!({ "excerpt": long(2_001) }), "excerpt"),
        (json!({ "focus_keyword": long(201) }), "focus_keyword"),
        (json!({ "seo_title": long(301) }), "seo_title"),
        (
            json!({ "meta_description": long(1_001) }),
            "meta_description",
        ),
        (json!({ "approval_required": "sim" }), "approval_required"),
        (json!({ "site_id": 0 }), "site_id"),
        (json!({ "site_id": "1" }), "site_id"),
        (json!({ "host_author_id": 0 }), "host_author_id"),
        (json!({ "host_author_id": -1 }), "host_author_id"),
        (
            json!({ "host_category_ids": [1, 0] }),
            "host_category_ids[1]",
        ),
        (
            json!({ "host_category_ids": [1, "2"] }),
            "host_category_ids[1]",
        ),
        (
            json!({ "host_category_ids": (1..=101).collect::<Vec<u64>>() }),
            "host_category_ids",
        ),
        (
            json!({ "host_tag_names": ["a", "á".repeat(101)] }),
            "host_tag_names[1]",
        ),
        (json!({ "host_tag_names": vec!["a"; 51] }), "host_tag_names"),
        (faq("title", long(301)), "faq_data.title"),
        (faq("description", long(2_001)), "faq_data.description"),
        (faq("title_level", json!(1)), "faq_data.title_level"),
        (faq("question_level", json!(7)), "faq_data.question_level"),
        (faq("question_level", json!(700)), "faq_data.question_level"),
        (faq("enabled", json!(1)), "faq_data.enabled"),
        (faq("items", json!(vec![json!({}); 101])), "faq_data.items"),
        (json!({ "faq_data": [] }), "faq_data"),
        (faq("items", json!([["a?", "b"]])), "faq_data.items[0]"),
        (item("question", 501), "faq_data.items[1].question"),
        (item("answer", 5_001), "faq_data.items[1].answer"),
    ]
}

#[tokio::test]
async fn each_field_reports_its_error() {
    let app = TestApp::open().await;
    let id = app.draft_of(&app.editor, app.site).await;
    for (input, field) in invalid_inputs() {
        let edited = app
            .put(&app.editor, &format!("/posts/{id}"), input.clone())
            .await;
        assert_eq!(
            edited.error(),
            (422, "invalid_fields"),
            "{field}: {:?}",
            edited.json
        );
        assert_eq!(edited.issue_fields(), [field]);
        let mut input = input;
        let members = input.as_object_mut().unwrap();
        members.entry("site_id").or_insert(json!(app.site));
        let created = app.post(&app.editor, "/posts", input).await;
        assert_eq!(
            (created.error(), created.issue_fields()),
            ((422, "invalid_fields"), vec![field])
        );
    }
    assert_eq!(app.stored(id).await.version, 1);
    let missing = app
        .post(&app.editor, "/posts", json!({ "title": "a" }))
        .await;
    assert_eq!(missing.issue_fields(), ["site_id"]);
    let several =
        json!({ "title": "á".repeat(301), "slug": "?", "faq_data": { "title_level": 9 } });
    let several = app.put(&app.editor, &format!("/posts/{id}"), several).await;
    assert_eq!(several.issue_fields().len(), 3);
}

#[tokio::test]
async fn the_longest_texts_are_taken() {
    let app = TestApp::open().await;
    let items = vec![json!({ "question": "q".repeat(500), "answer": "a".repeat(1_000) }); 100];
    let input = json!({
        "site_id": app.site, "title": "á".repeat(300), "excerpt": "á".repeat(2_000),
        "focus_keyword": "á".repeat(200), "seo_title": "á".repeat(300), "meta_description": "á".repeat(1_000),
        "host_category_ids": (1..=100).collect::<Vec<u64>>(),
        "host_tag_names": (0..50).map(|n| format!("{n:0>100}")).collect::<Vec<_>>(),
        "faq_data": { "items": items, "title_level": 6, "question_level": 6 },
        "body": "<p>palavra</p>".repeat(50_000),
    });
    let answer = app.post(&app.editor, "/posts", input.clone()).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{:?}", answer.json);
    let path = format!("/posts/{}", answer.json["id"]);
    let shown = app.get(&app.editor, &path).await.json;
    for member in [
        "title",
        "excerpt",
        "seo_title",
        "meta_description",
        "host_category_ids",
        "host_tag_names",
        "body",
    ] {
        assert_eq!(shown[member], input[member], "{member}");
    }
    assert_eq!(shown["faq_data"]["items"], input["faq_data"]["items"]);
}

#[tokio::test]
async fn a_body_that_cannot_be_stored_is_too_large() {
    let app = TestApp::open().await;
    let body = json!({ "site_id": app.site, "body": "<p>ab</p>".repeat(105_000) });
    let answer = app.post(&app.editor, "/posts", body).await;
    assert_eq!(
        (answer.error(), answer.issue_fields()),
        ((413, "payload_too_large"), vec!["body"])
    );
}

#[tokio::test]
async fn html_is_made_safe_and_plain_text_stays_text() {
    let app = TestApp::open().await;
    let script = "<script>alert(1)</script>Olá & <b>mundo</b>\u{0}";
    let body = "<h2 onclick=\"x()\">A</h2><script>alert(1)</script><p><a href=\"javascript:x()\">b</a>\u{0}c</p>\
                <iframe src=\"https://mal.example\"></iframe><table><tr><td>d</td></tr></table>";
    let input = json!({
        "site_id": app.site, "title": script, "body": body, "excerpt": script, "seo_title": script,
        "meta_description": script, "focus_keyword": script, "host_tag_names": [script], "slug": script,
        "faq_data": { "title": script, "description": script, "items": [{ "question": script, "answer": script }] },
    });
    let post = app.post(&app.editor, "/posts", input).await.json;
    let html = post["body"].as_str().unwrap();
    for gone in ["script", "onclick", "javascript", "iframe", "\u{0}"] {
        assert!(!html.contains(gone), "{gone} in {html}");
    }
    assert!(
        html.contains("<h2>A</h2>") && html.contains("<td>d</td>"),
        "{html}"
    );
    let text = json!("<script>alert(1)</script>Olá & <b>mundo</b>");
    for plain in [
        &post["title"],
        &post["excerpt"],
        &post["seo_title"],
        &post["meta_description"],
        &post["focus_keyword"],
        &post["host_tag_names"][0],
        &post["faq_data"]["title"],
        &post["faq_data"]["description"],
        &post["faq_data"]["items"][0]["question"],
        &post["faq_data"]["items"][0]["answer"],
    ] {
        assert_eq!(plain, &text);
    }
    assert_eq!(post["slug"], "ola-mundo");
}

#[tokio::test]
async fn answers_keep_their_lines_and_questions_have_one() {
    let app = TestApp::open().await;
    let faq = json!({ "title": "Um\ndois", "description": "a\r\nb", "items": [
        { "question": "Uma\nlinha?", "answer": "primeira\r\nsegunda\rterceira\n\nquarta\u{7}\n" },
    ] });
    let input = json!({ "site_id": app.site, "faq_data": faq });
    let made = app.post(&app.editor, "/posts", input).await.json;
    let path = format!("/posts/{}", made["id"]);
    let shown = app.get(&app.editor, &path).await.json;
    for post in [made, shown] {
        let faq = &post["faq_data"];
        assert_eq!(faq["title"], "Um dois");
        assert_eq!(faq["description"], "a\nb");
        assert_eq!(faq["items"][0]["question"], "Uma linha?");
        assert_eq!(
            faq["items"][0]["answer"],
            "primeira\nsegunda\nterceira\n\nquarta"
        );
    }
}

#[tokio::test]
async fn only_members_that_are_sent_change_and_null_is_empty() {
    let app = TestApp::open().await;
    let input = json!({
        "site_id": app.site, "title": "Um", "slug": "Olá Mundo", "excerpt": "Resumo", "host_author_id": 4,
        "host_tag_names": ["Pão", " ", "pÃO", "Bolo "], "host_category_ids": [3, 3, 1],
        "faq_data": { "enabled": true, "items": [{ "question": "Q?" }] },
    });
    let post = app.post(&app.editor, "/posts", input).await.json;
    assert_eq!(post["slug"], "ola-mundo");
    assert_eq!(post["host_tag_names"], json!(["Pão", "Bolo"]));
    assert_eq!(post["host_category_ids"], json!([3, 1]));
    assert_eq!(post["faq_data"]["schema_enabled"], true);
    assert_eq!(
        post["faq_data"]["items"],
        json!([{ "question": "Q?", "answer": "" }])
    );
    let path = format!("/posts/{}", post["id"]);
    let mut same = app.put(&app.editor, &path, json!({})).await.json;
    same["version"] = json!(1);
    assert_eq!(same, post);
    let cleared = json!({ "host_author_id": null, "excerpt": null, "faq_data": null, "host_tag_names": null, "title": null });
    let cleared = app.put(&app.editor, &path, cleared).await.json;
    assert_eq!(
        (
            &cleared["host_author_id"],
            &cleared["excerpt"],
            &cleared["title"]
        ),
        (&Value::Null, &json!(""), &json!(""))
    );
    assert_eq!(
        (&cleared["host_tag_names"], &cleared["faq_data"]["enabled"]),
        (&json!([]), &json!(false))
    );
    assert_eq!(cleared["slug"], "ola-mundo");
}

#[tokio::test]
async fn approval_is_asked_for_as_the_site_says_unless_sent() {
    let app = TestApp::open().await;
    app.change_site(app.site, |site| site.solicitacao_aprovacao_default = true)
        .await;
    let new = |input: Value| {
        let app = &app;
        async move { app.post(&app.editor, "/posts", input).await.json["approval_required"].clone() }
    };
    let site = app.site;
    assert_eq!(new(json!({ "site_id": site })).await, true);
    assert_eq!(
        new(json!({ "site_id": site, "approval_required": null })).await,
        true
    );
    assert_eq!(
        new(json!({ "site_id": site, "approval_required": false })).await,
        false
    );
}

#[tokio::test]
async fn what_is_no_json_is_refused_in_the_one_envelope() {
    let app = TestApp::open().await;
    let id = app.draft_of(&app.editor, app.site).await;
    for (method, path) in [
        (Method::POST, "/posts".to_owned()),
        (Method::PUT, format!("/posts/{id}")),
        (Method::POST, format!("/posts/{id}/schedule")),
        (Method::POST, "/publish/now".to_owned()),
    ] {
        let answer = app
            .request(&app.editor, method.clone(), &path, Value::Null)
            .await;
        assert_eq!(answer.error(), (415, "unsupported_media_type"), "{path}");
        let headers = [("content-type", "application/json")];
        let answer = app
            .request_with(&app.editor, method, &path, Value::Null, &headers)
            .await;
        assert_eq!(answer.error(), (400, "invalid_json"), "{path}");
    }
    let answer = app
        .request(&app.editor, Method::PATCH, "/posts", Value::Null)
        .await;
    assert_eq!(answer.error(), (405, "method_not_allowed"));
    let allowed = answer.headers["allow"].to_str().unwrap();
    assert!(
        allowed.contains("GET") && allowed.contains("POST"),
        "{allowed}"
    );
}

#[tokio::test]
async fn a_post_moves_only_to_an_own_site_and_before_any_host_or_client_saw_it() {
    let app = TestApp::open().await;
    let second = app.add_site(&[app.editor.id]).await;
    let id = app.draft_of(&app.editor, app.site).await;
    let path = format!("/posts/{id}");
    let put = |site: u64| {
        let (app, path) = (&app, &path);
        async move { app.put(&app.editor, path, json!({ "site_id": site })).await }
    };
    for unreachable in [app.foreign.0, 987_654] {
        assert_eq!(put(unreachable).await.error(), (404, "not_found"));
    }
    app.change(id, |post| {
        post.aprovado_pelo_cliente = true;
        post.fields.host_category_ids = vec![3];
        post.fields.host_author_id = Some(4);
    })
    .await;
    let moved = put(second.0).await;
    assert_eq!(
        (moved.status.as_u16(), &moved.json["site_id"]),
        (200, &json!(second))
    );
    // Another client has neither the categories nor approved anything.
    assert_eq!(
        (
            &moved.json["host_category_ids"],
            &moved.json["host_author_id"]
        ),
        (&json!([]), &Value::Null)
    );
    assert_eq!(moved.json["approval"], Value::Null);
    // The count of posts went along: the site left is free to go, the other is not.
    let (left, entered) = (
        app.store.site(app.site).await.unwrap().unwrap(),
        app.store.site(second).await.unwrap().unwrap(),
    );
    assert!(app.store.delete_site(&entered).await.is_err());
    app.change(id, |post| post.pending_approval = true).await;
    assert_eq!(put(app.site.0).await.error(), (409, "site_not_movable"));
    app.change(id, |post| {
        post.pending_approval = false;
        post.host_marker = Some("pauta-1".into());
    })
    .await;
    assert_eq!(put(app.site.0).await.error(), (409, "site_not_movable"));
    assert_eq!(put(second.0).await.status, 200, "its own site is no move");
    app.store.delete_site(&left).await.unwrap();
}

#[tokio::test]
async fn a_full_disk_is_503_with_its_own_code_and_reads_go_on() {
    let app = TestApp::open().await;
    let id = app.complete().await;
    let path = format!("/posts/{id}");
    app.full.store(true, std::sync::atomic::Ordering::Relaxed);
    let new = json!({ "site_id": app.site, "title": "Um" });
    let change = json!({ "title": "Dois" });
    for refused in [
        app.post(&app.editor, "/posts", new).await,
        app.put(&app.editor, &path, change.clone()).await,
        app.delete(&app.editor, &path).await,
        app.act(id, "publish").await,
    ] {
        assert_eq!(refused.error(), (503, "storage_full"));
    }
    let shown = app.get(&app.editor, &path).await;
    assert_eq!(
        (shown.status.as_u16(), &shown.json["title"]),
        (200, &json!("Título"))
    );
    app.full.store(false, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(app.put(&app.editor, &path, change).await.status, 200);
}

#[tokio::test]
async fn every_member_of_the_faq_is_kept_and_the_faq_is_replaced_as_a_whole() {
    let app = TestApp::open().await;
    let faq = json!({
        "enabled": true, "schema_enabled": false, "accordion": true, "form": true,
        "title": "Dúvidas", "description": "Uma linha.\nOutra.", "title_level": 4, "question_level": 5,
        "items": [
            { "question": "Custa < R$ 10?", "answer": "Sim.\n\nE não." },
            { "question": "Onde?", "answer": "Aqui & ali" },
        ],
    });
    let input = json!({ "site_id": app.site, "title": "Um", "faq_data": faq });
    let made = app.post(&app.editor, "/posts", input).await.json;
    let path = format!("/posts/{}", made["id"]);
    let shown = app.get(&app.editor, &path).await.json;
    assert_eq!((&made["faq_data"], &shown["faq_data"]), (&faq, &faq));
    let change = json!({ "faq_data": { "title": "Perguntas" } });
    let changed = app.put(&app.editor, &path, change).await.json;
    assert_eq!(
        changed["faq_data"],
        json!({
            "enabled": false, "schema_enabled": true, "accordion": false, "form": false,
            "title": "Perguntas", "description": "", "title_level": 2, "question_level": 3, "items": [],
        })
    );
}
