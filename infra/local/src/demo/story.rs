//! The steps of the story.

use bytes::Bytes;
use outbound::Basic;
use serde_json::{Value, json};
use tokio::time::{Duration, Instant, sleep};

use super::browser::Browser;
use super::{DemoError, PATIENCE, article};
use crate::system::System;

fn expect(expected: &str, holds: bool, found: impl std::fmt::Display) -> Result<(), DemoError> {
    if holds {
        Ok(())
    } else {
        Err(DemoError::Unexpected {
            expected: expected.to_owned(),
            found: found.to_string(),
        })
    }
}

/// What stands at `pointer`; null when nothing does.
fn at<'a>(value: &'a Value, pointer: &str) -> &'a Value {
    value.pointer(pointer).unwrap_or(&Value::Null)
}

fn text<'a>(value: &'a Value, pointer: &str) -> Result<&'a str, DemoError> {
    value
        .pointer(pointer)
        .and_then(Value::as_str)
        .ok_or_else(|| DemoError::Unexpected {
            expected: format!("a text at {pointer}"),
            found: value.to_string(),
        })
}

fn number(value: &Value, pointer: &str) -> Result<u64, DemoError> {
    value
        .pointer(pointer)
        .and_then(Value::as_u64)
        .ok_or_else(|| DemoError::Unexpected {
            expected: format!("a number at {pointer}"),
            found: value.to_string(),
        })
}

/// A photograph of some 1,600 by 1,067 pixels.
async fn photograph() -> Result<Bytes, DemoError> {
    let made = tokio::task::spawn_blocking(|| pictures::generate::photograph(1600, 1067, 7)).await;
    match made {
        Ok(Ok(photograph)) => Ok(photograph),
        other => Err(DemoError::Call {
            what: "photograph".into(),
            reason: format!("{other:?}"),
        }),
    }
}

/// The newest mail to `to`.
async fn mail(anyone: &Browser, api: &str, to: &str) -> Result<Value, DemoError> {
    let begun = Instant::now();
    loop {
        let mailbox = anyone.get(&format!("{api}/dev/mailbox")).await?;
        let newest = mailbox
            .as_array()
            .and_then(|mails| mails.iter().find(|mail| at(mail, "/to") == to))
            .cloned();
        match newest {
            Some(mail) => return Ok(mail),
            None if begun.elapsed() < PATIENCE.unsigned_abs() => {
                sleep(Duration::from_millis(20)).await
            }
            None => {
                return Err(DemoError::Unexpected {
                    expected: format!("a mail to {to}"),
                    found: "none".into(),
                });
            }
        }
    }
}

async fn sign_in(
    system: &System,
    anyone: &Browser,
    say: &mut impl FnMut(&str),
) -> Result<Browser, DemoError> {
    let api = system.platform_url();
    let admin = system
        .administrator()
        .ok_or_else(|| DemoError::Unexpected {
            expected: "a first administrator".into(),
            found: "none".into(),
        })?;
    let login = json!({ "email": admin.email, "password": admin.password });
    let challenge = anyone
        .post(&format!("{api}/api/v1/auth/login"), login)
        .await?;
    say("1. The administrator signs in; a code goes out by e-mail.");
    let code_mail = mail(anyone, api, &admin.email).await?;
    let code: String = text(&code_mail, "/text")?
        .split(|c: char| !c.is_ascii_digit())
        .find(|digits| digits.len() == 6)
        .unwrap_or_default()
        .to_owned();
    let answer = json!({ "challenge": at(&challenge, "/challenge"), "code": code });
    let session = anyone
        .post(&format!("{api}/api/v1/auth/two-factor"), answer)
        .await?;
    say("   The code is accepted: signed in with two factors.");
    Browser::signed_in(text(&session, "/access_token")?)
}

