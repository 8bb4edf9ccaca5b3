//! Characters that change the order in which a text is shown leave titles and names (`domain::direction`).

use serde_json::{Value, json};

use crate::media_edit::upload;
use crate::support::{Site, Who};

#[tokio::test]
async fn titles_and_names_lose_characters_that_change_their_order() {
    let site = Site::new().await;
    let post = site
        .write(Who::Author, json!({"title": "a", "status": "publish"}))
        .await;
    let page = json!({"title": "a", "content": "a", "status": "publish"});
    let page = site.post(Who::Editor, "/pages", page).await.id();
    let file = upload(&site, "a.jpg", 30, 20).await["id"].clone();
    let named = |path: &str, member: &'static str| (path.to_owned(), member);
    for (path, member) in [
        named(&format!("/posts/{post}"), "title"),
        named(&format!("/posts/{post}/autosaves"), "title"),
        named(&format!("/pages/{page}"), "title"),
        named(&format!("/media/{file}"), "title"),
        named("/blocks", "title"),
        named("/categories", "name"),
        named("/tags", "name"),
        named("/menus", "name"),
        named("/users/me", "name"),
        named("/users/me", "nickname"),
        named("/users/me/application-passwords", "name"),
        named("/menu-items", "attr_title"),
        named("/settings", "title"),
        named("/settings", "description"),
    ] {
        for control in ["\u{202e}", "&#8238;", "&#x202E;"] {
            let written = format!("{control} fatura {}{control}fdp.exe", control.len());
            let mut body = json!({ member: written });
            if path == "/menu-items" {
                body["title"] = json!("a");
                body["url"] = json!("/");
            }
            let answer = site.post(Who::Admin, &path, body).await;
            assert!(
                matches!(answer.status, 200 | 201),
                "{path}: {:?}",
                answer.json()
            );
            let shown = match &answer.json()[member] {
                Value::String(text) => text.clone(),
                title => title["raw"].as_str().unwrap().to_owned(),
            };
            let is_plain = |one: char| one.is_ascii_alphanumeric() || " .".contains(one);
            assert!(shown.chars().all(is_plain), "{path} {member}: {shown:?}");
        }
    }
    let comment = json!({
        "post": post, "content": "x", "author_name": "Ana\u{202e}", "author_email": "a@exemplo.com",
    });
    let comment = site.post(Who::Editor, "/comments", comment).await.json();
    assert_eq!(comment["author_name"], "Ana");
}
