//! Users.

use http::Method;
use serde_json::json;
use site_options::{OptionName, Owner, Revision, Stored};

use crate::global_styles;
use crate::support::{Site, Who};

#[tokio::test]
async fn the_caller_reads_changes_and_deletes_themselves() {
    let site = Site::new().await;
    assert_eq!(
        site.get(Who::Anonymous, "/users/me").await.refusal(),
        (401, "rest_not_logged_in".to_owned())
    );
    let me = site.get(Who::Author, "/users/me?context=edit").await.json();
    assert_eq!(me["roles"], json!(["author"]));
    assert_eq!(me["capabilities"]["publish_posts"], true);
    assert_eq!(me["capabilities"]["author"], true);
    assert!(me["capabilities"].get("edit_others_posts").is_none());
    insta::assert_json_snapshot!(me);
    let short = site.get(Who::Author, "/users/me").await.json();
    assert!(short.get("email").is_none());
}

#[tokio::test]
async fn authors_with_published_posts_are_public() {
    let site = Site::new().await;
    assert_eq!(
        site.get(Who::Anonymous, "/users").await.ids(),
        Vec::<u64>::new()
    );
    let author = site.user_id(Who::Author).await;
    assert_eq!(
        site.get(Who::Anonymous, &format!("/users/{author}"))
            .await
            .refusal(),
        (401, "rest_user_cannot_view".to_owned())
    );
    site.write(Who::Author, json!({"title": "Olá", "status": "publish"}))
        .await;
    assert_eq!(site.get(Who::Anonymous, "/users").await.ids(), [author]);
    assert_eq!(
        site.get(Who::Anonymous, &format!("/users/{author}"))
            .await
            .status,
        200
    );
    assert_eq!(site.get(Who::Admin, "/users").await.ids().len(), 5);
    assert_eq!(
        site.get(Who::Admin, "/users?roles=editor,author")
            .await
            .ids()
            .len(),
        2
    );
    assert_eq!(
        site.get(Who::Admin, "/users?search=contrib")
            .await
            .ids()
            .len(),
        1
    );
}

#[tokio::test]
async fn forbidden_filters() {
    let site = Site::new().await;
    for (query, code) in [
        ("roles=editor", "rest_user_cannot_view"),
        ("capabilities=edit_posts", "rest_user_cannot_view"),
        ("context=edit", "rest_forbidden_context"),
        ("orderby=email", "rest_forbidden_orderby"),
        ("who=authors", "rest_forbidden_who"),
    ] {
        let answer = site.get(Who::Anonymous, &format!("/users?{query}")).await;
        assert_eq!(answer.refusal(), (401, code.to_owned()));
        assert_eq!(
            site.get(Who::Subscriber, &format!("/users?{query}"))
                .await
                .status,
            403
        );
        assert_eq!(
            site.get(Who::Admin, &format!("/users?{query}"))
                .await
                .status,
            200
        );
    }
    let writers = site.get(Who::Contributor, "/users?who=authors").await.ids();
    assert_eq!(writers.len(), 4);
}

#[tokio::test]
async fn creation() {
    let site = Site::new().await;
    let body = json!({"username": "maria", "email": "maria@exemplo.com.br", "password": "segredo", "roles": ["editor"], "name": "Maria"});
    for who in Who::ALL {
        let answer = site.post(who, "/users", body.clone()).await;
        match who {
            Who::Anonymous => assert_eq!(
                answer.refusal(),
                (401, "rest_cannot_create_user".to_owned())
            ),
            Who::Admin => {
                assert_eq!(answer.status, 201);
                assert_eq!(answer.json()["slug"], "maria");
                assert_eq!(answer.json()["roles"], json!(["editor"]));
                assert!(answer.json().get("password").is_none());
            }
            _ => assert_eq!(
                answer.refusal(),
                (403, "rest_cannot_create_user".to_owned())
            ),
        }
    }
    let again = site.post(Who::Admin, "/users", body).await;
    assert_eq!(again.refusal(), (500, "existing_user_login".to_owned()));
    let address = json!({"username": "outra", "email": "maria@exemplo.com.br", "password": "x"});
    assert_eq!(
        site.post(Who::Admin, "/users", address).await.code(),
        "existing_user_email"
    );
    let unknown = json!({"username": "nova", "email": "nova@exemplo.com.br", "password": "x", "roles": ["king"]});
    assert_eq!(
        site.post(Who::Admin, "/users", unknown).await.refusal(),
        (400, "rest_user_invalid_role".to_owned())
    );
    let bad = json!({"username": "a<b", "email": "x", "password": "x"});
    assert_eq!(
        site.post(Who::Admin, "/users", bad).await.code(),
        "rest_invalid_param"
    );
}