/// Tells the story.
pub(super) async fn tell(system: &System, say: &mut impl FnMut(&str)) -> Result<(), DemoError> {
    let anyone = Browser::new()?;
    let api = system.platform_url().to_owned();
    let v1 = format!("{api}/api/v1");
    let desk = sign_in(system, &anyone, say).await?;

    let sites = desk.get(&format!("{v1}/sites")).await?;
    let site = at(&sites, "/items/0");
    let site_id = number(site, "/id")?;
    let connection = desk
        .post(&format!("{v1}/sites/{site_id}/test-connection"), json!({}))
        .await?;
    expect(
        "a connected site",
        at(&connection, "/ok") == true,
        &connection,
    )?;
    say(&format!(
        "2. The client's site “{}” is connected.",
        text(site, "/name")?
    ));

    let login = system.site_login().ok_or_else(|| DemoError::Unexpected {
        expected: "a login on the new site".into(),
        found: "none".into(),
    })?;
    let host = Browser::on_site(Basic {
        user: login.user.clone(),
        password: login.password.clone(),
    })?;
    let rest = &system.rest_root();
    let category = host
        .post(
            &format!("{rest}core/v2/categories"),
            json!({ "name": article::CATEGORY }),
        )
        .await?;
    let categories = desk
        .get(&format!("{v1}/sites/{site_id}/categories"))
        .await?;
    let authors = desk.get(&format!("{v1}/sites/{site_id}/authors")).await?;
    expect(
        "the new category in the site's list",
        categories.to_string().contains(article::CATEGORY),
        &categories,
    )?;
    let author = ["/items/0/id", "/authors/0/id"]
        .iter()
        .find_map(|at| authors.pointer(at))
        .and_then(Value::as_u64);
    let author = author.ok_or_else(|| DemoError::Unexpected {
        expected: "an author of the site".into(),
        found: authors.to_string(),
    })?;
    let category = number(&category, "/id")?;
    say("3. Categories and authors are read from the site.");

    let post = desk
        .post(
            &format!("{v1}/posts"),
            article::fields(&json!(site_id), category, author),
        )
        .await?;
    let post_id = number(&post, "/id")?;
    let here = format!("{v1}/posts/{post_id}");
    expect(
        "a draft",
        at(&post, "/status") == "draft",
        at(&post, "/status"),
    )?;
    say(&format!(
        "4. The article is written: draft {post_id}, {} words.",
        article::BODY.split_whitespace().count()
    ));

    let picture = photograph().await?;
    let size = picture.len() / 1024;
    let texts = [
        ("content_id", post_id.to_string()),
        (
            "alt_text",
            "Vasos de tempero ao sol numa varanda".to_owned(),
        ),
        ("title", "Horta na varanda".to_owned()),
        ("caption", "Quatro horas de sol bastam.".to_owned()),
    ];
    let texts: Vec<(&str, &str)> = texts
        .iter()
        .map(|(name, text)| (*name, text.as_str()))
        .collect();
    desk.upload(&format!("{v1}/media"), &texts, picture).await?;
    say(&format!(
        "5. A photograph of {size} KiB is added, with a WebP rendition."
    ));

    let validation = desk.get(&format!("{here}/validation")).await?;
    expect(
        "no unmet requirement",
        *at(&validation, "/issues") == json!([]),
        &validation,
    )?;
    say("6. The minimum requirements hold.");

    desk.post(&format!("{here}/request-approval"), json!({}))
        .await?;
    let request = mail(&anyone, &api, system.client_email()).await?;
    say(&format!(
        "7. The client gets an e-mail: “{}”.",
        text(&request, "/subject")?
    ));
    let link = at(&request, "/links")
        .as_array()
        .and_then(|links| {
            links
                .iter()
                .filter_map(Value::as_str)
                .find(|link| link.ends_with("/aprovar"))
        })
        .ok_or_else(|| DemoError::Unexpected {
            expected: "a link to approve".into(),
            found: at(&request, "/links").to_string(),
        })?
        .to_owned();
    let page = anyone.page(&link).await?;
    expect(
        "a page with the article's title",
        page.contains("horta na varanda"),
        &page,
    )?;
    let untouched = desk.get(&here).await?;
    expect(
        "a link that only shows",
        at(&untouched, "/approval") == "Pendente",
        at(&untouched, "/approval"),
    )?;
    anyone.submit(&link).await?;
    say(
        "8. The client opens the link (nothing happens yet), presses the button, and has approved.",
    );

    let published = watch(&desk, &here, say).await?;
    read_back(&anyone, &host, rest, &published, category, author, say).await
}

