//! Steps of the demonstration.

use bytes::Bytes;
use outbound::Basic;
use serde_json::{Value, json};
use tokio::time::{Duration, Instant, sleep};

use super::browser::Browser;
use super::expected::{at, expect, number, text};
use super::{DemoError, TIMEOUT, article, faq};
use crate::start_error::StartError;
use crate::system::System;

/// Generates a photograph of 1,600 by 1,067 pixels; the same from the same seed.
pub(super) async fn photograph(seed: u64) -> Result<Bytes, DemoError> {
    let made =
        tokio::task::spawn_blocking(move || pictures::generate::photograph(1600, 1067, seed));
    let made = made.await;
    match made {
        Ok(Ok(photograph)) => Ok(photograph),
        other => Err(DemoError::Call {
            what: "photograph".into(),
            reason: format!("{other:?}"),
        }),
    }
}

/// Waits for a mail that is `wanted`; returns the newest.
pub(super) async fn mail(
    system: &System,
    wanted: impl Fn(&Value) -> bool,
) -> Result<Value, DemoError> {
    let begun = Instant::now();
    loop {
        // Not through its address, which a system that listens beyond this machine does not have.
        let stored = system.parts().outbox.newest_first();
        let mails = serde_json::to_value(stored).map_err(StartError::other)?;
        let newest = mails
            .as_array()
            .and_then(|mails| mails.iter().find(|mail| wanted(mail)))
            .cloned();
        match newest {
            Some(mail) => return Ok(mail),
            None if begun.elapsed() < TIMEOUT.unsigned_abs() => {
                sleep(Duration::from_millis(20)).await
            }
            None => {
                return Err(DemoError::Unexpected {
                    expected: "a mail".into(),
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
    let code_mail = mail(system, |mail| at(mail, "/to") == admin.email.as_str()).await?;
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

/// Clients of the demonstration, with the addresses they call.
pub(super) struct Story<'a> {
    pub system: &'a System,
    /// Visitor without credentials.
    pub anyone: Browser,
    /// Signed-in administrator of the platform.
    pub desk: Browser,
    /// User of the content site.
    host: Browser,
    /// API root of the platform, without a trailing slash.
    pub v1: String,
    /// REST root of the content site, with a trailing slash.
    rest: String,
}

/// Category and author of the article on the content site.
#[derive(Clone, Copy)]
struct Assignment {
    category: u64,
    author: u64,
}

/// Runs all steps; returns the clients, and the site that was connected.
pub(super) async fn tell<'a>(
    system: &'a System,
    say: &mut impl FnMut(&str),
) -> Result<(Story<'a>, u64), DemoError> {
    let anyone = Browser::new()?;
    let desk = sign_in(system, &anyone, say).await?;
    let login = system.site_login().ok_or_else(|| DemoError::Unexpected {
        expected: "a login on the new site".into(),
        found: "none".into(),
    })?;
    let host = Browser::on_site(Basic {
        user: login.user.clone(),
        password: login.password.clone(),
    })?;
    let story = Story {
        system,
        anyone,
        desk,
        host,
        v1: format!("{}/api/v1", system.platform_url()),
        rest: system.rest_root(),
    };
    let site = story.connect_site(say).await?;
    let assignment = story.read_site(site, say).await?;
    let post = story.write_article(site, assignment, say).await?;
    faq::generate(&story.desk, &story.v1, site, post, say).await?;
    story.add_photograph(post, say).await?;
    story.validate(post, say).await?;
    story.check_text(post, say).await?;
    story.approve(post, say).await?;
    let published = watch(&story.desk, &story.post_url(post), say).await?;
    story.read_back(&published, assignment, say).await?;
    Ok((story, site))
}

impl Story<'_> {
    pub(super) fn post_url(&self, post: u64) -> String {
        format!("{}/posts/{post}", self.v1)
    }

    /// Tests the connection of the registered site; returns its identifier.
    async fn connect_site(&self, say: &mut impl FnMut(&str)) -> Result<u64, DemoError> {
        let v1 = &self.v1;
        let sites = self.desk.get(&format!("{v1}/sites")).await?;
        let site = at(&sites, "/items/0");
        let id = number(site, "/id")?;
        let test = format!("{v1}/sites/{id}/test-connection");
        let connection = self.desk.post(&test, json!({})).await?;
        expect(
            "a connected site",
            at(&connection, "/ok") == true,
            &connection,
        )?;
        say(&format!(
            "2. The client's site “{}” is connected.",
            text(site, "/name")?
        ));
        Ok(id)
    }

    /// Creates a category on the site, and reads categories and authors through the platform.
    async fn read_site(
        &self,
        site: u64,
        say: &mut impl FnMut(&str),
    ) -> Result<Assignment, DemoError> {
        let create = format!("{}core/v2/categories", self.rest);
        let name = json!({ "name": article::CATEGORY });
        let category = self.host.post(&create, name).await?;
        let site = format!("{}/sites/{site}", self.v1);
        let categories = self.desk.get(&format!("{site}/categories")).await?;
        let authors = self.desk.get(&format!("{site}/authors")).await?;
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
        Ok(Assignment { category, author })
    }

    /// Creates the draft; returns its identifier.
    async fn write_article(
        &self,
        site: u64,
        assignment: Assignment,
        say: &mut impl FnMut(&str),
    ) -> Result<u64, DemoError> {
        let Assignment { category, author } = assignment;
        let fields = article::fields(&json!(site), category, author);
        let post = self
            .desk
            .post(&format!("{}/posts", self.v1), fields)
            .await?;
        let id = number(&post, "/id")?;
        let status = at(&post, "/status");
        expect("a draft", status == "draft", status)?;
        say(&format!(
            "4. The article is written: draft {id}, {} words.",
            article::BODY.split_whitespace().count()
        ));
        Ok(id)
    }

    async fn add_photograph(&self, post: u64, say: &mut impl FnMut(&str)) -> Result<(), DemoError> {
        let picture = photograph(7).await?;
        let size = picture.len() / 1024;
        self.add_picture(post, "Vasos de tempero ao sol numa varanda", picture)
            .await?;
        say(&format!(
            "5. A photograph of {size} KiB is added, with a WebP rendition."
        ));
        Ok(())
    }

    /// Adds a picture to a post.
    pub(super) async fn add_picture(
        &self,
        post: u64,
        alt_text: &str,
        picture: Bytes,
    ) -> Result<(), DemoError> {
        let post = post.to_string();
        let texts = [
            ("content_id", post.as_str()),
            ("alt_text", alt_text),
            ("title", "Horta na varanda"),
            ("caption", "Quatro horas de sol bastam."),
        ];
        let media = format!("{}/media", self.v1);
        self.desk.upload(&media, &texts, picture).await?;
        Ok(())
    }

    async fn validate(&self, post: u64, say: &mut impl FnMut(&str)) -> Result<(), DemoError> {
        let validation = format!("{}/validation", self.post_url(post));
        let validation = self.desk.get(&validation).await?;
        expect(
            "no unmet requirement",
            *at(&validation, "/issues") == json!([]),
            &validation,
        )?;
        say("6. The minimum requirements hold.");
        Ok(())
    }

    /// Shows the scores of the post, and the number of findings of the spelling and grammar check.
    async fn check_text(&self, post: u64, say: &mut impl FnMut(&str)) -> Result<(), DemoError> {
        let analysis = format!("{}/analysis", self.post_url(post));
        let analysis = self.desk.get(&analysis).await?;
        let check = format!("{}/posts/check-grammar", self.v1);
        let text = json!({ "text": article::BODY });
        let findings = self.desk.post(&check, text).await?;
        say(&format!(
            "   Scores: SEO {}, GEO {}, AEO {}. Findings of the spelling and grammar check: {}.",
            number(&analysis, "/seo/score")?,
            number(&analysis, "/geo/score")?,
            number(&analysis, "/aeo/score")?,
            findings.as_array().map_or(0, Vec::len),
        ));
        Ok(())
    }

    /// Requests the client's approval, and approves through the link in the client's mail.
    async fn approve(&self, post: u64, say: &mut impl FnMut(&str)) -> Result<(), DemoError> {
        let (system, anyone) = (self.system, &self.anyone);
        let here = self.post_url(post);
        let request = format!("{here}/request-approval");
        self.desk.post(&request, json!({})).await?;
        let request = mail(system, |mail| at(mail, "/to") == system.client_email()).await?;
        say(&format!(
            "7. The client gets an e-mail: “{}”.",
            text(&request, "/subject")?
        ));
        let links = at(&request, "/links").as_array().into_iter().flatten();
        let link = links
            .filter_map(Value::as_str)
            .find(|link| link.ends_with("/aprovar"))
            .ok_or_else(|| DemoError::Unexpected {
                expected: "a link to approve".into(),
                found: at(&request, "/links").to_string(),
            })?;
        let page = anyone.page(link).await?;
        expect(
            "a page with the article's title",
            page.contains("horta na varanda"),
            &page,
        )?;
        let untouched = self.desk.get(&here).await?;
        let approval = at(&untouched, "/approval");
        expect("a link that only shows", approval == "Pendente", approval)?;
        anyone.submit(link, "").await?;
        say(
            "8. The client opens the link (nothing happens yet), presses the button, and has approved.",
        );
        Ok(())
    }

    /// Reads the published post back from the site's interface.
    async fn read_back(
        &self,
        published: &Value,
        assignment: Assignment,
        say: &mut impl FnMut(&str),
    ) -> Result<(), DemoError> {
        let id = number(published, "/host_post_id")?;
        let post = format!("{}core/v2/posts/{id}", self.rest);
        let shown = self.anyone.get(&format!("{post}?_embed")).await?;
        let raw = self.host.get(&format!("{post}?context=edit")).await?;
        check_texts(&raw)?;
        check_members(&shown, assignment)?;
        let media = at(&shown, "/_embedded/core:featuredmedia/0");
        expect(
            "the picture's text",
            at(media, "/alt_text") == "Vasos de tempero ao sol numa varanda",
            media,
        )?;
        let file = self.anyone.bytes(text(media, "/source_url")?).await?;
        expect("a picture", file.len() > 10_000, file.len())?;
        say(&format!(
            "10. Read back from the site: title, body, category, author, picture ({} KiB), FAQ, date {}.",
            file.len() / 1024,
            text(&shown, "/date")?,
        ));
        Ok(())
    }
}

/// Checks title, body and status of the post in the `edit` context.
fn check_texts(raw: &Value) -> Result<(), DemoError> {
    let title = at(raw, "/title/raw");
    expect("the title", title == article::TITLE, at(raw, "/title"))?;
    let body = text(raw, "/content/raw")?;
    for part in [
        "<h2>Água: menos do que você imagina</h2>",
        "<ol>",
        "argila expandida",
    ] {
        expect(part, body.contains(part), body)?;
    }
    let status = at(raw, "/status");
    expect("the status", status == "publish", status)
}

/// Checks category, author, date and FAQ of the post as visitors see it.
fn check_members(shown: &Value, assignment: Assignment) -> Result<(), DemoError> {
    let categories = at(shown, "/categories");
    let expected = json!([assignment.category]);
    expect("the category", *categories == expected, categories)?;
    let author = at(shown, "/author");
    expect("the author", author == assignment.author, author)?;
    let date = at(shown, "/date_gmt");
    expect("a date", text(shown, "/date_gmt")?.len() == 19, date)?;
    let meta = at(shown, "/meta");
    expect(
        "the FAQ switch",
        at(meta, "/pauta_faq_enabled") == true,
        meta,
    )?;
    let faq: Value = serde_json::from_str(text(meta, "/pauta_faq_data")?).unwrap_or_default();
    let items = at(&faq, "/items").as_array();
    expect(
        "three questions of the article and three generated ones",
        items.is_some_and(|items| items.len() == 6),
        &faq,
    )
}

/// Waits until the post is published, and reports each step of the checklist.
async fn watch(desk: &Browser, here: &str, say: &mut impl FnMut(&str)) -> Result<Value, DemoError> {
    say("9. The publication begins.");
    let begun = Instant::now();
    let mut reported: Vec<String> = Vec::new();
    loop {
        let checklist = desk.get(&format!("{here}/checklist")).await?;
        // The client's mail is sent after the publication has succeeded.
        let mut under_way = false;
        for step in at(&checklist, "/steps").as_array().into_iter().flatten() {
            under_way |= at(step, "/state") == "queued";
            let line = format!("   {}: {}", text(step, "/step")?, text(step, "/state")?);
            if at(step, "/state") == "success" && !reported.contains(&line) {
                say(&line);
                reported.push(line);
            }
        }
        let post = desk.get(here).await?;
        let done = at(&checklist, "/state") == "success" && !under_way;
        if at(&post, "/status") == "published" && done {
            say(&format!("   Online at {}", text(&post, "/host_post_url")?));
            return Ok(post);
        }
        let waited = begun.elapsed() < TIMEOUT.unsigned_abs();
        expect(
            "the post to be published",
            waited && at(&checklist, "/state") != "failed",
            &checklist,
        )?;
        sleep(Duration::from_millis(50)).await;
    }
}