#[tokio::test]
async fn changes() {
    let site = Site::new().await;
    let author = site.user_id(Who::Author).await;
    let path = format!("/users/{author}");
    let named = site
        .post(
            Who::Author,
            "/users/me",
            json!({"name": "Ana <b>Paula</b>", "url": "javascript:x"}),
        )
        .await
        .json();
    assert_eq!(
        (&named["name"], &named["url"]),
        (&json!("Ana Paula"), &json!(""))
    );
    assert_eq!(
        site.post(Who::Editor, &path, json!({"name": "x"}))
            .await
            .refusal(),
        (403, "rest_cannot_edit".to_owned())
    );
    let promote = json!({"roles": ["editor"]});
    assert_eq!(
        site.post(Who::Author, &path, promote.clone()).await.code(),
        "rest_cannot_edit_roles"
    );
    assert_eq!(
        site.post(Who::Admin, &path, promote).await.json()["roles"],
        json!(["editor"])
    );
    let none = json!({"username": "sem-papel", "email": "sem@exemplo.com.br", "password": "x", "roles": []});
    assert_eq!(
        site.post(Who::Admin, "/users", none).await.json()["roles"],
        json!([])
    );
    // Several roles keep their order.
    let both = json!({"roles": ["author", "editor", "author"]});
    assert_eq!(
        site.post(Who::Admin, &path, both).await.json()["roles"],
        json!(["author", "editor"])
    );
    let demote = json!({"roles": ["author"]});
    assert_eq!(
        site.post(Who::Admin, "/users/me", demote).await.refusal(),
        (403, "rest_user_invalid_role".to_owned())
    );
    let login = json!({"username": "other"});
    assert_eq!(
        site.post(Who::Admin, &path, login).await.code(),
        "rest_user_invalid_argument"
    );
}

#[tokio::test]
async fn deleting_reassigns_items() {
    let site = Site::new().await;
    let author = site.user_id(Who::Author).await;
    let editor = site.user_id(Who::Editor).await;
    let post = site
        .write(Who::Author, json!({"title": "x", "status": "publish"}))
        .await;
    let path = |query: &str| format!("/users/{author}?{query}");
    for (who, query, status, code) in [
        (Who::Admin, "force=true", 400, "rest_missing_callback_param"),
        (
            Who::Editor,
            "force=true&reassign=1",
            403,
            "rest_user_cannot_delete",
        ),
        (
            Who::Anonymous,
            "force=true&reassign=1",
            401,
            "rest_user_cannot_delete",
        ),
        (Who::Admin, "reassign=1", 501, "rest_trash_not_supported"),
        (
            Who::Admin,
            "force=true&reassign=999",
            400,
            "rest_user_invalid_reassign",
        ),
        (
            Who::Admin,
            "force=true&reassign=x",
            400,
            "rest_invalid_param",
        ),
    ] {
        let answer = site.delete(who, &path(query)).await;
        assert_eq!(
            answer.refusal(),
            (status, code.to_owned()),
            "{who:?} {query}"
        );
    }
    let own = format!("/users/{author}?force=true&reassign={author}");
    assert_eq!(
        site.delete(Who::Admin, &own).await.refusal(),
        (400, "rest_user_invalid_reassign".to_owned())
    );
    let gone = site
        .delete(Who::Admin, &path(&format!("force=true&reassign={editor}")))
        .await
        .json();
    assert_eq!(
        (&gone["deleted"], &gone["previous"]["username"]),
        (&json!(true), &json!("author"))
    );
    let shown = site.get(Who::Anonymous, &format!("/posts/{post}")).await;
    assert_eq!(shown.json()["author"], editor);
    let refused = site.get(Who::Admin, &format!("/users/{author}")).await;
    assert_eq!(refused.refusal(), (404, "rest_user_invalid_id".to_owned()));
}

