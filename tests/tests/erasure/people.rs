//! Canaries of users and visitors of the site.

use bytes::Bytes;
use http::Method;
use pauta_tests::app::{RequestBody, TestApp, TestRequest};
use serde_json::{Value, json};

use crate::client::{create, site};
use crate::harness::{ADDRESS, canary, email};

/// Writes a user with preferences and an application password, own passwords, a snippet and settings; returns the paths that delete
/// them.
pub async fn write_people(app: &TestApp) -> Vec<String> {
    let user = write_user(app).await;
    let own = json!({ "name": canary("ownpassword") });
    let own = site(
        app,
        Method::POST,
        "/core/v2/users/me/application-passwords",
        own,
    )
    .await;
    let own = own["uuid"].as_str().unwrap();
    let snippet = json!({
        "name": canary("snippet"), "desc": canary("snippetabout"), "code": format!("/* {} */", canary("code")),
        "tags": [canary("snippettag")], "scope": "site-css",
    });
    let snippet = create(app, "/code-snippets/v1/snippets", snippet).await;
    let settings = json!({
        "title": canary("settitle"), "description": canary("setabout"), "email": email("setmail"),
    });
    site(app, Method::POST, "/core/v2/settings", settings).await;
    // What people look for.
    for path in [
        format!(
            "/core/v2/comments?context=edit&author_email={}",
            email("onemail")
        ),
        format!("/core/v2/users?context=edit&search={}", canary("login")),
        format!("/core/v2/posts?search={}", canary("postbody")),
    ] {
        site(app, Method::GET, &path, Value::Null).await;
    }
    vec![
        user,
        format!("/core/v2/users/me/application-passwords/{own}"),
        format!("/code-snippets/v1/snippets/{snippet}"),
    ]
}

/// Writes a user with preferences and an application password; returns the path that deletes the user.
pub async fn write_user(app: &TestApp) -> String {
    let user = json!({
        "username": canary("login"), "email": email("usermail"), "password": "uma-senha-de-teste-comprida",
        "name": canary("username"), "first_name": canary("first"), "last_name": canary("last"),
        "nickname": canary("nick"), "url": format!("https://{}.example/", canary("userurl")),
        "description": canary("userabout"), "roles": ["editor"],
        "meta": { "persisted_preferences": { "core/edit-post": { "note": canary("preference") } } },
    });
    let user = create(app, "/core/v2/users", user).await;
    let moved = json!({ "email": email("latermail") });
    site(app, Method::POST, &format!("/core/v2/users/{user}"), moved).await;
    let passwords = format!("/core/v2/users/{user}/application-passwords");
    site(
        app,
        Method::POST,
        &passwords,
        json!({ "name": canary("userpassword") }),
    )
    .await;
    format!("/core/v2/users/{user}?reassign=1")
}

/// A visitor fills in a form with a file, and a mail is sent.
pub async fn submit_form(app: &TestApp) {
    let form = json!({
        "context": "save", "title": "Fale", "form": "[text nome][email e][textarea recado][file foto filetypes:txt]",
        "mail": {
            "subject": "De [nome]", "sender": "Site <site@exemplo.com.br>", "recipient": "equipe@exemplo.com.br",
            "body": "[nome]: [recado]", "additional_headers": "Reply-To: [e]", "attachments": "[foto]",
        },
    });
    let form = create(app, "/contact-form/v1/contact-forms", form).await;
    let part = |name: &str, value: &str| {
        format!("--limite\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
    };
    let mut body = (part("_contactform_unit_tag", "contactform-f1-o1")
        + &part("nome", &canary("formname"))
        + &part("e", &email("formmail"))
        + &part("recado", &canary("formtext"))
        + "--limite\r\ncontent-disposition: form-data; name=\"foto\"; filename=\"zq7canaryformfile.txt\"\r\ncontent-type: text/plain\r\n\r\n")
        .into_bytes();
    body.extend_from_slice(canary("formfilebody").as_bytes());
    body.extend_from_slice(b"\r\n--limite--\r\n");
    let path = format!("/rest/contact-form/v1/contact-forms/{form}/feedback");
    let request = TestRequest::new(Method::POST, path)
        .body(RequestBody::Multipart(Bytes::from(body)))
        .headers(&[(
            "user-agent",
            "Mozilla/5.0 (X11; Linux x86_64) zq7canaryformagent Firefox/130.0",
        )]);
    let answer = app
        .ask_site(None, request.client(ADDRESS.parse().unwrap()))
        .await
        .expect(200);
    assert_eq!(answer.json["status"], "mail_sent", "{}", answer.text);
}

/// Replaces the settings, which a site has for good.
pub async fn delete_settings(app: &TestApp) {
    let settings = json!({
        "title": "Jardim", "description": "", "email": "ana@example.com",
    });
    site(app, Method::POST, "/core/v2/settings", settings).await;
}