/// Waits until the post is published, and tells each step of the checklist.
async fn watch(desk: &Browser, here: &str, say: &mut impl FnMut(&str)) -> Result<Value, DemoError> {
    say("9. The publication begins.");
    let begun = Instant::now();
    let mut told: Vec<String> = Vec::new();
    loop {
        let checklist = desk.get(&format!("{here}/checklist")).await?;
        // The client's mail leaves after the publication is done.
        let mut under_way = false;
        for step in at(&checklist, "/steps").as_array().into_iter().flatten() {
            under_way |= at(step, "/state") == "queued";
            let line = format!("   {}: {}", text(step, "/step")?, text(step, "/state")?);
            if at(step, "/state") == "success" && !told.contains(&line) {
                say(&line);
                told.push(line);
            }
        }
        let post = desk.get(here).await?;
        let done = at(&checklist, "/state") == "success" && !under_way;
        if at(&post, "/status") == "published" && done {
            say(&format!("   Online at {}", text(&post, "/host_post_url")?));
            return Ok(post);
        }
        let waited = begun.elapsed() < PATIENCE.unsigned_abs();
        expect(
            "the post to be published",
            waited && at(&checklist, "/state") != "failed",
            &checklist,
        )?;
        sleep(Duration::from_millis(50)).await;
    }
}

/// Reads the published post back from the site, as any reader of its interface would.
async fn read_back(
    anyone: &Browser,
    host: &Browser,
    rest: &str,
    published: &Value,
    category: u64,
    author: u64,
    say: &mut impl FnMut(&str),
) -> Result<(), DemoError> {
    let id = number(published, "/host_post_id")?;
    let shown = anyone
        .get(&format!("{rest}core/v2/posts/{id}?_embed"))
        .await?;
    let raw = host
        .get(&format!("{rest}core/v2/posts/{id}?context=edit"))
        .await?;
    expect(
        "the title",
        at(&raw, "/title/raw") == article::TITLE,
        at(&raw, "/title"),
    )?;
    let body = text(&raw, "/content/raw")?;
    for part in [
        "<h2>Água: menos do que você imagina</h2>",
        "<ol>",
        "argila expandida",
    ] {
        expect(part, body.contains(part), body)?;
    }
    expect(
        "the category",
        *at(&shown, "/categories") == json!([category]),
        at(&shown, "/categories"),
    )?;
    expect(
        "the author",
        at(&shown, "/author") == author,
        at(&shown, "/author"),
    )?;
    expect(
        "the status",
        at(&raw, "/status") == "publish",
        at(&raw, "/status"),
    )?;
    expect(
        "a date",
        text(&shown, "/date_gmt")?.len() == 19,
        at(&shown, "/date_gmt"),
    )?;
    expect(
        "the FAQ switch",
        at(&shown, "/meta/pauta_faq_enabled") == true,
        at(&shown, "/meta"),
    )?;
    let faq: Value =
        serde_json::from_str(text(&shown, "/meta/pauta_faq_data")?).unwrap_or_default();
    expect(
        "three questions",
        at(&faq, "/items")
            .as_array()
            .is_some_and(|items| items.len() == 3),
        &faq,
    )?;
    let media = at(&shown, "/_embedded/core:featuredmedia/0");
    expect(
        "the picture's text",
        at(media, "/alt_text") == "Vasos de tempero ao sol numa varanda",
        media,
    )?;
    let file = anyone.bytes(text(media, "/source_url")?).await?;
    expect("a picture", file.len() > 10_000, file.len())?;
    say(&format!(
        "10. Read back from the site: title, body, category, author, picture ({} KiB), FAQ, date {}.",
        file.len() / 1024,
        text(&shown, "/date")?,
    ));
    Ok(())
}