#[tokio::test]
async fn deleting_deletes_what_extensions_keep_for_the_user() {
    const RECORD: OptionName = OptionName::new("seo.user");
    let site = Site::new().await;
    let (author, editor) = (
        site.user_id(Who::Author).await,
        site.user_id(Who::Editor).await,
    );
    let options = site.options();
    let owners = [Owner::User(author), Owner::User(editor), Owner::Site];
    for owner in owners {
        let never = Revision::NEVER_WRITTEN;
        options.write(owner, RECORD, &7, never).await.unwrap();
    }
    let path = format!("/users/{author}?force=true&reassign={editor}");
    assert_eq!(site.delete(Who::Admin, &path).await.status, 200);
    let mut left = Vec::new();
    for owner in owners {
        let stored: Stored<u64> = options.read(owner, RECORD).await.unwrap();
        left.push(stored.value);
    }
    assert_eq!(left, [None, Some(7), Some(7)]);
}

#[tokio::test]
async fn deleting_without_an_heir_trashes_items() {
    let site = Site::new().await;
    let author = site.user_id(Who::Author).await;
    let post = site
        .write(Who::Author, json!({"title": "x", "status": "publish"}))
        .await;
    let path = format!("/users/{author}?force=true&reassign=false");
    assert_eq!(site.delete(Who::Admin, &path).await.status, 200);
    let shown = site
        .get(Who::Admin, &format!("/posts/{post}?context=edit"))
        .await;
    assert_eq!(shown.json()["status"], "trash");
}

#[tokio::test]
async fn deleting_without_an_heir_keeps_what_belongs_to_the_site() {
    let site = Site::new().await;
    let editor = site.user_id(Who::Editor).await;
    let roles = json!({"roles": ["administrator"]});
    let user = format!("/users/{editor}");
    assert_eq!(
        site.call(Who::Admin, Method::PUT, &user, roles)
            .await
            .status,
        200
    );
    let published = |title: &str| json!({"title": title, "content": "x", "status": "publish"});
    let mut items = Vec::new();
    for (path, body, status) in [
        ("/pages", published("Página"), "trash"),
        ("/blocks", published("Bloco"), "publish"),
        ("/navigation", published("Navegação"), "publish"),
        (
            "/menu-items",
            json!({"title": "Entrada", "url": "https://a.example/", "status": "publish"}),
            "publish",
        ),
    ] {
        let made = site.post(Who::Editor, path, body).await;
        assert_eq!(made.status, 201, "{path}");
        items.push((format!("{path}/{}?context=edit", made.json()["id"]), status));
    }
    let template = json!({"slug": "lateral", "title": "Lateral", "content": "x"});
    let made = site.post(Who::Editor, "/templates", template).await;
    assert_eq!(made.status, 201);
    items.push(("/templates/pauta//lateral__trashed".to_owned(), "trash"));
    let styles = global_styles::path(&site).await;
    let colours = json!({"styles": {"color": {"text": "#222222"}}});
    let changed = site
        .call(Who::Editor, Method::PUT, &styles, colours.clone())
        .await;
    assert_eq!(changed.status, 200);

    let path = format!("{user}?force=true&reassign=false");
    assert_eq!(site.delete(Who::Admin, &path).await.status, 200);
    for (path, status) in items {
        let shown = site.get(Who::Admin, &path).await;
        assert_eq!(shown.json()["status"], status, "{path}");
    }
    assert_eq!(
        site.get(Who::Admin, &styles).await.json()["styles"],
        colours["styles"]
    );
}

#[tokio::test]
async fn roles_or_capabilities_select_users() {
    let site = Site::new().await;
    for (query, expected) in [
        (
            "roles=subscriber&capabilities=manage_options",
            "admin subscriber",
        ),
        (
            "roles=author&capabilities=edit_others_posts",
            "admin author editor",
        ),
        ("roles=nada&capabilities=manage_options", "admin"),
        ("roles=subscriber&capabilities=nada", "subscriber"),
        ("roles=nada", ""),
        (
            "roles=subscriber&who=authors",
            "admin author contributor editor",
        ),
    ] {
        let path = format!("/users?context=edit&orderby=slug&{query}");
        let found = site.get(Who::Admin, &path).await.json();
        let found = found.as_array().unwrap().iter();
        let names: Vec<&str> = found.map(|user| user["slug"].as_str().unwrap()).collect();
        assert_eq!(names.join(" "), expected, "{query}");
    }
}

#[tokio::test]
async fn preferences_belong_to_their_user() {
    let site = Site::new().await;
    let path = "/users/me?context=edit&_fields=meta";
    let stored = |value| json!({"meta": {"persisted_preferences": value}});
    let empty = stored(json!([]));
    assert_eq!(site.get(Who::Author, path).await.json(), empty);
    let short = site.get(Who::Author, "/users/me?_fields=meta").await;
    assert_eq!(short.json(), json!({"meta": []}));

    let preferences = json!({
        "core/edit-post": {"openPanels": ["post-status"], "fixedToolbar": true},
        "core": {"editorMode": "visual"},
        "_modified": "2026-11-24T03:04:05.000Z",
    });
    let write = |who, value: serde_json::Value| {
        let site = &site;
        async move { site.post(who, "/users/me", stored(value)).await }
    };
    let written = write(Who::Author, preferences.clone()).await.json();
    assert_eq!(written["meta"], stored(preferences.clone())["meta"]);
    assert_eq!(
        site.restarted().get(Who::Author, path).await.json(),
        stored(preferences.clone())
    );
    assert_eq!(site.get(Who::Editor, path).await.json(), empty);

    // Another write keeps them; a new value replaces all of it.
    site.post(
        Who::Author,
        "/users/me",
        json!({"name": "Ana", "meta": {"other": 1}}),
    )
    .await;
    assert_eq!(
        site.get(Who::Author, path).await.json(),
        stored(preferences)
    );
    let later = json!({"core": {"distractionFree": false}});
    write(Who::Author, later.clone()).await;
    assert_eq!(site.get(Who::Author, path).await.json(), stored(later));
    write(Who::Author, json!(null)).await;
    assert_eq!(site.get(Who::Author, path).await.json(), empty);
}

#[tokio::test]
async fn invalid_preferences_change_nothing() {
    let site = Site::new().await;
    let long = json!({"core": {"note": "x".repeat(33 * 1024)}});
    let deep = (0..21).fold(json!(true), |inner, _| json!({"a": inner}));
    for (value, code) in [
        (json!(5), "rest_invalid_type"),
        (json!({"_modified": "ontem"}), "rest_invalid_date"),
        (long, "rest_user_preferences_too_long"),
        (deep, "rest_user_preferences_too_long"),
    ] {
        let body = json!({"name": "Outra", "meta": {"persisted_preferences": value}});
        let answer = site.post(Who::Author, "/users/me", body).await;
        assert_eq!(answer.refusal(), (400, code.to_owned()), "{value}");
    }
    let me = site.get(Who::Author, "/users/me?context=edit").await.json();
    assert_eq!(me["meta"], json!({"persisted_preferences": []}));
    assert_ne!(me["name"], "Outra");
}
